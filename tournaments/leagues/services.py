"""Services to close a season of a league and to announce the next one with its entries.

A season has exactly one next season, even if several organisers close it at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.errors import WrongStateError, refused
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_club_organiser
from tournaments.competitions.services import create_competition
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import following_season, free_name
from tournaments.entries import rosters
from tournaments.formats.catalogue import brackets, with_seasons
from tournaments.formats.errors import FormatError
from tournaments.formats.league import Move, next_season, season_moves
from tournaments.models import AuditEvent, Competition, Entry, Group, Match, RosterPlayer, Team
from tournaments.schedule.day_settings import copy_days
from tournaments.schedule.moves import first_hour
from tournaments.schedule.services import WEEK, day_step, instant_at, not_past, wall_time
from tournaments.standings.queries import group_rows

NOTICE = timedelta(days=7)  # between the closing and the next season's first round
Act = AuditEvent.Act


@dataclass(frozen=True)
class SeasonPlan:
    """The next season as the final tables determine it."""

    divisions: Sequence[Sequence[Entry]]  # the highest first, without entries that have left
    moves: Sequence[Move[Entry]]


def may_close(competition: Competition) -> bool:
    """Return whether this is a finished league without a next season."""
    return (
        competition.is_completed
        and competition.stages.filter(format__in=with_seasons()).exists()
        and not Competition.objects.filter(previous=competition).exists()
    )


def season_plan(competition: Competition) -> SeasonPlan:
    """Return promotions and relegations, and the next divisions.

    Raises RefusedError `division-too-small`.
    """
    by_pk = competition.entries.select_related("team").in_bulk()
    tables = Group.objects.filter(stage__format__in=with_seasons())
    groups = tables.filter(stage__competition=competition).order_by("stage__tier")
    finished = [
        [by_pk[row.entry] for row in group_rows(group)]
        for group in groups.select_related("stage__competition")
    ]
    exchanged = [(by_pk[upper], by_pk[lower]) for upper, lower in _exchanged(competition)]
    try:
        moves = season_moves(finished, competition.movers, exchanged)
        divisions = next_season(finished, competition.movers, exchanged)
    except FormatError as error:
        raise refused(error.code) from error
    staying = [[entry for entry in members if _stays(entry)] for members in divisions]
    return SeasonPlan(staying, [move for move in moves if _stays(move.entry)])


def _exchanged(competition: Competition) -> Iterator[tuple[int, int]]:
    """Yield the entries that a promotion match made change their divisions, the upper one first."""
    matches = Match.objects.of(competition.pk).filter(
        round__group__stage__promotion__gt=0, round__group__stage__format__in=brackets()
    )
    for match in matches.exclude(winner=None).prefetch_related("slots__entry"):
        entries = [slot.entry for slot in match.slots.all() if slot.entry is not None]
        upper, lower = sorted(entries, key=lambda entry: entry.tier)
        if entries[match.winner or 0] == lower and upper.tier < lower.tier:
            yield upper.pk, lower.pk


@transactional
def close_season(*, competition_id: int, actor: User, now: datetime) -> Competition:
    """Create the season after a finished one, or return it if it exists.

    The terms are the same, and so are the entries with their players and home venues, each in its
    new division. Days that organisers chose follow each other as before.
    Raises RefusedError `not-organiser`, `wrong-state` or `division-too-small`.
    """
    finished = lock_competition(competition_id)
    require_club_organiser(finished, actor)
    existing = Competition.objects.filter(previous=finished).first()
    if existing is not None:
        return existing
    if not may_close(finished):
        raise WrongStateError()
    plan = season_plan(finished)
    following = create_competition(
        club=finished.club, actor=actor, terms=_terms(finished, now), now=now
    )
    following.previous = finished
    following.save(update_fields=["previous"])
    _carry_over(plan.divisions, following, now)
    copy_days(finished, following)
    _record_both(finished, following, plan, actor, now)
    return following


def _record_both(
    finished: Competition, following: Competition, plan: SeasonPlan, actor: User, now: datetime
) -> None:
    changes = {
        "divisions": [[entry.name for entry in members] for members in plan.divisions],
        "moves": [[move.entry.name, move.source, move.target] for move in plan.moves],
    }
    audit.log_event(
        Act.CLOSE_SEASON,
        competition=finished,
        actor=actor,
        now=now,
        before={"season": finished.season},
        after={"next": following.pk, "season": following.season, **changes},
    )
    audit.log_event(
        Act.OPEN_SEASON,
        competition=following,
        actor=actor,
        now=now,
        before={"previous": finished.pk, "season": finished.season},
        after={"season": following.season, **changes},
    )


def _stays(entry: Entry) -> bool:
    """Return whether an entry plays the next season: it is in, and not all its players are gone."""
    if entry.state != Entry.State.CONFIRMED or entry.awaited:
        return False
    players = list(entry.roster.playing().select_related("user"))
    return len(rosters.unable(entry.competition, players)) < len(players)


def _terms(finished: Competition, now: datetime) -> CompetitionSettings:
    """Return the same terms for the next season, with the same interval for transfers."""
    starts_at = _first_hour(finished, now)
    return CompetitionSettings.of(finished).replace(
        name=free_name(finished.club, finished.name),
        season=following_season(finished.season),
        starts_at=starts_at,
        transfers_until=_lists_close(finished, starts_at),
    )


def _began_at(finished: Competition) -> datetime | None:
    """Return the hour of the first round: a day that was moved stays where it is now."""
    first = first_hour(finished) if finished.has_own_days else None
    return first or finished.starts_at


def _lists_close(finished: Competition, starts_at: datetime | None) -> datetime | None:
    """Return the end of transfers, as far from the first round as last season."""
    hours = (finished.transfers_until, _began_at(finished), starts_at)
    if None in hours:
        return None
    zone = finished.club.zone
    until, first, then = (wall_time(at, zone) for at in hours if at)
    return instant_at(then + (until - first), zone)


def _first_hour(finished: Competition, now: datetime) -> datetime | None:
    """Return the same time on the same day of the week, at least a week from now."""
    began_at = _began_at(finished)
    if began_at is None or not finished.is_dated:
        return None
    zone = finished.club.zone
    wall = wall_time(began_at, zone)
    step = day_step(finished.round_days or WEEK)
    return instant_at(not_past(wall, zone, now + NOTICE, step=step), zone)


def _carry_over(
    divisions: Sequence[Sequence[Entry]], following: Competition, now: datetime
) -> None:
    places = iter(following.places.order_by("number"))
    for tier, members in enumerate(divisions, start=1):
        for entry in members:
            carried = Entry.objects.create(
                competition=following,
                name=entry.name,
                team=_lasting(entry.team),
                affiliation=entry.affiliation,
                home_id=entry.home_id,
                state=Entry.State.CONFIRMED,
                place=next(places),
                tier=tier,
                previous=entry,
                created_at=now,
                complete_at=now,
            )
            _carry_roster(entry, carried)


def _lasting(team: Team | None) -> Team | None:
    """Return the team unless it was dissolved; its players may still play."""
    return None if team is None or team.dissolved_at is not None else team


def _carry_roster(entry: Entry, carried: Entry) -> None:
    """Copy the players to the new entry. The place of one who may not play becomes unclaimed.

    So does that of a guest, who can claim the name again.
    """
    players = list(entry.roster.select_related("user", "person").order_by("number"))
    barred = rosters.unable(carried.competition, players)
    RosterPlayer.objects.bulk_create(
        RosterPlayer(
            entry=carried,
            competition_id=carried.competition_id,
            number=player.number,
            user=None if player in barred else known.user,
            person=known.person,
            name=known.name,
            reserve=player.reserve,
        )
        for player, known in ((each, rosters.person_of(each)) for each in players)
        if not (player.reserve and player in barred)
    )
