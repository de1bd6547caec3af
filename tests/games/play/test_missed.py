"""Missed actions: shown to a returning player until they act, or the next hand is dealt."""

from datetime import datetime, timedelta

import pytest

from games.live.subscribers import RenderKey
from games.models import Game
from games.play import clock, presence
from games.play.presence import MissedTurns
from games.table_page.live import TABLES
from games.table_view.history import MISSED
from tests.games.tables import a_card_to_play, a_table, act, may_fold, whoever_acts

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SECOND = timedelta(seconds=1)
OWN = {
    MissedTurns.TIME: "Se te acabó el tiempo: se jugó lo mínimo",
    MissedTurns.ROBOT: "Jugó un robot por vos",
    MissedTurns.MAZO: "Un robot te mandó al mazo",
}


def tick(game: Game) -> None:
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()


def come_back(game: Game, number: int, now: datetime) -> None:
    user_id = game.seats.get(number=number).user_id
    presence.arrive(game_id=game.pk, seat=number, user_id=user_id, socket="tab", now=now)
    game.refresh_from_db()


def pieces(game: Game, viewer: int | None) -> dict[str, str]:
    audience = RenderKey(viewer, "es-ar")
    return TABLES.render(game.pk, [audience]).pieces[audience]


def has_missed_line(game: Game, viewer: int | None, missed: MissedTurns, name: str) -> bool:
    return MISSED[missed] % {"name": name} in pieces(game, viewer)["story"]


def a_declined_truco(now: datetime) -> tuple[Game, int]:
    """A table of two where the clock answered for a seat, and the hand is over."""
    game = a_table(now, dealt=may_fold)
    act(game, "truco", now)
    game.refresh_from_db()
    number = whoever_acts(game).number
    tick(game)
    return game, number


def test_who_comes_back_reads_what_the_clock_did_until_the_next_deal(now):
    game, number = a_declined_truco(now)
    come_back(game, number, now)
    name = str(game.seats.get(number=number).user)
    assert has_missed_line(game, number, MissedTurns.TIME, "Vos")
    assert has_missed_line(game, 1 - number, MissedTurns.TIME, name)
    assert has_missed_line(game, None, MissedTurns.TIME, name)
    assert OWN[MissedTurns.TIME] in "".join(pieces(game, number).values())
    assert OWN[MissedTurns.TIME] not in "".join(pieces(game, 1 - number).values())
    tick(game)
    assert not has_missed_line(game, number, MissedTurns.TIME, "Vos")
    assert OWN[MissedTurns.TIME] not in "".join(pieces(game, number).values())


def test_a_second_visit_does_not_take_it_away_but_an_act_does(now):
    game = a_table(now, turn_seconds=30)
    first = whoever_acts(game).number
    tick(game)
    for later in (1, 2):
        come_back(game, first, now + later * SECOND)
        assert has_missed_line(game, first, MissedTurns.TIME, "Vos")
    while whoever_acts(game).number != first:
        act(game, a_card_to_play(game), now)
    assert has_missed_line(game, first, MissedTurns.TIME, "Vos")
    act(game, a_card_to_play(game), now)
    game.refresh_from_db()
    assert not has_missed_line(game, first, MissedTurns.TIME, "Vos")


def played_by_a_robot(game: Game, token: str, now: datetime) -> int:
    """Let a robot act for a player whose connection was lost."""
    number = whoever_acts(game).number
    game.seats.filter(number=number).update(automatic=True, absent_since=now)
    act(game, token, now, seat=number, by="clock")
    game.refresh_from_db()
    return number


@pytest.mark.parametrize(
    ("folds", "missed"), [(False, MissedTurns.ROBOT), (True, MissedTurns.MAZO)]
)
def test_who_comes_back_reads_what_a_robot_did(now, folds, missed):
    game = a_table(now, dealt=may_fold)
    number = played_by_a_robot(game, "mazo" if folds else a_card_to_play(game), now)
    assert not has_missed_line(game, number, missed, "Vos"), "while it plays on the table says that"
    come_back(game, number, now + SECOND)
    assert has_missed_line(game, number, missed, "Vos")
    assert OWN[missed] in "".join(pieces(game, number).values())


def test_a_robot_that_had_nothing_to_do_is_no_news(now):
    game = a_table(now)
    number = whoever_acts(game).number
    game.seats.filter(number=number).update(automatic=True, absent_since=now)
    come_back(game, number, now + SECOND)
    assert "late" not in pieces(game, number)["story"]
