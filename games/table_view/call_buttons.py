"""Call buttons and hand cards of the viewer, with the actions each allows.

Every call of the rules keeps its place, enabled or with the reason why it is not.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from accounts.i18n.languages import cached_per_language
from accounts.i18n.languages import gettext as _
from games.common.errors import refusal
from games.engine import (
    Call,
    CallName,
    Card,
    HandChoice,
    More,
    PlayBlind,
    PlayCard,
    PlayPair,
    View,
    known_calls,
    to_token,
)
from games.engine.ranks import WildKind
from games.house_rules import dialect_of, gloss_of, raised_to, short_canto
from games.table_view.felt import BACK, face_symbol
from games.table_view.labels import PERROS_ANSWERS, answer_to_perros, card_name, envidos_said

KEYS: Final[Mapping[str, str]] = {
    "envido": "e",
    "quiero": "q",
    "no": "n",
    "mazo": "m",
    "falta": "f",
}
TRUCO_KEY: Final = "t"  # for the next level, whichever it is
ASK_AGAIN: Final = frozenset(
    {"mazo", "mazo:show", "vale4", "fuera", "falta", "resto", "confalta", "corre"}
)


class CallButton(NamedTuple):
    """One call button; without a reason the call is legal now."""

    token: str
    label: str
    key: str = ""
    asks_again: bool = False
    why_not: str = ""
    gloss: str = ""  # for readers who do not speak the language of the calls


def call_rows(view: View) -> tuple[tuple[CallButton, ...], ...]:
    """Lay out every call of this table's rules, row by row, in fixed places.

    Only the answers before the first card replace all other calls, while they are legal.
    """
    calls = known_calls(view.rules)
    legal = {to_token(action) for action in view.legal}
    dialect, nth = dialect_of(view.rules), envidos_said(view.events) + 1
    button = partial(_button, view=view, legal=legal, dialect=dialect, nth=nth)
    if not legal.isdisjoint(PERROS_ANSWERS):
        answers = [token for token in PERROS_ANSWERS if token in legal]
        return _perros_rows(answers, button("mazo"))
    if "joga" in legal:
        return tuple((button(choice.value),) for choice in HandChoice)
    truco = button(_next_truco(view, calls.truco), key=TRUCO_KEY)
    if view.is_mao_x:
        truco = truco._replace(gloss="", asks_again=True)  # it loses the hand or the leg (R-B3)
    rows = (
        (button("quiero"), truco, button("no")),
        (
            *map(button, calls.envido),
            *((_more(view, legal),) if view.rules.envido_ladder == "libre" else ()),
            *map(button, _folds(view)),
        ),
        tuple(map(button, calls.flor)),
    )
    return tuple(row for row in rows if row)


MORE: Final = "mas"
"""The token of the button that opens the numbers to raise an envido by (R-E13)."""


def _more(view: View, legal: Collection[str]) -> CallButton:
    why_not = "" if numbers_to_raise(view) else view.blocked.get("quiero", "closed")
    if not why_not or "quiero" not in legal:
        return _made(MORE, "", why_not, view.rules.preset, 0)
    return _made(MORE, "", "nothing-to-raise", view.rules.preset, 0)


def numbers_to_raise(view: View) -> tuple[int, ...]:
    """Return the points by which the viewer can raise the pending envido (R-E13)."""
    calls = (action.canto for action in view.legal if isinstance(action, Call))
    return tuple(call.points for call in calls if isinstance(call, More))


def _folds(view: View) -> tuple[str, ...]:
    """Return the ways to fold: where an unshown envido is lost, also showing it (R-M5)."""
    return ("mazo",) if view.rules.unshown_envido == "kept" else ("mazo", "mazo:show")


def shared_reason(row: Sequence[CallButton]) -> str:
    """Return the reason that most of a row's blocked calls share; "" if none is blocked."""
    reasons = Counter(button.why_not for button in row if button.why_not)
    return reasons.most_common(1)[0][0] if reasons else ""


def _perros_rows(answers: Sequence[str], mazo: CallButton) -> tuple[tuple[CallButton, ...], ...]:
    """Return rows for accepting both parts of the dogs, one of them, or none (R-X2)."""
    both, *one, none = (CallButton(token, answer_to_perros(token)) for token in answers)
    return (both,), tuple(one), (none._replace(asks_again=True), mazo)


def _next_truco(view: View, ladder: Sequence[CallName]) -> CallName:
    """Return the next level of truco; the levels share one place.

    In a mão de X the only call is the first, whatever the hand is worth (R-B3).
    """
    level = 1 if view.is_mao_x else view.truco_level
    if view.pending and view.pending.family == "truco":
        level += 1
    return ladder[min(level, len(ladder)) - 1]


def _button(
    token: str, *, view: View, legal: Collection[str], dialect: str, nth: int, key: str = ""
) -> CallButton:
    """Return a call's button, with the reason if it is blocked; `closed` at a paused table.

    `nth` counts the envidos of the hand up to the next one.
    """
    why_not = "" if token in legal else view.blocked.get(token, "closed")
    price = raised_to(token, view.rules)
    return _made(token, key or KEYS.get(token, ""), why_not, dialect, price, nth)


@cached_per_language
def _made(token: str, key: str, why_not: str, preset: str, price: int, nth: int = 1) -> CallButton:
    return CallButton(
        token=token,
        label=short_canto(token, preset, nth),
        key=key,
        asks_again=token in ASK_AGAIN,
        why_not=refusal(why_not, preset) if why_not else "",
        gloss=gloss_of(token, price, preset),
    )


class HandCard(NamedTuple):
    """A card in the viewer's hand. A token is empty while the card cannot be played that way."""

    picture: str
    key: str  # its number among the cards
    words: str
    name: str = ""
    token: str = ""
    covered: str = ""
    is_wild: bool = False


def hand(view: View) -> tuple[HandCard, ...]:
    """Return the viewer's unplayed cards; face down those that it has not seen (R-X, R-B5)."""
    if view.viewer is not None and not view.own:
        return tuple(_backs(view, view.counts[view.viewer]))
    ways, kind_of = _card_tokens(view), view.ranking.wild_kind
    preset = view.rules.preset
    return tuple(
        _hand_card(card, *ways.get(card, ("", "")), kind_of(card), preset) for card in view.own
    )


def _backs(view: View, count: int) -> Iterator[HandCard]:
    """Yield the cards that the viewer has not seen; those of a blind hand are played by place."""
    places = [to_token(action) for action in view.legal if isinstance(action, PlayBlind)]
    for number, token in enumerate(places or [""] * count):
        words = _playable(_("carta tapada")) if token else _("carta tapada")
        yield HandCard(BACK, f"{BACK}{number}", words, token=token)


@cached_per_language
def playable_as(card: HandCard) -> HandCard:
    """Return the card as playable; a card that is face down stays unchanged."""
    if not card.name:
        return card
    return card._replace(
        words=_playable(card.name),
        token=card.token or card.key,
        covered=card.covered or f"({card.key})",
    )


def why_no_card(view: View) -> str:
    """Return why no card can be played now; "" if one can, or for a spectator."""
    if view.viewer is None or any(
        isinstance(act, PlayCard | PlayPair | PlayBlind) for act in view.legal
    ):
        return ""
    if view.viewer not in view.to_act:
        return refusal("hand-over" if view.over else "not-your-turn", view.rules.preset)
    owed = "flor-first" if view.blocked.get("quiero") == "flor-first" else "answer-first"
    return refusal(owed, view.rules.preset)


def _card_tokens(view: View) -> Mapping[Card, tuple[str, str]]:
    """Return the tokens of each playable card: face up, and covered."""
    ways: dict[Card, tuple[str, str]] = {}
    for action in view.legal:
        if isinstance(action, PlayCard | PlayPair):
            up, down = ways.get(action.card, ("", ""))
            if action.covered:
                down = down or to_token(action)
            else:
                up = up or to_token(action)
            ways[action.card] = up, down
    return ways


_NAMES: Final[Mapping[WildKind, str]] = {
    "": "%(card)s",
    "pieza": gettext_noop("%(card)s, pieza"),
    "manilha": gettext_noop("%(card)s, manilha"),
}


@cached_per_language
def _hand_card(card: Card, up: str, down: str, wild: WildKind, preset: str) -> HandCard:
    name = _(_NAMES[wild]) % {"card": card_name(card, preset)}
    return HandCard(
        picture=face_symbol(card, preset),
        key=str(card),
        words=_playable(name) if up or down else name,
        name=name,
        token=up,
        covered=down,
        is_wild=bool(wild),
    )


def _playable(name: str) -> str:
    return _("%(card)s, jugar") % {"card": name}
