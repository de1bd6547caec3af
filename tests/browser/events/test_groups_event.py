"""An evening of eight pairs: groups, then a knockout, from the form to the podium."""

from collections.abc import Sequence

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.players import RECKLESS, Player, play_to_the_end
from tests.browser.screens import Screen
from tests.games.tables import a_person
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

State = Match.State


@pytest.mark.long
def test_an_organiser_takes_eight_pairs_from_the_form_to_the_podium(open_screen):
    organiser, *people = (a_person(name) for name in ("olga", "ana", "beto", "caro", "dani"))
    desk = open_screen("/clubs/new/", organiser, desk=True)
    announces(desk)
    desk.follow(desk.page.get_by_role("link", name="Ahora"))
    press(desk, "Abrir la inscripción")
    brings_in(desk, people)
    press(desk, "Sortear con 8")
    press(desk, "Dar comienzo")
    press(desk, "Mostrar el QR")  # some have no account: it is asked once
    press(desk, "Dar comienzo")

    event = Competition.objects.get(name="Copa del patio")
    of_people = Match.objects.of(event.pk).filter(slots__entry__manual_seed=1)
    match = of_people.get(slots__entry__in=event.entries.filter(manual_seed=8))
    nobody_comes_to_the_others(event, organiser, until=match)
    play_to_the_end(*sit_down(open_screen, people))
    match.refresh_from_db()
    assert match.state == State.COMPLETED

    nobody_comes_to_the_others(event, organiser)
    event.refresh_from_db()
    desk.open(f"/competitions/{event.pk}/")
    first = desk.page.locator("#podium .place1")
    expect(first).to_contain_text(str(event.champion))
    expect(desk.page.locator("#podium").get_by_text("un lechón")).to_be_visible()


def press(screen: Screen, name: str) -> None:
    """Press a button that leads to the next page."""
    screen.follow(screen.page.get_by_role("button", name=name, exact=True))


def announces(desk: Screen) -> None:
    """A new club, a card, and the few fields that are not as the card has them."""
    page = desk.page
    page.get_by_label("Nombre").fill("La Peña")
    press(desk, "Abrir el club")
    desk.follow(page.get_by_role("link", name="Crear una competencia"))
    page.get_by_text("Más opciones").tap()
    press(desk, "Ver todas las opciones")
    desk.follow(page.get_by_role("button", name="16 parejas en grupos"))
    page.get_by_label("Nombre").fill("Copa del patio")
    page.get_by_role("spinbutton", name="Grupos (opcional)", exact=True).fill("2")
    page.get_by_label("Cupo").fill("8")
    page.get_by_text("Inscripción y sorteo").tap()
    page.get_by_role("combobox", name="Sorteo").select_option("a mano")
    page.get_by_text("Precio y premios").tap()
    page.get_by_role("textbox", name="Premios").fill("un lechón\ndos vinos")
    page.get_by_role("textbox", name="Premios").press("Tab")
    expect(page.locator("#terms")).to_contain_text("Hasta 8 parejas, 2 grupos, pasan 2")
    press(desk, "Crear")


def brings_in(desk: Screen, people: Sequence[User]) -> None:
    """Two pairs with accounts and six of names alone, pasted from a list."""
    ana, beto, caro, dani = (f"@{person.username}" for person in people)
    pairs = [f"{ana} / {beto}", *(f"Uno {n} / Dos {n}" for n in range(2, 8)), f"{caro} / {dani}"]
    lines = [f"{pair};{seed}" for seed, pair in enumerate(pairs, start=1)]
    desk.follow(desk.page.get_by_role("link", name="Parejas"))
    desk.follow(desk.page.get_by_role("link", name="Traer de un archivo"))
    desk.page.get_by_label("O pegá la lista").fill("\n".join(["jugadores;cabeza de serie", *lines]))
    press(desk, "Ver qué entraría")
    press(desk, "Anotar 8 inscripciones")


def nobody_comes_to_the_others(
    event: Competition, organiser: User, until: Match | None = None
) -> None:
    """Award every open match to its first side, until one can be played, or all are over."""
    waiting = Match.objects.of(event.pk).filter(state__in=(State.READY, State.CALLED))
    while (matches := list(waiting.all())) and until not in matches:
        for match in matches:
            matches_services.give_walkover(
                match_id=match.pk,
                winner=0,
                actor=organiser,
                reason="No vinieron",
                now=timezone.now(),
            )


def sit_down(open_screen, people: Sequence[User]) -> list[Player]:
    """Each finds the way to the table from the front page."""
    players = [Player(open_screen("/", person), RECKLESS) for person in people]
    for player in players:
        sit = player.screen.page.get_by_role("link", name="Sentarme")
        player.screen.look_until(sit)
        player.screen.follow(sit)
    return players
