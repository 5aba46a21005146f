"""What a request may say, and how it is answered."""

from typing import Annotated, Any

from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, FiniteFloat, StringConstraints
from pydantic_core import to_json

from regard.studio.server.limits import TEXT

RunId = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,200}$", description="A run, by its id in GET /api/v1/runs.")]
Text = Annotated[str, StringConstraints(max_length=TEXT)]
Name = Annotated[str, StringConstraints(max_length=200)]
Number = FiniteFloat


class Asked(BaseModel):
    """A request: unknown names are refused, and values are of the type that they must have."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Refusal(BaseModel):
    """Why something was not done, in one sentence."""

    detail: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal, "description": why}
    for code, why in {
        401: "The token is missing or wrong.",
        403: "The request comes from another page.",
        404: "There is no such thing.",
        413: "The request is too large.",
        422: "The request is wrong; the sentence says how.",
        429: "Too many requests; Retry-After says when to come again.",
    }.items()
}
"""What every route may answer besides its value."""


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON; what is no number becomes null."""
    return Response(to_json(value, inf_nan_mode="null"), status, media_type="application/json")
