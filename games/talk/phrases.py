"""Quick phrases: twelve for each family in its own words, words for partners, and faces.

A phrase is said in the words of the table's family in every language; its gloss is translated.
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


def _said(meanings: Mapping[str, str], *words: str) -> tuple[Phrase, ...]:
    """Say each of some meanings, by code, in a family's words."""
    pairs = zip(meanings.items(), words, strict=True)
    return tuple(Phrase(code, said, meaning) for (code, meaning), said in pairs)


FACES: Final = (
    Phrase("smile", "", gettext_noop("sonríe"), "f-smile"),
    Phrase("laugh", "", gettext_noop("se ríe"), "f-laugh"),
    Phrase("wow", "", gettext_noop("se asombra"), "f-wow"),
    Phrase("cry", "", gettext_noop("llora"), "f-cry"),
    Phrase("angry", "", gettext_noop("se enoja"), "f-angry"),
)
_TO_ALL: Final = {
    "hello": gettext_noop("¡Buenas!"),
    "good-hand": gettext_noop("¡Buena mano!"),
    "luck": gettext_noop("¡Qué suerte!"),
    "well-played": gettext_noop("Bien jugado"),
    "thanks": gettext_noop("Gracias"),
    "come-on": gettext_noop("¡Dale, che!"),
    "calm": gettext_noop("Tranquilo"),
    "lets-go": gettext_noop("¡Vamos!"),
    "liar": gettext_noop("¡Mentiroso!"),
    "think": gettext_noop("Pensalo bien"),
    "back-soon": gettext_noop("Ya vuelvo"),
    "again": gettext_noop("¡Otra!"),
}
PHRASES: Final[Mapping[str, tuple[Phrase, ...]]] = {
    ARGENTINO: _said(_TO_ALL, *_TO_ALL.values()),
    URUGUAYO: _said(
        _TO_ALL,
        *("¡Buenas!", "¡Qué mano, bo!", "¡Qué liga!", "De más", "Gracias, bo", "¡Dale, bo!"),
        *("Tranqui", "¡Vamo' arriba!", "¡Mentiroso!", "Pensalo bien", "Ya vengo", "¡Otra!"),
    ),
    TRUC: _said(
        _TO_ALL,
        *("Bones!", "Bona mà!", "Quina sort!", "Ben jugat", "Gràcies", "Vinga, xe!"),
        *("Tranquil", "Avant!", "Mentider!", "Pensa-t'ho bé", "Ara torne", "Una altra!"),
    ),
}
_TO_PARTNERS: Final = {
    "veni": gettext_noop("Vení"),
    "pone": gettext_noop("Poné"),
    "mata": gettext_noop("Matá"),
    "pasa": gettext_noop("Pasá"),
    "canta": gettext_noop("Cantá"),
    "callado": gettext_noop("Jugá callado"),
    "voy": gettext_noop("Voy yo"),
    "algo": gettext_noop("¿Tenés algo?"),
}
_RIOPLATENSE: Final = _said(_TO_PARTNERS, *_TO_PARTNERS.values())
PARTNER_WORDS: Final[Mapping[str, tuple[Phrase, ...]]] = {
    ARGENTINO: _RIOPLATENSE,
    URUGUAYO: _RIOPLATENSE,
    TRUC: _said(
        _TO_PARTNERS,
        *("Vine", "Posa", "Mata", "Passa", "Canta", "Juga callat", "Vaig jo", "Tens res?"),
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
