"""A club's record of people who entered its competitions, alone or together, and how often."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from django.db import transaction
from django.db.models import Count, Max, Q

from accounts.models import Club, User
from accounts.names.display import ERASED
from tournaments.common.batches import batches
from tournaments.common.errors import NoSuchNameError
from tournaments.common.permissions import require_organiser
from tournaments.models import Competition, Entry, RosterPlayer, Team, TeamPlayer
from tournaments.names.comparison import comparison_key

REMEMBERED = 500  # the most frequent teams of a club
T = TypeVar("T")
Who = int | str
"""A person's key: the pk of an account, or a name normalised for comparison."""


@dataclass(frozen=True)
class KnownPerson:
    """A person known to a club, with an account (`username`) or by name only."""

    name: str
    username: str = ""

    @property
    def written(self) -> str:
        """The person as written in a list of entries."""
        return f"@{self.username}" if self.username else self.name


@dataclass(frozen=True)
class RegularTeam:
    """A team that entered, with how often; `team` is the pk of the row.

    `team` is None for a named team, which organisers cannot delete from the list.
    """

    team: int | None
    people: tuple[KnownPerson, ...]
    times: int
    is_whole: bool


@dataclass(frozen=True)
class KnownTeams:
    """The past teams of a club's competitions: most often first, then most recently."""

    teams: tuple[RegularTeam, ...]

    @cached_property
    def people(self) -> Mapping[str, KnownPerson]:
        """All persons by normalised name, the most frequent first."""
        times: Counter[str] = Counter()
        people: dict[str, KnownPerson] = {}
        for team in self.teams:
            for person in team.people:
                times[comparison_key(person.name)] += team.times
                people.setdefault(comparison_key(person.name), person)
        return {name: people[name] for name, _ in times.most_common()}

    @cached_property
    def partners(self) -> Mapping[str, set[str]]:
        """Former partners of each player, by normalised names."""
        partners: dict[str, set[str]] = {}
        for team in self.teams:
            names = {comparison_key(person.name) for person in team.people}
            for name in names:
                partners.setdefault(name, set()).update(names - {name})
        return partners


def known_teams(club: Club, *, besides: Competition) -> KnownTeams:
    """Return the teams of a club's other competitions. Named teams have their current members."""
    elsewhere = ~Q(entries__competition=besides)
    teams = (
        Team.objects.filter(entries__competition__club=club, dissolved_at=None)
        .annotate(
            times=Count("entries", filter=elsewhere, distinct=True),
            last=Max("entries__created_at", filter=elsewhere),
        )
        .filter(times__gt=0)
        .order_by("-times", "-last", "pk")
    )
    return KnownTeams(tuple(map(_regular, teams.prefetch_related("players__user")[:REMEMBERED])))


def record_team(entries: Sequence[Entry], now: datetime) -> None:
    """Store which teams of the club these complete entries of one competition are.

    Entries of named teams keep theirs; other entries never match a named team by their players.
    Rehearsals are ignored, as their names are invented.
    """
    entries = [entry for entry in entries if entry.team is None or not entry.team.name]
    if not entries or entries[0].competition.rehearsal:
        return
    rosters = _rosters(entries)
    teams = teams_of(entries[0].competition, [rosters[entry.pk] for entry in entries], now)
    for entry, team in zip(entries, teams, strict=True):
        entry.team_id = team
    Entry.objects.bulk_update(entries, ["team"])


def teams_of(
    competition: Competition, rosters: Sequence[Sequence[RosterPlayer]], now: datetime
) -> list[int | None]:
    """Return the unnamed team of the club for each complete roster; create missing teams.

    In a rehearsal they are None.
    """
    if competition.rehearsal or not rosters:
        return [None for _ in rosters]
    club_id = competition.club_id
    known = _find_teams(club_id, [player for roster in rosters for player in roster])
    keys = list(map(_key, rosters))
    unknown = {key: roster for key, roster in zip(keys, rosters, strict=True) if key not in known}
    known |= zip(unknown, _new_teams(club_id, list(unknown.values()), now), strict=True)
    return [known[key] for key in keys]


def forget_player(
    *, user: User, names: Collection[str], clubs: Collection[int], now: datetime
) -> None:
    """Erase a person from a club's known teams, also if a team has only the name.

    A name without an account belongs to the person if the account claimed an entry of that team, or
    if the team has no entry left that could show its owner.
    """
    claimed = Q(user=None, team__entries__roster__user=user)
    untold = Q(user=None, team__entries=None, team__club__in=clubs)
    own = set(map(comparison_key, names))
    rows = TeamPlayer.objects.filter(Q(user=user) | claimed | untold).distinct()
    row_ids = [row.pk for row in rows if row.user_id == user.pk or comparison_key(row.name) in own]
    TeamPlayer.objects.filter(pk__in=row_ids).update(name=ERASED, user=None, until=now)


@transaction.atomic
def forget_team(
    *, competition_id: int, team_id: int, actor: User, now: datetime
) -> tuple[KnownPerson, ...]:
    """Remove a team from the club's regulars until it enters again; return its players.

    Raises RefusedError `not-organiser` or `no-such-name`.
    """
    team = _team(competition_id, team_id, actor)
    players = list(team.players.filter(until=None).select_related("user"))
    if not players:
        raise NoSuchNameError()
    team.players.filter(until=None).update(until=now)
    return tuple(map(_person, players))


@transaction.atomic
def recall_team(*, competition_id: int, team_id: int, actor: User) -> None:
    """Undo `forget_team`. Raises RefusedError `not-organiser` or `no-such-name`."""
    players = _team(competition_id, team_id, actor).players.all()
    if any(player.until is None for player in players):
        raise NoSuchNameError()
    last = max((player.until for player in players if player.until), default=None)
    TeamPlayer.objects.filter(team=team_id, until=last).exclude(name=ERASED).update(until=None)


def _team(competition_id: int, team_id: int, actor: User) -> Team:
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    require_organiser(competition, actor)
    unnamed = Team.objects.select_for_update().filter(club=competition.club, name="")
    team = unnamed.filter(pk=team_id).first()
    if team is None:
        raise NoSuchNameError()
    return team


def _regular(team: Team) -> RegularTeam:
    rows = sorted(team.players.all(), key=lambda row: row.number)
    current = [row for row in rows if row.until is None]
    times: int = team.times  # type: ignore[attr-defined]  # annotated
    is_whole = bool(team.name) or len(current) == len(rows)
    return RegularTeam(
        None if team.name else team.pk, tuple(map(_person, current)), times, is_whole
    )


def _person(row: TeamPlayer) -> KnownPerson:
    user = row.user
    if user is None or user.is_guest or not user.is_active:
        return KnownPerson(row.name)
    return KnownPerson(str(user), user.username)


def _rosters(entries: Sequence[Entry]) -> Mapping[int, list[RosterPlayer]]:
    rosters: dict[int, list[RosterPlayer]] = {}
    keys = [entry.pk for entry in entries]
    for some in batches(keys):
        for player in (
            RosterPlayer.objects.playing().select_related("person").filter(entry__in=some)
        ):
            rosters.setdefault(player.entry_id, []).append(player)
    return rosters


def _find_teams(club_id: int, players: Sequence[RosterPlayer]) -> dict[frozenset[Who], int]:
    """Return the teams of a club that may match these players, by their keys."""
    teams: set[int] = set()
    rows = TeamPlayer.objects.filter(team__club=club_id, team__name="", until=None)
    for some in batches(sorted({player.club_name for player in players})):
        teams.update(rows.filter(name__in=some).values_list("team", flat=True))
    for users in batches(sorted({player.user_id for player in players if player.user_id})):
        teams.update(rows.filter(user__in=users).values_list("team", flat=True))
    by_key: dict[frozenset[Who], int] = {}
    for keys in batches(sorted(teams)):
        whole = Team.objects.filter(pk__in=keys).exclude(players__until__isnull=False)
        for team in whole.order_by("-pk").prefetch_related("players"):
            by_key[_key(team.players.all())] = team.pk
    return by_key


def _new_teams(club_id: int, rosters: Sequence[Sequence[RosterPlayer]], now: datetime) -> list[int]:
    teams = Team.objects.bulk_create(
        Team(club_id=club_id, captain_id=roster[0].user_id, created_at=now) for roster in rosters
    )
    TeamPlayer.objects.bulk_create(
        TeamPlayer(
            team=team, number=number, user_id=player.user_id, name=player.club_name, since=now
        )
        for team, roster in zip(teams, rosters, strict=True)
        for number, player in enumerate(roster, start=1)
    )
    return [team.pk for team in teams]


def _key(players: Iterable[RosterPlayer | TeamPlayer]) -> frozenset[Who]:
    return frozenset(player.user_id or comparison_key(_club_name(player)) for player in players)


def _club_name(player: RosterPlayer | TeamPlayer) -> str:
    return player.club_name if isinstance(player, RosterPlayer) else player.name
