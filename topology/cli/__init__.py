"""The command line's subcommands, a module each with `add_arguments(parser)` and `run(options) -> exit code`.

Exit codes: 0 fine; 1 the document is invalid or nothing could be produced; 2 the call or the file is wrong.
What a person or a program asked for goes to standard output as UTF-8 bytes; everything else to standard error.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from importlib import import_module
from types import ModuleType
from typing import Any

from .streams import Unusable, complain

SUBCOMMANDS = {
    "check": "Judge files and folders; say what is wrong, where, and what to do.",
    "show": "Print the model as understood.",
    "edit": "Apply operations to a file, every other byte kept.",
    "diff": "Compare two files as pictures: what was added, removed, changed, broken and mended.",
    "convert": "Write a file in another form: yaml, json, dot, mermaid, svg or png.",
    "import": "Store files as topologies of a team.",
    "export": "Write a team's topologies to a folder.",
}
MODULES = {"import": "importing", "export": "exporting"}
#: What works on files alone; started without Django, these end in half the time.
FILES_ONLY = frozenset({"check", "show", "edit", "diff", "convert"})


def on_files(arguments: list[str]) -> int | None:
    """Run a command line that works on files alone, and give its exit code; None where it needs all of Django."""
    if not FILES_ONLY.intersection(arguments[:1]):
        return None
    name = arguments[0]
    parser = ArgumentParser(prog=f"manage.py topology {name}", description=SUBCOMMANDS[name])
    load(name).add_arguments(parser)
    return run(name, vars(parser.parse_args(arguments[1:])))


def load(name: str) -> ModuleType:
    """The module of one subcommand."""
    return import_module(f"{__name__}.{MODULES.get(name, name)}")


def run(name: str, options: dict[str, Any]) -> int:
    """Run one subcommand; what it cannot use is said on standard error and ends in exit code 2."""
    try:
        return int(load(name).run(options))
    except Unusable as error:
        complain(f"error: {error.message}", error.help)
        return 2
    except BrokenPipeError:
        # The reader went away (`| head`); keep the interpreter from complaining again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
