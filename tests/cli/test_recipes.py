"""The recipes for other people's pipelines: the pre-commit hook, and what the README says for GitHub and GitLab."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from people import BROKEN_RIG, RIG

ROOT = Path(__file__).resolve().parents[2]
HOOK = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())[0]


TAKEN = ("rig.yaml", "a/b/rig.yml", "crew.rig.yaml", "agent-graph.yaml", "x/y.graph.yml")
LEFT = ("values.yaml", "a/rigging.yaml", "rig.yaml.j2")


@pytest.mark.parametrize(("path", "wanted"), [(p, True) for p in TAKEN] + [(p, False) for p in LEFT])
def test_the_hook_takes_files_that_are_named_as_topologies(path: str, wanted: bool) -> None:
    assert bool(re.search(HOOK["files"], path)) is wanted


def test_the_hooks_entry_checks_the_files_it_is_given(tmp_path: Path) -> None:
    entry = ROOT / HOOK["entry"]
    assert HOOK["language"] == "script" and os.access(entry, os.X_OK)
    if not (ROOT / ".venv" / ".installed").exists():
        pytest.skip("the hook would make its environment first: run make install")
    (tmp_path / "good.yaml").write_text(RIG)
    (tmp_path / "bad.yaml").write_text(BROKEN_RIG)
    for names, code in ((["good.yaml"], 0), (["good.yaml", "bad.yaml"], 1)):
        ended = subprocess.run([entry, *names], cwd=tmp_path, capture_output=True, check=False, timeout=120)
        assert ended.returncode == code, ended.stderr
