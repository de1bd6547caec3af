"""A match is decided, and what follows from it: the same for cards, clock and organisers."""

from datetime import datetime

from tournaments.models import Match
from tournaments.services.hints import announce_match
from tournaments.services.matches.bracket import Decision, decide
from tournaments.services.matches.stages import move_on


def conclude(match: Match, outcome: Decision, *, now: datetime) -> None:
    """Decide a locked match of a competition and see what follows from it."""
    leads_on = decide(match, outcome, now=now)
    move_on(match, leads_on=leads_on, now=now)
    announce_match(match)
