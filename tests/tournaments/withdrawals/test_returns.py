"""Entries out of play return by one tap on the dashboard, whatever the reason."""

from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.entries.test_partner_changes import change, pairs_by_name
from tests.tournaments.events import an_event, award, draw_what_follows, organiser_of, ready
from tests.tournaments.halls import write
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tournaments.competitions import state
from tournaments.dashboard.queries import Snapshot
from tournaments.draw import services as draw
from tournaments.entries import check_in
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Group
from tournaments.standings.queries import group_table
from tournaments.withdrawals.absences import mark_absent
from tournaments.withdrawals.no_shows import record_no_show
from tournaments.withdrawals.queries import entries_out
from tournaments.withdrawals.returns import bring_back
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def an_evening_without(now, missing=1, **terms) -> Competition:
    """A Swiss of eight entries, without those that missed the draw."""
    organiser = an_organiser()
    shape = FormatOptions(format="swiss", swiss_rounds=5)
    event = a_cup(organiser, now, shape=shape, with_cards=True, **terms)
    entries = [enter(event, organiser, now, a_person()) for _ in range(8)]
    who = {"competition_id": event.pk, "actor": organiser, "now": now}
    state.open_check_in(**who)
    for entry in entries[missing:]:
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    draw.draw(**who, seed="semilla")
    lifecycle.start(**who)
    event.refresh_from_db()
    return event


def out(event) -> list:
    return entries_out(event, event.entries.order_by("pk"))


def back(event, entry, now):
    number = bring_back(entry_id=entry.pk, actor=organiser_of(event), now=now)
    draw_what_follows()
    return number


def test_who_was_not_there_at_the_draw_joins_the_next_round(now):
    event = an_evening_without(now)
    (one,) = out(event)
    assert one.why == "no estaba en el sorteo"
    assert one.follows == "Entra en la ronda 2: cada ronda que no jugó no suma."
    assert back(event, one.entry, now) == 2
    assert out(event) == []
    assert in_order()


def test_missed_rounds_give_what_the_terms_say(now):
    event = an_evening_without(now, late_points="half")
    (one,) = out(event)
    assert "suma ½ punto" in one.follows
    back(event, one.entry, now)
    award(ready(event)[0], 0, now)  # before a result, no bye counts
    assert group_table(Group.objects.get(stage__competition=event)).scores[one.entry.pk] == 0.5
    assert in_order()


@pytest.mark.parametrize(("points", "gives"), [("none", "no suma"), ("half", "suma ½ punto")])
def test_the_page_of_who_was_left_out_says_what_missed_rounds_give(now, points, gives):
    event = an_evening_without(now, late_points=points)
    (one,) = out(event)
    address = f"/competitions/{event.pk}/entered/{one.entry.pk}/"
    page = text_of(a_browser(organiser_of(event)).get(address))
    assert f"entra en la próxima ronda; cada ronda anterior {gives}." in page


def test_who_is_absent_from_the_next_round_plays_it(now):
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    entry = event.entries.first()
    mark_absent(entry_id=entry.pk, actor=organiser_of(event), now=now)
    (one,) = out(event)
    assert (one.entry, one.why) == (entry, "falta en la ronda 2")
    assert back(event, entry, now) == 2
    assert out(event) == []


def test_who_left_returns_with_its_points(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    match = ready(event)[0]
    entry = match.slots.get(side=0).entry
    award(match, 0, now)
    withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    for other in ready(event):
        award(other, 0, now)
    (one,) = out(event)
    assert one.why == "se retiró"
    assert back(event, entry, now + timedelta(minutes=1)) == 3
    assert group_table(Group.objects.get(stage__competition=event)).scores[entry.pk] == 1
    assert in_order()


def test_who_plays_is_not_brought_back(now):
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    told = {"entry_id": event.entries.first().pk, "now": now}
    assert refusal(bring_back, **told, actor=organiser_of(event)) == "wrong-state"
    assert refusal(bring_back, **told, actor=a_person()) == "not-organiser"


def test_a_pair_whose_player_is_in_another_one_by_now_stays_out(now):
    event = pairs_by_name(now, "Ana y Beto", "Rosa y Elena", "Karim y Lola", "Marta y Nora")
    away, *here = event.entries.order_by("pk")
    who = {"actor": organiser_of(event), "now": now}
    state.open_check_in(competition_id=event.pk, **who)
    for entry in here:
        check_in.check_in_entry(entry_id=entry.pk, **who)
    draw.draw(competition_id=event.pk, seed="semilla", **who)
    lifecycle.start(competition_id=event.pk, **who)
    change(event, now, "Elena", "Beto")
    assert refusal(bring_back, entry_id=away.pk, **who) == "in-another-pair"
    assert in_order()


def test_one_tap_on_the_dashboard(now):
    event = an_evening_without(now)
    entry = event.entries.get(state=Entry.State.WITHDRAWN)
    browser = a_browser(organiser_of(event))
    address = f"/competitions/{event.pk}/entries/{entry.pk}/back/"
    assert address in text_of(browser.get(f"/competitions/{event.pk}/manage/"))
    answer = browser.post(address, follow=True)
    assert f"{entry} juega desde la ronda 2." in text_of(answer)
    assert address not in text_of(answer)
    assert f"/entries/{entry.pk}/withdraw/" in text_of(answer)  # to undo it


def test_of_a_pair_it_is_said_in_the_plural(now):
    event = pairs_by_name(now, "Ana y Beto", "Rosa y Elena", "Karim y Lola", "Marta y Nora")
    away, *here = event.entries.order_by("pk")
    who = {"actor": organiser_of(event), "now": now}
    state.open_check_in(competition_id=event.pk, **who)
    for entry in here:
        check_in.check_in_entry(entry_id=entry.pk, **who)
    draw.draw(competition_id=event.pk, seed="semilla", **who)
    browser = a_browser(who["actor"])
    desk = text_of(browser.get(f"/competitions/{event.pk}/manage/"))
    assert "Llegaron" in desk
    assert "Llegó" not in desk
    page = text_of(browser.get(f"/competitions/{event.pk}/entered/{away.pk}/"))
    for said in ("Quedaron fuera del sorteo", "Si al final juegan, entran", "Entran en la ronda 2"):
        assert said in page


def test_the_dashboard_proposes_to_withdraw_who_does_not_come(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    away = ready(event)[0].slots.get(side=0).entry
    for _ in range(2):
        match = next(one for one in ready(event) if one.slots.filter(entry=away).exists())
        side = match.slots.get(entry=away).side
        record_no_show(
            match_id=match.pk, absent=[side], actor=organiser_of(event), reason="No vino", now=now
        )
        for other in ready(event):
            write(other, now)
        draw_what_follows()
    assert [one.entry for one in Snapshot(event, now).absentees] == [away]
    page = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/manage/"))
    assert f"{away} no viene" in page
