"""Who plays for an entry, by name alone: what papers and screens of a hall show, and who deals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.models import Entry, Match, MatchSlot, RosterPlayer, sides_of, who_stands

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
