"""`make bench`, or `python -m bench NAME ...`: the named measurements one after the other, else those that are short.

`fuzz`, `hostile` and `load` run for minutes and are started by themselves; each script's `--help` says what its
columns mean.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHORT = ("check", "edits", "layout", "serve", "editor")


def main() -> int:
    names = sys.argv[1:] or [name for name in SHORT if (HERE / f"{name}.py").is_file()]
    unknown = [name for name in names if not (HERE / f"{name}.py").is_file()]
    if unknown:
        known = sorted(
            path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_") and path.stem != "sites"
        )
        sys.exit(f"no measurement is called {', '.join(unknown)}; there are {', '.join(known)}")
    failed = 0
    for name in names:
        print(f"== {name}", flush=True)
        failed |= subprocess.run([sys.executable, str(HERE / f"{name}.py")], check=False).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
