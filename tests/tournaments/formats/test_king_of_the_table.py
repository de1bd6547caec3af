"""King of the table: the winner stays, and whoever has waited longest comes."""

from dataclasses import replace

import pytest

from tournaments.formats.king_of_the_table import KING, pair_challengers, usual_tables
from tournaments.formats.options import FormatOptions
from tournaments.formats.play import Progress
from tournaments.formats.swiss_field import Contender


def pairs(field, tables):
    return [(one.first, one.second) for one in pair_challengers(field, tables)]


def of(entries):
    return [Contender(number, number) for number in range(1, entries + 1)]


def after(field, winner, loser, number):
    changed = {winner: True, loser: False}
    return [
        replace(one, is_playing=False, wait_order=number, won_last=changed[one.entry])
        if one.entry in changed
        else one
        for one in field
    ]


@pytest.mark.feature("Formats", "King of the table: the winner stays, the loser queues")
def test_the_winner_stays_and_the_loser_goes_to_the_end():
    field, seen = of(5), []
    for number in range(1, 7):
        ((king, rival),) = pairs(field, 1)
        seen.append((king, rival))
        field = after(field, 1, rival, number)
    assert seen == [(1, 2), (1, 3), (1, 4), (1, 5), (1, 2), (1, 3)]


def test_a_new_king_meets_the_next_of_the_queue():
    field = after(after(of(4), 1, 2, 1), 3, 1, 2)
    assert pairs(field, 1) == [(3, 4)]


def test_several_tables_share_one_queue():
    field = of(7)
    assert pairs(field, 2) == [(1, 2), (3, 4)]
    playing = [replace(one, is_playing=one.entry <= 4) for one in field]
    assert pairs(playing, 2) == []
    assert pairs(after(playing, 2, 1, 1), 2) == [(2, 5)]


def test_two_play_again_and_again_and_one_alone_waits():
    assert pairs(after(of(2), 2, 1, 1), 1) == [(2, 1)]
    assert pairs(of(1), 1) == pairs([], 3) == []


def test_two_kings_meet_where_nobody_waits():
    field = after(after(of(4), 1, 2, 1), 3, 4, 2)
    assert pairs([one for one in field if one.entry in (1, 3)], 2) == [(1, 3)]


def test_an_empty_table_is_taken_by_the_queue():
    field = after(of(5), 1, 2, 1)
    assert pairs([one for one in field if one.entry != 1], 1) == [(3, 4)]


@pytest.mark.parametrize(("entries", "tables"), [(2, 1), (3, 1), (8, 2), (13, 3), (512, 64)])
def test_the_usual_tables(entries, tables):
    assert usual_tables(entries) == tables
    assert KING.decide(FormatOptions(format="king"), entries).king_tables == tables


def test_it_closes_by_the_clock_and_is_estimated():
    shape = FormatOptions(format="king", open_minutes=24)
    assert KING.play.next_matches(shape, Progress(9, of(4), 1440)) == ()
    assert len(KING.play.next_matches(shape, Progress(9, of(4), 1439))) == 1
    assert [wave.matches for wave in KING.waves(KING.settled(shape), 8)] == [2, 2]
