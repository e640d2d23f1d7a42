"""Operations on fields, for every kind of document; and field paths such as `pods[0].members[1].model`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .diagnostics import Path, format_path
from .document import Document
from .document import Mapping as DocumentMapping
from .document import Sequence as DocumentSequence
from .document.edit import Draft, Manner, shape_of
from .edit_arguments import Taken
from .edits import Edit, Refused, drafted, no_such, shorten

_STEP = re.compile(r"\[(\d{1,7})\]|(?:^|\.)([^.\[\]]+)|\[\"((?:[^\"\\]|\\.)*)\"\]")

#: The keys that the thing at a path may carry, in the order they are written; empty where that is not known.
KeyOrder = Callable[[Path], tuple[str, ...]]


def read_path(value: Any) -> Path:
    """A field's path, given as text (`pods[0].members[1].model`, `aliases["a.b"]`) or as a list of keys and indexes."""
    if isinstance(value, (list, tuple)):
        if value and all(isinstance(s, (str, int)) and not isinstance(s, bool) for s in value):
            return tuple(value)
    elif isinstance(value, str) and value:
        return _parsed(value)
    raise Refused("`path` must be a text or a list of keys and indexes", "for example `pods[0].label`", "E102")


def _parsed(text: str) -> Path:
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None:
            help = 'write it like `pods[0].label`; a key with a dot as `["a.b"]`'
            raise Refused(f"`{shorten(text)}` is no path", help, "E102")
        index, key, quoted = match.groups()
        steps.append(int(index) if index else key if key is not None else re.sub(r"\\(.)", r"\1", quoted))
        at = match.end()
    return tuple(steps)


def set_field(document: Document, arguments: Mapping[str, Any], manner: Manner, order: KeyOrder) -> Edit:
    """Give a field a value: any JSON value, in the manner around it. Its owner must exist."""
    taken = Taken(arguments)
    path = read_path(taken.json("path"))
    value = taken.json("value")
    taken.nothing_else()
    owner, step = _owner(document, path), path[-1]
    if isinstance(owner, DocumentSequence) and not (isinstance(step, int) and 0 <= step < len(owner)):
        raise Refused(f"`{format_path(path)}` is beyond the list", f"it has {len(owner)} items", "E104")
    draft = Draft(document, manner)
    draft.put(path, value, order(path[:-1]))
    return drafted(draft, f"set `{format_path(path)}`{_shown(value)}")


def unset_field(document: Document, arguments: Mapping[str, Any], manner: Manner) -> Edit:
    """Take a key out of its mapping, or an item out of its list."""
    taken = Taken(arguments)
    path = read_path(taken.json("path"))
    taken.nothing_else()
    owner, step = _owner(document, path), path[-1]
    if isinstance(owner, DocumentSequence):
        if not (isinstance(step, int) and 0 <= step < len(owner)):
            raise Refused(f"there is no `{format_path(path)}`", f"the list has {len(owner)} items", "E104")
    elif step not in owner:
        raise no_such("field", format_path(path), [format_path((*path[:-1], key)) for key in owner])
    draft = Draft(document, manner)
    draft.remove(path, fading=shape_of(path[:-1]) in manner.made)
    return drafted(draft, f"unset `{format_path(path)}`")


def rename_key(document: Document, arguments: Mapping[str, Any], manner: Manner, mentions: Iterable[Path] = ()) -> Edit:
    """Give the key at `path` the name `to`: its value, its comments and its place stay.

    `mentions` are the places elsewhere that name it, which follow.
    """
    taken = Taken(arguments)
    path, to = read_path(taken.json("path")), taken.text("to")
    taken.nothing_else()
    owner, step = _owner(document, path), path[-1]
    if isinstance(owner, DocumentSequence) or not isinstance(step, str):
        raise Refused(f"`{format_path(path)}` is an item of a list, which has no name", "name a key", "E104")
    if step not in owner:
        raise no_such("field", format_path(path), [format_path((*path[:-1], key)) for key in owner])
    if to != step and to in owner:
        raise Refused(f"`{format_path((*path[:-1], to))}` is there already", "take another name", "E105")
    draft = Draft(document, manner)
    if to != step:
        draft.rename(path, to)
    places = list(mentions)
    for place in places:
        draft.put(place, to)
    said = f", named in {len(places)} other place{'s' * (len(places) != 1)}" if places else ""
    return drafted(draft, f"renamed `{format_path(path)}` to `{shorten(to)}`{said}")


def _owner(document: Document, path: Path) -> DocumentMapping | DocumentSequence:
    """The container that holds (or will hold) the part at a path."""
    value: Any = document.root
    for depth, step in enumerate(path[:-1]):
        try:
            value = value[step] if not isinstance(step, int) or step >= 0 else value[len(value)]
        except (KeyError, IndexError, TypeError):
            raise Refused(
                f"there is no `{format_path(path[: depth + 1])}`", "set its owner as a whole", "E104"
            ) from None
    step = path[-1]
    fits = isinstance(value, DocumentMapping) if isinstance(step, str) else isinstance(value, DocumentSequence)
    if not fits or (isinstance(value, DocumentMapping) and value.opaque):
        where = format_path(path[:-1]) or "the document"
        wanted = "a mapping" if isinstance(step, str) else "a list"
        raise Refused(f"`{where}` is not {wanted}", "set it as a whole", "E104")
    holder: DocumentMapping | DocumentSequence = value
    return holder


def _shown(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return ""
    if isinstance(value, str):
        return f" to `{shorten(value, 40)}`" if "\n" not in value else ""
    return f" to `{json.dumps(value)}`"
