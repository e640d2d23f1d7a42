"""One description of a document's fields, used by the checks, the inspector's forms and the API's help alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Field:
    """A key that a document may carry.

    `type` is `text`, `multiline`, `choice`, `boolean`, `integer`, `list` (of text), `texts` (a text or a list of
    them), `address` (another node or member) or `mapping` (anything that holds more). `choices` are the allowed values
    of a `choice`, and of the items of a `list`; a `text` with `choices` offers them as suggestions only. `of` says
    which names of the document itself are to choose from (`offered` looks them up). `ordered` says that the order of a
    list means something. `default` is what holds when the key is absent, in words.

    A `mapping` says what it holds: `parts` are the keys inside, of each item where it is a list (`many`); `keyed` is
    the type of every value where the keys are free names. One that says neither is edited as things of its own.
    """

    name: str
    type: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()
    default: str = ""
    help: str = ""
    of: str = ""
    ordered: bool = False
    parts: tuple[Field, ...] = ()
    many: bool = False
    keyed: str = ""

    @property
    def nested(self) -> bool:
        """Whether it holds more, and says what."""
        return bool(self.parts or self.keyed)


def offered(fields: Iterable[Field], names: Mapping[str, Sequence[str]]) -> tuple[Field, ...]:
    """The fields with the document's own names as choices; `names` holds them by what `of` calls them."""
    return tuple(_offered(field, names) for field in fields)


def _offered(field: Field, names: Mapping[str, Sequence[str]]) -> Field:
    if field.parts:
        return replace(field, parts=offered(field.parts, names))
    return replace(field, choices=tuple(names.get(field.of, ()))) if field.of else field
