"""What a decided match sets off beyond its bracket: the next round, the next stage, the end.

The rounds of a table open one after the other: nobody is called to two tables at once.
"""

from datetime import datetime

from tournaments.formats.format import PairedByResults
from tournaments.formats.swiss_field import Contender
from tournaments.models import Competition, Entry, Group, Match, MatchSlot
from tournaments.results.standings import champion_of, group_rows, group_table
from tournaments.services.draw.fixtures import store_paired_round
from tournaments.services.draw.seeding import clubs
from tournaments.services.locks import lock_competition, lock_group
from tournaments.services.matches.bracket import settle


def move_on(match: Match, *, now: datetime) -> None:
    """See what follows from a match of a competition that was just decided."""
    assert match.round is not None
    stage = match.round.group.stage
    if not stage.is_bracket:
        _close_round(lock_group(match.round.group_id), match.round.number, now)
    finish_if_over(stage.competition_id, now=now)


def open_round(group: Group, number: int, *, now: datetime) -> bool:
    """Open a round of a locked group; return False if the group has no such round.

    One that results pair is paired here. It is a row of its own, so it cannot be paired twice.
    """
    play = group.stage.how.play
    if isinstance(play, PairedByResults) and not group.rounds.filter(number=number).exists():
        _pair(group, play, number)
    matches = Match.objects.filter(round__group=group, round__number=number)
    settle(matches.values_list("pk", flat=True), now=now)
    return matches.exists()


def finish_if_over(competition_id: int, *, now: datetime) -> None:
    """Close a competition whose last match has been decided, under its lock: finals may race."""
    competition = lock_competition(competition_id)
    if competition.is_over or Match.objects.of(competition_id).undecided().exists():
        return
    competition.state, competition.finished_at = Competition.State.FINISHED, now
    competition.champion_id = champion_of(competition)
    competition.save(update_fields=["state", "finished_at", "champion"])


def _close_round(group: Group, number: int, now: datetime) -> None:
    """Once all rounds so far are decided the next one opens; after the last the group is over.

    The match that was just decided may be of an earlier round, reopened when later ones had begun.
    """
    while not _is_undecided(group, number):
        number += 1
        if not open_round(group, number, now=now):
            _qualify(group, now)
            return


def _is_undecided(group: Group, number: int) -> bool:
    matches = Match.objects.filter(round__group=group, round__number__lte=number)
    return matches.undecided().exists()


def _pair(group: Group, play: PairedByResults, number: int) -> None:
    """Pair a round of those who have not left, where one more is due."""
    pairings = play.next_round(group.stage.shape, number, _contenders(group))
    if pairings:
        store_paired_round(group, number, pairings)


def _contenders(group: Group) -> list[Contender[int]]:
    table = group_table(group)
    there = group.slots.exclude(entry__state=Entry.State.WITHDRAWN).select_related("entry")
    seeds = {slot.entry: slot.number for slot in there if slot.entry is not None}
    kept_apart = clubs(group.stage.competition, [*seeds])
    return [
        Contender(
            entry.pk,
            seed,
            table.scores[entry.pk],
            tuple(one.opponent for one in table.appearances[entry.pk] if one.opponent is not None),
            byes=sum(one.opponent is None for one in table.appearances[entry.pk]),
            club=kept_apart.get(entry.pk),
        )
        for entry, seed in seeds.items()
    ]


def _qualify(group: Group, now: datetime) -> None:
    """Send those who ended a group at the ranks that count to the slots that wait for them."""
    rows = group_rows(group)
    slots = list(group.qualifies.order_by("source_rank"))
    for slot in slots:
        assert slot.source_rank is not None
        slot.entry_id = rows[slot.source_rank - 1].entry
        slot.save(update_fields=["entry"])
        MatchSlot.objects.filter(seed=slot).update(entry=slot.entry_id)
    settle(Match.objects.filter(slots__seed__in=slots).values_list("pk", flat=True), now=now)
