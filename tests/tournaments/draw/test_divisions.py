"""A league with divisions: stages side by side, each a round robin of its own."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.events import an_event, award_all
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match, Stage

pytestmark = pytest.mark.django_db


def seeds_of(stage: Stage) -> list[int]:
    """The seeds of those who play in a division."""
    return list(stage.slots.order_by("number").values_list("entry__seed", flat=True))


def test_the_draw_fills_the_divisions_by_seed_best_first(now: datetime) -> None:
    event = an_event(now, "league", 7, divisions=2)
    assert [(stage.number, stage.tier) for stage in event.stages.all()] == [(1, 1), (2, 2)]
    assert [seeds_of(stage) for stage in event.stages.all()] == [[1, 2, 3, 4], [5, 6, 7]]
    assert dict(event.entries.values_list("seed", "tier")) == dict(
        enumerate([1, 1, 1, 1, 2, 2, 2], start=1)
    )


@pytest.mark.feature("Formats", "Leagues of divisions")
def test_each_division_is_a_double_round_robin_of_its_own(now: datetime) -> None:
    event = an_event(now, "league", 7, divisions=2)
    matches = Match.objects.of(event.pk)
    assert [matches.filter(round__group__stage__tier=tier).count() for tier in (1, 2)] == [12, 6]
    assert sorted(matches.values_list("number", flat=True)) == list(range(1, 19))


def test_the_league_is_over_with_all_its_divisions_and_the_first_of_the_top_wins_it(
    now: datetime,
) -> None:
    event = an_event(now, "league", 6, divisions=3, cycles=1)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed == 1
    assert sound()


def test_too_few_for_so_many_divisions_are_not_drawn(now: datetime) -> None:
    organiser = an_organiser()
    shape = FormatOptions(format="league", divisions=2)
    league = a_cup(organiser, now, shape=shape, movers=1)
    for _ in range(3):
        enter(league, organiser, now, a_person())
    with pytest.raises(RefusedError) as refused:
        draw.draw(competition_id=league.pk, actor=organiser, seed="semilla", now=now)
    assert refused.value.code == "division-too-small"
    league.refresh_from_db()
    assert league.state == Competition.State.REGISTRATION
