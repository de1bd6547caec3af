"""What a team did: a team with a name, or the same players together, wherever they entered so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max, Q, Sum
from django.utils.translation import gettext as _

from games.records.statistics import SeatFigures
from tournaments.models import Entry, MatchSlot, RosterPlayer
from tournaments.results.streaks import streaks
from tournaments.services.ranking.history import COUNTED, counted_seats


@dataclass(frozen=True)
class TeamFigures:
    """One row of figures, as `_statistics.html` shows it."""

    name: str
    sums: Mapping[str, int]


def team_figures(entry: Entry) -> list[TeamFigures]:
    """Return the figures of an entry's players as a team; none before its first match counts."""
    team = [each.pk for each in entries_of_team(entry)]
    return figures(sums_of(team, _played(team)))


def figures(sums: Mapping[str, int]) -> list[TeamFigures]:
    """Return the row of these sums, if a match counts in them."""
    return [TeamFigures(_("Juntos"), sums)] if sums else []


def sums_of(team: Sequence[int], won: Sequence[bool]) -> Mapping[str, int]:
    """Add up what was done in these entries (their keys); nothing before a match counts.

    `won` tells of each of those matches in its order whether the team won it.
    """
    if not won:
        return {}
    streak, best = streaks(won)
    results = {"matches": len(won), "wins": sum(won), "streak": streak, "best_streak": best}
    return {**_deeds(team), **results}


def entries_of_team(entry: Entry) -> list[Entry]:
    """Return every entry of the team with a name, or else of exactly the same players.

    With a guest such a one is a team of its own.
    """
    if entry.team is not None and entry.team.name:
        return list(entry.team.entries.filter(competition__rehearsal=""))
    people = set(entry.roster.filter(reserve=False).values_list("user_id", flat=True))
    if None in people or not people:
        return [entry]
    with_one = RosterPlayer.objects.filter(user=min(people), reserve=False).values("entry")
    playing = Q(roster__reserve=False)
    counted = Entry.objects.filter(pk__in=with_one).annotate(
        size=Count("roster", filter=playing),
        known=Count("roster", filter=playing & Q(roster__user__in=people)),
    )
    return list(counted.filter(size=len(people), known=len(people)))


def _played(team: list[int]) -> list[bool]:
    """Return whether the team won each match that counts, in the order they ended.

    Of a team that has played for years they are thousands: figures are read, no rows as models.
    """
    slots = MatchSlot.objects.filter(entry__in=team, match__points_reason__in=COUNTED)
    ended = slots.order_by("match__completed_at", "match").values_list("match__winner", "side")
    return [winner == side for winner, side in ended]


def _deeds(team: Sequence[int]) -> dict[str, int]:
    """Sum what was done at the team's seats: those of its side of each table."""
    seats = counted_seats().annotate(team=F("seat__number") % 2)
    side = "seat__game__match_game__match__slots"
    own = seats.filter(**{f"{side}__entry__in": team, f"{side}__side": F("team")})
    sums: dict[str, Any] = {name: Sum(name, default=0) for name in SeatFigures._fields}
    return own.order_by().aggregate(**sums, comeback=Max("comeback", default=0))
