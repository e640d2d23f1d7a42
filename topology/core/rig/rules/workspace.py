"""The `workspace` block (OpenRig `rigspec-schema.ts`). No path-safety rule holds here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import filled
from .found import Found, choice, error, quoted

_KINDS = allowed("repo", "kind")

RULES = (
    error(
        "R521",
        "workspace",
        "`workspace` is not a mapping",
        "`workspace` is a mapping with `workspace_root` and `repos`. Missing or null is fine.",
    ),
    error("R522", "workspace-root", "the workspace has no root", "`workspace_root` is a text that is not blank."),
    error(
        "R523",
        "workspace-repos",
        "the workspace has no list of repositories",
        "`repos` is a list; it may be empty. Every item is a mapping with `name`, `path` and `kind`.",
    ),
    error(
        "R524",
        "workspace-repo",
        "a repository is incomplete",
        "`name` and `path` are texts that are not blank, names are unique, and `kind` is one of user, project, "
        "knowledge, lab, delivery.",
    ),
    error(
        "R525",
        "default-repo",
        "the default repository is not one of the repositories",
        "`default_repo` is the name of one of `repos`. Missing or null is fine.",
    ),
    error(
        "R526",
        "knowledge-root",
        "the knowledge root is blank",
        "`knowledge_root` is a text that is not blank. Missing or null is fine.",
    ),
)


def check_workspace(value: Any, path: Path, found: Found) -> None:
    """The whole block; unknown keys are ignored in it."""
    if not isinstance(value, dict):
        found.add("R521", path, f"`workspace` is {quoted(value)}, not a mapping", "`workspace_root` and `repos`")
        return
    _text(value, "workspace_root", path, found, "R522")
    names = _repos(value, path, found)
    _default_repo(value, names, path, found)
    if value.get("knowledge_root") is not None:
        _text(value, "knowledge_root", path, found, "R526")


def _text(fields: Mapping[str, Any], key: str, path: Path, found: Found, code: str) -> bool:
    if filled(fields.get(key)):
        return True
    said = f"`{key}` is {quoted(fields[key])}" if key in fields else f"`{key}` is missing"
    found.add(code, (*path, key), said, "a text that is not blank")
    return False


def _repos(workspace: Mapping[str, Any], path: Path, found: Found) -> set[str]:
    """Check every repository; the good names."""
    repos, where = workspace.get("repos"), (*path, "repos")
    names: set[str] = set()
    if not isinstance(repos, list):
        said = f"`repos` is {quoted(repos)}, not a list" if "repos" in workspace else "`repos` is missing"
        found.add("R523", where, said, "a list; it may be empty: `repos: []`")
        return names
    for index, repo in enumerate(repos):
        if isinstance(repo, dict):
            _repo(repo, names, (*where, index), found)
        else:
            found.add(
                "R523", (*where, index), f"a repository is {quoted(repo)}, not a mapping", "`name`, `path` and `kind`"
            )
    return names


def _repo(repo: Mapping[str, Any], names: set[str], path: Path, found: Found) -> None:
    if _text(repo, "name", path, found, "R524"):
        name = repo["name"]
        if name in names:
            found.add("R524", (*path, "name"), f"the name {quoted(name)} stands twice", "names are unique")
        names.add(name)
    _text(repo, "path", path, found, "R524")
    choice(repo.get("kind"), _KINDS, (*path, "kind"), found, "R524", "the repository's kind")


def _default_repo(workspace: Mapping[str, Any], names: set[str], path: Path, found: Found) -> None:
    chosen = workspace.get("default_repo")
    if chosen is None or not _text(workspace, "default_repo", path, found, "R525"):
        return
    if names and chosen not in names:
        remedy = found.choose(chosen, tuple(sorted(names)))
        found.add("R525", (*path, "default_repo"), f"there is no repository {quoted(chosen)}", remedy)
