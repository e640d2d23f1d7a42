"""The registry of node names: the documented one, and a team's own from YAML or JSON."""

from .load import load_registry
from .model import KIND, Entry, Registry, documented_registry, quoted
from .names import CAPACITIES, DOCUMENTED, GATES, RETIRED
from .rules import REGISTRY_FIELDS, REGISTRY_RULES

__all__ = [
    "CAPACITIES",
    "DOCUMENTED",
    "GATES",
    "KIND",
    "REGISTRY_FIELDS",
    "REGISTRY_RULES",
    "RETIRED",
    "Entry",
    "Registry",
    "documented_registry",
    "load_registry",
    "quoted",
]
