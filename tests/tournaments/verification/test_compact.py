"""`manage.py compact`: logs of games long over take one row each, and are read as before."""

import re
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.engine import write_tgn
from games.models import Action, Game, PackedLog
from games.play import clock, table_cache
from games.play.packed_logs import pack_log, packable_games, read_log, read_logs
from tests.games.records.test_record import a_finished_game, record_of
from tests.games.tables import a_legal_token, a_table, act, agree_to_end
from tests.tournaments.browsers import text_of
from tests.tournaments.cups import a_running_cup, match_at, play_match
from tournaments.matches.player_results import find_substituted_seats
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


def a_cut_off_game(now: datetime) -> Game:
    """A game that both ended in the middle of its first hand, after an act of the clock."""
    game = a_table(now, turn_seconds=60, flor="on")
    act(game, a_legal_token(game), now)
    game.refresh_from_db()
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    return agree_to_end(game, now)


def told_of(game: Game) -> tuple[object, ...]:
    """What the record and the pages of a game tell, without what differs at each visit."""
    record = record_of(game)
    table_cache.clear()
    paths = (f"/tables/{game.pk}/", f"/tables/{game.pk}/record/")
    pages = [text_of(Client().get(path)).partition("<main")[2] for path in paths]
    shown = [re.sub(r' data-now="\d+"', "", page.partition("</main>")[0]) for page in pages]
    assert all(shown)
    return write_tgn(record.notation()), record.judge_said, record.played_by_robots, *shown


@pytest.mark.feature("Operation", "Logs of games long over are packed, and read as before")
@pytest.mark.parametrize("seats", [2, 4, 0])
def test_a_packed_game_is_read_as_before(seats: int, now: datetime) -> None:
    game = long_ago(
        a_finished_game(now, seats=seats, flor="on", perros="on") if seats else a_cut_off_game(now)
    )
    told, rows = told_of(game), game.actions.count()
    assert rows
    assert compact() == f"1 games, {rows} rows: packed"
    assert not game.actions.exists()
    assert told_of(game) == told
    assert list(violations(live=False)) == []


def test_rows_come_back_as_they_were(now: datetime) -> None:
    game = long_ago(a_cut_off_game(now))
    columns = ("seq", "hand", "seat", "token", "by", "version", "at")
    before = list(game.actions.order_by("seq").values_list(*columns))
    pack_log(game_id=game.pk)
    rows = read_log(game)
    assert [tuple(getattr(row, name) for name in columns) for row in rows] == before
    assert len({row.action_id for row in rows}) == len(rows)
    assert [row.seq for row in read_log(game, rows[0].hand)] == [
        row.seq for row in rows if row.hand == rows[0].hand
    ]
    assert read_log(game, "99") == []


def test_logs_of_many_games_are_those_of_each(now: datetime) -> None:
    games = [a_finished_game(now), a_table(now), long_ago(a_cut_off_game(now))]
    pack_log(game_id=games[2].pk)
    logs = read_logs(games)
    for game in games:
        assert [(row.seq, row.token) for row in logs[game.pk]] == [
            (row.seq, row.token) for row in read_log(game)
        ]


def test_what_is_played_or_new_or_has_a_note_keeps_its_rows(now: datetime) -> None:
    a_table(now)
    a_finished_game(now)
    judged = long_ago(a_finished_game(now))
    judged.actions.filter(seq=1).update(note="Ana")
    assert compact() == "0 games, 0 rows: packed"
    assert not packable_games(now - YEAR).exists()
    assert pack_log(game_id=judged.pk) == 0, "a note may come after the games were listed"
    assert pack_log(game_id=0) == 0, "a game may be deleted after they were listed"


@pytest.mark.parametrize("days", ["0", "-1", "99999999999"])
def test_an_odd_age_packs_nothing(days: str, now: datetime) -> None:
    game = long_ago(a_finished_game(now))
    with pytest.raises(CommandError, match="from 1 to"):
        compact(f"--days={days}")
    assert game.actions.exists()


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
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.ANNULLED, winner=None, points_reason="annulled"
    )
    assert Match.objects.with_play().filter(pk=match.pk).exists()


def test_who_was_played_for_is_the_same_from_a_packed_log(now: datetime) -> None:
    game = long_ago(a_finished_game(now))
    Action.objects.filter(game=game, seat=1).update(by=Action.By.CLOCK)
    assert find_substituted_seats(game) == {(game.pk, 1)}
    pack_log(game_id=game.pk)
    assert find_substituted_seats(game) == {(game.pk, 1)}
