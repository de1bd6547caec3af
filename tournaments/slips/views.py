"""Views to print slips, and to report a result with a code; the code needs no sign-in."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.common.errors import RefusedError
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import person
from accounts.models import User
from tournaments.common.errors import (
    MatchOfBoardsError,
    answers_refusals,
    signed_in_form,
    status_of,
)
from tournaments.common.lookups import find_organised
from tournaments.results import labels as result_labels
from tournaments.results.forms import Pair, TapResultForm, write_pairs
from tournaments.slips import services as slips
from tournaments.slips.queries import read_papers, read_slip
from tournaments.slips.services import Side, normalize_code


@signed_in_form
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the slips to be printed, and make those that are missing."""
    competition = find_organised(request, pk)
    if competition.boards:
        raise MatchOfBoardsError()
    if request.method == "POST":
        count = slips.make_slips(competition_id=pk, actor=person(request), now=timezone.now())
        words = ngettext("%(number)s papeleta nueva.", "%(number)s papeletas nuevas.", count)
        messages.success(request, words % {"number": count})
        return redirect("competitions:slips", pk)
    site = request.build_absolute_uri("/").rstrip("/")
    context = {"competition": competition, "page": read_papers(competition, site)}
    return render(request, "tournaments/slips/slips.html", context)


@require_safe
@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a slip, or go where it leads."""
    if typed := normalize_code(request.GET.get("code", "")[:40]):
        return redirect("slip", typed)
    return render(request, "tournaments/slips/slip_code.html")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def slip(request: HttpRequest, code: str) -> HttpResponse:
    """Store a side's claim, tap by tap; unknown codes count towards the rate limit."""
    side = slips.side_of_code(code)
    if side is None:
        if refusal := refuse_guess(request):
            return refusal
        context = {"is_unknown": True}
        return render(
            request, "tournaments/slips/slip_code.html", context, status=HTTPStatus.NOT_FOUND
        )
    if request.method == "POST":
        return _say(request, code, side)
    tapped, now = TapResultForm(request.GET), timezone.now()
    if not tapped.is_valid():
        return render(request, "tournaments/slips/slip.html", {"page": read_slip(side, now=now)})
    answers = {"won": tapped.winner(), "had": tapped.had_by_winner()}
    page = read_slip(side, now=now, games=tapped.pairs(), **answers)
    return render(request, "tournaments/slips/slip.html", {"page": page})


def _say(request: HttpRequest, code: str, side: Side) -> HttpResponse:
    """Go on with what is being told, or take it down once it decides the match."""
    form = TapResultForm(request.POST)
    if not form.is_valid():
        return _refused(request, side, "badly-written", ())
    if form.asks:
        return _next(code, form.pairs(), form.winner(), form.had_by_winner())
    now = timezone.now()
    games = form.pairs(read_slip(side, now=now).measure.target)
    try:
        slips.claim(code=code, games=games, now=now, by=_account(request))
    except RefusedError as refused:
        if refused.code == "series-open" and games:
            return _next(code, games)
        return _refused(request, side, refused.code, games)
    return redirect("slip", code)


def _account(request: HttpRequest) -> User | None:
    """Return the reader's account; None for guests and for strangers."""
    user = request.user
    return user if isinstance(user, User) and not user.is_guest and not user.is_link else None


def _next(
    code: str, games: Sequence[Pair], won: int | None = None, had: int | None = None
) -> HttpResponse:
    tapped = {"won": won, "had": had}
    answers = {name: value for name, value in tapped.items() if value is not None}
    query = {"games": write_pairs(games), **answers}
    return redirect(f"{reverse('slip', args=(code,))}?{urlencode(query)}")


def _refused(request: HttpRequest, side: Side, code: str, games: Sequence[Pair]) -> HttpResponse:
    page = read_slip(side, now=timezone.now())
    words = result_labels.refusal(code, games, page.measure)
    context = {"page": replace(page, refused=words)}
    return render(request, "tournaments/slips/slip.html", context, status=status_of(code))
