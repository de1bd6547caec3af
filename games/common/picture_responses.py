"""HTTP responses with preview images for messengers."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from accounts.common.costly_answers import costly_answer

LIFE: Final = 300  # maximum age of a picture, in seconds


def picture_answer(
    request: HttpRequest, key: str, draw: Callable[[], bytes], *, public: bool
) -> HttpResponseBase:
    """Return the picture under `key`, which includes its version; draw it if it is not cached."""
    answer = costly_answer(request, key, draw, content_type="image/png", fresh=LIFE)
    if answer.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        answer["Cache-Control"] = f"{'public' if public else 'private'}, max-age={LIFE}"
    return answer
