"""Secrets of a table at each of its versions, and the secrets that a text leaks.

The truth is folded from the stored log, never taken from `games.engine.hand_view`: this is what
views are judged by. Whatever is not known (a rival's hand, the rest of the deck, the next deal)
must not be spoken of, neither as a picture (`#n7e`), nor as a token (`7e`), nor in words.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.engine import (
    Card,
    Rules,
    Start,
    State,
    apply,
    deck_for,
    from_token,
    make_rules,
    next_hand_start,
)
from games.engine.hand_end import revealed_cards
from games.models import Game
from games.play.replay import PERROS, DealSource
from games.table_view.felt import card_order
from games.table_view.labels import card_name
from tests.live.visitors import version_in

DECK: Final = deck_for(make_rules("argentino"))
TABLE: Final = '<main id="table"'
PART: Final = re.compile(r'<\w+ id="(?!pulse")')
GREETING: Final = re.compile(
    r'<(section class="hero"|ul class="doors").*?</(?:section|ul)>', re.DOTALL
)
GREETED_BY: Final = (
    "tournaments/public_pages/_first_visit.html",
    "tournaments/public_pages/_doors.html",
)
ORDER: Final = re.compile(r'<section class="sheet" id="order".*?</section>', re.DOTALL)
SIGNS: Final = re.compile(r'<form class="sheet" id="signs" popover .*?</form>', re.DOTALL)

CLAUSES: Final = re.compile(r'<ul class="clauses">.*?</ul>', re.DOTALL)


@cache
def _names() -> Mapping[str, Card]:
    """Every way to speak of a card, in lower case."""
    names = {str(card): card for card in DECK}
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for preset in ("argentino", "paulista"):  # Spanish and French faces
                names |= {card_name(card, preset).lower(): card for card in DECK}
    return names


@cache
def _name_pattern() -> re.Pattern[str]:
    """A name that stands alone: other words, and the ids of actions, may hold its letters."""
    longest_first = sorted(map(re.escape, _names()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])[nf]?({'|'.join(longest_first)})(?![\w-])")


def spoken_of(text: str) -> set[Card]:
    """Return the cards that a text speaks of."""
    return {_names()[match[1]] for match in _name_pattern().finditer(text.lower())}


def known_cards(state: State, viewer: int | None) -> set[Card]:
    """Return the cards that a seat (None: spectators) has seen: its own, and those on the table."""
    cards = {
        play.card
        for trick in state.tricks
        for play in trick.plays
        if not play.covered and (play.beneath is None or trick.winner is not None)
    }
    cards |= {card for seen in revealed_cards(state).values() for card in seen}
    if viewer is not None:
        cards |= set(state.deal.hands[viewer])
    return cards | ({state.deal.muestra} if state.deal.muestra else set())


@dataclass(frozen=True)
class Past:
    """A table's hand in progress at each version since its first deal."""

    states: Mapping[int, State]
    rules: Rules
    drawn: frozenset[Card]  # for the dealer, told in the first hand (R-D1)

    def at(self, version: int) -> State | None:
        """Return the hand as it stood; None before the first deal."""
        before = [moment for moment in self.states if moment <= version]
        return self.states[max(before)] if before else None


def past_of(game: Game) -> Past:
    """Fold a table's whole log."""
    game.refresh_from_db()
    dealer = DealSource(game, list(game.seats.order_by("number")))
    drawn = frozenset(card for each in dealer.draw().rounds for card in each.values())
    return Past(dict(_moments(game, dealer)), game.rules, drawn)


def _moments(game: Game, dealer: DealSource) -> Iterator[tuple[int, State]]:
    start: Start | None = dealer.first_start()
    version = 0
    for _, rows in groupby(game.actions.order_by("seq"), key=lambda row: row.hand):
        lines = list(rows)
        assert lines[0].token != PERROS, "perros are thrown before the deal"
        assert start is not None
        state, version = dealer.deal(start), lines[0].version - 1
        yield version, state
        for row in lines:
            state, version = apply(state, from_token(row.seat, row.token)), row.version
            yield version, state
        start = next_hand_start(state) if state.over else None
    if start is not None and start.to_json() == game.start:
        yield version + 1, dealer.deal(start)


def assert_keeps_secrets(heard: Iterable[str], past: Past, viewer: int | None) -> None:
    """Fail if any text that a viewer got speaks of a card they had not seen at its version.

    A table that was cut into frames has its version in one of them. A text without a table has no
    business to speak of any card.
    """
    for text, version in _versions(list(heard)):
        tellable = set() if version is None else _tellable(past, version, viewer)
        told = spoken_of(_but_the_greeting(_but_the_order(text, past.rules))) - tellable
        assert not told, f"seat {viewer} was told of {_join_cards(told)} at {version}: {text[:200]}"


def _versions(heard: Sequence[str]) -> Iterator[tuple[str, int | None]]:
    """Return the version of each text; a cut part of a table has that of the table's rest."""
    begun: list[str] = []  # parts of a table whose version is still to come
    latest: int | None = None
    for text in heard:
        version = version_in(text)
        if version is None and text.startswith(TABLE):
            begun = [text]
        elif version is None:
            yield text, latest if PART.match(text) else None
        else:
            latest = version
            yield from ((each, version) for each in (*begun, text))
            begun = []
    assert not begun, "a table came without its version"


def _tellable(past: Past, version: int, viewer: int | None) -> set[Card]:
    """Return what a viewer may be told at a version: what they know, and a draw that is news."""
    state = past.at(version)
    is_first = state is None or state.start.number == 1
    return (known_cards(state, viewer) if state else set()) | (past.drawn if is_first else set())


def _but_the_order(text: str, rules: Rules) -> str:
    """Leave out the order of the cards, the signs and the rules in words: no deal makes them.

    The sheet of signs has all of its family's, whatever a seat holds.
    """
    text = CLAUSES.sub("", SIGNS.sub("", text))
    found = ORDER.search(text)
    if found is None:
        return text
    assert found[0] in map(partial(_order_sheet, rules), dict(settings.LANGUAGES))
    return text.replace(found[0], "")


def _but_the_greeting(text: str) -> str:
    """Leave out what greets newcomers: the cards drawn there stand in its templates."""
    found = GREETING.search(text)
    if found is None:
        return text
    folder = Path(settings.BASE_DIR) / "templates"
    drawn = {card for name in GREETED_BY for card in _drawn_cards((folder / name).read_text())}
    assert _drawn_cards(found[0]) <= drawn
    return text.replace(found[0], "")


def _drawn_cards(text: str) -> set[str]:
    return set(re.findall(r"#[nf](\w+)", text))


def _order_sheet(rules: Rules, language: str) -> str:
    with translation.override(language):
        sheet = render_to_string("games/table_page/_order.html", {"order": card_order(rules)})
    return ORDER.search(sheet)[0]  # type: ignore[index]  # the sheet is one section


def _join_cards(cards: Iterable[Card]) -> str:
    return ", ".join(sorted(map(str, cards)))
