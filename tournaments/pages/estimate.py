"""How long the terms of a competition may take."""

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.duration import Pace
from tournaments.formats.outline import Wave
from tournaments.services.competition.terms import Terms


def waves(terms: Terms) -> tuple[Wave, ...]:
    """Return the matches of a full competition, in the order in which they can be played."""
    return FORMATS[terms.shape.format].waves(terms.shape, terms.cap)


def estimated_minutes(terms: Terms, tables: int | None = None) -> int:
    """Return how long a full competition lasts at so many tables; None: nobody waits for one."""
    how = FORMATS[terms.shape.format]
    return how.minutes(terms.shape, terms.cap, pace(terms), terms.best_of, tables)


def pace(terms: Terms) -> Pace:
    """Return what the length of its games depends on."""
    return Pace(
        target=terms.rules.target,
        seats=terms.rules.seats,
        chicos_to_win=terms.rules.legs_to_win,
        turn_seconds=None if terms.with_cards else terms.turn_seconds,
        round_minutes=terms.round_minutes,
    )
