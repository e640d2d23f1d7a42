"""Graphviz behind one door: the only subprocess of the product.

DOT goes in on stdin, the engine's text comes out. The engine is `graphviz-pure` from the Python package of that
name, or the program that `ESPALIER_DOT` names (a system's `dot`). Every run has a wall clock, a limit on processor
time and memory, its own process group, and a place in a bounded queue.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from graphviz.backend import dot_command

#: Seconds of wall clock and of processor time one run may take.
TIME_LIMIT = 4.0
#: Bytes of address space one run may take.
MEMORY_LIMIT = 1 << 30
#: Bytes of output that are still read.
OUTPUT_LIMIT = 64 << 20
#: Runs at once in this process; a further one waits, at most QUEUE_LIMIT seconds.
AT_ONCE = 4
QUEUE_LIMIT = 10.0

#: Seconds that one tiny graph may take where the engine itself is in doubt.
PROBE_LIMIT = 1.0
#: Seconds for which an engine that failed it is left alone, and for which its answer to `engine_status` holds.
REST, STATUS_HOLDS = 10.0, 10.0

_PURE = "graphviz-pure"
_slots = threading.BoundedSemaphore(AT_ONCE)
#: Until when each engine is left alone, by its path.
_resting: dict[str, float] = {}


class EngineError(Exception):
    """The layout engine gave nothing usable: `reason` is `missing`, `timeout`, `crash`, `output`, `busy` or `down`.

    `passing` says that the engine is at fault and not this graph, so that another try later can go better.
    """

    def __init__(self, reason: str, message: str, help: str) -> None:
        super().__init__(f"{message}: {help}")
        self.reason = reason
        self.passing = reason in ("missing", "busy", "down")
        self.message = message
        self.help = help


@dataclass(frozen=True, slots=True)
class Answer:
    """What one run said: its output and whatever it wrote to stderr."""

    output: str
    warnings: str


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """Whether the engine can be used, which one it is, and what to do where it cannot."""

    ok: bool
    path: str
    version: str = ""
    message: str = ""
    help: str = ""


def run(dot: str, *, engine: str, form: str, placed: bool = False, seconds: float = TIME_LIMIT) -> Answer:
    """Lay out `dot` (one graph or several in a row) with `engine` (`dot`, `neato`) as `form` (`plain`, `json0`).

    `placed` keeps the nodes' given positions (`neato -n2`). Raises EngineError; never waits longer than `seconds`
    plus the time in the queue and that of a probe. Where an engine does not even lay out a tiny graph it is left
    alone for a while, so that pages do not wait for it one after the other.
    """
    return begin(dot, engine=engine, form=form, placed=placed, seconds=seconds).answer()


def begin(dot: str, *, engine: str, form: str, placed: bool = False, seconds: float = TIME_LIMIT) -> Run:
    """The same without waiting for the answer: the engine works while the caller does something else."""
    path = _find()
    _awake(path)
    command = [path, *(str(word) for word in dot_command.command(engine, form)[1:])]
    if placed:
        command.append("-n2")
    if not _slots.acquire(timeout=QUEUE_LIMIT):
        raise EngineError("busy", "the layout engine is busy", "try again in a moment")
    begun: Run | None = None
    try:
        begun = Run(command, dot.encode("ascii"), seconds)
        return begun
    except EngineError as error:
        raise doubted(error) from error.__cause__
    finally:
        if begun is None:
            _slots.release()


class Run:
    """One run that has begun. Either `answer` or `drop` must follow: until then it holds one of the few places."""

    def __init__(self, command: list[str], source: bytes, seconds: float) -> None:
        self._process, self._seconds, self._over = _start(command, seconds), seconds, False
        self._rest = _hand_over(self._process, source)

    def answer(self) -> Answer:
        """What the engine said, waited for as long as `run` does. To be asked for once."""
        try:
            return _finish(self._process, self._rest, self._seconds)
        except EngineError as error:
            raise doubted(error) from error.__cause__
        finally:
            self._leave()

    def drop(self) -> None:
        """End a run whose answer nobody wants any more; nothing where it has answered."""
        if not self._over:
            try:
                _end(self._process)
            finally:
                self._leave()

    def _leave(self) -> None:
        self._over = True
        _slots.release()


def doubted(error: EngineError) -> EngineError:
    """The error, after finding out by a tiny graph whether the engine itself is at fault."""
    path = _find()
    error.passing = error.passing or not _works(path)
    if error.passing:
        _resting[path] = time.monotonic() + REST
    return error


def _awake(path: str) -> None:
    """Pass where the engine is not left alone (any more); after its rest one caller asks for a tiny graph first."""
    until = _resting.get(path)
    if until is None:
        return
    if until <= time.monotonic():
        _resting[path] = time.monotonic() + REST
        if _works(path):
            _resting.pop(path, None)
            return
    raise EngineError("down", "the layout engine does not answer", _REMEDY)


def _works(path: str) -> bool:
    try:
        return "stop" in _execute([path, "-Kdot", "-Tplain"], b"digraph { a -> b }\n", PROBE_LIMIT).output
    except EngineError:
        return False


#: The last answers to `engine_status` by `ESPALIER_DOT`, each with the time until which it holds.
_answers: dict[str, tuple[float, EngineStatus]] = {}


def engine_status() -> EngineStatus:
    """Which engine draws, for readiness checks; a good answer holds for some seconds, any other is asked anew."""
    named = os.environ.get("ESPALIER_DOT", "")
    until, status = _answers.get(named, (0.0, EngineStatus(False, "")))
    if until > time.monotonic():
        return status
    status = _status(named)
    if status.ok:
        _answers[named] = (time.monotonic() + STATUS_HOLDS, status)
    return status


def _status(named: str) -> EngineStatus:
    try:
        path = _find()
        answer = subprocess.run([path, "-V"], capture_output=True, text=True, timeout=PROBE_LIMIT, check=False)
    except EngineError as error:
        return EngineStatus(False, named or _PURE, message=error.message, help=error.help)
    except (OSError, subprocess.TimeoutExpired) as error:
        said = f"the layout engine does not run ({type(error).__name__})"
        return EngineStatus(False, named or _PURE, message=said, help=_REMEDY)
    version = (answer.stderr or answer.stdout).strip()
    if "graphviz" not in version.lower():
        return EngineStatus(False, path, version[:80], "the layout engine is not Graphviz", _REMEDY)
    return EngineStatus(True, path, version)


_REMEDY = "install the `graphviz-pure` package, or set `ESPALIER_DOT` to the path of a Graphviz `dot`"


def _find() -> str:
    named = os.environ.get("ESPALIER_DOT", "")
    if named:
        found = shutil.which(named)
        if found is None:
            said = f"`ESPALIER_DOT` names `{named}`, which is no program: {_REMEDY}"
            raise EngineError("missing", "the layout engine is missing", said)
        return found
    beside = Path(sys.executable).with_name(_PURE)
    if os.access(beside, os.X_OK):
        return str(beside)
    found = shutil.which(_PURE)
    if found is None:
        raise EngineError("missing", "the layout engine `graphviz-pure` is not installed", _REMEDY)
    return found


def _execute(command: list[str], source: bytes, seconds: float) -> Answer:
    return _finish(_start(command, seconds), source, seconds)


def _start(command: list[str], seconds: float) -> subprocess.Popen[bytes]:
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={"LC_ALL": "C", "PATH": os.environ.get("PATH", "")},
        )
    except OSError as error:
        raise EngineError("missing", f"the layout engine does not start ({error})", _REMEDY) from error
    try:
        _limit(process.pid, seconds)
    except OSError as error:
        _end(process)
        raise EngineError("missing", f"the layout engine cannot be limited ({error})", _REMEDY) from error
    return process


def _hand_over(process: subprocess.Popen[bytes], source: bytes) -> bytes | None:
    """Write as much of the source as the pipe takes at once; what is left of it, None where nothing is."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    pipe = process.stdin.fileno()
    os.set_blocking(pipe, False)
    try:
        rest = source[os.write(pipe, source) :]
    except BlockingIOError:
        rest = source
    except OSError:
        # It has ended already; its answer will say how.
        rest = b""
    if rest:
        os.set_blocking(pipe, True)
        return rest
    process.stdin.close()
    process.stdin = None
    return None


def _finish(process: subprocess.Popen[bytes], source: bytes | None, seconds: float) -> Answer:
    try:
        output, said = process.communicate(source, timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise EngineError("timeout", "the layout engine ran out of time", "fold some containers") from error
    finally:
        _end(process)
    return _answer(process.returncode, output, said)


def _limit(pid: int, seconds: float) -> None:
    """Set the child's limits from here: `prlimit` needs no code between fork and exec, so threads stay safe."""
    whole = int(seconds) + 1
    try:
        resource.prlimit(pid, resource.RLIMIT_CPU, (whole, whole + 1))
        resource.prlimit(pid, resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    except ProcessLookupError:
        return


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _answer(code: int, output: bytes, said: bytes) -> Answer:
    warnings = said[:4000].decode("utf-8", "replace")
    if code < 0:
        raise EngineError("crash", f"the layout engine crashed (signal {-code})", "fold some containers")
    # Exit code 1 with a whole picture happens (clusters in cyclic graphs), so the output decides.
    if not output.strip() or len(output) > OUTPUT_LIMIT:
        raise EngineError("output", f"the layout engine gave no picture (exit code {code})", _REMEDY)
    return Answer(output.decode("utf-8", "replace"), warnings)
