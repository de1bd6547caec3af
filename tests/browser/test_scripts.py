"""The table with its files as they are served: hashed, compressed, and few."""

import re
from collections import Counter

import pytest
from django.utils import timezone
from playwright.sync_api import Request

from tests.browser.players import Player
from tests.games.tables import a_table, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_REQUESTS = 12  # page, style sheets, cards, faces, tally, htmx, and six modules at most
HEAVIEST = 36 * 1024  # bytes of scripts, as they are sent
HASHED = re.compile(r"/static/.+\.[0-9a-f]{12}\.\w+$")


@pytest.mark.parametrize("seated", [True, False], ids=["at play", "waiting"])
def test_a_table_is_few_requests_and_works_with_hashed_files(collected, open_screen, seated):
    game = a_table(timezone.now(), seated=seated, turn_seconds=120)
    person = whoever_acts(game).user if seated else game.seats.first().user
    screen = open_screen("about:blank", person)  # nothing is cached
    asked: list[Request] = []
    screen.page.context.on("requestfinished", lambda request: asked.append(request))
    with screen.page.expect_websocket() as line:
        screen.open(f"/tables/{game.pk}/")
    line.value.wait_for_event("framereceived")
    screen.page.wait_for_load_state("networkidle")

    counts = Counter(request.url.split("#")[0] for request in asked)
    assert set(counts.values()) == {1}, counts
    assert len(counts) <= MOST_REQUESTS, "\n".join(sorted(counts))
    files = [request for request in asked if request.resource_type != "document"]
    assert all(HASHED.search(request.url.split("#")[0]) for request in files), counts
    scripts = [request for request in files if request.resource_type == "script"]
    assert 0 < sum(one.sizes()["responseBodySize"] for one in scripts) <= HEAVIEST
    if seated:
        player = Player(screen)
        player.tap_until_it_moves(player.read_glance().offers[0])
