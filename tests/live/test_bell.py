"""The bell of a timed round at its tables: whoever looks on hears it, and the record is sound."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from tests.tournaments.cups import an_organiser, call, everybody_sits, match_at, players_of
from tests.tournaments.timed import a_timed_cup, clock_of, fold_a_hand, let_go_on
from tournaments.models import RoundClock
from tournaments.round_clock import services as round_clock

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

RUNG = "Sonó la campana: es la última mano"


@pytest.fixture
def match():
    """A match whose players sit, and whose clock runs."""
    now = timezone.now()
    found = match_at(a_timed_cup(an_organiser(), now, entries=2, turn_seconds=120), 1, 1)
    call(found, now)
    everybody_sits(found, now)
    organiser = found.competition.club.members.get()
    round_clock.start_clock(round_id=found.round_id, actor=organiser, now=now)
    return found


def rings(match) -> None:
    """The time is up, and the sweep sees it."""
    now = timezone.now()
    RoundClock.objects.update(bell_at=now)
    Game.objects.update(bell_at=now)
    assert round_clock.notify_round_time_up(clock_id=clock_of(match).pk, now=now)


@pytest.mark.feature("Competitions", "The bell reaches tables in play")
def test_a_table_hears_the_bell_and_then_who_won_by_time(visit, match):
    game = match.games.get().game
    lines = [visit(*players_of(match, 0)).watch(game), visit().watch(game)]
    for line in lines:
        assert "data-until=" in line.table()
        assert RUNG not in line.shown
    rings(match)
    for line in lines:
        line.wait_for(lambda frame: RUNG in frame)
    fold_a_hand(game, timezone.now(), loser=1)
    let_go_on(game)
    player, stranger = (line.table(game.version) for line in lines)
    assert "¡Ganaste por tiempo!" in player
    assert "Por tiempo, partida para" in stranger


def test_a_table_hears_that_its_clock_stands_still_and_goes_on(visit, match):
    game = match.games.get().game
    line = visit().watch(game)
    line.table()
    act = {"round_id": match.round_id, "actor": match.competition.club.members.get()}
    round_clock.pause_clock(**act, now=clock_of(match).bell_at - timedelta(minutes=9, seconds=12))
    line.wait_for(lambda frame: "reloj parado: 9:12" in frame)
    round_clock.resume_clock(**act, now=timezone.now())
    line.wait_for(lambda frame: "data-until=" in frame)


@pytest.mark.parametrize("path", ["/ws/competitions/{cup}/", "/ws/matches/{match}/"])
def test_followers_hear_the_bell(visit, match, path):
    address = path.format(cup=match.competition.pk, match=match.pk)
    line = visit().listen(f"{address}?language=es-ar")
    line.wait_for(lambda frame: "data-bell=" in frame)
    rings(match)
    line.wait_for(lambda frame: RUNG in frame)


def test_sixty_phones_on_one_network_hear_the_bell(visit, match):
    """Strangers of a hall, as many as the settings allow by default (row 16.4)."""
    lines = [visit().listen(f"/ws/competitions/{match.competition.pk}/") for _ in range(60)]
    for line in lines:
        line.wait_for(lambda frame: "data-bell=" in frame)
    rings(match)
    for line in lines:
        line.wait_for(lambda frame: RUNG in frame)
