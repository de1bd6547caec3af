"""A card and truco in one act: by taps, by keys, over the socket, and by POST without one."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine import State, apply, from_token, joint_actions
from games.models import Game
from tests.browser.players import Player
from tests.games.tables import a_table, act, state_of, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def takes_the_trick(state: State) -> bool:
    """Whether the second to play takes the trick with their first card, but not with another."""
    first, second = state.to_act[0], 1 - state.to_act[0]
    led = apply(state, from_token(first, str(state.held[first][0])))
    cards = {str(card.card) for card, _ in joint_actions(led, second)}
    own = [str(card) for card in state.held[second]]
    return own[0] in cards and not cards.issuperset(own)


@pytest.fixture
def led() -> Game:
    game = a_table(timezone.now(), turn_seconds=120, dealt=takes_the_trick)
    act(game, str(state_of(game).held[whoever_acts(game).number][0]), timezone.now())
    game.refresh_from_db()
    return game


@pytest.mark.feature("Playing", "A card and truco in one act")
@pytest.mark.parametrize("way", ["taps", "keys"])
def test_a_card_and_truco_are_one_act(led, open_screen, way):
    seat = whoever_acts(led)
    screen = open_screen(f"/tables/{led.pk}/", seat.user, desk=way == "keys")
    page, player = screen.page, Player(screen)
    rival = open_screen(f"/tables/{led.pk}/", led.seats.exclude(pk=seat.pk).get().user).page
    together = page.get_by_role("button", name="Cantar y tirar una carta a la vez")
    version = player.read_glance().version
    page.wait_for_timeout(400)  # a tap just after the table has changed is not taken
    if way == "taps":
        together.tap()
    else:
        page.keyboard.press("c")
    expect(together).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("alert").filter(has_text="Elegí la carta")).to_be_visible()
    apart = page.locator(".held.apart")
    assert apart.count()
    apart.first.click()  # refused in words: it does not take the trick
    expect(page.get_by_role("alert").filter(has_text="no van juntos")).to_be_visible()
    if way == "taps":
        page.locator(".held").first.tap()
    else:
        page.keyboard.press("1")
    assert player.has_moved(version + 1, within=5000)
    led.refresh_from_db()
    card, call = led.actions.order_by("-seq")[:2][::-1]
    assert (call.token, call.version, card.seat) == ("truco", version + 2, seat.number)
    expect(rival.get_by_role("alert").filter(has_text="¡Truco!")).to_be_attached()
    expect(rival.locator("#say.urgent")).to_be_visible()
    expect(together).to_have_attribute("aria-disabled", "true")


def test_without_a_socket_it_is_posted(led, open_screen):
    seat = whoever_acts(led)
    screen = open_screen(f"/tables/{led.pk}/", seat.user)
    page, player = screen.page, Player(screen)
    page.evaluate(
        "() => Object.defineProperty(WebSocket.prototype, 'readyState', { get: () => 3 })"
    )
    page.wait_for_timeout(400)
    page.get_by_role("button", name="Cantar y tirar una carta a la vez").tap()
    page.locator(".held").first.tap()
    assert player.has_moved(led.version + 1, within=20000)
    assert led.actions.order_by("-seq").first().token == "truco"
