"""The check-in: who says they are here, who is drawn, who moves up."""

from datetime import datetime, timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.competitions import state
from tournaments.draw.services import draw, undo_draw
from tournaments.entries import check_in, places
from tournaments.entries import services as entries_services
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry
from tournaments.withdrawals import services as withdrawals
from tournaments.withdrawals.returns import bring_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser, now):
    """Four entered, two of them on the waiting list."""
    cup = a_cup(organiser, now, cap=2)
    for number in range(4):
        entries_services.register(
            competition_id=cup.pk, user=a_person(), now=now + timedelta(seconds=number)
        )
    return cup


def open_check_in(cup: Competition, now: datetime) -> list[Entry]:
    state.open_check_in(competition_id=cup.pk, actor=cup.club.members.get(), now=now)
    return list(cup.entries.order_by("pk"))


def test_only_organisers_open_it_and_only_from_the_registration(cup, organiser, now):
    opening = {"competition_id": cup.pk, "now": now}
    assert refusal(state.open_check_in, actor=a_person(), **opening) == "not-organiser"
    state.open_check_in(actor=organiser, **opening)
    assert refusal(state.open_check_in, actor=organiser, **opening) == "wrong-state"
    entering = {"competition_id": cup.pk, "user": a_person(), "now": now}
    assert refusal(entries_services.register, **entering) == "registration-closed"
    lifecycle.reopen_registration(actor=organiser, **opening)
    assert refusal(lifecycle.reopen_registration, actor=organiser, **opening) == "wrong-state"
    entries_services.register(**entering)


def test_players_check_in_their_own_entry_once_and_only_in_time(cup, organiser, now):
    first = cup.entries.earliest("pk")
    own = first.roster.get().user
    checking = {"entry_id": first.pk, "now": now}
    assert refusal(check_in.check_in_entry, actor=own, **checking) == "no-check-in"
    open_check_in(cup, now)
    assert refusal(check_in.check_in_entry, actor=a_person(), **checking) == "not-in-entry"
    check_in.check_in_entry(actor=own, **checking)
    assert refusal(check_in.check_in_entry, actor=own, **checking) == "already-checked-in"
    assert refusal(check_in.undo_check_in, actor=own, **checking) == "not-organiser"
    check_in.undo_check_in(actor=organiser, **checking)
    assert refusal(check_in.undo_check_in, actor=organiser, **checking) == "wrong-state"
    check_in.check_in_entry(actor=organiser, **checking)
    first.refresh_from_db()
    assert first.checked_in_at == now


@pytest.mark.feature("Entries", "The check-in")
def test_the_draw_takes_who_is_here_and_the_waiting_list_moves_up(cup, organiser, now):
    first, second, third, fourth = open_check_in(cup, now)
    for entry in (second, fourth):
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    states = dict(cup.entries.values_list("pk", "state"))
    assert [states[entry.pk] for entry in (first, second, third, fourth)] == [
        "withdrawn",
        "confirmed",
        "waiting",
        "confirmed",
    ]
    assert set(cup.entries.filter(seed__isnull=False)) == {second, fourth}
    assert cup.audit.get(act="draw").after["absent"] == [str(first)]


def test_a_draw_of_too_few_changes_nothing(cup, organiser, now):
    first, *_ = open_check_in(cup, now)
    check_in.check_in_entry(entry_id=first.pk, actor=organiser, now=now)
    drawing = {"competition_id": cup.pk, "actor": organiser, "seed": "s", "now": now}
    assert refusal(draw, **drawing) == "too-few-entries"
    states = list(cup.entries.order_by("pk").values_list("state", flat=True))
    assert states == ["confirmed", "confirmed", "waiting", "waiting"]


def test_who_leaves_at_the_check_in_gives_the_place_to_the_next(cup, organiser, now):
    first, _, third, _ = open_check_in(cup, now)
    withdrawals.withdraw(entry_id=first.pk, actor=organiser, now=now)
    third.refresh_from_db()
    assert third.state == Entry.State.CONFIRMED


def test_who_is_written_down_at_the_check_in_is_here(cup, organiser, now):
    open_check_in(cup, now)
    places.change_capacity(competition_id=cup.pk, cap=8, actor=organiser, now=now)
    entry = enter(cup, organiser, now, a_person())
    assert (entry.state, entry.checked_in_at) == (Entry.State.CONFIRMED, now)


def test_an_absent_entry_is_let_in_again_once_the_draw_is_undone(cup, organiser, now):
    entries = open_check_in(cup, now)
    places.change_capacity(competition_id=cup.pk, cap=4, actor=organiser, now=now)
    for entry in entries[1:]:
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    undoing = {"competition_id": cup.pk, "actor": organiser, "reason": "llegó tarde", "now": now}
    undo_draw(**undoing)
    cup.refresh_from_db()
    assert cup.state == Competition.State.CHECK_IN
    entries_services.approve(
        competition_id=cup.pk, entry_ids=[entries[0].pk], actor=organiser, now=now
    )
    check_in.check_in_entry(entry_id=entries[0].pk, actor=organiser, now=now)
    draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    assert cup.entries.filter(seed__isnull=False).count() == 4


@pytest.mark.parametrize("came", ["new", "missed the draw"])
def test_who_came_late_and_who_waits_stay_when_the_draw_is_undone(came, organiser, now):
    swiss = FormatOptions(format="swiss", swiss_rounds=3)
    cup = a_cup(organiser, now, cap=5, shape=swiss, late_entries=True)
    for number in range(7):
        registered_at = now + timedelta(seconds=number)
        entries_services.register(competition_id=cup.pk, user=a_person(), now=registered_at)
    *present, absent, waiting, _ = open_check_in(cup, now)
    for entry in present:
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    drawing = {"competition_id": cup.pk, "actor": organiser, "seed": "s", "now": now}
    draw(**drawing)
    if came == "new":
        late = enter(cup, organiser, now, a_person())
    else:
        bring_back(entry_id=absent.pk, actor=organiser, now=now)
        late = absent
    places.change_capacity(competition_id=cup.pk, cap=6, actor=organiser, now=now)
    undo_draw(competition_id=cup.pk, actor=organiser, reason="llegó tarde", now=now)
    assert sound()
    draw(**drawing)
    assert set(cup.entries.filter(seed__isnull=False)) == {*present, late}
    waiting.refresh_from_db()
    assert waiting.state == Entry.State.WAITING


@pytest.mark.parametrize("way", ["checks in", "registration"])
def test_once_a_draw_is_undone_who_waits_takes_the_free_place(way, cup, organiser, now):
    first, _, third, fourth = open_check_in(cup, now)
    for entry in (first, third):
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    places.change_capacity(competition_id=cup.pk, cap=3, actor=organiser, now=now)
    undo_draw(competition_id=cup.pk, actor=organiser, reason="llegó tarde", now=now)
    fourth.refresh_from_db()
    assert fourth.state == Entry.State.WAITING
    if way == "checks in":
        check_in.check_in_entry(entry_id=fourth.pk, actor=organiser, now=now)
    else:
        lifecycle.reopen_registration(competition_id=cup.pk, actor=organiser, now=now)
    states = list(cup.entries.order_by("pk").values_list("state", flat=True))
    assert states == ["confirmed", "withdrawn", "confirmed", "confirmed"]
    assert sound()
