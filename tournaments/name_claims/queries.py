"""Names of an event for its players to choose from, and name claims for its staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from accounts.models import User
from accounts.names.collation import by_letters
from accounts.names.display import join_names
from accounts.names.validation import confusable_skeleton
from games.play.seat_names import brief
from tournaments.models import Competition, Entry, NameClaim, RosterPlayer
from tournaments.name_claims.networks import claims_on_same_network


class NameStatus(StrEnum):
    """State of a name on the list."""

    FREE = "free"
    PENDING = "pending"  # claimed, but not confirmed
    TAKEN = "taken"


@dataclass(frozen=True)
class NameLine:
    """One name on the list, its partners, and its claim state."""

    player: RosterPlayer
    mates: Sequence[str]
    spot: NameStatus

    @property
    def with_whom(self) -> str:
        """Name the partners, as short as one calls them."""
        return join_names([brief(mate) or mate for mate in self.mates]) if self.mates else ""


@dataclass(frozen=True)
class Names:
    """All the names of an event, in a fixed order whether claimed or not."""

    lines: Sequence[NameLine]

    def __len__(self) -> int:
        return len(self.lines)

    @cached_property
    def claimed_count(self) -> int:
        """Return the number of names with a confirmed person."""
        return sum(line.spot == NameStatus.TAKEN for line in self.lines)

    @cached_property
    def are_complete(self) -> bool:
        """Whether every name has a confirmed person."""
        return self.claimed_count == len(self.lines)

    def search(self, words: str) -> Sequence[NameLine]:
        """Return those that hold these words, however they are spelled; partners count."""
        looks = confusable_skeleton(words)
        spoken = ((line, (line.player.name, *line.mates)) for line in self.lines)
        return [
            line
            for line, names in spoken
            if any(looks in confusable_skeleton(one) for one in names)
        ]


@dataclass(frozen=True)
class OwnName:
    """The reader's name or claim in an event, and partners' claims waiting for confirmation."""

    player: RosterPlayer | None = None
    claim: NameClaim | None = None
    partners: Sequence[NameClaim] = ()
    beside: Sequence[NameClaim] = ()  # partners who said so from the same network

    @property
    def beside_names(self) -> str:
        return join_names([claim.player.name for claim in self.beside])

    @property
    def is_pending(self) -> bool:
        """Whether the reader's claim waits for confirmation."""
        return self.claim is not None and not self.claim.counts


def read_names(competition: Competition) -> Names:
    """Read the names of an event's players, by team and in alphabetical order."""
    rows = RosterPlayer.objects.filter(entry__competition=competition).playing()
    players = list(rows.exclude(entry__state=Entry.State.WITHDRAWN).select_related("claim"))
    teams: dict[int, list[RosterPlayer]] = {}
    for player in players:
        teams.setdefault(player.entry_id, []).append(player)
    lines = [
        NameLine(
            player,
            [one.name for one in teams[player.entry_id] if one != player],
            _name_status(player),
        )
        for player in players
    ]
    return Names(sorted(lines, key=lambda line: (by_letters(line.player.name), line.player.pk)))


def own_name(competition: Competition, user: User | None) -> OwnName:
    """Read a user's name or claim in an event."""
    if user is None:
        return OwnName()
    rows = NameClaim.objects.select_related("player__entry")
    claim = rows.filter(competition=competition, user=user).first()
    places = RosterPlayer.objects.select_related("entry")
    place = places.filter(competition=competition, user=user).first()
    if place is None:
        if claim is None:
            return OwnName()
        others = rows.filter(player__entry=claim.player.entry_id)
        return OwnName(claim.player, claim, beside=claims_on_same_network(others).get(claim.pk, ()))
    waiting = rows.pending().filter(player__entry=place.entry_id).exclude(user=user)
    return OwnName(place, claim, list(waiting.select_related("user")))


def _name_status(player: RosterPlayer) -> NameStatus:
    if player.user_id is not None:
        return NameStatus.TAKEN
    return NameStatus.PENDING if hasattr(player, "claim") else NameStatus.FREE


@dataclass(frozen=True)
class ClaimLine:
    """A claim, and the partners whose claims came from the same network."""

    claim: NameClaim
    beside: str


@dataclass(frozen=True)
class ClaimsDesk:
    """The name claims of an event, as its staff sees them."""

    names: Names
    pending: Sequence[ClaimLine]
    counted: Sequence[ClaimLine]


def read_claims(competition: Competition) -> ClaimsDesk:
    """Read the claims of an event, those that wait first come first."""
    claims = NameClaim.objects.of(competition.pk).select_related("player__entry", "user")
    pending, counted = list(claims.pending()), list(claims.counted())
    near = claims_on_same_network([*pending, *counted])

    def line(claim: NameClaim) -> ClaimLine:
        names = [other.player.name for other in near.get(claim.pk, ())]
        return ClaimLine(claim, join_names(names) if names else "")

    return ClaimsDesk(read_names(competition), [*map(line, pending)], [*map(line, counted)])
