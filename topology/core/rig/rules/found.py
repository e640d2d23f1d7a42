"""What a check writes its findings into, with the words that several checks share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...diagnostics import Finding, Path, Rule, Severity, format_path, one_of
from ...slips import Slips, one_by_one
from ..fields import keys_of
from ..javascript import as_text, is_object, truthy
from ..versions import Release

_KNOWN = {
    strict: {thing: keys_of(thing, strict=strict) for thing in ("rig", "pod", "member", "edge")}
    for strict in (True, False)
}

Check = Callable[[Any, Mapping[str, Any], Path, "Found"], None]


class Found:
    """The findings of one document, and the release it is judged against."""

    def __init__(self, release: Release) -> None:
        self.release = release
        self.findings: list[Finding] = []
        self.known = _KNOWN[release.strict]
        self.slips = Slips()

    def add(
        self, code: str, path: Path, message: str, help: str = "", at: str = "value", shown: Path | None = None
    ) -> None:
        """Note one fault; `shown` is the path OpenRig reports where the text at fault stands elsewhere."""
        display = None if shown is None else format_path(shown)
        self.findings.append(Finding(code, path, message, help, at, display))

    def meant(self, word: Any, choices: Iterable[str]) -> str:
        """`did you mean ...?` for a near miss, else nothing."""
        return self.slips.meant(word, choices) if isinstance(word, str) else ""

    def choose(self, word: Any, choices: tuple[str, ...]) -> str:
        """Help for a value outside a closed set: the near miss, else the choices."""
        return self.meant(word, choices) or one_of(choices)


def quoted(value: Any) -> str:
    """A value as a message shows it: text in backticks, cut where it is long; containers by their sort."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "null"
    text = as_text(value)
    return ticked(text) if text else "an empty text"


def ticked(text: str) -> str:
    """A text in backticks, on one line and not too long."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
    return f"`{shown}`"


def not_a_mapping(value: Any) -> str:
    """What stands where a mapping (or a list, for JavaScript) should."""
    return "is empty" if value is None else f"is {quoted(value)}, not a mapping"


def passes_as_object(value: Any) -> bool:
    """JavaScript's test for an object: truthy and of type object, so lists pass."""
    return truthy(value) and is_object(value)


def unknown_keys(fields: Mapping[str, Any], path: Path, found: Found, code: str, thing: str) -> None:
    """Refuse keys that the thing does not know; where the release ignores them, say that it does."""
    known = found.known[thing]
    article = "an" if thing == "edge" else "a"
    for key, ending in one_by_one([key for key in fields if key not in known]):
        remedy = found.meant(key, known)
        if found.release.strict:
            hint = remedy or "remove it, or keep it as a comment"
            words = f"{article} {thing} has no key {ticked(key)}"
        else:
            code, hint, words = "R809", remedy, f"OpenRig {found.release.name} ignores the key {ticked(key)}"
        found.add(code, (*path, key), words + ending, hint, at="key")


def missing_text(fields: Mapping[str, Any], key: str) -> tuple[str, str]:
    """Message and help for a required text that is missing, empty or of another type."""
    if key not in fields:
        return f"`{key}` is missing", f"add `{key}:` with a text"
    value = fields[key]
    if isinstance(value, (bool, int, float)):
        return f"`{key}` is {quoted(value)}, which is not a text", f'quote it as it was written: `{key}: "..."`'
    return f"`{key}` is {quoted(value)}", f"`{key}` must be a non-empty text"


def error(code: str, name: str, summary: str, explanation: str, source: str = "OpenRig rigspec-schema.ts") -> Rule:
    """A row of the rule index that makes a document invalid; arguments as in `Rule`."""
    return Rule(code, name, Severity.ERROR, summary, explanation, source)


def warning(code: str, name: str, summary: str, explanation: str, source: str) -> Rule:
    """A row of the rule index that never changes the verdict; arguments as in `Rule`."""
    return Rule(code, name, Severity.WARNING, summary, explanation, source)


def info(code: str, name: str, summary: str, explanation: str, source: str) -> Rule:
    """A row of the rule index that only explains; arguments as in `Rule`."""
    return Rule(code, name, Severity.INFO, summary, explanation, source)


def choice(value: Any, choices: tuple[str, ...], path: Path, found: Found, code: str, what: str) -> None:
    """A value out of a closed set, of type text; null is refused like any other value."""
    if not (isinstance(value, str) and value in choices):
        found.add(code, path, f"{what} is {quoted(value)}", found.choose(value, choices))


def choices(values: list[Any], allowed: tuple[str, ...], path: Path, found: Found, code: str, what: str) -> None:
    """A list of such values; OpenRig reports each fault at the list, the text at fault is the item."""
    for index, value in enumerate(values):
        if not (isinstance(value, str) and value in allowed):
            remedy = found.choose(value, allowed)
            found.add(code, (*path, index), f"{what} is {quoted(value)}", remedy, shown=path)
