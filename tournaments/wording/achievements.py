"""Levels and achievements in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

LEVELS: Final = (
    gettext_noop("Mirón"),
    gettext_noop("Aprendiz"),
    gettext_noop("Parroquiano"),
    gettext_noop("Jugador"),
    gettext_noop("Mañero"),
    gettext_noop("Baqueano"),
    gettext_noop("Maestro"),
    gettext_noop("Ancho de espadas"),
)
NAMES: Final[Mapping[str, str]] = {
    "wins": gettext_noop("Primera victoria"),
    "matches": gettext_noop("Habitué"),
    "best_streak": gettext_noop("En racha"),
    "comeback": gettext_noop("De atrás"),
    "envidos_won": gettext_noop("Cantor de envido"),
    "trucos_won": gettext_noop("Truquero"),
    "flores": gettext_noop("Jardinero"),
    "titles": gettext_noop("Campeón"),
}
DEEDS: Final[Mapping[str, str]] = {
    "wins": gettext_noop("Ganar un partido"),
    "matches": gettext_noop("Jugar 50 partidos"),
    "best_streak": gettext_noop("Ganar 5 partidos seguidos"),
    "comeback": gettext_noop("Ganar tras ir 10 puntos abajo"),
    "envidos_won": gettext_noop("Ganar 100 envidos"),
    "trucos_won": gettext_noop("Ganar 100 trucos"),
    "flores": gettext_noop("Cantar 25 flores"),
    "titles": gettext_noop("Ganar una competencia"),
}


def level(number: int) -> str:
    """Say a level."""
    return gettext(LEVELS[number - 1])


def name(deed: str) -> str:
    """Say what an achievement is called."""
    return gettext(NAMES[deed])


def how(deed: str) -> str:
    """Say how it is earned."""
    return gettext(DEEDS[deed])
