"""The network of a name claim: partners on one network do not confirm each other.

Otherwise a person with two browsers could be both players of a pair. A hall is one network too:
claims made there wait for staff, or for a seated partner.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import NameClaim

KEPT = timedelta(days=30)


@dataclass(frozen=True)
class Origin:
    """The origin of a claim: a keyed hash of the address, "" if it is not known.

    `people` have signed in with the same browser before, by pk.
    """

    network: str = ""
    people: Collection[int] = ()

    def is_of(self, claim: NameClaim) -> bool:
        """Return whether another claim came from the same network or browser."""
        if self.network and self.network == claim.network:
            return True
        return claim.user_id in self.people


NOWHERE = Origin()


def claims_on_same_network(claims: Iterable[NameClaim]) -> Mapping[int, list[NameClaim]]:
    """Return, by the pk of a claim, those of its entry that came from the same network."""
    by_network: dict[tuple[int, str], list[NameClaim]] = defaultdict(list)
    for claim in claims:
        if claim.network:
            by_network[claim.player.entry_id, claim.network].append(claim)
    return {
        claim.pk: [other for other in together if other != claim]
        for together in by_network.values()
        for claim in together
    }


def forget_old(*, now: datetime) -> int:
    """Forget the networks of claims that are old; return how many."""
    return NameClaim.objects.filter(at__lt=now - KEPT).exclude(network="").update(network="")
