"""The draw of the next round of a group, or of its draft.

Pairing a large field takes long, and a locked database stops every table. So the round is drawn
from stored rows outside the locks of the result, and written in a short transaction if none of
these rows has changed. That transaction clears the note that the group awaits a draw; if a
process dies before, the periodic task draws the round. A draft is kept until it is published.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.common.transactions import transactional
from tournaments.common.broadcast import broadcast_competition, record_round
from tournaments.common.locks import lock_competition
from tournaments.draw.contenders import (
    basis_of_field,
    basis_of_ranks,
    contenders,
    mark_of_results,
    qualified,
)
from tournaments.draw.fixtures import store_paired_round
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.play import Progress
from tournaments.formats.round_draft import Pools
from tournaments.formats.swiss_field import Contender
from tournaments.matches.decisions import (
    finish_competition,
    has_more_to_come,
    is_undecided,
    open_round,
    qualify,
    start_dependent_groups,
)
from tournaments.matches.qualification import is_published
from tournaments.models import Competition, Draft, Group
from tournaments.schedule.days import date_rounds
from tournaments.standings.queries import champion_of


def keep_draft(group: Group, number: int, pools: Pools[int], basis: str, now: datetime) -> None:
    """Store a draft, unless there is one on the same basis, whose changes by hand are kept.

    The caller has locked the group and its competition.
    """
    old = Draft.objects.filter(competition=group.stage.competition_id).first()
    if old is not None and (old.group_id, old.basis) == (group.pk, basis):
        return
    if old is not None:
        old.delete()
    Draft.objects.create(
        competition_id=group.stage.competition_id,
        group=group,
        number=number,
        basis=basis,
        drawn=pools,
        pools=pools,
        anew=old is not None,
        drawn_at=now,
    )


TRIES = 5


@dataclass(frozen=True)
class Progression:
    """Consequence of results: a round, the end with its champion, or nothing yet."""

    pools: Pools[int] = ()
    pairings: Sequence[SwissPairing[int]] = ()
    basis: str = ""
    is_end: bool = False
    waits: bool = False  # the group still awaits matches: its time is not over
    champion: int | None = None


def draw_awaited(*, group_id: int, now: datetime) -> bool:
    """Draw what a group awaits; return False if its results kept changing meanwhile.

    It may run late, twice or concurrently: it creates one round, or one draft.
    """
    awaiting = Group.objects.awaiting().select_related("stage__competition")
    for _ in range(TRIES):
        group = awaiting.filter(pk=group_id).first()
        if group is None or group.awaits_round is None or _waits_its_turn(group):
            return True
        mark = mark_of_results(group)
        progression = _read_progression(group, group.awaits_round, now)
        if _write(group, mark, progression, now):
            return True
    return False


def _waits_its_turn(group: Group) -> bool:
    """Return whether another stage has a draft. Organisers publish one after the other."""
    drafts = Draft.objects.filter(competition=group.stage.competition)
    return drafts.exclude(group=group).exists()


def _read_progression(group: Group, number: int, now: datetime) -> Progression:
    """Read what the results of a group lead to, without locks or writes."""
    stage = group.stage
    if not stage.how.play.is_paired_in_play:
        return _read_qualified(group)
    if group.slots.filter(entry__isnull=True).exists():
        return Progression()  # a result was revoked, so its entries are unknown again
    is_open, is_ended = is_undecided(group, number), bool(stage.competition.early_end)
    if is_open and (is_ended or stage.how.play.is_round_by_round):
        return Progression()
    if is_ended:  # the tables that were open are played
        return Progression(is_end=True, champion=champion_of(stage.competition))
    elapsed = stage.competition.time_played(now).total_seconds()
    progress = Progress(number, contenders(group, number), elapsed)
    pairings = stage.how.play.next_matches(stage.shape, progress)
    if not pairings:
        if is_open:
            return Progression()
        if not stage.how.play.is_over(stage.shape, progress):
            return Progression(waits=True)
        return Progression(is_end=True, champion=champion_of(stage.competition))
    pools = tuple(one.pool for one in pairings if one.asked is None)
    return Progression(pools, pairings, basis_of_field(number, progress.field))


def _read_qualified(group: Group) -> Progression:
    """Read the first matches of a stage whose entries have qualified."""
    qualifiers = {} if is_published(group) else qualified(group)
    if not qualifiers:
        return Progression()
    seeded = [Contender(entry, slot.number) for slot, entry in qualifiers.items()]
    pools = group.stage.how.play.pools(group.stage.shape, seeded)
    return Progression(pools, basis=basis_of_ranks(qualifiers))


@transactional
def _write(group: Group, mark: str, progression: Progression, now: datetime) -> bool:
    """Write the next round or draft; return False if the results have changed since."""
    rows = Group.objects.select_for_update(of=("self",)).select_related("stage__competition")
    locked = rows.filter(pk=group.pk).first()
    # its draw was undone, or another task was faster
    if locked is None or locked.awaits_round is None:
        return True
    if (locked.awaits_round, mark_of_results(locked)) != (group.awaits_round, mark):
        return False
    competition = lock_competition(locked.stage.competition_id)
    if _waits_its_turn(locked):
        return True
    if progression.waits and not competition.is_over:
        locked.asked_again_at = locked.stage.closes_at
        locked.save(update_fields=["asked_again_at"])
        return True
    number, locked.awaits_round = locked.awaits_round, None
    locked.save(update_fields=["awaits_round"])
    if not competition.is_over:
        _apply(locked, number, progression, competition, now)
    broadcast_competition(competition.pk)
    return True


def _apply(
    group: Group, number: int, progression: Progression, competition: Competition, now: datetime
) -> None:
    if not (progression.pools or progression.pairings):
        Draft.objects.filter(group=group).delete()
    elif not competition.publishes_alone and group.stage.how.is_drafted:
        keep_draft(group, number, progression.pools, progression.basis, now)
    elif progression.pairings:
        store_paired_round(group, number, progression.pairings)
        date_rounds(competition, group.rounds.filter(number=number))
        record_round(group, number, now)
        open_round(group, number, now=now)
        if not is_undecided(group, number):  # a round without present entries is over immediately
            start_dependent_groups(group, now=now)
    if progression.is_end:
        qualify(group, now=now)
    if progression.is_end and not has_more_to_come(competition):
        # a final may have fallen just now
        champion = progression.champion or champion_of(competition)
        finish_competition(competition, champion, now=now)
