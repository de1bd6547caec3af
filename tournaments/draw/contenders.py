"""The pairing input of the next round of a group, read from stored rows, and digests of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, groupby
from operator import attrgetter

from django.db.models import Q

from tournaments.draw.plan import clubs, digest
from tournaments.formats.floats import floats_of
from tournaments.formats.pairing import Outcome
from tournaments.formats.swiss_field import ByeTerms, Contender
from tournaments.matches.qualification import qualifiers_due, sources_of
from tournaments.models import (
    Absence,
    Entry,
    Group,
    Match,
    MatchSlot,
    RevokedResult,
    StageSlot,
    sides_of,
)
from tournaments.standings.queries import group_rows, group_table


def contenders(group: Group, number: int) -> list[Contender[int]]:
    """Return the pairing input of a round: the entries that have not left, by pk."""
    absent = absent_from(group, number)
    is_free = not group.stage.how.play.is_round_by_round
    playing = _engaged(group) if is_free else set()
    in_play = Q(paused=False) | Q(entry__in=playing)  # an open match is played to its end
    slots = group.slots.exclude(entry__state=Entry.State.WITHDRAWN).filter(in_play)
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
    order, rested = _waiting(group, slots) if is_free else ({}, set())
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
            unplayed=sum(not one.is_played for one in table.lived[entry.pk]),
            is_playing=entry.pk in playing,
            wait_order=order.get(entry.pk, 0),
            won_last=entry.pk not in rested and bool(own) and own[-1].outcome is Outcome.WIN,
        )
        for entry, seed in seeds.items()
        for own in [table.appearances[entry.pk]]
    ]


def _engaged(group: Group) -> set[int | None]:
    """Return the entries with an open match, or an open challenge."""
    undecided = Match.objects.undecided().filter(round__group=group)
    sides = group.challenges.open().values_list("challenger", "challenged")
    return {*undecided.values_list("slots__entry", flat=True), *chain.from_iterable(sides)}


def _waiting(group: Group, slots: Iterable[StageSlot]) -> tuple[dict[int, int], set[int]]:
    """Return the order in which entries began to wait, and those that rested since they played.

    An entry waits since its last match ended, or since it came back from a rest or joined late.
    """
    ended = _ended(group)
    instants: dict[int, datetime] = {}
    rested: set[int] = set()
    for slot in slots:
        entry = slot.entry
        if entry is None:
            continue
        played = ended.get(entry.pk)
        if known := [at for at in (played, slot.rested_at) if at is not None]:
            instants[entry.pk] = max(known)
        if slot.rested_at is not None and (played is None or slot.rested_at > played):
            rested.add(entry.pk)
    order = {at: number for number, at in enumerate(sorted(set(instants.values())), start=1)}
    return {entry: order[at] for entry, at in instants.items()}, rested


def _ended(group: Group) -> dict[int, datetime]:
    """Return when each entry's last match ended: a corrected one when it was first decided."""
    slots = MatchSlot.objects.filter(match__round__group=group, match__completed_at__isnull=False)
    rows = list(slots.values_list("entry", "match", "match__completed_at"))
    ended = {match: at for _, match, at in rows if at is not None}
    revoked = RevokedResult.objects.filter(match__round__group=group).order_by("-number")
    for match, revoked_at, at in revoked.values_list("match", "revoked_at", "completed_at"):
        if ended.get(match) == revoked_at:  # the right result followed at once
            ended[match] = at
    last: dict[int, datetime] = {}
    for entry, match, _ in rows:
        if entry is not None:
            last[entry] = max(ended[match], last.get(entry, ended[match]))
    return last


def _with_partners(
    group: Group, seeds: Mapping[int, int], absent: Mapping[int, Outcome]
) -> list[Contender[int]]:
    """Return the contenders with their earlier partners and opponents instead of results.

    Who missed rounds has not rested less for that: when they come they have at least as many rests
    as the least rested of those who were there.
    """
    by_entry = {pk: Contender(pk, seed, absent=absent.get(pk)) for pk, seed in seeds.items()}
    until: Counter[int] = Counter()  # how many rounds an entry has played, or was levelled for

    def level(entries: Iterable[int], rounds: int) -> None:
        least = min((one.byes for pk, one in by_entry.items() if until[pk] == rounds), default=0)
        for pk in [pk for pk in entries if until[pk] < rounds]:
            one, missed = by_entry[pk], rounds - until[pk]
            byes = max(one.byes, least)
            by_entry[pk] = replace(one, byes=byes, unplayed=one.unplayed + missed)
            until[pk] = rounds

    matches = Match.objects.filter(round__group=group, asked_bye="").order_by("round", "number")
    rounds = 0
    for _, played in groupby(matches.prefetch_related("slots"), attrgetter("round_id")):
        sides = [
            [[slot.entry_id for slot in side] for side in sides_of(match.slots.all())]
            for match in played
        ]
        level(by_entry.keys() & chain.from_iterable(chain.from_iterable(sides)), rounds)
        for both in sides:
            for own, others in (both, both[::-1]):
                for pk in by_entry.keys() & set(own):
                    by_entry[pk] = _after_the_round(by_entry[pk], own, others)
                    until[pk] += 1
        rounds += 1
    level(by_entry, rounds)
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
        unplayed=one.unplayed + (not against),
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


def contenders_by_rank(group: Group, qualifiers: Mapping[StageSlot, int]) -> list[Contender[int]]:
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
