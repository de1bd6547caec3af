"""Following an entry without an account: a browser remembers whose table its reader looks for.

Nobody claims anything by it: it is what everybody may see, found by one tap.
"""

from collections.abc import Sequence
from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.values.collation import by_letters
from tournaments.models import Competition, Entry
from tournaments.pages.people.rosters import rosters
from tournaments.views.finding import find_competition
from tournaments.views.refusal import answers_refusals, refuse

FOLLOWED: Final = "followed"  # in the session: the entry that is followed, by competition
KEPT: Final = 20  # competitions that a browser remembers


class FollowForm(forms.Form):
    """Which entry to follow; none lets go."""

    entry = forms.IntegerField(min_value=1, max_value=2**62, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who plays, to tap the one to be followed; or remember who was tapped."""
    competition = find_competition(request, pk)
    entries = competition.entries.exclude(state=Entry.State.WITHDRAWN)
    if request.method == "POST":
        form = FollowForm(request.POST)
        if not form.is_valid():
            return refuse(request, "badly-written")
        chosen = form.cleaned_data["entry"]
        if chosen is not None:
            get_object_or_404(entries, pk=chosen)
        _remember(request, pk, chosen)
        return redirect("competitions:competition", pk)
    listed = sorted(entries, key=by_letters)
    players = rosters(listed)
    context = {
        "competition": competition,
        "lines": [(entry, _apart(entry, players.get(entry.pk, ()))) for entry in listed],
        "followed": followed_in(request, pk),
        "in_hall": competition.hall_tables.exists(),
    }
    return render(request, "tournaments/follow.html", context)


def can_be_followed(competition: Competition) -> bool:
    """Tell whether somebody may look for a table: real cards are played, or about to be."""
    return competition.with_cards and competition.is_drawn and not competition.is_over


def followed_in(request: HttpRequest, pk: int) -> int | None:
    """Return the entry that a reader follows in a competition."""
    found: int | None = request.session.get(FOLLOWED, {}).get(str(pk))
    return found


def _remember(request: HttpRequest, pk: int, entry: int | None) -> None:
    kept = {key: one for key, one in request.session.get(FOLLOWED, {}).items() if key != str(pk)}
    if entry is not None:
        kept[str(pk)] = entry
    request.session[FOLLOWED] = dict(list(kept.items())[-KEPT:])


def _apart(entry: Entry, players: Sequence[str]) -> str:
    """Return who plays for an entry whose name does not say so."""
    return "" if all(name in str(entry) for name in players) else ", ".join(players)
