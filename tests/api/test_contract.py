"""Generated requests over the whole description: no fault of ours, no answer that the description does not name.

Schemathesis speaks WSGI to the application in this process. `ESPALIER_API_EXAMPLES` says how many requests of each
sort it makes of each operation.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.config import SchemathesisConfig

from topology.api import api
from topology.models import ApiToken
from topology.services.secrets import hashed
from topology.services.tokens import PREFIX

EXAMPLES = int(os.environ.get("ESPALIER_API_EXAMPLES", "10"))
#: A document is an object to the description; whether it is a good one is for the rules to say (422), and a draft may
#: be anything that YAML can say. A precondition may fail (412) and a conflict may arise (409).
CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {"max-examples": EXAMPLES},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "401", "403", "404", "409", "412", "422"]},
            "missing_required_header": {"expected-statuses": ["401", "422", "428"]},
        },
    }
)
DRAFTS = {"save", "check", "create_topology"}
#: What is there to be found; everything else that fits the description is 404.
THERE = {"team": "crew", "slug": "crew-rig", "member": "dev.impl", "number": 1, "address": "dev-impl@crew-rig"}
SECRET = PREFIX + "contract" * 5


def described() -> dict[str, Any]:
    """The description, with addresses that lead to what is stored here."""
    raw: dict[str, Any] = deepcopy(api.get_openapi_schema())
    for methods in raw["paths"].values():
        for operation in methods.values():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" and parameter["name"] in THERE:
                    parameter["example"] = THERE[parameter["name"]]
                    parameter["schema"] = {"enum": [THERE[parameter["name"]]]}
                if parameter["name"] == "If-Match":
                    parameter["schema"] = {"enum": ['"r1"']}
    return raw


schema = schemathesis.openapi.from_dict(described(), config=CONFIG)
schema.app = get_wsgi_application()


@schema.auth(refresh_interval=None)
class Token:
    """The token that every request carries, except those that are about having none."""

    def get(self, case: Any, context: Any) -> str:
        """The secret."""
        return SECRET

    def set(self, case: Any, data: str, context: Any) -> None:
        """Put it onto a request."""
        case.headers["Authorization"] = f"Bearer {data}"


@pytest.fixture
def stage(team: Any, rig: Any, settings: Any) -> Iterator[None]:
    """A team with a rig and a token that may write, on the test's own database connection."""
    settings.ESPALIER_API_RATE = 1_000_000
    ApiToken.objects.create(team=team, name="contract", scope="write", start="", token_hash=hashed(SECRET))
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.filterwarnings("ignore")
@schema.parametrize()
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_of_those_described(case: Any, stage: None) -> None:
    name = case.operation.definition.raw["operationId"]
    case.call_and_validate(excluded_checks=[checks.negative_data_rejection] if name in DRAFTS else [])
