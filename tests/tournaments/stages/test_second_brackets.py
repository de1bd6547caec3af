"""Consolations, every place, Page play-offs and stepladders, from the draw to the podium."""

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.drafts import a_draft, a_running_event, announced, publish, swap, the_draft
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.reopening import HOUR, reopen
from tests.tournaments.soundness import faults
from tournaments.changes.endings import Cut, finish_early
from tournaments.exports.bracket_sheet import bracket_sheets
from tournaments.lifecycle.forecast import expected_end
from tournaments.live.competition import CompetitionView
from tournaments.models import Competition, Match
from tournaments.models.competitions import EarlyEnd
from tournaments.stages.queries import read_event
from tournaments.standings.queries import final_places
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
State = Match.State


def match_at(event: Competition, round_: int, position: int) -> Match:
    return next(
        match
        for match in of_part(event, "main")
        if (match.round.number, match.position) == (round_, position)
    )


def of_part(event: Competition, part: str) -> list[Match]:
    return list(Match.objects.of(event.pk).filter(round__part=part).select_related("round"))


def seeds_by_rank(event: Competition) -> list[tuple[int, int]]:
    seed = dict(event.entries.values_list("pk", "seed"))
    return [(rank, seed[pk]) for rank, pk in final_places(event)]


def page_of(event: Competition) -> str:
    return text_of(a_browser().get(f"/competitions/{event.pk}/"))


def play_round(event: Competition, now: datetime) -> None:
    for match in ready(event):
        award(match, the_better_seed(match), now)


@pytest.mark.feature("Formats", "Who loses the first match plays a consolation the same evening")
@pytest.mark.both
@pytest.mark.sampled
def test_sixteen_first_round_losers_play_a_consolation(now: datetime) -> None:
    event = an_event(now, "single", 32, losers="consolation", third_place=True)
    play_round(event, now)
    both = Counter(match.round.part for match in ready(event))
    assert both == {"main": 8, "consol": 8}
    award_all(event, now)
    assert len(of_part(event, "consol")) == 15
    assert event.champion.seed == 1
    assert seeds_by_rank(event)[16] == (17, 17)
    assert faults() == []


@pytest.mark.feature("Formats", "Every place is played for")
@pytest.mark.both
def test_sixteen_play_for_every_place(now: datetime) -> None:
    event = an_event(now, "single", 16, losers="places")
    award_all(event, now)
    assert seeds_by_rank(event) == [(seed, seed) for seed in range(1, 17)]
    assert Match.objects.of(event.pk).filter(state=State.WALKOVER).count() == 32
    assert faults() == []


@pytest.mark.both
@pytest.mark.parametrize("losers", ["consolation", "feed-in", "places"])
@pytest.mark.parametrize("entries", [3, 5, 9, 13])
def test_byes_never_meet(now: datetime, losers: str, entries: int) -> None:
    event = an_event(now, "single", entries, losers=losers)
    empty = [
        match for match in Match.objects.of(event.pk) if match.slots.filter(bye=True).count() > 1
    ]
    assert empty == []
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert faults() == []


def test_a_seed_with_a_bye_that_loses_at_once_comes_to_the_consolation(now: datetime) -> None:
    """Of nine, 8 and 9 play first; who loses to the winner had its first match."""
    event = an_event(now, "single", 9, losers="consolation")
    first = match_at(event, 1, 2)
    award(first, 0, now)
    second = match_at(event, 2, 1)
    assert second.slots.get(side=0).entry.seed == 1
    award(second, 1, now)
    consolation = of_part(event, "consol")[0]
    assert [slot.entry.seed for slot in consolation.slots.order_by("side")] == [1, 9]
    assert faults() == []
    falls = reopen(second, now + HOUR)
    assert consolation in falls.dependents
    award(second, 0, now + HOUR)
    consolation.refresh_from_db()
    slots = list(consolation.slots.order_by("side"))
    assert [(slot.bye, slot.entry_id is not None) for slot in slots] == [
        (True, False),
        (False, True),
    ]
    assert consolation.state == State.BYE
    assert faults() == []


@pytest.mark.feature("Corrections", "A correction takes back what followed in the consolation")
def test_another_winner_sends_another_loser_to_the_consolation(now: datetime) -> None:
    event = an_event(now, "single", 8, losers="consolation")
    play_round(event, now)
    wrong = match_at(event, 1, 1)
    played = of_part(event, "consol")[0]
    award(played, 0, now)
    falls = reopen(wrong, now + HOUR)
    assert played in falls.results
    played.refresh_from_db()
    assert (played.state, played.slots.filter(entry=None).count()) == (State.PENDING, 1)
    loser = wrong.slots.get(side=0).entry_id
    award(wrong, 1, now + HOUR)
    assert played.slots.filter(entry=loser).exists()
    assert faults() == []
    award_all(event, now + 2 * HOUR)
    assert faults() == []


@pytest.mark.feature("Formats", "Who left is not waited for in the consolation")
@pytest.mark.both
def test_a_loser_who_left_does_not_play_the_consolation(now: datetime) -> None:
    event = an_event(now, "single", 8, losers="consolation")
    match = match_at(event, 1, 1)
    gone = match.slots.get(side=1).entry
    withdrawals.withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    play_round(event, now)
    first, _other, final = of_part(event, "consol")
    assert first.state == State.WALKOVER
    assert first.slots.get(side=first.winner).entry != gone
    assert final.slots.filter(entry__isnull=False).exists()
    award_all(event, now + HOUR)
    assert (7, gone.seed) in seeds_by_rank(event)
    assert faults() == []


def test_who_left_and_returns_plays_the_consolation(now: datetime) -> None:
    event = an_event(now, "single", 8, losers="consolation")
    play_round(event, now)
    first = of_part(event, "consol")[0]
    gone = first.slots.get(side=0).entry
    who: dict[str, Any] = {"entry_id": gone.pk, "actor": organiser_of(event)}
    withdrawals.withdraw(**who, now=now + HOUR)
    first.refresh_from_db()
    assert (first.state, first.winner) == (State.WALKOVER, 1)
    withdrawals.reinstate(**who, now=now + 2 * HOUR)
    first.refresh_from_db()
    assert first.state == State.READY
    assert faults() == []


def test_a_cup_with_a_consolation_can_end_early(now: datetime) -> None:
    event = an_event(now, "single", 8, losers="consolation")
    play_round(event, now)
    play_round(event, now)
    finish_early(
        competition_id=event.pk,
        cut=Cut.RESULTS,
        rule=EarlyEnd.SEED,
        actor=organiser_of(event),
        now=now + HOUR,
    )
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert seeds_by_rank(event)[0] == (1, 1)
    assert faults() == []


def test_each_bracket_has_its_name_on_the_page(now: datetime) -> None:
    page = page_of(an_event(now, "single", 13, losers="places"))
    for name in ("Cuadro principal", "Tercer puesto", "Puestos 5 a 8", "Puestos 9 a 13"):
        assert name in page
    assert "Por el 9.º puesto, ronda 1" in page
    assert "pierde el 9, si es su primer partido" in page_of(
        an_event(now, "single", 9, losers="consolation")
    )
    page = page_of(an_event(now, "single", 8, losers="consolation"))
    assert "Consolación" in page
    assert "Final de la consolación" in page
    assert "con consolación" in page


def test_further_brackets_stand_on_sheets_of_their_own(now: datetime) -> None:
    event = CompetitionView.of(an_event(now, "single", 32, losers="places")).event
    sheets = bracket_sheets(event)
    assert len(sheets) == 5
    drawn = sum(len(sheet.boxes) for sheet in sheets)
    assert drawn == sum(not view.is_empty for view in event.views)


def test_every_row_of_a_page_playoff_is_named(now: datetime) -> None:
    event = an_event(now, "round-robin", 5, finalists=4, layout="page")
    bracket = read_event(event, event.entries.all()).stages[-1]
    assert [each.title for each in bracket.parts[0].rounds] == [
        *("1.º–2.º y 3.º–4.º", "Semifinal", "Final"),
    ]
    award_all(event, now)
    assert seeds_by_rank(event) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert faults() == []


def test_a_stepladder_ends_with_the_first_of_the_table(now: datetime) -> None:
    event = an_event(now, "round-robin", 5, finalists=5, layout="stepladder")
    bracket = read_event(event, event.entries.all()).stages[-1]
    assert [each.title for each in bracket.parts[0].rounds] == [
        *("Escalón 1", "Escalón 2", "Escalón 3", "Final"),
    ]
    while Match.objects.of(event.pk).filter(round__group__stage__number=1).undecided().exists():
        play_round(event, now)
    for _ in range(4):
        (match,) = ready(event)
        award(match, 1 - the_better_seed(match), now)
    event.refresh_from_db()
    assert event.champion.seed == 5
    assert seeds_by_rank(event) == [(1, 5), (2, 1), (3, 2), (4, 3), (5, 4)]
    assert faults() == []


def test_a_seed_that_waits_in_a_stepladder_can_be_swapped(now: datetime) -> None:
    event = announced(now, "single", 4, choices={"layout": "stepladder"})
    draft = a_draft(event, now)
    first, waiting = draft.as_it_stands[0], draft.as_it_stands[-1]
    swap(event, first[0], waiting[0], now)
    publish(event, now)
    final = Match.objects.of(event.pk).latest("number")
    assert final.slots.filter(entry=first[0]).exists()
    assert final.by_hand
    assert faults() == []


def test_finals_by_stepladder_are_a_draft_first(now: datetime) -> None:
    event = a_running_event(now, "round-robin", 4, choices={"finalists": 4, "layout": "stepladder"})
    while ready(event):
        play_round(event, now)
    assert [len([one for one in pool if one]) for pool in the_draft(event).as_it_stands] == [
        2,
        1,
        1,
    ]
    publish(event, now)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert faults() == []


def test_the_end_is_later_with_further_matches(now: datetime) -> None:
    plain, every = (
        expected_end(an_event(now, "single", 16, losers=losers), 16, tables=4, now=now)
        for losers in ("nothing", "places")
    )
    assert plain is not None
    assert every is not None
    assert every.ends_at > plain.ends_at


def test_a_bye_of_the_consolation_is_no_match_that_is_left(now: datetime) -> None:
    event = an_event(now, "single", 9, losers="consolation")
    while matches := [match for match in ready(event) if match.round.part == "main"]:
        for match in matches:
            award(match, the_better_seed(match), now)
    left = Match.objects.of(event.pk).undecided().count()
    read_before = read_event(event, event.entries.all())
    for known in (None, read_before):
        found = expected_end(event, 9, event=known, tables=None, now=now)
        assert found is not None
        assert sum(wave.matches for wave in found.waves) == left


@pytest.mark.feature("Corrections", "The page of a correction says what falls in the consolation")
def test_the_page_says_what_falls_in_the_consolation(now: datetime) -> None:
    event = an_event(now, "single", 8, losers="consolation")
    play_round(event, now)
    fallen = of_part(event, "consol")[0]
    award(fallen, 0, now)
    page = a_browser(organiser_of(event)).get(f"/matches/{match_at(event, 1, 1).pk}/reopen/")
    assert f"Partido {fallen.number}" in text_of(page)
