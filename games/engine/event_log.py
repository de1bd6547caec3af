"""Events of a hand, derived from the log for one viewer."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from .actions import (
    Answer,
    AnswerPerros,
    Call,
    ChooseHand,
    Fold,
    PlayBlind,
    PlayCard,
    PlayPair,
    to_token,
)
from .cards import Card
from .deals import deal_opening
from .hand import apply
from .hand_end import revealed_cards
from .log import LogLine, ThrowPerros, apply_line, lines
from .rulings import Ruling, to_word
from .score import leg_winner
from .state import Declaration, State
from .visibility import dealt_cards, visible_face

EventKind = Literal[
    "deal",
    "muestra",
    "card",
    "call",
    "answer",
    "fold",
    "declare",
    "trick",
    "points",
    "ruling",
    "show",
    "hand",
    "leg",
    "game",
]


class Event(NamedTuple):
    """A public event of the hand; fields that do not apply are None or empty."""

    kind: EventKind
    seat: int | None = None
    team: int | None = None
    token: str | None = None
    value: int | str | None = None
    cards: tuple[Card, ...] = ()


class LogEntry(NamedTuple):
    """A line of the log, the state before it, and the public events that it caused.

    It is the same for every viewer, so it is computed once per hand. `event` is that of the
    line itself, None for cards that not everybody sees.
    """

    line: LogLine
    before: State
    event: Event | None
    brought: tuple[Event, ...]


def log_entries(state: State) -> Sequence[LogEntry]:
    """Replay the hand line by line. The result is the same for every viewer."""
    before, entries = deal_opening(state.deal._replace(perros=None)), []
    for line in lines(state.deal.perros, state.actions, state.rulings):
        after = _apply_line(before, line)
        entries.append(_moment(line, before, after))
        before = after
    return entries


def _apply_line(before: State, line: LogLine) -> State:
    """Return the hand after a line; what the system sang is a line of its own (R-F11)."""
    if isinstance(line, ThrowPerros):
        return deal_opening(before.deal._replace(perros=line.team))
    return (
        apply_line(before, line) if isinstance(line, Ruling) else apply(before, line, sings=False)
    )


def extend_log(folded: Sequence[LogEntry], before: State, after: State) -> Sequence[LogEntry]:
    """Extend the entries known `before`; replay the hand if more than one is new."""
    actions = after.actions
    if actions and (before.deal, before.actions, before.rulings) == (
        after.deal,
        actions[:-1],
        after.rulings,
    ):
        return (*folded, _moment(actions[-1], before, after))
    return log_entries(after)


def _moment(line: LogLine, before: State, after: State) -> LogEntry:
    acted = () if isinstance(line, ThrowPerros | Ruling) else _consequences(before, after)
    return LogEntry(line, before, _event_of_line(line, before), (*acted, *_scored(before, after)))


def _event_of_line(line: LogLine, before: State) -> Event | None:
    """Return the event of a line, if everybody sees the same."""
    match line:
        case ThrowPerros():
            return Event("call", team=line.team, token="perros")
        case PlayCard(covered=False):
            return Event("card", line.seat, line.seat % 2, str(line.card), cards=(line.card,))
        case PlayCard() | PlayPair() | PlayBlind():
            return None
        case Call():
            return Event("call", line.seat, line.seat % 2, to_token(line))
        case Answer() | AnswerPerros() | ChooseHand():
            return Event("answer", line.seat, line.seat % 2, to_token(line))
        case Fold():
            shown = before.envido.shown if line.token == "mazo:show" else ()
            return Event("fold", line.seat, line.seat % 2, to_token(line), cards=shown)
    return Event("ruling", token=to_word(line))


def events(
    state: State, viewer: int | None, folded: Sequence[LogEntry] | None = None
) -> tuple[Event, ...]:
    """Return the events of the hand as a seat, or a spectator (None), sees them.

    `folded` holds the log entries, if known. A card played face down is named once it is revealed.
    """
    return tuple(_story(state, viewer, log_entries(state) if folded is None else folded))


def _story(state: State, viewer: int | None, folded: Sequence[LogEntry]) -> Iterator[Event]:
    yield from _dealt(state, viewer)
    for entry in folded:
        yield entry.event or _shown_cards(state, entry, viewer)
        yield from entry.brought
    if state.over:
        yield from _ended(state)


def _dealt(state: State, viewer: int | None) -> Iterator[Event]:
    deal = state.deal
    cards = () if viewer is None else dealt_cards(state, viewer)
    yield Event("deal", seat=deal.start.dealer, value=deal.start.label, cards=cards)
    if deal.muestra is not None:
        yield Event("muestra", cards=(deal.muestra,))


def _shown_cards(state: State, entry: LogEntry, viewer: int | None) -> Event:
    """Return the event of a play as the viewer sees it; its cards are looked up where they are."""
    assert isinstance(entry.line, PlayCard | PlayPair | PlayBlind), "all others are seen by all"
    seat = entry.line.seat
    cards = _faces(state, len(entry.before.tricks) - 1, seat, viewer)
    token = "/".join(str(card) if card else "()" for card in cards)
    return Event("card", seat, seat % 2, token, cards=tuple(card for card in cards if card))


def _faces(state: State, number: int, seat: int, viewer: int | None) -> tuple[Card | None, ...]:
    """Return the card or the pair that a seat played to a trick, as the viewer sees it now."""
    trick = state.tricks[number]
    play = next(play for play in trick.plays if play.seat == seat)
    up = visible_face(play, trick, viewer)
    if play.beneath is None:
        return (up,)
    if viewer == seat:
        return (up, play.beneath)
    shown_beneath = (
        visible_face(below, below_trick, viewer)
        for below_trick in state.tricks[number + 1 :]
        for below in below_trick.plays
        if below.seat == seat
    )
    return (up, next(shown_beneath, None))


def _consequences(before: State, after: State) -> Iterator[Event]:
    """Yield the completed tricks and the declared values that an action caused."""
    closed = len([trick for trick in before.tricks if trick.winner is not None])
    for trick in after.tricks[closed:]:
        if trick.winner is not None:
            team = trick.winner if isinstance(trick.winner, int) else None
            yield Event("trick", team=team, value=trick.winner)
    if after.flor.declared is not before.flor.declared:
        yield from _declared(after.flor.declared)
    if after.envido.declared is not before.envido.declared:
        yield from _declared(after.envido.declared)


def _declared(declared: Declaration | None) -> Iterator[Event]:
    for seat, value in declared.values if declared else ():
        yield Event("declare", seat, seat % 2, value="son buenas" if value is None else value)


def _scored(before: State, after: State) -> Iterator[Event]:
    for entry in after.points[len(before.points) :]:
        yield Event("points", team=entry.team, token=entry.reason, value=entry.points)


def _ended(state: State) -> Iterator[Event]:
    """Yield the shown cards and the end of the hand, the leg and the game (R-E7, R-S1)."""
    for seat, cards in revealed_cards(state).items():
        yield Event("show", seat, seat % 2, cards=cards)
    yield Event("hand", team=state.hand_winner)
    if state.legs != state.start.legs:
        yield Event("leg", team=leg_winner(state))
    if state.winner is not None:
        yield Event("game", team=state.winner)
