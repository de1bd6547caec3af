"""Writers of one process take turns at the embedded database."""

import threading
from contextlib import suppress

import pytest
from django.db import ProgrammingError, connection, transaction

from games.models import Heartbeat
from games.play import outages
from truco_site.sqlite import base

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 0.3  # seconds in which one that did not wait would have been refused


class Writer(threading.Thread):
    """A second writer, for which SQLite reports immediately that the database is locked."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout = 0")
            with transaction.atomic():
                Heartbeat.objects.filter(name=outages.CLOCK).update(holder="another")
        except Exception as fault:
            self.fault = fault
        finally:
            connection.close()


def test_another_writer_waits_for_its_turn_instead_of_being_refused():
    another = Writer()
    with transaction.atomic():
        Heartbeat.objects.filter(name=outages.CLOCK).update(holder="one")
        another.start()
        another.join(SOON)
        assert another.is_alive()
    another.join()
    assert another.fault is None


def commit() -> None:
    with transaction.atomic():
        assert is_taken()


def fail() -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        assert is_taken()
        raise ZeroDivisionError


def lose_the_connection() -> None:
    with suppress(ProgrammingError), transaction.atomic():
        assert is_taken()
        connection.close()
        Heartbeat.objects.count()


def is_taken() -> bool:
    return base._turns[str(connection.settings_dict["NAME"])].locked()


@pytest.mark.parametrize("end", [commit, fail, lose_the_connection])
def test_a_turn_ends_with_its_transaction(end):
    end()
    assert not is_taken()
