"""Señas: only partners see them, for a limited time, and the log does not record them."""

from datetime import timedelta

import pytest

from accounts.common.errors import RefusedError
from games.chat import services as chat
from games.chat.queries import shown_sign
from games.models import Game
from games.play import seats
from games.play.seat_names import names_for
from tests.games.tables import a_person, a_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
SECOND = timedelta(seconds=1)


@pytest.fixture
def pairs(now) -> Game:
    return a_table(now, people=[a_person() for _ in range(4)], preset="trucoestrella")


def signed(game: Game, seat: int, sign: str, now) -> None:
    chat.make_sign(game_id=game.pk, seat=seat, sign=sign, now=now)


@pytest.mark.feature("Playing", "A seña to the partner")
def test_only_the_partner_is_told(pairs, now, hints):
    hints.clear()
    signed(pairs, 0, "1e", now)
    assert [message["seats"] for _, message in hints] == [[2]]


def test_a_sign_is_kept_on_the_seat_and_not_in_the_log(pairs, now):
    before = pairs.version
    signed(pairs, 3, "ciego", now)
    pairs.refresh_from_db()
    assert pairs.seats.get(number=3).sign == "ciego"
    assert (pairs.version, pairs.actions.count()) == (before, 0)


def test_signs_outside_the_list_do_not_exist(pairs, now):
    with pytest.raises(RefusedError, match="no-such-sign"):
        signed(pairs, 0, "wink", now)
    with pytest.raises(RefusedError, match="no-such-sign"):
        signed(pairs, 0, "pieza-2", now)  # no muestra here


def test_two_players_have_no_partners_to_sign_to(now):
    game = a_table(now, preset="trucoestrella")
    with pytest.raises(RefusedError, match="no-such-sign"):
        signed(game, 0, "1e", now)


def test_signs_come_one_at_a_time(pairs, now):
    signed(pairs, 0, "1e", now)
    with pytest.raises(RefusedError, match="too-fast"):
        signed(pairs, 0, "7e", now + SECOND)
    signed(pairs, 0, "7e", now + 2 * SECOND)
    assert pairs.seats.get(number=0).sign == "7e"


def test_after_a_clock_set_back_signs_are_made_and_old_ones_gone(pairs, now):
    signed(pairs, 0, "1e", now + 3600 * SECOND)
    names = names_for(list(pairs.seats.order_by("number")), 2)
    assert shown_sign(pairs.seats.get(number=0), names, now) is None
    signed(pairs, 0, "7e", now)
    assert shown_sign(pairs.seats.get(number=0), names, now)
    assert shown_sign(pairs.seats.get(number=0), names, now - SECOND), "another machine's clock"


def test_no_signs_at_a_table_that_is_over(pairs, now):
    seats.annul_game(game_id=pairs.pk, now=now)
    with pytest.raises(RefusedError, match="closed"):
        signed(pairs, 0, "1e", now)


# ---- words for partners ----
@pytest.mark.parametrize("preset", ["argentino", "trucoestrella", "truc"])
def test_partners_have_words_with_or_without_senas_and_nobody_else_is_told(preset, now, hints):
    game = a_table(now, people=[a_person() for _ in range(4)], preset=preset)
    hints.clear()
    signed(game, 1, "veni", now)
    assert [message["seats"] for _, message in hints] == [[3]]
    assert (game.seats.get(number=1).sign, game.actions.count()) == ("veni", 0)
    assert not game.lines.exists()


def test_two_players_have_no_words_for_partners(now):
    with pytest.raises(RefusedError, match="no-such-sign"):
        signed(a_table(now), 0, "veni", now)


def test_where_nothing_is_said_partners_have_their_senas_alone(pairs, now):
    Game.objects.filter(pk=pairs.pk).update(talk="none")
    with pytest.raises(RefusedError, match="no-such-sign"):
        signed(pairs, 0, "veni", now)
    signed(pairs, 0, "1e", now)
