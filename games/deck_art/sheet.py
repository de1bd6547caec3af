"""The whole deck on felt, to look at: four rows of ten cards, then the back."""

from collections.abc import Iterator

from games.deck_art.card import HEIGHT, RANKS, WIDTH
from games.deck_art.palette import FELT
from games.deck_art.sprite import draw_deck
from games.deck_art.suits import SUITS

MARGIN = 12


def draw_sheet() -> str:
    """A contact sheet of every card."""
    wide = MARGIN + (len(RANKS) + 1) * (WIDTH + MARGIN)
    high = MARGIN + len(SUITS) * (HEIGHT + MARGIN)
    return (
        draw_deck()
        .replace(
            '<svg xmlns="http://www.w3.org/2000/svg">',
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
            f'<rect width="{wide}" height="{high}" fill="{FELT}"/>',
        )
        .replace("</svg>", f"{''.join(_cards())}</svg>")
    )


def _cards() -> Iterator[str]:
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            yield _card(f"n{rank}{suit.letter}", column, row)
    yield _card("back", len(RANKS), 0)


def _card(name: str, column: int, row: int) -> str:
    x, y = MARGIN + column * (WIDTH + MARGIN), MARGIN + row * (HEIGHT + MARGIN)
    return f'<use href="#{name}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}"/>'
