"""Checking a document without storing it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from topology.core.document import read
from topology.core.kinds import DEFAULT_OPENRIG
from topology.core.outcome import Checked, Outcome
from topology.schemas import CheckOut
from topology.services import judge_for

from .bodies import yaml_body
from .description import YAML_BODY
from .problems import MOST_DIAGNOSTICS
from .stored import Version

router = Router(tags=["Check"])


class Against(Schema):
    """What a document is judged by."""

    openrig: Version | None = Field(None, description="The OpenRig release whose rules hold for rigs.")


@router.post("/check", response=CheckOut, summary="Check a document", openapi_extra=YAML_BODY)
def check(request: HttpRequest, against: Query[Against]) -> Any:
    """The verdict on a YAML document, as `topology check --format json` gives it. Nothing is stored; any token will do.

    Graphs are judged by the registry of the token's team.
    """
    text = read(yaml_body(request), strict=False)
    team = request.auth.team  # type: ignore[attr-defined]
    judgement = judge_for(team, text, against.openrig or DEFAULT_OPENRIG)
    return Outcome([Checked("-", judgement)]).to_dict(MOST_DIAGNOSTICS)
