"""Señas: the row a player chooses from, and a partner's sign while it is fresh (R-G)."""

from dataclasses import dataclass
from datetime import datetime

from games.board.clock import milliseconds
from games.board.names import Names
from games.board.words import short_sign, sign
from games.engine import Rules, signals
from games.models import Seat
from games.services.senas import SHOWN

PICTURED = frozenset({"1e", "1b", "7e", "7o"})  # one card alone


@dataclass(frozen=True)
class SignButton:
    """A sign one can make: drawn as a card, or in short where no single card says it."""

    code: str
    words: str
    picture: str
    short: str


@dataclass(frozen=True)
class Sign:
    """What partners see, and until when (milliseconds)."""

    words: str
    until: int


def sign_buttons(rules: Rules) -> tuple[SignButton, ...]:
    """Return every sign of these rules, in the rulebook's order."""
    return tuple(
        SignButton(
            code, sign(code, rules.preset), f"n{code}" if code in PICTURED else "", short_sign(code)
        )
        for code in signals(rules)
    )


def shown_sign(seat: Seat, names: Names, preset: str, now: datetime) -> Sign | None:
    """Return a seat's sign as its own team sees it; to all others there is none."""
    if names.viewer is None or names.viewer % 2 != seat.team or seat.signed_at is None:
        return None
    until = seat.signed_at + SHOWN
    return Sign(sign(seat.sign, preset), milliseconds(until)) if until > now else None
