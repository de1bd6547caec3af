"""Odd queries after the addresses that anybody may open: no fault is found in the site by asking.

`FUZZ=5000` asks that many of each.
"""

import os
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from tests.games.tables import a_person, a_table
from tests.runner import chance
from tests.tournaments.cups import a_running_cup, an_organiser

pytestmark = [pytest.mark.dialect, pytest.mark.django_db]

TIMES = int(os.environ.get("FUZZ", "40"))
ANSWERED = {200, 301, 302, 400, 404, 413, 422}
MOST = 1_000  # fields of a query that are read
PATHS = (
    *("/", "/ranking/", "/competitions/", "/competitions/archive/", "/clubs/", "/tables/"),
    *("/rules/", "/code/", "/accounts/login/", "/accounts/signup/", "/robots.txt", "/learn/"),
    *("/api/competitions/", "/api/ranking/", "/players/{name}/", "/offline/"),
    *("/competitions/{competition}/", "/competitions/{competition}/results/"),
    *("/competitions/{competition}/wall/", "/overlay/x/"),
    *("/tables/{table}/", "/tables/{table}/record/", "/calendars/x/", "/nowhere/"),
)
KEYS = (
    *("q", "page", "club", "format", "family", "period", "year", "show", "s", "code", "next"),
    *(
        "language",
        "round",
        "leaf",
        "score",
        "at",
        "hand",
        "step",
        "seat",
        "known",
        "rival",
        "before",
    ),
)
PIECES = (
    *("%00", "%ed%a0%80", "%ff%fe", "%c3", "%F0%9F%82%A1", "%e2%80%ae", "%0d%0a", "%5c", "%22"),
    *("%", "%%", "%u0000", "%25", "%26", "%2B", "+", "&", "=", ";", "[", "]", "'", "\\", "*", "~"),
    *("9" * 400, "-1", "0", "-0", "1e999", "9223372036854775808", "2147483648", "0x10", "2026-13"),
    *("%D9%A1", "%EF%BC%91", "%C2%B2", "%C4%B0", "%CC%88", "NaN", "None", "last", "x" * 3000),
)


def a_query(rng: Random) -> str:
    pairs = rng.choices(KEYS + PIECES, k=rng.randint(0, 4))
    return "&".join(f"{key}={''.join(rng.choices(PIECES, k=rng.randint(0, 3)))}" for key in pairs)


@pytest.fixture
def paths() -> list[str]:
    now = timezone.now()
    table, cup = a_table(now), a_running_cup(an_organiser(), now)
    named = {"table": table.pk, "competition": cup.pk, "name": a_person().username}
    return [path.format(**named) for path in PATHS]


@pytest.mark.long
@pytest.mark.sampled
def test_no_query_finds_a_fault(paths: list[str]) -> None:
    reader, rng, faults = Client(raise_request_exception=False), Random(chance.SEED), []
    for path in paths:
        for query in (a_query(rng) for _ in range(TIMES)):
            status = reader.get(path, QUERY_STRING=query).status_code
            if status not in ANSWERED:
                faults.append((status, path, query))
    assert faults == []


@pytest.mark.parametrize("query", ["x&" * (MOST + 1), "x" * 60_000, "page=1&" * (MOST + 1)])
def test_a_query_of_any_length_is_answered(paths: list[str], query: str) -> None:
    reader = Client(raise_request_exception=False)
    faults = [
        (status, path)
        for path in paths
        if (status := reader.get(path, QUERY_STRING=query).status_code) not in ANSWERED
    ]
    assert faults == []
