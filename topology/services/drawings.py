"""Drawings that every worker shares, by the hash of all that they depend on, and the places that they remember."""

from __future__ import annotations

import itertools
import json
import zlib
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Length

from ..core.renames import Names
from ..models import PictureCache, Topology
from .beside import beside

#: Bytes that all cached drawings together may take; the oldest go first.
MOST_BYTES = 256 << 20
#: After so many new drawings a worker looks whether they have become too many.
EVERY = 200
#: How many of the oldest go at a time.
_BATCH = 500

_kept = itertools.count(1)


@lru_cache(maxsize=1)
def release() -> str:
    """A mark of the code that reads and draws, so that another release never shows what this one drew."""
    package = Path(__file__).resolve().parents[1]
    files = [*(package / "core").rglob("*"), *(package / "drawing").rglob("*.py")]
    files += (settings.BASE_DIR / "templates").glob("_picture*.html")
    mark = sha256()
    for path in sorted(path for path in files if path.suffix in (".py", ".yaml", ".html")):
        mark.update(path.read_bytes())
    return mark.hexdigest()


def find_drawing(key: str) -> dict[str, Any] | None:
    """What was kept under a key, or None."""
    body = PictureCache.objects.filter(pk=key).values_list("body", flat=True).first()
    if body is None:
        return None
    try:
        found = json.loads(zlib.decompress(body))
    except (zlib.error, ValueError):
        return None
    return found if isinstance(found, dict) else None


def keep_drawing(key: str, content: dict[str, Any]) -> None:
    """Keep something JSON-able under a key; another worker may have done so already."""
    body = zlib.compress(json.dumps(content, separators=(",", ":")).encode("ascii"), 1)
    row = PictureCache(key=key, body=body)
    beside(lambda: PictureCache.objects.bulk_create([row], ignore_conflicts=True))
    if next(_kept) % EVERY == 0:
        beside(prune)


def prune(most: int | None = None) -> int:
    """Remove the oldest drawings until all together take at most `most` bytes (MOST_BYTES); returns how many."""
    most = MOST_BYTES if most is None else most
    count = 0
    while (PictureCache.objects.aggregate(size=Sum(Length("body")))["size"] or 0) > most:
        oldest = list(PictureCache.objects.order_by("created", "key").values_list("pk", flat=True)[:_BATCH])
        count += PictureCache.objects.filter(pk__in=oldest).delete()[0]
    return count


def keep_places(topology: Topology, names: Names) -> None:
    """Let what is given another name stay where it is. The old name keeps its place too, for an undo."""
    layout = topology.layout
    if not layout:
        return
    nodes, containers = dict(layout.get("nodes", {})), dict(layout.get("containers", {}))
    folded = {f"fold:{old}": f"fold:{new}" for old, new in names.containers.items()}
    for places, called in ((nodes, names.nodes), (nodes, folded), (containers, names.containers)):
        places |= {new: places[old] for old, new in called.items() if old != new and old in places}
    remember(topology, layout | {"nodes": nodes, "containers": containers})


def remember(topology: Topology, positions: dict[str, Any]) -> bool:
    """Keep the positions of a drawing that was made on the topology's remembered ones.

    False where somebody else remembered others meanwhile: the topology then has theirs, to be drawn on again, so that
    two people who look at once see the same picture. Not a change of the topology: no revision, no author.
    """
    places = Topology.objects.filter(pk=topology.pk, layout=topology.layout)
    stored = beside(lambda: places.update(layout=positions))
    if stored == 0:
        topology.refresh_from_db(fields=["layout"])
        return False
    if stored:
        topology.layout = positions
    return True
