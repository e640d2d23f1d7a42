"""The garbage collector's share: a parsed document is many long-lived objects, none of them garbage.

Much of what grows faster than the document is the collector walking the tree again and again while it is built.
"""

from __future__ import annotations

import gc

#: Allocations before the youngest generation is looked at; Python's own default is 700.
YOUNGEST = 200_000


def quiet_collector() -> None:
    """Raise the collector's thresholds. Call once per process, at its start; it is never switched off."""
    gc.set_threshold(YOUNGEST, 20, 100)
