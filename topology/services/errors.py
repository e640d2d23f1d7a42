"""Why a write did not happen. The page and the API turn these into answers; nothing was stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.diagnostics import Diagnostic


class Rejected(Exception):
    """What was asked cannot be done. `status` is the HTTP status that says so (422 where the content is at fault).

    `title` says what is wrong, `detail` what to do; `diagnostics` point into the text; `judgement` is there where the
    text was read. `code` is that of a refused operation (`E1xx`), else "".
    """

    def __init__(
        self,
        status: int,
        title: str,
        detail: str = "",
        diagnostics: Iterable[Diagnostic] = (),
        *,
        judgement: Any = None,
        code: str = "",
    ) -> None:
        super().__init__(title)
        self.status, self.title, self.detail = status, title, detail
        self.diagnostics, self.judgement, self.code = tuple(diagnostics), judgement, code


class Conflict(Exception):
    """The head moved on, and what was asked no longer means the same (HTTP 409; 412 where `If-Match` was given).

    `base` and `head` are revision numbers. `base_text`, `theirs` (the head's text) and `yours` are whole texts; `yours`
    is None where operations, not a text, were sent. `regions` are those of the attempted merge (`core.merge.Region`),
    in order, and `merged` its text where nothing clashed; `reasons` say in words what stands against each operation.
    """

    def __init__(
        self,
        title: str,
        *,
        base: int,
        head: int,
        base_text: str = "",
        theirs: str = "",
        yours: str | None = None,
        regions: tuple[Any, ...] = (),
        reasons: tuple[str, ...] = (),
        merged: str | None = None,
    ) -> None:
        super().__init__(title)
        self.title, self.base, self.head = title, base, head
        self.base_text, self.theirs, self.yours = base_text, theirs, yours
        self.regions, self.reasons, self.merged = regions, reasons, merged
