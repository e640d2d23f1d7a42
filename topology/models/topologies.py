"""Topologies and their revisions: the text is the truth, and no revision ever changes."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from .fields import BytesField, ExactJSONField, escaped
from .teams import Team


class Frozen(Exception):
    """A revision was to be changed or deleted; revisions are append-only."""


class TopologyQuerySet(models.QuerySet["Topology"]):
    """The reads that pages and the API make."""

    def live(self) -> TopologyQuerySet:
        """Those that are not deleted."""
        return self.filter(deleted_at=None)

    def deleted(self) -> TopologyQuerySet:
        """Those that are deleted and not yet purged."""
        return self.exclude(deleted_at=None)

    def of_kind(self, kind: str) -> TopologyQuerySet:
        """Those of a kind; `rig` means legacy rigs too, anything else but `graph` and `rig-legacy` means all."""
        if kind == "rig":
            return self.filter(kind__in=("rig", "rig-legacy"))
        return self.filter(kind=kind) if kind in ("graph", "rig-legacy") else self

    def of_verdict(self, verdict: str) -> TopologyQuerySet:
        """`valid`, `errors` (or `invalid`), `warnings`; anything else means all."""
        if verdict in ("errors", "invalid", "false"):
            return self.filter(valid=False)
        if verdict in ("valid", "true"):
            return self.filter(valid=True)
        return self.filter(warnings__gt=0) if verdict == "warnings" else self

    def matching(self, text: str) -> TopologyQuerySet:
        """Those whose name, slug, nodes or containers hold `text`, whatever its case."""
        text = escaped(text.strip(), 200)
        if not text:
            return self
        nodes = NodeRow.objects.filter(Q(key__icontains=text) | Q(label__icontains=text)).values("topology")
        containers = ContainerRow.objects.filter(Q(key__icontains=text) | Q(label__icontains=text)).values("topology")
        return self.filter(Q(name__icontains=text) | Q(slug__icontains=text) | Q(pk__in=nodes) | Q(pk__in=containers))

    def cards(self) -> TopologyQuerySet:
        """With all that a dashboard card shows, in one query: `published_digest` is the published text's hash."""
        published = Revision.objects.filter(topology=OuterRef("pk"), number=OuterRef("published"))
        return self.select_related("updated_by").annotate(published_digest=Subquery(published.values("sha256")[:1]))


class Topology(models.Model):
    """One topology of a team. `head` and `published` are revision numbers; the rest describes the head.

    `digest` is the head text's SHA-256. `layout` remembers positions for the drawing; it is never part of the YAML.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="topologies")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=500)
    kind = models.CharField(max_length=12)
    openrig = models.CharField(max_length=20)
    head = models.PositiveIntegerField(default=0)
    published = models.PositiveIntegerField(null=True, blank=True)
    valid = models.BooleanField(default=False)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    node_count = models.PositiveIntegerField(default=0)
    edge_count = models.PositiveIntegerField(default=0)
    off_canvas = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    layout = ExactJSONField(default=dict, blank=True)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    updated_by_name = models.CharField(max_length=200, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = TopologyQuerySet.as_manager()

    class Meta:
        ordering = ("name", "slug")
        verbose_name_plural = "topologies"
        constraints = (
            models.UniqueConstraint(
                fields=("team", "slug"), condition=Q(deleted_at=None), name="topology_slug_once_per_team"
            ),
        )

    def __str__(self) -> str:
        return f"{self.team.slug}/{self.slug}"

    @property
    def is_graph(self) -> bool:
        return self.kind == "graph"

    def revision(self, number: int | None = None) -> Revision:
        """A revision by number, the head by default; raises `Revision.DoesNotExist`."""
        return self.revisions.get(number=self.head if number is None else number)


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Reads of revisions; bulk changes are refused."""

    def light(self) -> RevisionQuerySet:
        """Without the text and the patches, for lists."""
        return self.defer("data", "ops", "splices")

    def update(self, **kwargs: Any) -> int:
        raise Frozen("revisions are append-only")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise Frozen("revisions are append-only")


class Step(models.TextChoices):
    """How a revision came about."""

    IMPORT = "import", "import"
    OPS = "ops", "operation"
    SOURCE = "source", "source edit"
    UNDO = "undo", "undo"
    REDO = "redo", "redo"
    RESTORE = "restore", "restore"


class Revision(models.Model):
    """One text of a topology, byte for byte, and how it came about. Append-only.

    `base` is the revision its author worked on; `operation` says in words what was done; `ops` are the operations as
    given; `splices` (`[[[start, end, new], ...], ...]`, one list per step) lead from the text before to this one.
    `origin` is, for an undo, redo or restore, the number of the revision whose text came back.
    """

    topology = models.ForeignKey(Topology, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    data = BytesField()
    sha256 = models.CharField(max_length=64)
    step = models.CharField(max_length=8, choices=Step.choices)
    operation = models.CharField(max_length=500)
    ops = ExactJSONField(default=list)
    splices = ExactJSONField(default=list)
    base = models.PositiveIntegerField(null=True, blank=True)
    origin = models.PositiveIntegerField(null=True, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    author_name = models.CharField(max_length=200, blank=True)
    via = models.CharField(max_length=20)
    kind = models.CharField(max_length=12)
    valid = models.BooleanField()
    errors = models.PositiveIntegerField()
    warnings = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("topology", "number"), name="revision_number_once"),)

    def __str__(self) -> str:
        return f"{self.topology_id} r{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise Frozen("revisions are append-only")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise Frozen("revisions are append-only")

    @property
    def text(self) -> str:
        """The stored bytes as text (they are UTF-8; nothing else is ever stored)."""
        return self.data.decode("utf-8")

    @property
    def etag(self) -> str:
        return f'"r{self.number}"'


class Row(models.Model):
    """What the three kinds of index row share: `key` is the thing's id in the picture, escaped (`fields.escaped`)."""

    key = models.CharField(max_length=500)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key


class ContainerRow(Row):
    """A pod or a stage of the head."""

    topology = models.ForeignKey(Topology, models.CASCADE, related_name="containers")
    label = models.CharField(max_length=500, blank=True)

    columns: ClassVar = ("key", "label")


class NodeRow(Row):
    """A member or a graph node of the head (without START and END)."""

    topology = models.ForeignKey(Topology, models.CASCADE, related_name="nodes")
    container = models.CharField(max_length=500, blank=True)
    name = models.CharField(max_length=500)
    label = models.CharField(max_length=500, blank=True)
    detail = models.CharField(max_length=500, blank=True)
    seam = models.CharField(max_length=500, blank=True)
    plugin = models.CharField(max_length=500, blank=True)
    session = models.CharField(max_length=500, blank=True, db_index=True)
    status = models.CharField(max_length=12)

    columns: ClassVar = ("key", "container", "name", "label", "detail", "seam", "plugin", "session", "status")


class EdgeRow(Row):
    """An edge of the head with its verdict; `deferred` ones lead to a seat of another rig and are never drawn."""

    topology = models.ForeignKey(Topology, models.CASCADE, related_name="edges")
    source = models.CharField(max_length=500)
    target = models.CharField(max_length=500)
    kind = models.CharField(max_length=20)
    status = models.CharField(max_length=12)
    label = models.CharField(max_length=500, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    code = models.CharField(max_length=10, blank=True)
    row = models.PositiveSmallIntegerField(null=True, blank=True)
    from_stage = models.CharField(max_length=100, blank=True)
    to_stage = models.CharField(max_length=100, blank=True)
    scope = models.CharField(max_length=12, blank=True)
    deferred = models.BooleanField(default=False)

    columns: ClassVar = (
        "key", "source", "target", "kind", "status", "label", "reason", "code", "row", "from_stage", "to_stage",
        "scope", "deferred",
    )  # fmt: skip

    class Meta:
        indexes = (
            models.Index(fields=("deferred", "target"), name="edge_deferred_target"),
            models.Index(fields=("topology", "from_stage", "to_stage"), name="edge_stages"),
        )
