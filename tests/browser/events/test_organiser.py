"""An organiser's evening: a club, a cup, its entries, the draw, a walkover, and who did what."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import Screen
from tests.games.tables import a_person
from tests.tournaments.desks import half_of_the_time_passes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_organiser_takes_a_cup_from_nothing_to_its_first_result(open_screen):
    organiser, laura, beto = (a_person(name) for name in ("olga", "laura", "beto"))
    desk = open_screen("/clubs/", organiser, desk=True)
    opens_a_club(desk)
    creates_a_cup(desk)

    enters_by_hand(desk, "Don Pepe", "Don Pepe")
    enters_by_hand(desk, f"@{laura.username}", str(laura))
    enters_alone(open_screen("/competitions/", beto))

    desk.follow(desk.page.get_by_role("link", name="Ahora"))
    press(desk, "Sortear con 3")
    press(desk, "Dar comienzo")
    press(desk, "Mostrar el QR")  # some have no account: it is asked once
    press(desk, "Dar comienzo")
    gives_a_walkover(desk)
    desk.follow(desk.page.get_by_role("link", name="Registro"))
    expect(log(desk.page)).to_contain_text("Viajó a Rosario")
    acts = log(desk.page).get_by_role("listitem")
    for who, what in (
        ("olga", "creó la competencia"),
        ("olga", "abrió la inscripción"),
        ("olga", "anotó a Don Pepe"),
        ("olga", "anotó a laura"),
        ("beto", "se anotó"),
        ("olga", "sorteó"),
        ("olga", "dio comienzo"),
        ("olga", "dio por ganado"),
    ):
        said = re.compile(rf"{who}\s.*{what}".replace(" ", r"\s+"), re.DOTALL)
        expect(acts.filter(has_text=said)).to_have_count(1)


def press(screen: Screen, name: str) -> None:
    """Press a button that leads to the next page."""
    screen.follow(screen.page.get_by_role("button", name=name, exact=True))


def log(page: Page):
    return page.get_by_role("region", name="Quién hizo qué")


def opens_a_club(screen: Screen) -> None:
    page = screen.page
    screen.follow(page.get_by_role("link", name="Abrir un club"))
    page.get_by_label("Nombre").fill("La Yunta")
    press(screen, "Abrir el club")
    expect(page.get_by_role("heading", name="La Yunta", level=1)).to_be_visible()


def creates_a_cup(screen: Screen) -> None:
    page = screen.page
    screen.follow(page.get_by_role("link", name="Crear una competencia"))
    page.get_by_label("Nombre").fill("Copa del jueves")
    page.get_by_role("radio", name="1", exact=True).check()
    page.get_by_role("radio", name="en pantalla").check()
    page.get_by_label("¿Cuántos anotás?").fill("8")
    page.get_by_label("¿Cuántos anotás?").press("Tab")
    expect(page.locator("#plans")).to_contain_text("Con 8 jugadores y 4 h entra")
    page.get_by_role("radio", name="Eliminación").check()
    press(screen, "Crear y anotar gente")
    expect(page.get_by_role("heading", name="Pegar una lista")).to_be_visible()
    screen.follow(page.get_by_role("link", name="Jugadores"))


def enters_by_hand(screen: Screen, written: str, shown: str) -> None:
    screen.page.get_by_label("Jugador").fill(written)
    screen.page.get_by_role("button", name="Anotar", exact=True).tap()
    expect(screen.page.locator(".entries")).to_contain_text(shown)


def enters_alone(screen: Screen) -> None:
    """Somebody finds the cup on their phone and enters."""
    screen.follow(screen.page.get_by_role("link", name="Copa del jueves"))
    press(screen, "Anotarme")
    expect(screen.page.get_by_text("Estás adentro. Falta el sorteo.")).to_be_visible()


def gives_a_walkover(screen: Screen) -> None:
    half_of_the_time_passes()  # otherwise the page does not ask for the missing entries
    page = screen.page
    card = page.locator(".need", has_text="Dar por ganado").first
    screen.look_until(card)
    card.get_by_text("Otra cosa").tap()
    card.get_by_label("Motivo").fill("Viajó a Rosario")
    screen.follow(card.get_by_role("button", name=re.compile("^Dar por ganado")).first)
    expect(page.get_by_text(re.compile(": está decidido"))).to_be_visible()
