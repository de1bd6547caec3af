"""How a competition was drawn, and the page of each entry: its players, its way, and why."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.live.competition import Shown
from tournaments.models import Berth, Entry, RosterPlayer
from tournaments.pages import sharing
from tournaments.pages.entry_list import EntryLine
from tournaments.pages.people.teams import team_figures
from tournaments.pages.reasons import of_pairing
from tournaments.pages.way import way_of
from tournaments.views.finding import find_competition
from tournaments.wording import refusals


@require_safe
def entry(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show one entry: who plays, what it played and has to play, why it was drawn there."""
    competition = find_competition(request, pk)
    shown = Shown.of(competition)
    found = shown.entry(entry)
    if found is None:
        raise Http404
    line = EntryLine(found, found.roster.select_related("user"))
    context: dict[str, Any] = {
        "competition": competition,
        "line": line,
        "gone": RosterPlayer.ever.filter(entry=found).exclude(left_at=None).order_by("left_at"),
        "is_own": request.user.pk is not None and line.has(request.user.pk),
        "entry": found,
        "way": [(step, of_pairing(step)) for step in way_of(shown.event, entry)],
        "reasons": shown.draw.reasons(found),
        "team": found.team if found.team is not None and found.team.name else None,
        "figures": team_figures(found),
        "berth": _berth(found),
    }
    return render(request, "tournaments/entry.html", context)


def _berth(entry: Entry) -> Berth | None:
    """Return the place of another competition by which an entry is in, where all may follow it."""
    rows = Berth.objects.filter(entry=entry, feeder__agreed_at__isnull=False)
    berth = rows.select_related("feeder__source").first()
    return berth if berth is not None and berth.feeder.source.is_open_to_all else None


@require_safe
def drawn(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how everybody was drawn; 404 before the draw."""
    competition = find_competition(request, pk)
    if not competition.draw_seed:
        raise Http404
    draw = Shown.of(competition).draw
    link = request.build_absolute_uri()
    context = {
        "sharing": sharing.of_draw(competition, link) if competition.is_open_to_all else None,
        "competition": competition,
        "draw_in_words": refusals.draw(competition.seeding),
        "entries": [(each, draw.reasons(each)) for each in draw.entries],
    }
    return render(request, "tournaments/draw.html", context)
