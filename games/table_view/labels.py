"""Texts for the codes of a table: cards, signs, points, refusals and rulings.

Texts use the language that is active at the call; calls keep the terms of the table's family in
every language (`games.house_rules.call_names`). A ruling comes from a judge or from the bell of a
timed round.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext_noop, ngettext

from accounts.i18n.languages import cached_per_language, gettext
from accounts.i18n.languages import gettext as _
from games.engine import (
    ENVIDOS,
    Award,
    Card,
    Event,
    Loss,
    Proceed,
    SetScore,
    TimeUp,
    Void,
    from_word,
)
from games.house_rules import is_french, short_canto, within
from games.play.seat_names import Names

RANKS: Final[dict[int, str]] = {
    1: gettext_noop("as"),
    2: gettext_noop("dos"),
    3: gettext_noop("tres"),
    4: gettext_noop("cuatro"),
    5: gettext_noop("cinco"),
    6: gettext_noop("seis"),
    7: gettext_noop("siete"),
    10: gettext_noop("sota"),
    11: gettext_noop("caballo"),
    12: gettext_noop("rey"),
}
SUITS: Final[Mapping[str, str]] = {
    "o": gettext_noop("%(rank)s de oros"),
    "c": gettext_noop("%(rank)s de copas"),
    "e": gettext_noop("%(rank)s de espadas"),
    "b": gettext_noop("%(rank)s de bastos"),
}
FRENCH_COURTS: Final[dict[int, str]] = {
    10: gettext_noop("dama"),
    11: gettext_noop("jota"),
    12: gettext_noop("rey (K)"),
}
FRENCH_SUITS: Final[Mapping[str, str]] = {
    "o": gettext_noop("%(rank)s de diamantes"),
    "c": gettext_noop("%(rank)s de corazones"),
    "e": gettext_noop("%(rank)s de picas"),
    "b": gettext_noop("%(rank)s de tréboles"),
}
FRENCH_CORNERS: Final[Mapping[int, str]] = {1: "A", 10: "Q", 11: "J", 12: "K"}
FRENCH_PIPS: Final[Mapping[str, str]] = {"o": "♦", "c": "♥", "e": "♠", "b": "♣"}
PERROS_ANSWERS: Final[Mapping[str, str]] = {  # R-X2
    "ley:quiere:quiere": "En ley: quiero la contraflor y el truco",
    "ley:quiere:pasa": "En ley: quiero la contraflor y paso el truco",
    "ley:pasa:quiere": "En ley: paso la contraflor y quiero el truco",
    "ley:pasa:pasa": "En ley: paso todo",
    "punto:quiere:quiere": "A punto: quiero la falta y el truco",
    "punto:quiere:pasa": "A punto: quiero la falta y paso el truco",
    "punto:pasa:quiere": "A punto: paso la falta y quiero el truco",
    "punto:pasa:pasa": "A punto: paso todo",
}
REASONS: Final[Mapping[str, str]] = {
    "envido": "%(envido)s",
    "envido-refused": gettext_noop("%(envido)s no querido"),
    "flor": gettext_noop("flor"),
    "flor-refused": gettext_noop("flor no querida"),
    "truco": "%(truco)s",
    "truco-refused": gettext_noop("%(truco)s no querido"),
    "hand": gettext_noop("la mano"),
    "mao-x": "%(mao-x)s",
    "mao-x-refused": gettext_noop("%(mao-x)s sin jugar"),
    "truco-in-mao-x": gettext_noop("%(truco)s en %(mao-x)s"),
    "envido-unshown": gettext_noop("%(envido)s sin mostrar"),
    "judge": gettext_noop("decisión del juez"),
}


@cached_per_language
def card_name(card: Card, preset: str) -> str:
    """Return the name of a card: `siete de oros`, or `siete de diamantes` on French faces."""
    suits, ranks = (FRENCH_SUITS, RANKS | FRENCH_COURTS) if is_french(preset) else (SUITS, RANKS)
    return gettext(suits[card.suit]) % {"rank": gettext(ranks[card.rank])}


def short_card_name(card: Card, preset: str) -> str:
    """Return what is in the corner of a French card, `K♥`; other cards have only their name."""
    if not is_french(preset):
        return card_name(card, preset)
    return FRENCH_CORNERS.get(card.rank, str(card.rank)) + FRENCH_PIPS[card.suit]


def is_envido(event: Event) -> bool:
    """Return whether this is the call of an envido."""
    return event.kind == "call" and event.token in ENVIDOS


def envidos_said(events: Iterable[Event]) -> int:
    """Return how many envidos were called: some families name the second and third otherwise."""
    return sum(map(is_envido, events))


def answer_to_perros(token: str) -> str:
    """Return the full text of an answer to the dogs."""
    return PERROS_ANSWERS[token]


@cached_per_language
def reason(code: str, preset: str) -> str:
    """Return the reason for points in words."""
    if code == "mazo":
        return short_canto(code, preset).lower()
    return (gettext(words) if (words := REASONS.get(code)) else code) % within(preset)


@cached_per_language
def points(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("%(number)s punto", "%(number)s puntos", number) % {"number": number}


def ruling_text(word: str, names: Names) -> str:
    """Describe a ruling and its source: `Juez: 3 puntos para Ana`."""
    values = {"ruling": ruling(word, names)}
    if isinstance(from_word(word), TimeUp):
        return _("Campana: %(ruling)s") % values
    return _("Juez: %(ruling)s") % values


def ruling(word: str, names: Names) -> str:
    """Describe a judge's ruling: `3 puntos para Ana`."""
    match from_word(word):
        case Proceed():
            return _("sigue la mano")
        case Void():
            return _("la mano se juega de nuevo")
        case SetScore((first, second)):
            one, other = (
                f"{names.team(team)} {score}" for team, score in ((0, first), (1, second))
            )
            return _("el marcador queda %(one)s, %(other)s") % {"one": one, "other": other}
        case Award(team, number):
            to = {"points": points(number), "name": names.in_sentence(team)}
            return _("%(points)s para %(name)s") % to
        case Loss(team):
            return _("partida perdida para %(name)s") % {"name": names.in_sentence(team)}
        case TimeUp(winner):
            if winner is None:
                return _("la partida queda como está: el partido ya tenía ganador")
            return _("gana por tiempo %(name)s") % {"name": names.in_sentence(winner)}
