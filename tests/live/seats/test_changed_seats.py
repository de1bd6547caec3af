"""Seats that change hands before the deal: no former occupant sees the next one's hand."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.casual import host_actions
from games.casual import services as casual
from games.engine import make_rules
from games.models import Game
from tests.games.tables import a_person, state_of

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

MOVED, NOT_YOURS = 4410, 4403
TWO = make_rules("argentino", {"seats": "2"})


def a_table_of(host: User, *, public: bool = True, private: bool = False) -> Game:
    game = casual.open_table(
        user=host,
        rules=TWO,
        robots=False,
        private=private,
        public=public,
        competitive=False,
        turn_seconds=60,
        now=timezone.now(),
    )
    sit(game, host)
    return game


def sit(game: Game, user: User) -> None:
    sitting = casual.SeatTaken(user, "", "", timezone.now(), invited=True)
    casual.take_seat(game_id=game.pk, sitting=sitting)


def test_whoever_gave_a_seat_up_is_not_shown_the_hand_that_is_dealt_to_it(visit):
    ana, luis, mia = a_person("ana"), a_person("luis"), a_person("mia")
    game = a_table_of(ana)
    line = visit(ana).watch(game)
    line.table()
    sit_luis = visit(luis).watch(game)
    sit_luis.table()
    host_actions.change_seat(game_id=game.pk, user=ana, number=1, now=timezone.now())
    assert line.close_code() == MOVED
    sit(game, mia)  # in the seat that was ana's
    game.refresh_from_db()
    cards = {str(card) for card in state_of(game).held[0]}
    assert cards
    assert not any(f"#n{card}" in frame for card in cards for frame in line.heard)


def test_whoever_changed_seats_comes_back_to_their_own(visit):
    ana, mia = a_person("ana"), a_person("mia")
    game = a_table_of(ana)
    person = visit(ana)
    older = person.watch(game)
    older.table()
    host_actions.change_seat(game_id=game.pk, user=ana, number=1, now=timezone.now())
    assert older.close_code() == MOVED
    newer = person.watch(game)
    newer.table()
    sit(game, mia)
    game.refresh_from_db()
    shown = newer.table(game.version)
    held = state_of(game).held
    assert all(f"#n{card}" in shown for card in held[1])
    assert not any(f"#n{card}" in shown for card in held[0])


def test_a_table_that_is_not_to_be_watched_shuts_whoever_found_no_seat(visit):
    ana, mia = a_person("ana"), a_person("mia")
    game = a_table_of(ana, public=False)
    stranger = visit().watch(game)
    stranger.table()
    sit(game, mia)
    assert stranger.close_code() == NOT_YOURS
    assert visit().watch(game).close_code() == NOT_YOURS


def test_a_private_table_shows_itself_to_whoever_was_invited_alone(visit):
    game = a_table_of(a_person("ana"), public=False, private=True)
    assert visit().watch(game).close_code() == NOT_YOURS
