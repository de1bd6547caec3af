"""A room on a phone: six tables are set up, matches come to them, two change, one is taken out."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.browser.screens import Screen
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter, players_of
from tests.tournaments.halls import match_of, write
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.feature("Hall tables", "Matches are moved and swapped between tables")
def test_six_tables_are_set_up_and_a_match_is_moved(open_screen):
    organiser, now = an_organiser(), timezone.now()
    cup = a_cup(organiser, now, with_cards=True)
    for _ in range(16):
        enter(cup, organiser, now, a_person())
    room = open_screen(f"/competitions/{cup.pk}/hall/", organiser)
    says_six(room)
    names(room, 6, "Escalera")
    begins(cup, organiser)
    page = room.page
    expect(match_link(page, 6)).to_have_count(1)  # without being asked for
    waiting = page.get_by_role("region", name="Esperan mesa").get_by_role("listitem")
    expect(waiting).to_have_count(2)
    is_within_the_screen(page)

    first = match_of(cup, at_table(cup, 1))
    player = players_of(first, 0)[0]
    home = open_screen("/", player).page
    expect(home.locator(".next-match")).to_contain_text("Mesa 1,")
    changes_with(room, 1, f"match-{match_of(cup, at_table(cup, 6)).pk}")
    expect(match_link(page, 6)).to_contain_text(str(player))
    expect(home.locator(".next-match")).to_contain_text("Mesa 6 Escalera,")

    write(match_of(cup, at_table(cup, 3)), timezone.now())
    expect(waiting).to_have_count(1)
    expect(match_link(page, 3)).to_have_count(1)
    takes_out(room, 2)
    expect(table_spot(page, 2)).to_contain_text("fuera de uso")
    expect(waiting).to_have_count(2)
    is_within_the_screen(page)


def says_six(room: Screen) -> None:
    room.page.get_by_label("¿Cuántas mesas hay?").fill("6")
    press(room, room.page, "Usar estas mesas")
    expect(room.page.get_by_role("heading", name="6 mesas 6 libres")).to_be_visible()


def names(room: Screen, number: int, name: str) -> None:
    room.page.get_by_label(f"Nombre de la mesa {number}", exact=True).fill(name)
    press(room, room.page.locator("aside"), "Guardar")
    expect(table_spot(room.page, number)).to_contain_text(name)


def begins(cup: Competition, organiser) -> None:
    now = timezone.now()
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)


def changes_with(room: Screen, number: int, to: str) -> None:
    own = table_spot(room.page, number)
    own.get_by_text("Cambiar de mesa").tap()
    own.get_by_label("A qué mesa").select_option(to)
    press(room, own, "Cambiar")


def takes_out(room: Screen, number: int) -> None:
    room.follow(table_spot(room.page, number).get_by_role("button", name="Sacar de uso"))


def press(screen: Screen, within: Page | Locator, name: str) -> None:
    screen.follow(within.get_by_role("button", name=name, exact=True))


def table_spot(page: Page, number: int) -> Locator:
    return page.locator(f"#spot-{number}")


def match_link(page: Page, number: int) -> Locator:
    return table_spot(page, number).locator("a.stands")


def at_table(cup: Competition, number: int) -> int:
    """The number of the match that stands at a table."""
    return cup.hall_tables.get(number=number).matches.get(state="called").number


def is_within_the_screen(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"]
