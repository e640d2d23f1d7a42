"""Who a seat is: its session name and the `rig whoami` projection.

Source: edge types reference, "Identity projection"; OpenRig `whoami-service.ts` and `session-name.ts`.
"""

from __future__ import annotations

import re
from typing import Any

from .javascript import fields_of
from .spec import Member, Spec

_NUMBERED = re.compile(r"r[0-9]{2}(?:-.*)?", re.DOTALL)


def session_name(spec: Spec, member: Member) -> str:
    """The canonical session name: `pod-member@rig`; in a legacy rig `r00-NAME-ID` with the id's dots as `_`."""
    if spec.legacy:
        base = f"{spec.name}-{member.name.replace('.', '_')}"
        return base if _NUMBERED.fullmatch(spec.name) else f"r00-{base}"
    pod = spec.pod_of(member)
    return f"{pod.name if pod else ''}-{member.name}@{spec.name}"


def whoami(spec: Spec, identity: str) -> dict[str, Any]:
    """Identity and edges of one seat, as `rig whoami --json` projects them; raises KeyError for no such seat.

    Only stored edges between seats of this rig; a self-edge shows under outgoing only; deferred targets do not show.
    """
    member = spec.members[identity]
    outgoing: list[dict[str, Any]] = []
    incoming: list[dict[str, Any]] = []
    for link in spec.links:
        if not link.sound or link.deferred:
            continue
        if link.source == identity:
            outgoing.append({"kind": link.kind, "to": _peer(spec, link.target)})
        elif link.target == identity:
            incoming.append({"kind": link.kind, "from": _peer(spec, link.source)})
    runtime = fields_of(member.value).get("runtime")
    pod = spec.pod_of(member)
    return {
        "rig": spec.name,
        "pod": pod.name if pod else None,
        "member": member.name,
        "runtime": runtime if isinstance(runtime, str) else None,
        **_peer(spec, identity),
        "edges": {"outgoing": outgoing, "incoming": incoming},
        "peers": [_peer(spec, other) for other in spec.members if other != identity],
    }


def _peer(spec: Spec, identity: str) -> dict[str, str]:
    return {"logicalId": identity, "sessionName": session_name(spec, spec.members[identity])}
