"""Tables under the second rulebook: an upgraded range, and flores sung by the system."""

from datetime import datetime
from importlib import import_module

import pytest
from django.apps import apps

from games.engine import State
from games.models import Game
from games.play.finished_game import GameRecord
from games.play.replay import DealSource, every_hand
from tests.games.tables import a_table, play_to_the_end, state_of

pytestmark = pytest.mark.django_db
migration = import_module("games.migrations.0002_rulebooks_practice_and_pairing")


@pytest.mark.parametrize(("target", "pico"), [("15", "fixed_range"), ("30", "range")])
def test_a_game_keeps_its_range_over_an_upgrade(now: datetime, target: str, pico: str) -> None:
    game = a_table(now)
    options = {"seats": "6", "target": target, "pico": "range"}
    Game.objects.filter(pk=game.pk).update(preset="argentino-flor", options=options)
    migration.keep_the_range(apps, None)
    assert Game.objects.get(pk=game.pk).rules.pico == pico


def deals_a_flor(state: State) -> bool:
    return len(state.deal.flores) == 1


def test_a_table_sings_its_flores_and_keeps_them_in_the_record(now: datetime) -> None:
    """R-F11: no seat has to say it, no row of the log says it, and the record does."""
    options = {"flor_sung": "auto", "target": "5"}
    game = a_table(now, preset="argentino-flor", dealt=deals_a_flor, **options)
    (holder,) = state_of(game).deal.flores
    if holder == state_of(game).start.mano:
        assert state_of(game).flor.announced == (holder,)
    play_to_the_end(game, now)
    game.refresh_from_db()
    assert game.winner is not None
    assert not game.actions.filter(token="flor").exists()
    seats = list(game.seats.order_by("number"))
    sung = [hand for hand in every_hand(game, DealSource(game, seats)) if hand.flor.announced]
    actions = [
        action for hand in GameRecord(game, seats).notation().hands for action in hand.actions
    ]
    assert len([each for each in actions if getattr(each, "canto", "") == "flor"]) == sum(
        len(hand.flor.announced) for hand in sung
    )
