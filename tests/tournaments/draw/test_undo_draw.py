"""Undoing a draw: until the first card everything goes back, and the log keeps the seed."""

from datetime import datetime, timedelta

import pytest

from games.models import Game
from tests.games.tables import a_person, act, state_of
from tests.tournaments.cups import (
    a_card,
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    play_match,
)
from tests.tournaments.events import an_event, award, organiser_of, ready
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import HOUR
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw_services
from tournaments.draw.services import undo_draw
from tournaments.entries import services as entries_services
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import (
    Competition,
    Entry,
    Group,
    Match,
    PlayerStanding,
    PointsEntry,
    ScoreMark,
    Stage,
)
from tournaments.ranking import services as ranking
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
FORMATS = ["single", "double", "round-robin", "swiss", "americano", "groups", "league"]


def undo(cup: Competition, now: datetime, **changed: object) -> None:
    arguments = {"actor": organiser_of(cup), "reason": "faltaba uno", "now": now}
    undo_draw(competition_id=cup.pk, **(arguments | changed))


def undoing(cup: Competition, now: datetime) -> dict[str, object]:
    return {"competition_id": cup.pk, "actor": organiser_of(cup), "reason": "x", "now": now}


def draw(cup: Competition, now: datetime, seed: str = "otra") -> None:
    draw_services.draw(competition_id=cup.pk, actor=organiser_of(cup), seed=seed, now=now)


@pytest.mark.feature("Competitions", "A draw is undone until the first card")
@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_of_the_draw_is_left_and_it_can_be_drawn_again(format_: str, now: datetime) -> None:
    cup = an_event(now, format_, 8)
    places = dict(cup.entries.values_list("pk", "place"))
    call(ready(cup)[0], now)
    undo(cup, now)
    cup.refresh_from_db()
    assert (cup.state, cup.draw_seed, cup.started_at) == ("registration", "", None)
    assert not Match.objects.of(cup.pk).exists()
    assert not Group.objects.filter(stage__competition=cup).exists()
    assert dict(cup.entries.values_list("pk", "place")) == places
    drawn = ("seed", "strength", "tier", "first_round")
    assert set(cup.entries.values_list(*drawn)) == {(None, None, 1, 1)}
    enter(cup, organiser_of(cup), now, a_person())
    draw(cup, now)
    assert cup.entries.filter(seed__isnull=False).count() == 9
    assert sound()


def test_what_the_draw_decided_is_open_again(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, shape=FormatOptions(format="swiss"), cap=32)
    for _ in range(4):
        enter(cup, organiser, now, a_person())
    draw(cup, now)
    assert Stage.objects.get(competition=cup).swiss_rounds == 2
    undo(cup, now)
    for _ in range(5):
        enter(cup, organiser, now, a_person())
    draw(cup, now)
    assert Stage.objects.get(competition=cup).swiss_rounds == 4


def test_waiting_tables_are_void_and_open_their_seeds(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    game = call(match_at(cup, 1, 1), now)
    undo(cup, now)
    game.refresh_from_db()
    assert game.status == Game.Status.ANNULLED
    assert game.revealed_seed
    assert game.page == f"/competitions/{cup.pk}/"


def test_the_log_keeps_the_old_seed_the_reason_and_what_was_decided_by_hand(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    award(match_at(cup, 1, 1), 0, now)
    undo(cup, now)
    event = cup.audit.get(act="undo-draw")
    assert (event.before["seed"], event.reason) == ("semilla", "faltaba uno")
    assert len(event.before["order"]) == 4
    assert cup.audit.filter(act="walkover").count() == 1


def test_a_table_that_started_without_a_card_does_not_hold_the_draw(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    call(match, now)
    everybody_sits(match, now)
    undo(cup, now)
    cup.refresh_from_db()
    assert cup.state == Competition.State.REGISTRATION
    assert sound()


def test_after_the_first_card_no_draw_is_undone(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    act(game, a_card(state_of(game)), now)
    assert refusal(undo_draw, **undoing(cup, now)) == "cards-played"
    matches.annul_match(match_id=match.pk, actor=organiser_of(cup), reason="se fue", now=now)
    assert refusal(undo_draw, **undoing(cup, now)) == "cards-played"
    assert Match.objects.of(cup.pk).count() == 3


def test_a_match_played_holds_the_draw(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    play_match(match_at(cup, 1, 1), 0, now)
    assert refusal(undo_draw, **undoing(cup, now)) == "cards-played"


def test_only_organisers_undo_with_a_reason_and_once(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    asked = undoing(cup, now)
    for stranger in (a_person(), an_organiser()):
        assert refusal(undo_draw, **asked | {"actor": stranger}) == "not-organiser"
    assert refusal(undo_draw, **asked | {"reason": " "}) == "reason-missing"
    undo_draw(**asked)
    assert refusal(undo_draw, **asked) == "wrong-state"
    assert cup.audit.filter(act="undo-draw").count() == 1


@pytest.mark.parametrize("state", ["draft", "registration", "cancelled"])
def test_without_a_draw_there_is_nothing_to_undo(state: str, now: datetime) -> None:
    cup = a_cup(an_organiser(), now, opened=state != "draft")
    if state == "cancelled":
        lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), reason="lluvia", now=now)
    assert refusal(undo_draw, **undoing(cup, now)) == "wrong-state"


def test_who_left_after_the_draw_gives_the_place_to_the_next(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=4)
    entries = [
        enter(cup, organiser, now + timedelta(seconds=number), a_person()) for number in range(5)
    ]
    draw(cup, now)
    withdrawals.withdraw(entry_id=entries[0].pk, actor=organiser, now=now)
    undo(cup, now)
    states = list(cup.entries.order_by("pk").values_list("state", flat=True))
    assert states == ["withdrawn", *["confirmed"] * 4]
    assert Entry.objects.get(pk=entries[0].pk).place is None


def test_walkovers_leave_the_ledger_and_the_leaderboard(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    ranking.rank_match(match_id=match.pk)
    assert PointsEntry.objects.exists()
    undo(cup, now)
    assert not PointsEntry.objects.exists()
    assert not PlayerStanding.objects.exists()
    assert not ranking.rank_match(match_id=match.pk)
    assert sound()


def test_who_came_late_keeps_the_place(now: datetime) -> None:
    cup = a_running_cup(
        an_organiser(), now, shape=FormatOptions(format="swiss", swiss_rounds=3), late_entries=True
    )
    late = entries_services.register(competition_id=cup.pk, user=a_person(), now=now).entry
    undo(cup, now)
    late.refresh_from_db()
    assert (late.state, late.seed, late.first_round) == (Entry.State.CONFIRMED, None, 1)


@pytest.mark.parametrize("resumed", [True, False])
def test_a_pause_is_undone_with_the_draw(resumed: bool, now: datetime) -> None:
    arena = an_event(now, "arena", 4, open_minutes=60)
    running = {"competition_id": arena.pk, "actor": organiser_of(arena)}
    lifecycle.pause(now=now, **running)
    later = now + timedelta(minutes=20)
    if resumed:
        lifecycle.resume(now=later, **running)
    undo(arena, later)
    draw(arena, later)
    lifecycle.start(now=later, **running)
    arena.refresh_from_db()
    assert arena.time_played(later + HOUR) == HOUR
    assert arena.stages.get().closes_at == later + HOUR


def test_a_point_written_on_a_sheet_holds_the_draw(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, with_cards=True)
    match, scorer = match_at(cup, 1, 1), organiser_of(cup)
    mark = {"seq": 1, "act": "point", "side": 0, "points": 1, "action_id": "a"}
    ScoreMark.objects.create(match=match, by=scorer, at=now, **mark)
    assert refusal(undo_draw, **undoing(cup, now)) == "cards-played"
