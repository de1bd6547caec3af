"""Whom a team may enter into a competition, and why it may not enter the others."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models.functions import Now

from accounts.models import Measure, User
from tournaments.models import Competition, RosterPlayer, Team, TeamPlayer
from tournaments.results.terms_of_entry import unfit


@dataclass(frozen=True)
class Available:
    """The people of a team, as a competition may have them."""

    free: Sequence[
        TeamPlayer
    ]  # who enters it first, the captain, the vice, the others as they came
    entered: Sequence[TeamPlayer]  # in the competition already
    suspended: Sequence[TeamPlayer]  # by its club
    unfit: Sequence[TeamPlayer]  # by the terms of entry
    per_side: int
    reserves: int

    @property
    def missing(self) -> int:
        """How many are missing for a side."""
        return max(0, self.per_side - len(self.free))


def available(competition: Competition, team: Team, actor: User) -> Available:
    """Read who of a team could play."""
    leading = (actor.pk, team.captain_id, team.vice_id)
    there = list(team.players.filter(until=None).order_by("number"))
    there.sort(key=lambda place: _place(leading, place))
    users = [place.user_id for place in there if place.user_id is not None]
    in_it = RosterPlayer.ever.filter(competition=competition, user__in=users)
    entered = set(in_it.values_list("user", flat=True))
    suspensions = Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION)
    kept_out = suspensions.filter(club=competition.club_id, user__in=users)
    suspended = set(kept_out.values_list("user", flat=True)) - entered
    outside = unfit(competition, users).keys() - entered - suspended
    barred = entered | suspended | outside
    return Available(
        [place for place in there if place.user_id not in barred],
        [place for place in there if place.user_id in entered],
        [place for place in there if place.user_id in suspended],
        [place for place in there if place.user_id in outside],
        competition.players_per_side,
        competition.reserves,
    )


def _place(leading: Sequence[int | None], place: TeamPlayer) -> int:
    is_leading = place.user_id is not None and place.user_id in leading
    return leading.index(place.user_id) if is_leading else len(leading)
