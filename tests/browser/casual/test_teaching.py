"""Somebody loses to the tahúr, reads what it cost them, and solves today's puzzle."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game, Puzzle, PuzzleAnswer
from games.puzzles.services import day_of
from tests.browser.players import Player, play_to_the_end
from tests.games.puzzle_factories import a_puzzle
from tests.games.tables import a_person, a_table
from tests.runner.days import is_picked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WEIGHED = 90_000  # milliseconds: seconds of a processor, of which others want some


@pytest.fixture
def all_but_todays(transactional_db: None) -> None:
    """Every other puzzle is there, so that one is made; today's is there, too, on most days."""
    today = day_of(timezone.now())
    is_made = is_picked("a puzzle is made")  # seconds of a processor
    for day in (today, today + timedelta(days=1)):
        for family in ("argentino", "uruguayo", "truc"):
            if (family, day) != ("argentino", today) or not is_made:
                a_puzzle(day, family)


@pytest.mark.feature("Playing", "A game lost to the tahúr, its review, and the puzzle of the day")
@pytest.mark.usefixtures("all_but_todays")
def test_lost_to_the_tahur_and_learnt_from_it(open_screen):
    ana = a_person("Ana")
    now = timezone.now()
    game = a_table(now, people=[ana, None], target="5", turn_seconds=120)
    Game.objects.filter(pk=game.pk).update(robot_level="tahur")
    screen = open_screen(f"/tables/{game.pk}/", ana)
    page = screen.page
    asks_for_a_hint(page, Player(screen))
    play_to_the_end(Player(screen, wishes=("no", "mazo")))
    screen.follow(page.locator("#finale").get_by_role("link", name="Repaso de la partida"))
    page.get_by_role("button", name="Repasar la partida").tap()
    expect(page.get_by_role("heading", name="Lo que más te costó")).to_be_visible(timeout=WEIGHED)
    expect(page.get_by_text(re.compile("^El tahúr: ")).first).to_be_visible()
    screen.follow(page.get_by_role("link", name="El acertijo de hoy"))
    expect(page.get_by_role("button", name="No quiero")).to_be_visible(timeout=WEIGHED)
    solves(page, Puzzle.objects.get(family="argentino", day=day_of(now)))
    assert PuzzleAnswer.objects.get().user == ana
    assert screen.faults == []


def asks_for_a_hint(page: Page, player: Player) -> None:
    player.wait_until_wanted()
    page.get_by_role("button", name="Reglas y opciones").tap()
    page.get_by_role("button", name="Pedir un consejo").tap()
    expect(page.locator("#advice tbody tr").first).to_be_visible(timeout=WEIGHED)
    page.locator("#advice").get_by_role("button", name="Cerrar").tap()
    expect(page.locator("#menu")).to_be_hidden()


def solves(page: Page, puzzle: Puzzle) -> None:
    page.get_by_role("button", name="Quiero" if puzzle.is_wanted else "No quiero", exact=True).tap()
    expect(page.get_by_text(re.compile("^Bien: "))).to_be_visible()
    expect(page.get_by_text("Argentino: racha de 1 día.")).to_be_visible()
    expect(page.get_by_role("button", name="Quiero", exact=True)).to_be_hidden()
