"""How two players did against each other, and side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q

from accounts.models import User
from games.house_rules import family
from tournaments.models import PointsEntry
from tournaments.pages.people.ledger_lines import is_against, is_beside, lines_of, seated


@dataclass(frozen=True)
class Tally:
    """Matches won and lost in one family of rules."""

    name: str
    won: int
    lost: int


@dataclass(frozen=True)
class Versus:
    """What is known of two players: matches that were played to the end."""

    rival: User
    families: Sequence[Tally]
    together: int
    together_won: int

    @property
    def won(self) -> int:
        """Matches the player won against the rival."""
        return sum(each.won for each in self.families)

    @property
    def lost(self) -> int:
        """Matches the rival won."""
        return sum(each.lost for each in self.families)


def versus(player: User, rival: User, reader: User | AnonymousUser) -> Versus:
    """Count what the reader may see, in one query."""
    counted = seated(lines_of(player, reader)).filter(reason__in=PointsEntry.COUNTED)
    won, lost = Q(won=True), Q(won=False)
    tallies = (
        counted.annotate(faced=is_against(rival), sided=is_beside(rival))
        .filter(Q(faced=True) | Q(sided=True))
        .order_by("family")
        .values_list("family")
        .annotate(
            wins=Count("pk", filter=won & Q(faced=True)),
            losses=Count("pk", filter=lost & Q(faced=True)),
            joint_wins=Count("pk", filter=won & Q(sided=True)),
            joint=Count("pk", filter=Q(sided=True)),
        )
    )
    rows = list(tallies)
    families = [Tally(_named(name), wins, losses) for name, wins, losses, *_ in rows]
    joint_wins, joint = (sum(row[column] for row in rows) for column in (3, 4))
    faced = [each for each in families if each.won or each.lost]
    return Versus(rival, faced, together=joint, together_won=joint_wins)


def _named(name: str) -> str:
    return family(name) if name else ""
