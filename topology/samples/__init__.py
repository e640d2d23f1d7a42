"""The sample documents that come with Espalier: what a new team sees first."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample document: its slug, the package and the file that hold it, a title, and whether it is a draft.

    A draft is invalid on purpose.
    """

    slug: str
    file: str
    title: str
    draft: bool = False
    package: str = __name__

    def read(self) -> bytes:
        """The document's bytes."""
        return files(self.package).joinpath(self.file).read_bytes()


#: In the order in which a dashboard shows them.
SAMPLES: tuple[Sample, ...] = (
    Sample("harbor", "harbor.yaml", "Harbor: four pods, all five edge kinds, a seat of another rig"),
    Sample("coord", "coord.yaml", "Coord: the rig that harbor escalates to"),
    Sample("broken-rig", "broken-rig.yaml", "Broken rig: a missing member, a wrong kind, a launch cycle", draft=True),
    Sample("default-agent", "default_agent.yaml", "The default agent graph", package="topology.core.graph"),
    Sample("canonical-omissions", "canonical-omissions.yaml", "The default agent graph under a small configuration"),
    Sample("plugins", "plugins.yaml", "Plugin nodes: reactive, in a chain, in the post-tool tier"),
    Sample("custom", "custom.yaml", "A custom graph: synthesis retry and next-turn rollover"),
    Sample("broken-graph", "broken-graph.yaml", "Broken graph: what the gate refuses", draft=True),
)


def sample(slug: str) -> Sample:
    """The sample with a slug; raises KeyError where there is none."""
    for item in SAMPLES:
        if item.slug == slug:
            return item
    raise KeyError(slug)
