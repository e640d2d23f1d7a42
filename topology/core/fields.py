"""One description of a document's fields, used by the checks, the inspector's forms and the API's help alike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A key that a document may carry.

    `type` is `text`, `multiline`, `choice`, `boolean`, `integer`, `list` (of text), `address` (another node or
    member) or `mapping` (shown, edited in the source). `choices` are the allowed values of a `choice`; a `text`
    with `choices` offers them as suggestions only. `default` is what holds when the key is absent, in words.
    """

    name: str
    type: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()
    default: str = ""
    help: str = ""
