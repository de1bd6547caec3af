"""Counts of a user's effort: taps, fields and pages, consents included."""

from dataclasses import astuple, dataclass

from playwright.sync_api import Locator

from tests.browser.screens import Screen


@dataclass(frozen=True)
class Counts:
    """The effort of a user."""

    taps: int
    fields: int
    pages: int

    def __sub__(self, before: "Counts") -> "Counts":
        return Counts(
            self.taps - before.taps, self.fields - before.fields, self.pages - before.pages
        )

    def is_within(self, most: "Counts") -> bool:
        """Return whether no count exceeds the limits."""
        return all(own <= other for own, other in zip(astuple(self), astuple(most), strict=True))


class Taps:
    """Counts what a finger does on a screen."""

    def __init__(self, screen: Screen) -> None:
        self.number = self.fields = self.pages = 0
        self._screen = screen
        screen.page.on("dialog", lambda _: self.more(1))

    @property
    def counts(self) -> Counts:
        """All of it so far."""
        return Counts(self.number, self.fields, self.pages)

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
        self.pages += 1
        self._screen.follow(what)

    def fill(self, what: Locator, text: str) -> None:
        """Write into a field: a tap leads there."""
        self.more(1)
        self.fields += 1
        what.fill(text)

    def choose(self, what: Locator, option: str) -> None:
        """Choose from a list: a tap opens it, another one chooses."""
        self.more(2)
        self.fields += 1
        what.select_option(option)

    def type(self, *words: str) -> None:
        """Type numbers and keys by their names: `30 Tab 24 Enter`; no finger leaves the keys."""
        for word in words:
            if word.isalpha():
                self._screen.page.keyboard.press(word)
            else:
                self.fields += 1
                self._screen.page.keyboard.type(word)
