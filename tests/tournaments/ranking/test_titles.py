"""Titles follow the podium of ended competitions, also after results are taken back."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_cup
from tests.tournaments.events import an_event, award_all
from tests.tournaments.reopening import reopen
from tournaments.models import Competition, Title
from tournaments.ranking.titles import rebuild_titles, write_titles
from tournaments.tasks import heal_rankings
from tournaments.verification.ranking import titles_are_those_of_the_results

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def titles_of(competition: Competition) -> list[int]:
    return list(competition.titles.order_by("rank").values_list("rank", flat=True))


def unsound() -> list[str]:
    return [str(violation) for violation in titles_are_those_of_the_results()]


@pytest.mark.feature("Points and players", "Titles of finished competitions")
@pytest.mark.parametrize(
    ("format_", "entries", "ranks"),
    [
        ("single", 2, [1, 2]),
        ("single", 4, [1, 2, 3, 3]),
        ("double", 4, [1, 2, 3]),
        ("round-robin", 3, [1, 2, 3]),
        ("swiss", 4, [1, 2, 3]),
    ],
)
def test_the_podium_of_every_format(
    format_: str, entries: int, ranks: list[int], now: datetime
) -> None:
    event = an_event(now, format_, entries)
    award_all(event, now)
    assert titles_of(event) == []
    heal_rankings()
    assert titles_of(event) == ranks
    assert event.titles.get(rank=1).entry_id == event.champion_id
    assert not write_titles(competition_id=event.pk)
    assert unsound() == []


def test_titles_of_many_entries_take_no_more_queries(now: datetime) -> None:
    taken = []
    for entries in (4, 16):
        event = an_event(now, "single", entries)
        award_all(event, now)
        with CaptureQueriesContext(connection) as queries:
            assert write_titles(competition_id=event.pk)
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_a_final_taken_back_takes_the_titles_along_and_another_gives_others(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    play_cup(cup, now)
    heal_rankings()
    first = cup.titles.get(rank=1).entry
    reopen(match_at(cup, 2, 1), now)
    heal_rankings()
    assert titles_of(cup) == []
    award_all(cup, now, lambda match: match.slots.exclude(entry=first).get().side)
    heal_rankings()
    assert cup.titles.get(rank=2).entry == first
    assert unsound() == []


def test_what_has_not_ended_gives_none_and_all_can_be_written_anew(now: datetime) -> None:
    cup, other = a_running_cup(an_organiser(), now, entries=2), a_running_cup(an_organiser(), now)
    play_cup(cup, now)
    Title.objects.create(competition=other, entry=other.entries.first(), rank=1)
    assert len(unsound()) == 1
    rebuild_titles()
    assert titles_of(cup) == [1, 2]
    assert titles_of(other) == []
    assert unsound() == []


@pytest.mark.parametrize(
    "harm",
    [
        lambda: Title.objects.filter(rank=1).delete(),
        lambda: Title.objects.filter(rank=2).update(rank=3),
        lambda: Competition.objects.update(state="running", champion=None),
    ],
)
def test_a_title_that_nobody_won_is_named(harm: Callable[[], object], now: datetime) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=2), now)
    heal_rankings()
    assert unsound() == []
    harm()
    assert unsound()
