"""Bytes in and out: reading files and standard input within limits, walking folders, writing whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from topology.core.document import MAX_BYTES

STDIN = "-"
SUFFIXES = (".yaml", ".yml")


class Unusable(Exception):
    """The call or a file is wrong (exit code 2): what is wrong, and apart what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message, self.help = message, help


def read(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; raises `Unusable` (missing, unreadable, too large)."""
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(data) > MAX_BYTES:
        raise Unusable(f"`{path}` is larger than {MAX_BYTES // 1024 // 1024} MiB", "split it")
    return data


def _unreadable(path: str, error: OSError) -> Unusable:
    why = (error.strerror or str(error)).lower()
    if os.path.islink(path) and not os.path.exists(path):
        return Unusable(f"`{path}` cannot be read: it links to `{os.readlink(path)}`: {why}", "mend or remove the link")
    return Unusable(f"`{path}` cannot be read: {why}")


def read_text(path: str) -> str:
    """The text of a file as OpenRig reads it: bad UTF-8 becomes U+FFFD."""
    return read(path).decode("utf-8", "replace")


def read_exact(path: str) -> str:
    """The text of a file whose bytes must come back unchanged; raises `UnicodeDecodeError` where that cannot be."""
    return read(path).decode("utf-8")


def walk(folder: str) -> list[str]:
    """Every YAML file below a folder, sorted; raises `Unusable` where a folder in it cannot be read.

    Pipes and devices are passed over: reading one may never end. A link that leads nowhere is among what is found, so
    that whoever reads it hears of it.
    """

    def fail(error: OSError) -> None:
        raise Unusable(f"`{error.filename}` cannot be read: {(error.strerror or '').lower()}")

    places = os.walk(folder, onerror=fail)
    found = [os.path.join(where, name) for where, _, names in places for name in names if name.endswith(SUFFIXES)]
    return sorted(path for path in found if not _endless(path))


def _endless(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode)


def write_out(data: bytes) -> None:
    """Bytes to standard output, without any translation of line ends."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def print_text(text: str) -> None:
    """Text to standard output as UTF-8; a lone surrogate is shown escaped."""
    write_out(text.encode("utf-8", "backslashreplace"))


def complain(message: str, help: str = "") -> None:
    """One message to standard error, its help line indented below."""
    lines = visible(message) + "\n" + (f"  help: {visible(help)}\n" if help else "")
    sys.stderr.write(lines.encode("utf-8", "backslashreplace").decode("utf-8"))


def visible(text: str) -> str:
    """The text on one line, its control characters escaped: a document must not drive the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def write_file(path: str, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, then renamed over it. Mode and owner are kept.

    A symbolic link stays a link: the file it points to is replaced. Raises `Unusable` where it cannot be written.
    """
    target = os.path.realpath(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            Path(target).write_bytes(data)  # a device or a pipe, such as /dev/stdout: nothing to replace
            return
        _replace(target, data)
    except OSError as error:
        raise Unusable(f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}") from None


def write_apart(path: str, data: bytes) -> None:
    """The same into a folder that others may write to as well: a link there is never followed, but refused."""
    refuse_odd(path)
    try:
        _replace(path, data)
    except OSError as error:
        raise Unusable(f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}") from None


def refuse_odd(path: str) -> None:
    """Raises `Unusable` where anything but a plain file, or nothing, stands at this very path."""
    if os.path.islink(path):
        target = os.readlink(path)
        raise Unusable(f"`{path}` is a link to `{target}`, which is not written through", "remove the link")
    if os.path.exists(path) and not os.path.isfile(path):
        raise Unusable(f"`{path}` is no plain file", "remove it, or name another folder")


def _replace(target: str, data: bytes) -> None:
    handle, beside = tempfile.mkstemp(prefix=".espalier-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _like(file.fileno(), target)
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _like(handle: int, target: str) -> None:
    """Give an open file the mode and, where we may, the owner of the file it will replace."""
    old = os.stat(target, follow_symlinks=False) if os.path.lexists(target) else None
    if old is None or not stat.S_ISREG(old.st_mode):
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(handle, 0o666 & ~mask)
        return
    with contextlib.suppress(PermissionError):
        os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, stat.S_IMODE(old.st_mode))
