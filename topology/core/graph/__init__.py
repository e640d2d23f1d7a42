"""Agent graphs on the four-stage lattice: load, compile, check, draw, what-if."""

from .checklist import CheckItem, new_node_checklist
from .compile import Compiled, CompiledEdge, Counts, Status, compile_graph
from .edits import EDITS, REBASE
from .fields import FIELDS
from .lattice import ADDING_STEPS, LATTICE, REMOVING_STEPS, Lattice, Row, WayRound
from .load import claims, load
from .model import GraphModel, judge
from .registry import REGISTRY_FIELDS, RETIRED, Entry, Registry, documented_registry, load_registry
from .rules import RULES
from .spec import GraphSpec
from .vocabulary import BUILDERS, END, SEAMS, STAGE_SUMMARIES, STAGES, START
from .whatif import LatticeChange, config_change, lattice_change

__all__ = [
    "ADDING_STEPS",
    "BUILDERS",
    "EDITS",
    "END",
    "FIELDS",
    "LATTICE",
    "REBASE",
    "REGISTRY_FIELDS",
    "REMOVING_STEPS",
    "RETIRED",
    "RULES",
    "SEAMS",
    "STAGES",
    "STAGE_SUMMARIES",
    "START",
    "CheckItem",
    "Compiled",
    "CompiledEdge",
    "Counts",
    "Entry",
    "GraphModel",
    "GraphSpec",
    "Lattice",
    "LatticeChange",
    "Registry",
    "Row",
    "Status",
    "WayRound",
    "claims",
    "compile_graph",
    "config_change",
    "documented_registry",
    "judge",
    "lattice_change",
    "load",
    "load_registry",
    "new_node_checklist",
]
