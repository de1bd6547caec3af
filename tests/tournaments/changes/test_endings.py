"""The early end in every format: who is champion, what is annulled, and what its undo restores."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.changes.acts import code_of, play_round, undo_latest
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    play_match,
)
from tests.tournaments.drafts import publish
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    organiser_of,
    ready,
)
from tests.tournaments.histories.test_histories import figures, from_scratch
from tests.tournaments.soundness import faults
from tournaments.changes.endings import Cut, endings_of, finish_early, undo_finish
from tournaments.draw.rounds import draw_awaited
from tournaments.entries.places import refusal_to_join
from tournaments.formats.catalogue import FORMATS, open_for_a_time, paired_by_rounds
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import give_walkover
from tournaments.models import (
    AuditEvent,
    Competition,
    Draft,
    Group,
    Match,
    MatchSlot,
    PointsEntry,
    StageSlot,
)
from tournaments.models.competitions import EarlyEnd
from tournaments.results.services import submit_result
from tournaments.standings.queries import group_table
from tournaments.tasks import heal_rankings
from tournaments.withdrawals.absences import mark_absent

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Competition.State
SHAPES: dict[str, dict[str, Any]] = {
    "swiss": {"swiss_rounds": 4},
    "rotation": {"swiss_rounds": 4},
    "americano": {"swiss_rounds": 4},
    "mexicano": {"swiss_rounds": 4},
    "round-robin": {},
    "league": {"cycles": 1},
    "groups": {"group_count": 2},
    "single": {},
    "double": {},
}
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def test_every_format_ends_early_or_by_its_clock() -> None:
    assert {*SHAPES, *open_for_a_time()} == {*FORMATS}


def finish(event: Competition, cut: Cut, rule: EarlyEnd, now: datetime) -> None:
    finish_early(competition_id=event.pk, cut=cut, rule=rule, actor=organiser_of(event), now=now)
    draw_what_follows()
    event.refresh_from_db()


def write(match: Match, now: datetime, points: tuple[int, int] = (5, 2)) -> None:
    organiser = organiser_of(match.round.group.stage.competition)
    submit_result(match_id=match.pk, games=[points], actor=organiser, now=now, reason="a mano")
    draw_what_follows()


def write_round(event: Competition, now: datetime, number: int | None = None) -> None:
    for match in ready(event)[:number]:
        write(match, now)
    event.refresh_from_db()


def stored(event: Competition) -> list[Any]:
    """Return what an undo has to restore; a table that was open is void, its match ready."""
    event.refresh_from_db()
    matches = Match.objects.of(event.pk).order_by("pk")
    states = [
        (match.pk, "ready" if match.state == "called" else match.state, match.winner)
        for match in matches
    ]
    slots = MatchSlot.objects.filter(match__in=matches).order_by("pk")
    seeds = StageSlot.objects.filter(stage__competition=event).order_by("pk")
    return [
        (event.state, event.champion_id, event.early_end),
        *states,
        *slots.values_list("pk", "entry", "bye"),
        *seeds.values_list("pk", "entry", "left"),
        *event.stages.order_by("number").values_list("swiss_rounds", "then_swiss"),
    ]


@pytest.mark.parametrize("format_", SHAPES)
def test_each_ending_is_sound_and_its_undo_restores_everything(format_: str, now: datetime) -> None:
    event = an_event(now, format_, 9, **SHAPES[format_])
    write_round(event, now)
    write_round(event, now + MINUTE, 1)
    before = stored(event)
    heal_rankings()
    ledger = PointsEntry.objects.count()
    endings = endings_of(event)
    assert {ending.cut for ending in endings} >= {Cut.RESULTS, Cut.TABLES}
    for number, ending in enumerate(endings, start=2):
        at = now + number * MINUTE
        finish(event, ending.cut, ending.rule, at)
        assert faults() == [], ending
        if ending.open:
            assert event.state == State.RUNNING
        else:
            assert (event.state, event.champion_id) == (State.FINISHED, ending.champion)
        undo_latest(event, AuditEvent.Act.FINISH, at)
        assert stored(event) == before, ending
        assert faults() == [], ending
    heal_rankings()
    assert ledger <= PointsEntry.objects.count()
    known = figures()
    assert from_scratch() == known
    award_all(event, now + 20 * MINUTE)
    assert (event.state, faults()) == (State.FINISHED, [])


@pytest.mark.parametrize("format_", [name for name in paired_by_rounds() if name in SHAPES])
def test_an_asked_bye_of_the_open_round_is_annulled_and_restored(
    format_: str, now: datetime
) -> None:
    event = an_event(now, format_, 9, **SHAPES[format_])
    absent = event.entries.order_by("pk")[0]
    mark_absent(entry_id=absent.pk, actor=organiser_of(event), now=now, number=2, asked=True)
    write_round(event, now)
    write_round(event, now + MINUTE, 1)
    before = stored(event)
    assert Match.objects.of(event.pk).exclude(asked_bye="").exists()
    finish(event, Cut.ROUNDS, EarlyEnd.STANDINGS, now + MINUTE)
    assert (event.state, faults()) == (State.FINISHED, [])
    undo_latest(event, AuditEvent.Act.FINISH, now + 2 * MINUTE)
    assert (stored(event), faults()) == (before, [])


@pytest.mark.parametrize(
    ("format_", "options"), [("swiss", {}), ("americano", {}), ("americano", {"by_tantos": True})]
)
def test_a_bye_of_a_round_that_nobody_played_gives_nothing(
    format_: str, options: dict[str, Any], now: datetime
) -> None:
    event = an_event(now, format_, 9, **SHAPES[format_], **options)
    Competition.objects.filter(pk=event.pk).update(publishes_alone=False)
    write_round(event, now)
    group = event.stages.get().groups.get()
    before = group_table(group).scores
    publish(event, now)
    assert group.rounds.count() == 2
    finish(event, Cut.RESULTS, EarlyEnd.STANDINGS, now + MINUTE)
    assert group_table(group).scores == before
    assert (event.stages.get().swiss_rounds, faults()) == (1, [])


@pytest.mark.parametrize("format_", SHAPES)
def test_open_tables_end_it_by_themselves(format_: str, now: datetime) -> None:
    event = an_event(now, format_, 9, **SHAPES[format_])
    write_round(event, now)
    ending = next(one for one in endings_of(event) if one.cut == Cut.TABLES)
    finish(event, ending.cut, ending.rule, now + MINUTE)
    address = f"/competitions/{event.pk}/manage/?s=entries"
    page = text_of(a_browser(organiser_of(event)).get(address))
    assert "Entra desde la ronda que viene" not in page
    played = Match.objects.of(event.pk).count()
    write_round(event, now + 2 * MINUTE)
    assert event.state == State.FINISHED
    assert event.champion_id is not None
    assert Match.objects.of(event.pk).count() == played  # nothing was drawn any more
    assert faults() == []
    undo_latest(event, AuditEvent.Act.FINISH, now + 3 * MINUTE)
    assert event.state == State.RUNNING
    assert faults() == []
    award_all(event, now + 4 * MINUTE)
    assert (event.state, faults()) == (State.FINISHED, [])


@pytest.mark.parametrize("format_", ["arena", "king"])
def test_open_tables_end_what_has_no_rounds(format_: str, now: datetime) -> None:
    event = an_event(now, format_, 9)

    def write_one(minutes: int) -> None:
        at = now + minutes * MINUTE
        award_one = {"winner": 0, "actor": organiser_of(event), "reason": "no vino", "now": at}
        give_walkover(match_id=ready(event)[0].pk, **award_one)
        for group in Group.objects.due(at):
            draw_awaited(group_id=group.pk, now=at)
        event.refresh_from_db()

    write_one(1)
    terms = {"cut": Cut.TABLES, "rule": EarlyEnd.STANDINGS, "actor": organiser_of(event)}
    finish_early(competition_id=event.pk, **terms, now=now + 2 * MINUTE)
    played, left = Match.objects.of(event.pk).count(), len(ready(event))
    assert left > 1
    for number in range(left):
        event.refresh_from_db()
        assert (event.state, refusal_to_join(event)) == (State.RUNNING, "ended-early")
        write_one(3 + number)
    assert event.state == State.FINISHED
    assert event.champion_id is not None
    assert Match.objects.of(event.pk).count() == played
    assert faults() == []
    undo_finish(competition_id=event.pk, actor=organiser_of(event), now=now + HOUR)
    event.refresh_from_db()
    assert (event.state, faults()) == (State.RUNNING, [])


def test_an_end_in_a_pause_is_undone_to_the_pause(now: datetime) -> None:
    event = an_event(now, "swiss", 9, swiss_rounds=4)
    write_round(event, now)
    ending = next(one for one in endings_of(event) if one.cut == Cut.TABLES)
    finish(event, ending.cut, ending.rule, now + MINUTE)
    lifecycle.pause(competition_id=event.pk, actor=organiser_of(event), now=now + MINUTE)
    write_round(event, now + 2 * MINUTE)
    assert event.state == State.FINISHED
    undo_latest(event, AuditEvent.Act.FINISH, now + 3 * MINUTE)
    assert event.state == State.PAUSED
    assert faults() == []


def test_a_table_that_plays_is_closed_by_an_early_end(now: datetime) -> None:
    event = a_running_cup(an_organiser(), now)
    play_match(match_at(event, 1, 1), 0, now)
    match = match_at(event, 1, 2)
    call(match, now)
    game = everybody_sits(match, now)
    ending = next(one for one in endings_of(event) if one.cut == Cut.RESULTS)
    finish(event, ending.cut, ending.rule, now + MINUTE)
    match.refresh_from_db()
    assert (event.state, match.state) == (State.FINISHED, Match.State.ANNULLED)
    assert match.games.get(game=game).voided
    assert faults() == []
    undo_latest(event, AuditEvent.Act.FINISH, now + 2 * MINUTE)
    assert (event.state, faults()) == (State.RUNNING, [])
    award_all(event, now + 3 * MINUTE)
    assert (event.state, faults()) == (State.FINISHED, [])


def test_with_complete_rounds_the_open_one_counts_for_nothing(now: datetime) -> None:
    event = an_event(now, "swiss", 6, swiss_rounds=3)
    write_round(event, now)
    first = endings_of(event)
    assert [(one.cut, one.taken_back) for one in first] == [(Cut.RESULTS, 0), (Cut.TABLES, 0)]
    leader = first[0].champion
    for match in ready(event):
        if leader in match.slots.values_list("entry", flat=True):
            lost = match.slots.get(entry=leader).side
            write(match, now + MINUTE, (2, 5) if lost == 0 else (5, 2))
    by_cut = {one.cut: one for one in endings_of(event)}
    assert (by_cut[Cut.ROUNDS].champion, by_cut[Cut.ROUNDS].taken_back) == (leader, 1)
    assert by_cut[Cut.RESULTS].champion != leader
    heal_rankings()
    given = PointsEntry.objects.count()
    finish(event, Cut.ROUNDS, EarlyEnd.STANDINGS, now + 2 * MINUTE)
    heal_rankings()
    reversals = PointsEntry.objects.filter(reversal=True).count()
    assert (event.champion_id, reversals, PointsEntry.objects.count()) == (leader, 2, given + 2)
    assert event.stages.get().swiss_rounds == 1


def test_a_round_of_byes_alone_is_complete(now: datetime) -> None:
    event = an_event(now, "swiss", 4, swiss_rounds=3)
    who = {"actor": organiser_of(event), "now": now, "number": 2, "asked": False}
    for entry in event.entries.all():
        mark_absent(entry_id=entry.pk, **who)
    write_round(event, now)
    write_round(event, now + MINUTE, 1)
    (ending,) = (one for one in endings_of(event) if one.cut == Cut.ROUNDS)
    assert (ending.rounds, len(ending.annulled)) == (2, 2)


def test_a_bracket_without_a_final_has_a_champion_by_rule_or_none(now: datetime) -> None:
    event = an_event(now, "single", 8)
    write_round(event, now)
    write_round(event, now + MINUTE, 1)
    found = {(one.cut, one.rule): one.champion for one in endings_of(event)}
    finalist = Match.objects.of(event.pk).get(round__number=2, position=1).slots.get(side=0).entry
    assert found[Cut.RESULTS, EarlyEnd.SEED] == finalist.pk
    assert found[Cut.RESULTS, EarlyEnd.NOBODY] is None
    finish(event, Cut.RESULTS, EarlyEnd.NOBODY, now + 2 * MINUTE)
    assert (event.state, event.champion_id, faults()) == (State.FINISHED, None, [])


def test_of_two_finalists_the_better_seed_is_champion(now: datetime) -> None:
    event = an_event(now, "single", 4)
    award_upsets = ready(event)
    for match in award_upsets:
        award(match, 1, now)
    finish(event, Cut.RESULTS, EarlyEnd.SEED, now + MINUTE)
    final = Match.objects.of(event.pk).get(round__number=2)
    entries = [slot.entry for slot in final.slots.select_related("entry")]
    assert event.champion == min(entries, key=lambda entry: entry.seed)
    assert final.state == Match.State.ANNULLED


def test_the_unbeaten_side_of_a_double_elimination_comes_first(now: datetime) -> None:
    event = an_event(now, "double", 4)
    write_round(event, now)
    final = Match.objects.of(event.pk).get(round__part="main", round__number=2)
    write(final, now + MINUTE)
    winner = final.slots.get(side=0).entry_id
    finish(event, Cut.RESULTS, EarlyEnd.SEED, now + 2 * MINUTE)
    assert (event.champion_id, faults()) == (winner, [])


def test_groups_name_the_best_of_their_first(now: datetime) -> None:
    event = an_event(now, "groups", 8, group_count=2)
    write_round(event, now)
    write_round(event, now)
    found = {(one.cut, one.rule): one for one in endings_of(event)}
    assert {rule for cut, rule in found if cut == Cut.RESULTS} == {
        EarlyEnd.STANDINGS,
        EarlyEnd.NOBODY,
    }
    finish(event, Cut.RESULTS, EarlyEnd.STANDINGS, now + MINUTE)
    assert event.champion_id == found[Cut.RESULTS, EarlyEnd.STANDINGS].champion
    later = Match.objects.of(event.pk).filter(round__group__stage__number=2)
    assert set(later.values_list("state", flat=True)) == {"annulled"}


def test_a_draft_falls_and_is_drawn_again(now: datetime) -> None:
    event = an_event(now, "swiss", 6, swiss_rounds=3)
    Competition.objects.filter(pk=event.pk).update(publishes_alone=False)
    write_round(event, now)
    assert Draft.objects.get(competition=event).number == 2
    finish(event, Cut.RESULTS, EarlyEnd.STANDINGS, now + MINUTE)
    assert not Draft.objects.filter(competition=event).exists()
    undo_latest(event, AuditEvent.Act.FINISH, now + MINUTE)
    assert Draft.objects.get(competition=event).number == 2
    assert faults() == []


def test_refusals_of_an_early_end(now: datetime) -> None:
    event = an_event(now, "swiss", 6, swiss_rounds=3)
    ends = {"cut": Cut.RESULTS, "rule": EarlyEnd.STANDINGS, "now": now}
    assert code_of(lambda: finish(event, **ends)) == "nothing-played"
    play_round(event, now)
    assert code_of(lambda: finish(event, **{**ends, "rule": EarlyEnd.SEED})) == "not-this-end"
    finish(event, **ends)
    assert code_of(lambda: finish(event, **ends)) == "wrong-state"
    stranger = an_organiser()
    refused = {"competition_id": event.pk, "actor": stranger, **ends}
    assert code_of(lambda: finish_early(**refused)) == "not-organiser"
