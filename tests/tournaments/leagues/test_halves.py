"""Apertura and Clausura: two tables, a champion each, their final, and the annual table."""

from collections.abc import Callable
from datetime import datetime

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import award, award_all, organiser_of, the_better_seed
from tests.tournaments.soundness import faults
from tournaments.changes.stages import change_stages
from tournaments.formats.options import FormatOptions
from tournaments.leagues.services import season_plan
from tournaments.models import Competition, Match, StageSlot
from tournaments.stages.queries import read_event
from tournaments.standings.queries import edition_ranks, finalists_of_halves
from tournaments.verification import violations

pytestmark = pytest.mark.django_db


def a_season(now: datetime, entries: int, *, movers: int = 0, **choices: object) -> Competition:
    shape = FormatOptions(format="league", split_season=True, **choices)
    return a_running_cup(an_organiser(), now, entries=entries, shape=shape, cap=32, movers=movers)


def won_by(*orders: list[int]) -> Callable[[Match], int]:
    """Return who wins: the first in the order of each half, by seed; the first seed the final."""

    def winner(match: Match) -> int:
        slots = list(match.slots.select_related("entry").order_by("side"))
        assert match.round is not None
        group = match.round.group
        is_first = (
            group.stage.is_bracket or match.round.number <= 2 * (group.slots.count() // 2) - 1
        )
        order = orders[0 if is_first else 1]
        ranks = [order.index(slot.entry.seed) for slot in slots]
        return ranks.index(min(ranks))

    return winner


def final_places(event: Competition) -> list[tuple[int, int]]:
    """Return the half and the entry's seed of each place of the final."""
    slots = StageSlot.objects.filter(stage__competition=event, source_half__gt=0)
    return [(slot.source_half, slot.entry.seed) for slot in slots.order_by("number")]


@pytest.mark.feature("Leagues", "Apertura and Clausura: two champions meet in a final")
@pytest.mark.both
def test_the_champions_of_both_halves_play_the_final(now: datetime) -> None:
    event = a_season(now, 4)
    award_all(event, now, won_by([3, 1, 4, 2], [2, 1, 4, 3]))
    assert final_places(event) == [(1, 3), (2, 2)]
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed == 3
    read = read_event(event, event.entries.all())
    (table,) = read.tables
    assert [half.champion.seed for half in table.halves] == [3, 2]
    assert [line.entry.seed for line in table.lines][:1] == [1]  # of the whole season
    ranks = {
        entry.seed: rank
        for entry in event.entries.all()
        for rank in [edition_ranks(event)[entry.pk]]
    }
    assert ranks == {3: 1, 2: 2, 1: 3, 4: 4}
    assert faults() == []
    page = text_of(a_browser().get(f"/competitions/{event.pk}/"))
    assert "Tabla anual" in page
    assert "Apertura · campeón: " in page
    assert "Clausura · campeón: " in page


@pytest.mark.both
def test_who_wins_both_halves_meets_the_best_of_the_others(now: datetime) -> None:
    event = a_season(now, 4)
    award_all(event, now, won_by([1, 2, 3, 4], [1, 3, 2, 4]))
    group = event.stages.get(number=1).groups.get()
    assert finalists_of_halves(group) == [
        event.entries.get(seed=seed).pk for seed in (1, final_places(event)[1][1])
    ]
    assert final_places(event)[0] == (1, 1)
    assert final_places(event)[1][1] in (2, 3)
    assert faults() == []


def test_a_half_has_its_champion_while_the_other_is_played(now: datetime) -> None:
    event = a_season(now, 4)
    before = len(faults())
    matches = Match.objects.of(event.pk).filter(round__group__stage__number=1)
    for number in range(1, 4):
        for match in matches.filter(round__number=number):
            award(match, the_better_seed(match), now)
    read = read_event(event, event.entries.all())
    (table,) = read.tables
    assert [half.half for half in table.halves] == [1]
    assert table.halves[0].champion.seed == 1
    assert not StageSlot.objects.filter(source_half__gt=0, entry__isnull=False).exists()
    assert matches.undecided().count() == 6
    assert len(faults()) == before == 0


def test_the_annual_table_decides_who_moves(now: datetime) -> None:
    event = a_season(now, 8, divisions=2, movers=1, every_division=True)
    award_all(event, now)
    assert [
        (stage.format, stage.tier, stage.split_season) for stage in event.stages.order_by("number")
    ] == [
        *(("league", 1, True), ("league", 2, True), ("single", 1, False), ("single", 2, False)),
    ]
    moves = [(move.entry.seed, move.source, move.target) for move in season_plan(event).moves]
    assert moves == [(4, 1, 2), (5, 2, 1)]
    assert faults() == []


def test_halves_can_be_chosen_before_the_final(now: datetime) -> None:
    shape = FormatOptions(format="league")
    event = a_running_cup(an_organiser(), now, entries=4, shape=shape, cap=8)
    actor = organiser_of(event)
    change_stages(competition_id=event.pk, changed={"split_season": True}, actor=actor, now=now)
    award_all(event, now, won_by([3, 1, 4, 2], [2, 1, 4, 3]))
    assert final_places(event) == [(1, 3), (2, 2)]
    assert faults() == []


def test_a_wrong_finalist_is_found(now: datetime) -> None:
    event = a_season(now, 4)
    award_all(event, now, won_by([3, 1, 4, 2], [2, 1, 4, 3]))
    slot = StageSlot.objects.get(stage__competition=event, source_half=2)
    slot.entry = event.entries.get(seed=1)
    slot.save(update_fields=["entry"])
    assert any(
        "does not hold the rank of its group" in each for each in map(str, violations(live=False))
    )
