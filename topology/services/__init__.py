"""Every write, and the reads that are more than a query: one module per use case, called by page, API and CLI."""

from .actor import Actor
from .errors import Conflict, Rejected
from .history import redo, restore, steps_back, undo
from .imports import import_topology, rename
from .lifecycle import delete, purge, remember_layout, set_openrig, sweep, undelete
from .operations import Applied, apply_ops
from .patch import unified
from .publishing import publish, unpublish
from .reading import decode, judge_for, options_for, read_registry, registry_of
from .registry import set_registry
from .source import Saved, save_source

__all__ = [
    "Actor",
    "Applied",
    "Conflict",
    "Rejected",
    "Saved",
    "apply_ops",
    "decode",
    "delete",
    "import_topology",
    "judge_for",
    "options_for",
    "publish",
    "purge",
    "read_registry",
    "redo",
    "registry_of",
    "remember_layout",
    "rename",
    "restore",
    "save_source",
    "set_openrig",
    "set_registry",
    "steps_back",
    "sweep",
    "undelete",
    "undo",
    "unified",
    "unpublish",
]
