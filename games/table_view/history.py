"""The story of a hand in lines and speech bubbles, the dealer draw (R-D1), and the seal.

The seal shows the commitment of a waiting table, and the seats that have sealed or opened a cut.
`static/js/fair/cuts.js` reads it too: it seals a cut, stores the commitment it was shown, and
opens the cut.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from accounts.i18n.languages import cached_per_language
from accounts.i18n.languages import gettext as _
from games.engine import Card, DealerDraw, Event, View
from games.fair.shuffle import NONE
from games.house_rules import aloud, canto, dialect_of
from games.models import Game, Seat
from games.play.cut_secrets import is_only_cut
from games.play.presence import MissedTurns, missed_turns_of
from games.play.seat_names import Names
from games.table_view import labels as table_view_labels
from games.table_view.labels import card_name, is_envido, reason, short_card_name


class DealerDrawView(NamedTuple):
    """Each seat's card, short and the last if it drew again, and the draw as one line."""

    cards: Mapping[int, str]
    words: str


def dealer_draw_view(draw: DealerDraw, names: Names, preset: str) -> DealerDrawView:
    """Describe a draw.

    `Sorteo: Ana doce de copas, Luis cuatro de oros. Reparte: Ana. Mano: Luis`
    """
    last = {seat: card for each in draw.rounds for seat, card in each.items()}
    return DealerDrawView(
        {seat: short_card_name(card, preset) for seat, card in last.items()},
        _describe_draw(draw, names, preset),
    )


def _describe_draw(draw: DealerDraw, names: Names, preset: str) -> str:
    rounds = [", ".join(_describe_drawn_cards(each, names, preset)) for each in draw.rounds]
    return _("Sorteo: %(cards)s. Reparte: %(dealer)s. Mano: %(mano)s") % {
        "cards": _("; de nuevo: ").join(rounds),
        "dealer": names.plate(draw.dealer),
        "mano": names.plate(draw.mano),
    }


def _describe_drawn_cards(
    drawn_cards: Mapping[int, Card], names: Names, preset: str
) -> Iterator[str]:
    for seat, card in drawn_cards.items():
        yield f"{names.plate(seat)} {card_name(card, preset)}"


HEAD = 8  # enough letters to distinguish a hash


class Corte(NamedTuple):
    """One seat's corte: its name, its state in words, and the start of its hash."""

    name: str
    words: str
    head: str


class Seal(NamedTuple):
    """A table's commitment. `state` is the viewer's part: watch, sit, sealed, open, done.

    `is_alone`: the seats close when the viewer sits down, and no other browser adds a corte.
    """

    commitment: str
    hashes: tuple[str, ...]
    cortes: tuple[Corte, ...]
    viewer: int | None
    state: str
    is_alone: bool


def seal(game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None) -> Seal:
    """Return the commitment shown before the deal; `mine` is the reader's seat."""
    state = _state(game, mine)
    return Seal(
        commitment=game.commitment,
        hashes=tuple(seat.corte_hash or NONE for seat in seats),
        cortes=tuple(
            Corte(names.seat(seat.number), _words(seat), seat.corte_hash[:HEAD]) for seat in seats
        ),
        viewer=None if mine is None else mine.number,
        state=state,
        is_alone=mine is not None and state == "sit" and is_only_cut(seats, mine),
    )


def _words(seat: Seat) -> str:
    if seat.contribution:
        return _("abierto")
    if seat.corte_hash:
        return _("sellado")
    return _("sin corte") if seat.sat_at else _("por sentarse")


def _state(game: Game, mine: Seat | None) -> str:
    if mine is None:
        return "watch"
    if game.status == Game.Status.WAITING:
        return "sealed" if mine.sat_at else "sit"
    is_awaited = game.status == Game.Status.OPENING and mine.corte_hash and not mine.contribution
    return "open" if is_awaited else "done"


SAID = frozenset({"call", "answer", "declare", "fold"})
DEALT = frozenset({"deal", "muestra"})
ANSWERS = frozenset({"quiero", "no"})
MISSED: Final[Mapping[str, str]] = {
    MissedTurns.TIME: gettext_noop("%(name)s: se acabó el tiempo, se juega lo mínimo"),
    MissedTurns.ROBOT: gettext_noop("%(name)s: hasta la vuelta jugó un robot"),
    MissedTurns.MAZO: gettext_noop("%(name)s: hasta la vuelta jugó un robot, y se fue al mazo"),
}
LINES = 6  # lines of a story to show; earlier ones are only counted


class StoryLine(NamedTuple):
    """One line of the story, and the seat that speaks in it, if any."""

    words: str
    speaker: int | None = None


def story(view: View, names: Names) -> tuple[int, tuple[StoryLine, ...]]:
    """Return the number of older lines, and the newest lines of the hand, oldest first."""
    lines = tuple(_lines(view, names))
    return max(0, len(lines) - LINES), lines[-LINES:]


def whole_story(view: View, names: Names) -> tuple[str, ...]:
    """Return every line of the hand in words, oldest first."""
    return tuple(line.words for line in _lines(view, names))


def result(view: View, names: Names) -> tuple[str, ...]:
    """Return the points of a finished hand by reason, and the cards that were shown."""
    preset = dialect_of(view.rules)
    declared = (event for event in view.events if event.kind == "declare")
    values = ", ".join(_value(event, names, preset) for event in declared)
    points = (
        _points(names.team(item.team), item.points, reason(item.reason, preset))
        for item in view.points
    )
    revealed = (
        f"{names.plate(seat)}: {_cards(cards, preset)}" for seat, cards in view.shown.items()
    )
    return (*filter(None, (values,)), *points, *revealed)


def late(view: View, seats: Sequence[Seat], names: Names) -> tuple[str, ...]:
    """Return notices of timeouts and of robots that played for players until they returned."""
    played = ((names.seat(seat.number), missed_turns_of(seat, view.label)) for seat in seats)
    return tuple(_(MISSED[missed]) % {"name": name} for name, missed in played if missed)


def bubbles(view: View) -> Mapping[int, str]:
    """Return each seat's last call, or the cards it turned, until the next card is played."""
    quotes: dict[int, str] = {}
    dialect = dialect_of(view.rules)
    for event, nth in _numbered(view.events):
        if event.kind == "card":
            quotes = {}
        elif event.kind in SAID and event.seat is not None:
            turned = _cards(event.cards, dialect)
            quotes[event.seat] = turned or _quote_event(event, dialect, nth)
    return quotes


def has_begun(view: View) -> bool:
    """Return whether anything was called or played in the hand since the deal."""
    return any(event.kind not in DEALT for event in view.events)


def _lines(view: View, names: Names) -> Iterator[StoryLine]:
    for event, nth in _numbered(view.events):
        speaker = event.seat if event.kind in SAID else None
        for words in _event_lines(event, names, dialect_of(view.rules), nth):
            yield StoryLine(words, speaker)


@cached_per_language
def _event_lines(event: Event, names: Names, preset: str, nth: int) -> tuple[str, ...]:
    return tuple(_line(event, names, preset, nth))


def _numbered(events: Sequence[Event]) -> Iterator[tuple[Event, int]]:
    """Yield each event with the number of envidos up to it."""
    said = 0
    for event in events:
        said += is_envido(event)
        yield event, said if event.kind == "call" else 1


def _line(event: Event, names: Names, preset: str, nth: int) -> Iterator[str]:
    if event.kind in SAID:
        yield f"{_who(event, names)}: {_quote_event(event, preset, nth)}"
        if event.cards:  # turned at the mazo (R-M5)
            yield f"{_who(event, names)}: {_cards(event.cards, preset)}"
    elif event.kind in {"card", "show"}:
        yield f"{_who(event, names)}: {_cards(event.cards, preset) or _('carta tapada')}"
    elif event.kind == "trick":
        yield _("Baza parda") if event.team is None else _baza(names.in_sentence(event.team))
    elif event.kind == "ruling":
        yield table_view_labels.ruling_text(event.token or "", names)
    elif event.kind == "points" and event.team is not None:
        yield _points(names.team(event.team), event.value, reason(event.token or "", preset))


def _value(event: Event, names: Names, preset: str) -> str:
    return f"{_who(event, names)}: {_quote_event(event, preset).lower()}"


def _who(event: Event, names: Names) -> str:
    return names.plate(event.seat) if event.seat is not None else names.team(event.team or 0)


def _quote_event(event: Event, preset: str, nth: int = 1) -> str:
    if event.kind == "declare":
        return str(event.value) if isinstance(event.value, int) else canto("buenas", preset)
    if event.kind == "fold":
        return canto(event.token or "mazo", preset)
    token = event.token or ""
    words = canto(token, preset, nth)
    return words if token in ANSWERS else aloud(words, preset)


def _cards(cards: Iterable[Card], preset: str) -> str:
    return ", ".join(card_name(card, preset) for card in cards)


def _baza(name: str) -> str:
    return _("Baza para %(name)s") % {"name": name}


def _points(name: str, points: object, why: str) -> str:
    return f"{name} {points:+} · {why}"
