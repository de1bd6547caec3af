"""The terms of the game with their meanings, and their anchors on the rulebook page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext, gettext_noop

_BRAZIL: Final = {
    "baza": "Vaza",
    "buenas": "Boas, segunda volta",
    "chico": "Jogo",
    "malas": "Más, primeira volta",
    "mano": "Mão",
    "mano-de-hierro": "Mão de ferro",
    "mano-de-once": "Mão de onze",
    "manilla": "Manilha",
    "mazo": "Baralho, ir ao",
    "muestra": "Amostra",
    "parda": "Empate, parda",
    "pasar": "Passar",
    "perros": "Perros, soltar os",
    "pie": "Pé",
    "pieza": "Peça",
    "poner": "Pôr",
    "querer": "Querer, aceitar",
    "sena": "Sinal",
    "son-buenas": "São boas",
    "tantos": "Tentos, pontos",
    "tapada": "Encoberta",
    "vale-cuatro": "Vale quatro",
    "veni": "Vem",
}
OWN_WORDS: Final[Mapping[str, Mapping[str, str]]] = {"pt-br": _BRAZIL}
"""By language, the readers' own word for a term, by its anchor."""


@dataclass(frozen=True)
class Term:
    """A term of the game, Spanish in every language; some languages have a word of their own."""

    anchor: str
    word: str
    source: str

    @property
    def own_word(self) -> str:
        """The reader's own word for it, or ""."""
        return OWN_WORDS.get(get_language() or "", {}).get(self.anchor, "")

    @property
    def meaning(self) -> str:
        """The definition in the active language."""
        return gettext(self.source)


GLOSSARY: Final = (
    Term(
        "achicarse",
        "Achicarse",
        gettext_noop("Dar por perdida la flor propia ante otra: «con flor me achico»."),
    ),
    Term(
        "amo",
        "L'amo, la madona",
        gettext_noop(
            "En Mallorca, las que siempre mandan: el caballo de bastos y la sota de oros."
        ),
    ),
    Term(
        "baza",
        "Baza",
        gettext_noop("Una carta de cada uno. La mano se gana con dos bazas de tres."),
    ),
    Term(
        "bravas",
        "Bravas, matas",
        gettext_noop("Las cuatro cartas más altas sin contar piezas: ases y sietes bravos."),
    ),
    Term(
        "buenas",
        "Buenas",
        gettext_noop("La segunda mitad del chico: a 30, de 15 en adelante."),
    ),
    Term(
        "canto",
        "Canto",
        gettext_noop("Lo que se dice para subir lo que se juega: envido, flor o truco."),
    ),
    Term(
        "chico",
        "Chico, cama",
        gettext_noop("Una carrera hasta los puntos de la mesa. El siguiente empieza 0 a 0."),
    ),
    Term(
        "contraflor",
        "Contraflor",
        gettext_noop("Desafío entre dos flores. «Al resto» lo lleva al máximo."),
    ),
    Term(
        "correr",
        "Correr",
        gettext_noop("En Brasil, no querer un grito o dejar la mano."),
    ),
    Term(
        "corte",
        "Corte",
        gettext_noop("Lo que cada uno suma al mezclar, para que nadie elija las cartas."),
    ),
    Term(
        "envido",
        "Envido",
        gettext_noop("La apuesta por los tantos, en la primera baza. En Valencia, envit."),
    ),
    Term(
        "falta",
        "Falta envido",
        gettext_noop("El envido más alto: lo que falta para terminar, según la mesa."),
    ),
    Term("figuras", "Figuras", gettext_noop("Sota, caballo y rey: 10, 11 y 12.")),
    Term(
        "flor",
        "Flor",
        gettext_noop("Tres cartas de un palo; con muestra también cuentan las piezas."),
    ),
    Term(
        "ir-al-pie",
        "Ir al pie",
        gettext_noop("Jugar bajo y dejarle la baza al compañero que juega último."),
    ),
    Term(
        "joc-fora",
        "Joc fora",
        gettext_noop("En Valencia, el canto más alto del truc: después del val quatre."),
    ),
    Term("malas", "Malas", gettext_noop("La primera mitad del chico.")),
    Term(
        "manilla",
        "Manilla, manilha",
        gettext_noop(
            "En Brasil, las cuatro cartas más altas: fijas, o las del número que sigue a la vira."
        ),
    ),
    Term(
        "mano",
        "Mano",
        gettext_noop("Un reparto con sus tres bazas. También quien sale primero en él."),
    ),
    Term(
        "mano-de-hierro",
        "Mano de hierro, mão de ferro",
        gettext_noop(
            "En Brasil, la mano con los dos equipos a una del final; se suele jugar a ciegas."
        ),
    ),
    Term(
        "mano-de-once",
        "Mano de once, mão de onze",
        gettext_noop(
            "En Brasil, la que un equipo decide si juega, porque le falta una sola mano para ganar."
        ),
    ),
    Term("matar", "Matar", gettext_noop("Jugar una carta más alta que las que hay en la mesa.")),
    Term(
        "mazo",
        "Mazo, irse al",
        gettext_noop("Dejar la mano: las cartas vuelven al mazo y los otros cobran."),
    ),
    Term(
        "muestra",
        "Muestra",
        gettext_noop("La carta que se da vuelta después de repartir; manda su palo."),
    ),
    Term("parda", "Parda", gettext_noop("Una baza empatada.")),
    Term("partida", "Partida", gettext_noop("Todo lo que se juega de una vez: uno o más chicos.")),
    Term(
        "pasar",
        "Pasar",
        gettext_noop("No matar, y dejar que la baza siga. «Pasá», le dice uno al compañero."),
    ),
    Term(
        "perico",
        "Perico, perica",
        gettext_noop("En Venezuela, las piezas: el caballo y la sota del palo de la vira."),
    ),
    Term(
        "perros",
        "Perros, echar los",
        gettext_noop("Desafiar sin ver las cartas, antes de repartir, a todo a la vez."),
    ),
    Term(
        "pico",
        "Pico a pico",
        gettext_noop("De a seis, una mano de uno contra uno con quien se tiene enfrente."),
    ),
    Term("pie", "Pie", gettext_noop("Quien reparte y juega último; el último de cada equipo.")),
    Term(
        "pieza",
        "Pieza",
        gettext_noop("El 2, 4, 5, 11 o 10 del palo de la muestra: gana a todas las demás."),
    ),
    Term(
        "poner",
        "Poner",
        gettext_noop("Jugar una carta alta. «Poné», le dice uno al compañero."),
    ),
    Term(
        "querer",
        "Querer",
        gettext_noop("Aceptar un canto: «quiero». «No quiero» lo rechaza y paga menos."),
    ),
    Term("redonda", "Redonda", gettext_noop("De a seis, una mano de tres contra tres.")),
    Term("retruco", "Retruco", gettext_noop("Lo que sube un truco querido: la mano vale 3.")),
    Term(
        "sena",
        "Seña",
        gettext_noop("Un gesto entre compañeros que dice qué carta o cuánto envido se tiene."),
    ),
    Term(
        "son-buenas",
        "Son buenas",
        gettext_noop("«No supero tus tantos»: se dice en lugar de contar los propios."),
    ),
    Term(
        "tantos",
        "Tantos",
        gettext_noop("Los puntos. También lo que suman las cartas para el envido."),
    ),
    Term("tapada", "Tapada", gettext_noop("Carta jugada boca abajo: no le gana a ninguna.")),
    Term("torne", "Torne, vuelvo", gettext_noop("En Valencia, lo que duplica un envit.")),
    Term("truco", "Truco", gettext_noop("Lo que sube la mano a 2 puntos. En Valencia, truc.")),
    Term("vale-cuatro", "Vale cuatro", gettext_noop("Lo que sube un retruco querido: vale 4.")),
    Term(
        "veni",
        "Vení",
        gettext_noop("Pedirle al compañero que juegue bajo: «vení a mí», que yo mato."),
    ),
    Term(
        "vira",
        "Vira",
        gettext_noop("En Brasil y Venezuela, la muestra."),
    ),
    Term(
        "zap",
        "Zap, copas, espadilha, pica-fumo",
        gettext_noop(
            "En Brasil, las manillas, de la más alta a la más baja: "
            "tréboles, corazones, picas y diamantes."
        ),
    ),
)
"""In alphabetical order."""
