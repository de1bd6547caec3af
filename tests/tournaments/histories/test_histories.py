"""Any history of results, absences, withdrawals and corrections leaves what follows from it.

Entries and steps are drawn by hypothesis, always the same ones unless a seed is given;
`HISTORIES=500` draws that many.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.common.errors import RefusedError
from tests.runner.days import is_sampled_run, pick_today
from tests.tournaments.events import an_event, award, award_all, nobody_comes, organiser_of, ready
from tournaments.formats.catalogue import FORMATS
from tournaments.models import Competition, Entry, Match, PlayerStanding, PointsEntry, RatingChange
from tournaments.ranking import services as ranking
from tournaments.ranking.ratings import replay_ratings
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_rounds, heal_rankings
from tournaments.verification.competitions import COMPETITION_CHECKS
from tournaments.withdrawals import absences
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
TURNS = 3  # steps in which each check has its turn
EXAMPLES = int(os.environ.get("HISTORIES", "3"))
POINTS = ((5, 0), (5, 4), (0, 5), (4, 5))
drawn = settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
)


@dataclass(frozen=True)
class Step:
    """One thing that happens: to which of the matches or entries, and how."""

    act: Callable[[Competition, "Step", datetime], None]
    which: int
    how: int

    def of(self, rows: Sequence[object]) -> object:
        """One of these, if there is any."""
        if not rows:
            raise RefusedError()
        return rows[self.which % len(rows)]

    @property
    def games(self) -> list[tuple[int, int]]:
        """Return the points of a match as a scorer types them."""
        return [POINTS[self.how % len(POINTS)]]


def give(event: Competition, step: Step, now: datetime) -> None:
    award(step.of(ready(event)), step.how % 2, now)


def play(event: Competition, step: Step, now: datetime) -> None:
    match = step.of(ready(event))
    result_services.submit_result(
        match_id=match.pk, games=step.games, actor=organiser_of(event), now=now
    )


def stay_away(event: Competition, step: Step, now: datetime) -> None:
    match = step.of(ready(event))
    if Match.objects.callable(now).filter(pk=match.pk).exists():
        nobody_comes(match, now)


def leave(event: Competition, step: Step, now: datetime) -> None:
    entry = step.of(list(event.entries.confirmed().order_by("pk")))
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)


def come_back(event: Competition, step: Step, now: datetime) -> None:
    gone = step.of(list(event.entries.filter(state=Entry.State.WITHDRAWN).order_by("pk")))
    withdrawals.reinstate(entry_id=gone.pk, actor=organiser_of(event), now=now)


def be_absent(event: Competition, step: Step, now: datetime) -> None:
    entry = step.of(list(event.entries.confirmed().order_by("pk")))
    absences.mark_absent(entry_id=entry.pk, actor=organiser_of(event), now=now)


def with_a_result(event: Competition) -> list[Match]:
    return list(Match.objects.of(event.pk).filter(state__in=Match.WITH_RESULT))


def reopen(event: Competition, step: Step, now: datetime) -> None:
    result_services.reopen_match(
        match_id=step.of(with_a_result(event)).pk,
        actor=organiser_of(event),
        reason="mal anotado",
        now=now,
    )


def correct(event: Competition, step: Step, now: datetime) -> None:
    result_services.correct_result(
        match_id=step.of(with_a_result(event)).pk,
        games=step.games,
        actor=organiser_of(event),
        reason="mal anotado",
        now=now,
    )


def rank(event: Competition, step: Step, now: datetime) -> None:
    ranking.rank_match(match_id=step.of(list(Match.objects.unranked())).pk)


def rank_all(event: Competition, step: Step, now: datetime) -> None:
    heal_rankings()


def draw(event: Competition, step: Step, now: datetime) -> None:
    draw_awaited_rounds()


ACTS = (
    *(play, play, play, give, stay_away, reopen, reopen, correct, rank, rank_all),
    *(draw, leave, come_back, be_absent),
)
steps = st.builds(Step, st.sampled_from(ACTS), st.integers(0, 63), st.integers(0, 7))


def unsound(step: int | None = None) -> list[str]:
    """Return what is not in order; after a step of a history, by day, a third of it by turns.

    What an act damages stays so: it is found two steps later, or at the end, where all is asked.
    """
    is_part = step is not None and is_sampled_run()
    checks = COMPETITION_CHECKS[step % TURNS :: TURNS] if is_part else COMPETITION_CHECKS
    return [str(violation) for check in checks for violation in check()]


def figures() -> list[tuple[object, ...]]:
    """The leaderboard, the ledger and the ratings, as they are stored once they are replayed."""
    while not replay_ratings(clock=timezone.now):
        pass
    standings = PlayerStanding.objects.order_by("pk").values_list()
    ledger = PointsEntry.objects.order_by("match", "number", "reversal", "user", "person")
    ratings = RatingChange.objects.order_by("match", "user")
    return [
        *standings,
        *ledger.values_list(
            *("match", "number", "reversal", "user", "person", "won", "points", "reason", "at")
        ),
        *ratings.values_list("match", "number", "user", "mu", "sigma", "at"),
    ]


def from_scratch() -> list[tuple[object, ...]]:
    """The same, computed from the results alone, in an order of no meaning."""
    for model in (PlayerStanding, PointsEntry, RatingChange):
        model.objects.all().delete()
    concerned = Match.objects.filter(player_results__isnull=False).distinct()
    Match.objects.filter(pk__in=concerned.values("pk")).update(awaits_ranking=True)
    for match in concerned.order_by("-pk"):
        ranking.rank_match(match_id=match.pk)
    return figures()


def live_through(event: Competition, history: Sequence[Step], now: datetime) -> datetime:
    """Take the steps that are allowed; after each everything is in order."""
    for number, step in enumerate(history):
        now += MINUTE
        try:
            step.act(event, step, now)
        except RefusedError:
            continue
        assert unsound(number) == [], step
    return now


@pytest.mark.long
@pytest.mark.parametrize("format_", pick_today(list(FORMATS)))
@drawn
@given(entries=st.integers(3, 8), history=st.lists(steps, min_size=12, max_size=24))
def test_any_history_leaves_a_consistent_graph_and_what_follows_from_its_results(
    format_: str, entries: int, history: list[Step], now: datetime
) -> None:
    with transaction.atomic():
        event = an_event(now, format_, max(entries, FORMATS[format_].least))
        now = live_through(event, history, now)
        award_all(event, now + MINUTE)
        assert event.state == Competition.State.FINISHED
        heal_rankings()
        assert unsound() == []
        stored = figures()
        assert from_scratch() == stored
        assert not event.entries.filter(state=Entry.State.FORMING).exists()
        transaction.set_rollback(True)
