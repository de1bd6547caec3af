"""Services of a club's series: its rules, its competitions, and its final."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from accounts.common.commit_hooks import on_commit
from accounts.models import Club, User
from accounts.names.collation import fold
from games.common.transactions import enqueue, retry_on_conflict
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import NotOrganiserError, WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_club_organiser
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings, audit_value
from tournaments.competitions.suggestions import LONGEST, free_name
from tournaments.entries import rosters
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.formats.options import FormatOptions
from tournaments.matches.stages import TITLES_TASK
from tournaments.models import AuditEvent, Competition, RosterPlayer, Series
from tournaments.series.errors import (
    FinalExistsError,
    InAnotherSeriesError,
    IsFinalError,
    NoFinalError,
    NoSuchSeriesError,
    OfAnotherClubError,
    SeriesBackwardsError,
    SeriesNamedError,
    TooFewFinalistsError,
    TooManySeriesError,
)
from tournaments.series.queries import Key, Line, read_table

MOST: Final = 60  # series of one club
TERMS: Final = (
    *("name", "starts_on", "ends_on", "scoring", "place_points", "attended_points"),
    *("attendance_bonus", "counted", "planned", "finalists"),
)
Act = AuditEvent.Act


@retry_on_conflict
@transaction.atomic
def open_series(*, club_id: int, actor: User, terms: Mapping[str, Any], now: datetime) -> Series:
    """Open a series of a club with these `TERMS`.

    Raises RefusedError `not-organiser`, `series-named`, `series-backwards` or `too-many-series`,
    and ValidationError.
    """
    club = _locked_club(club_id, actor)
    if club.series.count() >= MOST:
        raise TooManySeriesError()
    series = Series(club=club, created_at=now)
    _write(series, terms)
    return series


@retry_on_conflict
@transaction.atomic
def change_series(
    *, series_id: int, actor: User, terms: Mapping[str, Any], now: datetime
) -> Series:
    """Change the terms of a series; its table follows at once.

    The log of each of its competitions has the change. Raises as `open_series` does, and
    `no-such-series`.
    """
    series = _locked_series(series_id, actor)
    before = {name: getattr(series, name) for name in TERMS}
    _write(series, terms)
    changed = [name for name in TERMS if before[name] != getattr(series, name)]
    for competition in series.competitions.all() if changed else ():
        audit.log_event(
            Act.CHANGE_SERIES,
            competition=competition,
            actor=actor,
            now=now,
            before={name: audit_value(before[name]) for name in changed},
            after={"entry": series.name, **{name: audit_value(terms[name]) for name in changed}},
        )
        broadcast_competition(competition.pk)
    return series


@retry_on_conflict
@transaction.atomic
def remove_series(*, series_id: int, actor: User, now: datetime) -> None:
    """Delete a series. Its competitions stay, with their results.

    Raises RefusedError `not-organiser` or `no-such-series`.
    """
    series = _locked_series(series_id, actor)
    for pk in list(series.competitions.order_by("pk").values_list("pk", flat=True)):
        remove_from_series(series_id=series.pk, competition_id=pk, actor=actor, now=now)
    series.delete()


@retry_on_conflict
@transaction.atomic
def choose_competitions(
    *,
    series_id: int,
    chosen: Collection[int],
    offered: Collection[int],
    actor: User,
    now: datetime,
) -> None:
    """Make exactly the chosen ones of the offered competitions count in a series.

    Raises as `add_to_series` does.
    """
    _locked_series(series_id, actor)
    for pk in sorted({*offered, *chosen}):
        act = add_to_series if pk in chosen else remove_from_series
        act(series_id=series_id, competition_id=pk, actor=actor, now=now)


@retry_on_conflict
@transaction.atomic
def add_to_series(*, series_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Make a competition count in the table of a series of its club; idempotent.

    Raises RefusedError `no-such-series`, `not-organiser`, `series-of-another-club`,
    `in-another-series`, `is-series-final`, or `wrong-state` for a rehearsal.
    """
    competition = lock_competition(competition_id)
    series = Series.objects.filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeriesError()
    require_club_organiser(competition, actor)
    if series.club_id != competition.club_id:
        raise OfAnotherClubError()
    if competition.rehearsal:
        raise WrongStateError()
    if competition.series_id == series.pk:
        return
    if competition.series_id is not None:
        raise InAnotherSeriesError()
    if Series.objects.filter(final=competition).exists():
        raise IsFinalError()
    _move(competition, series, Act.JOIN_SERIES, series.name, actor, now)


@retry_on_conflict
@transaction.atomic
def remove_from_series(*, series_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Take a competition out of the table of a series; idempotent.

    Raises RefusedError `not-organiser`.
    """
    competition = lock_competition(competition_id)
    require_club_organiser(competition, actor)
    if competition.series_id != series_id:
        return
    name = Series.objects.get(pk=series_id).name
    _move(competition, None, Act.LEAVE_SERIES, name, actor, now)


def _move(
    competition: Competition,
    series: Series | None,
    act: AuditEvent.Act,
    name: str,
    actor: User,
    now: datetime,
) -> None:
    competition.series = series
    competition.awaits_titles |= competition.is_completed  # with them the final ranks are written
    competition.save(update_fields=["series", "awaits_titles"])
    on_commit(enqueue, TITLES_TASK, competition.pk)
    audit.log_event(act, competition=competition, actor=actor, now=now, after={"entry": name})
    broadcast_competition(competition.pk)


@retry_on_conflict
@transaction.atomic
def create_final(*, series_id: int, actor: User, now: datetime) -> Competition:
    """Create the final of a series and enter the first ones of its table, seeded by their places.

    It has the settings of the last competition, as a knockout unless partners change. In a final of
    teams, finalists who entered together most often are a team; the others look for a partner.

    Raises RefusedError `not-organiser`, `no-such-series`, `no-series-final`,
    `series-final-exists` or `too-few-in-series`, and those of `create_competition`.
    """
    series = _locked_series(series_id, actor)
    if series.finalists is None:
        raise NoFinalError()
    if series.final is not None and series.final.state != Competition.State.CANCELLED:
        raise FinalExistsError()
    table = read_table(series)
    if not table.events or len(table.finalists) < 2:
        raise TooFewFinalistsError()
    last = table.events[-1]
    teams = list(_teams(table.finalists, table.teams, last.players_per_side))
    final = competitions.create_competition(
        club=series.club, actor=actor, terms=_final_terms(series, last, len(teams)), now=now
    )
    state.open_registration(competition_id=final.pk, actor=actor, now=now)
    final.refresh_from_db()
    _enter(final, teams, now)
    series.final = final
    series.save(update_fields=["final"])
    audit.log_event(
        Act.SERIES_FINAL, competition=final, actor=actor, now=now, after={"entry": series.name}
    )
    broadcast_competition(final.pk)
    return final


def _final_terms(series: Series, last: Competition, entries: int) -> CompetitionSettings:
    known = CompetitionSettings.of(last)
    shape = known.shape if last.changing_partners else FormatOptions(format="single")
    name = f"{series.name} · Final"[:LONGEST]
    return known.replace(
        name=free_name(series.club, name),
        shape=shape,
        cap=max(entries, 2),
        seeding=Competition.Seeding.MANUAL,
        starts_at=None,
        transfers_until=None,
        round_days=None,
        movers=0,
    )


def _teams(
    lines: Sequence[Line], together: Mapping[frozenset[Key], int], size: int
) -> Iterator[list[Line]]:
    """Yield the finalists as teams, best place first; a team may be incomplete."""
    left = {line.row.player: line for line in lines}
    often = Counter({team: times for team, times in together.items() if len(team) == size})
    for line in lines:
        if line.row.player not in left:
            continue
        usual = (team for team, _ in often.most_common() if line.row.player in team)
        team = next((team for team in usual if team <= left.keys()), {line.row.player})
        yield sorted((left.pop(key) for key in team), key=lambda each: each.rank)


def _enter(final: Competition, teams: Sequence[Sequence[Line]], now: datetime) -> None:
    """Enter the teams. Suspended and deleted players are left out, their partners are not."""
    places = [line.player.place for team in teams for line in team]
    roster = RosterPlayer.objects.select_related("user").in_bulk(places)
    unable = rosters.unable(final, roster.values())
    wanted = []
    for number, team in enumerate(teams, start=1):
        able = [roster[line.player.place] for line in team]
        players = [rosters.person_of(one) for one in able if one not in unable]
        if players:
            wanted.append(NewEntry(players, seed=number))
    write_entries(final, wanted, now)


def _locked_club(club_id: int, actor: User) -> Club:
    # no key lock: competitions refer to the club
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    if not club.can_organise(actor):
        raise NotOrganiserError()
    return club


def _locked_series(series_id: int, actor: User) -> Series:
    """Lock the club of a series, then read the series under that lock."""
    club_id = Series.objects.filter(pk=series_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise NoSuchSeriesError()
    club = _locked_club(club_id, actor)
    series = Series.objects.select_related("final").filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeriesError()
    series.club = club
    return series


def _write(series: Series, terms: Mapping[str, Any]) -> None:
    for name in TERMS:
        setattr(series, name, terms[name])
    if series.starts_on and series.ends_on and series.ends_on < series.starts_on:
        raise SeriesBackwardsError()
    others = series.club.series.exclude(pk=series.pk)
    if others.filter(name__fold=fold(series.name)).exists():
        raise SeriesNamedError()
    series.full_clean()
    series.save()
