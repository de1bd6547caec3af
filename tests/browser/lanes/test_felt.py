"""The felt under a person's fingers: a trick looked at again, the order of the cards, the turn."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine import PlayCard, legal_actions, to_token
from games.models import Game
from tests.browser.players import Player
from tests.games.tables import a_person, a_table, act, state_of, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def play_a_card(game: Game) -> None:
    """Play a card for the seat in turn."""
    state, seat = state_of(game), whoever_acts(game).number
    card = next(one for one in legal_actions(state, seat) if isinstance(one, PlayCard))
    act(game, to_token(card), timezone.now(), seat=seat)


def seats_at(count: int, **options: str) -> Game:
    people = [a_person() for _ in range(count)]
    return a_table(timezone.now(), people=people, seats=str(count), turn_seconds=120, **options)


@pytest.mark.feature("Playing", "A finished trick can be looked at again")
def test_a_finished_trick_is_laid_out_again_until_the_next_tap(open_screen):
    game = seats_at(4)
    for _ in range(5):
        play_a_card(game)
    page = open_screen(f"/tables/{game.pk}/", whoever_acts(game).user).page
    trick, now = page.get_by_role("button", name=re.compile("^Baza 1: ")), page.locator(".now")
    small = trick.locator("i").first.bounding_box()["width"]
    trick.tap()
    expect(trick).to_have_attribute("aria-pressed", "true")
    expect(now).to_be_hidden()
    assert trick.locator("i").first.bounding_box()["width"] > 2 * small
    trick.tap()
    expect(now).to_be_visible()
    assert game.actions.count() == 5
    trick.tap()
    play_a_card(game)  # the table has changed
    expect(page.get_by_role("button", name=re.compile("^Baza 1: "))).to_have_attribute(
        "aria-pressed", "false"
    )


@pytest.mark.feature("Playing", "The order of the cards and the piezas, one tap away")
@pytest.mark.parametrize(
    ("preset", "button", "first"),
    [("argentino", "Orden de las cartas", "as de espadas"), ("uruguayo", "^Muestra: ", "dos de ")],
)
def test_the_order_of_the_cards_is_one_tap_away(open_screen, preset, button, first):
    game = seats_at(2, preset=preset)
    page = open_screen(f"/tables/{game.pk}/", whoever_acts(game).user).page
    page.locator(".hold").get_by_role("button", name=re.compile(button)).tap()
    cards = page.locator("#order").get_by_role("img")
    expect(cards.first).to_have_attribute("aria-label", re.compile(first))
    page.get_by_role("button", name="Cerrar").tap()
    expect(cards.first).to_be_hidden()


@pytest.mark.feature("Playing", "The browser speaks when it is the player's turn")
def test_that_it_is_ones_turn_is_spoken(open_screen):
    game = seats_at(2)
    due = whoever_acts(game).number
    waiting = game.seats.exclude(number=due).get()
    page = open_screen(f"/tables/{game.pk}/", waiting.user).page
    expect(page.locator("#say")).not_to_have_class(re.compile("due"))
    play_a_card(game)
    expect(page.get_by_role("log")).to_contain_text("Te toca. La mano vale 1 punto")


def test_the_bar_of_a_lost_line_lies_in_the_place_of_the_prompt_alone(open_screen):
    game = seats_at(2)
    player = Player(open_screen(f"/tables/{game.pk}/", whoever_acts(game).user))
    say, bar = player.screen.page.locator("#say"), player.screen.page.locator("#lost")
    place, felt = say.bounding_box(), player.screen.page.locator("#felt").bounding_box()
    with player.screen.without_network():
        expect(bar).to_be_visible()
        assert bar.bounding_box() == place
        assert player.screen.page.locator("#felt").bounding_box() == felt
        expect(say).to_be_hidden()
    expect(bar).to_be_hidden()
    player.act()
    expect(player.screen.page.locator("form > #lost + #say")).to_have_count(1)
