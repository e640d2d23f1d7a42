"""The house's own rules, held by a test: imports, lengths, names, docstrings, and what is committed."""

from __future__ import annotations

import ast
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
#: Code of the product; tests and generated migrations have no limits of length.
PRODUCT = ("topology", "webapp", "manage.py")
LONGEST_FUNCTION, LONGEST_MODULE, MEDIAN_FUNCTION = 50, 300, 10
#: What each kind of committed file is; anything else has to be thought about first.
KINDS = {".py", ".html", ".css", ".js", ".svg", ".png", ".yaml", ".yml", ".md", ".toml", ".json", ".txt", ".sh"}
NAMED = {
    "Makefile",
    "LICENSE",
    ".gitignore",
    ".gitattributes",
    ".editorconfig",
    ".ci/run",
    ".ci/chromium",
    ".ci/no-python",
    ".ci/hook",
}


def committed() -> list[str]:
    """The paths that git knows; those on disk where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    return [path for path in listed.stdout.decode().split("\0") if path and (ROOT / path).exists()]


def modules() -> Iterator[Path]:
    """Every Python module of the product."""
    for name in PRODUCT:
        path = ROOT / name
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and length in lines of every function, its docstring not counted."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            first = node.body[0]
            if ast.get_docstring(node) is not None:
                length -= (first.end_lineno or 0) - first.lineno + 1
            yield node.name, length


def test_imports_keep_their_direction(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


def test_no_function_is_too_long() -> None:
    found = {f"{p.relative_to(ROOT)}: {name}": n for p in modules() for name, n in functions(p)}
    assert {place: n for place, n in found.items() if n > LONGEST_FUNCTION and "/migrations/" not in place} == {}
    assert statistics.median(found.values()) < MEDIAN_FUNCTION


def test_no_module_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in modules()}
    assert {p: n for p, n in lengths.items() if n > LONGEST_MODULE and "/migrations/" not in p} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "misc", "manager", "managers", "common", "base"}
    assert [str(p) for p in modules() if p.stem in vague or p.parent.name in vague] == []


def test_only_files_of_our_own_are_committed() -> None:
    strange = [p for p in committed() if p not in NAMED and Path(p).suffix not in KINDS and Path(p).name not in NAMED]
    assert strange == []
    minified = [p for p in committed() if ".min." in Path(p).name or "vendor" in p or "node_modules" in p]
    assert minified == []


@pytest.mark.parametrize("kind", [".js", ".css", ".py"])
def test_no_line_is_that_of_a_bundle(kind: str) -> None:
    long = [
        path
        for path in committed()
        if path.endswith(kind) and max(map(len, (ROOT / path).read_text().splitlines()), default=0) > 400
    ]
    assert long == []


def test_nothing_is_left_to_be_done() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK:")
    texts = [p for p in committed() if Path(p).suffix in KINDS - {".png"} or p in NAMED]
    left = [f"{p}: {mark}" for p in texts for mark in marks if mark in (ROOT / p).read_text(errors="replace")]
    assert left == []


def test_every_public_function_says_what_it_does() -> None:
    silent = []
    for path in modules():
        tree = ast.parse(path.read_text())
        if "/migrations/" in str(path):
            continue
        if ast.get_docstring(tree) is None and path.read_text().strip():
            silent.append(str(path.relative_to(ROOT)))
        for node in tree.body:
            public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if public and ast.get_docstring(node) is None:
                silent.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert silent == []
