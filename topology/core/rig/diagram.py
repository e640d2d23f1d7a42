"""A rig as a picture without positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..diagram import Container, Diagram, Edge, Node, OffCanvas
from .identity import session_name
from .javascript import fields_of
from .spec import Link, Member, Pod
from .vocabulary import effects_of

if TYPE_CHECKING:
    from .model import RigModel


def diagram_of(model: RigModel) -> Diagram:
    """Containers, nodes, edges and what is off the canvas. Takes whatever was understood of an invalid document."""
    spec = model.spec
    deferred = [link for link in spec.links if link.deferred]
    badges: dict[str, int] = {}
    for link in deferred:
        badges[link.source] = badges.get(link.source, 0) + 1
    return Diagram(
        kind="rig-legacy" if spec.legacy else "rig",
        name=spec.name,
        containers=tuple(_container(pod) for pod in spec.pods),
        nodes=tuple(_node(model, member, badges.get(member.id, 0)) for member in spec.members.values()),
        edges=tuple(_edges(model)),
        off_canvas=tuple(OffCanvas(link.source, link.kind, link.target, link.path) for link in deferred),
    )


def _container(pod: Pod) -> Container:
    fields = fields_of(pod.value)
    return Container(pod.id, _text(fields.get("label")), ("pods", pod.index), _text(fields.get("summary")))


def _node(model: RigModel, member: Member, off_canvas: int) -> Node:
    fields, pod = fields_of(member.value), model.spec.pod_of(member)
    return Node(
        id=member.id,
        container=pod.id if pod else None,
        name=member.name,
        label=_text(fields.get("label")),
        detail=_text(fields.get("runtime")),
        path=member.path,
        wave=model.launch.wave_of.get(member.id),
        off_canvas=off_canvas,
        session=session_name(model.spec, member),
        status="invalid" if member.path in model.faulty_members else "ok",
    )


def _edges(model: RigModel) -> Iterator[Edge]:
    in_loop = {link.path for loop in model.launch.loops for link in loop.links}
    count: dict[str, int] = {}
    for link in model.spec.links:
        if link.deferred:
            continue
        name = f"{link.kind}:{link.source}>{link.target}"
        count[name] = count.get(name, 0) + 1
        identity = name if count[name] == 1 else f"{name}#{count[name]}"
        status, code, reason = _status(model, link, link.path in in_loop)
        yield Edge(
            id=identity,
            source=link.source,
            target=link.target,
            kind=link.kind,
            status=status,
            reason=reason,
            code=code,
            scope=link.scope,
            effects=effects_of(link.kind) if link.sound else (),
            paths=(link.path,),
        )


def _status(model: RigModel, link: Link, in_loop: bool) -> tuple[str, str | None, str | None]:
    fault = model.edge_faults.get((link.pod, link.index))
    if fault is not None:
        return "invalid", fault.code, fault.message
    if in_loop:
        return "cycle", "R301", "launch cycle"
    return "ok", None, None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
