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


def draw_app_icon(*, maskable: bool) -> str:
    """The mark on a square without corners of its own, for systems that cut corners themselves.

    A maskable one keeps to the circle in the middle that every system leaves: four fifths across.
    """
    share = 0.62 if maskable else 0.86
    edge = SIDE * (1 - share) / 2
    inner = draw_icon().removeprefix("<svg ").strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{FELT}"/>'
        f'<svg x="{edge:g}" y="{edge:g}" width="{SIDE - 2 * edge:g}" height="{SIDE - 2 * edge:g}" '
        f"{inner}</svg>\n"
    )
