"""Arena: who is paired when they are free, and points that double after two wins in a row."""

from random import Random

import pytest

from tournaments.formats.arena import ARENA, pair_free
from tournaments.formats.options import FormatOptions
from tournaments.formats.play import Meeting, Progress
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.swiss_field import Contender


def pairs(field):
    return [(one.first, one.second) for one in pair_free(field)]


def free(entry, points=0.0, *, met=(), wait_order=0):
    return Contender(entry, entry, points, opponents=met, wait_order=wait_order)


def busy(entry):
    return Contender(entry, entry, is_playing=True)


@pytest.mark.feature("Formats", "Arena: who is free plays somebody near in the table")
def test_neighbours_in_the_table_play():
    field = [free(1), free(2, 3), free(3, 2), free(4, 5)]
    assert pairs(field) == [(4, 2), (3, 1)]
    assert pairs(Random(1).sample(field, 4)) == pairs(field)


def test_the_last_opponent_does_not_come_again_at_once():
    field = [free(1, 1, met=(2,), wait_order=1), free(2, met=(1,), wait_order=1)]
    assert pairs([*field, busy(3), busy(4)]) == []
    assert pairs([*field, free(3)]) == [(1, 3)]  # of the two who played, the lower waits


def test_the_last_two_of_an_arena_play_again():
    ((one,),) = [pair_free([free(1, met=(2,)), free(2, met=(1,))])]
    assert one.is_rematch


def test_one_who_just_played_gives_way_to_who_waits():
    field = [free(1, 9, wait_order=4), free(2, 3, wait_order=2), free(3, 0)]
    assert pairs(field) == [(2, 3)]


def test_nobody_is_paired_with_who_is_playing_or_alone():
    assert pairs([]) == pairs([free(1)]) == pairs([free(1), busy(2), busy(3)]) == []


def test_one_not_met_yet_is_preferred_to_a_slightly_nearer_one():
    field = [
        free(1, 3, met=(2, 4)),
        free(2, 3, met=(1, 5)),
        free(3, 3, met=(6, 7)),
        free(4, 3, met=(1, 8)),
    ]
    assert pairs(field) == [(1, 3), (2, 4)]


@pytest.mark.parametrize("entries", [2, 3, 8, 13, 40])
def test_an_arena_of_chance_never_repeats_at_once(entries):
    chance, known = Random(entries), {n: free(n) for n in range(1, entries + 1)}
    games, meetings = [], []
    for number in range(1, 20 * entries):
        drawn = pair_free(list(known.values()))
        games += [(one.first, one.second) for one in drawn]
        meetings += [Meeting(one.sides, is_rematch=one.is_rematch) for one in drawn]
        for one in drawn:
            for own in (one.first, one.second):
                known[own] = busy_again(known[own])
        played = games.pop(chance.randrange(len(games)))
        for own, other in (played, played[::-1]):
            known[own] = finished(known[own], other, number, own == min(played))
    assert list(ARENA.play.problems(FormatOptions(), [], meetings)) == []
    assert entries == 2 or not any(one.is_rematch for one in meetings)


def busy_again(one):
    return Contender(one.entry, one.seed, one.points, one.opponents, is_playing=True)


def finished(one, other, number, won):
    return Contender(
        one.entry, one.seed, one.points + won, (*one.opponents, other), wait_order=number
    )


def test_it_closes_by_the_clock():
    shape = FormatOptions(format="arena", open_minutes=30)
    field = [free(1), free(2)]
    assert ARENA.play.closes_after(shape) == 1800
    assert len(ARENA.play.next_matches(shape, Progress(1, field, 1799))) == 1
    assert ARENA.play.next_matches(shape, Progress(1, field, 1800)) == ()
    assert not ARENA.play.is_over(shape, Progress(1, field, 1799))
    assert ARENA.play.is_over(shape, Progress(1, field, 1800))
    assert ARENA.play.may_join(shape, 9)


def test_verify_names_two_who_meet_twice_running():
    twice = [Meeting(((1,), (2,))), Meeting(((2,), (1,)))]
    assert list(ARENA.play.problems(FormatOptions(), [], twice)) == ["two meet twice running"]
    between = [twice[0], Meeting(((2,), (3,))), Meeting(((1,), (4,))), twice[1]]
    assert list(ARENA.play.problems(FormatOptions(), [], between)) == []


def points(outcomes, streak=2):
    """Return the points of entry 1 after `W`, `L` or `A` (not there), one letter a match."""
    verdicts = {"W": Verdict.FIRST, "L": Verdict.SECOND, "A": Verdict.NEITHER}
    results = [
        Result(1, 2, verdicts[each], round=number) for number, each in enumerate(outcomes, start=1)
    ]
    return tabulate([1, 2], results, streak=streak).scores[1]


@pytest.mark.parametrize(
    ("outcomes", "total"),
    [("WW", 2), ("WWW", 4), ("WWWW", 6), ("WWLW", 3), ("WWLWWW", 2 + 0 + 4), ("WWAWW", 4)],
)
def test_points_double_after_two_wins_until_one_is_missed(outcomes, total):
    assert points(outcomes) == total
    assert points(outcomes, streak=0) == outcomes.count("W")
