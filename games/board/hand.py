"""The viewer's own cards as buttons, with every way in which each may be played now."""

from collections.abc import Mapping
from typing import NamedTuple

from accounts.values.looked_up import gettext as _
from accounts.values.looked_up import remembered
from games.board.tricks import BACK
from games.board.words import card_name, refusal
from games.engine import Card, PlayCard, PlayPair, View, to_token


class Held(NamedTuple):
    """A card in the viewer's hand. A token is empty while the card may not be played that way."""

    picture: str
    key: str  # among the others
    words: str
    name: str = ""
    token: str = ""
    covered: str = ""
    is_pieza: bool = False


def hand(view: View) -> tuple[Held, ...]:
    """Return the viewer's unplayed cards; face down while the dogs are unanswered (R-X)."""
    if view.viewer is not None and not view.own:
        backs = range(view.counts[view.viewer])
        return tuple(Held(BACK, f"{BACK}{place}", _("carta tapada")) for place in backs)
    ways, piezas = _ways(view), view.ranking.piezas
    return tuple(
        _held(card, *ways.get(card, ("", "")), is_pieza=card in piezas) for card in view.own
    )


@remembered
def held_out(card: Held) -> Held:
    """Return the card as though it could be played; one that is face down stays as it is."""
    if not card.name:
        return card
    return card._replace(
        words=_playable(card.name),
        token=card.token or card.key,
        covered=card.covered or f"({card.key})",
    )


def why_no_card(view: View) -> str:
    """Say why no card can be played now; empty if one can, or there is no reader to tell."""
    if view.viewer is None or any(isinstance(act, PlayCard | PlayPair) for act in view.legal):
        return ""
    if view.viewer not in view.to_act:
        return refusal("hand-over" if view.over else "not-your-turn", view.rules.preset)
    owed = "flor-first" if view.blocked.get("quiero") == "flor-first" else "answer-first"
    return refusal(owed, view.rules.preset)


def _ways(view: View) -> Mapping[Card, tuple[str, str]]:
    """Return for each card that may be played now how: face up, and covered."""
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


@remembered
def _held(card: Card, up: str, down: str, *, is_pieza: bool) -> Held:
    name = _("%(card)s, pieza") % {"card": card_name(card)} if is_pieza else card_name(card)
    return Held(
        picture=f"n{card}",
        key=str(card),
        words=_playable(name) if up or down else name,
        name=name,
        token=up,
        covered=down,
        is_pieza=is_pieza,
    )


def _playable(name: str) -> str:
    return _("%(card)s, jugar") % {"card": name}
