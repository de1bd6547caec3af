"""Content of a repeated competition: people, officials, links, tables, name and date."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q
from django.utils import translation

from accounts.i18n.languages import language_choices
from accounts.models import Club
from accounts.names.collation import fold
from tournaments.competitions.suggestions import (
    default_name,
    default_start,
    following,
    free_name,
)
from tournaments.entries import rosters
from tournaments.entries.queries import ORDER, EntryLine
from tournaments.models import Competition, Entry, Official, RosterPlayer, StaffLink

A_WEEK: Final = timedelta(days=7)
HALF_AN_HOUR: Final = 30  # minutes
State = Entry.State


@dataclass(frozen=True)
class RepeatedEntry:
    """An entry of the original; `unable` are its suspended or deleted players.

    `elsewhere` are those who played in another entry, after this one had left.
    """

    line: EntryLine
    came: bool
    unable: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """Return its players' names, with the name of the team if it has one of its own."""
        names = " · ".join(player.name for player in self.line.players)
        return f"{self.line.entry.name} ({names})" if self.line.has_own_name else names


@dataclass(frozen=True)
class Original:
    """A competition to repeat, with everything that can be copied."""

    competition: Competition
    entries: Sequence[RepeatedEntry]
    officials: Sequence[Official]
    links: Sequence[StaffLink]
    tables: Sequence[int]  # numbers

    @property
    def takes(self) -> list[RepeatedEntry]:
        """Return the entries that can be copied."""
        return [each for each in self.entries if not (each.unable or each.elsewhere)]

    @property
    def leaves_out(self) -> list[RepeatedEntry]:
        """Return the entries with an `unable` player."""
        return [each for each in self.entries if each.unable]

    @property
    def doubled(self) -> list[RepeatedEntry]:
        """Return the other entries that would enter a person twice."""
        return [each for each in self.entries if each.elsewhere and not each.unable]


def read_original(competition: Competition) -> Original:
    """Read what can be copied of a competition."""
    roster = Prefetch("roster", RosterPlayer.objects.select_related("user"))
    entries = competition.entries.order_by(*ORDER).prefetch_related(roster)
    lines = [line for line in map(EntryLine, entries) if line.players]
    everybody = [player for line in lines for player in line.players]
    unable = {player.pk for player in rosters.unable(competition, everybody)}
    entry_of = _entries_of_people(lines)
    repeated = [
        RepeatedEntry(
            line,
            _came(line.entry),
            tuple(player.name for player in line.players if player.pk in unable),
            tuple(
                player.name
                for player in line.players
                if entry_of.get(player.person_id, line.entry.pk) != line.entry.pk
            ),
        )
        for line in lines
    ]
    officials = competition.officials.filter(
        role__in=Official.NAMED, group=None, match=None, user__is_link=False, user__is_active=True
    )
    return Original(
        competition,
        repeated,
        list(officials.select_related("user")),
        links_of(competition),
        list(competition.hall_tables.order_by("number").values_list("number", flat=True)),
    )


def links_of(competition: Competition) -> list[StaffLink]:
    """Return the links that were in use to the end, each label once.

    Links end by themselves some time after the competition; an organiser revokes them before.
    """
    in_use = Q(revoked_at=None)
    if competition.finished_at is not None:
        in_use |= Q(revoked_at__gte=competition.finished_at)
    links = competition.links.filter(in_use).select_related("user").order_by("pk")
    return list({fold(str(link.user)): link for link in links}.values())


def _entries_of_people(lines: Sequence[EntryLine]) -> dict[int | None, int]:
    """Return the entry in which each person plays, rather one that has not left."""
    entry_of: dict[int | None, int] = {}
    for line in sorted(lines, key=lambda line: line.entry.state == State.WITHDRAWN):
        for player in line.players:
            if player.person_id is not None:
                entry_of.setdefault(player.person_id, line.entry.pk)
    return entry_of


def _came(entry: Entry) -> bool:
    """Whether an entry was there: confirmed, or it left only after the draw."""
    left_late = entry.state == State.WITHDRAWN and entry.left_at is not None
    return entry.state == State.CONFIRMED or left_late


def next_start(competition: Competition, now: datetime) -> datetime:
    """Return the same hour of the next such weekday by the club's clock, without a zone.

    It is at least a week later, and not in the past.
    """
    zone = ZoneInfo(competition.club.zone)
    began = competition.starts_at or competition.started_at
    if began is None:
        return default_start(now, competition.club.zone)
    wall = began.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)
    if competition.starts_at is None:
        wall = wall.replace(minute=wall.minute - wall.minute % HALF_AN_HOUR)
    local_now = now.astimezone(zone).replace(tzinfo=None)
    weeks = max(1, -((wall - local_now) // A_WEEK))
    return wall + weeks * A_WEEK


def next_name(competition: Competition, start: datetime) -> str:
    """Return the name of the next competition.

    A default name, in any language, becomes that of the new day; any other gets a number.
    """
    club, began = competition.club, competition.starts_at or competition.started_at
    if began is not None:
        day = began.astimezone(ZoneInfo(club.zone))
        for language, _ in language_choices():
            with translation.override(language):
                if competition.name == default_name(day, None):
                    return default_name(start, club)
    return free_name(club, following(competition.name))


def latest_of(club: Club) -> Competition | None:
    """Return the last competition of a club that was drawn or cancelled; no rehearsal."""
    own = Competition.objects.filter(club=club, rehearsal="")
    return own.exclude(state__in=Competition.UNDRAWN).order_by("-created_at", "-pk").first()
