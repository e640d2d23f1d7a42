"""The page asks for all of its own modules at once, and for no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

pytestmark = pytest.mark.django_db
_IMPORT = re.compile(r'^import .*?from "(\.[^"]+)";', re.MULTILINE)


def imported(path: Path, found: set[Path]) -> set[Path]:
    """All modules below one, added to those already found."""
    for name in _IMPORT.findall(path.read_text()):
        module = (path.parent / name).resolve()
        if module not in found:
            found.add(module)
            imported(module, found)
    return found


def test_every_module_that_a_page_imports_is_preloaded(rig: Any, as_viewer: Any) -> None:
    page = as_viewer.get("/t/crew/topologies/crew-rig/").content.decode()
    asked = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page)
    folder = settings.BASE_DIR / "static"
    modules = imported(folder / "js" / "app.js", set())
    assert sorted(asked) == sorted(module.relative_to(folder).as_posix() for module in modules)
    assert page.index("modulepreload") < page.index('type="module"')
