"""Tables in memory: what a click costs, when an entry is valid, what moves the seats' version."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, OperationalError, connection, models, transaction
from django.db.models import F
from django.db.models.signals import post_migrate, pre_migrate
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.casual import services as casual
from games.common.errors import ClosedError, NotYourSeatError
from games.live.admission import viewpoint_at
from games.models import Game, Line, Seat, SeatAddress, raw_queries
from games.play import log, table_cache
from games.play.actions import Actor
from games.play.clock import act_on_timeout
from games.play.errors import OtherActionError
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    fold_to_the_end,
    state_of,
    whoever_acts,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
SECOND = timedelta(seconds=1)
BEGIN_AND_COMMIT = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def statements(do: Callable[[], object]) -> list[str]:
    """What the database is asked, but for the bounds of transactions."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        do()
    asked_for = [query["sql"] for query in asked.captured_queries]
    return [sql for sql in asked_for if not sql.startswith(BEGIN_AND_COMMIT)]


def click(
    game: Game, now, token: str | None = None, address: str = "a-keyed-hash"
) -> Callable[[], object]:
    game.refresh_from_db()
    token, seat = token or a_legal_token(game), whoever_acts(game).number
    return partial(act, game, token, now, seat=seat, address=address)


def a_table_in_memory(now) -> Game:
    """A table at which both have acted: this process knows it, and their addresses."""
    game = a_table(now)
    for token in ("truco", "quiero"):
        click(game, now, token)()
    game.refresh_from_db()
    assert is_valid(game)
    return game


def is_valid(game: Game) -> bool:
    """Whether memory has what the database has."""
    held = table_cache.peek(game.pk)
    return held is not None and held.key == tuple(
        Game.objects.values_list("version", "seats_version").get(pk=game.pk)
    )


# ---- what a click costs ----
def is_plain(asked: list[str]) -> bool:
    """Whether a click took the fewest statements that its database allows."""
    if connection.vendor == "postgresql":
        (only,) = asked
        return "UPDATE games_game" in only and "INSERT INTO games_action" in only
    written, added = asked
    return "UPDATE games_game" in written and "INSERT INTO games_action" in added


def test_a_click_is_one_statement_on_postgresql_and_two_on_sqlite(now):
    game = a_table_in_memory(now)
    for _ in range(2):
        assert is_plain(statements(click(game, now)))


def test_the_first_click_after_the_clocks_deal_costs_no_more(now):
    game = a_table_in_memory(now)
    click(game, now, "mazo")()
    game.refresh_from_db()
    assert act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    assert is_plain(statements(click(game, now)))


def test_a_click_with_a_time_bank_costs_no_more_and_is_charged(now):
    game = a_table_in_memory(now)
    Game.objects.filter(pk=game.pk).update(bank_seconds=600, turn_at=now)
    click(game, now)()
    game.refresh_from_db()
    seat = whoever_acts(game).number
    before = game.thought[seat]
    assert is_plain(statements(click(game, now + 3 * SECOND)))
    game.refresh_from_db()
    assert game.thought[seat] == before + 3000


def test_memory_and_the_log_tell_of_the_same_hand(now):
    game = a_table_in_memory(now)
    for _ in range(2):
        click(game, now)()
        game.refresh_from_db()
        assert table_cache.peek(game.pk).state == state_of(game)
        assert table_cache.peek(game.pk).game.act_by == game.act_by


def test_nothing_of_a_hand_is_written_where_a_table_is_printed(now):
    game = a_table_in_memory(now)
    assert "state" not in repr(table_cache.peek(game.pk))


# ---- when an entry is valid ----
def test_what_another_process_played_is_read_anew(now):
    game = a_table_in_memory(now)
    old = table_cache.peek(game.pk)
    click(game, now)()
    table_cache.evict(game.pk)
    table_cache._keep(old)  # as in a process that did not play this
    assert len(statements(click(game, now))) > 3
    assert is_valid(game)


def test_what_became_of_a_seat_elsewhere_is_read_anew(now):
    game = a_table_in_memory(now)
    due = whoever_acts(game)
    game.seats.filter(pk=due.pk).update(timeouts=1, automatic=True)
    click(game, now)()
    due.refresh_from_db()
    assert (due.automatic, due.timeouts) == (False, 0)


def test_those_who_come_back_to_a_table_whose_seats_moved_read_them_once(now):
    game = a_table_in_memory(now)
    due = whoever_acts(game)
    for is_automatic in (True, False):
        game.seats.filter(pk=due.pk).update(automatic=is_automatic)
        game.refresh_from_db()
        (read,) = statements(lambda: table_cache.cached_seats(game))
        assert "FROM" in read
        assert statements(lambda: table_cache.cached_seats(game)) == []
        assert table_cache.cached_seats(game)[due.number].automatic == is_automatic


def test_seats_of_a_transaction_that_comes_to_nothing_are_not_kept(now):
    game = a_table_in_memory(now)
    with transaction.atomic():
        game.seats.filter(number=0).update(automatic=True)
        game.refresh_from_db()
        assert table_cache.cached_seats(game)[0].automatic
        transaction.set_rollback(True)
    game.seats.filter(number=1).update(automatic=True)
    game.refresh_from_db()
    assert [seat.automatic for seat in table_cache.cached_seats(game)] == [False, True]


def test_a_rollback_leaves_the_entry_of_what_was_committed(now):
    game = a_table_in_memory(now)
    before = table_cache.peek(game.pk)
    with transaction.atomic():
        click(game, now)()
        transaction.set_rollback(True)
    assert table_cache.peek(game.pk) is before
    assert is_valid(game)


def test_an_error_takes_the_entry_away_an_unknown_commit_as_well(now, monkeypatch):
    game = a_table_in_memory(now)

    def lost() -> None:
        connection.connection.rollback() if connection.vendor == "sqlite" else None
        raise DatabaseError("the line broke in the middle of the commit")

    do = click(game, now, address="a-new-one")  # not known to memory: this takes a transaction
    with monkeypatch.context() as patch:
        patch.setattr(connection, "_commit", lost)
        with pytest.raises(DatabaseError):
            do()
    assert table_cache.peek(game.pk) is None
    do()
    assert is_valid(game)


def test_a_click_on_a_lost_connection_is_made_on_another(now):
    game = a_table_in_memory(now)
    do = click(game, now)
    connection.connection.close()
    if connection.vendor == "sqlite":  # it loses none
        connection.close()
    assert do().version == game.version + 1
    assert game.actions.count() == 3


def test_a_click_whose_answer_is_lost_is_made_once(now, monkeypatch):
    game = a_table_in_memory(now)
    do, write = click(game, now), raw_queries.write_if_unchanged

    def lost(*how: Any) -> bool:
        write(*how)
        raise OperationalError("the line broke after the commit")

    with monkeypatch.context() as patch:
        patch.setattr(raw_queries, "write_if_unchanged", lost)
        done = do()
    assert (done.version, game.actions.count()) == (game.version + 1, 3)
    assert done.repeated
    click(game, now)()
    assert is_valid(game)


def test_a_refusal_costs_nobody_their_table(now):
    game = a_table_in_memory(now)
    with pytest.raises(Exception, match="truco"):
        click(game, now, "truco")()
    assert is_valid(game)


def test_a_game_that_is_over_is_forgotten(now):
    game = a_table(now, target="5")
    fold_to_the_end(game, now)
    assert table_cache.peek(game.pk) is None


def test_what_becomes_of_seats_after_the_end_is_seen(now):
    game = a_table(now, target="5", people=[a_person("ana"), None])
    fold_to_the_end(game, now)
    guest, user = game.seats.get(number=0).user, a_person("beto")
    assert viewpoint_at(game.pk, guest.pk).seat == 0
    casual.move_seats(guest=guest, user=user)
    assert viewpoint_at(game.pk, user.pk).seat == 0
    User.objects.filter(pk=user.pk).update(username="carla")
    assert str(table_cache.cached_seats(game)[0]) == "carla"


def test_as_many_tables_are_kept_as_there_is_room_for(now, monkeypatch):
    monkeypatch.setattr(table_cache, "MAX_TABLES", 2)
    first, second, third = (a_table_in_memory(now) for _ in range(3))
    assert table_cache.peek(first.pk) is None
    assert is_valid(second)
    assert is_valid(third)


# ---- a row that somebody else wrote ----
def written_elsewhere(game: Game, **columns: object) -> None:
    """Write the game's row as another process does, past this process's memory."""
    Game.objects.filter(pk=game.pk).update(**columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"alarm_at": None},
        {"title": "Otra"},
        {"turn_seconds": 45},
    ],
    ids=lambda columns: next(iter(columns)),
)
def test_a_row_written_elsewhere_is_read_before_the_next_click(now, columns):
    game = a_table_in_memory(now)
    do = click(game, now)
    written_elsewhere(game, **columns)
    assert len(statements(do)) >= 3
    held = table_cache.peek(game.pk).game
    game.refresh_from_db()
    for name in columns:
        assert getattr(held, name) == getattr(game, name)
    assert is_plain(statements(click(game, now)))


def test_an_equal_rewrite_is_noticed_on_postgresql_only(now):
    game = a_table_in_memory(now)
    do = click(game, now)
    written_elsewhere(game, version=F("version"))
    assert (len(statements(do)) == 2) == (connection.vendor == "sqlite")  # it compares columns
    assert is_valid(game)


def test_a_table_stopped_elsewhere_takes_no_click(now):
    game = a_table_in_memory(now)
    do = click(game, now)
    written_elsewhere(game, status=Game.Status.JUDGED, act_by=None)
    with pytest.raises(ClosedError):
        do()
    assert game.actions.count() == 2


def test_a_seat_that_went_to_another_elsewhere_is_not_played_by_its_first_holder(now):
    game = a_table_in_memory(now)
    due, other = whoever_acts(game), a_person()
    before = Actor(due.user_id)
    game.seats.filter(pk=due.pk).update(user=other)
    token = a_legal_token(game)
    with pytest.raises(NotYourSeatError):
        act(game, token, now, seat=due.number, actor=before)
    assert act(game, token, now, seat=due.number, actor=Actor(other.pk)).version


def test_a_known_id_gets_its_first_outcome_at_any_version(now):
    game = a_table_in_memory(now)
    seat, token = whoever_acts(game).number, a_legal_token(game)
    first = act(game, token, now, seat=seat, action_id="minted-once")
    for _ in range(2):
        again = act(game, token, now, seat=seat, action_id="minted-once")
        assert (again.version, again.repeated) == (first.version, True)
    game.refresh_from_db()
    while whoever_acts(game).number != seat:
        click(game, now)()
        game.refresh_from_db()
    with pytest.raises(OtherActionError):
        act(game, a_legal_token(game), now, seat=seat, action_id="minted-once")
    assert click(game, now)().version == game.version + 1


def test_an_act_inside_a_transaction_is_undone_with_it(now):
    game = a_table_in_memory(now)
    do = click(game, now)
    with transaction.atomic():
        do()
        transaction.set_rollback(True)
    assert game.actions.count() == 2
    assert do().version == game.version + 1


# ---- every write outside the log changes the seats' version ----
def moves(game: Game, write: Callable[[], object]) -> bool:
    before = Game.objects.values_list("seats_version", flat=True).get(pk=game.pk)
    write()
    return Game.objects.values_list("seats_version", flat=True).get(pk=game.pk) > before


WRITTEN = [field for field in Seat._meta.concrete_fields if not field.primary_key]


@pytest.mark.parametrize("column", [field.column for field in WRITTEN])
def test_whatever_is_written_to_a_seat_moves_it(now, column):
    game = a_table_in_memory(now)

    def by_hand() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE games_seat SET {column} = {column} WHERE game_id = {game.pk}")

    assert moves(game, by_hand)


@pytest.mark.parametrize("how", ["update", "save", "bulk_update", "delete"])
def test_however_a_seat_is_written_it_moves(now, how):
    game = a_table_in_memory(now)
    seat = game.seats.first()
    writers = {
        "update": partial(Seat.objects.filter(pk=seat.pk).update, timeouts=1),
        "save": seat.save,
        "bulk_update": partial(Seat.objects.bulk_update, [seat], ["timeouts"]),
        "delete": seat.delete,
    }
    assert moves(game, writers[how])


def test_a_person_who_is_deleted_or_renamed_moves_the_tables_they_sit_at(now):
    game, other = a_table_in_memory(now), a_table_in_memory(now)
    person = game.seats.first().user
    person.display_name = "Otra"
    assert moves(game, person.save)
    assert not moves(other, person.save)
    assert moves(game, partial(models.QuerySet(User).filter(pk=person.pk).update, is_guest=False))
    assert moves(game, person.delete)  # SET_NULL writes past every queryset


def test_what_is_said_moves_the_table(now):
    game = a_table_in_memory(now)
    line = Line(game=game, speaker="x", slot=1, text="hola", at=now, author=a_person())
    assert moves(game, line.save)
    line.author.display_name = "Otra"
    assert moves(game, line.author.save)
    assert moves(game, partial(Line.objects.update, text="chau"))
    assert moves(game, line.delete)


def test_an_address_that_is_deleted_is_written_down_again(now):
    game = a_table_in_memory(now)
    assert moves(game, SeatAddress.objects.all().delete)
    click(game, now)()
    assert SeatAddress.objects.exists()


def test_what_became_of_seats_in_bulk_moves_every_table(now):
    game, other = a_table_in_memory(now), a_table_in_memory(now)
    bulk = partial(Seat.objects.filter(absent_since__isnull=True).update, absent_since=now)
    assert moves(game, lambda: moves(other, bulk))
    assert not is_valid(game)
    assert not is_valid(other)


def test_migrations_leave_the_triggers_in_place_and_trust_no_entry_of_before(now):
    game, config = a_table_in_memory(now), apps.get_app_config("games")
    migrated = {"sender": config, "using": "default", "apps": apps, "app_config": config}
    try:
        pre_migrate.send(**migrated)
        assert not moves(game, game.seats.first().save)
    finally:
        post_migrate.send_robust(**migrated, verbosity=0, interactive=False, plan=[])
    assert not is_valid(game)
    assert moves(game, game.seats.first().save)


def test_a_fault_after_the_action_was_written_changes_neither_log_nor_memory(now, monkeypatch):
    game = a_table_in_memory(now)
    do, rows = click(game, now), game.actions.count()
    with monkeypatch.context() as patch:
        patch.setattr(log, "compute_deadline", lambda *args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            do()
    assert table_cache.peek(game.pk) is None
    assert game.actions.count() == rows
    do()
    assert is_valid(game)
