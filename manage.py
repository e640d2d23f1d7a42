#!/usr/bin/env python
"""Espalier's command line: `python manage.py topology check rig.yaml`."""

import os
import sys


def main() -> None:
    """Run a management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    if sys.argv[1:2] == ["topology"]:
        from topology.cli import on_files

        code = on_files(sys.argv[2:])
        if code is not None:
            sys.exit(code)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
