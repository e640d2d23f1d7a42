"""A team's own registry, from YAML or JSON text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...diagnostics import Finding, Path, Severity, one_of
from ...document import Document, DocumentError, parse
from ..reading import Codes, Reader, shown, type_words
from ..vocabulary import STAGES, TERMINALS
from .model import KIND, Entry, Registry
from .names import RETIRED
from .rules import ENTRY_FIELDS, REGISTRY_RULES, ROOT_FIELDS

_CODES = Codes(missing="G901", wrong_type="G902", empty="G903", unknown_key="G904")
_SEVERITY = {rule.code: rule.severity for rule in REGISTRY_RULES}
#: `nodes` is taken for `names`, and the short spellings of an entry's keys for the long ones.
_ROOT = {f.name: f for f in ROOT_FIELDS}
_ENTRY = {f.name: f for f in ENTRY_FIELDS}
_SPELLINGS = {"stage": "stageId", "gate": "gated"}


def load_registry(text: str) -> Registry:
    """Read a registry from YAML or JSON.

    Takes a mapping (`names`, optional `name`, `capacities`, `retired`) or a list of entries; an entry is a mapping
    of `name`, `stageId` (or `stage`) and optionally `gated` (or `gate`). Raises `DocumentError` with every
    diagnostic (D1xx, G9xx) where the text is no registry; what is only doubtful is in `Registry.warnings`.
    """
    document = parse(text)
    loader = _Loader()
    registry = loader.registry(document.root)
    diagnostics = tuple(_stamped(document, finding) for finding in loader.reader.findings)
    diagnostics = tuple(sorted(diagnostics, key=lambda d: d.span.start))
    if registry is None or any(d.severity is Severity.ERROR for d in diagnostics):
        raise DocumentError(diagnostics)
    return Registry(registry.name, registry.entries, registry.capacities, registry.retired, diagnostics)


def _stamped(document: Document, finding: Finding) -> Any:
    return document.diagnose(finding, _SEVERITY[finding.code])


class _Loader:
    def __init__(self) -> None:
        self.reader = Reader(_CODES)

    def registry(self, root: Any) -> Registry | None:
        if isinstance(root, list):
            entries = self._entries(root, ())
            return Registry("custom", entries, self._capacities(None, entries), self._retired(None, entries))
        key = "nodes" if isinstance(root, dict) and "names" not in root and "nodes" in root else "names"
        if not isinstance(root, dict) or not isinstance(root.get(key), (list, dict)) or self._other_kind(root):
            self._refuse(root)
            return None
        read = self.reader.mapping(root, (), "the registry", _ROOT | {key: _ROOT["names"]}) or {}
        entries = self._entries(root[key], (key,))
        capacities = self._capacities(read.get("capacities"), entries)
        return Registry(read.get("name", "custom"), entries, capacities, self._retired(read.get("retired"), entries))

    def _other_kind(self, root: dict[str, Any]) -> bool:
        return root.get("kind") not in (None, KIND)

    def _refuse(self, root: Any) -> None:
        if isinstance(root, dict) and self._other_kind(root):
            self.reader.say("G909", ("kind",), "the document is not a node registry", f"its kind would be `{KIND}`")
        else:
            remedy = "write `names:` and below it `- {name: ..., stageId: ...}` lines"
            self.reader.say("G909", (), "the document is not a node registry: it has no list `names`", remedy, "item")

    def _entries(self, given: Any, path: Path) -> tuple[Entry, ...]:
        taken: dict[str, Entry] = {}
        for item, here in self._items(given, path):
            entry = self._entry(item, here)
            if entry is None:
                continue
            if entry.name in taken:
                message = f"`{shown(entry.name)}` stands twice in the registry"
                self.reader.say("G906", self._name_path(here, given), message, "remove one of the two")
            taken.setdefault(entry.name, entry)
        return tuple(taken.values())

    def _items(self, given: Any, path: Path) -> Iterator[tuple[Any, Path]]:
        if isinstance(given, dict):
            for name, value in given.items():
                body = {"stageId": value} if isinstance(value, str) else value
                yield ({"name": name, **body} if isinstance(body, dict) else body), (*path, name)
        else:
            for index, item in enumerate(given):
                yield item, (*path, index)

    def _name_path(self, here: Path, given: Any) -> Path:
        return here if isinstance(given, dict) else (*here, "name")

    def _entry(self, item: Any, path: Path) -> Entry | None:
        spelled = item
        if isinstance(item, dict):
            spelled = {self._spelling(key, item): value for key, value in item.items()}
        read = self.reader.mapping(spelled, path, "an entry", _ENTRY)
        if read is None or "name" not in read or "stageId" not in read:
            return None
        if read["name"] in TERMINALS:
            self.reader.say("G907", (*path, "name"), f"`{read['name']}` is reserved", "it needs no registration")
            return None
        if read["stageId"] not in STAGES:
            self._unknown_stage(read["stageId"], (*path, "stageId" if "stageId" in item else "stage"))
            return None
        return Entry(read["name"], read["stageId"], read.get("gated"))

    def _spelling(self, key: str, item: dict[str, Any]) -> str:
        long = _SPELLINGS.get(key, key)
        return key if long in item else long

    def _unknown_stage(self, stage: str, path: Path, at: str = "value") -> None:
        remedy = self.reader.slips.meant(stage, STAGES, one_of(STAGES))
        self.reader.say("G905", path, f"there is no stage `{shown(stage)}`", remedy, at)

    def _capacities(self, given: Any, entries: tuple[Entry, ...]) -> dict[str, int]:
        known = Counter(entry.stage for entry in entries)
        capacities = {stage: known[stage] for stage in STAGES}
        if given is None:
            return capacities
        if not isinstance(given, dict):
            self.reader.say("G902", ("capacities",), f"`capacities` must be a mapping, not {type_words(given)}")
            return capacities
        for stage, value in given.items():
            path = ("capacities", stage)
            if stage not in STAGES:
                self._unknown_stage(stage, path, "key")
            elif not isinstance(value, int) or isinstance(value, bool):
                self.reader.say("G902", path, f"a capacity must be a whole number, not {type_words(value)}")
            elif value < known[stage]:
                message = f"`{stage}` has {known[stage]} names but a capacity of {value}"
                self.reader.say("G908", path, message, "raise the capacity or remove names")
            else:
                capacities[stage] = value
        return capacities

    def _retired(self, given: Any, entries: tuple[Entry, ...]) -> dict[str, str]:
        if given is None:
            registered = {entry.name for entry in entries}
            return {name: taken for name, taken in RETIRED.items() if name not in registered}
        if not isinstance(given, dict):
            self.reader.say("G902", ("retired",), f"`retired` must be a mapping, not {type_words(given)}")
            return {}
        for name, taken in given.items():
            if not isinstance(taken, str) or not taken:
                self.reader.say("G902", ("retired", name), "a retired name needs the filter that took over, as text")
        return {name: taken for name, taken in given.items() if isinstance(taken, str) and taken}
