"""Row locks in their fixed order.

The order is: games of a match, the match, its group, dependent matches, the competition, the
tables of a hall. Every service takes its locks here first and reads the rows afterwards.

SQLite has no row locks and needs none: a transaction that writes has the whole database from its
beginning. Queries that only lock are left out there, a tenth of those of an organiser's act.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Game
from tournaments.common.errors import NoCompetitionError, WrongStateError
from tournaments.models import (
    Competition,
    Dispute,
    Group,
    HallTable,
    Match,
    MatchGame,
    MatchQuerySet,
    MatchSlot,
    Round,
    ScoreMark,
    SlipClaim,
    StageSlot,
)
from tournaments.models.competitions import run_by
from tournaments.models.matches import COMPETITION

WHOLE = "round__group__stage__competition__club"


def lock_match(match_id: int, *, skip_locked: bool = False) -> Match | None:
    """Lock a match after its open games; None if `skip_locked` and another transaction has it."""
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    _lock_tables((match_id,))
    rows = Match.objects.select_for_update(of=("self",), skip_locked=skip)
    match = rows.select_related(WHOLE).filter(pk=match_id).first()
    if match is not None:
        _lock_tables((match_id,))  # another game may have been opened while this transaction waited
    return match


@dataclass(frozen=True)
class OpenMatch:
    """A locked match with its games that count, and whether it has what few matches have."""

    match: Match
    games: Sequence[Game]
    is_run_by_actor: bool  # the actor organises the competition
    has_tables: bool  # now or once: games on screens, voided ones included
    has_claims: bool  # made with slips, taken back ones included
    has_dispute: bool  # open
    has_marks: bool  # on its score sheet


def lock_open_match(match_id: int, actor: User) -> OpenMatch:
    """Lock a match after its open games, and read what a result has to respect or to void.

    The flags are read after the lock: a row that is locked after a wait is the newest one, but
    subqueries next to it would be as old as the statement.
    """
    games = lock_games((match_id,))
    rows = Match.objects.select_for_update(of=("self",)).select_related(WHOLE)
    match = rows.get(pk=match_id)
    organised = Competition.objects.filter(run_by(actor), pk=OuterRef(COMPETITION))
    expressions = {"is_run_by_actor": Exists(organised), **_FLAGS}
    flags = cast("dict[str, Any]", Match.objects.filter(pk=match_id).values(**expressions).get())
    if flags["has_tables"] and _has_row_locks():
        games = lock_games((match_id,))  # one may have been opened or voided during the wait
    return OpenMatch(match, games, **flags)


_OF_MATCH = {"match": OuterRef("pk")}
_FLAGS = {
    "has_tables": Exists(MatchGame.objects.filter(**_OF_MATCH)),
    "has_claims": Exists(SlipClaim.objects.filter(slip__match=OuterRef("pk"))),
    "has_dispute": Exists(Dispute.objects.open().filter(**_OF_MATCH)),
    "has_marks": Exists(ScoreMark.objects.filter(**_OF_MATCH)),
}


def lock_games(match_ids: Iterable[int]) -> list[Game]:
    """Lock the games that count for these matches, by pk."""
    games = Game.objects.select_for_update(of=("self",)).order_by("pk")
    return list(games.filter(match_game__match__in=match_ids, match_game__voided=False))


def lock_in_play(*entry_ids: int) -> list[Match] | None:
    """Lock the undecided matches of some entries and their tables.

    Returns None if another match was added meanwhile.
    """
    slots = MatchSlot.objects.filter(entry__in=entry_ids)
    to_play = Match.objects.undecided().filter(pk__in=slots.values("match"))
    locked = _lock_all(to_play)
    if not _has_row_locks():
        return locked
    places = StageSlot.objects.filter(entry__in=entry_ids)
    lock_groups(Group.objects.filter(pk__in=places.values("group")))
    return None if to_play.exclude(pk__in=[match.pk for match in locked]).exists() else locked


P = ParamSpec("P")
T = TypeVar("T")


def until_locked(act: Callable[P, T | None]) -> Callable[P, T]:
    """Repeat a transaction that returned None since `lock_in_play` did: a match was added."""

    @wraps(act)
    def repeated(*args: P.args, **kwargs: P.kwargs) -> T:
        while (outcome := act(*args, **kwargs)) is None:
            continue
        return outcome

    return repeated


def lock_round(round_: Round) -> list[Match]:
    """Lock the undecided matches of a round, in all groups of its stage, and their tables."""
    stage, part, number = round_.group.stage_id, round_.part, round_.number
    matches = Match.objects.filter(
        round__group__stage=stage, round__part=part, round__number=number
    )
    return _lock_all(matches.undecided())


def lock_groups(groups: QuerySet[Group]) -> list[Group]:
    """Lock the groups that still exist, by pk."""
    return list(groups.select_for_update(of=("self",)).order_by("pk"))


def lock_group(group_id: int) -> Group:
    """Lock a group, so that one transaction at a time opens its next round."""
    rows = Group.objects.select_for_update(of=("self",)).select_related("stage__competition")
    return rows.get(pk=group_id)


def lock_competition(competition_id: int) -> Competition:
    """Lock and return a competition with its club."""
    rows = Competition.objects.select_for_update(of=("self",)).select_related("club")
    return rows.get(pk=competition_id)


def lock_hall(club_id: int) -> list[HallTable]:
    """Lock all hall tables of a club, by number. Tables are assigned to one match at a time."""
    tables = HallTable.objects.select_for_update(of=("self",)).filter(club=club_id)
    return list(tables.order_by("number"))


def lock_matches(match_ids: Iterable[int]) -> list[Match]:
    """Lock some matches after their games."""
    return _lock_all(Match.objects.filter(pk__in=list(match_ids)))


def lock_undecided(competition_id: int) -> tuple[list[Match], Competition]:
    """Lock a whole competition: its open games, its undecided matches and itself."""
    matches = Match.objects.of(competition_id).undecided()
    locked = _lock_all(matches)
    competition = lock_competition(competition_id)
    if not _has_row_locks():
        return locked, competition
    paired_meanwhile = _lock_all(matches.exclude(pk__in=[match.pk for match in locked]))
    return [*locked, *paired_meanwhile], competition


def lock_whole(competition_id: int) -> Competition:
    """Lock a competition with all its games, matches and groups."""
    if not _has_row_locks():
        return lock_competition(competition_id)
    matches = Match.objects.of(competition_id)
    locked = _lock_all(matches)
    lock_groups(Group.objects.filter(stage__competition=competition_id))
    competition = lock_competition(competition_id)
    _lock_all(matches.exclude(pk__in=[match.pk for match in locked]))
    return competition


def lock_with_dependents(match_id: int, dependents: Sequence[int]) -> None:
    """Lock a match, its group, all matches its outcome can reach, and its competition."""
    if not _has_row_locks():
        return
    lock_games((match_id, *dependents))
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    assert match.round is not None, "casual matches have no dependents"
    group = lock_group(match.round.group_id)
    _lock_all(Match.objects.filter(pk__in=dependents))
    lock_competition(group.stage.competition_id)


def _lock_all(matches: MatchQuerySet) -> list[Match]:
    _lock_tables(matches.values_list("pk", flat=True))
    locked = list(matches.select_for_update(of=("self",)).select_related(WHOLE).order_by("pk"))
    _lock_tables([match.pk for match in locked])
    return locked


def _lock_tables(match_ids: Iterable[int]) -> None:
    """Lock the games that count for these matches, where rows can be locked."""
    if _has_row_locks():
        lock_games(match_ids)


def _has_row_locks() -> bool:
    return connection.features.has_select_for_update


def undecided_competition(competition: Competition | None) -> Competition:
    """Return the competition of a match, or refuse a casual match or a finished competition."""
    if competition is None:
        raise NoCompetitionError()
    if competition.is_over:
        raise WrongStateError()
    return competition
