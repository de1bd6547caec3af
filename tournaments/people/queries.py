"""A club's people and one person, as pages show them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import combinations, starmap
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from accounts.models import Club, User
from accounts.names.collation import SortKey, fold
from accounts.names.display import join_names
from tournaments.models import (
    Competition,
    CompetitionQuerySet,
    LeaderboardLine,
    Person,
    PersonChange,
    PlayerResult,
    PointsEntry,
    RosterPlayer,
    Title,
)
from tournaments.names.comparison import comparison_key, near_index, near_names
from tournaments.people.services import (
    UNDO_FOR,
    Act,
    nameless_places,
    shared_event,
    splittable,
)
from tournaments.ranking.ledger import BoardKey

PAIRS: Final = 6  # shown at once
CANDIDATES: Final = 400  # pairs whose nights are compared
NAMES: Final = 30  # proposals shown at once
PARTNERS: Final = 8
CHANGES: Final = 12


class PersonName(NamedTuple):
    """A person of a club, read without a model: a page compares hundreds."""

    pk: int
    name: str
    match_key: str
    user_id: int | None
    hidden: bool


@dataclass(frozen=True)
class Twins:
    """Two persons with similar names who were never in the same competition."""

    first: PersonName
    second: PersonName
    partners: tuple[str, ...]  # who has played with both

    @property
    def shared(self) -> str:
        """Return their common partners, in words."""
        return join_names(self.partners)


@dataclass(frozen=True)
class Proposal:
    """A name of earlier competitions without a person, and the club's persons of that name."""

    key: str
    name: str
    places: int
    events: int
    people: Sequence[PersonName]

    @property
    def is_sure(self) -> bool:
        """Return whether at most one person of the club has the name."""
        return len(self.people) <= 1

    @property
    def has_namesakes(self) -> bool:
        """Return whether two of that name played in one competition."""
        return self.places > self.events


@dataclass(frozen=True)
class Roster:
    """All people of a club, for its organisers."""

    club: Club

    def chosen(self, kind: str, words: str) -> QuerySet[Person]:
        """Return those of a chip, and of a name or nickname that contains these words, by name."""
        people = Person.objects.known().filter(club=self.club).select_related("user")
        if kind in KINDS:
            people = people.filter(KINDS[kind])
        for word in comparison_key(words).split():
            by_nickname = Q(nickname__fold__contains=fold(word))
            people = people.filter(Q(match_key__contains=word) | by_nickname)
        return people.order_by(SortKey("name"), "pk")

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Return how many persons there are of each chip."""
        total, account = len(self._known), sum(each.user_id is not None for each in self._known)
        hidden = sum(each.hidden for each in self._known)
        return {"all": total, "account": account, "name": total - account, "hidden": hidden}

    @cached_property
    def _known(self) -> list[PersonName]:
        people = Person.objects.known().filter(club=self.club).order_by("pk")
        return list(starmap(PersonName, people.values_list(*PersonName._fields)))

    @cached_property
    def twins(self) -> list[Twins]:
        """Return the first pairs of possible twins."""
        if not self.counts["name"]:
            return []  # two accounts are never one person
        names = {each.pk: each for each in self._known}
        pairs = [
            pair
            for pair in similar_pairs(tuple((key, each.match_key) for key, each in names.items()))
            if not all(names[key].user_id is not None for key in pair)
        ]
        chosen = possible_twins(pairs[:CANDIDATES], PAIRS)
        partners = _partners_of({key for pair in chosen for key in pair})
        return [
            Twins(names[one], names[other], tuple(sorted(partners[one] & partners[other])[:3]))
            for one, other in chosen
        ]

    @cached_property
    def proposals(self) -> list[Proposal]:
        """Return the names without a person, the most frequent first."""
        by_key: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, event in nameless_places(self.club).values_list("name", "competition"):
            by_key[comparison_key(name)].append((name, event))
        if not by_key:
            return []
        people: dict[str, list[PersonName]] = defaultdict(list)
        for person in self._known:
            people[person.match_key].append(person)
        proposals = (
            Proposal(
                key,
                Counter(name for name, _ in rows).most_common(1)[0][0],
                len(rows),
                len({event for _, event in rows}),
                people[key],
            )
            for key, rows in by_key.items()
        )
        return sorted(proposals, key=lambda each: (-each.places, each.key))


KINDS: Final[Mapping[str, Q]] = {
    "account": Q(user__isnull=False),
    "name": Q(user__isnull=True),
    "hidden": Q(hidden=True),
}


@lru_cache(maxsize=16)
def similar_pairs(keyed_names: tuple[tuple[int, str], ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of persons whose normalised names may be one person's, by key.

    They are equal, or have the same words, differ by one letter, or one is shortened: `Dani F.`.
    The clubs that were read last are cached, by all their persons and names.
    """
    names = dict(keyed_names)
    by_key: dict[str, list[int]] = defaultdict(list)
    by_words: dict[tuple[str, ...], list[int]] = defaultdict(list)
    by_first: dict[str, list[int]] = defaultdict(list)
    for pk, name in names.items():
        if name:
            by_key[name].append(pk)
            by_words[tuple(sorted(name.split()))].append(pk)
            by_first[name.split()[0]].append(pk)
    pairs = {pair for same in by_words.values() for pair in combinations(sorted(same), 2)}
    index = near_index(by_key)
    for name, persons in by_key.items():
        for near in near_names(name, index):
            pairs |= {_pair(one, other) for one in persons for other in by_key[near]}
    for same in by_first.values():
        pairs |= {
            _pair(one, other)
            for one, other in combinations(same, 2)
            if _is_shortened(names[one], names[other])
        }
    return tuple(sorted(pairs))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _is_shortened(one: str, other: str) -> bool:
    """Return whether one name is the other with its last words as initials."""
    words = sorted((one.split(), other.split()), key=lambda each: len("".join(each)))
    short, long = words
    if len(short) != len(long) or len(short) == 1 or short == long:
        return False
    pairs = zip(short[1:], long[1:], strict=True)
    return all(a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs)


def possible_twins(pairs: Sequence[tuple[int, int]], at_most: int) -> list[tuple[int, int]]:
    """Return the first of these pairs that never met and that no organiser has told apart.

    It is one statement in SQL: reading the competitions of all these persons takes ten times as
    long.
    """
    if not pairs:
        return []
    quoted = connection.ops.quote_name
    places, changes = (quoted(each._meta.db_table) for each in (RosterPlayer, PersonChange))
    nights = f"SELECT competition_id FROM {places} WHERE person_id ="
    apart = f"SELECT 1 FROM {changes} WHERE act = %s AND person_id"
    values = ", ".join(["(%s, %s)"] * len(pairs))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH pair(one, other) AS (VALUES {values}) SELECT one, other FROM pair"
            f" WHERE NOT EXISTS ({nights} one INTERSECT {nights} other)"
            f" AND NOT EXISTS ({apart} = one AND other_id = other)"
            f" AND NOT EXISTS ({apart} = other AND other_id = one)"
            " ORDER BY one, other LIMIT %s",
            [*(key for pair in pairs for key in pair), Act.APART, Act.APART, at_most],
        )
        return [(one, other) for one, other in cursor.fetchall()]


def read_nights(people: Sequence[Person]) -> list[tuple[Person, int, datetime | None]]:
    """Return each person with the number of their nights, and when the last one was.

    A night is a competition for which the person's entry was drawn.
    """
    places = RosterPlayer.ever.filter(person__in=people, entry__seed__isnull=False).order_by()
    rows = places.values("person").annotate(
        nights=Count("competition", distinct=True),
        last=Max(Coalesce("competition__starts_at", "competition__created_at")),
    )
    nights = {row["person"]: (row["nights"], row["last"]) for row in rows}
    return [(person, *nights.get(person.pk, (0, None))) for person in people]


def _partners_of(people: Collection[int]) -> Mapping[int, set[str]]:
    """Return the names of each person's partners."""
    partners: dict[int, set[str]] = defaultdict(set)
    mate = "entry__roster__person"
    rows = RosterPlayer.ever.filter(person__in=people, **{f"{mate}__isnull": False}).order_by()
    for person, other, name in rows.values_list("person", mate, f"{mate}__name").distinct():
        if other != person:
            partners[person].add(name)
    return partners


@dataclass(frozen=True)
class Night:
    """One competition of a person: place, points and partners."""

    place: RosterPlayer
    rank: int | None
    points: int
    matches: int
    wins: int
    partners: str

    @property
    def competition(self) -> Competition:
        return self.place.competition

    @property
    def final_rank(self) -> int | None:
        """The rank at the end; below the podium it is known in competitions of a series alone.

        Reserves and who had left have none.
        """
        return (self.rank or self.place.entry.final_rank) if _is_ranked(self.place) else None

    @property
    def at(self) -> datetime:
        """Return when it was, or was announced."""
        return self.competition.starts_at or self.competition.created_at


def _is_ranked(place: RosterPlayer) -> bool:
    """Return whether who has this place gets the rank of the entry, as for titles."""
    return not place.reserve and place.left_at is None


@dataclass(frozen=True)
class Partner:
    """A former partner, with the number of matches played and won together."""

    person: Person
    played: int
    won: int

    @property
    def percent(self) -> int:
        """Return the percentage of matches won."""
        return round(100 * self.won / self.played)


@dataclass(frozen=True)
class PersonPage:
    """One person of a club, as a reader may see them."""

    person: Person
    seen: CompetitionQuerySet
    organises: bool

    @classmethod
    def of(cls, person: Person, reader: User | AnonymousUser) -> "PersonPage":
        """Read a person; organisers see hidden names, too."""
        visible = Competition.objects.visible_to(reader).filter(club=person.club, rehearsal="")
        return cls(person, visible.filter(hidden_at=None), person.club.can_organise(reader))

    @property
    def name(self) -> str:
        """Return the name that the reader may see."""
        return self.person.name if self.organises else self.person.public_name

    @cached_property
    def places(self) -> list[RosterPlayer]:
        """Return the person's places in competitions, the latest first, a former one last."""
        rank = Title.objects.filter(entry=OuterRef("entry")).values("rank")[:1]
        places = RosterPlayer.ever.filter(person=self.person, competition__in=self.seen)
        rows = places.select_related("competition", "entry").annotate(rank=Subquery(rank))
        begun = Coalesce("competition__starts_at", "competition__created_at")
        return list(rows.order_by(begun.desc(), F("left_at").asc(nulls_first=True), "-pk"))

    @cached_property
    def nights(self) -> list[Night]:
        """Return the competitions for which an entry of the person was drawn, the latest first.

        Of several entries in one competition the last one counts.
        """
        drawn: dict[int, RosterPlayer] = {}
        for place in self.places:
            if place.entry.seed is not None:
                drawn.setdefault(place.competition_id, place)
        played = PointsEntry.objects.filter(person=self.person)
        by_event = "match__round__group__stage__competition"
        sums = {row[by_event]: row for row in played.summed(by_event, player="person_id")}
        return [self._night(place, sums.get(event, {})) for event, place in drawn.items()]

    def _night(self, place: RosterPlayer, sums: Mapping[str, int]) -> Night:
        rank: int | None = place.rank if _is_ranked(place) else None  # type: ignore[attr-defined]
        points, matches, wins = (sums.get(name, 0) for name in ("total", "played", "won"))
        return Night(
            place, rank, points, matches, wins, self._partner_names.get(place.entry_id, "")
        )

    @cached_property
    def _partner_names(self) -> Mapping[int, str]:
        """Return the others of each entry, in words."""
        entries = [place.entry_id for place in self.places]
        others: dict[int, list[str]] = defaultdict(list)
        rows = RosterPlayer.objects.playing().filter(entry__in=entries)
        for entry, name in rows.exclude(person=self.person).values_list("entry", "name"):
            others[entry].append(name)
        return {entry: join_names(names) for entry, names in others.items()}

    @cached_property
    def partners(self) -> list[Partner]:
        """Return the most frequent partners in competitions that the reader may see."""
        mates = "match__player_results"
        same = {
            f"{mates}__number": F("number"),
            f"{mates}__side": F("side"),
            f"{mates}__person__isnull": False,
        }
        board = Q(**{f"{mates}__board": F("board")}) | Q(board=None)
        own = PlayerResult.objects.standing().filter(
            person=self.person, match__round__group__stage__competition__in=self.seen
        )
        won = Q(won=True) | Q(won=None, match__winner=F("side"))
        sums = own.filter(board, **same).order_by().values(mate=F(f"{mates}__person"))
        sums = sums.annotate(played=Count("pk"), victories=Count("pk", filter=won))
        most = sums.order_by("-played", "-victories", "mate")[: PARTNERS + 1]
        person_columns = (f"{mates}__person__{name}" for name in ("name", "hidden", "user"))
        rows = most.values_list("mate", "played", "victories", *person_columns)
        return [
            Partner(Person(pk=mate, name=name, hidden=hidden, user_id=user), played, victories)
            for mate, played, victories, name, hidden, user in rows
            if mate != self.person.pk
        ][:PARTNERS]

    @property
    def titles(self) -> list[Night]:
        """Return the nights on the podium, the best first."""
        won = [night for night in self.nights if night.rank is not None]
        return sorted(won, key=lambda night: night.rank or 0)

    @cached_property
    def line(self) -> "Line | None":
        """Return the person's line on the club's board; None before a first result."""
        lines = LeaderboardLine.objects.filter(
            board__key=str(BoardKey(club_id=self.person.club_id))
        )
        better = lines.filter(points__gt=OuterRef("points")).order_by()
        number = better.annotate(one=Value(1)).values("one").annotate(number=Count("pk"))
        ahead = Coalesce(Subquery(number.values("number")), 0)
        own = lines.filter(person=self.person).annotate(rank=ahead + 1)
        row = own.values_list("rank", "points", "matches", "wins").first()
        return None if row is None else Line(*row)

    @cached_property
    def changes(self) -> list["ShownChange"]:
        """Return what organisers changed, the latest first."""
        concerned = Q(person=self.person) | Q(other=self.person, act=Act.SPLIT)
        rows = PersonChange.objects.filter(concerned).select_related("actor", "other")
        return [ShownChange(row) for row in rows[:CHANGES]]


@dataclass(frozen=True)
class Line:
    """A place on the leaderboard of the club."""

    rank: int
    points: int
    matches: int
    wins: int


@dataclass(frozen=True)
class ShownChange:
    """A change of a person, and whether it can be undone."""

    row: PersonChange

    def is_undoable(self, now: datetime) -> bool:
        """Return whether a merge may still be undone."""
        is_merge = self.row.act == Act.MERGE and bool(self.row.restore)
        return is_merge and self.row.undone_at is None and now - self.row.at <= UNDO_FOR


@dataclass(frozen=True)
class Half:
    """One of two persons before they are merged."""

    person: Person
    nights: int
    points: int
    last: datetime | None
    partners: str


@dataclass(frozen=True)
class MergePreview:
    """The result of a merge of two persons, and the reasons against it."""

    first: Half
    second: Half
    together: Competition | None  # both played there
    rank_before: int | None
    rank_after: int | None

    @classmethod
    def of(cls, first: Person, second: Person) -> "MergePreview":
        """Read both persons and the leaderboard of their club."""
        partners = _partners_of([first.pk, second.pk])
        halves = [_half(person, partners[person.pk]) for person in (first, second)]
        key = str(BoardKey(club_id=first.club_id))
        lines = LeaderboardLine.objects.filter(board__key=key)
        points = dict(lines.filter(person__in=[first, second]).values_list("person", "points"))
        others = lines.exclude(person__in=[first, second])
        total = sum(points.values())
        after = others.filter(points__gt=total).count() + 1 if points else None
        best = max(points.values(), default=0)
        before = lines.filter(points__gt=best).count() + 1 if points else None
        return cls(halves[0], halves[1], shared_event(first, second), before, after)

    @property
    def name(self) -> str:
        """Return the name to propose: that of more competitions, else the longer one."""
        halves = (self.first, self.second)
        return max(halves, key=lambda half: (half.nights, len(half.person.name))).person.name

    @property
    def nights(self) -> int:
        """The number of competitions of both together."""
        return self.first.nights + self.second.nights

    @property
    def points(self) -> int:
        return self.first.points + self.second.points

    @property
    def has_two_accounts(self) -> bool:
        """Return whether both have an account."""
        return all(half.person.user_id is not None for half in (self.first, self.second))

    @property
    def account(self) -> User | None:
        """Return the account that the person has afterwards."""
        return self.first.person.user or self.second.person.user


def _half(person: Person, partners: Iterable[str]) -> Half:
    places = RosterPlayer.ever.filter(person=person, entry__seed__isnull=False)
    when = Coalesce("competition__starts_at", "competition__created_at")
    sums = places.aggregate(nights=Count("competition", distinct=True), last=Max(when))
    points = PointsEntry.objects.filter(person=person).aggregate(sum=Sum("points", default=0))
    return Half(person, sums["nights"], points["sum"], sums["last"], join_some(partners))


def join_some(names: Iterable[str]) -> str:
    """Return the first names, in words; "" for none."""
    some = sorted(names)[:3]
    return join_names(some) if some else ""


def split_places(person: Person) -> QuerySet[RosterPlayer]:
    """Return the nights that may turn out to be another person's, the latest first."""
    places = splittable(person).select_related("competition", "entry")
    return places.order_by("-competition__created_at", "-pk")
