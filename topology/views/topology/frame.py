"""What every page of one topology starts from: the topology, its judged text, the person's role, the tabs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from ...access import get_topology
from ...core.diagnostics import Diagnostic, Severity
from ...core.diagram import Diagram
from ...core.kinds import Judgement
from ...models import Topology
from ...services.reading import judge_for

_KEPT = 24
_judgements: dict[tuple[str, ...], Judgement] = {}
_lock = Lock()


def judged(topology: Topology, text: str | None = None) -> Judgement:
    """The verdict on the head's text (or another text of this topology); the last few are kept in memory."""
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if text is not None else topology.digest
    found = _judgements.get(_key(topology, digest))
    if found is None:
        found = judge_for(topology.team, topology.revision().text if text is None else text, topology.openrig)
        keep(topology, digest, found)
    return found


def keep(topology: Topology, digest: str, judgement: Judgement) -> None:
    """Keep a verdict that somebody already came to, by the hash of its text."""
    with _lock:
        _judgements[_key(topology, digest)] = judgement
        while len(_judgements) > _KEPT:
            _judgements.pop(next(iter(_judgements)))


def _key(topology: Topology, digest: str) -> tuple[str, ...]:
    return digest, topology.openrig, sha256(bytes(topology.team.registry)).hexdigest()


@dataclass
class Frame:
    """One request for one topology. `tab` is the page's name, `selected` what the inspector shows."""

    request: HttpRequest
    topology: Topology
    tab: str
    extra: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def judgement(self) -> Judgement:
        return judged(self.topology)

    @cached_property
    def diagram(self) -> Diagram:
        """The picture's content; a readable text always has one, and only readable texts are stored."""
        found = self.judgement.diagram()
        return found if found is not None else Diagram(self.judgement.kind, self.topology.name)

    @property
    def can_edit(self) -> bool:
        return self.topology.membership.can_edit  # type: ignore[attr-defined,no-any-return]

    @property
    def is_graph(self) -> bool:
        return self.judgement.kind == "graph"

    @property
    def is_legacy(self) -> bool:
        return self.judgement.kind == "rig-legacy"

    @property
    def kind_words(self) -> str:
        """The kind as the header says it."""
        if self.is_graph:
            return "graph"
        return "legacy rig" if self.is_legacy else "rig"

    @property
    def node_word(self) -> str:
        return "node" if self.is_graph else "member"

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.judgement.report.diagnostics if d.severity is Severity.ERROR]

    @property
    def show(self) -> dict[str, Any]:
        """The model as the command line's `show` gives it."""
        return self.judgement.model.show() if self.judgement.model is not None else {}

    @property
    def published_words(self) -> str:
        number = self.topology.published
        if number is None:
            return "not published"
        return "published" if number == self.topology.head else f"published r{number}"

    def url(self, name: str = "topology", *args: Any) -> str:
        return reverse(name, args=(self.topology.team.slug, self.topology.slug, *args))

    @property
    def share_url(self) -> str:
        """Where the topology's share links are managed, "" where that page is not there."""
        try:
            return self.url("topology-shares")
        except NoReverseMatch:
            return ""

    @property
    def home(self) -> str:
        return self.url()

    @cached_property
    def urls(self) -> dict[str, str]:
        """The addresses that forms and links of the page use."""
        names = (
            "inspect", "edge-verdict", "ops", "fields", "undo", "redo", "publish", "unpublish", "outline", "source",
            "checks", "launch", "lattice", "channels", "history", "diff", "restore", "source-check", "source-draw",
            "source-save", "find", "tidy", "version", "rename", "delete", "newer",
        )  # fmt: skip
        return {name.replace("-", "_"): self.url(f"topology-{name}") for name in names} | {"picture": self.home}

    @property
    def tab_url(self) -> str:
        return self.urls.get(self.tab, self.home)


def open_frame(request: HttpRequest, team: str, slug: str, tab: str = "picture", at_least: str = "viewer") -> Frame:
    """The frame of a request; Http404 to strangers, PermissionDenied to too low a role."""
    return Frame(request, get_topology(request.user, team, slug, at_least), tab)
