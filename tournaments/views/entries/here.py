"""Saying "I am here" with one tap, from the code that hangs in the room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.models import Competition, Entry
from tournaments.models.codes import number_of
from tournaments.pages.people.own_place import OwnPlace
from tournaments.services.entries.check_in import check_in
from tournaments.views.finding import find_competition, person
from tournaments.views.refusal import answers_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def here(request: HttpRequest, code: str) -> HttpResponse:
    """Show the reader's own entry and one button, or why there is none; the button checks in."""
    competition = find_competition(request, number_of(code) or 0)
    if request.method == "POST":
        return _check_in(request, competition)
    own = _own(request, competition)
    context = {
        "competition": competition,
        "own": own,
        "place": OwnPlace.of(request.user, own) if own else None,
        "is_open": competition.state == Competition.State.CHECK_IN,
    }
    return render(request, "tournaments/here.html", context)


@signed_in
def _check_in(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Check in; whose partner was quicker is here all the same."""
    own = _own(request, competition)
    if own is None:
        raise RefusedError("not-in-entry")
    try:
        check_in(entry_id=own.pk, actor=person(request), now=timezone.now())
    except RefusedError as error:
        if error.code != "already-checked-in":
            raise
    return redirect("here", competition.code)


def _own(request: HttpRequest, competition: Competition) -> Entry | None:
    """Return the reader's entry; one that was sent away only where there is no other."""
    if not request.user.is_authenticated:
        return None
    own = competition.entries.of_person(request.user.pk).select_related("competition")
    return own.exclude(state=Entry.State.WITHDRAWN).first() or own.first()
