"""What is fuzzed: each target takes any bytes, and raises only where the product is at fault.

The web targets need a database with a team, a person and two topologies in it; `Site` makes them.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from random import Random
from typing import Any

from topology.core.document import DocumentError, apply_splices, parse, read
from topology.core.kinds import (
    OPENRIG_VERSIONS,
    Judgement,
    Options,
    Refused,
    apply_operations,
    compare_judgements,
    judge,
    rebase_operations,
)
from topology.core.line_ends import keep_line_ends
from topology.core.merge import merge
from topology.core.outcome import Checked, Outcome
from topology.forms.operations import ARGUMENTS, LISTS

from .mutation import ROOT, mutate

SAMPLES = ROOT / "topology" / "samples"
Target = Callable[[bytes], None]
OPTIONS = tuple(Options(openrig=version) for version in OPENRIG_VERSIONS)
WORDS = [
    "a", "b", "dev", "orch.lead", "dev.impl", "x-y@z", "START", "END", "delegates_to", "escalates_to", "synthesize", "",
    " ", "\ud800", "\x00", "a: b", "- x", "# c", "'", '"', "null", "1", "true", "\n", "é", "x" * 300, "pods[0].id",
    "nodes[0].name", "pods[0]", "edges", "name", "summary", "..", "[", "{", "*a", "&a", "|", "\u2028", "\t", "\ufeff",
]  # fmt: skip


def _text(data: bytes) -> str | None:
    try:
        return read(data, strict=False)
    except DocumentError:
        return None


def document(data: bytes) -> None:
    """Reading: a document with every position inside the text, or faults with theirs."""
    text = _text(data)
    if text is None:
        return
    try:
        found = parse(text)
    except DocumentError as error:
        assert error.diagnostics
        for diagnostic in error.diagnostics:
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
            json.dumps(diagnostic.to_dict())
        return
    assert 0 <= found.offsets(())[0] <= found.offsets(())[1] <= len(text)


def judged(text: str, turn: int = 0) -> Judgement:
    """The verdict, everything it says put into the forms that leave the program."""
    judgement = judge(text, OPTIONS[turn % len(OPTIONS)])
    json.dumps(Outcome([Checked("-", judgement)]).to_dict())
    if judgement.model is not None:
        json.dumps(judgement.model.show())
    return judgement


def judging(data: bytes) -> None:
    """The verdict on any text, by both OpenRig releases; its picture compared with itself."""
    text = _text(data)
    if text is None:
        return
    judgement = judged(text, len(data))
    diagram = judgement.diagram()
    if diagram is None:
        return
    assert compare_judgements(judgement, judgement).empty
    for edge in diagram.edges[:3]:
        judgement.model.edge_verdict(edge.source, edge.target, edge.kind)
    for node in diagram.nodes[:2]:
        judgement.model.edge_verdict(
            node.id, diagram.nodes[-1].id, None if judgement.kind == "graph" else "can_observe"
        )


def operation(random: Random, judgement: Judgement) -> dict[str, Any]:
    """Some operation, mostly about things that the document has."""
    diagram = judgement.diagram()
    known = [thing.id for thing in (*diagram.nodes, *diagram.containers)] if diagram else []
    known += [end for edge in (diagram.edges if diagram else ()) for end in (edge.source, edge.target, edge.kind)][:40]

    def word() -> str:
        return random.choice(known) if known and random.random() < 0.7 else random.choice(WORDS)

    if random.random() < 0.25:
        path = random.choice(("pods[0].", "pods[0].members[0].", "nodes[0].", "edges[0].", "", "chains[0].")) + word()
        value = random.choice((word(), None, True, 1.5, [word()], {word(): word()}, [], {}, "multi\nline\n"))
        return random.choice(({"op": "set_field", "path": path, "value": value}, {"op": "unset_field", "path": path}))
    name = random.choice(sorted(ARGUMENTS))
    made: dict[str, Any] = {"op": name}
    for key in ARGUMENTS[name]:
        if random.random() < 0.9:
            made[key] = [word() for _ in range(random.randrange(4))] if key in LISTS and key != "path" else word()
    if name == "add_chain":
        made["path"] = [word() for _ in range(random.randrange(4))]
    return made


def editing(data: bytes) -> None:
    """Operations on any text: refused, or a text that reads as intended, whose undo gives every character back."""
    random, text = Random(data[:8]), _text(data[8:])
    if text is None:
        return
    judgement = judge(text)
    if not judgement.readable:
        return
    for _ in range(3):
        operations = [operation(random, judgement) for _ in range(random.choice((1, 1, 2)))]
        try:
            edited = apply_operations(text, operations)
        except Refused as refusal:
            assert refusal.message
            continue
        back = edited.text
        for splices in edited.undo:
            back = apply_splices(back, splices)
        assert back == text
        if random.random() < 0.2:
            judged(edited.text)
            _rebased(text, edited.text, operation(random, judgement))


def _rebased(base: str, head: str, made: dict[str, Any]) -> None:
    try:
        rebased = rebase_operations(base, head, [made])
    except Refused:
        return
    assert (rebased.edited is None) is not (rebased.conflict is None)


def merging(data: bytes) -> None:
    """Three texts of one origin: a merge never invents a line, and the same change on both sides is no clash."""
    random = Random(data[:8])
    base = data[8:].decode("utf-8", "replace")
    theirs, yours = (mutate(base.encode(), random, []).decode("utf-8", "replace") for _ in range(2))
    merged = merge(base, theirs, yours)
    if merged.text is not None:
        assert set(merged.text.splitlines()) <= {*base.splitlines(), *theirs.splitlines(), *yours.splitlines()}
    assert merge(base, theirs, theirs).text == theirs
    assert merge(base, base, yours).text == yours
    assert keep_line_ends(base, base.replace("\r\n", "\n")).replace("\r\n", "\n") == base.replace("\r\n", "\n")


def drawing(data: bytes) -> None:
    """Any diagram as markup without the engine: well-formed, and nothing in it that acts."""
    from topology.drawing import draw, export, render, thumbnail

    text = _text(data)
    diagram = judge(text).diagram() if text is not None else None
    if diagram is None or len(diagram.nodes) > 300:
        return
    for markup in (thumbnail(diagram), render(draw(diagram))):
        for element in ET.fromstring(markup).iter():
            assert element.tag.rpartition("}")[2] not in ("script", "foreignObject", "a", "image", "use", "style")
            assert not any(name.startswith("on") or name.endswith("href") for name in element.attrib)
    export.to_mermaid(diagram)
    export.to_dot(diagram)


CORE: dict[str, Target] = {
    "document": document, "judging": judging, "editing": editing, "merging": merging, "drawing": drawing,
}  # fmt: skip


class Site:
    """A team with a rig and a graph behind a test client each for a person and for a program."""

    def __init__(self) -> None:
        from django.contrib.auth import get_user_model
        from django.test import Client

        from topology.models import Membership, Team
        from topology.services import Actor, import_topology
        from topology.services.tokens import make_token

        team = Team.objects.create(slug="fuzz", name="Fuzz")
        person = get_user_model().objects.create_user("fuzz")
        Membership.objects.create(team=team, user=person, role="editor")
        self.team, self.actor = team, Actor(person)
        self.rig = import_topology(self.actor, team, (SAMPLES / "harbor.yaml").read_bytes(), draft=True)
        self.graph = import_topology(self.actor, team, (SAMPLES / "custom.yaml").read_bytes(), draft=True)
        self.person = Client(raise_request_exception=True)
        self.person.force_login(person, backend="topology.sessions.Backend")
        _, secret = make_token(self.actor, team, "fuzz", "write")
        self.program = Client(headers={"Authorization": f"Bearer {secret}"}, raise_request_exception=True)

    def targets(self) -> dict[str, Target]:
        """The web targets of this site."""
        return {"api": self.api, "forms": self.forms, "pages": self.pages}

    def api(self, data: bytes) -> None:
        """Any body at the API: an answer below 500, JSON throughout."""
        random, body = Random(data[:8]), data[8:]
        base = f"/api/v1/teams/fuzz/topologies/{random.choice((self.rig, self.graph)).slug}"
        way = random.randrange(6)
        if way <= 2:
            answer = self.program.post(
                f"/api/v1/check?openrig={random.choice(OPENRIG_VERSIONS)}", body, "application/yaml"
            )
        elif way == 3:
            made = [operation(random, judge(_text(body) or ""))]
            sent = json.dumps({"base": 1, "ops": made, "dry_run": True})
            answer = self.program.post(f"{base}/ops", sent, "application/json")
        elif way == 4:
            answer = self.program.post(f"{base}/ops", body, "application/json")
        else:
            query = {"from": random.choice(SENT), "to": random.choice(SENT), "limit": random.choice(SENT)}
            answer = self.program.get(base + random.choice(("/diff", "/revisions", "", "/export.yaml")), query)
        assert answer.status_code < 500, answer.status_code
        if "json" in answer.get("Content-Type", ""):
            json.loads(answer.content)

    def forms(self, data: bytes) -> None:
        """Any fields at the pages' forms: an answer below 500."""
        random, text = Random(data[:8]), data[8:].decode("utf-8", "replace")
        topology = random.choice((self.rig, self.graph))
        base = f"/t/fuzz/topologies/{topology.slug}/"
        htmx = {"HX-Request": "true"} if random.random() < 0.7 else {}
        way = random.randrange(5)
        if way == 0:
            answer = self.person.post(base + "source/check/", {"text": text}, headers=htmx)
        elif way == 1:
            fields = {"op": random.choice([*ARGUMENTS, "fields"]), "base": "1", "dry_run": "1", "confirm": "1"}
            fields |= {key: random.choice(SENT) for key in random.sample(_FIELDS, 8)}
            answer = self.person.post(base + "ops/", fields, headers=htmx)
        elif way == 2:
            fields = {key: random.choice([*SENT, text[:200]]) for key in random.sample(_FIELDS, 8)}
            answer = self.person.post(base + "fields/", fields, headers=htmx)
        elif way == 3:
            query = {key: random.choice([*SENT, text[:200]]) for key in ("source", "target", "kind", "node", "edge")}
            page = random.choice(("edge-verdict/", "inspect/", "outline/", "checks/"))
            answer = self.person.get(base + page, query, headers=htmx)
        else:
            query = {"q": text[:300], "kind": random.choice(SENT), "verdict": random.choice(SENT)}
            answer = self.person.get("/t/fuzz/", query, headers=htmx)
        assert answer.status_code < 500, answer.status_code

    def pages(self, data: bytes) -> None:
        """Any document that can be stored: its pages and exports answer, whatever it holds."""
        random, body = Random(data[:8]), data[8:]
        from topology.models import Topology
        from topology.services import Rejected, import_topology

        try:
            stored = import_topology(self.actor, self.team, body, draft=True)
        except Rejected:
            return
        page, api = f"/t/fuzz/topologies/{stored.slug}/", f"/api/v1/teams/fuzz/topologies/{stored.slug}"
        for tab in random.sample(_TABS, 3):
            answer = self.person.get(page + tab)
            assert answer.status_code < 500, (tab, answer.status_code)
        form = random.choice(("json", "dot", "mermaid", "svg"))
        answer = self.program.get(f"{api}/export.{form}")
        assert answer.status_code < 500, (form, answer.status_code)
        for answer in (self.program.get(api + "?diagnostics=1"), self.person.get("/t/fuzz/")):
            assert answer.status_code < 500, answer.status_code
        Topology.objects.filter(pk=stored.pk).delete()


_TABS = ["", "outline/", "source/", "checks/", "launch/", "lattice/", "channels/", "history/", "inspect/", "diff/"]
#: The test client cannot send lone surrogates; a browser cannot either.
SENT = [word.encode("utf-8", "replace").decode() for word in WORDS]
_FIELDS = sorted(
    {key for keys in ARGUMENTS.values() for key in keys} | {"node", "edge", "container", "slot", "tab", "base", "f.id"}
)
