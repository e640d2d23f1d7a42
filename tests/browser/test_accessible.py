"""axe finds nothing serious or critical on any page, in either theme, wide and narrow."""

from __future__ import annotations

from typing import Any

import pytest
from people import BROKEN_GRAPH, BROKEN_RIG, stored

PATHS = (
    "/t/crew/",
    "/t/crew/import/",
    "/t/crew/topologies/broken-rig/",
    "/t/crew/topologies/broken-rig/?node=orch.lead&connect=1",
    "/t/crew/topologies/broken-rig/?node=dev.impl&open=1",
    "/t/crew/topologies/broken-rig/?edge=delegates_to:orch.lead>dev.nobody",
    "/t/crew/topologies/broken-rig/?container=dev",
    "/t/crew/topologies/broken-rig/outline/",
    "/t/crew/topologies/broken-rig/source/",
    "/t/crew/topologies/broken-rig/checks/",
    "/t/crew/topologies/broken-rig/launch/",
    "/t/crew/topologies/broken-rig/history/?patch=2",
    "/t/crew/topologies/broken-graph/",
    "/t/crew/topologies/broken-graph/?edge=edge:answer>decide",
    "/t/crew/topologies/broken-graph/outline/?chain=0",
    "/t/crew/topologies/broken-graph/lattice/",
    "/t/crew/topologies/broken-graph/channels/",
    "/rules/",
    "/rules/G204/",
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Any, owner: Any, actor: Any, team: Any, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    stored(actor, team, BROKEN_RIG)
    stored(actor, team, BROKEN_GRAPH)
    page = open_page(owner, "/rules/", color_scheme=theme, bypass_csp=True)
    found = []
    for path in PATHS:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for fault in Axe().run(page).response["violations"]:
            if fault["impact"] in ("serious", "critical"):
                found += [(path, fault["id"], node["html"][:160]) for node in fault["nodes"][:3]]
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("path", PATHS)
def test_no_page_is_wider_than_a_small_phone(open_page: Any, owner: Any, actor: Any, team: Any, path: str) -> None:
    stored(actor, team, BROKEN_RIG)
    stored(actor, team, BROKEN_GRAPH)
    page = open_page(owner, path, viewport={"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_controls_are_large_enough_to_hit(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/crew-rig/?node=orch.lead&connect=1")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, .btn, summary, .tabs a, .seg label, .legend label, select')]
             .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
             .filter(([, box]) => box.width > 0 && (box.height < 23.5 || box.width < 23.5))
             .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
    )
    assert small == []
