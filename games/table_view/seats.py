"""The seats around the table: position, presence and last call; and two on one device."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.i18n.languages import gettext as _
from games.artwork.faces import Mood
from games.chat.queries import Bubble, Sign, shown_sign
from games.common.browser_times import milliseconds, minutes
from games.engine import View
from games.models import Game, Seat
from games.play import time_bank
from games.play.abandonment import waits_for_people
from games.play.clock import ABSENCE
from games.play.seat_names import Names, brief, due_on_device, seats_on_device
from games.table_view.faces import seat_faces, seat_mood
from games.table_view.history import bubbles
from games.table_view.waiting_room import NO_OFFER, SeatOffer, seat_offer, wants_to_end


class SeatPresence(NamedTuple):
    """Presence at a seat, as a code for the style and in words; empty while the player is there."""

    code: str = ""
    words: str = ""
    until: int = 0  # timestamp in milliseconds


class Bank(NamedTuple):
    """What a seat has left to think in this game; `until` is set while it runs (milliseconds)."""

    left: str
    until: int = 0


class SeatView(NamedTuple):
    """One seat as drawn: `position` 0 is the viewer's own side, then in order of play."""

    number: int
    position: int
    name: str
    brief: str  # for narrow places; "" if the full name always fits
    initials: str
    face: str  # a symbol of the faces' sprite; "" for an empty seat
    mood: Mood
    team: int
    presence: SeatPresence
    is_mine: bool
    is_mano: bool = False
    is_dealer: bool = False
    is_due: bool = False
    folded: bool = False
    is_out: bool = False  # does not play in this pico
    backs: int = 0
    bubble: str = ""
    sign: Sign | None = None
    said: Bubble | None = None
    offer: SeatOffer = NO_OFFER
    is_host: bool = False
    has_looked: bool = True  # has seen the current rules
    wants_to_end: bool = False
    is_watched: bool = False  # the reader looks at this face
    is_ready: bool = False  # wants the next hand
    bank: Bank | None = None


def seat_views(
    seats: Sequence[Seat], names: Names, game: Game, view: View | None, now: datetime
) -> tuple[SeatView, ...]:
    """Return every seat as seen from the viewer's own."""
    quotes = bubbles(view) if view else {}
    mine = None if names.viewer is None else seats[names.viewer]
    faces = seat_faces(seats, names.people)
    return tuple(
        _seat_view(
            seat,
            names,
            game,
            view,
            mine=mine,
            face=faces[seat.number],
            bubble=quotes.get(seat.number, ""),
            sign=shown_sign(seat, names, now),
        )
        for seat in seats
    )


def _seat_view(
    seat: Seat,
    names: Names,
    game: Game,
    view: View | None,
    *,
    mine: Seat | None,
    face: str,
    bubble: str,
    sign: Sign | None,
) -> SeatView:
    number = seat.number
    return SeatView(
        number=number,
        position=position(number, names),
        name=names.seat(number),
        brief="" if number == names.viewer else brief(names.people[number]),
        initials=names.tag(number),
        face=face,
        mood=seat_mood(view, game, number),
        team=seat.team,
        presence=_presence(seat, game),
        is_mine=number == names.viewer,
        is_mano=view is not None and view.mano == number,
        is_dealer=view is not None and view.dealer == number,
        is_due=view is not None and number in view.to_act,
        folded=view is not None and number in view.folded,
        is_out=view is not None and number not in view.playing,
        backs=view.counts[number] if view and number != names.viewer else 0,
        bubble=bubble,
        sign=sign,
        offer=seat_offer(game, seat, mine),
        is_host=game.is_casual and seat.user_id is not None and seat.user_id == game.host_id,
        has_looked=seat.looked,
        wants_to_end=wants_to_end(game, seat),
        is_watched=mine is not None and mine.watches == number,
        is_ready=view is not None and view.over and seat.ready_in == view.label,
        bank=_bank(game, seat, is_due=view is not None and number in view.to_act),
    )


def _bank(game: Game, seat: Seat, *, is_due: bool) -> Bank | None:
    if game.bank_seconds is None or game.is_over or seat.robot:
        return None
    remaining = time_bank.time_left(game, seat.number)
    is_running = is_due and game.status == Game.Status.LIVE and not seat.automatic
    until = game.turn_at + remaining if is_running and game.turn_at else None
    return Bank(minutes(remaining), milliseconds(until) if until else 0)


def position(number: int, names: Names) -> int:
    """Return where a seat is drawn, counted in order of play from the viewer's own side."""
    return (number - (names.viewer or 0)) % len(names.people)


def robot_in_words(seat: Seat, game: Game) -> str:
    """Name a robot by its level, if that was chosen at this table."""
    if seat.company or not game.robot_level:
        return _("robot")
    return _("robot %(level)s") % {"level": game.get_robot_level_display()}


def _presence(seat: Seat, game: Game) -> SeatPresence:
    if seat.robot:
        return SeatPresence("robot", robot_in_words(seat, game))
    if game.status in Game.NOT_DEALT:
        if seat.sat_at:
            return SeatPresence()
        return SeatPresence("empty", _("por sentarse") if seat.user_id else _("Lugar libre"))
    if game.is_over:
        return SeatPresence()
    if game.status == Game.Status.SAVED:
        return SeatPresence("away", _("todavía no volvió")) if seat.absent_since else SeatPresence()
    if seat.automatic and waits_for_people(game):
        return SeatPresence("away", _("todavía no volvió"))
    if seat.automatic:
        return SeatPresence("auto", _("juega un robot"))
    if seat.absent_since:
        return SeatPresence("away", _("sin conexión"), milliseconds(seat.absent_since + ABSENCE))
    return SeatPresence()


class Taker(NamedTuple):
    """A player who can confirm that they hold the device, to see their hand."""

    seat: int
    name: str


class Sharing(NamedTuple):
    """A device that two people share.

    `acting` is the seat whose hand it shows, None while it is covered; then `takers` are the
    awaited players on the device, and `backs` is the number of cards of the first of them.
    """

    acting: int | None
    takers: tuple[Taker, ...]
    backs: int


def sharing(game: Game, seats: Sequence[Seat], view: View | None, names: Names) -> Sharing | None:
    """Return the state of a shared device; None at any other table."""
    if not seats_on_device(seats):
        return None
    is_covered = game.status == Game.Status.LIVE and game.in_hand is None
    due = due_on_device(seats, view.to_act) if view and is_covered else ()
    return Sharing(
        acting=game.in_hand,
        takers=tuple(Taker(number, names.first(number)) for number in due),
        backs=view.counts[due[0]] if view and due else 0,
    )
