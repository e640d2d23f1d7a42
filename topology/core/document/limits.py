"""What a document may be at most, so that nothing a person uploads can hold up the server."""

from __future__ import annotations

#: Bytes of UTF-8.
MAX_BYTES = 4 * 1024 * 1024
#: Collections inside one another.
MAX_DEPTH = 500
#: Scalars, collections and aliases together.
MAX_NODES = 1_000_000
#: Pieces (words, signs, blanks, line ends) that the careful reader takes; a rig of 10,000 members has about 600,000.
MAX_PIECES = 1_500_000
#: Uses of an anchor times the weight of what it names (rig-rules, section 1.2).
MAX_ALIAS_WEIGHT = 100
