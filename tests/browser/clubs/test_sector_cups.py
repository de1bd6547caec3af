"""Three sector cups send their first two to a final: two in time, the third after its draw."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.events.test_groups_event import nobody_comes_to_the_others, press
from tests.browser.screens import Screen
from tests.tournaments.cups import an_organiser
from tests.tournaments.feeders import a_final, a_source
from tournaments.models import Competition, Match
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.feature(
    "Formats",
    "The first of three cups feed a final, and a late winner takes the place that was drawn",
)
def test_three_sector_cups_feed_a_final(open_screen):
    now = timezone.now()
    organiser, neighbour = an_organiser(), an_organiser()
    final = a_final(organiser, now)
    north, centre = (a_source(organiser, now, name) for name in ("Copa Norte", "Copa Centro"))
    south = a_source(neighbour, now, "Copa Sur")
    desk = open_screen(f"/competitions/{final.pk}/feeders/", organiser, desk=True)
    announces(desk, north, centre, south)
    agrees(open_screen(f"/competitions/{south.pk}/feeders/", neighbour))

    page = open_screen(
        f"/competitions/{final.pk}/"
    ).page  # a reader who touches nothing from now on
    for cup in (north, centre):
        nobody_comes_to_the_others(cup, organiser)
        sees_who_won(page, cup)
    expect(page.get_by_text("1.º de Copa Sur").first).to_be_visible()
    starts(desk, final)
    nobody_comes_to_the_others(final, organiser)  # but to those of whoever is awaited
    assert Match.objects.of(final.pk).filter(state=Match.State.PENDING).exists()

    nobody_comes_to_the_others(south, neighbour)
    sees_who_won(page, south)
    expect(page.get_by_text("1.º de Copa Sur")).to_have_count(0)
    ends(desk, final, organiser)
    expect(page.locator("#podium .place1")).to_contain_text(str(final.champion))
    assert list(violations(live=False)) == []


def announces(desk: Screen, *cups: Competition) -> None:
    """Those of the own club are chosen from a list; another club's is named by its code."""
    page, (*own, other) = desk.page, cups
    for cup in own:
        page.get_by_label("De cuál pasan").select_option(label=cup.name)
        page.get_by_label("Cuántos pasan").first.fill("2")
        press(desk, "Sumar el pase")
        expect(page.get_by_role("heading", name=f"Los 2 primeros de {cup.name}")).to_be_visible()
    page.get_by_role("textbox").fill(other.code)
    page.get_by_label("Cuántos pasan").first.fill("2")
    press(desk, "Sumar el pase")
    expect(page.get_by_text("falta que acepten")).to_be_visible()


def agrees(neighbour: Screen) -> None:
    neighbour.follow(neighbour.page.get_by_role("button", name=re.compile("^Aceptar: ")))
    expect(neighbour.page.get_by_text("aceptado", exact=True)).to_be_visible()


def sees_who_won(page: Page, cup: Competition) -> None:
    """Check that the page of the final shows the winner's name without a reload."""
    cup.refresh_from_db()
    expect(page.locator("main").get_by_text(str(cup.champion), exact=True).first).to_be_visible()


def starts(desk: Screen, final: Competition) -> None:
    desk.open(f"/competitions/{final.pk}/manage/")
    press(desk, "Sortear con 6")
    press(desk, "Dar comienzo")
    expect(desk.page.get_by_text("Se espera a quien gane otra competencia")).to_be_visible()


def ends(desk: Screen, final: Competition, organiser: User) -> None:
    desk.open(f"/competitions/{final.pk}/manage/")
    expect(desk.page.get_by_text("Se espera a quien gane otra competencia")).to_have_count(0)
    nobody_comes_to_the_others(final, organiser)
    final.refresh_from_db()
    assert final.champion is not None
