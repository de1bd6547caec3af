"""What the document says of every operation, and the headers of writes."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final

from ninja import Schema
from pydantic.json_schema import models_json_schema

from tournaments.api.schemas import Problem
from truco_site.api_responses import PROBLEM

REFERENCE: Final = "#/components/schemas/{model}"
ERRORS: Final = (400, 401, 403, 404, 405, 422, 429, 503)
ERRORS_OF_WRITES: Final = (*ERRORS, 409, 413)
IDEMPOTENT: Final[dict[str, Any]] = {
    "parameters": [
        {
            "in": "header",
            "name": "Idempotency-Key",
            "required": False,
            "description": "A repeated request with the same key gets the first answer, for a day.",
            "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
            "example": "2f1c6f4e-entry-17",
        }
    ]
}


def add_errors(document: dict[str, Any]) -> None:
    """Add to each operation of the document the errors that it may answer.

    Exception handlers answer them, so no operation needs a model of each.
    """
    add_shapes(document, [Problem])
    schema = {"$ref": REFERENCE.format(model=Problem.__name__)}
    for path in document["paths"].values():
        for method, operation in path.items():
            for status in ERRORS if method == "get" else ERRORS_OF_WRITES:
                operation["responses"][status] = {
                    "description": HTTPStatus(status).phrase,
                    "content": {PROBLEM: {"schema": schema}},
                }


def add_shapes(document: dict[str, Any], shapes: Iterable[type[Schema]]) -> None:
    """Add the schemas of these shapes that the document lacks."""
    _names, generated = models_json_schema(
        [(shape, "serialization") for shape in shapes], ref_template=REFERENCE
    )
    schemas = document["components"]["schemas"]
    for name, schema in generated["$defs"].items():
        schemas.setdefault(name, schema)


def shaped(shape: type[Schema], document: dict[str, Any]) -> dict[str, Any]:
    """Return what of a document the shape of an answer names."""
    return shape.model_validate(document).model_dump(mode="json", by_alias=True)
