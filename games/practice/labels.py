"""Levels, quests and achievements in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

LEVELS: Final = (
    gettext_noop("Mirón"),
    gettext_noop("Aprendiz"),
    gettext_noop("Vecino"),
    gettext_noop("Habitué"),
    gettext_noop("Parroquiano"),
    gettext_noop("Cantor"),
    gettext_noop("Mano"),
    gettext_noop("Baqueano"),
    gettext_noop("Tahúr"),
    gettext_noop("Dueño del bar"),
)
QUESTS: Final[Mapping[str, str]] = {
    "envido-30": gettext_noop("Ganá un envido con 30 o más"),
    "two-trucos": gettext_noop("Ganá dos trucos"),
    "three-envidos": gettext_noop("Ganá tres envidos"),
    "two-puzzles": gettext_noop("Acertá dos acertijos"),
    "a-lesson": gettext_noop("Hacé una lección nueva"),
    "real-refused": gettext_noop("Cantá real envido y que no te lo quieran"),
    "bluff": gettext_noop("Mandá una mentira que pase"),
    "retruco": gettext_noop("Ganá un retruco querido"),
    "falta": gettext_noop("Ganá una falta envido querida"),
    "four": gettext_noop("Terminá una mesa de cuatro"),
    "people": gettext_noop("Terminá una partida con otra persona"),
    "tour": gettext_noop("Ganale a alguien en La Gira"),
    "two-games": gettext_noop("Terminá dos partidas"),
}
ACHIEVEMENTS: Final[Mapping[str, tuple[str, str]]] = {
    "first-game": (gettext_noop("Primera mano"), gettext_noop("Terminar una partida")),
    "fifty-games": (gettext_noop("Cliente"), gettext_noop("Terminar 50 partidas")),
    "many-games": (gettext_noop("Mesa reservada"), gettext_noop("Terminar 250 partidas")),
    "first-win": (gettext_noop("La primera"), gettext_noop("Ganar una partida")),
    "twenty-wins": (gettext_noop("Mano dulce"), gettext_noop("Ganar 20 partidas")),
    "hundred-wins": (gettext_noop("Cien porotos"), gettext_noop("Ganar 100 partidas")),
    "ten-envidos": (gettext_noop("Son buenas"), gettext_noop("Ganar 10 envidos")),
    "many-envidos": (gettext_noop("Cantor de envido"), gettext_noop("Ganar 150 envidos")),
    "thirty": (gettext_noop("Treinta y tantos"), gettext_noop("Ganar 10 envidos con 30 o más")),
    "ten-trucos": (gettext_noop("Quiero ver"), gettext_noop("Ganar 10 trucos")),
    "many-trucos": (gettext_noop("Truquero viejo"), gettext_noop("Ganar 150 trucos")),
    "retrucos": (gettext_noop("Y retruco"), gettext_noop("Ganar 10 retrucos queridos")),
    "vale-cuatro": (gettext_noop("Vale cuatro"), gettext_noop("Ganar un vale cuatro querido")),
    "first-bluff": (gettext_noop("Cara de piedra"), gettext_noop("Mandar una mentira que pase")),
    "thirty-bluffs": (gettext_noop("Mentiroso"), gettext_noop("Mandar 30 mentiras que pasen")),
    "real-refused": (
        gettext_noop("Real y a casa"),
        gettext_noop("Que no te quieran 5 reales envidos"),
    ),
    "falta": (gettext_noop("Todo o nada"), gettext_noop("Ganar 5 faltas envido queridas")),
    "flowers": (gettext_noop("Ramo"), gettext_noop("Cantar 10 flores")),
    "garden": (gettext_noop("Vivero"), gettext_noop("Cantar 60 flores")),
    "comeback": (gettext_noop("De atrás"), gettext_noop("Ganar tras ir 10 tantos abajo")),
    "comebacks": (
        gettext_noop("Nunca muerto"),
        gettext_noop("Ganar 10 partidas tras ir 10 tantos abajo"),
    ),
    "partners": (gettext_noop("Buen compañero"), gettext_noop("Terminar 10 mesas de cuatro o más")),
    "company": (gettext_noop("Con gente"), gettext_noop("Terminar 10 partidas con otras personas")),
    "first-lesson": (gettext_noop("Primera lección"), gettext_noop("Hacer una lección")),
    "whole-course": (gettext_noop("Diez manos"), gettext_noop("Hacer 10 lecciones")),
    "all-courses": (gettext_noop("Diplomado"), gettext_noop("Hacer 40 lecciones")),
    "puzzles": (gettext_noop("Se hizo la luz"), gettext_noop("Acertar 10 acertijos")),
    "many-puzzles": (gettext_noop("Lo veo todo"), gettext_noop("Acertar 200 acertijos")),
    "first-bar": (gettext_noop("En camino"), gettext_noop("Ganar el trofeo de un bar de La Gira")),
    "two-shores": (gettext_noop("Las dos orillas"), gettext_noop("Ganar 8 trofeos de La Gira")),
    "whole-tour": (gettext_noop("Vuelta completa"), gettext_noop("Ganar La Gira entera")),
    "week": (gettext_noop("Una semana"), gettext_noop("Racha de 7 días")),
    "month": (gettext_noop("Un mes"), gettext_noop("Racha de 30 días")),
    "hundred-days": (gettext_noop("Cien días"), gettext_noop("Racha de 100 días")),
    "quests": (gettext_noop("Cumplidor"), gettext_noop("Cumplir 10 desafíos del día")),
    "many-quests": (gettext_noop("Palabra de honor"), gettext_noop("Cumplir 100 desafíos del día")),
}


def level_name(number: int) -> str:
    return gettext(LEVELS[number - 1])


def quest_words(code: str) -> str:
    return gettext(QUESTS[code])


def achievement_words(code: str) -> tuple[str, str]:
    """Return the name of an achievement, and how it is earned."""
    name, how = ACHIEVEMENTS[code]
    return gettext(name), gettext(how)
