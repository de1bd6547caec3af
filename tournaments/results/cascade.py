"""What depends on a result that is to be revoked, read from the stored graph."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from tournaments.common.errors import NoCompetitionError
from tournaments.common.locks import WHOLE
from tournaments.formats.bracket import reached
from tournaments.formats.catalogue import paired_in_play
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    Person,
    PlayerResult,
    Round,
    StageSlot,
)
from tournaments.ranking.ledger import PLAYERS, standing_result

State = Match.State


@dataclass(frozen=True)
class Cascade:
    """A result, and what depends on it."""

    match: Match
    dependents: Sequence[Match]  # the matches that its outcome can reach, as they are stored
    results: Sequence[Match]  # those of them that lose a result
    tables: Sequence[Match]  # those of them whose table is voided, in the middle of play perhaps
    qualified: Sequence[StageSlot]  # the filled seeds that its group, or its stage, leads to
    is_played_on: bool  # its qualified entries play rounds already paired
    rounds_that_stay: Sequence[int]  # later rounds of its table that have started
    points: Sequence[tuple[Person | User, int]]  # the points that each player loses, most first
    champion: Entry | None  # the entry that loses the title
    reopens_competition: bool  # the competition is finished
    mark: str  # changes with any of this

    @property
    def matches(self) -> list[Match]:
        """Return the match itself, and its dependents."""
        return [self.match, *self.dependents]

    @property
    def was_paired_on(self) -> bool:
        """Whether later rounds of its table were paired with its result."""
        assert self.match.round is not None, "a casual result is never taken back"
        return self.match.round.group.stage.how.pairs_rounds and bool(self.rounds_that_stay)

    @property
    def competition(self) -> Competition:
        """Return the competition of the match."""
        assert self.match.competition is not None, "a casual result is never taken back"
        return self.match.competition


def cascade_of(
    match_id: int, *, keeping: Collection[int] = (), keeps_winner: bool = False
) -> Cascade:
    """Read the consequences of revoking the result of a match of a competition.

    `keeping` are ranks of its group (stage slots, by pk) known to go to the same entry afterwards.
    A bracket match that `keeps_winner` has no consequences. Raises RefusedError `no-competition`.
    """
    dependent_ids = [] if keeps_winner else dependents_of(match_id, keeping)
    rows = Match.objects.filter(pk__in=[match_id, *dependent_ids]).order_by("pk")
    related = rows.select_related(WHOLE, "round__group__stage__competition__champion")
    read = related.prefetch_related(
        Prefetch(PLAYERS, PlayerResult.objects.select_related("person__user", "user")),
        "slots__entry",
        "games__game",
    )
    match = next(each for each in read if each.pk == match_id)
    dependents = [each for each in read if each.pk != match_id]  # a Swiss is stored after its final
    competition = match.competition
    if competition is None:
        raise NoCompetitionError()
    return Cascade(
        match,
        dependents,
        results=[each for each in dependents if each.state in Match.WITH_RESULT],
        tables=[each for each in dependents if each.state == State.CALLED],
        qualified=_qualified(match, keeping),
        is_played_on=_already_paired(_seeds_filled_by(match)).exists(),
        rounds_that_stay=list(_later_rounds(match)),
        points=_points([match, *dependents]),
        champion=competition.champion,
        reopens_competition=competition.state == Competition.State.FINISHED,
        mark=_mark([match, *dependents], competition),
    )


def dependents_of(match_id: int, keeping: Collection[int] = ()) -> list[int]:
    """Return what an outcome can reach, by pk: later in its bracket, or where its group leads.

    Of a stage, matches are stored after those that feed them.
    """
    match = Match.objects.select_related("round__group__stage").get(pk=match_id)
    if match.round is None:
        return []
    stage, number = match.round.group.stage, "round__group__stage__number"
    slots = MatchSlot.objects.filter(
        Q(match__pk__gt=match_id) | Q(**{f"{number}__gt": stage.number}),
        round__group__stage__competition=stage.competition_id,
    ).exclude(seed__in=keeping)
    origins = ("match_id", "source_id", "seed__source_group_id", "seed__source_stage_id")
    own = {("group", match.round.group_id), ("stage", stage.pk)}
    fed = slots.order_by(number, "match_id").values_list(*origins)
    links = ((pk, (source, ("group", group), ("stage", of))) for pk, source, group, of in fed)
    return reached({match_id, *own}, links)


def _points(matches: Iterable[Match]) -> list[tuple[Person | User, int]]:
    """Return the points that each player loses with these results, the most first."""
    totals: Counter[Person | User] = Counter()
    for result in filter(None, map(standing_result, matches)):
        for player in result.scorers:
            scorer = player.person or player.user
            assert scorer is not None, "a result is of somebody"
            totals[scorer] += result.award(player).points
    return [(scorer, points) for scorer, points in totals.most_common() if points]


def _seeds_filled_by(match: Match) -> QuerySet[StageSlot]:
    """Return the seeds of later stages that the group of a match, or all of its stage, fills."""
    if match.round is None:
        return StageSlot.objects.none()
    group = match.round.group
    return StageSlot.objects.filter(Q(source_group=group) | Q(source_stage=group.stage_id))


def _already_paired(seeds: QuerySet[StageSlot]) -> QuerySet[StageSlot]:
    """Return the seeds whose stage has paired rounds for them."""
    rounds = Round.objects.filter(group=OuterRef("group"))
    return seeds.filter(Exists(rounds), stage__format__in=paired_in_play())


def _qualified(match: Match, keeping: Collection[int]) -> list[StageSlot]:
    seeds = _seeds_filled_by(match)
    filled = (
        seeds.filter(entry__isnull=False)
        .exclude(pk__in=keeping)
        .exclude(pk__in=_already_paired(seeds))
    )
    whole = filled.select_related("entry", "source_group__stage")
    return list(whole.order_by("source_rank", "source_place", "pk"))


def _later_rounds(match: Match) -> Iterator[int]:
    """Yield the later rounds of a table that have begun, which stay as they are."""
    if match.round is None or not match.round.group.stage.how.play.is_round_by_round:
        return
    begun = Match.objects.filter(round__group=match.round.group).exclude(state=State.PENDING)
    later = begun.filter(round__number__gt=match.round.number)
    yield from later.values_list("round__number", flat=True).distinct().order_by("round__number")


def _mark(matches: Iterable[Match], competition: Competition) -> str:
    """Return a key for the state of these matches, without the points of running games."""
    parts: list[object] = [competition.state, competition.champion_id]
    for match in matches:
        holders = sorted((slot.side, slot.entry_id, slot.bye) for slot in match.slots.all())
        parts.append((match.pk, match.state, match.winner, match.reopened, holders))
    return f"{crc32(repr(parts).encode()):x}"
