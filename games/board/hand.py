"""The viewer's own cards as buttons, with every way in which each may be played now."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.board.tricks import BACK
from games.board.words import card_name, refusal
from games.engine import Card, PlayCard, PlayPair, View, to_token


@dataclass(frozen=True)
class Held:
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
    return tuple(_held(card, view) for card in view.own)


def held_out(card: Held) -> Held:
    """Return the card as though it could be played; one that is face down stays as it is."""
    if not card.name:
        return card
    return replace(
        card,
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


def _held(card: Card, view: View) -> Held:
    is_pieza = card in view.ranking.piezas
    name = _("%(card)s, pieza") % {"card": card_name(card)} if is_pieza else card_name(card)
    plays = [action for action in view.legal if isinstance(action, PlayCard | PlayPair)]
    mine = [action for action in plays if action.card == card]
    up = next((to_token(action) for action in mine if not action.covered), "")
    down = next((to_token(action) for action in mine if action.covered), "")
    words = _playable(name) if up or down else name
    return Held(
        picture=f"n{card}",
        key=str(card),
        words=words,
        name=name,
        token=up,
        covered=down,
        is_pieza=is_pieza,
    )


def _playable(name: str) -> str:
    return _("%(card)s, jugar") % {"card": name}
