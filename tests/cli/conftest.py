"""The command line as a shell has it: arguments and bytes in; exit code and bytes out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from topology import cli


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


class Stream(io.TextIOWrapper):
    """A standard stream whose bytes can be looked at."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", newline="\n", write_through=True)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """`run("check", path, stdin=b"...")`: one call of a subcommand on files, in this process."""

    def call(*arguments: Any, stdin: bytes = b"") -> Ended:
        out, err = Stream(), Stream()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", Stream(stdin))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            try:
                code = cli.on_files([str(a) for a in arguments])
            except SystemExit as exit_:
                code = exit_.code
        return Ended(code, out.buffer.getvalue(), err.buffer.getvalue().decode())

    return call


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str | bytes], str]:
    """`write("a/rig.yaml", text)`: a file below a fresh working folder; gives its relative path."""
    monkeypatch.chdir(tmp_path)

    def make(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return make
