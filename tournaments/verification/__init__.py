"""The invariants, checked over the whole database in bounded memory (docs/architecture.md)."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Max

from games.models import Game
from tournaments.verification.competitions import COMPETITION_CHECKS
from tournaments.verification.federations import FEDERATION_CHECKS
from tournaments.verification.games import Check, Violation, game_violations
from tournaments.verification.mail import mail_violations
from tournaments.verification.matches import DISPUTE_CHECKS

__all__ = ["CHECKS", "Step", "Violation", "steps", "violations"]

CHECKS = (*COMPETITION_CHECKS, *FEDERATION_CHECKS, *DISPUTE_CHECKS)
GAMES_IN_A_STEP = 20_000


class Step(NamedTuple):
    """A part of the verification: what it reads, and its violations, which it finds when read."""

    title: str
    violations: Iterator[Violation]


def violations(*, live: bool) -> Iterator[Violation]:
    """Yield all violations; `live` also checks deadlines, so the scheduler must be running."""
    for step in steps(live=live):
        yield from step.violations


def steps(*, live: bool) -> Iterator[Step]:
    """Yield the whole verification in steps: games by their numbers, then one check after another.

    Rows are read one after the other while others may write: a violation counts only if a second
    check finds it too.
    """
    last = Game.objects.aggregate(last=Max("pk"))["last"] or 0
    for first in range(1, last + 1, GAMES_IN_A_STEP):
        part = range(first, first + GAMES_IN_A_STEP)
        yield Step(f"games, {first:,} of {last:,}", game_violations(live=live, numbers=part))
    checks = (mail_violations, *CHECKS) if live else CHECKS
    for number, check in enumerate(checks, 1):
        title = f"{check.__name__.replace('_', ' ')}, {number} of {len(checks)} checks"
        yield Step(title, _found_twice(check))


def _found_twice(check: Check) -> Iterator[Violation]:
    suspected = list(check())
    still = set(check()) if suspected else set()
    yield from (violation for violation in suspected if violation in still)
