"""Asks whether a package that is installed here has a known vulnerability: `python .ci/audit.py`.

pip-audit asks the advisory database for each version. Where that does not answer, as behind a mirror, the package index
is asked for each project's page, which names the vulnerabilities of its newest release: they decide for a package that
is installed in that release. For one that is not (a series with long support), the page still tells whether a newer
release of the same series is out, and mended releases of all series come on one day.

Exits 0 where no vulnerability is known, 1 where one is (each is named with the version that mends it). A package that
was not audited is named; with ESPALIER_REQUIRE_AUDIT=1 the exit code is then 3, unless it is the newest of its series.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import distributions
from typing import Any

ASK = ("-m", "pip_audit", "--local", "--skip-editable", "--format", "json", "--progress-spinner", "off")
PAGE = "https://pypi.org/pypi/{}/json"
PATIENCE = 10

Page = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one installed package: its faults, or, where nobody could tell, why (`open` says how bad)."""

    name: str
    version: str
    faults: list[str] = field(default_factory=list)
    unsure: str = ""
    open: bool = False


def by_version(package: dict[str, Any]) -> Answer:
    """pip-audit's answer for a package."""
    faults = [_told(fault["id"], fault.get("fix_versions")) for fault in package["vulns"]]
    return Answer(package["name"], package["version"], faults)


def by_page(name: str, version: str, page: Page | None) -> Answer:
    """The answer of a project's page (None: there is none) for the version that is installed."""
    if page is None:
        return Answer(name, version, unsure="its page does not answer", open=True)
    newest = page["info"]["version"]
    if version == newest:
        known = [fault for fault in page["vulnerabilities"] if not fault.get("withdrawn")]
        return Answer(name, version, [_told(fault["id"], fault.get("fixed_in")) for fault in known])
    later = _newest_of_series(version, page["releases"])
    if later == version:
        return Answer(name, version, unsure=f"newest of its series, {newest} is the newest of all")
    return Answer(name, version, unsure=f"{later} of the same series is out", open=True)


def _newest_of_series(version: str, releases: dict[str, list[dict[str, Any]]]) -> str:
    from packaging.version import Version

    series = Version(version).release[:2]
    kept = [Version(v) for v, files in releases.items() if not all(f.get("yanked") for f in files)]
    same = [v for v in kept if v.release[:2] == series and not v.is_prerelease]
    return str(max([*same, Version(version)]))


def _told(fault: str, mended: list[str] | None) -> str:
    return f"{fault}, mended in {', '.join(mended or ['no version yet'])}"


def verdict(answers: Iterable[Answer], required: bool) -> tuple[list[str], int]:
    """What to print, and the exit code."""
    answers = list(answers)
    faulty = [answer for answer in answers if answer.faults]
    unsure = [answer for answer in answers if answer.unsure]
    known = sum(len(answer.faults) for answer in faulty)
    lines = [f"{len(answers) - len(unsure)} packages audited, {known} known vulnerabilities"]
    lines += [f"{each.name} {each.version}: {fault}" for each in faulty for fault in each.faults]
    lines += [f"NOT AUDITED: {each.name} {each.version}: {each.unsure}" for each in unsure]
    failed = required and any(each.open for each in unsure)
    return lines, 1 if faulty else 3 if failed else 0


def reported() -> list[dict[str, Any]]:
    """The packages of pip-audit's report; none where it could not make one."""
    command = [sys.executable, *ASK, "--timeout", str(PATIENCE)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return list(json.loads(ended.stdout)["dependencies"])
    except ValueError:
        print(*ended.stderr.strip().splitlines()[-1:], sep="\n")
        return []


def page_of(name: str) -> Page | None:
    """A project's page in the index, or None."""
    try:
        with urllib.request.urlopen(PAGE.format(name), timeout=PATIENCE) as answer:  # noqa: S310 (always https)
            page: Page = json.load(answer)
            return page
    except (OSError, ValueError):
        return None


def asked() -> list[Answer]:
    """An answer for every package of this environment."""
    told = [by_version(package) for package in reported() if "vulns" in package]
    names = {answer.name.lower() for answer in told}
    rest = {d.name: d.version for d in distributions() if d.name.lower() not in names}
    with ThreadPoolExecutor(16) as pool:
        pages = pool.map(page_of, rest)
    found = [by_page(name, version, page) for (name, version), page in zip(rest.items(), pages, strict=True)]
    return sorted([*told, *found], key=lambda answer: answer.name.lower())


if __name__ == "__main__":
    lines, code = verdict(asked(), bool(os.environ.get("ESPALIER_REQUIRE_AUDIT")))
    print(*lines, sep="\n")
    sys.exit(code)
