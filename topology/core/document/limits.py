"""What a document may be at most, so that nothing a person uploads can hold up the server."""

from __future__ import annotations

#: Bytes of UTF-8.
MAX_BYTES = 4 * 1024 * 1024
#: Collections inside one another.
MAX_DEPTH = 500
#: Lines that are read line by line before anything is known of their meaning; a rig of 10,000 members has 80,000.
MAX_LINES = 200_000
#: Microseconds of work, roughly, that a text may be to the careful reader (see `careful.budget`). An ordinary rig of
#: 10,000 members is about half of it, one with something unusual in every member up to nine tenths.
MAX_WORK = 1_100_000
#: Uses of an anchor times the weight of what it names (rig-rules, section 1.2).
MAX_ALIAS_WEIGHT = 100
