"""Asks whether a package that is installed here has a known vulnerability: `python .ci/audit.py`.

Exits 0 where none is known, 1 where one is (each is named with the version that mends it). Where the advisory database
does not answer it says NOT AUDITED and exits 0, or 3 with ESPALIER_REQUIRE_AUDIT=1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

ASK = (
    "-m",
    "pip_audit",
    "--local",
    "--skip-editable",
    "--format",
    "json",
    "--progress-spinner",
    "off",
    "--timeout",
    "10",
)


def verdict(report: dict[str, Any] | None, required: bool) -> tuple[list[str], int]:
    """What to print of pip-audit's report (None: there is none), and the exit code."""
    packages = report["dependencies"] if report else []
    audited = [each for each in packages if "vulns" in each]
    if not audited:
        return ["NOT AUDITED: the advisory database does not answer"], 3 if required else 0
    unknown = sorted(each["name"] for each in packages if "vulns" not in each)
    known = [_told(each, fault) for each in audited for fault in each["vulns"]]
    lines = [f"{len(audited)} packages audited, {len(known)} known vulnerabilities", *known]
    if unknown:
        lines.append(f"NOT AUDITED, unknown to the advisory database: {', '.join(unknown)}")
    return lines, 1 if known else 3 if unknown and required else 0


def _told(package: dict[str, Any], fault: dict[str, Any]) -> str:
    mended = ", ".join(fault.get("fix_versions") or ["no version yet"])
    return f"{package['name']} {package['version']}: {fault['id']}, mended in {mended}"


def asked() -> dict[str, Any] | None:
    """pip-audit's report of this environment, or None where it could not make one."""
    ended = subprocess.run([sys.executable, *ASK], capture_output=True, text=True, check=False)
    try:
        report: dict[str, Any] = json.loads(ended.stdout)
    except ValueError:
        print(*ended.stderr.strip().splitlines()[-1:], sep="\n")
        return None
    return report


if __name__ == "__main__":
    lines, code = verdict(asked(), bool(os.environ.get("ESPALIER_REQUIRE_AUDIT")))
    print(*lines, sep="\n")
    sys.exit(code)
