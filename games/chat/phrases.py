"""Quick phrases, signs and words for partners, robot chat, and the check of written lines.

Each voice (a family, or a preset that speaks otherwise) has twelve phrases in its own words, in
every language; their gloss is translated. The
gestures of the signs are the usual ones, distinct at one table; houses differ. The envido of 30
or more is TrucoEstrella's (seed 001, section 7), where "perdedoras" and "viejas" are said aloud
to the partner, so those two have no face. Robot chat depends only on the table's number, the
hand's label and its winner, so every process and every reader computes the same lines; nothing is
stored. A written line is a single line of letters that mean what they show.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.utils.translation import gettext_noop

from accounts.common.errors import RefusedError
from accounts.i18n.languages import active_language, gettext
from accounts.names.validation import BLANKS, UNSEEN, tidy
from games.chat.errors import EmptyLineError, LongLineError, UnseenSignsError
from games.engine import Rules
from games.house_rules import voice_of, within
from games.house_rules.call_names import ARGENTINO, TRUC, URUGUAYO

GESTURES: Final[Mapping[str, tuple[str, str]]] = {  # sign -> symbol in the sprite, description
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
    "zap": ("g-wink", gettext_noop("guiña un ojo")),
    "copas": ("g-brows", gettext_noop("levanta las cejas")),
    "espadilha": ("g-cheeks", gettext_noop("infla las mejillas")),
    "pica-fumo": ("g-nose", gettext_noop("frunce la nariz")),
    "threes": ("g-kiss", gettext_noop("tira un beso")),
    "manilhas": ("g-open", gettext_noop("abre la boca")),
    "amo": ("g-up", gettext_noop("mira arriba")),
    "madona": ("g-down", gettext_noop("mira abajo")),
    "pieza-2": ("g-cheeks", gettext_noop("infla las mejillas")),
    "pieza-4": ("g-up", gettext_noop("mira arriba")),
    "pieza-5": ("g-open", gettext_noop("abre la boca")),
    "pieza-11": ("g-aside", gettext_noop("mira a un lado")),
    "pieza-10": ("g-down", gettext_noop("mira abajo")),
}


def drawing(sign: str) -> str:
    """Return the symbol that shows how a sign is made; "" for spoken signs."""
    return GESTURES[sign][0] if sign in GESTURES else ""


def gesture(sign: str) -> str:
    """Return how a sign is made, in words."""
    return gettext(GESTURES[sign][1])


LANGUAGES: Final[Mapping[str, str]] = {
    ARGENTINO: "es-AR",
    URUGUAYO: "es-UY",
    TRUC: "ca-ES",
    **dict.fromkeys(("paulista", "mineiro", "gauderio"), "pt-BR"),
    "venezolano": "es-VE",
    "mallorqui": "ca-ES",
}


@dataclass(frozen=True)
class Phrase:
    """Something to say with a tap; `face` names a drawing of the sprite."""

    code: str
    words: str
    meaning: str  # the catalogue's message id
    face: str = ""
    language: str = ""  # of the words, or its first letters; "" for that of the sources

    @property
    def gloss(self) -> str:
        """The meaning in the active language; empty for readers of the words' own language."""
        if self.language and (active_language() or "").startswith(self.language):
            return ""
        translated = gettext(self.meaning)
        return "" if translated == self.words else translated


def _make_phrases(
    meanings: Mapping[str, str], *words: str, language: str = ""
) -> tuple[Phrase, ...]:
    """Return phrases from meanings, by code, and a family's words for them."""
    pairs = zip(meanings.items(), words, strict=True)
    return tuple(Phrase(code, spoken, meaning, "", language) for (code, meaning), spoken in pairs)


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
    ARGENTINO: _make_phrases(_TO_ALL, *_TO_ALL.values()),
    URUGUAYO: _make_phrases(
        _TO_ALL,
        *("¡Buenas!", "¡Qué mano, bo!", "¡Qué liga!", "De más", "Gracias, bo", "¡Dale, bo!"),
        *("Tranqui", "¡Vamo' arriba!", "¡Mentiroso!", "Pensalo bien", "Ya vengo", "¡Otra!"),
        language="es-uy",
    ),
    TRUC: _make_phrases(
        _TO_ALL,
        *("Bones!", "Bona mà!", "Quina sort!", "Ben jugat", "Gràcies", "Vinga, xe!"),
        *("Tranquil", "Avant!", "Mentider!", "Pensa-t'ho bé", "Ara torne", "Una altra!"),
        language="ca",
    ),
    "paulista": _make_phrases(
        _TO_ALL,
        *("Boa noite!", "Que mão!", "Que sorte!", "Bem jogado", "Valeu", "Bora, meu!"),
        *("Calma", "Vamos!", "Ladrão!", "Pensa bem", "Já volto", "Mais uma!"),
        language="pt",
    ),
    "mineiro": _make_phrases(
        _TO_ALL,
        *("Boa noite, sô!", "Que mão, uai!", "Que sorte!", "Bão demais", "Brigado", "Anda, sô!"),
        *("Calma, sô", "Vão bora!", "Mentira, uai!", "Pensa direito", "Já volto", "Mais uma!"),
        language="pt",
    ),
    "gauderio": _make_phrases(
        _TO_ALL,
        *("Buenas, tchê!", "Bah, que mão!", "Que sorte!", "Bem jogado", "Gracias", "Dale, tchê!"),
        *("Calma, vivente", "Vamos!", "Mentiroso!", "Pensa bem", "Já volto", "Mais uma!"),
        language="pt",
    ),
    "venezolano": _make_phrases(
        _TO_ALL,
        *("¡Epa!", "¡Qué mano, vale!", "¡Qué leche!", "Bien jugado", "Gracias", "¡Dale, pues!"),
        *("Tranquilo", "¡Échale!", "¡Embustero!", "Piénsalo bien", "Ya vengo", "¡Otra!"),
        language="es-ve",
    ),
    "mallorqui": _make_phrases(
        _TO_ALL,
        *("Uep!", "Bona mà!", "Quina sort!", "Ben jugat", "Gràcies", "Au, idò!"),
        *("Tranquil", "Envant!", "Mentider!", "Pensa-t'hi bé", "Ara torn", "Una altra!"),
        language="ca",
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
_BRAZILIAN: Final = _make_phrases(
    _TO_PARTNERS,
    *("Vem", "Põe", "Mata", "Passa", "Canta", "Joga quieto", "Vou eu", "Tem alguma?"),
    language="pt",
)
_RIOPLATENSE: Final = _make_phrases(_TO_PARTNERS, *_TO_PARTNERS.values())
PARTNER_WORDS: Final[Mapping[str, tuple[Phrase, ...]]] = {
    ARGENTINO: _RIOPLATENSE,
    URUGUAYO: _RIOPLATENSE,
    TRUC: _make_phrases(
        _TO_PARTNERS,
        *("Vine", "Posa", "Mata", "Passa", "Canta", "Juga callat", "Vaig jo", "Tens res?"),
        language="ca",
    ),
    "paulista": _BRAZILIAN,
    "mineiro": _BRAZILIAN,
    "gauderio": _BRAZILIAN,
    "venezolano": _make_phrases(
        _TO_PARTNERS,
        *("Ven", "Pon", "Mata", "Pasa", "Canta", "Callado", "Voy yo", "¿Tienes algo?"),
        language="es-ve",
    ),
    "mallorqui": _make_phrases(
        _TO_PARTNERS,
        *("Vine", "Posa", "Mata", "Passa", "Canta", "Juga callat", "Vaig jo", "Tens res?"),
        language="ca",
    ),
}


def phrases(preset: str) -> tuple[Phrase, ...]:
    """Return the phrases for everyone at a table of this preset."""
    return PHRASES[voice_of(preset)]


def partner_words(rules: Rules) -> tuple[Phrase, ...]:
    """Return the phrases between partners; none at a table without partners."""
    return PARTNER_WORDS[voice_of(rules.preset)] if rules.seats > 2 else ()


def find(preset: str, code: str) -> Phrase | None:
    """Return a phrase or a face of a table by its code, or None."""
    return next((phrase for phrase in (*phrases(preset), *FACES) if phrase.code == code), None)


def find_partner_word(rules: Rules, code: str) -> Phrase | None:
    """Return a phrase between partners by its code; None if such a table does not have it."""
    return next((phrase for phrase in partner_words(rules) if phrase.code == code), None)


def language(preset: str) -> str:
    """Return the locale of the speech synthesis for a table."""
    return LANGUAGES[voice_of(preset)]


WINS: Final = ("smile", "laugh", "lets-go", "again")
LOSES: Final = ("well-played", "luck", "good-hand", "cry", "wow")
RARELY: Final = 4  # one hand in this many


def said_after(game: int, label: str, winner: int, robots: Sequence[int]) -> tuple[int, str] | None:
    """Return a robot's seat and the code of its phrase after a hand; usually None.

    `winner` is the team that scored in this hand, and `robots` are the seats that robots play.
    """
    chance = sha256(f"{game}:{label}:{winner}".encode()).digest()
    if not robots or chance[0] % RARELY:
        return None
    seat = robots[chance[1] % len(robots)]
    codes = WINS if seat % 2 == winner else LOSES
    return seat, codes[chance[2] % len(codes)]


LONGEST: Final = 200
JOINER: Final = "\u200d"  # joins the parts of an emoji
MARKS: Final = frozenset({"Mn", "Me"})
MARKS_IN_A_ROW: Final = 3


def fault_of(text: str) -> type[RefusedError] | None:
    """Return why a line may not be sent; None if it may."""
    plain = tidy(text)
    if not plain:
        return EmptyLineError
    if len(plain) > LONGEST or len(text) > 2 * LONGEST:
        return LongLineError
    if any(_is_unseen(letter) for letter in text) or _has_heaps_of_marks(text):
        return UnseenSignsError
    return None


def _is_unseen(letter: str) -> bool:
    """Return whether a character is a control, a direction mark or an invisible blank."""
    return letter != JOINER and (unicodedata.category(letter) in UNSEEN or letter in BLANKS)


def _has_heaps_of_marks(text: str) -> bool:
    row = 0
    for letter in unicodedata.normalize("NFD", text):
        row = row + 1 if unicodedata.category(letter) in MARKS else 0
        if row > MARKS_IN_A_ROW:
            return True
    return False


SIGNS: Final[Mapping[str, str]] = {  # R-G
    "pieza-2": gettext_noop("pieza: el dos"),
    "pieza-4": gettext_noop("pieza: el cuatro"),
    "pieza-5": gettext_noop("pieza: el cinco"),
    "pieza-11": gettext_noop("pieza: el caballo"),
    "pieza-10": gettext_noop("pieza: la sota"),
    "1e": gettext_noop("as de espadas"),
    "1b": gettext_noop("as de bastos"),
    "7e": gettext_noop("siete de espadas"),
    "7o": gettext_noop("siete de oros"),
    "3": gettext_noop("un tres"),
    "2": gettext_noop("un dos"),
    "envido-30": gettext_noop("30 o más de %(envido)s"),
    "ciego": gettext_noop("ciego: poco %(envido)s"),
    "perdedoras": gettext_noop("las perdedoras: 29"),
    "viejas": gettext_noop("las viejas: 27"),
    "zap": gettext_noop("el zap: la manilla de tréboles"),
    "copas": gettext_noop("la manilla de corazones"),
    "espadilha": gettext_noop("la espadilla: la manilla de picas"),
    "pica-fumo": gettext_noop("el pica-fumo: la manilla de diamantes"),
    "threes": gettext_noop("dos treses"),
    "manilhas": gettext_noop("las manos llenas de manillas"),
    "amo": gettext_noop("l'amo: el caballo de bastos"),
    "madona": gettext_noop("la madona: la sota de oros"),
}
SHORT_SIGNS: Final[Mapping[str, str]] = {
    "1e": gettext_noop("as espada"),
    "1b": gettext_noop("as basto"),
    "7e": gettext_noop("7 espada"),
    "7o": gettext_noop("7 oro"),
    "3": gettext_noop("tres"),
    "2": gettext_noop("dos"),
    "envido-30": gettext_noop("30 o más"),
    "ciego": gettext_noop("ciego"),
    "perdedoras": gettext_noop("29"),
    "viejas": gettext_noop("27"),
    "zap": "zap",
    "copas": "copas",
    "espadilha": "espadilha",
    "pica-fumo": "pica-fumo",
    "threes": gettext_noop("dos treses"),
    "manilhas": gettext_noop("manillas"),
    "amo": "l'amo",
    "madona": "madona",
}


def sign(code: str, preset: str) -> str:
    """Return the meaning of a seña."""
    return gettext(SIGNS[code]) % within(preset)


def short_sign(code: str) -> str:
    """Return a seña in the few letters of a button: a pieza by its number."""
    return code.replace("-", " ") if code not in SHORT_SIGNS else gettext(SHORT_SIGNS[code])
