"""Stages that follow one another: best thirds, gold and silver, knockouts after tables."""

from collections import Counter
from datetime import datetime

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.drafts import a_running_event, publish, the_draft, win_round
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import faults
from tournaments.draw import replan
from tournaments.draw import services as draw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.stage_chains import CHAINS
from tournaments.models import Competition, Match
from tournaments.results import services as result_services
from tournaments.standings.queries import second_cup
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db
SIZES = (3, pytest.param(8, marks=pytest.mark.both), 13)
State = Match.State
AT_HOME = {("consolation", 13): 3}
"""Matches against seeds that had a bye and would come to the consolation, had they lost."""


def by_stage(event: Competition) -> dict[int, int]:
    """The matches that two played, by stage."""
    played = Match.objects.of(event.pk).filter(state=State.WALKOVER)
    return dict(Counter(played.values_list("round__group__stage__number", flat=True)))


@pytest.mark.feature(
    "Formats",
    "Best thirds, gold and silver cups, a knockout after a Swiss or a league, a Swiss after groups",
)
@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("entries", SIZES)
@pytest.mark.sampled
def test_a_chain_is_played_to_its_champion(now: datetime, name: str, entries: int) -> None:
    wanted = CHAINS[name](entries)
    shape = FORMATS[wanted.format].fitting(wanted, entries)
    chosen = {k: v for k, v in vars(shape).items() if k != "format"}
    event = an_event(now, shape.format, entries, **chosen)
    assert faults() == []
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed == 1
    how = FORMATS[shape.format]
    most = sum(wave.matches for wave in how.waves(shape, entries))
    assert sum(by_stage(event).values()) == most - AT_HOME.get((name, entries), 0)
    assert (second_cup(event) is not None) == shape.silver
    assert faults() == []


@pytest.mark.feature("Formats", "A first round in pairs whose best losers go on with its winners")
@pytest.mark.both
def test_the_best_losers_of_a_first_round_go_on_with_its_winners(now: datetime) -> None:
    """Twelve play six matches: who lost 5-4 play on, who lost 5-0 do not."""
    chosen = {k: v for k, v in vars(CHAINS["lucky-losers"](12)).items() if k != "format"}
    event = an_event(now, "groups", 12, **chosen)
    close, winner_over = {8, 12}, {}
    for match in ready(event):
        winner, loser = sorted(slot.entry.seed for slot in match.slots.all())
        games = [(5, 4 if loser in close else 0)[:: 1 - 2 * the_better_seed(match)]]
        by = {"actor": organiser_of(event), "reason": "", "now": now}
        result_services.save_row(match_id=match.pk, games=games, seen=0, **by)
        winner_over[loser] = winner
    draw_what_follows()
    second = Match.objects.of(event.pk).filter(round__group__stage__number=2, round__number=1)
    met = [{slot.entry.seed for slot in match.slots.all()} for match in second]
    assert set.union(*met) == {1, 2, 3, 4, 5, 6} | close
    assert not [pair for pair in met if pair in [{each, winner_over[each]} for each in close]]
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert faults() == []


@pytest.mark.both
def test_organisers_publish_gold_and_then_silver(now: datetime) -> None:
    event = a_running_event(now, "groups", 8, choices={"best_next": 1, "silver": True})
    for _ in range(3):
        win_round(event, now)
    assert the_draft(event).group.stage.tier == 1
    publish(event, now)
    assert the_draft(event).group.stage.tier == 2
    publish(event, now)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert second_cup(event) is not None
    assert faults() == []


@pytest.mark.both
def test_a_correction_falls_over_both_cups(now: datetime) -> None:
    event = an_event(now, "groups", 8, best_next=1, silver=True)
    award_all(event, now)
    match = Match.objects.of(event.pk).filter(round__group__stage__number=1).first()
    falls = result_services.reopen_match(
        match_id=match.pk, actor=organiser_of(event), reason="al revés", now=now
    )
    assert {each.round.group.stage.tier for each in falls.results} == {1, 2}
    assert faults() == []
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert faults() == []


@pytest.mark.feature(
    "Formats", "A correction in stage one after two cups began is previewed over both"
)
@pytest.mark.both
def test_a_preview_names_all_that_falls_and_nothing_falls_before(now: datetime) -> None:
    """Stage one is corrected after gold and silver began: both lean on it, by the best third."""
    event = an_event(now, "groups", 8, best_next=1, silver=True)
    while not Match.objects.of(event.pk).filter(
        round__group__stage__number=3, state=State.WALKOVER
    ):
        award(ready(event)[0], 0, now)
    match = Match.objects.of(event.pk).filter(round__group__stage__number=1).first()
    organiser = organiser_of(event)
    falls = result_services.preview_reopening(match_id=match.pk, actor=organiser)
    own = {slot.source_group_id for slot in falls.qualified} - {None}
    assert own == {match.round.group_id}
    assert len([slot for slot in falls.qualified if slot.source_place]) == 2
    played = Match.objects.of(event.pk).filter(state__in=Match.WITH_RESULT)
    later = played.exclude(round__group__stage__number=1)
    assert {each.pk for each in falls.results} <= set(later.values_list("pk", flat=True))
    assert {each.round.group.stage.tier for each in falls.results} == {1, 2}
    before = played.count()
    about = {"match_id": match.pk, "actor": organiser, "reason": "al revés", "now": now}
    assert refusal(result_services.reopen_match, **about, seen="otra") == "changed-meanwhile"
    assert played.count() == before
    result_services.reopen_match(**about, seen=falls.mark)
    assert played.count() == before - 1 - len(falls.results)
    assert faults() == []


@pytest.mark.both
def test_who_plays_a_swiss_after_groups_stays_in_it(now: datetime) -> None:
    event = an_event(now, "groups", 8, then_swiss=3, finalists=2)
    award_all(event, now)
    match = Match.objects.of(event.pk).filter(round__group__stage__number=1).first()
    about = {"match_id": match.pk, "actor": organiser_of(event), "reason": "al revés", "now": now}
    assert refusal(result_services.reopen_match, **about) == "next-stage-paired"
    last = Match.objects.of(event.pk).filter(round__group__stage__number=2).last()
    falls = result_services.reopen_match(**about | {"match_id": last.pk})
    assert [each.round.group.stage.number for each in falls.results] == [3]
    award_all(event, now)
    assert faults() == []


@pytest.mark.both
def test_more_than_come_is_refused_before_the_draw(now: datetime) -> None:
    organiser = an_organiser()
    event = a_cup(organiser, now, shape=FormatOptions(format="swiss", swiss_rounds=3, finalists=8))
    for _ in range(6):
        enter(event, organiser, now, a_person())
    about = {"competition_id": event.pk, "actor": organiser, "seed": "s", "now": now}
    assert refusal(draw.draw, **about) == "too-many-finalists"
    assert replan.nearest_playable_format(event).shape.finalists == 4


@pytest.mark.both
def test_who_left_between_stages_is_passed_over(now: datetime) -> None:
    """Four places of a knockout, and two are left to play for them: they meet in the final."""
    event = an_event(now, "round-robin", 4, finalists=4)
    for entry in event.entries.filter(seed__gte=3):
        withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    award_all(event, now)
    assert (event.state, event.champion.seed) == (Competition.State.FINISHED, 1)
    final = Match.objects.of(event.pk).get(round__group__stage__number=2, round__number=2)
    assert {slot.entry.seed for slot in final.slots.all()} == {1, 2}
    assert faults() == []
