"""An afternoon of twelve pairs: three groups, the best thirds go on, gold and silver at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.events.test_first_minute import signs_up
from tests.browser.events.test_groups_event import nobody_comes_to_the_others, press
from tests.browser.screens import Screen
from tests.tournaments.events import draw_what_follows
from tournaments.models import Competition, StageSlot
from tournaments.standings.queries import second_cup
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIRS = [
    f"{number}. Ana {sign}ruiz y Beto {sign}sosa"
    for number, sign in enumerate("ABCDEFGHIJKL", start=1)
]
STAGES = [
    *("12 parejas", "3 grupos de 4"),
    *("pasan 2 + 2 mejores terceros", "Copa de oro llaves de 8"),
    *("los demás", "Copa de plata llaves de 4"),
]


@pytest.mark.feature("Formats", "Gold and silver cups are among the plans for a new competition")
@pytest.mark.long
def test_groups_the_best_thirds_gold_and_silver(open_screen):
    desk: Screen = open_screen("/competitions/setup/")
    chooses_two_cups(desk)
    signs_up(desk)
    desk.page.get_by_label("La lista, una pareja por renglón").fill("\n".join(PAIRS))
    press(desk, "Anotar 12")
    cup = Competition.objects.get()
    shows_its_stages(desk, cup)

    desk.open(f"/competitions/{cup.pk}/manage/")
    press(desk, "Sortear con 12")
    desk.follow(desk.page.get_by_role("button", name="Publicar el sorteo").first)
    press(desk, "Dar comienzo")
    organiser = cup.club.members.get()
    nobody_comes_to_the_others(cup, organiser)
    for name in ("Copa de oro", "Copa de plata"):
        publishes(desk, cup, name)
    thirds = StageSlot.objects.filter(stage__competition=cup, source_place__isnull=False)
    assert [slot.stage.tier for slot in thirds.order_by("source_place")] == [1, 1, 2]
    nobody_comes_to_the_others(cup, organiser)
    names_both_winners(desk.page, cup)
    assert list(violations(live=False)) == []


def chooses_two_cups(desk: Screen) -> None:
    page = desk.page
    page.get_by_label("¿Cuántos anotás?").fill("12")
    page.get_by_label("¿Cuántos anotás?").press("Tab")
    plan = page.locator(".plan", has_text="Copas de oro y plata")
    expect(plan).to_contain_text("8 van por la de oro (con 2 mejores terceros), los otros 4")
    plan.tap()
    press(desk, "Crear y anotar gente")


def shows_its_stages(desk: Screen, cup: Competition) -> None:
    """Whoever looks at its page sees where the groups lead, before anything is drawn."""
    desk.open(f"/competitions/{cup.pk}/")
    expect(desk.page.locator(".stage-plan p")).to_have_text(STAGES)


def publishes(desk: Screen, cup: Competition, name: str) -> None:
    """One cup after the other, each as a worker drew it: the site's own may be at it."""
    draw_what_follows()
    desk.open(f"/competitions/{cup.pk}/manage/")
    button = desk.page.get_by_role("button", name=f"Publicar: {name}")
    desk.look_until(button)
    desk.follow(button.first)


def names_both_winners(page: Page, cup: Competition) -> None:
    cup.refresh_from_db()
    page.goto(f"/competitions/{cup.pk}/")
    expect(page.locator("#podium .place1")).to_contain_text(str(cup.champion))
    expect(page.get_by_role("region", name="Copa de plata")).to_contain_text(str(second_cup(cup)))
