"""Baselines: what a project has accepted, so that a gate fails only on what is new.

One JSON file, keyed by path relative to it: known errors by (code, path, message), and for a graph its node count,
edge count, edges per row and digest. Lines are left out on purpose: an error that only moved is no new one.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any

from topology.core.outcome import Checked, Outcome, is_error
from topology.core.plain import as_json

from .streams import STDIN, Unusable, read, write_file

VERSION = 1
Key = tuple[str, str, str]
ROWS = (("by_row", "row"), ("by_forbidden_row", "forbidden row"))


def compare(outcome: Outcome, path: str) -> None:
    """Mark in each file what the baseline knows; raises `Unusable` where the baseline cannot be read."""
    entries = _load(path)
    outcome.compared = True
    for checked in outcome.files:
        entry = entries.get(_key(checked.path, path), {})
        checked.known, gone = _known(checked, entry)
        checked.changes, notes = _moved(checked, entry)
        if gone:
            notes += (f"{gone} known error{'' if gone == 1 else 's'} mended: --write-baseline notes it",)
        checked.notes = notes


def write(outcome: Outcome, path: str) -> None:
    """Accept all that was found. Entries of files outside this run stay while those files exist."""
    entries = {name: e for name, e in _old(path).items() if os.path.exists(os.path.join(_folder(path), name))}
    for checked in outcome.files:
        entries[_key(checked.path, path)] = _entry(checked)
    write_file(path, as_json({"version": VERSION, "files": dict(sorted(entries.items()))}))


def _load(path: str) -> dict[str, Any]:
    try:
        value = json.loads(read(path))
        files = value["files"]
        if value["version"] != VERSION or not all(_well_formed(entry) for entry in files.values()):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        remedy = "write it anew with --write-baseline"
        raise Unusable(f"`{path}` is not a baseline of version {VERSION}", remedy) from None
    return dict(files)


def _well_formed(entry: dict[str, Any]) -> bool:
    graph = entry.get("graph") or {}
    counts = [graph.get("nodes", 0), graph.get("edges", 0)]
    for name, _ in ROWS:
        counts += graph.get(name, {}).values()
    errors = all(isinstance(e[part], str) for e in entry.get("errors", []) for part in ("code", "path", "message"))
    return errors and all(type(count) is int for count in counts)


def _old(path: str) -> dict[str, Any]:
    return _load(path) if os.path.exists(path) else {}


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))


def _key(path: str, baseline: str) -> str:
    if path == STDIN:
        raise Unusable("standard input has no path to be found by in a baseline", "name the file")
    return os.path.relpath(os.path.abspath(path), _folder(baseline)).replace(os.sep, "/")


def _entry(checked: Checked) -> dict[str, Any]:
    errors = [{"code": d.code, "path": d.path, "message": d.message} for d in checked.diagnostics if is_error(d)]
    graph = _graph(checked)
    return {"errors": errors} | ({"graph": graph} if graph else {})


def _graph(checked: Checked) -> dict[str, Any] | None:
    if checked.judgement.kind != "graph" or checked.judgement.model is None:
        return None
    shown = checked.judgement.model.show()
    counts = shown["counts"]
    return {
        "nodes": counts["nodes"],
        "edges": counts["edges"],
        "by_row": {str(row): count for row, count in counts["by_row"].items()},
        "by_forbidden_row": {str(row): count for row, count in counts["by_forbidden_row"].items()},
        "digest": shown["digest"],
    }


def _known(checked: Checked, entry: dict[str, Any]) -> tuple[frozenset[int], int]:
    """Positions of the errors that the baseline knows (each as often as it knows it), and how many are gone."""
    left: Counter[Key] = Counter((e["code"], e["path"], e["message"]) for e in entry.get("errors", ()))
    known = set()
    for index, d in enumerate(checked.diagnostics):
        key = (d.code, d.path, d.message)
        if is_error(d) and left[key] > 0:
            left[key] -= 1
            known.add(index)
    return frozenset(known), left.total()


def _moved(checked: Checked, entry: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The counts that changed, in one ratchet text, and notes on what changed without moving a count."""
    old, new = entry.get("graph"), _graph(checked)
    if new is None:
        return (), ()
    if old is None:
        return (), ("not in the baseline yet: --write-baseline notes it",)
    parts = _totals(old, new) + _rows(old, new)
    if parts:
        return (", ".join(parts),), ()
    if old.get("digest") != new["digest"]:
        return (), (f"same counts, another graph: digest {str(old.get('digest'))[:12]} -> {new['digest'][:12]}",)
    return (), ()


def _totals(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [f"{old.get(n, 0)} -> {new[n]} {n}" for n in ("nodes", "edges") if old.get(n, 0) != new[n]]


def _rows(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    parts = []
    for name, word in ROWS:
        before, after = old.get(name, {}), new[name]
        for row in sorted(before.keys() | after.keys(), key=lambda r: (len(r), r)):
            step = after.get(row, 0) - before.get(row, 0)
            if step:
                parts.append(f"{word} {row} {step:+d}")
    return parts
