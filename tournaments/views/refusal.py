"""A refusal as a page: which status a code has; its words are in `tournaments.wording.refusals`."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import Club
from games.services.refusals import RefusedError
from tournaments.wording import refusals
from truco_site.htmx import is_part

P = ParamSpec("P")

STATUSES = {
    "badly-written": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-invitation": HTTPStatus.NOT_FOUND,
    "no-such-seat": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-link": HTTPStatus.NOT_FOUND,
    "bad-slip": HTTPStatus.NOT_FOUND,
    "too-many-guests": HTTPStatus.TOO_MANY_REQUESTS,
    "too-many-files": HTTPStatus.TOO_MANY_REQUESTS,
    "not-owner": HTTPStatus.FORBIDDEN,
    "not-organiser": HTTPStatus.FORBIDDEN,
    "second-factor": HTTPStatus.FORBIDDEN,
    "not-in-entry": HTTPStatus.FORBIDDEN,
    "not-your-name": HTTPStatus.FORBIDDEN,
    "not-your-partner": HTTPStatus.FORBIDDEN,
    "not-judge": HTTPStatus.FORBIDDEN,
    "not-in-match": HTTPStatus.FORBIDDEN,
    "not-your-appeal": HTTPStatus.FORBIDDEN,
    "bad-score": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-scorer": HTTPStatus.FORBIDDEN,
    "impossible-score": HTTPStatus.UNPROCESSABLE_ENTITY,
    "series-open": HTTPStatus.UNPROCESSABLE_ENTITY,
    "game-after-the-end": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-captain": HTTPStatus.FORBIDDEN,
    "not-team-captain": HTTPStatus.FORBIDDEN,
    "account-needed": HTTPStatus.FORBIDDEN,
    "not-in-club": HTTPStatus.FORBIDDEN,
    "not-in-team": HTTPStatus.FORBIDDEN,
    "no-such-team": HTTPStatus.NOT_FOUND,
    "wrong-line-up": HTTPStatus.UNPROCESSABLE_ENTITY,
    "level-at-the-bell": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-minutes": HTTPStatus.UNPROCESSABLE_ENTITY,
    "past-target": HTTPStatus.UNPROCESSABLE_ENTITY,
    "chico-goes-on": HTTPStatus.UNPROCESSABLE_ENTITY,
    "chico-is-over": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no-such-penalty": HTTPStatus.UNPROCESSABLE_ENTITY,
    "list-full": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-bulletins": HTTPStatus.TOO_MANY_REQUESTS,
    "bad-network": HTTPStatus.UNPROCESSABLE_ENTITY,
    "nothing-to-undo": HTTPStatus.UNPROCESSABLE_ENTITY,
    "feeds-itself": HTTPStatus.UNPROCESSABLE_ENTITY,
    "feeds-in-a-circle": HTTPStatus.UNPROCESSABLE_ENTITY,
    "source-not-public": HTTPStatus.UNPROCESSABLE_ENTITY,
    "other-sides": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-berths": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no-such-account": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-operator": HTTPStatus.FORBIDDEN,
    "of-staff": HTTPStatus.FORBIDDEN,
    "oneself": HTTPStatus.FORBIDDEN,
    "bad-date": HTTPStatus.UNPROCESSABLE_ENTITY,
    "reason-missing": HTTPStatus.UNPROCESSABLE_ENTITY,
    "wrong-roster": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-groups": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-qualifiers": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-few-qualifiers": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-rounds": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-best": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-rounds-between": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-finalists": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-few-finalists": HTTPStatus.UNPROCESSABLE_ENTITY,
    "play-in-too-large": HTTPStatus.UNPROCESSABLE_ENTITY,
    "finalists-of-nothing": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-few-for-silver": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-boards": HTTPStatus.UNPROCESSABLE_ENTITY,
    "line-up-not-whole": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-of-the-roster": HTTPStatus.UNPROCESSABLE_ENTITY,
    "plays-twice": HTTPStatus.UNPROCESSABLE_ENTITY,
    "tie-break-twice": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-backwards": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-out-of-time": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-named": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-overlaps": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-seasons": HTTPStatus.UNPROCESSABLE_ENTITY,
    "tie-break-of-another-format": HTTPStatus.UNPROCESSABLE_ENTITY,
}


def answers_refusals(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Answer a service's refusal in words; what cannot be done now is a conflict (409)."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RefusedError as error:
            return refuse(request, error.code)

    return answered


def refuse(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the page of a refusal."""
    if code == "not-organiser" and Club.objects.holding_back(request.user).exists():
        code = "second-factor"
    context = {"code": code, "words": refusals.refusal(code), "back": _back(request)}
    answer = render(request, "tournaments/refusal.html", context, status=status_of(code))
    if is_part(request):  # a part of a page asked: the words take the whole page
        answer["HX-Retarget"] = answer["HX-Reselect"] = "#main"
        answer["HX-Reswap"] = "outerHTML"
    return answer


def status_of(code: str) -> int:
    """Return the status of a refusal."""
    return STATUSES.get(code, HTTPStatus.CONFLICT)


def _back(request: HttpRequest) -> str:
    """Return the page the reader came from, if it is one of ours."""
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return came_from if ours else "/"
