"""Ten thousand entries through the API, within a budget of queries."""

from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.api.callers import send
from tests.tournaments.cups import a_cup
from tournaments.entry_import.rows import MAX_ROWS
from tournaments.models import Entry

SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru")
QUERIES = 400  # of one request with 5,000 rows: they are written in batches


def rows(numbers: range) -> list[dict[str, object]]:
    """Return entries of one player each, whose names differ."""
    return [{"players": [f"{spelled(number)} {spelled(number // 7)}"]} for number in numbers]


def spelled(number: int) -> str:
    return "".join(SYLLABLES[int(digit)] for digit in f"{number:05d}").capitalize()


@pytest.mark.long
@pytest.mark.nightly
@pytest.mark.both
@pytest.mark.django_db
def test_ten_thousand_entries_take_two_requests(
    program: Client, organiser: User, now: datetime, record_property
) -> None:
    cup = a_cup(organiser, now, cap=1000)
    path = f"/competitions/{cup.pk}/entries/many"
    for first in (0, MAX_ROWS):
        with CaptureQueriesContext(connection) as queries:
            body = {"entries": rows(range(first, first + MAX_ROWS))}
            answer = send(program, "POST", path, body, **{"idempotency-key": str(first)})
        assert answer.status_code == 200, answer.content[:300]
        assert answer.json()["left_out"] == []
        assert len(queries) < QUERIES
    assert cup.entries.count() == 2 * MAX_ROWS
    assert cup.entries.filter(state=Entry.State.CONFIRMED).count() == 1000


@pytest.mark.django_db
def test_more_rows_than_a_file_may_have_are_refused(
    program: Client, organiser: User, now: datetime
) -> None:
    cup = a_cup(organiser, now)
    body = {"entries": [{"players": ["A"]}] * (MAX_ROWS + 1)}
    answer = send(program, "POST", f"/competitions/{cup.pk}/entries/many", body)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-many-rows")


@pytest.mark.django_db
def test_ninety_more_rows_take_few_more_queries(
    program: Client, organiser: User, now: datetime
) -> None:
    counted = []
    for number in (10, 100):
        cup = a_cup(organiser, now, cap=128)
        with CaptureQueriesContext(connection) as queries:
            body = {"entries": rows(range(number))}
            answer = send(program, "POST", f"/competitions/{cup.pk}/entries/many", body)
        assert answer.json()["confirmed"] == number
        counted.append(len(queries))
    assert counted[1] <= counted[0] + 10  # more batches
