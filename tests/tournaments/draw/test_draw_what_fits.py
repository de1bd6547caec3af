"""A draw for which not enough came: what fits is offered, and drawn with one click."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.refusals import refusal
from tournaments.competitions import state
from tournaments.draw import replan
from tournaments.draw.services import draw
from tournaments.entries import check_in
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
GROUPS = FormatOptions(format="groups", group_count=4, qualifiers=2, final_best_of=3)


def entered(organiser, now, entries, **terms):
    """A cup that takes entries, with so many."""
    event = a_cup(organiser, now, **terms)
    for number in range(entries):
        enter(event, organiser, now + timedelta(seconds=number), a_person())
    return event


def drawing(event, organiser, now):
    return {"competition_id": event.pk, "actor": organiser, "seed": "s", "now": now}


def agree(page):
    """The value of the button that agrees to what is offered."""
    return re.search(r'name="agreed" value="([^"]+)"', page).group(1)


def sizes(event):
    groups = event.stages.order_by("number").first().groups.order_by("number")
    return [group.slots.count() for group in groups]


@pytest.mark.feature("Competitions", "A format that fits the entries present is offered")
def test_groups_for_sixteen_are_drawn_for_seven_with_one_click(organiser, now):
    event = entered(organiser, now, 7, shape=GROUPS, cap=16)
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/draw/"
    refused = browser.post(address)
    page = text_of(refused)
    assert refused.status_code == 409
    assert "Con 7 jugadores no se puede sortear así." in page
    said = "4 grupos, pasan 2, final al mejor de tres"
    assert f"Se anunció: {said}. Al sorteo entran 7 jugadores." in page
    assert "2 grupos, pasan 2, final al mejor de tres: de 4 y 3, a 5" in page
    assert "4 jugadores juegan 3 partidos y 3 jugadores juegan 2 partidos." in page
    assert "Sortear como estaba" not in page
    assert f"/competitions/{event.pk}/edit/" in page
    assert event.entries.filter(seed=None).count() == 7
    assert browser.post(address, {"agreed": agree(page)}).url == f"/competitions/{event.pk}/manage/"
    event.refresh_from_db()
    assert (event.state, event.cap, sizes(event)) == (Competition.State.DRAWN, 16, [4, 3])
    assert set(event.entries.values_list("state", flat=True)) == {Entry.State.CONFIRMED}
    told = event.audit.get(act=AuditEvent.Act.REPLAN)
    assert (told.before, told.after) == ({"group_count": 4}, {"group_count": 2})
    assert event.stages.get(number=2).final_best_of == 3
    public = text_of(a_browser().get(f"/competitions/{event.pk}/"))
    assert "2 grupos, pasan 2, a una partida, final al mejor de tres" in public


def test_it_is_offered_in_english(organiser, now):
    event = entered(organiser, now, 7, shape=GROUPS, cap=16)
    organiser.language = "en"
    organiser.save()
    page = text_of(a_browser(organiser).post(f"/competitions/{event.pk}/draw/"))
    assert "Announced: 4 groups, 2 go through, final best of three. In the draw: 7 players." in page
    assert "Like this, and draw" in page


def test_at_the_check_in_those_who_are_here_count(organiser, now):
    event = entered(organiser, now, 9, shape=replace(GROUPS, group_count=2), cap=8)
    state.open_check_in(competition_id=event.pk, actor=organiser, now=now)
    for entry in event.entries.order_by("-pk")[:3]:  # the last of them waits for a place
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    assert refusal(draw, **drawing(event, organiser, now)) == "too-few-entries"
    event.refresh_from_db()
    remedy = replan.nearest_playable_format(event)
    assert (remedy.entries, remedy.shape.group_count) == (3, 1)
    replan.draw_adjusted(agreed=remedy.key, **drawing(event, organiser, now))
    assert sizes(event) == [3]


def test_what_was_agreed_on_is_drawn_or_nothing_is(organiser, now):
    event = entered(organiser, now, 11, shape=GROUPS, cap=16)
    agreed = replan.nearest_playable_format(event).key
    late = enter(event, organiser, now + timedelta(minutes=1), a_person())
    who = drawing(event, organiser, now)
    assert refusal(replan.draw_adjusted, agreed=agreed, **who) == "came-otherwise"
    assert replan.nearest_playable_format(event) is None
    withdrawals.withdraw(entry_id=late.pk, actor=organiser, now=now)
    stranger = {**who, "actor": a_person()}
    assert refusal(replan.draw_adjusted, agreed=agreed, **stranger) == "not-organiser"
    event.refresh_from_db()
    assert event.stages.get(number=1).group_count == 4
    replan.draw_adjusted(agreed=agreed, **who)
    assert refusal(replan.draw_adjusted, agreed=agreed, **who) == "came-otherwise"


def test_an_offer_that_is_out_of_date_is_answered_with_the_one_that_is_due(organiser, now):
    event = entered(organiser, now, 7, shape=GROUPS, cap=16)
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/draw/"
    agreed = agree(text_of(browser.post(address)))
    withdrawals.withdraw(entry_id=event.entries.first().pk, actor=organiser, now=now)
    answer = browser.post(address, {"agreed": agreed})
    assert answer.status_code == 409
    assert agree(text_of(answer)) != agreed
    assert event.audit.filter(act=AuditEvent.Act.REPLAN).count() == 0


def test_of_one_nothing_is_offered(organiser, now):
    event = entered(organiser, now, 1, shape=GROUPS, cap=16)
    page = text_of(a_browser(organiser).post(f"/competitions/{event.pk}/draw/"))
    assert "al menos dos" in page
    assert "agreed" not in page


@pytest.mark.feature(
    "Competitions", "A Swiss of more rounds than rivals is offered with those that fit"
)
def test_more_rounds_than_rivals_are_drawn_as_those_that_fit(organiser, now):
    event = entered(organiser, now, 4, shape=FormatOptions(format="swiss", swiss_rounds=7))
    assert refusal(draw, **drawing(event, organiser, now)) == "rematches"
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/draw/"
    page = text_of(browser.post(address))
    assert "algunos se cruzarían dos veces" in page
    assert "Sistema suizo, 3 rondas" in page
    assert browser.post(address, {"agreed": "announced"}).status_code == 409
    event.refresh_from_db()
    assert not event.is_drawn
    browser.post(address, {"agreed": agree(page)})
    assert event.stages.get().swiss_rounds == 3


def test_a_swiss_that_others_may_join_late_is_drawn_as_it_is(organiser, now):
    shape = FormatOptions(format="swiss", swiss_rounds=7)
    event = entered(organiser, now, 4, shape=shape, late_entries=True)
    assert a_browser(organiser).post(f"/competitions/{event.pk}/draw/").status_code == 302


def test_a_league_gets_as_many_divisions_as_have_room(organiser, now):
    event = entered(organiser, now, 7, shape=FormatOptions(format="league", divisions=3), movers=2)
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/draw/"
    page = text_of(browser.post(address))
    assert "Liga de 2 divisiones: de 4 y 3" in page
    browser.post(address, {"agreed": agree(page)})
    assert event.stages.count() == 2
    assert set(event.entries.values_list("tier", flat=True)) == {1, 2}


@pytest.mark.parametrize("entries", [2, 3, 5, 7, 12])
@pytest.mark.parametrize(
    "shape",
    [
        FormatOptions(),
        FormatOptions(format="double", third_place=True),
        FormatOptions(format="round-robin"),
        FormatOptions(format="groups", group_count=8, qualifiers=2, third_place=True),
        FormatOptions(format="groups", qualifiers=3),
        FormatOptions(format="groups", group_count=5, qualifiers=1),
        FormatOptions(format="swiss", swiss_rounds=9),
        FormatOptions(format="league", divisions=4),
    ],
    ids=lambda shape: f"{shape.format}-{shape.group_count}-{shape.qualifiers}",
)
def test_every_offer_is_drawn(organiser, now, shape, entries):
    event = entered(organiser, now, entries, shape=shape, cap=32, movers=1)
    remedy = replan.nearest_playable_format(event)
    if remedy is None:
        draw(**drawing(event, organiser, now))
    else:
        how = FORMATS[remedy.shape.format]
        assert not [*how.misfits(remedy.shape, event.cap, event.movers)]
        replan.draw_adjusted(agreed=remedy.key, **drawing(event, organiser, now))
    event.refresh_from_db()
    assert event.is_drawn
    assert event.entries.filter(seed__isnull=False).count() == entries


def test_a_new_season_in_other_divisions_makes_them_equal(organiser, now):
    """The last season decides who plays in which division, not how many divisions there are."""
    league = entered(organiser, now, 6, shape=FormatOptions(format="league", divisions=3), cap=6)
    draw(**drawing(league, organiser, now))
    Competition.objects.filter(pk=league.pk).update(state="finished")
    following = a_cup(organiser, now, shape=FormatOptions(format="league", divisions=2), cap=6)
    Competition.objects.filter(pk=following.pk).update(previous=league)
    for before in league.entries.order_by("seed"):
        entry = enter(following, organiser, now, a_person())
        Entry.objects.filter(pk=entry.pk).update(previous=before, tier=before.tier)
    draw(**drawing(following, organiser, now))
    tiers = following.stages.order_by("tier")
    assert [stage.slots.count() for stage in tiers] == [3, 3]
    assert {stage.format for stage in tiers} == {"league"}
