"""The live check of the forms that add a member, a pod or a node: what its checks would be if it were saved."""

from __future__ import annotations

from typing import Any

from ...core.diagnostics import Diagnostic, Path, Severity
from ...core.kinds import Refused, apply_operations, judge_document
from ...forms import operations as posted_operation
from ...services.reading import options_for
from .frame import Frame

#: What each addition is told from its neighbours by, and the list it goes into.
KEYS = {"add_pod": ("id", "pods"), "add_member": ("id", "members"), "add_node": ("name", "nodes")}


def told(finding: Diagnostic | Refused) -> dict[str, str]:
    """A finding, or a refusal, as a form's script shows it."""
    severity = finding.severity if isinstance(finding, Diagnostic) else Severity.ERROR
    return {"severity": severity.value, "message": finding.message, "help": finding.help}


def refused_at(field: str, refusal: Refused) -> dict[str, Any]:
    """The answer to a live check of a form that could not be saved, with the reason at one of its fields."""
    return {"fields": {field: [told(refusal)]}, "errors": 1, "refused": True}


def checked(frame: Frame) -> dict[str, Any]:
    """What would be found in the thing that a posted form adds, by the form's fields ("" for the rest of it).

    `errors` counts them; `refused` where the addition could not be made at all, for the one reason that is given.
    """
    (operation,) = posted_operation.read(frame.request.POST)
    document, options = frame.judgement.document, options_for(frame.topology.team, frame.topology.openrig)
    if document is None:
        return {"fields": {}, "errors": 0}
    try:
        after = apply_operations(document.text, [operation], options, document).document
    except Refused as refusal:
        return refused_at(_about(operation, refusal), refusal)
    fields: dict[str, list[dict[str, str]]] = {}
    errors = 0
    place = _place(operation, after.root) if after else ()
    for diagnostic in judge_document(after, options).report.diagnostics if after else ():
        if diagnostic.keys[: len(place)] != place:
            continue
        name = str(next(iter(diagnostic.keys[len(place) :]), ""))
        fields.setdefault(name if name in frame.request.POST else "", []).append(told(diagnostic))
        errors += diagnostic.severity is Severity.ERROR
    return {"fields": fields, "errors": errors}


def _about(operation: dict[str, Any], refusal: Refused) -> str:
    """The field that a refusal is about: one that it names, else the one that holds the name."""
    named = (key for key in posted_operation.ARGUMENTS[operation["op"]] if f"argument `{key}`" in refusal.message)
    return next(named, KEYS[operation["op"]][0])


def _place(operation: dict[str, Any], root: Any) -> Path:
    """Where the thing that was added stands."""
    key, home = KEYS[operation["op"]]
    path: Path = (home,)
    if home == "members":
        path = ("pods", _index(root["pods"], "id", operation["pod"]), home)
        root = root["pods"][path[1]]
    return (*path, _index(root[home], key, operation[key]))


def _index(parts: Any, key: str, name: str) -> int:
    found = [n for n, part in enumerate(parts) if isinstance(part, dict) and part.get(key) == name]
    return found[-1] if found else -1
