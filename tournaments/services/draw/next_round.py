"""What the next round of a group is drawn from, and keeping it as a draft until it is published."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.formats.byes import ByeTerms
from tournaments.formats.drafting import Pools, first_round
from tournaments.formats.format import Bracket, PairedByResults
from tournaments.formats.outcome import Outcome
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.swiss_field import Contender
from tournaments.models import Draft, Entry, Group, Match, StageSlot
from tournaments.results.standings import group_rows, group_table
from tournaments.services.draw.planning import digest
from tournaments.services.draw.seeding import clubs
from tournaments.services.locks import lock_competition


def due_pairings(group: Group, number: int) -> Sequence[SwissPairing[int]]:
    """Return how results pair a round of those who have not left; nothing where none is due."""
    play = group.stage.how.play
    if not isinstance(play, PairedByResults) or group.rounds.filter(number=number).exists():
        return ()
    return play.next_round(group.stage.shape, number, contenders(group, number))


def contenders(group: Group, number: int) -> list[Contender[int]]:
    """Return what pairing of a round knows of those who have not left; entries go by their pk."""
    table = group_table(group)
    absent = absent_from(group, number)
    there = group.slots.exclude(entry__state=Entry.State.WITHDRAWN).select_related("entry")
    seeds = {slot.entry: slot.number for slot in there if slot.entry is not None}
    kept_apart = clubs(group.stage.competition, [*seeds])
    return [
        Contender(
            entry.pk,
            seed,
            table.scores[entry.pk],
            tuple(one.opponent for one in table.appearances[entry.pk] if one.opponent is not None),
            byes=sum(one.outcome is Outcome.BYE for one in table.appearances[entry.pk]),
            club=kept_apart.get(entry.pk),
            absent=absent.get(entry.pk),
        )
        for entry, seed in seeds.items()
    ]


def absent_from(group: Group, number: int) -> dict[int, Outcome]:
    """Return what a round gives to those who said they will not be there, by pk."""
    asked = group.absences.filter(number__lte=number).values_list("entry", "number")
    competition, taken = group.stage.competition, Counter(entry for entry, _ in asked)
    terms = ByeTerms(competition.bye_points, competition.byes)
    return {entry: terms.given(taken[entry] - 1) for entry, of in asked if of == number}


def qualified(group: Group) -> dict[StageSlot, int]:
    """Return who holds the ranks that a stage waits for; nothing as long as a group plays on."""
    slots = list(group.slots.filter(source_group__isnull=False).order_by("number"))
    sources = Group.objects.filter(qualifies__in=slots).distinct()
    if Match.objects.undecided().filter(round__group__in=sources).exists():
        return {}
    rows = {each.pk: group_rows(each) for each in sources.select_related("stage__competition")}
    return {
        slot: rows[slot.source_group_id][slot.source_rank - 1].entry
        for slot in slots
        if slot.source_group_id is not None and slot.source_rank is not None
    }


def is_published(group: Group) -> bool:
    """Tell whether a stage that waits for ranks was published: one of them is held."""
    return group.slots.filter(source_group__isnull=False, entry__isnull=False).exists()


def of_ranks(group: Group, held: Mapping[StageSlot, int]) -> list[Contender[int]]:
    """Return what is known of those who come out of groups: whom they have met there."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(pk__in=held.values())}
    kept_apart = clubs(group.stage.competition, list(entries.values()))
    met = {
        entry: [one.opponent for one in own if one.opponent is not None]
        for source in Group.objects.filter(qualifies__in=[*held]).distinct()
        for entry, own in group_table(source).appearances.items()
    }
    return [
        Contender(entry, slot.number, opponents=met[entry], club=kept_apart.get(entry))
        for slot, entry in held.items()
    ]


def draft_round(group: Group, number: int, *, now: datetime) -> bool:
    """Draft the round of a locked group that results pair, if it is due; return whether it is."""
    pairings = due_pairings(group, number)
    if not pairings:
        Draft.objects.filter(group=group).delete()
        return False
    lock_competition(group.stage.competition_id)
    pools = tuple((one.first, one.second) for one in pairings if one.asked is None)
    _keep(group, number, pools, digest(number, contenders(group, number)), now)
    return True


def draft_of_ranks(group: Group, *, now: datetime) -> None:
    """Draft the stage that waits for ranks, once all of them are known; the caller locked one.

    The competition is locked first: of two groups that end at once the second sees the first.
    """
    lock_competition(group.stage.competition_id)
    held = qualified(group)
    if not held:
        Draft.objects.filter(group=group).delete()
        return
    play = group.stage.how.play
    assert isinstance(play, Bracket), "ranks lead to a bracket"
    pools = first_round(play.graph(group.stage.shape, len(held)), list(held.values()))
    _keep(group, 1, pools, _basis_of_ranks(held), now)


def basis_of(group: Group, number: int) -> str:
    """Return a digest of what the next round of a group would be drawn from now."""
    if group.stage.how.is_paired_by_results:
        return digest(number, contenders(group, number))
    return _basis_of_ranks(qualified(group))


def _basis_of_ranks(held: Mapping[StageSlot, int]) -> str:
    return digest([(slot.number, entry) for slot, entry in held.items()])


def _keep(group: Group, number: int, pools: Pools[int], basis: str, now: datetime) -> None:
    """Keep a draft, unless there is one of the same: what was changed of that by hand stays."""
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
