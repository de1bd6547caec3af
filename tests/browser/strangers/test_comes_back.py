"""A stranger plays, names themself, wins the first bar of La Gira, and comes back tomorrow."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.play import table_cache
from games.puzzles.services import day_of
from games.tour.queries import road_of
from games.tour.road import ROAD
from tests.browser.players import BOLD, Player, one_action, play_to_the_end
from tests.browser.screens import Screen
from tests.games.puzzle_factories import a_puzzle
from tournaments.public_pages import home

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]


class Tomorrow:
    """The clock of the home page, a day later."""

    @staticmethod
    def now():
        return timezone.now() + timedelta(days=1)


def lead_by_all_but_one(game: Game) -> None:
    """Bring a game close to its end for the person on seat 0."""
    target = game.rules.target - 1
    Game.objects.filter(pk=game.pk).update(
        start={**game.start, "score": [target, 0]}, score=[target, 0]
    )
    table_cache.clear()


def win_a_round(screen: Screen, name: str) -> None:
    """Sit down with a local and win; who loses sits down again."""
    screen.open("/gira/")
    screen.follow(screen.page.get_by_role("button", name=f"Sentarme con {name}").first)
    player = Player(screen, wishes=BOLD)
    expect(player.cards).to_have_count(3)
    expect(screen.page.locator("#table").get_by_text(name).first).to_be_visible()
    lead_by_all_but_one(Game.objects.latest("pk"))
    play_to_the_end(player)
    expect(screen.page.get_by_text("Reparto comprobado: está todo bien.")).to_be_visible()


@pytest.mark.feature("Playing", "A stranger wins a bar, solves a puzzle, and finds both tomorrow")
def test_a_stranger_finds_road_streak_and_quests_again_tomorrow(open_screen, monkeypatch):
    a_puzzle(day_of(timezone.now()))
    screen = open_screen("/")
    page = screen.page
    screen.follow(page.get_by_role("button", name="Jugar una mano ya"))
    player = Player(screen, wishes=BOLD)
    expect(player.cards).to_have_count(3)
    one_action(player)
    guest = User.objects.get(is_guest=True)

    screen.open("/profile/")
    page.get_by_label("Nombre a la vista").fill("Lupe")
    screen.follow(page.get_by_role("button", name="Guardar").first)
    expect(page.get_by_role("banner").get_by_text("Lupe")).to_be_visible()

    won: set[tuple[str, int]] = set()
    bar = ROAD[0]
    for number, name in ((1, "Porota"), (2, "Toto")):
        while (bar.slug, number) not in won:
            win_a_round(screen, name)
            won = set(road_of(guest).won)
    screen.open("/gira/")
    expect(page.get_by_role("heading", name="Quique te espera")).to_be_visible()
    expect(page.get_by_text("El trofeo es tuyo")).to_be_visible()

    screen.open("/puzzle/argentino/")
    screen.follow(page.get_by_role("button", name="No quiero"))
    expect(page.get_by_text("ganás la partida").first).to_be_visible()

    monkeypatch.setattr(home, "timezone", Tomorrow)
    screen.open("/")
    expect(page.get_by_text("1 día de racha")).to_be_visible()
    expect(page.get_by_text("hoy todavía no jugaste")).to_be_visible()
    expect(page.get_by_role("heading", name="Para hoy")).to_be_visible()
    expect(page.get_by_text("Quique te espera")).to_be_visible()
