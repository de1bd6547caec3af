"""Fewer came than announced: the plan is judged, another is adopted with one tap, and undone."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import Rules, make_rules
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.draw.test_draw_what_fits import agree, drawing, entered, sizes
from tests.tournaments.events import ready
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw import services as draw_services
from tournaments.draw.drafts import draft_draw
from tournaments.draw.replan import draw_adjusted, offered_formats, review_of_draw, undo_replan
from tournaments.entries import check_in
from tournaments.formats.options import FormatOptions
from tournaments.formats.plan_review import Fault
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle import set_up
from tournaments.models import AuditEvent, Competition, Draft
from tournaments.results.services import submit_result
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
CUPS = FormatOptions(format="groups", group_count=4, silver=True)
Act = AuditEvent.Act


def eleven_of_sixteen(organiser: User, now: datetime, **terms: Any) -> Competition:
    return entered(organiser, now, 11, shape=CUPS, cap=16, with_cards=True, **terms)


def adopt(event: Competition, organiser: User, now: datetime, **more: Any) -> None:
    """Adopt the likeliest plan, and draw."""
    judged = review_of_draw(event, now)
    assert judged is not None
    best = offered_formats(event, judged)[0]
    draw_adjusted(agreed=best.key, **drawing(event, organiser, now), **more)
    event.refresh_from_db()


def shape_of(event: Competition) -> FormatOptions:
    return CompetitionSettings.of(event).shape


@pytest.mark.feature("Competitions", "Fewer came: a plan that fits is adopted with one tap")
def test_eleven_of_sixteen_are_replanned_in_one_tap(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now, publishes_alone=True)
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/draw/"
    asked = browser.post(address)
    page = text_of(asked)
    assert asked.status_code == 200
    for told in (
        "Son 11 de 16",
        "Lo anunciado ya no queda bien",
        "Cada uno iba a jugar al menos 4 partidos.",
        "Quedarían grupos de 3, 3, 3 y 2",
        "De algún grupo pasarían todos.",
        "lo que más se parece a lo anunciado",
        "8 jugadores juegan 3 partidos y 3 jugadores juegan 2 partidos.",
        "A la copa de oro van 8, y a la de plata 3.",
        "Son 3 grupos, en vez de 4.",
        "Sortear como estaba",
    ):
        assert told in page
    assert len(re.findall('name="agreed"', page)) == 3
    assert not Competition.objects.get(pk=event.pk).is_drawn
    browser.post(address, {"agreed": agree(page)})
    event.refresh_from_db()
    assert (event.is_drawn, sizes(event)) == (True, [4, 4, 3])
    assert (shape_of(event).best_next, shape_of(event).silver) == (2, True)
    logged = event.audit.get(act=Act.REPLAN)
    assert logged.before == {"group_count": 4, "best_next": 0}
    assert logged.after == {"group_count": 3, "best_next": 2}
    assert sound()


def test_leaving_it_as_it_is_draws_what_was_announced(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now, publishes_alone=True)
    a_browser(organiser).post(f"/competitions/{event.pk}/draw/", {"as_it_is": "1"})
    assert sizes(event) == [3, 3, 3, 2]
    assert not event.audit.filter(act=Act.REPLAN).exists()


def test_the_plan_can_be_looked_at_before_the_draw(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now)
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/"
    assert f'href="{address}replan/"' in text_of(browser.get(f"{address}manage/"))
    assert "Son 11 de 16" in text_of(browser.get(f"{address}replan/"))
    empty = a_cup(organiser, now, name="Otra")
    assert browser.get(f"/competitions/{empty.pk}/replan/").status_code == 302
    assert a_browser(a_person()).get(f"{address}replan/").status_code == 403


def test_those_who_are_here_count_and_the_missing_are_named(organiser: User, now: datetime) -> None:
    event = entered(organiser, now, 16, shape=CUPS, cap=16, with_cards=True)
    state.open_check_in(competition_id=event.pk, actor=organiser, now=now)
    for entry in event.entries.order_by("pk")[:11]:
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    page = text_of(a_browser(organiser).post(f"/competitions/{event.pk}/draw/"))
    assert "Vinieron 11 de 16" in page
    assert "Faltan 5" in page
    missing = event.entries.order_by("pk")[11:]
    assert [str(entry) for entry in missing if f"<bdi>{entry}</bdi>" not in page] == []


@pytest.mark.parametrize("draw_function", [draw_services.draw, draft_draw])
def test_it_is_undone_with_its_draw(organiser: User, now: datetime, draw_function: Any) -> None:
    event = eleven_of_sixteen(organiser, now)
    before = CompetitionSettings.of(event)
    adopt(event, organiser, now + timedelta(minutes=1), draw_function=draw_function)
    assert CompetitionSettings.of(event) != before
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/"
    assert f'action="{address}replan/undo/"' in text_of(browser.get(f"{address}manage/"))
    browser.post(f"{address}replan/undo/")
    event.refresh_from_db()
    assert (event.is_drawn, CompetitionSettings.of(event)) == (False, before)
    assert not Draft.objects.filter(competition=event).exists()
    last = event.audit.filter(act=Act.UNDO_REPLAN).get()
    assert last.after == {"group_count": 4, "best_next": 0}
    who = {"competition_id": event.pk, "actor": organiser, "now": now}
    assert refusal(undo_replan, **who) == "no-replan"
    assert sound()


def test_points_of_a_game_come_back_too(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now, rules=long_games())
    before = CompetitionSettings.of(event)
    judged = review_of_draw(event, now)
    short = next(one for one in offered_formats(event, judged) if one.target == 15)
    draw_adjusted(agreed=short.key, **drawing(event, organiser, now))
    event.refresh_from_db()
    assert (event.rules.target, shape_of(event).format) == (15, "round-robin")
    undo_replan(competition_id=event.pk, actor=organiser, now=now)
    event.refresh_from_db()
    assert CompetitionSettings.of(event) == before


def long_games() -> Rules:
    return make_rules("argentino", {"seats": "2", "target": "30"})


def test_who_may_not_and_when_it_is_too_late(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now)
    who = {"competition_id": event.pk, "actor": organiser, "now": now}
    assert refusal(undo_replan, **who) == "no-replan"
    adopt(event, organiser, now)
    assert refusal(undo_replan, **{**who, "actor": a_person()}) == "not-organiser"
    lifecycle.start(**who)
    submit_result(
        match_id=ready(event)[0].pk, games=[(event.rules.target, 3)], actor=organiser, now=now
    )
    assert refusal(undo_replan, **who) == "cards-played"
    event.refresh_from_db()
    assert sizes(event) == [4, 4, 3]


def test_other_terms_since_then_are_not_undone(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now)
    adopt(event, organiser, now, draw_function=draft_draw)
    terms = CompetitionSettings.of(event).replace(prizes="Un asado")
    who: dict[str, Any] = {"competition_id": event.pk, "actor": organiser, "now": now}
    set_up.edit_competition(terms=terms, **who)
    assert refusal(undo_replan, **who) == "no-replan"


def test_an_offer_of_other_entries_is_refused(organiser: User, now: datetime) -> None:
    event = eleven_of_sixteen(organiser, now)
    best = offered_formats(event, review_of_draw(event, now))[0]
    withdrawals.withdraw(entry_id=event.entries.first().pk, actor=organiser, now=now)
    assert refusal(draw_adjusted, agreed=best.key, **drawing(event, organiser, now)) == (
        "came-otherwise"
    )


def test_an_end_later_than_announced_is_a_fault(organiser: User) -> None:
    now = timezone.now()
    event = a_cup(
        organiser,
        now,
        shape=FormatOptions(format="swiss", swiss_rounds=5),
        cap=16,
        with_cards=True,
        rules=long_games(),
        starts_at=now + timedelta(minutes=5),
        available_minutes=180,
    )
    for _ in range(16):
        enter(event, organiser, now, a_person())
    on_time = review_of_draw(event, now)
    late = review_of_draw(event, now + timedelta(minutes=75))
    assert (on_time.is_asked, Fault.LATER in on_time.faults) == (False, False)
    assert late.is_asked
    assert late.faults == {Fault.LATER}
    best = late.plans[0].outlook
    assert (best.shape.swiss_rounds, best.target) == (5, 15)
    afterwards = review_of_draw(event, now + timedelta(hours=6))
    assert not afterwards.is_asked
