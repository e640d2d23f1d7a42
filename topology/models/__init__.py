"""What is stored: teams, topologies with their append-only revisions, index rows, shares, tokens, the audit log."""

from .fields import escaped
from .records import AuditEntry, PictureCache, RateWindow
from .sharing import ApiToken, Share
from .teams import Invitation, Membership, Role, SignInLink, Team, UserSession
from .topologies import ContainerRow, EdgeRow, Frozen, NodeRow, Revision, Step, Topology

__all__ = [
    "ApiToken",
    "AuditEntry",
    "ContainerRow",
    "EdgeRow",
    "Frozen",
    "Invitation",
    "Membership",
    "NodeRow",
    "PictureCache",
    "RateWindow",
    "Revision",
    "Role",
    "Share",
    "SignInLink",
    "Step",
    "Team",
    "Topology",
    "UserSession",
    "escaped",
]
