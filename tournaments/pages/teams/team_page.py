"""The page of a team: who is and was in it, what it entered, how it did, and against whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from accounts.values.collation import fold
from accounts.values.keyset import Place
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    Team,
    TeamPlayer,
    rival_of,
)
from tournaments.pages.people.teams import TeamFigures, figures
from tournaments.pages.teams.record import EntryRow, Played

ENTERED: Final = 20  # of its competitions, on a page
TITLES: Final = 12
RIVALS: Final = 8  # beside its matches
MET: Final = 60  # on the page of all it met, which is searched for the others
IN_COMPETITION: Final = "match__round__group__stage__competition"
OF_ENTRY: Final = (
    *("name", "created_at"),
    *(f"competition__{name}" for name in ("name", "state", "finished_at", "transfers_until")),
    "competition__club__name",
)
OF_RESULT: Final = (
    *(
        "match",
        "side",
        "number",
        "entry__name",
        "match__completed_at",
        "match__winner",
        "match__state",
    ),
    f"{IN_COMPETITION}__name",
)


class Entered(NamedTuple):
    """An entry of the team, and the step of the podium it reached (None: none, or not yet)."""

    entry: Entry
    rank: int | None


class Rival(NamedTuple):
    """Another team that it met, how often, and how often it lost to it."""

    team: Team
    met: int
    lost: int

    @property
    def won(self) -> int:
        """How often the team of the page won; a match without a winner is nobody's."""
        return self.met - self.lost


@dataclass(frozen=True)
class Result:
    """One match of the team."""

    match: Match
    competition: Competition
    rival: str
    won: bool


@dataclass(frozen=True)
class TeamPage:
    """A team, as far as a reader may see what it plays in."""

    team: Team
    reader: User | AnonymousUser
    before: Place | None = None  # behind which its competitions are shown

    @cached_property
    def places(self) -> Sequence[TeamPlayer]:
        """Everybody who is or was in it, in the order they came."""
        return list(self.team.players.select_related("user").order_by("since", "number"))

    @property
    def there(self) -> Sequence[TeamPlayer]:
        """Who is in it now: those who lead it first."""
        now = [place for place in self.places if place.until is None]
        leading = (self.team.captain_id, self.team.vice_id)
        return sorted(now, key=lambda place: _first(leading, place.user_id))

    @property
    def gone(self) -> Sequence[TeamPlayer]:
        """Who was in it, the last to go first."""
        left = [place for place in self.places if place.until is not None]
        return sorted(left, key=lambda place: place.until or place.since, reverse=True)

    @property
    def is_in(self) -> bool:
        """Whether the reader is in it now."""
        return self.reader.pk is not None and self.reader.pk in {
            place.user_id for place in self.there
        }

    @cached_property
    def played(self) -> Played:
        """What it entered and did, as far as the reader may see it."""
        return Played(self.team, self.reader)

    @property
    def titles(self) -> Sequence[Entered]:
        """What it won, the best first; where that is much, the best of it."""
        return self._entered(self._won[:TITLES])

    @property
    def won(self) -> int:
        """How many steps of podiums it stood on."""
        return len(self._won)

    @property
    def entered(self) -> Sequence[Entered]:
        """What it entered last, or behind a place."""
        return self._entered(self._page)

    @property
    def older(self) -> Place | None:
        """Where the older ones begin, if there are any."""
        last = self._page[-1] if self._page else None
        return None if last is None or last is self.played.entries[-1] else _place(last)

    @cached_property
    def results(self) -> Sequence[Result]:
        """Its last matches."""
        last = self.played.record.last
        sides = MatchSlot.objects.filter(match__in=last).select_related(IN_COMPETITION, "entry")
        slots: dict[int, list[MatchSlot]] = {match: [] for match in last}
        for slot in sides.only(*OF_RESULT):
            slots[slot.match_id].append(slot)
        return [_result(slots[match], pk) for match, pk in last.items() if slots[match]]

    @cached_property
    def rivals(self) -> Sequence[Rival]:
        """The teams with a name that it met most."""
        met = sorted(self.played.record.rivals.items(), key=lambda each: (-each[1].met, each[0]))
        known = Team.objects.select_related("club").in_bulk([pk for pk, _score in met[:RIVALS]])
        return [Rival(known[pk], *score) for pk, score in met[:RIVALS] if pk in known]

    def rivals_named(self, words: str) -> Sequence[Rival]:
        """The teams with these words in their name that it met, most often first."""
        met = self.played.record.rivals
        named = Team.objects.named().filter(pk__in=met, name__fold__contains=fold(words))
        found = [Rival(team, *met[team.pk]) for team in named]
        return sorted(found, key=lambda rival: (-rival.met, rival.team.pk))[:MET]

    @property
    def figures(self) -> Sequence[TeamFigures]:
        """What it did in all."""
        return figures(self.played.record.sums)

    def slots(self) -> QuerySet[MatchSlot]:
        """Its places in matches that the reader may see."""
        return MatchSlot.objects.filter(entry__in=[row.pk for row in self.played.entries])

    @cached_property
    def _won(self) -> Sequence[EntryRow]:
        return sorted(
            (row for row in self.played.entries if row.rank), key=lambda row: row.rank or 0
        )

    @cached_property
    def _page(self) -> Sequence[EntryRow]:
        before = self.before
        rows = (row for row in self.played.entries if before is None or _is_behind(row, before))
        return list(islice(rows, ENTERED))

    @cached_property
    def _shown(self) -> Mapping[int, Entry]:
        """The entries that are shown, read at once."""
        shown = {row.pk for row in (*self._page, *self._won[:TITLES])}
        return Entry.objects.select_related("competition__club").only(*OF_ENTRY).in_bulk(shown)

    def _entered(self, rows: Sequence[EntryRow]) -> Sequence[Entered]:
        return [Entered(self._shown[row.pk], row.rank) for row in rows]


def _place(row: EntryRow) -> Place:
    return Place((row.created_at, row.pk))


def _is_behind(row: EntryRow, place: Place) -> bool:
    return _place(row).values < place.values


def _first(leading: Sequence[int | None], user_id: int | None) -> int:
    return leading.index(user_id) if user_id is not None and user_id in leading else len(leading)


def _result(slots: Sequence[MatchSlot], own_id: int) -> Result:
    own = next(slot for slot in slots if slot.pk == own_id)
    match = own.match
    assert own.entry is not None
    assert match.competition is not None
    return Result(match, match.competition, rival_of(slots, [own.entry]), match.winner == own.side)
