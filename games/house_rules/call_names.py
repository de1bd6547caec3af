"""Names of the calls, and the families of rules they belong to.

A family is a group of presets that play like one game, so that their results can be compared.
Calls keep the terms of the family in every language; their glosses are translated.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from django.utils.translation import gettext, gettext_noop

from accounts.i18n.languages import active_language, cached_per_language
from games.engine import PRESETS, CallName, Rules, known_calls
from games.engine.truco import is_juego_fuera, level_of, worth

ARGENTINO, URUGUAYO, TRUC = "argentino", "uruguayo", "truc"
FAMILIES: Final = (
    *(ARGENTINO, URUGUAYO, TRUC),
    *("paulista", "mineiro", "venezolano", "mallorqui"),
)
FAMILY_OF: Final[Mapping[str, str]] = {
    "argentino": ARGENTINO,
    "argentino-flor": ARGENTINO,
    "trucoestrella": ARGENTINO,
    "uruguayo": URUGUAYO,
    "uruguayo-online": URUGUAYO,
    "truc": TRUC,
    "paulista": "paulista",
    "mineiro": "mineiro",
    "gauderio": ARGENTINO,
    "venezolano": "venezolano",
    "mallorqui": "mallorqui",
}
assert FAMILY_OF.keys() == PRESETS.keys(), "every preset has a family"
OFFERED: Final = tuple(PRESETS)
"""The presets that forms and pages offer, in their order."""
_BRAZILIAN: Final = frozenset({"paulista", "mineiro"})


def family_of(preset: str) -> str:
    return FAMILY_OF[preset]


def dialect_of(rules: Rules) -> str:
    """Return whose words a table speaks, for `canto` and its like.

    It is the preset. In Brazil the words follow the prices: where a table does not play those of
    its preset the row and the score of the last hand are added.
    """
    if rules.preset not in _BRAZILIAN:
        return rules.preset
    both = rules, PRESETS[rules.preset]
    terms, usual = (f"{each.prices} {each.target - each.truco_prices[0]}" for each in both)
    return rules.preset if terms == usual else f"{rules.preset} {terms}"


def is_french(preset: str) -> bool:
    """Return whether the cards of a preset, or a dialect, have French faces (R-D8)."""
    return preset.partition(" ")[0] in _BRAZILIAN


_SPANISH: Final[Mapping[str, str]] = {
    "envido": "Envido",
    "real": "Real envido",
    "falta": "Falta envido",
    "vuelvo": "Vuelvo",
    "flor": "Flor",
    "contraflor": "Contraflor",
    "conflor": "Con flor envido",
    "conreal": "Con flor real envido",
    "confalta": "Con flor la falta",
    "resto": "Contraflor al resto",
    "achico": "Me achico",
    "mas": "Quiero y %(n)s más",
    "truco": "Truco",
    "retruco": "Retruco",
    "vale4": "Vale cuatro",
    "fuera": "Juego fuera",
    "quiero": "Quiero",
    "no": "No quiero",
    "mazo": "Me voy al mazo",
    "mazo:show": "Me voy al mazo y muestro",
    "perros": "Echo los perros",
    "ley": "En ley",
    "punto": "A punto",
    "quiere": "quiero",
    "pasa": "paso",
    "buenas": "Son buenas",
}
_VALENCIAN: Final[Mapping[str, str]] = {
    "envido": "Envit",
    "falta": "La falta",
    "vuelvo": "Torne",
    "truco": "Truc",
    "retruco": "Retruc",
    "vale4": "Val quatre",
    "fuera": "Joc fora",
    "quiero": "Vull",
    "no": "No vull",
    "mazo": "Me'n vaig",
    "mazo:show": "Me'n vaig i mostre",
    "buenas": "Són bones",
}
_BRAZIL: Final[Mapping[str, str]] = {
    "truco": "Truco!",
    "retruco": "Seis!",
    "vale4": "Nove!",
    "fuera": "Doze!",
    "quiero": "Aceito",
    "no": "Corro",
    "mazo": "Desisto da mão",
    "joga": "Vamos jogar",
    "corre": "Corremos",
    "mao-x": "Mão de onze",
    "ferro": "Mão de ferro",
    "muestra": "Vira",
}
_GAUDERIO: Final[Mapping[str, str]] = {
    "truco": "Truco",
    "retruco": "Quero retruco",
    "vale4": "Quero vale quatro",
    "quiero": "Quero",
    "no": "Não quero",
    "mazo": "Vou ao baralho",
    "mazo:show": "Vou ao baralho, mostro",
    "envido": "Envido",
    "real": "Real envido",
    "falta": "Falta envido",
    "mas": "Quero e mais %(n)s",
    "flor": "Flor",
    "contraflor": "Contraflor",
    "resto": "Contraflor e o resto",
    "achico": "Com flor me achico",
    "buenas": "São boas",
}
_VENEZOLANO: Final[Mapping[str, str]] = {
    "envido2": "Quiero y envido",
    "retruco": "Quiero y retruco",
    "vale4": "Quiero y vale nueve",
    "fuera": "Quiero y vale juego",
    "mazo": "Me voy",
    "mazo:show": "Me voy, y enseño",
    "falta": "La falta",
    "mas": "Quiero y %(n)s piedras más",
    "flor": "Con mi flor",
    "conflor": "Con mi flor envido",
    "confalta": "Con mi flor la falta",
    "muestra": "Vira",
}
_MALLORQUI: Final[Mapping[str, str]] = {
    "truco": "Truc",
    "retruco": "Retruc",
    "vale4": "Val nou",
    "fuera": "Joc fora",
    "quiero": "Vull",
    "no": "No vull",
    "mazo": "Me'n vaig",
    "mazo:show": "Me'n vaig, i ho mostr",
    "envido": "Envit",
    "envido2": "Renvit",
    "envido3": "Val sis",
    "falta": "La falta",
    "buenas": "Són bones",
}
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    ARGENTINO: {},
    URUGUAYO: {},
    TRUC: _VALENCIAN,
    "paulista": _BRAZIL,
    "mineiro": {**_BRAZIL, "vale4": "Dez!", "mao-x": "Mão de dez"},
    "gauderio": _GAUDERIO,
    "venezolano": _VENEZOLANO,
    "mallorqui": _MALLORQUI,
}
"""By family, or by preset where one speaks otherwise: the calls that are not as in Spanish.

`envido2` is an envido that answers another one, `envido3` the third of a hand.
"""
_THIRD_CALLS: Final[Mapping[str, str]] = {
    "1-3-6-9-12": "Nove!",
    "2-4-6-10-12": "Dez!",
    "2-4-8-10-12": "Nove!",
    "2-4-6-8-12": "Oito!",
}
"""What is said in Brazil at the third call, by the row of prices."""
_LAST_HANDS: Final[Mapping[int, str]] = {10: "Mão de dez", 11: "Mão de onze"}
"""By the score at which a team decides whether it plays (R-B1)."""
_SHORT: Final[Mapping[str, str]] = {
    "resto": "Al resto",
    "conflor": "Con flor",
    "mazo": "Mazo",
    "mazo:show": "Mazo y muestro",
    "perros": "Los perros",
}
"""Spanish calls on a button, where they are shorter than as spoken."""
_MEANINGS: Final[Mapping[str, str]] = {
    "envido": gettext_noop("apuesto a los tantos de mis cartas"),
    "real": gettext_noop("un envido que vale 3"),
    "vuelvo": gettext_noop("doblo lo envidado"),
    "mas": gettext_noop("quiero, y subo los tantos que diga"),
    "falta": gettext_noop("a los tantos, por lo que falta para ganar"),
    "flor": gettext_noop("tengo tres cartas del mismo palo"),
    "contraflor": gettext_noop("mi flor contra la tuya"),
    "conflor": gettext_noop("mi flor contra la tuya, por más"),
    "conreal": gettext_noop("mi flor contra la tuya, por 3 más"),
    "confalta": gettext_noop("mi flor contra la tuya, por lo que falta para ganar"),
    "resto": gettext_noop("mi flor contra la tuya, por lo que falta para ganar"),
    "achico": gettext_noop("mi flor no va contra la tuya"),
    "fuera": gettext_noop("la mano, por todo"),
    "quiero": gettext_noop("acepto"),
    "no": gettext_noop("no acepto"),
    "mazo": gettext_noop("dejo la mano"),
}
_GLOSSES: Final[Mapping[str, str]] = {
    "envido": gettext_noop("tantos"),
    "real": gettext_noop("3 más"),
    "vuelvo": gettext_noop("el doble"),
    "mas": gettext_noop("más tantos"),
    "falta": gettext_noop("por todo"),
    "flor": gettext_noop("tres del palo"),
    "contraflor": gettext_noop("contra flor"),
    "conflor": gettext_noop("por más"),
    "conreal": gettext_noop("3 más"),
    "confalta": gettext_noop("por todo"),
    "resto": gettext_noop("por todo"),
    "achico": gettext_noop("no voy"),
    "fuera": gettext_noop("por todo"),
    "quiero": gettext_noop("acepto"),
    "no": gettext_noop("no acepto"),
    "mazo": gettext_noop("me voy"),
}
RAISE_MEANING: Final = gettext_noop("la mano, por %(points)s")
RAISE_GLOSS: Final = gettext_noop("sube a %(points)s")
ROOM: Final = 10  # letters below a call, on the smallest phone
_UNDERSTANDS: Final = ("es", "ca")  # languages whose readers need no gloss
_PORTUGUESE: Final = frozenset({"paulista", "mineiro", "gauderio"})  # tables that speak it
_WITHOUT_OPENING: Final = _PORTUGUESE | {"truc", "mallorqui"}


def voice_of(dialect: str) -> str:
    """Return whose words a table speaks: the preset's own, or those of its family."""
    preset = dialect.partition(" ")[0]
    return preset if preset in WORDS else family_of(preset)


@cache
def _own_words(dialect: str) -> Mapping[str, str]:
    preset, *row = dialect.split(" ")
    own = WORDS[voice_of(preset)]
    if not row:
        return own
    prices, score = row[0], int(row[1])
    last_hand = _LAST_HANDS.get(score, f"Mão de {score}")
    return {**own, "vale4": _THIRD_CALLS.get(prices, own["vale4"]), "mao-x": last_hand}


@cache
def _words(dialect: str) -> Mapping[str, str]:
    return {**_SPANISH, **_own_words(dialect)}


@lru_cache(maxsize=4096)
def canto(token: str, dialect: str, nth: int = 1) -> str:
    """Return a call as spoken at the table: `Real envido`, `En ley: quiero y paso` (R-X2).

    `dialect` is a preset or what `dialect_of` says; `nth` counts the envidos of the hand up to this
    call, because some families name the second and the third otherwise.
    """
    words = _words(dialect)
    for place in range(nth, 1, -1):
        if f"{token}{place}" in words:
            return words[f"{token}{place}"]
    call, _, number = token.partition(":")
    if call == "mas":
        return words["mas"] % {"n": number or "…"}
    if token in words:
        return words[token]
    kind, *parts = (words.get(part, part) for part in token.split(":"))
    return f"{kind}: {' y '.join(parts)}" if parts else kind


def call_name(token: str, dialect: str, nth: int = 1) -> str:
    """Return a call for use within a text: `Truco`, also where the table shouts `Truco!`."""
    return canto(token, dialect, nth).removesuffix("!")


@cached_per_language
def aloud(words: str, dialect: str) -> str:
    """Return a call as it is shouted: only Spanish opens an exclamation."""
    words = words.removesuffix("!")
    if voice_of(dialect) in _WITHOUT_OPENING:
        return f"{words}!"
    return gettext("¡%(call)s!") % {"call": words}


@lru_cache(maxsize=4096)
def short_canto(token: str, dialect: str, nth: int = 1) -> str:
    """Return a call in the few letters of a button, the same in every language: `Mazo`."""
    is_spanish = token not in _own_words(dialect)
    return _SHORT[token] if is_spanish and token in _SHORT else canto(token, dialect, nth)


def turned_card(preset: str) -> str:
    """Return the name of the turned card: the family's own word, or the reader's."""
    own = _own_words(preset).get("muestra")
    return own.lower() if own else gettext("muestra")


def raised_to(token: str, rules: Rules) -> int:
    """Return the points a truco call raises the hand to; 0 for other calls and the juego fuera."""
    if token not in rules.truco_ladder:
        return 0
    level = level_of(CallName(token))
    return 0 if is_juego_fuera(rules, level) else worth(rules, level)


def gloss_of(token: str, price: int, dialect: str) -> str:
    """Describe what a call does; "" where the call says so itself, or there is no room.

    `price` is what it raises the hand to, or 0.
    """
    gloss = RAISE_GLOSS if price else _GLOSSES.get(token, "")
    if _speaks_to_reader(dialect) or not gloss:
        return ""
    gloss = gettext(gloss) % {"points": price}
    return gloss if len(gloss) <= ROOM else ""


def _speaks_to_reader(dialect: str) -> bool:
    language = active_language() or ""
    is_portuguese = language.startswith("pt") and voice_of(dialect) in _PORTUGUESE
    return is_portuguese or language.startswith(_UNDERSTANDS)


@cache
def within(dialect: str) -> Mapping[str, str]:
    """Return the calls for use within a sentence, by token: `el %(envido)s`."""
    return {token: canto(token, dialect).removesuffix("!").lower() for token in _words(dialect)}


def meanings(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the calls of a table, each with its meaning in the reader's language."""
    calls = known_calls(rules)
    more = ("mas",) if rules.envido_ladder == "libre" else ()
    tokens = (*calls.envido, *more, *calls.flor, *calls.truco, "quiero", "no", "mazo")
    return tuple((canto(token, dialect_of(rules)), _meaning(token, rules)) for token in tokens)


def _meaning(token: str, rules: Rules) -> str:
    price = raised_to(token, rules)
    return gettext(RAISE_MEANING if price else _MEANINGS[token]) % {"points": price}
