"""Both layout engines, where both are installed."""

from __future__ import annotations

import shutil

import pytest

ENGINES = ["graphviz-pure", *(["dot"] if shutil.which("dot") else [])]


@pytest.fixture(params=ENGINES)
def engine_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Draw with the engine from the Python package, then with a system Graphviz."""
    if request.param == "graphviz-pure":
        monkeypatch.delenv("ESPALIER_DOT", raising=False)
    else:
        monkeypatch.setenv("ESPALIER_DOT", str(shutil.which("dot")))
    return str(request.param)
