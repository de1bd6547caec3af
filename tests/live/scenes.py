"""Matches at their tables, for processes of the site to go on with."""

from datetime import timedelta

from django.utils import timezone

from games.engine import State, legal_actions, to_token
from games.models import Game
from games.play import clock
from tests.games.tables import act, state_of
from tests.tournaments.cups import a_running_cup, an_organiser, call, everybody_sits, match_at
from tournaments.models import Match

SECOND = timedelta(seconds=1)
TURN = 120  # seconds: no player is late


def a_ready_match() -> Match:
    """The only match of a cup in one hall."""
    now = timezone.now()
    cup = a_running_cup(an_organiser(), now, entries=2, turn_seconds=TURN, presencial=True)
    return match_at(cup, 1, 1)


def a_match_at_its_table() -> tuple[Match, Game]:
    """The same, called, and both players have sat down."""
    match, now = a_ready_match(), timezone.now()
    call(match, now)
    return match, everybody_sits(match, now)


def one_hand_before_the_end() -> tuple[Match, Game]:
    """The same at four all: whoever takes the next hand has won."""
    match, game = a_match_at_its_table()
    while game.score != [4, 4] or state_of(game).over:
        if state_of(game).over:
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        else:
            act(game, "mazo", timezone.now())
        game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(act_by=timezone.now() + TURN * SECOND)
    return match, game


def a_card(state: State) -> str:
    """A card that whoever is due may play."""
    return next(token for token in _legal(state) if token[0].isdigit())


def the_end(state: State) -> str:
    """Return the action that ends a hand of two players immediately, at either turn."""
    return next(token for token in _legal(state) if token in ("mazo", "no"))


def _legal(state: State) -> list[str]:
    return [to_token(action) for action in legal_actions(state, state.to_act[0])]
