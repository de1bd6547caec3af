"""The part `webhooks` of the OpenAPI document: what the site sends to others."""

from typing import Any

from tournaments.api.answers import REFERENCE, add_shapes
from tournaments.api.event_schemas import DATA

HEADERS = {
    "webhook-id": "The event: the same at each try, and unique.",
    "webhook-timestamp": "When it was sent, in seconds since 1970: refuse old ones.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; "
    "several, separated by spaces, while a secret is replaced.",
}


def add_webhooks(document: dict[str, Any]) -> None:
    """Add the webhooks and their shapes to the document of the API."""
    add_shapes(document, dict.fromkeys(shape for shape, _about in DATA.values()))
    document["webhooks"] = {
        str(kind): {"post": _operation(str(kind), shape.__name__, about)}
        for kind, (shape, about) in DATA.items()
    }


def _operation(kind: str, shape: str, about: str) -> dict[str, Any]:
    body = {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": kind},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {"$ref": REFERENCE.format(model=shape)},
        },
    }
    return {
        "operationId": f"on_{kind.replace('.', '_')}",
        "summary": kind,
        "description": about,
        "tags": ["Webhooks"],
        "parameters": [
            {
                "in": "header",
                "name": name,
                "required": True,
                "description": words,
                "schema": {"type": "string"},
            }
            for name, words in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {
            "2XX": {"description": "It arrived, and is not sent again."},
            "410": {"description": "The address is switched off."},
            "default": {"description": "It is sent again, for a day. Redirects are not followed."},
        },
    }
