"""Boards played again after a transfer: a former player plays none, and keeps their wins."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.boards import (
    WON,
    a_club_cup,
    call_and_name,
    captain_of,
    entry_of,
    name,
    play,
    roster_of,
)
from tests.tournaments.cups import match_at
from tests.tournaments.reopening import in_order, reopen
from tournaments.club_matches import results
from tournaments.club_matches.results import replay_board
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.substitutes import transfer
from tournaments.matches.services import call_match
from tournaments.models import LineUpPlace, Match, PlayerResult, RosterPlayer
from tournaments.models.club_matches import are_open
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
HOUR = timedelta(hours=1)


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """The first of two semifinals at three singles, played: the first side won two of them."""
    cup = a_club_cup(organiser, now, entries=4, transfers_until=now + 24 * HOUR)
    match = match_at(cup, 1, 1)
    call_and_name(match, now)
    play(match, organiser, now, 0, 1, 0)
    return match


def swap(match: Match, number: int, now: datetime) -> tuple[RosterPlayer, RosterPlayer]:
    """One of the first side leaves, by their number, and another comes; return both."""
    goes = entry_of(match, 0).roster.get(number=number)
    who = a_person()
    comes = transfer(
        entry_id=goes.entry_id,
        out_player_id=goes.pk,
        player=NamedPlayer(str(who), who),
        actor=captain_of(match, 0),
        now=now,
    )
    return goes, comes


def again(match: Match, board: int, actor: User, now: datetime) -> None:
    replay_board(match_id=match.pk, board=board, actor=actor, reason="se juega", now=now)
    match.refresh_from_db()


def who_is_at(match: Match, board: int) -> RosterPlayer:
    return LineUpPlace.objects.get(line_up__match=match, line_up__side=0, board=board).player


def test_a_match_that_is_opened_again_awaits_the_line_up_that_has_who_left(
    match: Match, now: datetime
) -> None:
    goes, comes = swap(match, 2, now)
    reopen(match, now + HOUR)
    assert list(match.line_ups.values_list("side", flat=True)) == [1]
    assert not are_open(match, now + HOUR)
    call_match(match_id=match.pk, now=now + HOUR)
    assert name(match, 0, now + HOUR)
    assert comes in [who_is_at(match, board) for board in (1, 2, 3)]
    assert not LineUpPlace.objects.filter(player=goes).exists()
    assert in_order()


def test_line_ups_of_who_is_in_stay(match: Match, now: datetime) -> None:
    reopen(match, now + HOUR)
    assert match.line_ups.count() == 2


def test_at_a_board_alone_the_next_of_the_list_plays_and_who_played_keeps_the_others(
    match: Match, organiser: User, now: datetime
) -> None:
    (second, _), (third, comes) = swap(match, 2, now), swap(match, 3, now)
    free = set(roster_of(match, 0)[1:])
    again(match, 3, organiser, now + HOUR)
    assert who_is_at(match, 2) == second  # who played there, and it counts
    assert who_is_at(match, 3) in free
    given = {"match_id": match.pk, "actor": organiser, "now": now + HOUR}
    results.write_board(**given, board=3, chicos=WON[0])
    stand = PlayerResult.objects.standing().filter(match=match, side=0)
    played = dict(stand.values_list("board", "user"))
    assert (played[2], played[3]) == (second.user_id, who_is_at(match, 3).user_id)
    assert third.user_id not in played.values()
    assert comes in free
    assert in_order()
    again(match, 2, organiser, now + 2 * HOUR)  # and now the board that had stayed
    assert {who_is_at(match, 2), who_is_at(match, 3)} == free
    assert in_order()


def test_the_tie_break_has_nobody_who_left_the_first_board(organiser: User, now: datetime) -> None:
    terms = {"boards": "1,1", "entries": 4, "transfers_until": now + 24 * HOUR}
    match = match_at(a_club_cup(organiser, now, **terms), 1, 1)
    call_and_name(match, now, first=(2, 1))
    play(match, organiser, now, 0, 0)
    goes, _ = swap(match, 2, now)
    again(match, 2, organiser, now + HOUR)
    play_board = {"match_id": match.pk, "actor": organiser, "now": now + HOUR}
    results.write_board(**play_board, board=2, chicos=WON[1])
    assert who_is_at(match, 1) == goes
    assert who_is_at(match, 3) == roster_of(match, 0)[0]
    results.write_board(**play_board, board=3, chicos=WON[0])
    assert in_order()


def test_a_match_that_a_rival_gave_away_and_plays_after_all_has_nobody_who_left(
    organiser: User, now: datetime
) -> None:
    cup = a_club_cup(organiser, now, entries=4, transfers_until=now + 24 * HOUR)
    match = match_at(cup, 1, 1)
    name(match, 0, now)
    withdraw(entry_id=entry_of(match, 1).pk, actor=organiser, now=now)
    swap(match, 2, now)
    reinstate(entry_id=entry_of(match, 1).pk, actor=organiser, now=now + HOUR)
    match.refresh_from_db()
    assert (match.state, match.line_ups.count()) == (Match.State.READY, 0)
    assert in_order()
