"""The site's own mark: the ace of swords lying on green felt."""

from games.deck_art.palette import FELT, PAPER
from games.deck_art.pen import DEFAULTS
from games.deck_art.suits import ESPADAS

SIDE = 64


def draw_icon() -> str:
    """A square icon; the sword is broader than on the cards, to be seen at sixteen pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" {DEFAULTS}>'
        f'<rect width="{SIDE}" height="{SIDE}" rx="14" fill="{FELT}" stroke="none"/>'
        f'<rect x="13" y="4" width="38" height="56" rx="5" fill="{PAPER}" stroke-width="1.6"'
        ' transform="rotate(-12 32 32)"/>'
        '<g transform="translate(32 32) rotate(28) scale(.48 .36) translate(-30 -90)">'
        f"{ESPADAS.sign.draw()}</g></svg>\n"
    )
