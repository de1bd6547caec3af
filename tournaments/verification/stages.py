"""I9: stages follow from their results: slots, qualifiers, rounds, champion, and divisions.

Entries of a league play in their division, and its seasons follow one another.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate, chain, groupby, pairwise
from operator import and_

from django.db.models import Exists, F, OuterRef, QuerySet

from tournaments.competitions.settings import plans_of
from tournaments.formats.catalogue import brackets, by_challenge, with_seasons
from tournaments.formats.errors import FormatError
from tournaments.formats.play import Meeting
from tournaments.formats.qualification import BestOf, HalfChampion, Intake, Origin, Qualifier
from tournaments.matches.decisions import entry_advanced_to
from tournaments.matches.qualification import is_over, is_published, sources_of
from tournaments.models import (
    Challenge,
    Competition,
    Entry,
    Group,
    Match,
    MatchSlot,
    Stage,
    StageSlot,
    sides_of,
)
from tournaments.standings.queries import (
    best_of,
    finalists_of_halves,
    first_ranked,
    group_rows,
)
from tournaments.verification.games import Violation, make_violation

BATCH = 500


def entries_play_in_their_division() -> Iterator[Violation]:
    """I9: a league's entry has its slot in the stage of its tier."""
    slots = StageSlot.objects.filter(stage__format__in=with_seasons(), entry__isnull=False)
    astray = slots.exclude(stage__tier=F("entry__tier"))
    for slot in astray.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", slot, "its entry belongs to another division")


def seasons_carry_over_their_own_entries() -> Iterator[Violation]:
    """I9: an entry carried over comes from the season that its competition follows."""
    carried = Entry.objects.filter(previous__isnull=False)
    strays = carried.exclude(competition__previous=F("previous__competition"))
    for entry in strays.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", entry, "it does not come from the season before")


def challenges_are_those_of_the_ladder() -> Iterator[Violation]:
    """I9: an accepted challenge has the match of its sides, and a ladder no other matches.

    No entry has two open challenges, but those of matches that were opened again.
    """
    rows = Challenge.objects.select_related("match__round").prefetch_related("match__slots")
    for one in rows.order_by("pk").iterator(chunk_size=BATCH):
        match = one.match
        if match is None:
            continue
        sides = [slot.entry_id for slot in sorted(match.slots.all(), key=lambda slot: slot.side)]
        if sides != [one.challenger_id, one.challenged_id]:
            yield make_violation("I9", one, "its match is of others")
        if match.round is None or match.round.group_id != one.group_id:
            yield make_violation("I9", one, "its match is of another table")
    unasked = Match.objects.filter(
        round__group__stage__format__in=by_challenge(), challenge__isnull=True
    )
    for match in unasked.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", match, "nobody asked for it by a challenge")
    open_ = Challenge.objects.open().exclude(match__reopened__gt=0)
    engaged = Counter(chain.from_iterable(open_.values_list("challenger", "challenged")))
    for entry in Entry.objects.filter(pk__in=[pk for pk, n in engaged.items() if n > 1]):
        yield make_violation("I9", entry, "it has two open challenges")


LEAGUE_CHECKS = (entries_play_in_their_division, seasons_carry_over_their_own_entries)
State = Match.State
WITH_SLOTS = "slots"
Problems = Iterator[str]


def slots_hold_what_their_source_gave() -> Iterator[Violation]:
    """I9: a slot's entry is the outcome of its source, or the holder of its seed."""
    rows = MatchSlot.objects.select_related("match", "source", "seed", "round")
    fed = rows.filter(source__isnull=False).prefetch_related("source__slots")
    for slot in fed.order_by("pk").iterator(chunk_size=BATCH):
        if (slot.entry_id, slot.bye) != _due(slot):
            yield make_violation("I9", slot, "it does not hold the outcome of its source")
        if slot.round_id != slot.match.round_id:
            yield make_violation("I9", slot, "it is not in the round of its match")
    for slot in rows.filter(seed__isnull=False).order_by("pk").iterator(chunk_size=BATCH):
        if slot.seed is not None and slot.entry_id != slot.seed.entry_id:
            yield make_violation("I9", slot, "it does not hold the entry of its seed")


def champions_came_first() -> Iterator[Violation]:
    """I9: the champion is the first of the last stage."""
    finished = Competition.objects.filter(state=Competition.State.FINISHED).order_by("pk")
    for competition in finished.iterator(chunk_size=BATCH):
        try:
            if competition.champion_id != first_ranked(competition):
                yield make_violation("I9", competition, "its champion did not come first")
        except FormatError as refused:
            yield make_violation("I9", competition, f"its results cannot be: {refused.code}")


def what_is_not_over_has_a_match_to_play() -> Iterator[Violation]:
    """I9: a competition that has not ended has a match to play, or a draw pending."""
    undecided = Match.objects.undecided().filter(
        round__group__stage__competition=OuterRef("pk"),
    )
    awaiting = Group.objects.awaiting().filter(stage__competition=OuterRef("pk"))
    nothing = Competition.objects.filter(~Exists(undecided), ~Exists(awaiting), draft__isnull=True)
    stuck = nothing.filter(state__in=Competition.IN_PROGRESS)
    for competition in stuck.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", competition, "it is not over and has nothing to play")


def qualifiers_are_those_of_the_standings() -> Iterator[Violation]:
    """I9: a seed from a group is set once the group is over, by its standings.

    Where organisers publish, seeds stay empty before the waiting stage is published; a stage paired
    by results waits for all its groups.
    """
    for group in _groups(Group.objects.filter(qualifies__isnull=False).distinct()):
        slots = list(group.qualifies.select_related("group__stage__competition"))
        has_halves = any(slot.source_half for slot in slots)
        ranked = [row.entry for row in group_rows(group)] if is_over(group) else []
        champions = finalists_of_halves(group) if ranked and has_halves else []
        for slot in slots:
            assert slot.source_rank is not None
            holders, number = (
                (champions, slot.source_half) if slot.source_half else (ranked, slot.source_rank)
            )
            due = holders[number - 1] if holders and not _awaits(slot) else None
            if slot.entry_id != due:
                yield make_violation("I9", slot, "it does not hold the rank of its group")


def the_best_over_groups_are_those_of_the_standings() -> Iterator[Violation]:
    """I9: a seed for the best of a rank is known once all groups are, by comparing their lines."""
    best = StageSlot.objects.filter(source_stage__isnull=False)
    ordered = best.order_by("source_stage", "source_rank", "source_place")
    rows = ordered.select_related("group__stage__competition", "source_stage__competition")
    for (stage, rank), slots in groupby(rows, lambda one: (one.source_stage, one.source_rank)):
        assert stage is not None
        assert rank is not None
        is_known = all(is_over(group) for group in _groups(stage.groups.all()))
        lines = best_of(stage, rank) if is_known else []
        for slot in slots:
            due = lines[(slot.source_place or 0) - 1].entry if lines and not _awaits(slot) else None
            if slot.entry_id != due:
                yield make_violation("I9", slot, "it does not hold the best of its rank")


def stages_take_whom_they_announced() -> Iterator[Violation]:
    """I9: the seeds of a stage come from where its plan says, each once."""
    several = Competition.objects.filter(stages__slots__source_rank__isnull=False).distinct()
    for competition in several.order_by("pk").iterator(chunk_size=BATCH):
        stages = list(competition.stages.order_by("number"))
        for stage, plan in zip(stages, plans_of(stages), strict=True):
            if plan.takes is not None and _origins(stage) != _planned(stages, plan.takes):
                yield make_violation("I9", stage, "it does not take whom its plan says")


def later_stages_wait_for_earlier_ones() -> Iterator[Violation]:
    """I14: a match has not started while the group or stage that feeds its seed is open."""
    begun = Match.objects.exclude(state__in=(State.PENDING, State.ANNULLED))
    of_group = Match.objects.undecided().filter(round__group=OuterRef("seed__source_group"))
    of_stage = Match.objects.undecided().filter(round__group__stage=OuterRef("seed__source_stage"))
    slots = MatchSlot.objects.filter(Exists(of_group) | Exists(of_stage), match__in=begun)
    for slot in slots.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation(
            "I14", slot, "its match has begun, and where its seed comes from is open"
        )


def _origins(stage: Stage) -> list[tuple[int | None, ...]]:
    """Return where the seeds of a stage come from: group, rank, place, half."""
    columns = ("source_group", "source_rank", "source_place", "source_half")
    return sorted(stage.slots.values_list(*columns), key=repr)


def _planned(stages: Sequence[Stage], takes: Intake) -> list[tuple[int | None, ...]]:
    groups = [
        group for number in takes.sources for group in stages[number - 1].groups.order_by("number")
    ]
    origins = takes.origins([group.slots.count() for group in groups])
    return sorted((_found_in(one, groups) for one in origins), key=repr)


def _found_in(origin: Origin, groups: Sequence[Group]) -> tuple[int | None, ...]:
    """Return the group, rank, place and half that an origin stands for."""
    match origin:
        case Qualifier(rank, number):
            return groups[number - 1].pk, rank, None, 0
        case BestOf(rank, place):
            return None, rank, place, 0
        case HalfChampion(half):
            return groups[0].pk, 1, None, half


def _awaits(slot: StageSlot) -> bool:
    """Return whether a seed is rightly empty, though its source is over."""
    competition = slot.group.stage.competition
    is_stopped = competition.state == Competition.State.CANCELLED or competition.early_end
    if is_stopped and slot.entry_id is None:
        return True
    if not slot.group.stage.is_bracket:
        return not all(map(is_over, sources_of(slot.group).select_related("stage")))
    return not competition.publishes_alone and not is_published(slot.group)


def tables_play_their_rounds_in_order() -> Iterator[Violation]:
    """I9: a table's rounds open one by one, or by dates; its format decides the pairings."""
    tables = Group.objects.exclude(stage__format__in=brackets())
    running = tables.exclude(stage__competition__state=Competition.State.CANCELLED)
    for group in _groups(running):
        matches = Match.objects.filter(round__group=group).order_by("number")
        rows = list(matches.select_related("round").prefetch_related(WITH_SLOTS))
        problems = [*_order(group, rows), *_meetings(group, rows)]
        yield from (make_violation("I9", group, problem) for problem in problems)


def tables_are_played_by_their_members() -> Iterator[Violation]:
    """I9: every player of a table was dealt into its group."""
    member = StageSlot.objects.filter(group=OuterRef("round__group"), entry=OuterRef("entry"))
    played = MatchSlot.objects.filter(~Exists(member), entry__isnull=False)
    strangers = played.exclude(round__group__stage__format__in=brackets())
    for slot in strangers.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", slot, "its entry is not in the group")


def _due(slot: MatchSlot) -> tuple[int | None, bool]:
    """Return the entry and the bye that a slot must hold."""
    source = slot.source
    assert source is not None
    if not source.is_decided or source.state == State.ANNULLED:
        return None, False
    side = entry_advanced_to(source, slot)
    entry = next((each.entry_id for each in source.slots.all() if each.side == side), None)
    return entry, entry is None


def _groups(groups: QuerySet[Group]) -> Iterator[Group]:
    rows = groups.select_related("stage__competition").order_by("pk")
    return rows.iterator(chunk_size=BATCH)


def _out_of_order(group: Group, matches: Sequence[Match]) -> Problems:
    """Yield rounds that are out of order: finished ones, at most one open, then pending ones.

    A reopened match holds up only rounds that had not started; a match that awaits an entry from
    another competition does not start its round. Rounds that were called off are left out.
    """
    awaited = set(group.slots.filter(entry__awaited=True).values_list("entry", flat=True))
    rounds: dict[int, list[Match]] = {}
    for match in matches:
        assert match.round is not None
        rounds.setdefault(match.round.number, []).append(match)
    if sorted(rounds) != list(range(1, len(rounds) + 1)):
        yield "its rounds have a gap"
    played = [
        rounds[number]
        for number in sorted(rounds)
        if any(match.state != State.ANNULLED for match in rounds[number])
    ]
    begun = [any(match.state != State.PENDING for match in each) for each in played]
    was_over = [all(match.is_decided or match.reopened for match in each) for each in played]
    over = accumulate((all(match.is_decided for match in each) for each in played), and_)
    waits = [all(_awaits_one_of(match, awaited) for match in each) for each in played]
    due = zip(was_over, over, pairwise(begun), waits[1:], strict=False)
    for once, is_finished, (_, started), is_awaiting in due:
        if started and not once:
            yield "a round began before the one before it was over"
        if is_finished and not (started or is_awaiting):
            yield "a round did not begin when those before it were over"


def _awaits_one_of(match: Match, awaited: Container[int | None]) -> bool:
    return any(slot.entry_id in awaited for slot in match.slots.all())


def _off_schedule(matches: Sequence[Match]) -> Problems:
    """In a league with dates all rounds are open; a table opens at its hour, not before."""
    rounds = {match.round for match in matches if match.round and match.round.day_id}
    windows = [(one.opens_at, one.deadline_at) for one in rounds]
    if any(opens is None or closes is None or opens >= closes for opens, closes in windows):
        yield "a round on a day has no time to be played in"
    if any(match.scheduled_at is None and not match.awaits_date for match in matches):
        yield "a match has no hour"
    hours = [(match.called_at, match.scheduled_at) for match in matches]
    if any(called and hour and called < hour for called, hour in hours):
        yield "a table opened before its hour"


def _order(group: Group, matches: Sequence[Match]) -> Problems:
    if group.stage.is_scheduled:
        return _off_schedule(matches)
    return _out_of_order(group, matches) if group.stage.how.play.is_round_by_round else iter(())


def _meetings(group: Group, matches: Sequence[Match]) -> Problems:
    """Yield how the matches of a group differ from what its format pairs."""
    members = group.slots.order_by("number").values_list("entry_id", flat=True)
    meetings = [_meeting(match) for match in matches]
    yield from group.stage.how.play.problems(group.stage.shape, list(members), meetings)


def _meeting(match: Match) -> Meeting:
    first, second = ([slot.entry_id for slot in side] for side in sides_of(match.slots.all()))
    return Meeting(
        (first, second),
        is_bye=match.state == State.BYE,
        was_asked=bool(match.asked_bye),
        is_rematch=match.rematch,
        by_hand=match.by_hand,
    )
