"""Señas and words for partners: what a player chooses from, and a partner's while it is fresh."""

from datetime import datetime
from typing import NamedTuple

from games.board.clock import milliseconds
from games.board.names import Names
from games.board.talk.lines import seat_voice
from games.board.words import short_sign, sign
from games.engine import Rules, signals
from games.models import Seat
from games.services.senas import SHOWN
from games.talk.gestures import drawing, gesture
from games.talk.phrases import find_partner_word


class SignButton(NamedTuple):
    """A sign one can make: how it is made, drawn and in words, and what it tells."""

    code: str
    words: str
    face: str
    gesture: str
    short: str


class Sign(NamedTuple):
    """What partners see, until when (milliseconds).

    A word has no face, but may have a gloss; `by` is whose it is, for mutes. A seña is part of the
    game: no mute hides it.
    """

    words: str
    until: int
    face: str = ""
    gloss: str = ""
    by: str = ""


def sign_buttons(rules: Rules) -> tuple[SignButton, ...]:
    """Return every sign of these rules, in the rulebook's order."""
    return tuple(
        SignButton(code, sign(code, rules.preset), drawing(code), gesture(code), short_sign(code))
        for code in signals(rules)
    )


def shown_sign(seat: Seat, names: Names, now: datetime) -> Sign | None:
    """Return a seat's sign as its own team sees it; to all others there is none."""
    if names.viewer is None or names.viewer % 2 != seat.team or seat.signed_at is None:
        return None
    until = seat.signed_at + SHOWN
    if until <= now:
        return None
    rules = seat.game.rules
    word = find_partner_word(rules, seat.sign)
    if word:
        return Sign(word.words, milliseconds(until), gloss=word.gloss, by=seat_voice(seat))
    return Sign(sign(seat.sign, rules.preset), milliseconds(until), face=drawing(seat.sign))
