"""Columns that hold exactly what was put in, on SQLite and on PostgreSQL alike.

PostgreSQL's text and JSON types refuse NUL and lone surrogates, which a YAML document may hold in its values
(`"\\0"`, `"\\ud800"`). JSON is therefore kept as ASCII text, and index text in an escaped, bounded form.
"""

from __future__ import annotations

import json
import re
from typing import Any

from django.db import models

#: Longest text of an index row; PostgreSQL cannot index much more than 2,700 bytes.
LONGEST = 500
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def escaped(text: str | None, longest: int = LONGEST) -> str:
    """Text as an index row holds it: NUL and lone surrogates as `\\u0000`, cut (with an ellipsis) where too long."""
    text = text or ""
    if _UNSTORABLE.search(text):
        text = _UNSTORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


class ExactJSONField(models.TextField):
    """A JSON value kept as ASCII text, so that every string comes back as it was."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"))

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj)) or ""


class BytesField(models.BinaryField):
    """Bytes that come back as `bytes` from every database."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes | None:
        return None if value is None else bytes(value)
