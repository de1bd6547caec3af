"""Entry of a team into a competition: available players, and a snapshot of the line-up.

Unavailable players are listed with the reason. The snapshot includes the reserves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models.functions import Now

from accounts.common.transactions import transactional
from accounts.models import Measure, User
from tournaments.common import audit
from tournaments.common.errors import RegistrationClosedError
from tournaments.entries import rosters
from tournaments.entries.places import complete_entry, lock_for_entering
from tournaments.entries.rosters import NamedPlayer, add_player, eligibility_error
from tournaments.entries.services import takes_entries
from tournaments.models import AuditEvent, Competition, Entry, RosterPlayer, Team, TeamPlayer
from tournaments.teams.errors import (
    InAnotherTeamError,
    NotForTeamsError,
    TeamEnteredError,
    WrongLineUpError,
)
from tournaments.teams.services import lock_led


@dataclass(frozen=True)
class Available:
    """The members of a team who can enter a competition, and those who cannot."""

    free: Sequence[
        TeamPlayer
    ]  # the actor, the captain, the vice, then the others by date of joining
    entered: Sequence[TeamPlayer]  # in the competition already
    suspended: Sequence[TeamPlayer]  # by its club
    unfit: Sequence[TeamPlayer]  # by the terms of entry
    per_side: int
    reserves: int

    @property
    def missing(self) -> int:
        """Return the number of players missing for a side."""
        return max(0, self.per_side - len(self.free))


def available(competition: Competition, team: Team, actor: User) -> Available:
    """Read the members of a team who could play."""
    leading = (actor.pk, team.captain_id, team.vice_id)
    members = list(team.players.filter(until=None).order_by("number"))
    members.sort(key=lambda place: _place(leading, place))
    users = [place.user_id for place in members if place.user_id is not None]
    in_it = RosterPlayer.ever.filter(competition=competition, user__in=users)
    entered = set(in_it.values_list("user", flat=True))
    suspensions = Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION)
    kept_out = suspensions.filter(club=competition.club_id, user__in=users)
    suspended = set(kept_out.values_list("user", flat=True)) - entered
    outside = eligibility_error(competition, users).keys() - entered - suspended
    barred = entered | suspended | outside
    return Available(
        [place for place in members if place.user_id not in barred],
        [place for place in members if place.user_id in entered],
        [place for place in members if place.user_id in suspended],
        [place for place in members if place.user_id in outside],
        competition.players_per_side,
        competition.reserves,
    )


def _place(leading: Sequence[int | None], place: TeamPlayer) -> int:
    is_leading = place.user_id is not None and place.user_id in leading
    return leading.index(place.user_id) if is_leading else len(leading)


AFFILIATION = 60  # letters


@transactional
def enter_as_team(
    *,
    competition_id: int,
    team_id: int,
    actor: User,
    players: Sequence[int],
    now: datetime,
    reserves: Sequence[int] = (),
) -> Entry:
    """Enter a team with some of its members (pks of their places in it), as one of its leaders.

    The competition sets the exact number of players and the most reserves. The actor leads the
    entry if they play, else its captain, its vice, or its first member. Raises RefusedError
    `registration-closed`, `not-for-teams`, `team-entered`, `wrong-line-up`, `in-another-team`,
    `suspended-in-club`, `members-only`, `outside-band`, `no-free-place`, or those of `lock_led`.
    """
    competition = lock_for_entering(competition_id)
    team = lock_led(team_id, actor)
    _require_open_to(competition, team)
    playing, waiting = _line_up(competition, team, players, reserves)
    _require_newcomers(competition, [*playing, *waiting])
    entry = Entry.objects.create(
        competition=competition,
        team=team,
        name=team.name,
        affiliation=_affiliation(competition, team),
        created_at=now,
    )
    playing.sort(key=lambda place: _rank(team, actor, place))
    for place in (*playing, *waiting):
        add_player(entry, NamedPlayer(place.name, place.user), reserve=place in waiting)
    audit.log_event(
        AuditEvent.Act.REGISTER,
        competition=competition,
        actor=actor,
        now=now,
        after={**rosters.entry_for_audit(entry), "team": team.pk},
    )
    complete_entry(entry, now)
    return entry


def _require_open_to(competition: Competition, team: Team) -> None:
    if not takes_entries(competition):
        raise RegistrationClosedError()
    if competition.players_per_side == 1:
        raise NotForTeamsError()
    if competition.entries.filter(team=team).exists():
        raise TeamEnteredError()


def _line_up(
    competition: Competition, team: Team, players: Sequence[int], reserves: Sequence[int]
) -> tuple[list[TeamPlayer], list[TeamPlayer]]:
    """Return the places that are named; each is of the team now, and named once."""
    members: Mapping[int, TeamPlayer] = {
        place.pk: place for place in team.players.filter(until=None).select_related("user")
    }
    chosen = [*players, *reserves]
    fits = len(players) == competition.players_per_side and len(reserves) <= competition.reserves
    if not fits or len(set(chosen)) < len(chosen) or not members.keys() >= set(chosen):
        raise WrongLineUpError()
    return [members[pk] for pk in players], [members[pk] for pk in reserves]


def _require_newcomers(competition: Competition, places: Iterable[TeamPlayer]) -> None:
    users = [place.user_id for place in places if place.user_id is not None]
    if RosterPlayer.ever.filter(competition=competition, user__in=users).exists():
        raise InAnotherTeamError()
    rosters.require_fit(competition, users)


def _affiliation(competition: Competition, team: Team) -> str:
    """Return the club that the draw keeps apart; all are of the competition's own."""
    if team.club is None or team.club_id == competition.club_id:
        return ""
    return team.club.name[:AFFILIATION]


def _rank(team: Team, actor: User, place: TeamPlayer) -> tuple[int, int]:
    """Return the order of an entry's players, its captain first."""
    leading = (actor.pk, team.captain_id, team.vice_id)
    is_leading = place.user_id is not None and place.user_id in leading
    return (leading.index(place.user_id) if is_leading else len(leading), place.number)
