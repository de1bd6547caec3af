"""A table that waits: whether one sits, and until when one may."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.table_view.table import table_view

NOW = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sat", "act_by", "line", "hint"),
    [
        (False, NOW, "Falta que te sientes", "Tocá «Sentarme» antes de que se acabe el tiempo"),
        (False, None, "Falta que te sientes", ""),
        (True, NOW, "Ya te sentaste", "Esperando jugadores"),
    ],
)
def test_who_has_a_seat_reads_whether_they_sit(sat, act_by, line, hint):
    game = Game(pk=4, preset="argentino", act_by=act_by, commitment="a3" * 32)
    seats = [Seat(game=game, number=number, user=User(username=f"u{number}")) for number in (0, 1)]
    seats[0].sat_at = NOW if sat else None
    fixed = {"game": game, "seats": seats, "view": None, "now": NOW, "spectators": 0}
    mine = table_view(viewer=0, **fixed)
    assert (mine.prompt.line, mine.prompt.hint, mine.may_sit) == (line, hint, not sat)
    assert bool(mine.clock.act_by) is bool(act_by)
    invited = table_view(**fixed).prompt
    assert invited.line == "Esperando jugadores"
    assert invited.hint == "Truco argentino, 1 contra 1, a 30 puntos"
