"""The deck as one file: signs drawn once, forty cards, a back and faces as symbols with names."""

from collections.abc import Iterator

from games.deck_art.card import HEIGHT, RANKS, WIDTH, back, face
from games.deck_art.faces import HEAD, faces, head
from games.deck_art.pen import DEFAULTS
from games.deck_art.suits import SUITS


def draw_deck() -> str:
    """The sprite; ranks lie together so that compression sees what four suits share."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f"<defs>{''.join(_shared())}</defs>\n{chr(10).join(_symbols())}\n</svg>\n"
    )


def _shared() -> Iterator[str]:
    for suit in SUITS:
        yield f'<g id="s-{suit.letter}">{suit.sign.draw()}</g>'
        yield f'<g id="m-{suit.letter}">{suit.emblem(suit.colour)}</g>'
    yield f'<g id="{HEAD}">{head()}</g>'


def _symbols() -> Iterator[str]:
    for rank in RANKS:
        for suit in SUITS:
            yield _symbol(f"n{rank}{suit.letter}", face(suit, rank))
    yield _symbol("back", back())
    yield from faces()


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}" {DEFAULTS}>{body}</symbol>'
