"""Who said by the QR of an event which name is theirs: what waits for staff, and what counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.values.joining import together
from tournaments.models import Competition, NameClaim
from tournaments.pages.people.names import Names, read_names
from tournaments.services.names.networks import beside


@dataclass(frozen=True)
class ClaimLine:
    """A claim, and whose of its partners came from the same network."""

    claim: NameClaim
    beside: str


@dataclass(frozen=True)
class ClaimsDesk:
    """What staff of an event is shown of its names."""

    names: Names
    pending: Sequence[ClaimLine]
    counted: Sequence[ClaimLine]


def read_claims(competition: Competition) -> ClaimsDesk:
    """Read the claims of an event, those that wait first come first."""
    claims = NameClaim.objects.of(competition.pk).select_related("player__entry", "user")
    pending, counted = list(claims.pending()), list(claims.counted())
    near = beside([*pending, *counted])

    def line(claim: NameClaim) -> ClaimLine:
        names = [other.player.name for other in near.get(claim.pk, ())]
        return ClaimLine(claim, together(names) if names else "")

    return ClaimsDesk(read_names(competition), [*map(line, pending)], [*map(line, counted)])
