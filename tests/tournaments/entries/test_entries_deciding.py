"""Organisers confirm, send away, note payments and change the cap; the waiting list follows."""

from datetime import datetime

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.refusals import refusal
from tournaments.draw import services as draw
from tournaments.draw.services import order_entries
from tournaments.entries import services as entries_services
from tournaments.entries.places import change_capacity
from tournaments.entries.services import why_rejected
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db


def register(cup: Competition, now: datetime, person: User | None = None) -> Entry:
    registration = entries_services.register(
        competition_id=cup.pk, user=person or a_person(), now=now
    )
    return registration.entry


def states(cup: Competition) -> list[str]:
    return list(cup.entries.order_by("pk").values_list("state", flat=True))


def test_where_organisers_confirm_everybody_a_complete_entry_asks(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, approval=True, cap=2)
    register(cup, now)
    by_hand = enter(cup, organiser, now, a_person())
    assert states(cup) == ["requested", "confirmed"]
    assert by_hand.place is not None


def test_a_pair_asks_once_the_partner_has_accepted(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, approval=True, per_side=2)
    registration = entries_services.register(competition_id=cup.pk, user=a_person(), now=now)
    assert registration.entry.state == Entry.State.FORMING
    entries_services.accept_invitation(token=registration.token, user=a_person(), now=now)
    assert states(cup) == ["requested"]


@pytest.mark.feature("Entries", "Organisers confirm entries")
def test_several_are_confirmed_at_once_in_the_order_they_came(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, approval=True, cap=2)
    entries = [register(cup, now) for _ in range(3)]
    deciding = {"competition_id": cup.pk, "entry_ids": [one.pk for one in entries], "now": now}
    assert refusal(entries_services.approve, actor=a_person(), **deciding) == "not-organiser"
    assert entries_services.approve(actor=organiser, **deciding) == entries
    assert states(cup) == ["confirmed", "confirmed", "waiting"]
    assert refusal(entries_services.approve, actor=organiser, **deciding) == "wrong-state"
    assert cup.audit.filter(act="approve").count() == 3


def test_who_is_sent_away_reads_why_and_can_be_let_in_after_all(now: datetime) -> None:
    organiser, ana = an_organiser(), a_person()
    cup = a_cup(organiser, now, approval=True)
    entry = register(cup, now, ana)
    deciding = {"competition_id": cup.pk, "entry_ids": [entry.pk], "actor": organiser, "now": now}
    assert refusal(entries_services.reject, reason=" ", **deciding) == "reason-missing"
    entries_services.reject(reason="No es socio", **deciding)
    entry.refresh_from_db()
    assert (entry.state, why_rejected(entry)) == (Entry.State.WITHDRAWN, "No es socio")
    assert refusal(entries_services.reject, reason="otra vez", **deciding) == "wrong-state"
    entering = {"competition_id": cup.pk, "user": ana, "now": now}
    assert refusal(entries_services.register, **entering) == "already-entered"
    assert refusal(withdrawals.withdraw, entry_id=entry.pk, actor=ana, now=now) == "wrong-state"
    entries_services.approve(**deciding)
    entry.refresh_from_db()
    assert (entry.state, why_rejected(entry)) == (Entry.State.CONFIRMED, "")


def test_nobody_decides_about_entries_of_another_competition(now: datetime) -> None:
    organiser = an_organiser()
    cup, other = (a_cup(organiser, now, approval=True, name=name) for name in ("Una", "Otra"))
    entry = register(other, now)
    deciding = {"competition_id": cup.pk, "entry_ids": [entry.pk], "actor": organiser, "now": now}
    assert refusal(entries_services.approve, **deciding) == "wrong-state"
    assert refusal(entries_services.reject, reason="x", **deciding) == "wrong-state"
    assert refusal(entries_services.set_paid, paid=True, **deciding) == "wrong-state"
    assert states(other) == ["requested"]


def test_in_a_cancelled_competition_nothing_is_decided(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, approval=True)
    entry = register(cup, now)
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, now=now, reason="lluvia")
    deciding = {"competition_id": cup.pk, "entry_ids": [entry.pk], "actor": organiser, "now": now}
    assert refusal(entries_services.approve, **deciding) == "wrong-state"


def test_a_payment_is_noted_and_taken_back_with_who_did_it(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    entry = register(cup, now)
    paying = {"competition_id": cup.pk, "entry_ids": [entry.pk], "now": now}
    assert (
        refusal(entries_services.set_paid, paid=True, actor=a_person(), **paying) == "not-organiser"
    )
    entries_services.set_paid(paid=True, actor=organiser, **paying)
    entry.refresh_from_db()
    assert entry.paid
    assert refusal(entries_services.set_paid, paid=True, actor=organiser, **paying) == "wrong-state"
    entries_services.set_paid(paid=False, actor=organiser, **paying)
    acts = cup.audit.filter(act__in=("paid", "unpaid")).order_by("pk")
    assert [(act.act, act.actor, act.before) for act in acts] == [
        ("paid", organiser, {"paid": False}),
        ("unpaid", organiser, {"paid": True}),
    ]


@pytest.mark.feature("Entries", "The capacity is raised and lowered")
def test_a_higher_cap_lets_the_next_of_the_waiting_list_in(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=2)
    for _ in range(5):
        register(cup, now)
    raising = {"competition_id": cup.pk, "cap": 4, "now": now}
    assert refusal(change_capacity, actor=a_person(), **raising) == "not-organiser"
    change_capacity(actor=organiser, **raising)
    assert states(cup) == ["confirmed"] * 4 + ["waiting"]
    assert cup.places.count() == 4
    assert refusal(change_capacity, actor=organiser, **raising) == "wrong-state"
    event = cup.audit.get(act="change-cap")
    assert (event.before, event.after["cap"]) == ({"cap": 2}, 4)


def test_a_lower_cap_takes_free_places_away_and_nobody_elses(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=8)
    first, *_ = (register(cup, now) for _ in range(4))
    withdrawals.withdraw(entry_id=first.pk, actor=organiser, now=now)
    lowering = {"competition_id": cup.pk, "actor": organiser, "now": now}
    assert refusal(change_capacity, cap=2, **lowering) == "cap-too-low"
    change_capacity(cap=3, **lowering)
    cup.refresh_from_db()
    assert (cup.cap, cup.places.count(), states(cup)) == (3, 3, ["confirmed"] * 3)
    change_capacity(cap=5, **lowering)
    assert cup.places.free().count() == 2


def test_a_cap_beyond_what_the_format_takes_is_refused(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=8, shape=FormatOptions(format="round-robin"))
    raising = {"competition_id": cup.pk, "actor": organiser, "now": now}
    assert refusal(change_capacity, cap=129, **raising) == "too-many-for-format"
    change_capacity(cap=128, **raising)
    assert cup.places.count() == 128


@pytest.mark.parametrize("cap", [0, 1, 1001, 10**9])
def test_a_cap_has_its_limits(cap: int, now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    with pytest.raises(ValidationError):
        change_capacity(competition_id=cup.pk, cap=cap, actor=organiser, now=now)


def test_the_organisers_order_closes_gaps_and_keeps_who_came_first_among_equals(
    now: datetime,
) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, seeding=Competition.Seeding.MANUAL)
    first, second, third, fourth = (register(cup, now) for _ in range(4))
    numbers = {first.pk: 7, second.pk: 3, third.pk: 7, fourth.pk: None}
    ordering = {"competition_id": cup.pk, "numbers": numbers, "now": now}
    assert refusal(order_entries, actor=a_person(), **ordering) == "not-organiser"
    assert order_entries(actor=organiser, **ordering) == [second, first, third]
    assert list(cup.entries.order_by("pk").values_list("manual_seed", flat=True)) == [2, 1, 3, None]
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    assert list(cup.entries.order_by("seed")) == [second, first, third, fourth]
    assert refusal(order_entries, actor=organiser, **ordering) == "already-drawn"
