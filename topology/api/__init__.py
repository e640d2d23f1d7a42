"""The HTTP API under `/api/v1/`: thin routes on the same services that the pages use.

Authentication is set here, once, for every route; a router cannot forget it.
"""

from __future__ import annotations

from . import checks, documents, edits, history, stored, team
from .auth import Bearer
from .bodies import StrictParser
from .description import Api, Documentation
from .problems import install
from .strictness import strict_query

api = Api(
    title="Espalier",
    version="1",
    description="Agent topologies: import, read, edit and export them as YAML, and check them without storing.",
    auth=Bearer(),
    parser=StrictParser(),
    docs=Documentation(),
    urls_namespace="api",
)
install(api)
api.add_decorator(strict_query)
for _router in (stored.router, documents.router, edits.router, history.router, team.router, checks.router):
    api.add_router("", _router)

__all__ = ["api"]
