"""Rigs: OpenRig's RigSpec, judged as OpenRig judges it, said better."""

from .edits import EDITS, REBASE
from .escalation import (
    Directory,
    Resolution,
    RigFacts,
    Route,
    Seat,
    directory,
    facts_of,
    resolve,
    resolve_address,
    routes_of,
)
from .fields import FIELDS
from .identity import session_name, whoami
from .launch import Launch, Loop, Wait, launch_of
from .model import RigModel, judge, kind_of
from .rules import RULES
from .spec import Link, Member, Pod, Spec, is_address, understand
from .verdicts import plan_command
from .versions import DEFAULT_OPENRIG, OPENRIG_VERSIONS, RELEASES
from .vocabulary import (
    EDGE_KINDS,
    EDGES_DO_NOT,
    QUESTIONS,
    SAFEST_KIND,
    SAFEST_REASON,
    EdgeKind,
    choose_kind,
    effects_in_words,
)

__all__ = [
    "DEFAULT_OPENRIG",
    "EDGES_DO_NOT",
    "EDGE_KINDS",
    "EDITS",
    "FIELDS",
    "OPENRIG_VERSIONS",
    "QUESTIONS",
    "REBASE",
    "RELEASES",
    "RULES",
    "SAFEST_KIND",
    "SAFEST_REASON",
    "Directory",
    "EdgeKind",
    "Launch",
    "Link",
    "Loop",
    "Member",
    "Pod",
    "Resolution",
    "RigFacts",
    "RigModel",
    "Route",
    "Seat",
    "Spec",
    "Wait",
    "choose_kind",
    "directory",
    "effects_in_words",
    "facts_of",
    "is_address",
    "judge",
    "kind_of",
    "launch_of",
    "plan_command",
    "resolve",
    "resolve_address",
    "routes_of",
    "session_name",
    "understand",
    "whoami",
]
