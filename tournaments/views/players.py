"""The page of one player."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.services.friends import ties
from games.board.teaching.review import sums_in_words
from games.services.reviews.sums import sums_of
from tournaments.forms.history import HistoryForm
from tournaments.pages.memory.hall_of_fame import titles_of
from tournaments.pages.people.figures import figures_of, skill_of
from tournaments.pages.people.history import Asked, HistoryPage, Place, page_of
from tournaments.pages.people.honours import honours_of, with_titles
from tournaments.pages.people.leaderboard import line_of, total_points, with_lines
from tournaments.pages.people.ledger_lines import with_unranked
from tournaments.pages.people.versus import versus

OK, UNPROCESSABLE = 200, 422


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show what a player has won, and every match with its record, as it is asked for.

    Beside a rival two players are compared; the player's own way, and what they are to the reader,
    are left out.
    """
    players = with_lines(User.objects.filter(anonymised_at=None, is_guest=False, is_link=False))
    whole = with_unranked(with_titles(players))
    shown = get_object_or_404(whole, username=username)
    form = HistoryForm(request.GET)
    asked = _asked(form)
    history = page_of(shown, request.user, asked) if form.is_valid() else HistoryPage((), None)
    line, figures = line_of(shown), figures_of(shown)
    context = {
        "player": shown,
        "line": line,
        "figures": figures,
        "titles": () if asked.rival else titles_of(shown, request.user),
        "honours": honours_of(shown, total_points(shown), figures[0].sums if figures else None),
        "skill": None if asked.rival else skill_of(shown),
        "form": form,
        "asked": asked,
        "history": history,
        "older": _query(request, history.older),
        "versus": versus(shown, asked.rival, request.user) if asked.rival else None,
        "against_tahur": sums_in_words(sums_of(shown.pk)) if request.user == shown else (),
        "tie": "" if asked.rival else _tie(request.user, shown),
    }
    status = OK if form.is_valid() else UNPROCESSABLE
    return render(request, "tournaments/player.html", context, status=status)


def _asked(form: HistoryForm) -> Asked:
    """Return what the form asks for; nothing if it cannot be understood."""
    if not form.is_valid():
        return Asked()
    before = form.cleaned_data.pop("before")
    return Asked(**form.cleaned_data, before=Place(*before) if before else None)


def _query(request: HttpRequest, place: Place | None) -> str:
    """Return the query of the older matches; "" if there are none."""
    if place is None:
        return ""
    kept = {name: words for name, words in request.GET.dict().items() if words and name != "before"}
    return "?" + urlencode({**kept, "before": f"{place.at.isoformat()}~{place.match_id}"})


def _tie(reader: User | AnonymousUser, shown: User) -> str:
    """Return what a player is to the reader; "" where there is nothing to ask."""
    if shown.is_robot or not shown.is_active or shown.pk == reader.pk:
        return ""
    if not isinstance(reader, User):
        return "none"  # to ask is to sign in first
    return ties(reader, [shown.pk])[shown.pk]
