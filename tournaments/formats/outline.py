"""The matches of a format in waves before the draw, and an estimate of the duration.

The estimate is good enough to book a hall or a free evening. Its assumptions are measured or
observed on average games:

- a game to n points lasts 0.68 n hands, and a hand takes 4 actions and 1.5 more per seat (measured
  on 360 robot games of every size; people fold about as often);
- a player thinks for a fifth of the time limit of a turn, and a hand is dealt in 5 seconds; with
  real cards an action takes 6 seconds, and shuffling, dealing and scoring 30;
- sides are equal: of at most three games 2.5 are played, and the same for legs;
- where several tables play, the slowest takes a third longer than the average one;
- 3 minutes pass between two waves until everyone sits;
- a timed round lasts at most its clock and one more hand.

Once matches have been played, their lengths correct the guess (`measured_speed`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import comb

from tournaments.formats.bracket import (
    Bye,
    Graph,
    LoserOf,
    Seed,
    Slot,
    WinnerOf,
    apply_verdicts,
)


@dataclass(frozen=True)
class Batch:
    """Matches that can be played at the same time; a final may be longer."""

    matches: int
    has_final: bool = False


def bracket_waves(graph: Graph) -> tuple[Batch, ...]:
    """Return the played matches by the number of matches before them; byes take no time.

    The second grand final is left out, as it may not be needed.
    """
    states = apply_verdicts(graph, {})
    depths: dict[str, int] = {}
    for node in graph.nodes:
        before = max((depths[key] for key in node.sources), default=0)
        depths[node.key] = before + (not states[node.key].is_bye)
    played = [node for node in graph.nodes if not states[node.key].is_bye and not node.is_reset]
    matches = Counter(depths[node.key] for node in played)
    finals = {depths[node.key] for node in played if graph.is_final(node.part, node.round)}
    return tuple(Batch(matches[depth], depth in finals) for depth in sorted(matches))


def fewest_matches(graph: Graph) -> int:
    """Return the matches that every entry of a bracket plays at least.

    A match against an entry that may not come, as it was not its first match, is not sure.
    """
    waiting = {
        slot: (node.key, side) for node in graph.nodes for side, slot in enumerate(node.slots)
    }
    least: dict[tuple[str, int], int] = {}
    for node in reversed(graph.nodes):
        for side in (0, 1):
            won, *lost = (
                least[waiting[slot]] if slot in waiting else 0
                for slot in (WinnerOf(node.key), LoserOf(node.key), LoserOf(node.key, side))
            )
            sure = _is_sure(node.slots[1 - side])
            least[node.key, side] = 1 + min(won, max(lost)) if sure else won
    return min(least[place] for slot, place in waiting.items() if isinstance(slot, Seed))


def _is_sure(slot: Slot) -> bool:
    return not isinstance(slot, Bye) and not (isinstance(slot, LoserOf) and slot.only is not None)


def alongside(tables: Sequence[Sequence[Batch]]) -> tuple[Batch, ...]:
    """Merge the waves of parallel groups, divisions or cups."""
    return tuple(
        Batch(sum(wave.matches for wave in waves), any(wave.has_final for wave in waves))
        for waves in zip_longest(*tables, fillvalue=Batch(0))
    )


HANDS_PER_POINT = 0.68
ACTIONS_PER_HAND, ACTIONS_PER_SEAT = 4, 1.5
SHARE_OF_A_TURN = 0.2
DEALING, DEALING_CARDS = 5, 30  # seconds
ACTION_WITH_CARDS = 6  # seconds
SLOWEST = 4 / 3
BETWEEN_WAVES = 3  # minutes


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The factors of a game's length; without `turn_seconds` it is played with real cards."""

    target: int
    seats: int
    chicos_to_win: int = 1
    turn_seconds: int | None = 30
    round_minutes: int | None = None
    plays_all: bool = False  # of the games of a match
    speed: float = 1  # of matches so far: measured length by guessed length

    @property
    def game_minutes(self) -> float:
        """The length of an average game."""
        hands = HANDS_PER_POINT * self.target * expected_games(self.chicos_to_win)
        return hands * self.hand_minutes

    @property
    def hand_minutes(self) -> float:
        """The length of an average hand."""
        actions = ACTIONS_PER_HAND + ACTIONS_PER_SEAT * self.seats
        if self.turn_seconds is None:
            seconds = actions * ACTION_WITH_CARDS + DEALING_CARDS
        else:
            seconds = actions * self.turn_seconds * SHARE_OF_A_TURN + DEALING
        return seconds / 60

    def match_minutes(self, best_of: int, *, at_once: int) -> float:
        """Return the length of the slowest of `at_once` matches."""
        slowest = SLOWEST if at_once > 1 else 1
        return self._within_round(self.average_minutes(best_of) * self.speed * slowest)

    def average_minutes(self, best_of: int) -> float:
        """Return the guessed length of an average match, before any was measured."""
        is_fixed = self.plays_all or best_of % 2 == 0
        games = best_of if is_fixed else expected_games(best_of // 2 + 1)
        return self._within_round(self.game_minutes * games)

    def _within_round(self, played: float) -> float:
        if self.round_minutes is None:
            return played
        return min(played, self.round_minutes + self.hand_minutes)


def expected_games(wins_needed: int) -> float:
    """Return the expected number of games until one of two equal sides wins: 1, 2.5, 4.125."""
    ends = {
        games: comb(games - 1, wins_needed - 1) for games in range(wins_needed, 2 * wins_needed)
    }
    return sum(games * ways / float(1 << games - 1) for games, ways in ends.items())


GUESS_WEIGHT = 4  # the guess weighs as much as this number of measured matches
FASTEST, SLOWEST_SEEN = 0.25, 3  # a result may be written long after its match, or all at once


def measured_speed(lengths: Iterable[tuple[float, int]], pace: Pace) -> float:
    """Return the ratio of measured to guessed lengths, from `(minutes, best_of)` of each match.

    A few matches change the guess only a little.
    """
    ratios = [
        min(max(length / pace.average_minutes(best_of), FASTEST), SLOWEST_SEEN)
        for length, best_of in lengths
    ]
    return (GUESS_WEIGHT + sum(ratios)) / (GUESS_WEIGHT + len(ratios))


def turns(matches: int, tables: int | None) -> int:
    """Return how many times the tables are filled until all matches have been played."""
    return -(-matches // (tables or max(matches, 1)))


STEP = 5  # minutes to which an end is rounded up


def rounded(minutes: float) -> int:
    """Round a length up to full steps, as pages show it."""
    return -(-round(minutes) // STEP) * STEP


def waves_left(waves: Sequence[Batch], played: int) -> tuple[Batch, ...]:
    """Return the waves that are left once the first `played` matches are decided."""
    remaining = []
    for wave in waves:
        done = min(played, wave.matches)
        played -= done
        if wave.matches > done:
            remaining.append(Batch(wave.matches - done, wave.has_final))
    return tuple(remaining)


def minutes(
    waves: Sequence[Batch],
    pace: Pace,
    *,
    best_of: int = 1,
    final_best_of: int | None = None,
    tables: int | None = None,
) -> int:
    """Return the length of all waves with `tables` tables; None is one for every match."""
    last = final_best_of or best_of
    return round(
        sum(
            _wave_minutes(wave, pace, last if wave.has_final else best_of, tables) for wave in waves
        )
    )


def _wave_minutes(wave: Batch, pace: Pace, best_of: int, tables: int | None) -> float:
    at_once = min(wave.matches, tables or wave.matches)
    a_turn = pace.match_minutes(best_of, at_once=at_once) + BETWEEN_WAVES
    return turns(wave.matches, tables) * a_turn
