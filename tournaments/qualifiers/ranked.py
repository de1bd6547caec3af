"""Qualifiers by the club's leaderboard: who leads it enters a competition at once."""

from datetime import datetime
from itertools import islice

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import AlreadyDrawnError, NoFreePlaceError, NothingThereError
from tournaments.common.permissions import require_organiser, suspended_from
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.entries.places import lock_for_entering
from tournaments.entries.rosters import NamedPlayer, entry_for_audit
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    LeaderboardLine,
    Person,
    RosterPlayer,
    Season,
)
from tournaments.qualifiers.errors import OtherSidesError
from tournaments.ranking.ledger import BoardKey


def periods_of(club_id: int) -> list[tuple[str, str]]:
    """Return the leaderboards of a club: that of all time, and those of its seasons, by period."""
    seasons = Season.objects.filter(club=club_id).order_by("-begins_at")
    return [("", ""), *((each.period, each.name) for each in seasons)]


def leading_persons(competition: Competition, period: str) -> list[Person]:
    """Return the eligible persons on a leaderboard of the club, the best first.

    Who is in already, suspended or gone is left out, so the next one moves up. Equal points are
    ordered by wins, then by fewer matches.
    """
    key = BoardKey(period=period, club_id=competition.club_id)
    lines = LeaderboardLine.objects.filter(board__key=str(key), person__forgotten_at=None)
    best = lines.select_related("person__user").order_by("-points", "-wins", "matches", "pk")
    persons = [line.person for line in best if line.person is not None]
    entered = RosterPlayer.objects.filter(competition=competition).exclude(
        entry__state=Entry.State.WITHDRAWN
    )
    players = list(entered.values_list("person", "user"))
    person_ids, users = {person for person, _ in players}, {user for _, user in players if user}
    suspended = suspended_from(
        competition, [person.user for person in persons if person.user is not None]
    )
    return [
        person
        for person in persons
        if person.pk not in person_ids
        and (
            person.user is None
            or (person.user.is_active and person.user_id not in users | suspended)
        )
    ]


@transactional
def enter_ranked(
    *,
    competition_id: int,
    period: str,
    first_rank: int,
    places: int,
    actor: User,
    now: datetime,
) -> list[Entry]:
    """Enter the persons at some places of a leaderboard, of those who are not in yet.

    Raises RefusedError `not-organiser`, `already-drawn`, `other-sides` where more than one plays on
    a side, `nothing-there` if those places are empty, or `no-free-place`.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    if competition.state not in Competition.UNDRAWN:
        raise AlreadyDrawnError()
    if competition.players_per_side != 1:
        raise OtherSidesError()
    leading = leading_persons(competition, period)
    chosen = list(islice(leading, first_rank - 1, first_rank - 1 + places))
    if not chosen:
        raise NothingThereError()
    if competition.places.free().count() < len(chosen):
        raise NoFreePlaceError()
    new_entries = [NewEntry([NamedPlayer(one.name, one.user, one)]) for one in chosen]
    entries = write_entries(competition, new_entries, now)
    for entry in entries:
        audit.log_event(
            AuditEvent.Act.ADD_ENTRY,
            competition=competition,
            actor=actor,
            now=now,
            after=entry_for_audit(entry),
        )
    broadcast_competition(competition.pk)
    return entries
