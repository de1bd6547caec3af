"""The answers of a way to play: stored rounds, the next matches, and matches that are wrong."""

import pytest

from tournaments.formats.arena import ARENA
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.play import Meeting, Progress
from tournaments.formats.swiss_field import Contender

SHAPE = FormatOptions(swiss_rounds=2)
FIELD = [Contender(number, number) for number in range(1, 5)]


def single(first, second, **columns):
    return Meeting(([first], [second]), **columns)


def problems(format_, *meetings, members=(1, 2, 3, 4)):
    how = FORMATS[format_]
    return list(how.play.problems(how.settled(SHAPE), members, meetings))


@pytest.mark.parametrize("format_", ["single", "double", "groups", "round-robin", "league"])
def test_what_is_known_from_the_start_has_no_next_matches(format_):
    play = FORMATS[format_].play
    assert play.next_matches(SHAPE, Progress(2, FIELD)) == ()
    assert not play.may_join(SHAPE, 1)
    assert play.stored(FORMATS[format_].settled(SHAPE), [1, 2, 3, 4])


@pytest.mark.parametrize("format_", ["swiss", "americano"])
def test_what_is_paired_in_play_stores_nothing_and_goes_on(format_):
    play = FORMATS[format_].play
    assert play.stored(SHAPE, [1, 2, 3, 4]) == ()
    assert play.next_matches(SHAPE, Progress(2, FIELD))
    assert play.may_join(SHAPE, 1)


def test_the_slots_of_a_bracket_define_its_pairings():
    assert problems("single", single(1, 2), single(1, 2)) == []


def test_a_fixture_has_its_meetings_and_no_others():
    due = [
        pairing
        for round_ in FORMATS["round-robin"].play.stored(SHAPE, [1, 2, 3])
        for pairing in round_
    ]
    stored = [single(one.first, one.second) for one in due if not one.is_bye]
    assert problems("round-robin", *stored, members=[1, 2, 3]) == []
    (told,) = problems("round-robin", *stored, single(1, 2), members=[1, 2, 3])
    assert "sends against each other" in told


def test_a_rematch_is_flagged_and_a_second_bye_is_none():
    assert problems("swiss", single(1, 2), single(2, 1)) == ["a rematch is not flagged"]
    assert problems("swiss", single(1, 2), single(2, 1, is_rematch=True)) == []
    assert problems("swiss", single(1, None, is_bye=True), single(1, None, is_bye=True)) == []


@pytest.mark.parametrize(
    ("meetings", "told"),
    [
        ([Meeting(([1, 2], [3, 4]))], []),
        ([Meeting(([1, 2], [3]))], ["its sides are not whole"]),
        ([Meeting(([1, 2], [2, 3]))], ["its sides are not whole"]),
        ([single(1, None), single(1, None), single(2, None), single(2, None)], []),
        ([single(5, None), Meeting(([1, 2], [3, 4]))], ["some rest more often than others"]),
        ([single(5, None, by_hand=True), Meeting(([1, 2], [3, 4]))], []),
        ([single(5, None, was_asked=True), Meeting(([1, 2], [3, 4]))], []),
    ],
)
def test_partners_sit_in_whole_sides_and_rest_evenly(meetings, told):
    twice = [*meetings, *meetings] if told == ["some rest more often than others"] else meetings
    assert problems("americano", *twice) == told


def test_without_rounds_only_the_free_are_paired():
    playing = [Contender(5, 5, is_playing=True), *FIELD]
    next_ = ARENA.play.next_matches(SHAPE, Progress(7, playing))
    assert [one.pool for one in next_] == [(1, 2), (3, 4)]
    assert ARENA.play.is_paired_in_play
    assert not ARENA.pairs_rounds
    assert not ARENA.is_drafted
