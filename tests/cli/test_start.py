"""The file commands start without Django, so that they can be run on every save (`bench/start.py` measures it)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from people import RIG

ROOT = Path(__file__).resolve().parents[2]
MANAGE = str(ROOT / "manage.py")
HEAVY = ("django", "ninja", "pydantic", "axes", "psycopg", "asyncio", "resvg_py", "graphviz")


def shell(*arguments: Any, stdin: bytes = b"", code: str | None = None, **options: Any) -> Any:
    """One run of `manage.py topology ...`, or of Python code, in a process of its own."""
    start = [sys.executable, "-c", code] if code else [sys.executable, MANAGE, "topology"]
    call = [*start, *map(str, arguments)]
    return subprocess.run(call, input=stdin, capture_output=True, timeout=60, check=False, **options)


@pytest.mark.parametrize(
    "arguments", [["check", "-"], ["show", "-"], ["check", "--format", "sarif", "-"], ["convert", "--to", "json", "-"],
    ["edit", "--op", '{"op": "add_pod", "id": "x", "label": "X"}', "-"]]
)  # fmt: skip
def test_nothing_heavy_is_imported(arguments: list[str]) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from topology.cli import on_files
assert on_files({arguments!r}) == 0
print(*sorted({{name.split(".")[0] for name in sys.modules}} & {set(HEAVY)!r}), file=sys.stderr)
"""
    ended = shell(code=code, stdin=RIG.encode())
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.decode().splitlines()[-1] == ""


def test_it_works_without_settings_database_or_a_writable_home(tmp_path: Path) -> None:
    """Nothing is written anywhere, and no database or signing key is made."""
    (tmp_path / "rig.yaml").write_text(RIG)
    before = sorted(tmp_path.rglob("*"))
    environment = {"PATH": "/usr/bin:/bin", "ESPALIER_DATA": str(tmp_path / "data"), "DATABASE_URL": "nonsense://"}
    for command in ("check", "show"):
        assert shell(command, "rig.yaml", cwd=tmp_path, env=environment).returncode == 0
    assert sorted(tmp_path.rglob("*")) == before


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    rig = tmp_path / "rig.yaml"
    rig.write_text(RIG)
    command = f"{sys.executable} {MANAGE} topology show {rig} | head -c 1"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert (ended.stdout, b"Traceback" in ended.stderr) == (b"{", False)


def test_bytes_pass_through_a_pipe_unchanged() -> None:
    odd = b"\xef\xbb\xbf" + RIG.replace("\n", "\r\n").encode()
    assert shell("convert", "--to", "yaml", "-", stdin=odd).stdout == odd


@pytest.mark.parametrize(
    ("arguments", "code"), [(["nonsense"], 2), ([], 2), (["--help"], 0), (["check", "--help"], 0), (["import"], 2)]
)
def test_calls_that_reach_the_whole_command(arguments: list[str], code: int, tmp_path: Path) -> None:
    ended = shell(*arguments, env=os.environ | {"ESPALIER_DATA": str(tmp_path)})
    assert ended.returncode == code, ended.stderr
    assert b"Traceback" not in ended.stderr
