"""`RefusedError` with a stable code, its HTTP status and its page.

The texts are in `accounts/refusal.html`.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class RefusedError(Exception):
    """A request that the rules do not permit; it has changed nothing."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


P = ParamSpec("P")
STATUSES = {
    "club-unknown": HTTPStatus.NOT_FOUND,
    "invitation-unknown": HTTPStatus.NOT_FOUND,
    "not-member": HTTPStatus.NOT_FOUND,
    "person-unknown": HTTPStatus.NOT_FOUND,
    "not-organiser": HTTPStatus.FORBIDDEN,
    "not-owner": HTTPStatus.FORBIDDEN,
    "second-factor": HTTPStatus.FORBIDDEN,
    "too-many-guests": HTTPStatus.TOO_MANY_REQUESTS,
}


def answers_refusals(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Answer a service's refusal with its message; the default status is a conflict (409)."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RefusedError as error:
            status = STATUSES.get(error.code, HTTPStatus.CONFLICT)
            return render(request, "accounts/refusal.html", {"code": error.code}, status=status)

    return answered
