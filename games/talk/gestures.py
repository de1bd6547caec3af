"""Señas as they are made: the gesture for each sign of the rulebook, and its drawing.

Houses differ; these are the usual ones, no two alike within the signs of one table. The envido of
30 or more is TrucoEstrella's (seed 001, section 7), where "perdedoras" and "viejas" are said aloud
to the partner: those two have no face.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

GESTURES: Final[Mapping[str, tuple[str, str]]] = {  # sign -> drawing of the sprite, in words
    "1e": ("g-brows", gettext_noop("levanta las cejas")),
    "1b": ("g-wink", gettext_noop("guiña un ojo")),
    "7e": ("g-right", gettext_noop("tuerce la boca a la derecha")),
    "7o": ("g-left", gettext_noop("tuerce la boca a la izquierda")),
    "3": ("g-bite", gettext_noop("se muerde el labio")),
    "2": ("g-kiss", gettext_noop("tira un beso")),
    "envido-30": ("g-nose", gettext_noop("frunce la nariz")),
    "ciego": ("g-blind", gettext_noop("cierra los ojos")),
    "perdedoras": ("", gettext_noop("dice: «perdedoras»")),
    "viejas": ("", gettext_noop("dice: «viejas»")),
    "pieza-2": ("g-cheeks", gettext_noop("infla las mejillas")),
    "pieza-4": ("g-up", gettext_noop("mira arriba")),
    "pieza-5": ("g-open", gettext_noop("abre la boca")),
    "pieza-11": ("g-aside", gettext_noop("mira a un lado")),
    "pieza-10": ("g-down", gettext_noop("mira abajo")),
}


def drawing(sign: str) -> str:
    """Return the symbol that shows how a sign is made; "" of what is said."""
    return GESTURES[sign][0] if sign in GESTURES else ""


def gesture(sign: str) -> str:
    """Say how a sign is made."""
    return gettext(GESTURES[sign][1])
