"""Teams in lists and on their page: members, entries, figures, and head-to-head records.

Figures also cover the same players entered together without a team. The record of a team is
cached under a version, because a long-lived team has thousands of matches to read.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from accounts.common.pagination import (
    Cursor,
    OlderRows,
    Order,
    older_rows,
    parse_number,
    parse_words,
)
from accounts.models import Club, User
from accounts.names.collation import SortKey, fold
from games.live.fragments import etag
from games.play.statistics import SeatFigures
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    RosterPlayer,
    Team,
    TeamPlayer,
    TeamQuerySet,
    rival_of,
)
from tournaments.ranking.achievements import streaks
from tournaments.ranking.history import COUNTED, counted_seats


@dataclass(frozen=True)
class TeamFigures:
    """One row of figures, as `_statistics.html` shows it."""

    name: str
    sums: Mapping[str, int]


def team_figures(entry: Entry) -> list[TeamFigures]:
    """Return the figures of an entry's players as a team; none before its first match counts."""
    team = [each.pk for each in entries_of_team(entry)]
    return figures(sums_of(team, _played(team)))


def figures(sums: Mapping[str, int]) -> list[TeamFigures]:
    """Return the row of these sums, if a match counts in them."""
    return [TeamFigures(_("Juntos"), sums)] if sums else []


def sums_of(team: Sequence[int], won: Sequence[bool]) -> Mapping[str, int]:
    """Sum up the results of these entries (by pk); empty before a match counts.

    `won` says for each of those matches, in order, whether the team won it.
    """
    if not won:
        return {}
    streak, best = streaks(won)
    results = {"matches": len(won), "wins": sum(won), "streak": streak, "best_streak": best}
    return {**_deeds(team), **results}


def entries_of_team(entry: Entry) -> list[Entry]:
    """Return every entry of the team with a name, or else of exactly the same players.

    With a guest such a one is a team of its own.
    """
    if entry.team is not None and entry.team.name:
        return list(entry.team.entries.filter(competition__rehearsal=""))
    people = set(entry.roster.filter(reserve=False).values_list("user_id", flat=True))
    if None in people or not people:
        return [entry]
    with_one = RosterPlayer.objects.filter(user=min(people), reserve=False).values("entry")
    playing = Q(roster__reserve=False)
    candidates = Entry.objects.filter(pk__in=with_one).annotate(
        size=Count("roster", filter=playing),
        known=Count("roster", filter=playing & Q(roster__user__in=people)),
    )
    return list(candidates.filter(size=len(people), known=len(people)))


def _played(team: list[int]) -> list[bool]:
    """Return whether the team won each match that counts, in the order they ended.

    Of a team that has played for years they are thousands: figures are read, no rows as models.
    """
    slots = MatchSlot.objects.filter(entry__in=team, match__points_reason__in=COUNTED)
    ended = slots.order_by("match__completed_at", "match").values_list("match__winner", "side")
    return [winner == side for winner, side in ended]


def _deeds(team: Sequence[int]) -> dict[str, int]:
    """Sum what was done at the team's seats: those of its side of each table."""
    seats = counted_seats().annotate(team=F("seat__number") % 2)
    side = "seat__game__match_game__match__slots"
    own = seats.filter(**{f"{side}__entry__in": team, f"{side}__side": F("team")})
    sums: dict[str, Any] = {name: Sum(name, default=0) for name in SeatFigures._fields}
    return own.order_by().aggregate(**sums, comeback=Max("comeback", default=0))


BY_NAME = Order({"sort_key": parse_words, "pk": parse_number})


def teams_of(person: User) -> Sequence[Team]:
    """Return the teams a person is in now; those they lead come first."""
    teams = _counted().filter(players__user=person, players__until=None)
    return sorted(teams, key=lambda team: not team.is_led_by(person))


def led_by(person: User) -> Sequence[Team]:
    """Return the teams a person may enter, by name."""
    return list(
        Team.objects.going().led_by(person).select_related("club").order_by(SortKey("name"), "pk")
    )


def played_in(person: User) -> Sequence[Team]:
    """Return the teams a person is in that have a captain, by name."""
    teams = Team.objects.going().filter(players__user=person, players__until=None)
    return list(
        teams.exclude(captain=None).select_related("captain", "vice").order_by(SortKey("name"))
    )


def teams_at(club: Club) -> TeamQuerySet:
    """Return the teams of a club that go on, by name."""
    own = Team.objects.going().filter(club=club)
    return own.annotate(sort_key=SortKey("name")).order_by("sort_key", "pk")


def counted(teams: Sequence[Team]) -> TeamQuerySet:
    """Return some of those teams as lists show them."""
    return _counted().filter(pk__in=[team.pk for team in teams])


def _counted() -> TeamQuerySet:
    """Return the active teams, with their number of members (`size`)."""
    size = Count("players", filter=Q(players__until=None), distinct=True)
    teams = Team.objects.going().annotate(size=size)
    return teams.select_related("club", "captain").order_by(SortKey("name"), "pk")


LIFE: Final = 300  # seconds a record is kept: names and teams of others change without its mark
LAST: Final = 12  # matches
RIVALS_NAME: Final = "match__slots__entry__team__name"
COLUMNS: Final = (
    *("pk", "match", "side", "match__winner", "match__points_reason", "rival", "named"),
)  # none that is converted: it would be for each of thousands


class EntryRow(NamedTuple):
    """An entry of a team, with its step on the podium if it has one."""

    pk: int
    created_at: datetime
    rank: int | None


class Score(NamedTuple):
    """How often another team with a name was met, and how often it won."""

    met: int
    lost: int


@dataclass(frozen=True)
class Record:
    """The combined record of some entries."""

    sums: Mapping[str, int]  # nothing before a match counts
    last: Mapping[int, int]  # the last matches, each with the own place in it, by keys
    rivals: Mapping[int, Score]  # by team


@dataclass(frozen=True)
class Played:
    """The entries of a team that a reader may see."""

    team: Team
    reader: User | AnonymousUser

    @property
    def entries(self) -> Sequence[EntryRow]:
        """All it entered, the latest first."""
        return self._marked[0]

    @cached_property
    def record(self) -> Record:
        """Return the team's record in these entries."""
        entries, mark = self._marked
        key = f"team:{self.team.pk}:{mark}"
        make_record = partial(_record, self.team.pk, [row.pk for row in entries])
        return cast("Record", caches["pages"].get_or_set(key, make_record, LIFE))

    @cached_property
    def _marked(self) -> tuple[Sequence[EntryRow], str]:
        """The entries, and what every result in them changes: none is put or taken back unseen."""
        visible = Competition.objects.visible_to(self.reader).filter(rehearsal="", hidden_at=None)
        ended = Q(slots__match__state__in=Match.WITH_RESULT)
        rows = (
            self.team.entries.filter(competition__in=visible)
            .values("pk", "created_at")
            .annotate(
                rank=Max("titles__rank"),
                ended=Count("slots", filter=ended),
                taken_back=Sum("slots__match__reopened"),
                matches=Sum("slots__match"),
                unranked=Count("slots", filter=ended & Q(slots__match__awaits_ranking=True)),
            )
        )
        values = list(
            rows.order_by("-created_at", "-pk").values_list(
                *EntryRow._fields, "ended", "taken_back", "matches", "unranked"
            )
        )
        marks = [(pk, *results) for pk, _at, _rank, *results in values]
        return [EntryRow(*row[:3]) for row in values], etag(marks)


def _record(team_id: int, entries: Sequence[int]) -> Record:
    """Go through the matches of these entries in the order they ended."""
    own = MatchSlot.objects.filter(entry__in=entries, match__state__in=Match.WITH_RESULT)
    rows = (
        own.filter(match__slots__side=1 - F("side"))
        .annotate(rival=F("match__slots__entry__team"), named=Length(RIVALS_NAME))
        .order_by("match__completed_at", "match", "pk")
        .values_list(*COLUMNS)
    )
    won: dict[int, bool] = {}
    last: dict[int, int] = {}
    met, lost = Counter[int](), Counter[int]()
    for pk, match, side, winner, reason, rival, name_length in rows:
        last[match] = pk
        if reason in COUNTED:
            won[pk] = winner == side
        if winner is not None and name_length and rival != team_id:
            met[rival] += 1
            lost[rival] += winner != side
    return Record(
        sums_of(entries, [*won.values()]),
        dict([*last.items()][: -LAST - 1 : -1]),
        {rival: Score(number, lost[rival]) for rival, number in met.items()},
    )


ENTERED: Final = 20  # of its competitions, on a page
TITLES: Final = 12
RIVALS: Final = 8  # shown with its matches
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
        """Return the team's wins; a match without a winner counts for neither side."""
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
    """The page of a team, limited to the competitions that the reader may see."""

    team: Team
    reader: User | AnonymousUser
    before: Cursor | None = None  # behind which its competitions are shown

    @cached_property
    def places(self) -> Sequence[TeamPlayer]:
        """Return all current and former members, in order of joining."""
        return list(self.team.players.select_related("user").order_by("since", "number"))

    @property
    def current_players(self) -> Sequence[TeamPlayer]:
        """Return the current members, the leaders first."""
        now = [place for place in self.places if place.until is None]
        leading = (self.team.captain_id, self.team.vice_id)
        return sorted(now, key=lambda place: _first(leading, place.user_id))

    @property
    def gone(self) -> Sequence[TeamPlayer]:
        """Return the former members, the last to leave first."""
        former = [place for place in self.places if place.until is not None]
        return sorted(former, key=lambda place: place.until or place.since, reverse=True)

    @property
    def is_in(self) -> bool:
        """Whether the reader is in it now."""
        return self.reader.pk is not None and self.reader.pk in {
            place.user_id for place in self.current_players
        }

    @cached_property
    def played(self) -> Played:
        """Return the team's entries and record that the reader may see."""
        return Played(self.team, self.reader)

    @property
    def titles(self) -> Sequence[Entered]:
        """Return its titles, best first, up to the first TITLES."""
        return self._entered(self._won[:TITLES])

    @property
    def won(self) -> int:
        """Return the number of podium places."""
        return len(self._won)

    @property
    def entered(self) -> Sequence[Entered]:
        """Return its latest entries, or the page after a cursor."""
        return self._entered(self._page)

    @property
    def older(self) -> Cursor | None:
        """Return the cursor of the next older page, if there is one."""
        last = self._page[-1] if self._page else None
        return None if last is None or last is self.played.entries[-1] else _place(last)

    @cached_property
    def results(self) -> Sequence[Result]:
        """Return its last matches."""
        last = self.played.record.last
        sides = MatchSlot.objects.filter(match__in=last).select_related(IN_COMPETITION, "entry")
        slots: dict[int, list[MatchSlot]] = {match: [] for match in last}
        for slot in sides.only(*OF_RESULT):
            slots[slot.match_id].append(slot)
        return [_result(slots[match], pk) for match, pk in last.items() if slots[match]]

    @cached_property
    def rivals(self) -> Sequence[Rival]:
        """Return the named teams it met most."""
        met = sorted(self.played.record.rivals.items(), key=lambda each: (-each[1].met, each[0]))
        teams = Team.objects.select_related("club").in_bulk([pk for pk, _score in met[:RIVALS]])
        return [Rival(teams[pk], *score) for pk, score in met[:RIVALS] if pk in teams]

    def rivals_named(self, words: str) -> Sequence[Rival]:
        """Return the teams with these words in their name that it met, most often first."""
        met = self.played.record.rivals
        teams = Team.objects.named().filter(pk__in=met, name__fold__contains=fold(words))
        rivals = [Rival(team, *met[team.pk]) for team in teams]
        return sorted(rivals, key=lambda rival: (-rival.met, rival.team.pk))[:MET]

    @property
    def figures(self) -> Sequence[TeamFigures]:
        return figures(self.played.record.sums)

    def slots(self) -> QuerySet[MatchSlot]:
        """Return its places in matches that the reader may see."""
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
    def _entries_by_id(self) -> Mapping[int, Entry]:
        """Return the entries that are shown, read at once."""
        entry_ids = {row.pk for row in (*self._page, *self._won[:TITLES])}
        return Entry.objects.select_related("competition__club").only(*OF_ENTRY).in_bulk(entry_ids)

    def _entered(self, rows: Sequence[EntryRow]) -> Sequence[Entered]:
        return [Entered(self._entries_by_id[row.pk], row.rank) for row in rows]


def _place(row: EntryRow) -> Cursor:
    return Cursor((row.created_at, row.pk))


def _is_behind(row: EntryRow, place: Cursor) -> bool:
    return _place(row).values < place.values


def _first(leading: Sequence[int | None], user_id: int | None) -> int:
    return leading.index(user_id) if user_id is not None and user_id in leading else len(leading)


def _result(slots: Sequence[MatchSlot], own_id: int) -> Result:
    own = next(slot for slot in slots if slot.pk == own_id)
    match = own.match
    assert own.entry is not None
    assert match.competition is not None
    return Result(match, match.competition, rival_of(slots, [own.entry]), match.winner == own.side)


A_PAGE = 30


@dataclass(frozen=True)
class TeamMeeting:
    """One match of the two."""

    match: Match
    won: bool


@dataclass(frozen=True)
class TeamsMet:
    """The matches between two teams: the totals, and one page of them."""

    team: Team
    rival: Team
    won: int
    lost: int
    page: OlderRows[Match]

    @property
    def meetings(self) -> list[TeamMeeting]:
        """Return the matches of the page, the latest first."""
        return [
            TeamMeeting(match, match.winner == match.own_side)  # type: ignore[attr-defined]  # annotated
            for match in self.page.rows
        ]


def teams_met(page: TeamPage, rival: Team, before: Cursor | None) -> TeamsMet:
    """Read the matches between two teams that the first team's reader may see."""
    slots = page.slots().filter(_other_side(rival), match__state__in=Match.WITH_RESULT)
    won = Count("match", filter=Q(match__winner=F("side")))
    lost = Count("match", filter=Q(match__winner=1 - F("side")))
    totals = slots.aggregate(won=won, lost=lost)
    return TeamsMet(page.team, rival, totals["won"], totals["lost"], _matches(slots, before))


def _other_side(rival: Team) -> Exists:
    theirs = MatchSlot.objects.filter(match=OuterRef("match"), entry__team=rival)
    return Exists(theirs.exclude(side=OuterRef("side")))


def _matches(slots: QuerySet[MatchSlot], before: Cursor | None) -> OlderRows[Match]:
    own = slots.order_by().values("match")
    side = slots.filter(match=OuterRef("pk")).order_by().values("side")[:1]
    matches = Match.objects.filter(pk__in=own).annotate(own_side=side)
    rows = matches.select_related(IN_COMPETITION.removeprefix("match__"))
    return older_rows(rows, before, "completed_at", A_PAGE)
