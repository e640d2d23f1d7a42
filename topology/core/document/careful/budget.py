"""How much work reading a text may be, so that none takes long.

A unit of work is about a microsecond. What is ordinary costs little, what goes token by token much; what repeats itself
(aliases, merge keys, collections as keys) costs as much as what it repeats.
"""

from __future__ import annotations

from ..faults import Fault
from ..limits import MAX_WORK

#: Units for one ordinary line; more where it is not one more key of the same mapping, or where the key is no text.
LINE_WORK = 4
ODD_LINE_WORK = 3
ODD_KEY_WORK = 4
#: For one item in brackets, for a pair, and for any collection that is opened.
ITEM_WORK = 2
PAIR_WORK = 4
COLLECTION_WORK = 6
#: For a scalar that may go over several lines, one with an anchor or a tag, and a block scalar.
LONG_WORK = 5
PROPS_WORK = 4
BLOCK_WORK = 12
#: For finding out what a word is in YAML 1.1.
OLD_WORK = 6
#: For a value that is read by itself, between lines that are read otherwise.
WITHIN_WORK = 4
#: For a token, a warning, a fault in what is passed over, and a pair that a merge key brings.
TOKEN_WORK = 5
WARNING_WORK = 10
FAULT_WORK = 40
MERGED_WORK = 3


class Budget:
    """Counts down the units that are left."""

    __slots__ = ("rest",)

    def __init__(self, units: int | None = None) -> None:
        self.rest = MAX_WORK if units is None else units

    def spend(self, units: int, at: int) -> None:
        """Take units away; raises where none are left, at an offset of the text."""
        self.rest -= units
        if self.rest < 0:
            self.rest = 0
            message = "the document holds more than can be read in good time; here it became too much"
            help = "split the document; brackets, tags, aliases and escapes take longer to read than plain lines"
            raise Fault("D106", at, message, help)


def quoted_work(source: str) -> int:
    """The work that the escapes and line ends of a scalar are."""
    return 2 * source.count("\\") + source.count("\n")
