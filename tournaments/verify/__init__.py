"""The invariants of the house, checked over the whole database in bounded memory (DESIGN 11)."""

from collections.abc import Iterator

from tournaments.verify.competitions import COMPETITION_CHECKS
from tournaments.verify.games import game_violations
from tournaments.verify.violation import Violation

__all__ = ["Violation", "violations"]


def violations(*, live: bool) -> Iterator[Violation]:
    """Yield whatever is wrong; `live` also minds the clock, which must be running then."""
    yield from game_violations(live=live)
    for check in COMPETITION_CHECKS:
        yield from check()
