"""SIGKILL at any moment, to any part of the site, while five tables play: nothing is lost, doubled.

At every other table people click through sockets, at the rest by POST; both send again what broke.
`KILLS` says how many; the soak's part `kills` wants hundreds. It also prints what was counted. What
is killed and when follows from `TEST_SEED`; the moment is the arrival of some answer to a click.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import Game
from tests.games.tables import a_table
from tests.live.kills.house import DATABASE, RunningSite, a_house
from tests.live.kills.people import People, assert_all_is_well
from tests.live.processes import until
from tests.runner.chance import SEED

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

KILLS = int(os.environ.get("KILLS", "4"))
TABLES = 5
TURN = 600  # seconds: no player is late
FEW = 8  # clicks at most between two kills, or while a part is gone
SERVERS = ("serve", "web", DATABASE)  # no client clicks without


class Tables:
    """The tables at play; a game that has ended is followed by another."""

    def __init__(self, house: RunningSite) -> None:
        self.house = house
        self.all: list[People] = []
        self.over = Event()
        self.faults: list[BaseException] = []

    @property
    def answered(self) -> int:
        """Return how many clicks have been answered."""
        return sum(len(people.acknowledged) for people in list(self.all))

    def play(self, people: People) -> None:
        """Click at one table after another until it is over, and until everything is answered."""
        try:
            while not self.over.is_set():
                people = self._go_on(people)
            until(lambda: not people.is_waiting or people.click(self.house))
        except BaseException as fault:
            self.faults.append(fault)
        finally:
            people.leave()
            connection.close()

    def open(self) -> People:
        """Open a table more."""
        game = a_table(timezone.now(), turn_seconds=TURN)
        self.all.append(People(game, by_socket=len(self.all) % 2 == 0))
        return self.all[-1]

    def _go_on(self, people: People) -> People:
        """Click once; return the next client: another one if that game is over."""
        try:
            if not (people.may_click and people.click(self.house)):
                self.over.wait(0.02)  # the connection is broken, or the next hand is not dealt
            if not Game.objects.get(pk=people.game.pk).is_over:
                return people
            people.leave()
            return self.open()
        except DatabaseError:  # it is away
            connection.close()
            return people


@contextmanager
def clicking(house: RunningSite) -> Iterator[Tables]:
    """Let clients click at all tables while the block runs, and until all clicks are answered."""
    tables = Tables(house)
    threads = [Thread(target=tables.play, args=[tables.open()]) for _ in range(TABLES)]
    for thread in threads:
        thread.start()
    try:
        yield tables
    finally:
        tables.over.set()
        for thread in threads:
            thread.join()
    assert not tables.faults, tables.faults


@pytest.mark.feature("Playing", "No click is lost or doubled, whatever is killed whenever")
@pytest.mark.sampled
def test_no_click_is_lost_or_doubled_whatever_is_killed_whenever(
    house_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, killed = Random(SEED), Counter[str]()
    with a_house(house_folder) as house, clicking(house) as tables:
        for _ in range(KILLS):
            some_clicks(tables, chance)
            name = chance.choice(house.names)
            house.kill(name)
            killed[name] += 1
            if name not in SERVERS:
                some_clicks(tables, chance)  # people play on without it
            house.begin(name)
        some_clicks(tables, chance)
    assert_all_is_well(*tables.all)
    with capsys.disabled():
        told = (
            f"{killed.total()} kills, {dict(killed)}: {describe_clicks(tables)}, 0 lost, 0 doubled"
        )
        sys.stdout.write(f"\n{told}\n")


def describe_clicks(tables: Tables) -> str:
    """Count what was clicked."""
    told = sum(len(people.acknowledged) for people in tables.all if people.by_socket)
    repeated = sum(people.repeated for people in tables.all)
    refused = sum(people.refused for people in tables.all)
    clicks = f"{tables.answered} clicks answered ({told} through sockets)"
    return f"{clicks}, {repeated} sent again, {refused} refused in words"


def some_clicks(tables: Tables, chance: Random) -> None:
    """Wait for some more answers."""
    enough = tables.answered + chance.randint(1, FEW)
    until(lambda: tables.faults or tables.answered >= enough)
