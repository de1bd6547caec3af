"""Races of boards: two boards end, two captains name, a deadline passes as a player sits down."""

from datetime import datetime
from functools import partial

import pytest

from accounts.models import User
from games.engine import apply, from_token
from games.play import clock
from tests.games.races import at_once
from tests.games.tables import act, state_of
from tests.tournaments.boards import (
    a_club_cup,
    a_live_match,
    entry_of,
    name,
    roster_of,
    sit_at,
    table_at,
)
from tests.tournaments.cups import SECOND, a_card, match_at
from tournaments.matches import services as matches
from tournaments.models import Match
from tournaments.verification.competitions import COMPETITION_CHECKS

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def unsound() -> list[str]:
    return [str(violation) for check in COMPETITION_CHECKS for violation in check()]


def to_its_last_fold(match: Match, board: int, now: datetime) -> datetime:
    """Seat 1 folds hand after hand, until one more fold ends the game."""
    game = sit_at(match, board, now)
    while True:
        now, state = now + SECOND, state_of(game)
        if state.over:
            now = game.act_by
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        elif state.to_act[0] == 0:
            act(game, a_card(state), now)
        elif apply(state, from_token(1, "mazo")).winner is not None:
            return now
        else:
            act(game, "mazo", now)
        game.refresh_from_db()


def test_the_last_two_boards_end_at_once(organiser: User, now: datetime) -> None:
    match = a_live_match(organiser, now, boards="1,1")
    at = max(to_its_last_fold(match, board, now) for board in (1, 2))
    folds = [partial(act, table_at(match, board), "mazo", at) for board in (1, 2)]
    at_once(*folds)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 0)
    assert match.boards.standing().count() == 2
    assert match.submissions.count() == 1
    assert unsound() == []


def test_both_captains_name_at_once(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, boards="1,1", with_cards=False), 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    at_once(*(partial(name, match, side, now, [2, 1]) for side in (0, 1)))
    assert sorted(match.games.values_list("board", flat=True)) == [1, 2]
    assert table_at(match, 1).seats.get(number=0).user == roster_of(match, 0)[1].user
    assert entry_of(match, 0) != entry_of(match, 1)
    assert unsound() == []
