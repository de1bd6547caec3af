"""Writes by tokens: done once for each idempotency key, and logged with what they changed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from accounts.common.transactions import transactional
from accounts.models import ApiToken, TokenWrite
from accounts.models.tokens import KEY_LENGTH
from tournaments.api.callers import caller_of
from tournaments.api.errors import BadKeyError, KeyReusedError

P = ParamSpec("P")
HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(rf"[!-~]{{1,{KEY_LENGTH}}}")
CREATED: Final = HTTPStatus.CREATED


@dataclass(frozen=True)
class Written:
    """The answer to a write; `location` is the address of what was created.

    `shown_once` are secrets of the body: they are not stored, and a repeated request gets none.
    """

    body: Any
    location: str = ""
    shown_once: Mapping[str, str] = field(default_factory=dict)

    @property
    def status(self) -> HTTPStatus:
        return CREATED if self.location else HTTPStatus.OK


def written_once(
    view: Callable[Concatenate[HttpRequest, P], Written],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a write: the change, its log line and the answer are one transaction.

    A repeated request with the same `Idempotency-Key` gets the first answer. A refused request
    leaves nothing behind, its key included.
    """

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        token = caller_of(request).token
        assert token is not None, "a write has a token"
        key, body_hash = _key_of(request), _hash_of(request)
        try:
            result = _write(token, key, body_hash, request, lambda: view(request, *args, **kwargs))
        except IntegrityError:
            # another request with this key committed first, unless something else is wrong
            stored = _find_write(token, key)
            if stored is None:
                raise
            return _replay(stored, body_hash)
        return _replay(result, body_hash) if isinstance(result, TokenWrite) else _answer(result)

    return answered


@transactional
def _write(
    token: ApiToken,
    key: str,
    body_hash: str,
    request: HttpRequest,
    act: Callable[[], Written],
) -> Written | TokenWrite:
    if (stored := _find_write(token, key)) is not None:
        return stored
    row = TokenWrite.objects.create(
        token=token,
        method=str(request.method),
        path=request.path[:200],
        at=timezone.now(),
        key=key,
        body_hash=body_hash,
    )
    result = act()
    row.status = result.status
    row.answer = {"body": result.body, "location": result.location} if key else None
    row.save(update_fields=["status", "answer"])
    return result


def _find_write(token: ApiToken, key: str) -> TokenWrite | None:
    return TokenWrite.objects.filter(token=token, key=key).first() if key else None


def _key_of(request: HttpRequest) -> str:
    key = request.headers.get(HEADER)
    if key is None:
        return ""
    if not KEY.fullmatch(key):
        raise BadKeyError()
    return key


def _hash_of(request: HttpRequest) -> str:
    content = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    return sha256(content).hexdigest()


def _replay(stored: TokenWrite, body_hash: str) -> HttpResponse:
    if stored.body_hash != body_hash:
        raise KeyReusedError()
    assert stored.answer is not None, "a write with a key keeps its answer"
    answer = _answer(Written(**stored.answer))
    answer.headers["Idempotent-Replayed"] = "true"
    return answer


def _answer(result: Written) -> HttpResponse:
    body = {**result.body, **result.shown_once} if result.shown_once else result.body
    answer = JsonResponse(body, safe=False, status=result.status)
    if result.location:
        answer.headers["Location"] = result.location
    return answer
