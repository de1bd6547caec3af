"""Threads of pages take turns, and none waits for another that is held up."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from tests.live.processes import until
from truco_site import thread_turns
from truco_site.thread_turns import Turns, without_turn

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 60.0  # seconds


@pytest.fixture
def turns() -> Turns:
    return Turns(at_once=1, lease=LONG)


@pytest.fixture
def later(monkeypatch) -> Callable[[], None]:
    """Let the time of a turn pass."""
    now = [0.0]
    monkeypatch.setattr(thread_turns, "monotonic", lambda: now[0])

    def pass_time() -> None:
        now[0] += LONG + 1

    return pass_time


class Page(threading.Thread):
    """A page that notes when it has its turn, and ends at once."""

    def __init__(self, turns: Turns, seen: list[str], name: str) -> None:
        super().__init__(name=name)
        self.turns, self.seen = turns, seen
        self.start()
        until(lambda: turns.waiting or name in seen)

    def run(self) -> None:
        with self.turns.turn():
            self.seen.append(self.name)


def test_pages_compute_one_after_the_other_in_order_of_arrival(turns):
    seen: list[str] = []
    with turns.turn():
        first = Page(turns, seen, "first")
        second = Page(turns, seen, "second")
        until(lambda: turns.waiting == 2)
        assert seen == []
    first.join()
    second.join()
    assert seen == ["first", "second"]


def test_a_page_that_is_held_up_holds_up_no_other():
    turns, seen = Turns(at_once=1, lease=0.001), []
    with turns.turn():
        Page(turns, seen, "next").join(LONG)
        assert seen == ["next"]


def test_a_page_whose_time_is_over_lets_the_next_go_first_at_a_query(turns, later):
    seen: list[str] = []
    with turns.turn():
        page = Page(turns, seen, "next")
        connection.cursor().execute("SELECT 1")
        assert seen == []  # it has time left
        later()
        connection.cursor().execute("SELECT 1")
        assert seen == ["next"]
    page.join()


def test_a_page_keeps_its_turn_within_a_transaction_and_at_its_start(turns, later):
    seen: list[str] = []
    with turns.turn():
        page = Page(turns, seen, "next")
        later()
        with transaction.atomic():
            connection.cursor().execute("SELECT 1")
        assert seen == []
    page.join()


def test_a_page_that_only_waits_lets_the_others_go_on_meanwhile(turns):
    seen: list[str] = []
    with turns.turn():
        with without_turn():
            Page(turns, seen, "next").join(LONG / 10)
            assert seen == ["next"]
        page = Page(turns, seen, "last")
        assert seen == ["next"]  # the first has its turn again
    page.join()
    with without_turn():  # no page
        assert seen == ["next", "last"]


def test_a_page_that_fails_ends_its_turn(turns):
    seen: list[str] = []
    with pytest.raises(ZeroDivisionError), turns.turn():
        raise ZeroDivisionError
    Page(turns, seen, "next").join(LONG / 10)
    assert seen == ["next"]


def test_a_page_that_lost_its_turn_takes_none_from_another_when_it_ends(turns, later):
    seen: list[str] = []
    end = threading.Event()

    def hold() -> None:
        with turns.turn():
            seen.append("second")
            end.wait(LONG)

    second = threading.Thread(target=hold)
    with turns.turn():
        later()
        second.start()
        until(lambda: seen)
    third = Page(turns, seen, "third")
    assert seen == ["second"]
    end.set()
    third.join(LONG)
    assert seen == ["second", "third"]
