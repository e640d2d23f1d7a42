"""The other names that operations gave to members, nodes and pods between two revisions of one topology."""

from __future__ import annotations

from ...core.diagram import Diagram
from ...core.kinds import Judgement
from ...core.renames import Names, followed, proved
from ...models import Topology
from ...models.topologies import Step
from .frame import judged

#: Revisions that are gone through; between others that lie further apart nothing is called renamed.
_STEPS = 500
_NOTHING = Names({}, {})
#: Steps that bring back the text of the revision they name.
_BACK = frozenset({Step.UNDO, Step.REDO, Step.RESTORE})


def names_between(topology: Topology, numbers: tuple[int, int], sides: tuple[Judgement, Judgement]) -> Names:
    """What things of the first revision are called in the second, where that is another name and both texts agree."""
    one, two = (side.diagram() for side in sides)
    if one is None or two is None:
        return _NOTHING
    forth = numbers[0] < numbers[1]
    names = _walked(topology, min(numbers), max(numbers), one if forth else two)
    roots = tuple(side.document.root if side.document else None for side in sides)
    return proved(names if forth else names.reversed(), one, two, (roots[0], roots[1]))


def _walked(topology: Topology, first: int, last: int, diagram: Diagram) -> Names:
    """The names at the last revision of everything in the diagram of the first, by what the operations say."""
    names = _states(topology, first, last, diagram).get(last, _NOTHING)
    back = topology.revisions.filter(number__gt=first, number__lte=last, step__in=_BACK, origin__lt=first)
    earliest = back.order_by("origin").values_list("origin", flat=True).first()
    before = judged(topology, topology.revision(earliest).text).diagram() if earliest else None
    if earliest is None or before is None:
        return names
    # What an undo brought back had its names before the first of the two: they are followed from there to either.
    states = _states(topology, earliest, last, before)
    known = states.get(first, _NOTHING).reversed().then(states.get(last, _NOTHING))
    return Names({**known.nodes, **names.nodes}, {**known.containers, **names.containers}, known.sure and names.sure)


def _states(topology: Topology, first: int, last: int, diagram: Diagram) -> dict[int, Names]:
    """What the things of a revision's diagram are called in each one after it; nothing of too long a way."""
    states = {first: Names.of(diagram)}
    if last - first > _STEPS:
        return states
    found = topology.revisions.filter(number__gt=first, number__lte=last).order_by("number")
    for number, step, origin, operations in found.values_list("number", "step", "origin", "ops"):
        before = states[number - 1]
        if step in _BACK:
            states[number] = states.get(origin, _NOTHING)
        else:
            states[number] = followed(before, operations) if step == Step.OPS else before.unsure()
    return states
