"""Programs that call the API, with tokens of people and clubs."""

import json
from typing import Any

from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens import services as tokens

SCOPES = tuple(ApiToken.Scope.values)


def a_secret(user: User, now: Any, *scopes: str, days: int = 90, club: Any = None) -> str:
    """Return the secret of a new token, of all scopes unless some are named."""
    _token, secret = tokens.create_token(
        user=user,
        name="bot",
        scopes=scopes or SCOPES,
        days=days,
        now=now,
        club_id=club and club.pk,
    )
    return secret


def a_program(secret: str = "", language: str = "es-ar") -> Client:
    """Return a client that sends JSON, with a token if there is one."""
    headers = {"accept-language": language}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    return Client(headers=headers)


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """Send a request to `/api/v1`."""
    return client.generic(
        method,
        f"/api/v1{path}",
        "" if body is None else json.dumps(body),
        content_type="application/json",
        headers=headers,
    )
