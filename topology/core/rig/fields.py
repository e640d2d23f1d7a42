"""Every key of a rig document: what the inspector's forms offer and the checks allow, in one set of tables.

`FIELDS[thing]` lists the keys of one thing in the order a form shows them. A closed set of values is a `choice`, and
the checks read it from here (`allowed`). Source: OpenRig `rigspec-schema.ts`, `startup-validation.ts`; rig-spec.md.
"""

from __future__ import annotations

from ..fields import Field
from .versions import EVERY_KIND, RELEASES

_MAPPING = "mapping"
_BUILTIN_POLICIES = ("locked", "standard", "open", "yolo", "auto")
_POLICY_WORDS = ("none", *(f"builtin:{name}" for name in _BUILTIN_POLICIES))
_RUNTIMES = ("claude-code", "codex", "pi", "terminal", "stub", "omp", "cursor", "agy")

_POLICY = Field(
    "permission_policy",
    choices=_POLICY_WORDS,
    default="the surrounding default",
    help="`none`, a built-in policy, or a relative path to a policy file",
)
_SUMMARY = Field("summary", "multiline", help="a description; never checked")
_APPLIES = Field("applies_on", "list", choices=("fresh_start", "restore"), default="both", help="when it applies")

_FILE = (
    Field("path", required=True, help="a relative path"),
    Field("kind", "choice", choices=("file",), default="file"),
    Field("orientation", "choice", choices=("role",)),
    Field(
        "delivery_hint",
        "choice",
        choices=("auto", "guidance_merge", "skill_install", "send_text"),
        default="auto",
        help="how the file reaches the agent",
    ),
    Field("required", "boolean", default="true", help="only `false` makes it optional"),
    _APPLIES,
)

_ACTION = (
    Field("type", "choice", required=True, choices=RELEASES["0.6.6"].action_types),
    Field("value", required=True, help="the text or command; `authenticated` or `none` for a startup proof"),
    Field("phase", "choice", choices=("after_files", "after_ready"), default="after_files"),
    Field("idempotent", "boolean", required=True, help="whether running it twice does no harm"),
    _APPLIES,
)

_STARTUP_PARTS = (
    Field("files", _MAPPING, default="none", help="files to deliver", parts=_FILE, many=True),
    Field("actions", _MAPPING, default="none", help="what to run once the agent is up", parts=_ACTION, many=True),
)

_STARTUP = Field(
    "startup",
    _MAPPING,
    default="no startup files or actions",
    help="files to deliver and actions to run",
    parts=_STARTUP_PARTS,
)


def _switches(name: str, *keys: str) -> Field:
    """A mapping of so many keys, each true or false."""
    parts = tuple(Field(key, "boolean") for key in keys)
    return Field(name, _MAPPING, choices=keys, help="each true or false", parts=parts)


_CONTINUITY = (
    Field("enabled", "boolean", required=True),
    Field("sync_triggers", "list", choices=("pre_compaction", "pre_shutdown", "manual", "milestone")),
    _switches("artifacts", "session_log", "restore_brief", "quiz"),
    _switches("restore_protocol", "peer_driven", "verify_via_quiz"),
)

_WAIT = (
    Field("service", help="a service of the compose file; needs the condition"),
    Field("url", help="an address that answers"),
    Field("tcp", help="`host:port` that accepts a connection"),
    Field("condition", "choice", choices=("healthy",), help="with a `service` only"),
)

_SURFACES = (
    Field("urls", _MAPPING, parts=(Field("name", required=True), Field("url", required=True)), many=True),
    Field("commands", _MAPPING, parts=(Field("name", required=True), Field("command", required=True)), many=True),
)

_CHECKPOINT = (
    Field("id", required=True),
    Field("export", required=True, help="the command that saves it"),
    Field("import", help="the command that reads it back"),
)

_SERVICES = (
    Field("kind", "choice", required=True, choices=("compose",)),
    Field("compose_file", required=True, help="a relative path"),
    Field("project_name", default="derived from the rig", help="lower case, digits, `_` and `-`"),
    Field("profiles", "list", default="none"),
    Field("down_policy", "choice", choices=("leave_running", "down", "down_and_volumes"), default="down"),
    Field("wait_for", _MAPPING, help="each item names one of `service`, `url`, `tcp`", parts=_WAIT, many=True),
    Field("surfaces", _MAPPING, help="what people look at once it runs", parts=_SURFACES),
    Field("checkpoints", _MAPPING, help="states to save and to read back", parts=_CHECKPOINT, many=True),
)

_REPO = (
    Field("name", required=True, help="unique"),
    Field("path", required=True),
    Field("kind", "choice", required=True, choices=("user", "project", "knowledge", "lab", "delivery")),
)

_WORKSPACE = (
    Field("workspace_root", required=True),
    Field("repos", _MAPPING, required=True, help="the repositories below the root", parts=_REPO, many=True),
    Field("default_repo", help="the name of one of the repos"),
    Field("knowledge_root"),
)

_REF = (
    Field("kind", "choice", required=True, choices=("native_id", "artifact_set", "image_name"), help="as `mode` needs"),
    Field("value", "texts", required=True, help="for a rebuild one artifact per line, each after `- `"),
    Field("version", help="of an image"),
)

_SESSION_SOURCE = (
    Field("mode", "choice", required=True, choices=("fork", "rebuild", "agent_image")),
    Field("ref", _MAPPING, required=True, help="what the session is taken from", parts=_REF),
)

_STARTER = (Field("name", required=True, help="letters, digits, `_` and `-`"),)

_DOC = (Field("path", required=True, help="a relative path"),)

_BLOCKS = (Field("claude-code", "choice", choices=("CLAUDE.md", "CLAUDE.local.md")),)

_RIG = (
    Field("name", required=True, help="the rig's name; seats are addressed `pod-member@name`"),
    Field("version", required=True, help='the spec\'s version, any text: quote it (`"0.2"`), a number is refused'),
    _SUMMARY,
    Field("culture_file", help="a relative path to the rig's culture file"),
    _POLICY,
    Field("managed_blocks", _MAPPING, help="where the managed text goes, by runtime", parts=_BLOCKS),
    Field("docs", _MAPPING, default="none", help="what the rig's people read", parts=_DOC, many=True),
    _STARTUP,
    Field("services", _MAPPING, help="the compose project that the rig needs", parts=_SERVICES),
    Field("workspace", _MAPPING, help="the workspace root and its repositories", parts=_WORKSPACE),
    Field("pods", _MAPPING, required=True, help="the pods, at least one"),
    Field("edges", _MAPPING, default="none", help="edges between members of different pods"),
)

_POD = (
    Field("id", required=True, help="unique in the rig, without a dot"),
    Field("label", required=True, help="the name people see"),
    _SUMMARY,
    Field(
        "continuity_policy",
        _MAPPING,
        help="how the pod keeps its memory over compaction and shutdown",
        parts=_CONTINUITY,
    ),
    _STARTUP,
    Field("members", _MAPPING, required=True, help="the seats of the pod; may be empty"),
    Field("edges", _MAPPING, default="none", help="edges between members of this pod"),
)

_MEMBER = (
    Field("id", required=True, help="unique in the pod, without a dot"),
    Field("label", help="the name people see; never checked"),
    Field("agent_ref", required=True, help="`local:RELATIVE/PATH`, `path:/ABSOLUTE/PATH` or `builtin:terminal`"),
    Field("profile", required=True, help="a profile of the agent; `none` on a terminal"),
    Field("runtime", required=True, choices=_RUNTIMES, help="any text loads; preflight knows these"),
    Field("cwd", required=True, help="the working directory"),
    Field("model", default="the runtime's own", help="never checked"),
    Field("effort", default="the runtime's own", help="a text; anything else is ignored"),
    Field("role", help="letters, digits, `_`, `.` and `-`; not on a terminal"),
    Field("codex_config_profile", help="only where the runtime is `codex`"),
    _POLICY,
    Field(
        "restore_policy",
        "choice",
        choices=("resume_if_possible", "relaunch_fresh", "checkpoint_only"),
        default="what the agent says",
        help="may only narrow what the agent says",
    ),
    Field(
        "compaction_strategy",
        "choice",
        choices=("default-compaction", "managed-compaction", "handover", "apprentice-handover"),
        default="default-compaction",
        help="what happens when the context is full",
    ),
    Field("mechanic", "address", help="the seat that mends this one, `seat@rig`"),
    _STARTUP,
    Field(
        "session_source",
        _MAPPING,
        help="where the first session comes from: fork, rebuild or agent_image",
        parts=_SESSION_SOURCE,
    ),
    Field("starter_ref", _MAPPING, help="a starter, by `name`", parts=_STARTER),
)

_EDGE = (
    Field("kind", "choice", required=True, choices=EVERY_KIND, help="how the source relates to the target"),
    Field("from", "address", required=True, help="a member id in a pod, `pod.member` at the top"),
    Field("to", "address", required=True, help="as `from`; `escalates_to` may also name `pod-member@rig`"),
)

_NODE = (
    Field("id", required=True, help="unique; dots are fine"),
    Field("runtime", "choice", required=True, choices=("claude-code", "codex", "pi")),
    Field("role"),
    Field("model"),
    Field("cwd"),
    Field("surface_hint"),
    Field("workspace"),
    Field(
        "restore_policy",
        "choice",
        choices=("resume_if_possible", "relaunch_fresh", "checkpoint_only"),
        default="resume_if_possible",
    ),
    Field("package_refs", "list", default="none"),
)

_LEGACY_RIG = (
    Field("schema_version", "integer", default="1", help="the number 1"),
    Field("name", required=True),
    Field("version", required=True),
    Field("nodes", _MAPPING, required=True, help="the seats", parts=_NODE, many=True),
    Field("edges", _MAPPING, default="none", help="edges between nodes"),
)

FIELDS: dict[str, tuple[Field, ...]] = {
    "rig": _RIG,
    "pod": _POD,
    "member": _MEMBER,
    "edge": _EDGE,
    "file": _FILE,
    "action": _ACTION,
    "startup": _STARTUP_PARTS,
    "continuity_policy": _CONTINUITY,
    "services": _SERVICES,
    "workspace": _WORKSPACE,
    "repo": _REPO,
    "session_source": _SESSION_SOURCE,
    "starter_ref": _STARTER,
    "legacy-rig": _LEGACY_RIG,
    "node": _NODE,
}

#: The named policies that stand behind `builtin:`.
BUILTIN_POLICIES = _BUILTIN_POLICIES


#: Keys that came with 0.5; older releases ignore them like any other.
_NEWER = frozenset({"permission_policy", "managed_blocks", "compaction_strategy", "mechanic", "effort"})


def keys_of(thing: str, *, strict: bool = True) -> frozenset[str]:
    """The keys one thing may carry; `strict` False: those of releases before 0.5."""
    names = frozenset(row.name for row in FIELDS[thing])
    return names if strict else names - _NEWER


def allowed(thing: str, key: str) -> tuple[str, ...]:
    """The closed set of values of one key."""
    return next(row.choices for row in FIELDS[thing] if row.name == key)
