"""Drawing what a group awaits, after the result that noted it and outside its locks.

Pairing a large field takes long, and while a database is locked every table stands still. So the
round is drawn from what is stored, and written in a short transaction if none of that has changed.
The note is cleared there: of a process that dies before, the sweep finds what it left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.services.retry import retrying
from tournaments.formats.drafting import Pools, first_round
from tournaments.formats.format import Bracket, PairedByResults
from tournaments.formats.pairing import SwissPairing
from tournaments.models import Competition, Draft, Group
from tournaments.results.standings import champion_of
from tournaments.services.draw.fixtures import store_paired_round
from tournaments.services.draw.next_round import (
    basis_of_field,
    basis_of_ranks,
    contenders,
    keep_draft,
    mark_of_results,
    qualified,
)
from tournaments.services.draw.taking import is_published
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition
from tournaments.services.matches.stages import (
    finish,
    follow,
    has_more_to_come,
    is_undecided,
    open_round,
    qualify,
)

TRIES = 5


@dataclass(frozen=True)
class Follows:
    """What results lead to: a round, or the end with its champion; or nothing, if some are open."""

    pools: Pools[int] = ()
    pairings: Sequence[SwissPairing[int]] = ()
    basis: str = ""
    is_end: bool = False
    champion: int | None = None


def draw_awaited(*, group_id: int, now: datetime) -> bool:
    """Draw what a group awaits; return False if its results changed again and again meanwhile.

    Late, twice or by two at once: there is one round, or one draft.
    """
    awaiting = Group.objects.awaiting().select_related("stage__competition")
    for _ in range(TRIES):
        group = awaiting.filter(pk=group_id).first()
        if group is None or group.awaits_round is None or _waits_its_turn(group):
            return True
        mark = mark_of_results(group)
        follows = _follows(group, group.awaits_round)
        if _write(group, mark, follows, now):
            return True
    return False


def _waits_its_turn(group: Group) -> bool:
    """Tell whether another stage is a draft: organisers publish one after the other."""
    drafts = Draft.objects.filter(competition=group.stage.competition)
    return drafts.exclude(group=group).exists()


def _follows(group: Group, number: int) -> Follows:
    """Read what the results of a group lead to; nothing is locked, and nothing is written."""
    match group.stage.how.play:
        case PairedByResults() if group.slots.filter(entry__isnull=True).exists():
            return Follows()  # a result was taken back: its entries are not known any more
        case PairedByResults(next_round) if not is_undecided(group, number):
            field = contenders(group, number)
            pairings = next_round(group.stage.shape, number, field)
            if not pairings:
                return Follows(is_end=True, champion=champion_of(group.stage.competition))
            pools = tuple(one.pool for one in pairings if one.asked is None)
            return Follows(pools, pairings, basis_of_field(number, field))
        case Bracket(graph) if not is_published(group) and (held := qualified(group)):
            seeded = first_round(graph(group.stage.shape, len(held)), list(held.values()))
            return Follows(seeded, basis=basis_of_ranks(held))
        case _:
            return Follows()


@retrying
@transaction.atomic
def _write(group: Group, mark: str, follows: Follows, now: datetime) -> bool:
    """Write what follows; return False if it does not follow any more and is to be read anew."""
    rows = Group.objects.select_for_update(of=("self",)).select_related("stage__competition")
    locked = rows.filter(pk=group.pk).first()
    if locked is None or locked.awaits_round is None:  # its draw was undone, or another was faster
        return True
    if (locked.awaits_round, mark_of_results(locked)) != (group.awaits_round, mark):
        return False
    competition = lock_competition(locked.stage.competition_id)
    if _waits_its_turn(locked):
        return True
    number, locked.awaits_round = locked.awaits_round, None
    locked.save(update_fields=["awaits_round"])
    if not competition.is_over:
        _lead_on(locked, number, follows, competition, now)
    announce_competition(competition.pk)
    return True


def _lead_on(
    group: Group, number: int, follows: Follows, competition: Competition, now: datetime
) -> None:
    if not (follows.pools or follows.pairings):
        Draft.objects.filter(group=group).delete()
    elif not competition.publishes_alone:
        keep_draft(group, number, follows.pools, follows.basis, now)
    elif follows.pairings:
        store_paired_round(group, number, follows.pairings)
        open_round(group, number, now=now)
        follow(group, now=now)  # a round without anybody who is there is over at once
    if follows.is_end:
        qualify(group, now=now)
    if follows.is_end and not has_more_to_come(competition):
        finish(competition, follows.champion, now=now)
