"""Writes a value as YAML in a random but coherent style, with comments, blank lines and oddities everywhere."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import settings

from topology.core.document.edit_scalars import plain_ok, quoted

#: Documents are large: fewer of them in a quick run, as many as the profile says in a thorough one.
few = settings(max_examples=25 if settings.default.max_examples <= 100 else settings.default.max_examples)

WORDS = ("lead", "impl", "qa", "design", "r1", "r2", "a-b", "x_y", "on", "Zed", "ops", "kid")
NOTES = ("note", "--- part ---", "LATER", "- kind: can_observe", "edges: []", "'quoted' \"too\"", "# twice", "é ☃")


class Stylist:
    """One style: line ends, indents, dashes, quotes, flow or block; `lively` says how much noise there is."""

    def __init__(self, random: Random) -> None:
        self.r = random
        self.step = random.choice((2, 2, 2, 4))
        self.dash = random.choice((0, 2, 2, 4))
        self.gap = random.choice((2, 2, 2, 4))
        self.mark = random.choice(("", "", '"', "'"))
        self.flow = random.choice((0.0, 0.0, 0.1, 0.3, 1.0))
        self.noise = random.choice((0.0, 0.05, 0.2))
        self.pad = random.choice(("", "", " "))
        self.apart = random.random() < 0.3
        self.anchors = 0

    def chance(self, share: float) -> bool:
        return self.r.random() < share

    def document(self, value: dict[str, Any]) -> str:
        """The whole text, with a BOM, markers, CRLF or no final line break now and then."""
        if self.flow == 1.0:
            text = self.json(value) if self.chance(0.3) else self.inline(value)
            lines = text.split("\n")
        else:
            lines = self.mapping(value, 0)
        if self.chance(0.3):
            lines.insert(0, "# " + self.r.choice(NOTES))
        if self.chance(0.1):
            lines.insert(0, "---")
        if self.chance(0.2):
            lines += self.r.choice((["# the end"], ["", "# the end"], ["", ""], ["    # deep"], ["..."]))
        newline = "\r\n" if self.chance(0.2) else "\n"
        final = "" if self.chance(0.2) and lines[-1].strip() else newline
        return ("\ufeff" if self.chance(0.1) else "") + newline.join(lines) + final

    def json(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, indent=self.r.choice((2, 4)))

    # -- block -----------------------------------------------------------------------------------------------

    def mapping(self, value: dict[str, Any], column: int) -> list[str]:
        out: list[str] = []
        for number, (key, part) in enumerate(value.items()):
            out += self.between(column) if number or not column else []
            out += self.pair(key, part, column)
        return out

    def pair(self, key: str, value: Any, column: int) -> list[str]:
        head = " " * column + (quoted(key, '"') if self.chance(0.03) or not plain_ok(key) else key) + ":"
        if isinstance(value, dict) and value and not self.chance(self.flow):
            return [self.tail(head), *self.mapping(value, column + self.step)]
        if isinstance(value, list) and value and not self.chance(self.flow):
            return [self.tail(head), *self.sequence(value, column + self.dash)]
        if isinstance(value, list) and value and self.chance(0.3):
            return self.tall(head, value, column)
        if isinstance(value, str) and self.chance(0.8):
            body = self.block_text(value, column + self.step)
            if body:
                return [f"{head} {body[0]}", *body[1:]]
        anchor = f"&a{self.count()} " if self.chance(self.noise / 4) else ""
        return [self.tail(f"{head} {anchor}{self.inline(value, False)}")]

    def block_text(self, value: str, column: int) -> list[str]:
        """A text of several lines as `|`, or a sentence folded with `>`; nothing where it does not lend itself."""
        body = value.rstrip("\n")
        tail = len(value) - len(body)
        chomp = "-" if not tail else "" if tail == 1 else "+"
        hint = str(self.step) if self.chance(0.2) else ""
        if "\n" in value and body:
            lines = [*body.split("\n"), *[""] * (tail - 1)]
            return ["|" + hint + chomp, *(" " * column + line if line else "" for line in lines)]
        if " " in value and tail == 0 and value == value.strip() and self.chance(0.2):
            first, rest = value.split(" ", 1)
            if rest == rest.strip():
                return [">" + hint + "-", " " * column + first, " " * column + rest]
        return []

    def count(self) -> int:
        self.anchors += 1
        return self.anchors

    def sequence(self, value: list[Any], column: int) -> list[str]:
        out: list[str] = []
        for number, item in enumerate(value):
            if number and self.apart and isinstance(item, dict):
                out.append("")
            out += self.between(column, blank=not self.apart)
            out += self.item(item, column)
        return out

    def item(self, item: Any, column: int) -> list[str]:
        dash = " " * column + "-".ljust(self.gap)
        if isinstance(item, dict) and item and not self.chance(self.flow):
            lines = self.mapping(item, column + self.gap)
            if self.chance(self.noise / 2):
                return [dash.rstrip() + " # " + self.r.choice(NOTES), *lines]
            return [dash + lines[0][column + self.gap :], *lines[1:]]
        return [self.tail(dash + self.inline(item))]

    def between(self, column: int, blank: bool = True) -> list[str]:
        """Comments and blank lines before a part: its own, a neighbour's, or nobody's."""
        out: list[str] = []
        while self.chance(self.noise):
            indent = self.r.choice((column, column, column, 0, column + 2, column + 4))
            out.append(" " * indent + "# " + self.r.choice(NOTES))
        if blank and self.chance(self.noise):
            out.insert(self.r.randint(0, len(out)), self.r.choice(("", "", "  ")))
        return out

    def tail(self, line: str) -> str:
        if self.chance(self.noise):
            return line + self.r.choice((" # ", "   # ", "\t# ")) + self.r.choice(NOTES)
        return line + (" " if self.chance(self.noise / 3) else "")

    # -- flow ------------------------------------------------------------------------------------------------

    def tall(self, head: str, value: list[Any], column: int) -> list[str]:
        """A flow list with one item a line."""
        indent = " " * (column + self.step)
        last = self.r.choice(("", ","))
        out = [head + " ["]
        for number, item in enumerate(value):
            if self.chance(self.noise):
                out.append(f"{indent}# {self.r.choice(NOTES)}")
            comma = "," if number < len(value) - 1 else last
            out.append(self.tail(indent + self.inline(item) + comma))
        if self.chance(0.8) or "#" in out[-1]:
            return [*out, " " * (column + 1) + "]"]
        return [*out[:-1], out[-1] + "]"]

    def inline(self, value: Any, flow: bool = True) -> str:
        if isinstance(value, dict):
            parts = [f"{self.scalar(k, True, '')}: {self.inline(v)}" for k, v in value.items()]
            return self.brackets("{", parts, "}")
        if isinstance(value, list):
            return self.brackets("[", [self.inline(v) for v in value], "]")
        return self.scalar(value, flow, self.mark if self.chance(0.7) else "")

    def brackets(self, start: str, parts: list[str], end: str) -> str:
        if not parts:
            return start + self.r.choice(("", "", "", " ")) + end
        pad = self.pad if self.chance(0.9) else ""
        return start + pad + ", ".join(parts) + ("," if self.chance(self.noise / 4) else "") + pad + end

    def scalar(self, value: Any, flow: bool, mark: str) -> str:
        if not isinstance(value, str):
            return json.dumps(value)
        if not mark and plain_ok(value, flow):
            return value
        return quoted(value, mark or self.r.choice(('"', "'")))


def some_rig(r: Random) -> dict[str, Any]:
    """A rig: pods, members, edges that are good; keys missing, reordered, unknown."""
    names = r.sample(WORDS, r.randint(1, 4))
    pods = [_pod(r, name) for name in names]
    seats = [f"{pod['id']}.{member['id']}" for pod in pods for member in pod.get("members", [])]
    edges = [
        _edge(r, a, b)
        for a, b in ((r.choice(seats), r.choice(seats)) for _ in range(r.randint(0, 4)) if seats)
        if a.split(".")[0] != b.split(".")[0]
    ]
    rig: dict[str, Any] = {"version": "0.2", "name": r.choice(("my-rig", "x", "on"))}
    if r.random() < 0.5:
        rig["summary"] = _summary(r)
    rig["pods"] = pods
    if edges or r.random() < 0.5:
        rig["edges"] = edges
    if r.random() < 0.2:
        rig["services"] = {"kind": "compose", "compose_file": "c.yml", "profiles": ["a", "b"]}
    return _shuffled(r, rig, 0.2)


def _pod(r: Random, name: str) -> dict[str, Any]:
    members = [_member(r, own) for own in r.sample(WORDS, r.randint(0, 3))]
    pod: dict[str, Any] = {"id": name, "label": r.choice(("Dev", "The: team", name)), "members": members}
    if r.random() < 0.2:
        pod["summary"] = _summary(r)
    ends = [member["id"] for member in members]
    edges = [_edge(r, r.choice(ends), r.choice(ends)) for _ in range(r.choice((0, 0, 1, 2))) if ends]
    if edges or r.random() < 0.5:
        pod["edges"] = edges
    return _shuffled(r, pod, 0.1)


def _member(r: Random, name: str) -> dict[str, Any]:
    member: dict[str, Any] = {"id": name, "agent_ref": "local:agents/" + name, "profile": "default"}
    member |= {"runtime": r.choice(("codex", "claude-code")), "cwd": r.choice((".", "src", "0x1"))}
    if r.random() < 0.3:
        member["model"] = r.choice(("gpt", "yes", "a: b"))
    if r.random() < 0.1:
        member["startup"] = {"files": [{"path": "a.md"}], "actions": []}
    if r.random() < 0.1:
        member["label"] = _summary(r)
    return _shuffled(r, member, 0.1)


def _edge(r: Random, source: str, target: str) -> dict[str, Any]:
    kinds = ("delegates_to", "can_observe", "collaborates_with", "spawned_by", "escalates_to")
    return {"kind": r.choice(kinds), "from": source, "to": target}


def _summary(r: Random) -> str:
    return r.choice(
        ("one line", "two\nlines\n", "kept\n\n", "no end\nhere", "# not a comment\n- kind: x\n", 'it\'s "q"', "")
    )


def _shuffled(r: Random, value: dict[str, Any], share: float) -> dict[str, Any]:
    keys = list(value)
    if r.random() < share:
        r.shuffle(keys)
    return {key: value[key] for key in keys}


def some_graph(r: Random) -> dict[str, Any]:
    """A graph: nodes, aliases, chains, edges, routers that name each other."""
    names = r.sample(("tools", "guard", "llm", "on", "a.b", "quality", "plan"), r.randint(2, 5))
    stages = ("anchor-plan", "tool-loop", "post-turn")
    graph: dict[str, Any] = {"kind": "agent-graph", "version": "1", "name": "g", "builder": "custom"}
    if r.random() < 0.4:
        graph["omit"] = r.sample(names, r.randint(0, 1))
    if r.random() < 0.4:
        graph["aliases"] = {"main": r.sample(names, r.randint(1, 2))} if r.random() < 0.8 else {}
    graph["nodes"] = [_node(r, name, r.choice(stages)) for name in names]
    known = [*names, *graph.get("aliases", {})]
    if r.random() < 0.7:
        graph["chains"] = [
            {
                "name": f"c{i}",
                "path": [*(["START"] if r.random() < 0.5 else []), *r.sample(known, r.randint(0, min(3, len(known))))],
            }
            for i in range(r.randint(0, 2))
        ]
    if r.random() < 0.7:
        pairs = {(r.choice(known), r.choice(known)) for _ in range(r.randint(0, 3))}
        graph["edges"] = [{"from": a, "to": b} for a, b in sorted(pairs)]
    if r.random() < 0.7:
        graph["conditionalEdges"] = [_router(r, known, f"r{i}") for i in range(r.randint(0, 2))]
    return _shuffled(r, graph, 0.2)


def _node(r: Random, name: str, stage: str) -> dict[str, Any]:
    node: dict[str, Any] = {"name": name, "stageId": stage}
    if r.random() < 0.3:
        node["subscribes"] = r.sample(("messages", "tools", "m n"), r.randint(0, 2))
    if r.random() < 0.3:
        node["summary"] = _summary(r) or "none"
    return node


def _router(r: Random, known: list[str], route: str) -> dict[str, Any]:
    arms = {arm: r.choice(known) for arm in r.sample(("tools", "retry", "yes", "e:f"), r.randint(0, 3))}
    return {"from": r.choice(known), "route": route, "arms": arms}
