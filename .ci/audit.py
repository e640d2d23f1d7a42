"""Asks whether a package that is installed here has a known vulnerability: `python .ci/audit.py`.

pip-audit asks the advisory database for each version. Where that does not answer, as behind a mirror, the package index
is asked: for its page of the version, else for that of the project, which names the vulnerabilities of its newest
release and so decides for a package that is installed in that release. For any other it only tells whether a newer
release of the same series is out.

Exits 0 where no vulnerability is known, 1 where one is (each is named with the version that mends it). A package that
was not audited is named; with ESPALIER_REQUIRE_AUDIT=1 the exit code is then 3.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from importlib.metadata import distributions
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ASK = ("-m", "pip_audit", "--local", "--skip-editable", "--format", "json", "--progress-spinner", "off")
INDEX = "https://pypi.org/pypi/{}/json"
PATIENCE = 10

Page = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one installed package: its faults, or, where nobody could tell, why."""

    name: str
    version: str
    faults: list[str] = field(default_factory=list)
    unsure: str = ""


def by_version(package: dict[str, Any]) -> Answer:
    """pip-audit's answer for a package."""
    faults = [_told(fault["id"], fault.get("fix_versions")) for fault in package["vulns"]]
    return Answer(package["name"], package["version"], faults)


def by_page(name: str, version: str, page: Page | None) -> Answer:
    """The answer of the index's page of a version or a project (None: there is none) for what is installed."""
    try:
        return _answer(name, version, page) if page else Answer(name, version, unsure="its page does not answer")
    except (KeyError, TypeError, ValueError):
        return Answer(name, version, unsure="its page is not what was expected")


def _answer(name: str, version: str, page: Page) -> Answer:
    newest = page["info"]["version"]
    if Version(version) == Version(newest):
        known = [fault for fault in page["vulnerabilities"] if not fault.get("withdrawn")]
        return Answer(name, version, [_told(fault["id"], fault.get("fixed_in")) for fault in known])
    later = _newest_of_series(Version(version), page["releases"])
    if later == Version(version):
        return Answer(name, version, unsure=f"newest of its series, {newest} is the newest of all")
    return Answer(name, version, unsure=f"{later} of the same series is out")


def _newest_of_series(version: Version, releases: dict[str, list[dict[str, Any]]]) -> Version:
    found = [version]
    for name, files in releases.items():
        with suppress(InvalidVersion):
            each = Version(name)
            yanked = all(file.get("yanked") for file in files)
            if each.release[:2] == version.release[:2] and not each.is_prerelease and not yanked:
                found.append(each)
    return max(found)


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
    return lines, 1 if faulty else 3 if unsure and required else 0


def reported() -> list[dict[str, Any]]:
    """The packages of pip-audit's report that it could audit; none where it could not make one."""
    command = [sys.executable, *ASK, "--timeout", str(PATIENCE)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return [package for package in json.loads(ended.stdout)["dependencies"] if "vulns" in package]
    except (KeyError, TypeError, ValueError):
        print(*ended.stderr.strip().splitlines()[-1:], sep="\n")
        return []


def page_of(name: str, version: str) -> Page | None:
    """The index's page of a version, else that of its project, or None."""
    for path in (f"{name}/{version}", name):
        try:
            with urllib.request.urlopen(INDEX.format(path), timeout=PATIENCE) as answer:  # noqa: S310 (always https)
                page: Page = json.load(answer)
                return page
        except (OSError, ValueError, HTTPException):
            continue
    return None


def asked() -> list[Answer]:
    """An answer for every package of this environment."""
    told = [by_version(package) for package in reported()]
    names = {canonicalize_name(answer.name) for answer in told}
    rest = {d.name: d.version for d in distributions() if canonicalize_name(d.name) not in names}
    with ThreadPoolExecutor(16) as pool:
        pages = pool.map(page_of, rest, rest.values())
    found = [by_page(name, version, page) for (name, version), page in zip(rest.items(), pages, strict=True)]
    return sorted([*told, *found], key=lambda answer: answer.name.lower())


if __name__ == "__main__":
    lines, code = verdict(asked(), bool(os.environ.get("ESPALIER_REQUIRE_AUDIT")))
    print(*lines, sep="\n")
    sys.exit(code)
