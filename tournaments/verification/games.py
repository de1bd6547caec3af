"""Invariants of single games: the log, the cards, the score, the sealed seed, the clock.

Also defines `Violation`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from cryptography.fernet import InvalidToken
from django.db.models import BigIntegerField, Model
from django.utils import timezone

from games.engine import CallName, IllegalActionError, NotationError, State, to_token, write_tgn
from games.fair import shuffle, signatures
from games.models import Action, Game, Seat, SeatStatistics
from games.play.finished_game import FIRST_SCHEME, GameRecord
from games.play.packed_logs import read_log, read_logs
from games.play.perros import FIRST_HAND
from games.play.replay import PERROS, PERROS_BACK, DealSource, every_hand
from games.play.statistics import SeatFigures, statistics_of
from tournaments.common.batches import batches

Row = TypeVar("Row")


@dataclass(frozen=True)
class Violation:
    """Which invariant, in which row, and what is wrong with it."""

    invariant: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant} {self.row}: {self.what}"


Check = Callable[[], Iterator[Violation]]


def make_violation(invariant: str, row: Model, text: str) -> Violation:
    """Name a violation in a row."""
    return Violation(invariant, f"{row._meta.label_lower} {row.pk}", text)


BATCH = 100
ALL_NUMBERS = range(BigIntegerField.MAX_BIGINT)
LATENESS = timedelta(seconds=5)
# Steps that a competitive table without a bell takes from play to where it stands; a friendly one
# may have been paused before.
LEAST_STEPS: Mapping[str, int] = dict.fromkeys(
    (
        Game.Status.PAUSED,
        Game.Status.SAVED,
        Game.Status.FROZEN,
        Game.Status.JUDGED,
        Game.Status.ANNULLED,
    ),
    1,
)
MOST_STEPS: Mapping[str, int] = {**LEAST_STEPS, Game.Status.JUDGED: 2, Game.Status.ANNULLED: 3}
DOGS = (PERROS, PERROS_BACK)
HELD = ("card-not-held", "card-already-played")
NO_KEY = "no key of DEAL_KEYS opens the seed"  # a finished game needs none
Problems = Iterator[tuple[str, str]]


@dataclass(frozen=True)
class Case:
    """One game with its log, and what the log folds into."""

    game: Game
    rows: Sequence[Action]

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """Return its seats, in order of play."""
        return list(self.game.seats.all())

    @cached_property
    def record(self) -> GameRecord:
        """Return the public record of a finished game."""
        return GameRecord(self.game, self.seats)

    @cached_property
    def fold(self) -> tuple[Sequence[State], str | None]:
        """Return the last state of every hand, and the code of what stopped the fold."""
        if self.game.start is None:
            return (), None
        try:
            return every_hand(self.game, DealSource(self.game, self.seats), self.rows), None
        except (IllegalActionError, NotationError) as refused:
            return (), refused.code
        except InvalidToken:
            return (), NO_KEY

    @property
    def hands(self) -> Sequence[State]:
        """Return the last state of every hand; none if the log cannot be folded."""
        return self.fold[0]


GameCheck = Callable[[Case], Problems]


def game_violations(*, live: bool, numbers: range = ALL_NUMBERS) -> Iterator[Violation]:
    """Check every game, or those with these numbers, against every invariant of games."""
    checks = (*GAME_CHECKS, keeps_time) if live else GAME_CHECKS
    games = (
        Game.objects.filter(pk__gte=numbers.start, pk__lt=numbers.stop)
        .order_by("pk")
        .select_related("signature")
        .prefetch_related("seats__statistics", "seats__user")
    )
    for batch in batches(games.iterator(chunk_size=BATCH), BATCH):
        logs = read_logs(batch)
        for game in batch:
            if problems := _problems(Case(game, logs[game.pk]), checks):
                again = games.get(pk=game.pk)
                still = _problems(Case(again, read_log(again)), checks)
                for invariant, text in [problem for problem in problems if problem in still]:
                    yield make_violation(invariant, game, text)


def _problems(case: Case, checks: Sequence[GameCheck]) -> list[tuple[str, str]]:
    return [problem for check in checks for problem in check(case)]


def has_one_gapless_log(case: Case) -> Problems:
    """I2: the log has no gap, every line is legal, and the stored state is what it folds into."""
    if [row.seq for row in case.rows] != list(range(1, len(case.rows) + 1)):
        yield "I2", "the log has a gap"
    hands, refusal = case.fold
    if refusal is not None and refusal not in HELD:
        yield "I2", f"the log does not fold: {refusal}"
    played = [row for row in case.rows if row.token not in DOGS]
    if hands and _lines(hands, played) != len(played):
        yield "I2", "the log has lines that belong to no hand"
    if hands and not _is_stored(case.game, hands[-1]):
        yield "I2", "the stored state is not the fold of the log"


def has_one_outcome_per_action(case: Case) -> Problems:
    """I3: an action id has one line, and a line has one version."""
    ids = Counter((row.seat, row.action_id) for row in case.rows)
    if any(times > 1 for times in ids.values()):
        yield "I3", "an action id has two outcomes"
    versions = [row.version for row in case.rows]
    if any(one >= other for one, other in pairwise([*versions, case.game.version + 1])):
        yield "I3", "two actions claim one version"


def has_the_version_of_its_log(case: Case) -> Problems:
    """I3: the game's version is that of its last line and of what has no line since then.

    A deal, a pause, a bell and an annulment have no line. What a table did before its first line
    leaves no trace to compare with.
    """
    if case.rows and case.fold[1] is None and not _may_have_passed(case.game, case.rows[-1]):
        yield "I3", f"version {case.game.version} is not the one that its log leads to"


def plays_every_card_once(case: Case) -> Problems:
    """I4: only its holder plays a card, and once."""
    refusal = case.fold[1]
    if refusal in HELD:
        yield "I4", f"a card was played that its seat did not hold: {refusal}"


def has_a_sound_score(case: Case) -> Problems:
    """I5: points never fall nor pass the target, and a game has one result, if it is over."""
    target = case.game.rules.target
    scores = [hand.score for hand in case.hands if hand.legs == case.game.legs]
    if any(max(score) > target for score in (*scores, tuple(case.game.score or (0,)))):
        yield "I5", "the score passes the target"
    if any(_fell(one, other) for one, other in pairwise(case.hands)):
        yield "I5", "the score fell"
    if case.hands and (case.hands[-1].winner is not None) != (case.game.winner is not None):
        yield "I5", "the result is not that of the last hand"


def opens_what_it_committed(case: Case) -> Problems:
    """I12: the seed is the one that was committed to, and it is opened when the game ends.

    So is every corte the one that was sealed, if its scheme seals them.
    """
    game = case.game
    if game.is_over and not game.revealed_seed:
        yield "I12", "the game is over and its seed is not opened"
    try:
        revealed = game.revealed_seed
        seed = bytes.fromhex(revealed) if revealed else shuffle.unseal(game.sealed_seed)
        if shuffle.commitment(seed, game.pk, game.scheme) != game.commitment:
            yield "I12", "the seed is not the one that was committed to"
    except InvalidToken:
        yield "I12", NO_KEY
    if game.revealed_seed and not game.is_over:
        yield "I12", "the seed is opened before the end"
    for seat in case.seats if game.scheme > FIRST_SCHEME else ():
        if seat.contribution and not _fits(game, seat):
            yield "I12", f"the corte of seat {seat.number + 1} is not the one that was sealed"


def is_signed_as_it_stands(case: Case) -> Problems:
    """I12: the record of a game that is over is the one that the site signed."""
    game = case.game
    if game.scheme == FIRST_SCHEME or not game.is_over or case.fold[1] is not None:
        return
    signed = case.record.seal
    if signed is None:
        yield "I12", "the record is not signed"
    elif signatures.digest(write_tgn(case.record.notation())) != signed.digest:
        yield "I12", "the record is not the one that was signed"
    elif not signatures.is_signed(signed.digest, signed.signature, signed.key):
        yield "I12", "the signature of the record is not good"
    elif signed.key not in signatures.public_keys():
        yield "I12", "the record is signed with a key that the site does not publish"


def has_the_figures_of_its_log(case: Case) -> Problems:
    """I8: the statistics of a seat are those of its log."""
    for seat in case.seats if case.hands else ():
        stored: SeatStatistics | None = getattr(seat, "statistics", None)
        if stored is None:
            continue
        recounted = statistics_of(seat, case.hands, case.record.played_by_robots)
        if _figures(stored) != _figures(recounted):
            yield "I8", f"seat {seat.number + 1} did not do what was counted"


def has_a_deadline(case: Case) -> Problems:
    """I13: a game on the move has a deadline; a game that is paused, frozen or over has none.

    One that waits for its people may show until when.
    """
    is_timed = case.game.status in Game.TIMED
    if case.game.status != Game.Status.WAITING and is_timed != (case.game.act_by is not None):
        yield "I13", "only a live game has a deadline"


def keeps_time(case: Case) -> Problems:
    """I13, while the clock runs: no deadline has been missed."""
    if case.game.status not in Game.TIMED:
        return
    if case.game.act_by is not None and case.game.act_by < timezone.now() - LATENESS:
        yield "I13", "the deadline has been missed"


GAME_CHECKS: tuple[GameCheck, ...] = (
    has_one_gapless_log,
    has_one_outcome_per_action,
    has_the_version_of_its_log,
    plays_every_card_once,
    has_a_sound_score,
    opens_what_it_committed,
    is_signed_as_it_stands,
    has_the_figures_of_its_log,
    has_a_deadline,
)


def _may_have_passed(game: Game, last: Action) -> bool:
    """Whether a game can have come from its last line to its version."""
    if game.status == Game.Status.FINISHED or game.by_time:
        return game.version == last.version
    hand = "{number}{part}".format_map(game.start) if game.start else ""
    is_of_dogs = last.token in DOGS  # they stand before the hand they are for
    dealt = (hand == last.hand) == is_of_dogs
    beside = game.version - last.version - dealt
    if is_of_dogs and last.hand == FIRST_HAND:
        return 0 <= beside <= game.rules.seats  # cuts that were opened after them are steps, too
    if game.bell_at is not None or game.bell_left is not None:
        return beside >= LEAST_STEPS.get(game.status, 0)  # each change of the bell is a step
    if game.status == Game.Status.LIVE:
        # A friendly table is paused or saved, and continues: two steps or more.
        return beside == 0 or (not game.competitive and beside > 1)
    most = MOST_STEPS.get(game.status, 0) if game.competitive else beside
    return LEAST_STEPS.get(game.status, 0) <= beside <= most


def _lines(hands: Sequence[State], rows: Sequence[Action]) -> int:
    """Return how many lines the hands have without what the system sang, which has no row."""
    lines = sum(len(hand.actions) + len(hand.rulings) for hand in hands)
    if hands[0].deal.rules.flor_sung == "seat":
        return lines
    sung = sum(to_token(action) == CallName.FLOR for hand in hands for action in hand.actions)
    stored = sum(row.token == CallName.FLOR for row in rows)
    return lines - max(0, sung - stored)


def _fits(game: Game, seat: Seat) -> bool:
    return shuffle.opens(
        seat.contribution, seat.corte_hash, game=game.pk, commitment=game.commitment
    )


def _is_stored(game: Game, last: State) -> bool:
    return (
        (list(last.score), list(last.legs)) == (game.score, game.legs)
        and last.start.to_json() == game.start
        and last.winner == game.winner
    )


def _figures(row: SeatStatistics) -> tuple[int, ...]:
    return (*(getattr(row, name) for name in SeatFigures._fields), row.comeback)


def _fell(before: State, after: State) -> bool:
    """Return whether a side lost points between two hands, other than by a judge's mark.

    A new leg starts at 0.
    """
    if after.rulings or after.start.legs != before.start.legs:
        return False
    return any(one > other for one, other in zip(before.score, after.score, strict=True))
