"""Locking a claim with all that it changes: the matches in which its name plays come first."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.services.refusals import RefusedError
from tournaments.models import Competition, Match, NameClaim
from tournaments.services.locks import lock_competition, lock_in_play


@dataclass(frozen=True)
class LockedClaim:
    """A claim as it is now, while nobody else changes it."""

    claim: NameClaim
    competition: Competition
    matches: Sequence[Match]  # in which its player has still to play


def lock_claim(claim_id: int) -> LockedClaim | None:
    """Lock a claim; None if a match came up meanwhile, which is to be locked first.

    Raises RefusedError `no-such-name` if it was taken back.
    """
    known = NameClaim.objects.select_related("player").filter(pk=claim_id).first()
    if known is None:
        raise RefusedError("no-such-name")
    matches = lock_in_play(known.player.entry_id)
    if matches is None:
        return None
    competition = lock_competition(known.competition_id)
    rows = NameClaim.objects.select_related("player__entry__competition__club", "user")
    held = rows.filter(pk=claim_id).first()
    if held is None:
        raise RefusedError("no-such-name")
    return LockedClaim(held, competition, matches)
