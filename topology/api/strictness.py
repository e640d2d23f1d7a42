"""Queries with a name that is not documented are refused: a slip in `revision` must not silently export another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

from django.http import HttpRequest
from pydantic import BaseModel

from .problems import Problem


def strict_query(view: Callable[..., Any]) -> Callable[..., Any]:
    """The route, answering 422 to a query that has names which it does not read."""
    known = frozenset(_names(view))

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        unknown = sorted(name for name in request.GET if name not in known)
        if unknown:
            shown = ", ".join(f"`{name[:80]}`" for name in unknown[:5])
            choices = (
                f"known are {', '.join(f'`{name}`' for name in sorted(known))}" if known else "this route has none"
            )
            raise Problem(422, f"the query has unknown parameters: {shown}", choices)
        return view(request, *args, **kwargs)

    return inner


def _names(view: Callable[..., Any]) -> list[str]:
    """The names of a route's query parameters: the fields of the shapes it takes from the query."""
    shapes = (hint for name, hint in get_type_hints(view).items() if name not in ("body", "return"))
    fields = (s.model_fields for s in shapes if isinstance(s, type) and issubclass(s, BaseModel))
    return [field.alias or name for found in fields for name, field in found.items()]
