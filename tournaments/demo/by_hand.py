"""A whole competition with real cards: every result is written by hand, and everything is timed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tournaments.demo.simulation import draw_and_start
from tournaments.models import Competition, Match
from tournaments.results.endings import measure_of
from tournaments.services.matches.submissions import submit_result

TEMPO = timedelta(seconds=20)  # of the event's own time, between two results
LOOK = 16  # results between two looks at the pages


@dataclass(frozen=True)
class Waits:
    """How long a hall waited for the draw, and at worst for a result and for a page: in seconds."""

    draw: float
    result: float
    page: float


def play_by_hand(
    competition: Competition,
    *,
    organiser: User,
    seed: str,
    rank: Callable[[int], object],
    now: datetime,
) -> Waits:
    """Draw a competition and write a result for every match; return the longest waits.

    The organiser's pages are read right after a result, as by a browser.
    """
    with _timed() as drawing:
        draw_and_start(competition, organiser=organiser, seed=seed, now=now)
    call_command("collectstatic", interactive=False, verbosity=0)  # pages name hashed files
    browser, chance = Client(SERVER_NAME="localhost"), Random(seed)
    browser.force_login(organiser)
    results: list[float] = []
    pages: list[float] = []
    matches = Match.objects.of(competition.pk)
    while going := list(matches.filter(state__in=Match.PLAYABLE)):
        for match in going:
            now += TEMPO
            games = _games(match, chance)
            with _timed() as writing:
                submit_result(match_id=match.pk, games=games, actor=organiser, now=now)
            results += writing
            rank(match.pk)
            if len(results) % LOOK == 1:
                pages += _look(match, browser)
    return Waits(drawing[0], max(results), max(pages))


def _games(match: Match, chance: Random) -> list[tuple[int, int]]:
    """Return the points of each game; whoever wins wins them all."""
    measure = measure_of(match)
    loser = chance.randrange(measure.target)
    score = (measure.target, loser) if chance.random() < 1 / 2 else (loser, measure.target)
    return [score] * ((measure.best_of // 2 + 1) * measure.legs_to_win)


def _look(match: Match, browser: Client) -> list[float]:
    """Return the seconds that each page took."""
    assert match.competition is not None
    pages = (
        reverse("competitions:competition", args=[match.competition.pk]),
        reverse("competitions:manage", args=[match.competition.pk]),
        reverse("match", args=[match.pk]),
    )
    took: list[float] = []
    for address in pages:
        with _timed() as seconds:
            response = browser.get(address)
        assert response.status_code == 200, f"{address}: {response.status_code}"
        took += seconds
    return took


@contextmanager
def _timed() -> Iterator[list[float]]:
    seconds: list[float] = []
    start = time.perf_counter()
    yield seconds
    seconds.append(time.perf_counter() - start)
