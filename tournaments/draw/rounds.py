"""The basis of the next round of a group, and its draw.

Pairing a large field takes long, and a locked database stops every table. So the round is drawn
from stored rows outside the locks of the result, and written in a short transaction if none of
these rows has changed. That transaction clears the note that the group awaits a draw; if a
process dies before, the periodic task draws the round. A draft is kept until it is published.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from accounts.common.transactions import transactional
from tournaments.common.broadcast import broadcast_competition, record_round
from tournaments.common.locks import lock_competition
from tournaments.draw.fixtures import store_paired_round
from tournaments.draw.plan import clubs, digest
from tournaments.formats.floats import floats_of
from tournaments.formats.pairing import Outcome, SwissPairing
from tournaments.formats.play import Progress
from tournaments.formats.round_draft import Pools
from tournaments.formats.swiss_field import ByeTerms, Contender
from tournaments.matches.decisions import (
    finish_competition,
    has_more_to_come,
    is_undecided,
    open_round,
    qualify,
    start_dependent_groups,
)
from tournaments.matches.qualification import is_published, qualifiers_due, sources_of
from tournaments.models import Absence, Competition, Draft, Entry, Group, Match, StageSlot, sides_of
from tournaments.schedule.days import date_rounds
from tournaments.standings.queries import champion_of, group_rows, group_table


def contenders(group: Group, number: int) -> list[Contender[int]]:
    """Return the pairing input of a round: the entries that have not left, by pk."""
    absent = absent_from(group, number)
    slots = group.slots.exclude(entry__state=Entry.State.WITHDRAWN).filter(paused=False)
    slots = slots.select_related("entry")
    seeds = {slot.entry: slot.number for slot in slots if slot.entry is not None}
    if group.stage.how.play.partners_change:
        places = {entry.pk: seed for entry, seed in seeds.items()}
        if group.stage.how.play.is_paired_by_table and number > 1:
            places = {
                row.entry: place
                for place, row in enumerate(group_rows(group), start=1)
                if row.entry in places
            }
        return _with_partners(group, places, absent)
    table = group_table(group)
    floats = floats_of(table)
    kept_apart = clubs(group.stage.competition, [*seeds])
    playing = set() if group.stage.how.play.is_round_by_round else _engaged(group)
    return [
        Contender(
            entry.pk,
            seed,
            table.scores[entry.pk],
            tuple(one.opponent for one in own if one.opponent is not None),
            byes=sum(one.is_unplayed_win for one in own),
            club=kept_apart.get(entry.pk),
            absent=absent.get(entry.pk),
            floats=floats[entry.pk],
            is_playing=entry.pk in playing,
            last_round=own[-1].round if own else 0,
            won_last=bool(own) and own[-1].outcome is Outcome.WIN,
        )
        for entry, seed in seeds.items()
        for own in [table.appearances[entry.pk]]
    ]


def _engaged(group: Group) -> set[int | None]:
    """Return the entries with an open match, or an open challenge."""
    undecided = Match.objects.undecided().filter(round__group=group)
    sides = group.challenges.open().values_list("challenger", "challenged")
    return {*undecided.values_list("slots__entry", flat=True), *chain.from_iterable(sides)}


def _with_partners(
    group: Group, seeds: Mapping[int, int], absent: Mapping[int, Outcome]
) -> list[Contender[int]]:
    """Return the contenders with their earlier partners and opponents instead of results."""
    by_entry = {pk: Contender(pk, seed, absent=absent.get(pk)) for pk, seed in seeds.items()}
    matches = Match.objects.filter(round__group=group, asked_bye="").order_by("number")
    for match in matches.prefetch_related("slots"):
        sides = [[slot.entry_id for slot in side] for side in sides_of(match.slots.all())]
        for own, others in (sides, sides[::-1]):
            for pk in by_entry.keys() & set(own):
                by_entry[pk] = _after_the_round(by_entry[pk], own, others)
    return list(by_entry.values())


def _after_the_round(
    one: Contender[int], own: Sequence[int | None], others: Sequence[int | None]
) -> Contender[int]:
    against = [entry for entry in others if entry is not None]
    beside = [entry for entry in own if entry not in (None, one.entry)]
    return replace(
        one,
        partners=(*one.partners, *beside),
        opponents=(*one.opponents, *against),
        byes=one.byes + (not against),
    )


def absent_from(group: Group, number: int) -> dict[int, Outcome]:
    """Return what a round awards to absent entries, by pk: points only for byes they asked for."""
    absences = group.absences.filter(number__lte=number).values_list("entry", "number", "asked")
    competition = group.stage.competition
    byes = Counter(pk for pk, _, is_asked in absences if is_asked)
    terms = ByeTerms(competition.bye_points, competition.byes)
    return {
        pk: terms.bye_outcome(byes[pk] - 1) if is_asked else Outcome.ZERO_BYE
        for pk, of, is_asked in absences
        if of == number
    }


def qualified(group: Group) -> dict[StageSlot, int]:
    """Return the entries that hold a stage's awaited seeds; empty while a source is undecided."""
    return {slot: qualifier.entry for slot, qualifier in qualifiers_due(group).items()}


def of_ranks(group: Group, qualifiers: Mapping[StageSlot, int]) -> list[Contender[int]]:
    """Return the contenders that qualify from groups, with the opponents they met there."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(pk__in=qualifiers.values())}
    kept_apart = clubs(group.stage.competition, list(entries.values()))
    met = {
        entry: [one.opponent for one in own if one.opponent is not None]
        for source in sources_of(group).select_related("stage__competition")
        for entry, own in group_table(source).appearances.items()
    }
    return [
        Contender(entry, slot.number, opponents=met[entry], club=kept_apart.get(entry))
        for slot, entry in qualifiers.items()
    ]


def basis_of(group: Group, number: int) -> str:
    """Return a digest of the input of a group's next round."""
    if group.stage.how.play.is_paired_in_play:
        return basis_of_field(number, contenders(group, number))
    return basis_of_ranks(qualified(group))


def mark_of_results(group: Group) -> str:
    """Return a cheap digest of all rows that the next round of a group depends on.

    If the group awaits ranks of other groups, the rows are those of these groups.
    """
    own = Group.objects.filter(pk=group.pk)
    sources = own if group.stage.how.play.is_paired_in_play else sources_of(group)
    matches = Match.objects.filter(round__group__in=sources).order_by("pk")
    seats = StageSlot.objects.filter(group__in=sources).order_by("group", "number")
    absences = Absence.objects.filter(group=group).order_by("pk")
    return digest(
        group.stage.competition.keep_apart,
        group.stage.swiss_rounds,
        list(matches.values_list("pk", "state", "winner", "reopened", "completed_at")),
        list(
            seats.values_list(
                "number", "entry", "entry__state", "entry__affiliation", "left", "paused"
            )
        ),
        list(absences.values_list("entry", "number", "asked")),
    )


def basis_of_field(number: int, field: Sequence[Contender[int]]) -> str:
    """Return a digest of the input of a round paired by results."""
    return digest(number, field)


def basis_of_ranks(qualifiers: Mapping[StageSlot, int]) -> str:
    """Return a digest of the entries that hold the ranks a stage awaits."""
    return digest([(slot.number, entry) for slot, entry in qualifiers.items()])


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
        follows = _read_progression(group, group.awaits_round, now)
        if _write(group, mark, follows, now):
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
    is_open = is_undecided(group, number)
    if is_open and stage.how.play.is_round_by_round:
        return Progression()
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
def _write(group: Group, mark: str, follows: Progression, now: datetime) -> bool:
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
    if follows.waits and not competition.is_over:
        locked.asked_again_at = locked.stage.closes_at
        locked.save(update_fields=["asked_again_at"])
        return True
    number, locked.awaits_round = locked.awaits_round, None
    locked.save(update_fields=["awaits_round"])
    if not competition.is_over:
        _lead_on(locked, number, follows, competition, now)
    broadcast_competition(competition.pk)
    return True


def _lead_on(
    group: Group, number: int, follows: Progression, competition: Competition, now: datetime
) -> None:
    if not (follows.pools or follows.pairings):
        Draft.objects.filter(group=group).delete()
    elif not competition.publishes_alone and group.stage.how.is_drafted:
        keep_draft(group, number, follows.pools, follows.basis, now)
    elif follows.pairings:
        store_paired_round(group, number, follows.pairings)
        date_rounds(competition, group.rounds.filter(number=number))
        record_round(group, number, now)
        open_round(group, number, now=now)
        if not is_undecided(group, number):  # a round without present entries is over immediately
            start_dependent_groups(group, now=now)
    if follows.is_end:
        qualify(group, now=now)
    if follows.is_end and not has_more_to_come(competition):
        champion = follows.champion or champion_of(competition)  # a final may have fallen just now
        finish_competition(competition, champion, now=now)
