"""A wrong result is found out after the next match was played, and put right."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.models import Competition, Match
from tournaments.results import services as result_services
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_organiser_puts_a_semifinal_right_after_the_final_was_played(open_screen):
    organiser = an_organiser()
    cup = a_played_cup(organiser)
    semifinal, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    wrong, right = (slot.entry for slot in semifinal.slots.order_by("side"))
    assert cup.champion == wrong

    desk = open_screen(f"/matches/{semifinal.pk}/", organiser)
    page = desk.page
    desk.follow(page.get_by_role("link", name="Corregir el resultado"))
    falls = page.get_by_role("heading", name="Qué cae").locator("..")
    expect(falls).to_contain_text(f"{wrong} deja de ser campeón")
    expect(falls.get_by_role("link", name=f"Partido {final.number}")).to_be_visible()

    page.get_by_label("Motivo").fill("Los puntos se anotaron al revés")
    page.get_by_label("El resultado correcto es este").check()
    page.get_by_label(str(wrong), exact=True).fill("2")
    page.get_by_label(str(right), exact=True).fill("5")
    desk.follow(page.get_by_role("button", name="Corregir", exact=True))

    expect(page.locator(".face-off .won")).to_contain_text(str(right))
    expect(page.get_by_text("Los puntos se anotaron al revés").first).to_be_visible()
    desk.open(f"/matches/{final.pk}/")
    expect(page.locator(".face-off")).to_contain_text(str(right))
    expect(page.locator(".face-off")).not_to_contain_text(str(wrong))
    cup.refresh_from_db()
    assert (cup.state, cup.champion) == (Competition.State.RUNNING, None)
    heal_rankings()
    assert list(violations(live=False)) == []


def a_played_cup(organiser) -> Competition:
    """A cup with real cards, over; the better seeds won all their matches."""
    now = timezone.now()
    cup = a_running_cup(organiser, now, with_cards=True)
    while (match := Match.objects.of(cup.pk).undecided().first()) is not None:
        result_services.submit_result(match_id=match.pk, games=[(5, 2)], actor=organiser, now=now)
    cup.refresh_from_db()
    return cup
