"""Timed rounds for tests: competitions whose rounds last 45 minutes, and their clocks."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Game
from games.play import clock
from tests.games.tables import act, state_of
from tests.tournaments.cups import a_running_cup
from tournaments.models import Competition, Match, RoundClock

MINUTES = 45
LENGTH = timedelta(minutes=MINUTES)
SECOND = timedelta(seconds=1)


def a_timed_cup(organiser: User, now: datetime, **terms: Any) -> Competition:
    """A cup of four whose rounds last 45 minutes."""
    return a_running_cup(organiser, now, **{"round_minutes": MINUTES, **terms})


def clock_of(match: Match) -> RoundClock:
    """The clock of a match's round."""
    return RoundClock.objects.of(match.round).get()


def fold_a_hand(game: Game, now: datetime, *, loser: int | None = None) -> None:
    """Let a team lose the hand: it folds at its turn, and the other team only plays cards."""
    game.refresh_from_db()
    while not (state := state_of(game)).over and not game.is_over:
        seat = state.to_act[0]
        if loser in (None, seat % 2):
            act(game, "mazo", now)
        else:
            act(game, next(str(card) for card in state.held[seat]), now)
        game.refresh_from_db()


def let_go_on(game: Game) -> datetime:
    """Let the server do what is due at a table; return when it did."""
    game.refresh_from_db()
    now = game.act_by
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
    game.refresh_from_db()
    return now
