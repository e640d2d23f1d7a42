"""What a machine without a usable Python is told, and that a second installation does nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("sh", "make", "sed", "touch", "test", "echo", "dirname")


@pytest.fixture
def bare(tmp_path: Path) -> Any:
    """`bare("run", python3="...")`: make in a copy of the Makefile, on a machine with only these programs."""
    machine, place = tmp_path / "bin", tmp_path / "clone"
    (place / ".ci").mkdir(parents=True)
    machine.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        if found:
            (machine / name).symlink_to(found)
    for name in ("Makefile", "pyproject.toml", ".ci/no-python"):
        shutil.copy(ROOT / name, place / name)

    def call(*arguments: str, **programs: str) -> Any:
        for name, script in programs.items():
            (machine / name).write_text(f"#!/bin/sh\n{script}\n")
            (machine / name).chmod(0o755)
        environment = {"PATH": str(machine), "HOME": os.devnull}
        return subprocess.run(
            ["make", *arguments], cwd=place, env=environment, capture_output=True, text=True, check=False
        )

    return call


def test_no_python_at_all(bare: Any) -> None:
    ended = bare("run")
    assert ended.returncode != 0
    assert "Espalier needs Python 3.11 or newer, and none was found (" in ended.stderr


def test_an_old_python(bare: Any) -> None:
    ended = bare("run", python3='[ "$1" = -V ] && { echo Python 3.9.2; exit 0; }; exit 1')
    assert "none was found (Python 3.9.2)" in ended.stderr


def test_a_python_without_venv(bare: Any) -> None:
    ended = bare("run", python3='case "$2" in *ensurepip*) exit 1;; esac; exit 0')
    assert "python3 has no venv module" in ended.stderr
    assert "apt install python3-venv" in ended.stderr


def test_help_lists_the_commands(bare: Any) -> None:
    listed = bare("help").stdout
    assert all(f"make {name}\t" in listed for name in ("run", "test", "bench", "lint", "types", "clean"))
