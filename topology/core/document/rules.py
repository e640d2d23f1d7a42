"""The rules of reading: what makes a text not one YAML document within limits. Codes D1xx."""

from __future__ import annotations

from ..diagnostics import Rule, Severity
from .limits import MAX_ALIAS_WEIGHT, MAX_BYTES, MAX_DEPTH

_READING = "rig-rules, section 1 (from bytes to a value)"
_LIMITS = "architecture, decision 3 (one pure core)"


def _error(code: str, name: str, summary: str, explanation: str, source: str = _READING) -> Rule:
    return Rule(code, name, Severity.ERROR, summary, explanation, source)


def _warning(code: str, name: str, summary: str, explanation: str) -> Rule:
    return Rule(code, name, Severity.WARNING, summary, explanation, _READING)


_FAULTS: tuple[Rule, ...] = (
    _error(
        "D101",
        "not-yaml",
        "a sign stands where YAML allows none",
        "Signs such as `,` `:` `-` `?` `&` `!` `[` and `{` mean something to YAML. One of them stands where it can mean"
        " nothing, so the text has no agreed reading.\n\nIf it is meant as text, put the whole value in quotes.",
    ),
    _error(
        "D102",
        "too-large",
        f"the document is larger than {MAX_BYTES // 1024 // 1024} MiB",
        "A document is read whole each time it is shown or edited. Beyond this size nobody can look at the picture"
        " either.\n\nSplit the document, or keep long texts in files of their own and name them by path.",
        _LIMITS,
    ),
    _error(
        "D103",
        "too-deep",
        f"collections are nested deeper than {MAX_DEPTH} levels",
        "OpenRig's parser gives up somewhere between 1,200 and 1,500 levels, depending on the style; Espalier stops"
        " earlier, so that every tool behind it may go through the value safely.",
        _LIMITS,
    ),
    _error(
        "D104",
        "second-document",
        "the file holds more than one document",
        "A file holds exactly one document. A leading `---` and a final `...` are fine, but a further `---` begins a"
        " second document, even where nothing follows it, and so does text behind `...`.\n\nKeep one document in the"
        " file. Output of a command that was pasted behind an export is a common cause.",
    ),
    _error(
        "D105",
        "duplicate-key",
        "a key stands twice in one mapping",
        "Each key may stand once in a mapping, at any depth, whatever its quotes or values; otherwise one of the values"
        ' would be lost in silence. `1` and `"1"` are different keys to the parser.\n\nRemove or rename one of them.',
    ),
    _error(
        "D106",
        "too-much-to-read",
        "the document holds more than can be read in good time",
        "What a document may hold is limited by the work of reading it: some 300,000 plain keys with their values."
        " Tags, anchors, aliases, escapes and values in brackets are more work than plain words. Split the document.",
        _LIMITS,
    ),
    _error(
        "D107",
        "unclosed-quote",
        "a quote is not closed",
        "A value begins with a quote and the text ends, or a line stands too far left, before the closing one."
        "\n\nAdd the closing quote. In single quotes an apostrophe is written twice (`'it''s'`); in double quotes a"
        ' quote is written `\\"`. Further lines of a quoted text must be indented deeper than its key.',
    ),
    _error(
        "D108",
        "unbalanced-brackets",
        "a bracket is not closed, or closes nothing",
        "`[` and `{` begin a list or mapping within a line and need their `]` or `}`. Lines between them must be"
        " indented deeper than the line they began on.\n\nIf brackets are meant as text, put the value in quotes.",
    ),
    _error(
        "D109",
        "tab-indentation",
        "a tab is used as indentation",
        "YAML indents with spaces only, because a tab has no agreed width. Tabs may separate (behind a `:` or before a"
        " comment), but not indent.\n\nReplace the tabs at the beginning of lines by spaces.",
    ),
    _error(
        "D110",
        "bad-indentation",
        "a line is indented unlike those it belongs to",
        "The keys of one mapping, and the dashes of one list, stand in one column; what belongs to a key is indented"
        " deeper than it. A line that stands in between belongs to nothing.\n\nAlign it with its neighbours.",
    ),
    _error(
        "D111",
        "missing-separator",
        "a `:` or a `,` is missing",
        "A line of a mapping is `key: value`, with a space behind the `:`. A word alone, or `key:value` without the"
        " space, is no pair. In brackets, items are separated by `, `.",
    ),
    _error(
        "D112",
        "mapping-in-line",
        "a second `key: value` stands on the same line",
        "A mapping cannot begin behind a `key:` on the same line: `a: b: c` could mean several things. Most often a"
        " text holds a colon with a space behind it.\n\nPut the value in quotes, or begin the inner mapping on the next"
        " line, or write it in braces.",
    ),
    _error(
        "D113",
        "unknown-alias",
        "an alias names no anchor before it",
        "`*name` repeats the value that `&name` marked earlier in the document. No such mark stands before this alias."
        "\n\nMark a value, correct the name, or put the text in quotes if the `*` is meant as text.",
    ),
    _error(
        "D114",
        "alias-bomb",
        "aliases multiply beyond the limit",
        f"Aliases of aliases can make a few lines stand for millions of values. An anchor's uses times the weight of"
        f" what it names may not exceed {MAX_ALIAS_WEIGHT}: 99 uses of a plain value pass, 100 do not.\n\nWrite the"
        " values out.",
    ),
    _error(
        "D115",
        "bad-escape",
        "an escape in double quotes does not exist",
        'In double quotes a backslash begins an escape such as `\\n`, `\\"`, `\\\\`, `\\x41` or `\\u00e9`. This'
        " one is not among them.\n\nWrite `\\\\` for a backslash, or use single quotes, where it has no meaning (as in"
        " Windows paths).",
    ),
    _error(
        "D116",
        "reserved-beginning",
        "a value begins with a character kept for other uses",
        "A value without quotes cannot begin with `@`, a backtick, `%`, `|`, `>` or a comma.\n\nPut it in quotes.",
    ),
    _error(
        "D117",
        "stuck-comment",
        "a `#` follows directly on a value",
        "A comment needs a space before it. Behind a quoted value or a closing bracket a `#` without one is neither"
        " text nor comment.",
    ),
    _error(
        "D118",
        "bad-anchor-or-tag",
        "an anchor or tag is incomplete or out of place",
        "An anchor (`&name`) and a tag (`!name`) stand before the value they belong to, one of each at most, separated"
        " by spaces; an alias has neither.\n\nIf the `&` or `!` is meant as text, put the value in quotes.",
    ),
    _error(
        "D119",
        "bad-directive",
        "a line that begins with `%` is not a proper directive",
        "Before the `---` of a document, lines that begin with `%` are directives: `%YAML 1.2`, or `%TAG` with a handle"
        " and a prefix. A `---` line must follow them. Most documents need none.",
    ),
    _error(
        "D122",
        "bad-block-header",
        "the line of a `|` or `>` holds more than it may",
        "Behind the `|` or `>` that begins a block text may stand `-` or `+`, one digit, and a comment. The text itself"
        " begins on the next line.",
    ),
    _error(
        "D123",
        "key-too-long",
        "a key goes over several lines or is too long",
        "A key stands on one line and its `:` within 1,024 characters. Often a text goes on in the next line and a `:`"
        " in it makes a key of it all.\n\nPut the text in quotes, or indent its further lines.",
    ),
    _error(
        "D124",
        "text-after-value",
        "something follows a value that has ended",
        "Behind a quoted value, a closing bracket or an alias the line must end (a comment may follow). And nothing may"
        " follow the root value of the document.\n\nPut everything that belongs to the value inside the quotes.",
    ),
    _error(
        "D125",
        "value-unlike-tag",
        "a value is not what its tag or merge key demands",
        "`!!timestamp` needs a date, `!!set` keys without values, `!!omap` and `!!pairs` single pairs, and a merge key"
        " mappings.",
    ),
    _error(
        "D130",
        "not-utf-8",
        "the bytes are not UTF-8",
        "The file holds bytes that are no UTF-8 text. OpenRig reads such a file with replacement characters; Espalier"
        " keeps documents byte for byte and so asks for a clean one.\n\nSave the file as UTF-8.",
    ),
    _error(
        "D132",
        "mark-before-indentation",
        "a byte order mark stands before an indented line or a dash",
        "Some editors begin a file with an invisible byte order mark. It is allowed, but OpenRig's parser does not"
        " count the spaces and dashes directly behind it as indentation, so a list or an indented mapping in the first"
        " line falls apart.\n\nSave the file without the mark, or let a comment line be the first.",
    ),
    _error(
        "D131",
        "half-a-character",
        "the text holds half a character",
        "A lone surrogate came with a JSON text. It cannot be stored as UTF-8, so no file could hold it.",
    ),
    _error(
        "D133",
        "nul-byte",
        "the text holds a NUL byte",
        "OpenRig's parser takes it for a character like any other, but editors, databases and command lines cut a text"
        " short there, so it is not stored. A check of a file follows OpenRig and says nothing of it.\n\nRemove it;"
        " where the character is meant, write `\\0` between double quotes.",
    ),
)

_ODDITIES: tuple[Rule, ...] = (
    _warning(
        "D150",
        "tag-without-effect",
        "a tag is unknown or does not fit its value",
        "The parser does not know the tag, or the value is not of its kind. The value is read as if the tag were not"
        " there.",
    ),
    _warning(
        "D151",
        "unknown-directive",
        "a `%` line names a directive or version that is unknown",
        "The line is passed over, and the document is read as YAML 1.2. Remove it, or correct its name.",
    ),
    _warning(
        "D152",
        "name-ends-with-colon",
        "the name of an anchor or alias ends with `:`",
        "The `:` is taken as a part of the name. If a key was meant, put a space before the `:`.",
    ),
    _warning(
        "D153",
        "passed-over-value",
        "a value follows a `? key` without a `:`",
        "After a key written with `? ` the value needs its own line with a `:`. Without it OpenRig's parser silently"
        " drops what follows, and so it is not part of the document's value here either.",
    ),
)

RULES: tuple[Rule, ...] = (*_FAULTS, *_ODDITIES)
