"""The deck as one SVG sprite, an overview sheet, and the site's icon.

The sprite defines each sign once, and forty cards with Spanish and with French faces, a back and
heads as named symbols. The sheet shows eight rows of ten cards and the back. The icon is the ace of
swords on green felt.
"""

from collections.abc import Iterator

from games.artwork.cards import HEIGHT, RANKS, WIDTH, back, face
from games.artwork.classic import classic_back, classic_face, printed
from games.artwork.french import FRENCH_SUITS, french_face
from games.artwork.heads import HEAD, face_head, face_symbols
from games.artwork.pen import DEFAULTS, FELT, PAPER
from games.artwork.suits import ESPADAS, SUITS

SIDE = 64
LOOKS_LIKE = {10: 11, 11: 10}
"""The French court that shares most lines with a Spanish one: a jack is a page on foot."""


def draw_icon() -> str:
    """Draw a square icon; the sword is wider than on the cards, to be visible at sixteen pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" {DEFAULTS}>'
        f'<rect width="{SIDE}" height="{SIDE}" rx="14" fill="{FELT}" stroke="none"/>'
        f'<rect x="13" y="4" width="38" height="56" rx="5" fill="{PAPER}" stroke-width="1.6"'
        ' transform="rotate(-12 32 32)"/>'
        '<g transform="translate(32 32) rotate(28) scale(.48 .36) translate(-30 -90)">'
        f"{ESPADAS.sign.draw()}</g></svg>\n"
    )


def draw_deck() -> str:
    """Draw the sprite.

    Cards of one rank are adjacent, so that compression finds their common parts.
    """
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f"<defs>{''.join(_shared())}</defs>\n{chr(10).join(_symbols())}\n</svg>\n"
    )


def draw_classic_deck() -> str:
    """Draw the sprite of the second deck, with the same names as the first.

    French cards and heads are those of the first deck.
    """
    symbols = [
        _symbol(f"n{rank}{suit.letter}", classic_face(suit, rank))
        for rank in RANKS
        for suit in SUITS
    ]
    others = [
        each for each in _symbols() if not each.startswith(('<symbol id="n', '<symbol id="back"'))
    ]
    drawing = printed(
        "\n".join(["".join(_suit_signs()), *symbols, _symbol("back", classic_back())])
    )
    signs, _, cards = drawing.partition("\n")
    rest = "".join(each for each in _shared() if each not in {*_suit_signs()})
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f"<defs>{signs}{rest}</defs>\n{cards}\n{chr(10).join(others)}\n</svg>\n"
    )


def _shared() -> Iterator[str]:
    yield from _suit_signs()
    for french in FRENCH_SUITS:
        yield f'<g id="{french.pip}">{french.draw()}</g>'
    yield f'<g id="{HEAD}">{face_head()}</g>'


def _suit_signs() -> Iterator[str]:
    for suit in SUITS:
        yield f'<g id="s-{suit.letter}">{suit.sign.draw()}</g>'
        yield f'<g id="m-{suit.letter}">{suit.emblem(suit.colour)}</g>'


def _symbols() -> Iterator[str]:
    for rank in RANKS:
        for suit in SUITS:
            yield _symbol(f"n{rank}{suit.letter}", face(suit, rank))
        alike = LOOKS_LIKE.get(rank, rank)
        for french in FRENCH_SUITS:
            yield _symbol(f"f{alike}{french.letter}", french_face(french, alike))
    yield _symbol("back", back())
    yield from face_symbols()


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}" {DEFAULTS}>{body}</symbol>'


MARGIN = 12


def draw_sheet() -> str:
    """Draw a contact sheet of every card."""
    wide = MARGIN + (len(RANKS) + 1) * (WIDTH + MARGIN)
    high = MARGIN + 2 * len(SUITS) * (HEIGHT + MARGIN)
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
    for row, name in enumerate(f"{faces}{suit.letter}" for faces in "nf" for suit in SUITS):
        for column, rank in enumerate(RANKS):
            yield _card(f"{name[0]}{rank}{name[1]}", column, row)
    yield _card("back", len(RANKS), 0)


def _card(name: str, column: int, row: int) -> str:
    x, y = MARGIN + column * (WIDTH + MARGIN), MARGIN + row * (HEIGHT + MARGIN)
    return f'<use href="#{name}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}"/>'
