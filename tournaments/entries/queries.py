"""Lists of entries and rosters for pages, printed papers and screens of a hall.

Includes who deals, what an incomplete entry lacks, and how many players have no account.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext, ngettext

from tournaments.competitions.terms_labels import count_sides
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
ORDER = (F("seed").asc(nulls_last=True), F("complete_at").asc(nulls_last=True), "pk")
"""By seed, before the draw in order of entry; who has neither yet comes last."""
CUT = 28  # letters of a player's name that a joined team name certainly contains


@dataclass(frozen=True)
class EntryLine:
    """An entry with its players, read with it unless `read` holds them."""

    entry: Entry
    read: Iterable[RosterPlayer] | None = None

    @cached_property
    def roster(self) -> list[RosterPlayer]:
        """The players and reserves by number, the captain first."""
        players = self.entry.roster.all() if self.read is None else self.read
        return sorted(players, key=lambda player: player.number)

    @cached_property
    def players(self) -> list[RosterPlayer]:
        """The players without the reserves, in seating order."""
        return [player for player in self.roster if not player.reserve]

    @cached_property
    def reserves(self) -> list[RosterPlayer]:
        return [player for player in self.roster if player.reserve]

    @property
    def has_own_name(self) -> bool:
        """Whether its name is more than its players' names."""
        return not all(player.name[:CUT] in self.entry.name for player in self.players)

    @property
    def without_account(self) -> list[RosterPlayer]:
        """The players without an account, whose places can be claimed."""
        return [player for player in self.players if player.user_id is None]

    @property
    def has_unclaimed(self) -> bool:
        """Whether a link can give a place, a player's or a reserve's."""
        return any(player.user_id is None for player in self.roster)

    def has(self, user_id: int) -> bool:
        """Return whether a user is in the entry, as a player or a reserve."""
        return any(player.user_id == user_id for player in self.roster)

    def is_captain(self, user_id: int) -> bool:
        captain = RosterPlayer.CAPTAIN
        return any(one.user_id == user_id and one.number == captain for one in self.roster)


def names_list(competition: Competition) -> list[EntryLine]:
    """Read the entries of a competition with their players' names, without accounts."""
    by_entry: dict[int, list[RosterPlayer]] = defaultdict(list)
    players = RosterPlayer.objects.filter(entry__competition=competition)
    for player in players.only("entry_id", "number", "name", "reserve"):
        by_entry[player.entry_id].append(player)
    entries = competition.entries.order_by(*ORDER)
    return [EntryLine(entry, by_entry[entry.pk]) for entry in entries]


def entry_list(competition: Competition) -> list[EntryLine]:
    """Read the entries of a competition by seed, before the draw in order of entry."""
    return [EntryLine(entry) for entry in with_rosters(competition.entries.order_by(*ORDER))]


def with_rosters(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Prefetch the players of entries with what `EntryLine` shows of them."""
    players = RosterPlayer.objects.select_related("user").only(*SHOWN).order_by("number")
    return entries.prefetch_related(Prefetch("roster", players))


Rosters = Mapping[int, Sequence[str]]
"""Names of the players of each entry."""


def rosters(entries: Iterable[Entry]) -> Rosters:
    """Read the names of the players of several entries in one query."""
    players = RosterPlayer.objects.filter(entry__in=[entry.pk for entry in entries]).playing()
    by_entry = groupby(players, key=lambda player: player.entry_id)
    return {entry: [player.name for player in roster] for entry, roster in by_entry}


@dataclass(frozen=True)
class Dealing:
    """Seats of a match and its dealer. Seats alternate between sides; partners face each other."""

    names: tuple[str, ...]
    dealer: int | None = None

    def name_of(self, seat: int | None) -> str:
        """Return the name at a seat; "" if no dealer is set."""
        return "" if seat is None else self.names[seat]

    @property
    def name(self) -> str:
        """The name of the dealer of this hand."""
        return self.name_of(self.dealer)

    @property
    def following(self) -> int:
        """The seat that deals the next hand: the deal passes one seat on."""
        return 0 if self.dealer is None else (self.dealer + 1) % len(self.names)

    @property
    def next_name(self) -> str:
        """The name of the dealer of the next hand."""
        return self.names[self.following]

    @property
    def seats(self) -> list[tuple[int, str]]:
        return list(enumerate(self.names))


def dealing_of(match: Match) -> Dealing:
    """Read the seating of a match. A seat without a player has the name of its side."""
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
    """Describe an incomplete entry to possible team-mates."""
    if entry.competition.is_of_teams:
        return gettext("%(name)s, les falta gente") % {"name": entry}
    return gettext("%(name)s, busca pareja") % {"name": entry}


def entered_alone(entry: Entry) -> str:
    """Describe an incomplete entry to organisers."""
    if entry.competition.is_of_teams:
        return gettext("%(entry)s se anotó sin estar completo") % {"entry": entry}
    return gettext("%(entry)s se anotó sin compañero") % {"entry": entry}


@dataclass(frozen=True)
class MissingAccounts:
    """The numbers of entries without accounts, with some, and of all entries."""

    unattended: int
    in_part: int
    entries: int
    per_side: int
    may_take_cards: bool  # no match has started on the site

    @property
    def in_words(self) -> str:
        """Describe the entries without accounts: `14 de 16 parejas no tienen cuenta`."""
        return ngettext(
            "%(number)s de %(sides)s no tiene cuenta.",
            "%(number)s de %(sides)s no tienen cuenta.",
            self.unattended,
        ) % {
            "number": self.unattended,
            "sides": count_sides(self.entries, self.per_side),
        }

    @property
    def part_in_words(self) -> str:
        """Describe the entries in which a robot plays for a partner without an account."""
        sides = count_sides(self.in_part, self.per_side)
        return gettext("En %(sides)s falta la cuenta de alguien: en su lugar juega un robot.") % {
            "sides": sides
        }


def missing_accounts(
    competition: Competition, lines: Sequence[EntryLine]
) -> MissingAccounts | None:
    """Return the numbers; None if all players have accounts, or need none."""
    if competition.with_cards or competition.is_over:
        return None
    confirmed = [line for line in lines if line.entry.state == Entry.State.CONFIRMED]
    without = [line for line in confirmed if line.without_account]
    if not without:
        return None
    unattended = sum(len(line.without_account) == len(line.players) for line in without)
    return MissingAccounts(
        unattended=unattended,
        in_part=len(without) - unattended,
        entries=len(confirmed),
        per_side=competition.players_per_side,
        may_take_cards=not Match.objects.of(competition.pk).with_play().exists(),
    )
