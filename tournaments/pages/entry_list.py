"""Who takes part in a competition, as its pages list them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from tournaments.models import Competition, Entry, RosterPlayer

SHOWN = ("entry_id", "number", "name", "reserve", "user__username", "user__anonymised_at")
ORDER = ("seed", "complete_at", "pk")  # by seed, before the draw as they came
CUT = 28  # letters of a player that a team's own name surely has


@dataclass(frozen=True)
class EntryLine:
    """One entry with its players; they are fetched with it unless they were read before."""

    entry: Entry
    read: Iterable[RosterPlayer] | None = None

    @cached_property
    def roster(self) -> list[RosterPlayer]:
        """Its players and their reserves, by number: the captain first."""
        found = self.entry.roster.all() if self.read is None else self.read
        return sorted(found, key=lambda player: player.number)

    @cached_property
    def players(self) -> list[RosterPlayer]:
        """The players without the reserves, in the order they sit."""
        return [player for player in self.roster if not player.reserve]

    @cached_property
    def reserves(self) -> list[RosterPlayer]:
        """Those who can take a player's place."""
        return [player for player in self.roster if player.reserve]

    @property
    def has_own_name(self) -> bool:
        """Whether its name tells more than its players' names do."""
        return not all(player.name[:CUT] in self.entry.name for player in self.players)

    @property
    def without_account(self) -> list[RosterPlayer]:
        """Players written down by name, whose places are still to be claimed."""
        return [player for player in self.players if player.user_id is None]

    @property
    def has_unclaimed(self) -> bool:
        """Whether a link would give a place: a player's, or a reserve's."""
        return any(player.user_id is None for player in self.roster)

    def has(self, user_id: int) -> bool:
        """Tell whether a person is in the entry, as a player or a reserve."""
        return any(player.user_id == user_id for player in self.roster)

    def is_captain(self, user_id: int) -> bool:
        """Tell whether a person is its captain."""
        captain = RosterPlayer.CAPTAIN
        return any(one.user_id == user_id and one.number == captain for one in self.roster)


def names_list(competition: Competition) -> list[EntryLine]:
    """Read the entries of a competition and the names of their players, not who those are."""
    by_entry: dict[int, list[RosterPlayer]] = defaultdict(list)
    players = RosterPlayer.objects.filter(entry__competition=competition)
    for player in players.only("entry_id", "number", "name", "reserve"):
        by_entry[player.entry_id].append(player)
    entries = competition.entries.order_by(*ORDER)
    return [EntryLine(entry, by_entry[entry.pk]) for entry in entries]


def entry_list(competition: Competition) -> list[EntryLine]:
    """Read the entries of a competition, by seed, before the draw as they came."""
    entries = competition.entries.order_by(*ORDER)
    players = RosterPlayer.objects.select_related("user").only(*SHOWN).order_by("number")
    return [EntryLine(entry) for entry in entries.prefetch_related(Prefetch("roster", players))]
