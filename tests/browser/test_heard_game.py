"""A whole game by roles and names alone; what was announced is what happened, each event once."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from django.utils import timezone, translation
from playwright.sync_api import Error, Locator, Page

from games.engine import view
from games.models import Game
from games.play.replay import DealSource, every_hand
from games.play.seat_names import names_for
from games.table_view.history import whole_story
from tests.games.tables import a_person, a_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STEPS = 400
GLANCE = 150  # milliseconds between two looks at what can be done
LISTEN = """() => {
  window.heard = [];
  const hear = (role, { textContent }) => window.heard.push([role, textContent.trim()]);
  for (const region of document.querySelectorAll("[role=log], [role=alert], [aria-live]")) {
    const role = region.getAttribute("role") ?? "live";
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) hear(role, node);
    }).observe(region, { childList: true });
  }
}"""


@dataclass(frozen=True)
class BlindPlayer:
    """Somebody who knows of the page only roles, names and what is announced."""

    page: Page

    def act(self) -> bool:
        """Do one thing that can be done; return whether there was one."""
        cards = self.page.get_by_role("list", name="Tus cartas").get_by_role(
            "button", name=re.compile("jugar$"), disabled=False
        )
        return any(
            self._press(one)
            for one in (
                self._button("Seguir"),
                self._button("Envido"),
                self._button("Quiero"),
                self._button("Truco"),
                cards.first,
            )
        )

    def is_over(self) -> bool:
        return (
            self.page.get_by_role("heading", name=re.compile("partida para|ganaste", re.I)).count()
            > 0
        )

    def _button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True, disabled=False)

    def _press(self, button: Locator) -> bool:
        if not button.count():
            return False
        try:
            button.press("Enter", timeout=500)
        except Error:  # the table has moved on
            return False
        return True


@pytest.mark.feature("Playing", "A blind player's game: each event is announced once")
def test_a_game_is_played_and_heard_by_roles_and_names_alone(open_screen):
    person = a_person("ana")
    game = a_table(timezone.now(), people=[person, None], turn_seconds=120, target="5")
    page = open_screen(f"/tables/{game.pk}/", person, desk=True).page
    page.evaluate(LISTEN)
    at_first = (
        page.get_by_role("list", name="Lo que pasó").get_by_role("listitem").all_inner_texts()
    )
    player = BlindPlayer(page)
    for _ in range(STEPS):
        player.act()
        page.wait_for_timeout(GLANCE)
        if player.is_over():
            break
    assert player.is_over()
    game.refresh_from_db()
    assert game.is_over
    told = told_lines(game, seat=0)
    assert missing_or_repeated(page.evaluate("window.heard"), told, known=at_first) == []


def told_lines(game: Game, seat: int) -> list[str]:
    """Return every event of the record in the words of this seat."""
    seats = list(game.seats.order_by("number").select_related("user"))
    hands = every_hand(game, DealSource(game, seats))
    with translation.override("es-ar"):
        names = names_for(seats, seat)
        return [line for hand in hands for line in whole_story(view(hand, seat), names)]


def missing_or_repeated(
    heard: Sequence[tuple[str, str]], told: Sequence[str], known: Sequence[str]
) -> list[str]:
    """Return what differs between announcements and events."""
    left = list(told)
    for line in known:
        if line in left:
            left.remove(line)
    logged = Counter(words for role, words in heard if role == "log")
    expected = Counter(left)
    called = [words for role, words in heard if role == "alert"]
    faults = []
    for line, times in expected.items():
        by_alert = sum(line.rpartition(": ")[2] in words for words in called)
        missing = times - logged[line]
        if missing < 0:
            faults.append(f"{-missing} times too often: {line}")
        elif missing > by_alert:
            faults.append(f"never heard: {line}")
    return faults
