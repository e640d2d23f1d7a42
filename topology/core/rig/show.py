"""The JSON of `show --format json` for a rig: names that other programs rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .escalation import Route
    from .model import RigModel


def show(model: RigModel) -> dict[str, Any]:
    """The model as understood, JSON-ready."""
    picture, launch = model.diagram(), model.launch
    return {
        "kind": model.kind,
        "name": model.name,
        "valid": model.report.valid,
        "openrig": model.openrig,
        "containers": [{"id": c.id, "label": c.label} for c in picture.containers],
        "nodes": [
            {
                "id": node.id,
                "container": node.container,
                "label": node.label,
                "runtime": node.detail,
                "session": node.session,
                "wave": node.wave,
            }
            for node in picture.nodes
        ],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind,
                "scope": edge.scope,
                "status": edge.status,
                "code": edge.code,
                "effects": list(edge.effects),
            }
            for edge in picture.edges
        ],
        "deferred": [{"source": o.source, "kind": o.kind, "target": o.target} for o in picture.off_canvas],
        "launch": {
            "order": None if launch.order is None else list(launch.order),
            "waves": None if launch.waves is None else [list(wave) for wave in launch.waves],
            "cycle": None if launch.cycle is None else list(launch.cycle),
            "cuts": [
                {"source": link.source, "target": link.target, "kind": link.kind}
                for loop in launch.loops
                for link in loop.cuts
            ],
            "restore": list(model.restore_order),
        },
        "escalation": {seat: _route(route) for seat, route in model.escalation.items()},
    }


def _route(route: Route) -> dict[str, Any]:
    return {
        "orchestrators": list(route.orchestrators),
        "fallback": route.fallback,
        "declared": list(route.declared),
        "why": route.why,
    }
