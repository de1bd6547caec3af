"""Players who look at their own screen alone and tap what it offers them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from re import Pattern

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.screens import Screen

BOLD = ("quiero", "flor", "envido", "truco")  # said whenever it can be
SHY = ("no",)
RECKLESS = ("quiero", "falta")  # for a short game
POLL = 40  # milliseconds: else it is asked with every frame, which has to be drawn
GLANCE = 250  # milliseconds to check for the player's turn
ANSWER = 500  # milliseconds after which one taps again
TAPS = 20
GLANCES = 40

LOOK = """() => {
  const main = document.getElementById("table"), say = document.getElementById("say");
  const buttons = [...main.querySelectorAll("button[name=token]:not([aria-disabled])")];
  return {
    version: Number(say.dataset.version),
    is_due: say.classList.contains("due"),
    is_over: main.classList.contains("end"),
    offers: buttons.map((button) => button.value),
  };
}"""
IS_WANTED = """() => {
  return Boolean(document.querySelector("#say.due, #table.end"));
}"""
HAS_MOVED = "version => Number(document.getElementById('say')?.dataset.version) > version"


@dataclass(frozen=True)
class TableGlance:
    """The visible state of a table on a screen."""

    version: int
    is_due: bool
    is_over: bool
    offers: Sequence[str]


@dataclass(frozen=True)
class Player:
    """Somebody at a table with a simple mind: says what they wish to say, else plays a card."""

    screen: Screen
    wishes: Sequence[str] = BOLD

    def read_glance(self) -> TableGlance:
        """Look at the table."""
        return TableGlance(**self.screen.page.evaluate(LOOK))

    def sit_down(self) -> None:
        """Take the seat that waits; a tap meant for the page before may have taken it already."""
        button = self.screen.page.get_by_role("button", name="Sentarme", exact=True)
        has_moved = partial(self.has_moved, self.read_glance().version)
        tap_until(button, lambda: has_moved() or self.cards.count() > 0)

    def tap(self, name: str) -> None:
        """Tap a button of the table until that has brought the table on."""
        self._tap_until_it_moves(self.screen.page.get_by_role("button", name=name))

    def leave_by(self, name: str, page: Pattern[str]) -> None:
        """Tap a button of the table until it leads to another page."""
        button = self.screen.page.get_by_role("button", name=name)
        tap_until(button, partial(self._is_on, page))

    def _is_on(self, page: Pattern[str]) -> bool:
        try:
            self.screen.page.wait_for_url(page, timeout=ANSWER)
        except TimeoutError:
            return False
        return True

    def hand(self) -> Sequence[str]:
        """Return the cards in hand, by their accessible names."""
        return [
            str(card.get_attribute("aria-label")).removesuffix(", jugar")
            for card in self.cards.all()
        ]

    @property
    def cards(self) -> Locator:
        return self.screen.page.locator(".held")

    def is_wanted(self) -> bool:
        """Wait a moment for the player's turn, or the end."""
        try:
            self.screen.page.wait_for_function(IS_WANTED, timeout=GLANCE, polling=POLL)
        except TimeoutError:
            return False
        return True

    def wait_until_wanted(self) -> None:
        """Wait for the player's turn, or the end, after any number of actions of others."""
        self.screen.page.wait_for_function(IS_WANTED, polling=POLL)

    def take_back(self) -> None:
        """Play again oneself, after a robot did."""
        button = self.screen.page.get_by_role("button", name="Volver a jugar yo")
        tap_until(button, partial(_is_gone, button))

    def act(self) -> None:
        """Do one thing."""
        self.tap_until_it_moves(self._choice(self.read_glance()))

    def tap_until_it_moves(self, token: str) -> None:
        """Do one certain thing."""
        self._tap_until_it_moves(self.button(token))

    def button(self, token: str) -> Locator:
        """The button that stands for an action."""
        return self.screen.page.locator(f'#table button[name=token][value="{token}"]')

    def has_moved(self, version: int, within: int = ANSWER) -> bool:
        """Wait some milliseconds for the table to go on from a version."""
        try:
            self.screen.page.wait_for_function(HAS_MOVED, arg=version, timeout=within, polling=POLL)
        except TimeoutError:
            return False
        return True

    def _tap_until_it_moves(self, button: Locator) -> None:
        tap_until(button, partial(self.has_moved, self.read_glance().version))

    def _choice(self, seen: TableGlance) -> str:
        cards = [token for token in seen.offers if token[0].isdigit()]
        said = [token for token in self.wishes if token in seen.offers]
        return [*said, *cards, *seen.offers][0]


def sit_down_as(page: Page, name: str) -> None:
    """Take the first free seat of a friend's table, and say who one is."""
    page.get_by_role("button", name="Sentarme", exact=True).first.tap()
    naming = page.locator("#naming")
    naming.get_by_role("textbox").fill(name)
    naming.get_by_role("button").first.tap()


def tap_until(button: Locator, is_done: Callable[[], bool]) -> None:
    """A tap just after the table has changed is not taken: it was meant for what was before."""
    for _ in range(TAPS):
        with suppress(TimeoutError):  # gone with the table it was on
            button.tap(timeout=ANSWER)
        if is_done():
            return
    raise AssertionError(f"taps on {button} do nothing")


def _is_gone(button: Locator) -> bool:
    try:
        button.wait_for(state="hidden", timeout=ANSWER)
    except TimeoutError:
        return False
    return True


def one_action(*players: Player) -> bool:
    """Act for the seat in turn; return whether the game continues."""
    for _ in range(GLANCES):
        for player in players:
            if player.is_wanted():
                if player.read_glance().is_over:
                    return False
                player.act()
                return True
    raise AssertionError("nobody's turn ever comes")


def play_to_the_end(*players: Player) -> None:
    """Play until the game is over, on everybody's screen."""
    while one_action(*players):
        pass
    for player in players:
        expect(player.screen.page.locator("#table.end")).to_be_visible()
