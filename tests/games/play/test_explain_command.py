"""`manage.py explain`: why the rules refuse an action, in this hand and in earlier ones."""

import io
from datetime import datetime

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from tests.games.tables import a_legal_token, a_table, act, play_to_the_end, whoever_acts

pytestmark = pytest.mark.django_db


def explained(game: Game, seat: int, version: int, token: str) -> str:
    out = io.StringIO()
    call_command("explain", str(game.pk), str(seat), str(version), token, stdout=out)
    return out.getvalue().strip()


@pytest.mark.feature("Operation", "`truco explain` says why a table refused an action")
def test_an_action_is_refused_in_words_or_allowed(now: datetime) -> None:
    game = a_table(now)
    seat = whoever_acts(game).number
    assert explained(game, seat, game.version, a_legal_token(game)) == "allowed"
    refused = "nothing-pending: No hay nada que responder."
    assert explained(game, seat, game.version, "quiero") == refused
    assert explained(game, 1 - seat, game.version, "truco").startswith("not-your-turn: ")


def test_an_earlier_hand_is_asked_as_it_was(now: datetime) -> None:
    game = a_table(now)
    first, seat, token = game.version, whoever_acts(game).number, a_legal_token(game)
    act(game, token, now)
    play_to_the_end(game, now)
    assert len({row.hand for row in game.actions.all()}) > 1
    assert explained(game, seat, first, token) == "allowed"
    assert explained(game, seat, first + 1, token) != "allowed"
    for row in game.actions.exclude(by__in=game.actions.model.HOUSE).order_by("seq")[:40]:
        assert explained(game, row.seat, row.version - 1, row.token) == "allowed", row.seq


@pytest.mark.parametrize(
    ("token", "said"), [("trucoo", "no action in the notation"), ("", "no action in the notation")]
)
def test_what_is_no_action_is_said(now: datetime, token: str, said: str) -> None:
    game = a_table(now)
    with pytest.raises(CommandError, match=said):
        explained(game, 0, game.version, token)


def test_a_game_without_cards_is_said() -> None:
    with pytest.raises(CommandError, match="No game with cards"):
        call_command("explain", "999", "0", "1", "truco")
