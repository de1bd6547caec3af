"""Saved games outlive the server and resume at the same point."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.players import SHY, Player, one_action
from tests.games.tables import a_person
from tests.live.processes import Serving

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
def test_a_saved_game_goes_on_after_the_server_was_restarted(open_at, tmp_path):
    with Serving(tmp_path) as serving:
        screen = open_at(serving.url, "/tables/", a_person("ana"))
        page = screen.page
        screen.follow(page.get_by_role("button", name="1 contra 1"))
        player = Player(screen, wishes=SHY)
        expect(player.cards).to_have_count(3)
        one_action(player)
        player.wait_until_wanted()
        hand = player.hand()
        score = page.locator("#score").inner_text()
        page.get_by_role("link", name="Salir de la mesa").tap()
        screen.follow(page.get_by_role("button", name="Guardar y salir"))
        assert Game.objects.get().status == Game.Status.SAVED
        screen.open("about:blank")

    with Serving(tmp_path, port=serving.port):
        screen.open("/tables/")
        screen.follow(page.get_by_role("button", name="Seguir la partida"))
        expect(player.cards).to_have_count(len(hand))
        assert player.hand() == hand
        assert page.locator("#score").inner_text() == score
        one_action(player)
        screen.open("about:blank")  # no line is missed once the server has ended
