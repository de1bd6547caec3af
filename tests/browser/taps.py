"""What somebody does on the way, counted: taps, agreements included."""

from playwright.sync_api import Locator

from tests.browser.screens import Screen


class Taps:
    """Counts what a finger does on a screen."""

    def __init__(self, screen: Screen) -> None:
        self.number = 0
        self._screen = screen
        screen.page.on("dialog", lambda _: self.more(1))

    def more(self, number: int) -> None:
        """Count what is done by other means here: holding a field, pasting."""
        self.number += number

    def on(self, what: Locator) -> None:
        """Tap something."""
        self.more(1)
        what.tap()

    def follow(self, what: Locator) -> None:
        """Tap what leads to another page, and wait for it."""
        self.more(1)
        self._screen.follow(what)
