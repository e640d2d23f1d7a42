"""One description of a document's fields, used by the checks, the inspector's forms and the API's help alike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A key that a document may carry.

    `type` is `text`, `multiline`, `choice`, `boolean`, `integer`, `list` (of text), `texts` (a text or a list of
    them), `address` (another node or member) or `mapping` (anything that holds more). `choices` are the allowed values
    of a `choice`; a `text` with `choices` offers them as suggestions only. `default` is what holds when the key is
    absent, in words.

    A `mapping` says what it holds: `parts` are the keys inside, of each item where it is a list (`many`); `keyed` is
    the type of every value where the keys are free names. One that says neither is edited as things of its own.
    """

    name: str
    type: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()
    default: str = ""
    help: str = ""
    parts: tuple[Field, ...] = ()
    many: bool = False
    keyed: str = ""

    @property
    def nested(self) -> bool:
        """Whether it holds more, and says what."""
        return bool(self.parts or self.keyed)
