"""SVG elements as text. A symbol sets ink, width and round joins once; parts say what differs."""

from games.deck_art.palette import INK

OUTLINE = 2.4
DEFAULTS = (
    f'fill="none" stroke="{INK}" stroke-width="{OUTLINE}" '
    'stroke-linejoin="round" stroke-linecap="round"'
)


def number(value: float, digits: int = 1) -> str:
    """The shortest text of a coordinate: tenths of a unit are finer than any screen shows."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def shape(d: str, fill: str, ink: float = OUTLINE) -> str:
    """A filled form with its outline."""
    return f'<path d="{d}" fill="{fill}"{_width(ink)}/>'


def flat(d: str, fill: str) -> str:
    """A tone inside a form: colour without outline."""
    return f'<path d="{d}" fill="{fill}" stroke="none"/>'


def line(d: str, ink: float = 1.5, colour: str = INK) -> str:
    """A stroke of the pen: folds, hatching, strands of hair."""
    return f'<path d="{d}"{_colour(colour)}{_width(ink)}/>'


def disc(x: float, y: float, r: float, fill: str, ink: float = 0) -> str:
    """A filled circle, outlined only if `ink` says how thickly."""
    at = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    return f'<circle {at} fill="{fill}"{_rim(ink)}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, ink: float = 0) -> str:
    """A filled ellipse, outlined only if `ink` says how thickly."""
    at = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {at} fill="{fill}"{_rim(ink)}/>'


def group(
    body: str, x: float = 0, y: float = 0, turn: float = 0, size: float = 1, width: float = 0
) -> str:
    """`body` moved, turned and scaled; `width` keeps the outline's weight when scaled."""
    return f'<g transform="{place(x, y, turn, size)}"{_width(width or OUTLINE)}>{body}</g>'


def use(name: str, transform: str = "", colour: str = INK) -> str:
    """A drawing of this file once more."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<use href="#{name}"{moved}{_colour(colour)}/>'


def place(x: float, y: float, turn: float = 0, size: float = 1) -> str:
    """The transform of a part drawn about its own origin."""
    steps = [f"translate({number(x)} {number(y)})"]
    if turn:
        steps.append(f"rotate({number(turn)})")
    if size != 1:
        steps.append(f"scale({number(size, 3)})")
    return " ".join(steps)


def _width(ink: float) -> str:
    return "" if ink == OUTLINE else f' stroke-width="{number(ink)}"'


def _colour(colour: str) -> str:
    return "" if colour == INK else f' stroke="{colour}"'


def _rim(ink: float) -> str:
    return _width(ink) if ink else ' stroke="none"'
