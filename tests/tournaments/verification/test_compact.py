"""`manage.py compact`: logs of games long over take one row each, and are read as before."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.engine import write_tgn
from games.models import Action, Game, PackedLog
from games.play.packed_logs import pack_log, packable_games, read_log, seats_played_for
from tests.games.records.test_record import a_finished_game, record_of
from tests.games.tables import a_table
from tests.tournaments.cups import a_running_cup, match_at, play_match
from tournaments.matches.player_results import _seats_played_for
from tournaments.models import Competition, Match
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]
YEAR = timedelta(days=366)


def compact(*options: str) -> str:
    out = StringIO()
    call_command("compact", *options, stdout=out)
    return out.getvalue().strip()


def long_ago(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(finished_at=game.finished_at - YEAR)
    game.refresh_from_db()
    return game


@pytest.mark.feature("Operation", "Logs of games long over are packed, and read as before")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_packed_game_is_read_as_before(seats: int, now: datetime, client: Client) -> None:
    game = long_ago(a_finished_game(now, seats=seats, flor="on", perros="on"))
    before = record_of(game)
    told = (write_tgn(before.notation()), before.judge_said, before.played_by_robots)
    page = client.get(f"/tables/{game.pk}/record/").content
    rows = game.actions.count()
    assert compact() == f"1 games, {rows} rows: packed"
    assert not game.actions.exists()
    after = record_of(game)
    assert (write_tgn(after.notation()), after.judge_said, after.played_by_robots) == told
    assert len(client.get(f"/tables/{game.pk}/record/").content) == len(page)
    assert list(violations(live=False)) == []


def test_rows_come_back_as_they_were(now: datetime) -> None:
    game = long_ago(a_finished_game(now))
    before = list(game.actions.order_by("seq").values_list("seq", "hand", "seat", "token", "at"))
    pack_log(game_id=game.pk)
    rows = read_log(game)
    assert [(row.seq, row.hand, row.seat, row.token, row.at) for row in rows] == before
    assert len({row.action_id for row in rows}) == len(rows)


def test_what_is_played_or_new_or_has_a_note_keeps_its_rows(now: datetime) -> None:
    a_table(now)
    a_finished_game(now)
    judged = long_ago(a_finished_game(now))
    judged.actions.filter(seq=1).update(note="Ana")
    assert compact() == "0 games, 0 rows: packed"
    assert not packable_games(now - YEAR).exists()


def test_a_second_run_finds_nothing(now: datetime) -> None:
    game = long_ago(a_finished_game(now))
    compact()
    assert compact() == "0 games, 0 rows: packed"
    assert pack_log(game_id=game.pk) == 0
    assert PackedLog.objects.count() == 1


def test_games_of_a_competition_wait_for_its_end(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    for game in Game.objects.filter(match_game__match=match):
        long_ago(game)
    assert compact().startswith("0 games")
    Competition.objects.update(state=Competition.State.FINISHED)
    assert not compact().startswith("0 games")
    assert Match.objects.with_play().filter(pk=match.pk).exists()


def test_who_was_played_for_is_the_same_from_a_packed_log(now: datetime) -> None:
    game = long_ago(a_finished_game(now))
    Action.objects.filter(game=game, seat=1).update(by=Action.By.CLOCK)
    assert _seats_played_for([game.pk]) == {(game.pk, 1)} == seats_played_for(game)
    pack_log(game_id=game.pk)
    assert _seats_played_for([game.pk]) == {(game.pk, 1)} == seats_played_for(game)
