"""Who takes part in a competition, as its pages list them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.db.models import Prefetch
from django.utils.translation import gettext

from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    RosterPlayer,
    sides_of,
    who_stands,
)

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


Rosters = Mapping[int, Sequence[str]]
"""The names of those who play for each entry."""


def rosters(entries: Iterable[Entry]) -> Rosters:
    """Read who plays for some entries, in one query."""
    players = RosterPlayer.objects.filter(entry__in=[entry.pk for entry in entries]).playing()
    by_entry = groupby(players, key=lambda player: player.entry_id)
    return {entry: [player.name for player in found] for entry, found in by_entry}


@dataclass(frozen=True)
class Dealing:
    """The seats of a match; they alternate between its sides, partners face each other."""

    names: tuple[str, ...]
    dealer: int | None = None

    def name_of(self, seat: int | None) -> str:
        """Return who sits there; nobody deals until somebody said so."""
        return "" if seat is None else self.names[seat]

    @property
    def name(self) -> str:
        """Who deals this hand."""
        return self.name_of(self.dealer)

    @property
    def following(self) -> int:
        """The seat that deals the next hand: the deal passes one seat on."""
        return 0 if self.dealer is None else (self.dealer + 1) % len(self.names)

    @property
    def next_name(self) -> str:
        """Who deals the next hand."""
        return self.names[self.following]

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Each seat with its name."""
        return list(enumerate(self.names))


def dealing_of(match: Match) -> Dealing:
    """Read who sits where; a seat nobody is written down for bears the name of its side."""
    assert match.competition is not None, "only matches of competitions have a sheet"
    slots = match.slots.select_related("entry").prefetch_related("entry__roster")
    sides = [_side(side) for side in sides_of(slots)]
    seats = range(match.competition.rules.seats)
    names = tuple(_name(*sides[seat % 2], seat // 2) for seat in seats)
    sheet = getattr(match, "sheet", None)
    return Dealing(names, None if sheet is None else sheet.dealer)


def _side(slots: Iterable[MatchSlot]) -> tuple[str, list[str]]:
    players = [player for slot in slots if slot.entry for player in slot.entry.roster.all()]
    return who_stands(slots), [player.name for player in players if not player.reserve]


def _name(side: str, players: Sequence[str], place: int) -> str:
    return players[place] if place < len(players) else f"{side} {place + 1}"


def looks_for(entry: Entry) -> str:
    """Name it and say so, for those who might join."""
    if entry.competition.is_of_teams:
        return gettext("%(name)s, les falta gente") % {"name": entry}
    return gettext("%(name)s, busca pareja") % {"name": entry}


def entered_alone(entry: Entry) -> str:
    """Tell its organisers."""
    if entry.competition.is_of_teams:
        return gettext("%(entry)s se anotó sin estar completo") % {"entry": entry}
    return gettext("%(entry)s se anotó sin compañero") % {"entry": entry}
