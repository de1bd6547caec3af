"""Which answers an operation documents, and the headers of writes."""

from typing import Any, Final

from ninja import Schema

from tournaments.api.schemas import Problem

USUAL: Final = frozenset({400, 401, 403, 404, 405, 422, 429, 503})
OF_WRITES: Final = frozenset({409, 413})
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


def read_answers(shape: Any) -> dict[Any, Any]:
    """Return the answers of a read: its document, or an error."""
    return {200: shape, USUAL: Problem}


def write_answers(shape: Any, status: int = 200) -> dict[Any, Any]:
    """Return the answers of a write: its document, a refusal, or an error."""
    return {status: shape, USUAL | OF_WRITES: Problem}


def shaped(shape: type[Schema], document: dict[str, Any]) -> dict[str, Any]:
    """Return what of a document the shape of an answer names."""
    return shape.model_validate(document).model_dump(mode="json", by_alias=True)
