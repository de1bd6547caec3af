"""The invariants, checked over the whole database in bounded memory (docs/architecture.md)."""

from collections.abc import Iterator

from tournaments.verification.competitions import COMPETITION_CHECKS
from tournaments.verification.federations import FEDERATION_CHECKS
from tournaments.verification.games import Violation, game_violations
from tournaments.verification.mail import mail_violations
from tournaments.verification.matches import DISPUTE_CHECKS

__all__ = ["CHECKS", "Violation", "violations"]

CHECKS = (*COMPETITION_CHECKS, *FEDERATION_CHECKS, *DISPUTE_CHECKS)


def violations(*, live: bool) -> Iterator[Violation]:
    """Yield all violations; `live` also checks deadlines, so the scheduler must be running.

    Rows are read one after the other while others may write: a violation counts only if a second
    check finds it too.
    """
    yield from game_violations(live=live)
    if live:
        yield from mail_violations()
    for check in CHECKS:
        suspected = list(check())
        still = set(check()) if suspected else set()
        yield from (violation for violation in suspected if violation in still)
