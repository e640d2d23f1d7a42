"""The rules of a rig, a module per thing. `check` runs those that decide the verdict, `RULES` is their index."""

from __future__ import annotations

from typing import Any

from ...diagnostics import Rule
from ..launch import Launch
from ..spec import Spec
from . import (
    advice,
    cycles,
    edges,
    legacy,
    members,
    paths,
    pods,
    policy,
    root,
    services,
    sessions,
    startup,
    terminal,
    workspace,
)
from .found import Found

_MODULES = (
    root,
    policy,
    pods,
    members,
    terminal,
    sessions,
    paths,
    edges,
    cycles,
    startup,
    services,
    workspace,
    legacy,
    advice,
)

RULES: tuple[Rule, ...] = tuple(sorted((rule for module in _MODULES for rule in module.RULES), key=lambda r: r.code))


def check(value: Any, spec: Spec, launch: Launch, found: Found, *, manifest: bool = False) -> None:
    """Every rule for one document's root value."""
    if not root.check_root_value(value, found, manifest=manifest):
        return
    if spec.legacy:
        legacy.check_legacy(value, spec, found)
    else:
        root.check_rig(value, found)
        pods.check_pods(value["pods"], found)
        edges.check_edges(value, spec, found)
    cycles.check_cycles(launch, spec, found)
    advice.advise(value, spec, found)
