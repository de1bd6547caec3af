"""Who said by the QR of an event which name is theirs: what waits for staff, and what counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Competition, NameClaim
from tournaments.pages.people.names import Names, read_names


@dataclass(frozen=True)
class ClaimsDesk:
    """What staff of an event is shown of its names."""

    names: Names
    pending: Sequence[NameClaim]
    counted: Sequence[NameClaim]


def read_claims(competition: Competition) -> ClaimsDesk:
    """Read the claims of an event, those that wait first come first."""
    claims = NameClaim.objects.of(competition.pk).select_related("player__entry", "user")
    return ClaimsDesk(read_names(competition), list(claims.pending()), list(claims.counted()))
