"""Entering a competition as a team: the entry is a snapshot of who plays, and of the reserves."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry, RosterPlayer, Team, TeamPlayer
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.late import lock_for_entering
from tournaments.services.entries.places import complete
from tournaments.services.entries.registering import takes_entries
from tournaments.services.entries.rosters import NamedPlayer, add_player
from tournaments.services.teams.locking import lock_led

AFFILIATION = 60  # letters


@retrying
@transaction.atomic
def enter_as_team(
    *,
    competition_id: int,
    team_id: int,
    actor: User,
    players: Sequence[int],
    now: datetime,
    reserves: Sequence[int] = (),
) -> Entry:
    """Enter a team that a person leads with some of its people (keys of their places in it).

    Exactly as many play as the competition says, and no more are reserves. Who enters it leads the
    entry if they play, else its captain, its vice, or who came first. Raises RefusedError
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
    audit.record(
        AuditEvent.Act.REGISTER,
        competition=competition,
        actor=actor,
        now=now,
        after={**rosters.told(entry), "team": team.pk},
    )
    complete(entry, now)
    return entry


def _require_open_to(competition: Competition, team: Team) -> None:
    if not takes_entries(competition):
        raise RefusedError("registration-closed")
    if competition.players_per_side == 1:
        raise RefusedError("not-for-teams")
    if competition.entries.filter(team=team).exists():
        raise RefusedError("team-entered")


def _line_up(
    competition: Competition, team: Team, players: Sequence[int], reserves: Sequence[int]
) -> tuple[list[TeamPlayer], list[TeamPlayer]]:
    """Return the places that are named; each is of the team now, and named once."""
    there: Mapping[int, TeamPlayer] = {
        place.pk: place for place in team.players.filter(until=None).select_related("user")
    }
    named = [*players, *reserves]
    fits = len(players) == competition.players_per_side and len(reserves) <= competition.reserves
    if not fits or len(set(named)) < len(named) or not there.keys() >= set(named):
        raise RefusedError("wrong-line-up")
    return [there[pk] for pk in players], [there[pk] for pk in reserves]


def _require_newcomers(competition: Competition, places: Iterable[TeamPlayer]) -> None:
    users = [place.user_id for place in places if place.user_id is not None]
    if RosterPlayer.ever.filter(competition=competition, user__in=users).exists():
        raise RefusedError("in-another-team")
    rosters.require_fit(competition, users)


def _affiliation(competition: Competition, team: Team) -> str:
    """Return the club that the draw keeps apart; all are of the competition's own."""
    if team.club is None or team.club_id == competition.club_id:
        return ""
    return team.club.name[:AFFILIATION]


def _rank(team: Team, actor: User, place: TeamPlayer) -> tuple[int, int]:
    """The order of an entry's players, its captain first."""
    leading = (actor.pk, team.captain_id, team.vice_id)
    is_leading = place.user_id is not None and place.user_id in leading
    return (leading.index(place.user_id) if is_leading else len(leading), place.number)
