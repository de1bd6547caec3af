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
from tournaments.demo.boards import play_boards
from tournaments.demo.simulation import draw_and_start
from tournaments.models import Competition, Group, Match
from tournaments.results.endings import measure_of
from tournaments.services.matches.submissions import submit_result

TEMPO = timedelta(seconds=20)  # of the event's own time, between two results
LOOKS = 2  # at the pages, while as many results are written as there are entries


@dataclass(frozen=True)
class Waits:
    """How long a hall waited for the draw, and at worst for whatever came after it: in seconds."""

    draw: float
    result: float
    next_round: float  # which is drawn beside the results, not by them
    page: float


def play_by_hand(
    competition: Competition,
    *,
    organiser: User,
    seed: str,
    rank: Callable[[int], object],
    draw_next: Callable[[int], object],
    now: datetime,
) -> Waits:
    """Draw a competition and write a result for every match; return the longest waits.

    The organiser's pages are read right after a result, as by a browser. `rank` and `draw_next` do
    what a worker does, for a match and for a group.
    """
    with _timed() as drawing:
        draw_and_start(competition, organiser=organiser, seed=seed, now=now)
    call_command("collectstatic", interactive=False, verbosity=0)  # pages name hashed files
    browser, chance = Client(SERVER_NAME="localhost"), Random(seed)
    browser.force_login(organiser)
    results, pages, rounds = list[float](), list[float](), [0.0]
    matches = Match.objects.of(competition.pk)
    to_draw = Group.objects.awaiting().filter(stage__competition=competition)
    every = max(1, competition.cap // LOOKS)
    while going := list(matches.filter(state__in=Match.PLAYABLE)):
        for match in going:
            now += TEMPO
            with _timed() as writing:
                _write(match, organiser, chance, now)
            results += writing
            rank(match.pk)
            if len(results) % every == 1:
                pages += _look(match, browser)
        for group in to_draw.all():  # read anew: another stage may have come to it
            with _timed() as seconds:
                draw_next(group.pk)
            rounds += seconds
        pages += _look(going[-1], browser)
    return Waits(drawing[0], max(results), max(rounds), max(pages))


def _write(match: Match, organiser: User, chance: Random, now: datetime) -> None:
    """Write the result of a match, or of each of its boards."""
    if match.competition is not None and match.competition.boards:
        play_boards(match, organiser, chance, now)
    else:
        games = _games(match, chance)
        submit_result(match_id=match.pk, games=games, actor=organiser, now=now)


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
