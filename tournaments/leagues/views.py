"""Views of a league: the organiser's overview, the fixture, and closing a season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.common.requests import person
from tournaments.common.lookups import find_competition, posted_at_desk
from tournaments.formats.catalogue import with_seasons
from tournaments.leagues import services as leagues
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Competition, Match
from tournaments.schedule.queries import DayGaps, gaps_of_days, read_fixture

State = Match.State


@dataclass(frozen=True)
class LeagueDesk:
    """Late and coming matches of a competition with dates, and what its days lack."""

    gaps: Sequence[DayGaps]
    overdue: Sequence[MatchView]  # their round has ended
    stuck: Sequence[MatchView]  # without a time, or not opened at it
    to_come: int
    is_planned: bool  # divisions or zones, which the planner arranges


def league_desk(competition: Competition, now: datetime) -> LeagueDesk | None:
    """Read the late matches of a competition with dates; None if its matches have none."""
    stages = list(competition.stages.select_related("competition"))
    if not competition.is_drawn or not any(stage.is_dated for stage in stages):
        return None
    matches = Match.objects.of(competition.pk).undecided()
    ran_out = Q(round__deadline_at__lte=now)
    unopened = Q(state=State.READY) & (Q(scheduled_at__isnull=True) | Q(scheduled_at__lte=now))
    unopened |= Q(awaits_date=True)
    late = read_matches(matches.filter(ran_out | unopened))
    return LeagueDesk(
        gaps=gaps_of_days(competition, now),
        overdue=[view for view in late if _has_run_out(view, now)],
        stuck=[view for view in late if not _has_run_out(view, now)],
        to_come=matches.filter(state=State.READY, scheduled_at__gt=now).count(),
        is_planned=any(stage.how.has_seasons or stage.how.sends_on for stage in stages),
    )


def _has_run_out(view: MatchView, now: datetime) -> bool:
    round_ = view.match.round
    return round_ is not None and round_.deadline_at is not None and round_.deadline_at <= now


@require_safe
def show_fixture(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a round of a league, the reader's matches first; `?round=` chooses another."""
    competition = find_competition(request, pk)
    if (
        not competition.draw_seed
        or not competition.stages.filter(format__in=with_seasons()).exists()
    ):
        raise Http404
    own = competition.entries.of_person(request.user.pk).first()
    value = request.GET.get("round", "")
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else None
    fixture = read_fixture(competition, own if request.user.pk else None, number, timezone.now())
    context = {"competition": competition, "fixture": fixture, "own": own}
    return render(request, "tournaments/leagues/fixture.html", context)


@posted_at_desk
def close_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a finished season and redirect to the next one, even if another user created it."""
    competition = find_competition(request, pk)
    following = leagues.close_season(
        competition_id=competition.pk, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("La temporada que viene está lista: revisala y abrila."))
    return redirect("competitions:manage", following.pk)
