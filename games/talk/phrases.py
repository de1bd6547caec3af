"""Quick phrases: twelve for each family in its own words, words for partners, and faces.

A phrase is said in the words of the table's family, whoever reads it; its gloss is translated.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.engine import Rules
from games.house_rules.families import ARGENTINO, TRUC, URUGUAYO, family_of

LANGUAGES: Final[Mapping[str, str]] = {ARGENTINO: "es-AR", URUGUAYO: "es-UY", TRUC: "ca-ES"}


@dataclass(frozen=True)
class Phrase:
    """Something one can say with a tap; `face` names a drawing of the sprite."""

    code: str
    words: str
    meaning: str  # as it stands in the catalogue
    face: str = ""

    @property
    def gloss(self) -> str:
        """What it means in the active language; empty where the words say so themselves."""
        said = gettext(self.meaning)
        return "" if said == self.words else said


_HELLO = gettext_noop("¡Buenas!")
_GOOD_HAND = gettext_noop("¡Buena mano!")
_LUCK = gettext_noop("¡Qué suerte!")
_WELL_PLAYED = gettext_noop("Bien jugado")
_THANKS = gettext_noop("Gracias")
_COME_ON = gettext_noop("¡Dale, che!")
_CALM = gettext_noop("Tranquilo")
_LETS_GO = gettext_noop("¡Vamos!")
_LIAR = gettext_noop("¡Mentiroso!")
_THINK = gettext_noop("Pensalo bien")
_BACK_SOON = gettext_noop("Ya vuelvo")
_AGAIN = gettext_noop("¡Otra!")

_COME = gettext_noop("Vení")
_PUT = gettext_noop("Poné")
_BEAT = gettext_noop("Matá")
_PASS = gettext_noop("Pasá")
_CALL = gettext_noop("Cantá")
_HUSH = gettext_noop("Jugá callado")
_MINE = gettext_noop("Voy yo")
_ANYTHING = gettext_noop("¿Tenés algo?")

FACES: Final = (
    Phrase("smile", "", gettext_noop("sonríe"), "f-smile"),
    Phrase("laugh", "", gettext_noop("se ríe"), "f-laugh"),
    Phrase("wow", "", gettext_noop("se asombra"), "f-wow"),
    Phrase("cry", "", gettext_noop("llora"), "f-cry"),
    Phrase("angry", "", gettext_noop("se enoja"), "f-angry"),
)
PHRASES: Final[Mapping[str, tuple[Phrase, ...]]] = {
    ARGENTINO: (
        Phrase("hello", "¡Buenas!", _HELLO),
        Phrase("good-hand", "¡Buena mano!", _GOOD_HAND),
        Phrase("luck", "¡Qué suerte!", _LUCK),
        Phrase("well-played", "Bien jugado", _WELL_PLAYED),
        Phrase("thanks", "Gracias", _THANKS),
        Phrase("come-on", "¡Dale, che!", _COME_ON),
        Phrase("calm", "Tranquilo", _CALM),
        Phrase("lets-go", "¡Vamos!", _LETS_GO),
        Phrase("liar", "¡Mentiroso!", _LIAR),
        Phrase("think", "Pensalo bien", _THINK),
        Phrase("back-soon", "Ya vuelvo", _BACK_SOON),
        Phrase("again", "¡Otra!", _AGAIN),
    ),
    URUGUAYO: (
        Phrase("hello", "¡Buenas!", _HELLO),
        Phrase("good-hand", "¡Qué mano, bo!", _GOOD_HAND),
        Phrase("luck", "¡Qué liga!", _LUCK),
        Phrase("well-played", "De más", _WELL_PLAYED),
        Phrase("thanks", "Gracias, bo", _THANKS),
        Phrase("come-on", "¡Dale, bo!", _COME_ON),
        Phrase("calm", "Tranqui", _CALM),
        Phrase("lets-go", "¡Vamo' arriba!", _LETS_GO),
        Phrase("liar", "¡Mentiroso!", _LIAR),
        Phrase("think", "Pensalo bien", _THINK),
        Phrase("back-soon", "Ya vengo", _BACK_SOON),
        Phrase("again", "¡Otra!", _AGAIN),
    ),
    TRUC: (
        Phrase("hello", "Bones!", _HELLO),
        Phrase("good-hand", "Bona mà!", _GOOD_HAND),
        Phrase("luck", "Quina sort!", _LUCK),
        Phrase("well-played", "Ben jugat", _WELL_PLAYED),
        Phrase("thanks", "Gràcies", _THANKS),
        Phrase("come-on", "Vinga, xe!", _COME_ON),
        Phrase("calm", "Tranquil", _CALM),
        Phrase("lets-go", "Avant!", _LETS_GO),
        Phrase("liar", "Mentider!", _LIAR),
        Phrase("think", "Pensa-t'ho bé", _THINK),
        Phrase("back-soon", "Ara torne", _BACK_SOON),
        Phrase("again", "Una altra!", _AGAIN),
    ),
}
_RIOPLATENSE: Final = (
    Phrase("veni", "Vení", _COME),
    Phrase("pone", "Poné", _PUT),
    Phrase("mata", "Matá", _BEAT),
    Phrase("pasa", "Pasá", _PASS),
    Phrase("canta", "Cantá", _CALL),
    Phrase("callado", "Jugá callado", _HUSH),
    Phrase("voy", "Voy yo", _MINE),
    Phrase("algo", "¿Tenés algo?", _ANYTHING),
)
PARTNER_WORDS: Final[Mapping[str, tuple[Phrase, ...]]] = {
    ARGENTINO: _RIOPLATENSE,
    URUGUAYO: _RIOPLATENSE,
    TRUC: (
        Phrase("veni", "Vine", _COME),
        Phrase("pone", "Posa", _PUT),
        Phrase("mata", "Mata", _BEAT),
        Phrase("pasa", "Passa", _PASS),
        Phrase("canta", "Canta", _CALL),
        Phrase("callado", "Juga callat", _HUSH),
        Phrase("voy", "Vaig jo", _MINE),
        Phrase("algo", "Tens res?", _ANYTHING),
    ),
}


def phrases(preset: str) -> tuple[Phrase, ...]:
    """Return what is said at a table of this preset, to everybody."""
    return PHRASES[family_of(preset)]


def partner_words(rules: Rules) -> tuple[Phrase, ...]:
    """Return what partners tell each other; nothing where nobody has a partner."""
    return PARTNER_WORDS[family_of(rules.preset)] if rules.seats > 2 else ()


def find(preset: str, code: str) -> Phrase | None:
    """Return a phrase or a face of a table by its code; None if there is none."""
    return next((known for known in (*phrases(preset), *FACES) if known.code == code), None)


def find_partner_word(rules: Rules, code: str) -> Phrase | None:
    """Return a word for partners by its code; None if it is not said at such a table."""
    return next((known for known in partner_words(rules) if known.code == code), None)


def language(preset: str) -> str:
    """Return the language and country in whose accent a table speaks."""
    return LANGUAGES[family_of(preset)]
