"""The organiser's view of a league with dates: what is late, and how much is to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.formats.catalogue import with_seasons
from tournaments.models import Competition, Match
from tournaments.pages.matches import MatchView, read_matches

State = Match.State


@dataclass(frozen=True)
class LeagueDesk:
    """What an organiser of a league with dates looks after."""

    overdue: Sequence[MatchView]  # their round has run out
    stuck: Sequence[MatchView]  # without an hour, or not opened at it
    to_come: int


def league_desk(competition: Competition, now: datetime) -> LeagueDesk | None:
    """Read what is late in a league; None where matches have no dates."""
    is_dated = competition.round_days is not None
    if not is_dated or not competition.stages.filter(format__in=with_seasons()).exists():
        return None
    matches = Match.objects.of(competition.pk).undecided()
    ran_out = Q(round__deadline_at__lte=now)
    unopened = Q(state=State.READY) & (Q(scheduled_at__isnull=True) | Q(scheduled_at__lte=now))
    late = read_matches(matches.filter(ran_out | unopened))
    return LeagueDesk(
        overdue=[view for view in late if _has_run_out(view, now)],
        stuck=[view for view in late if not _has_run_out(view, now)],
        to_come=matches.filter(state=State.READY, scheduled_at__gt=now).count(),
    )


def _has_run_out(view: MatchView, now: datetime) -> bool:
    round_ = view.match.round
    return round_ is not None and round_.deadline_at is not None and round_.deadline_at <= now
