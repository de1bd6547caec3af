"""A play-in: the last places of a knockout are decided in one match each, before it."""

from collections.abc import Iterator

import pytest

from tournaments.formats.bracket import BYE, Graph, Node, Part, Seed
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.later_stages import sizes_of
from tournaments.formats.options import FormatOptions
from tournaments.formats.stage_chains import CHAINS

EACH = [(places, decided) for places in (2, 4, 8, 16) for decided in range(1, places // 2 + 1)]
BEFORE = ("swiss", "round-robin")


def shape_of(format_: str, places: int, decided: int) -> FormatOptions:
    rounds = 3 if format_ == "swiss" else None
    return FormatOptions(format=format_, swiss_rounds=rounds, finalists=places, play_in=decided)


def bracket_of(shape: FormatOptions, entries: int) -> Graph:
    """The bracket in which a shape ends, for as many as come into it."""
    how = FORMATS[shape.format]
    plans = how.stages(how.settled(shape))
    ((comes,),) = (sizes_of(plans, [entries])[-1],)
    play = FORMATS[plans[-1].shape.format].play
    graph = play.stored(plans[-1].shape, range(comes))
    assert isinstance(graph, Graph)
    return graph


def played(graph: Graph, round_: int) -> list[Node]:
    """The matches of a round of the main bracket that two really play."""
    own = [one for one in graph.nodes if (one.part, one.round) == (Part.MAIN, round_)]
    return [one for one in own if BYE not in one.slots]


def seeds_of(nodes: list[Node]) -> Iterator[list[int]]:
    for node in nodes:
        yield sorted(slot.number for slot in node.slots if isinstance(slot, Seed))


@pytest.mark.feature(
    "Formats", "A play-in: the last places of a knockout are decided in one match each"
)
@pytest.mark.parametrize("format_", BEFORE)
@pytest.mark.parametrize(("places", "decided"), EACH)
def test_the_lowest_ranked_play_one_match_for_each_of_the_last_places(
    format_: str, places: int, decided: int
) -> None:
    graph = bracket_of(shape_of(format_, places, decided), places + decided)
    first = list(seeds_of(played(graph, 1)))
    lowest = range(places - decided + 1, places + decided + 1)
    assert sorted(seed for pair in first for seed in pair) == list(lowest)
    assert all(sum(pair) == 2 * places + 1 for pair in first)  # the best of them meets the last
    assert len(first) == decided
    assert len(played(graph, 2)) == places // 2
    matches = [one for one in graph.nodes if BYE not in one.slots]
    assert len(matches) == places + decided - 1


@pytest.mark.parametrize(("places", "decided"), EACH)
def test_as_many_come_as_the_places_and_who_falls_before_them(places: int, decided: int) -> None:
    shape = shape_of("round-robin", places, decided)
    how, entries = FORMATS[shape.format], places + decided
    assert list(how.misfits(shape, entries)) == []
    assert list(how.misfits(shape, entries - 1)) != []
    plans = how.stages(shape)
    assert sizes_of(plans, [entries]) == [[entries], (entries,)]
    assert sum(wave.matches for wave in how.outline(shape, entries)[-(places.bit_length()) :]) == (
        places + decided - 1
    )


def test_after_groups_and_a_swiss_those_who_come_out_of_it_play_it() -> None:
    shape = FormatOptions(
        format="groups", group_count=4, then_swiss=3, finalists=4, play_in=2, silver=True
    )
    plans = FORMATS["groups"].stages(shape)
    assert [plan.shape.play_in for plan in plans[1:]] == [0, 2, 0]
    assert sizes_of(plans, (4, 4, 4, 4)) == [(4, 4, 4, 4), (8,), (6,), (8,)]
    assert list(FORMATS["groups"].misfits(shape, 16)) == []


@pytest.mark.parametrize(
    ("places", "decided", "entries", "codes"),
    [
        (4, 2, 6, []),
        (4, 3, 8, ["play-in-too-large"]),  # more than half of the places
        (4, 2, 5, ["play-in-too-large"]),  # no entry is left to play for the last place
        (8, 4, 7, ["too-many-finalists"]),
        (0, 1, 8, ["play-in-too-large"]),  # there is no knockout
    ],
)
def test_what_asks_for_more_than_come_is_named(
    places: int, decided: int, entries: int, codes: list[str]
) -> None:
    shape = shape_of("swiss", places, decided)
    assert [code for _, code in FORMATS["swiss"].misfits(shape, entries)] == codes


@pytest.mark.parametrize("format_", BEFORE)
@pytest.mark.parametrize("entries", range(4, 20))
def test_the_nearest_that_fits_keeps_what_it_can(format_: str, entries: int) -> None:
    for places, decided in EACH:
        shape, how = shape_of(format_, places, decided), FORMATS[format_]
        fitted = how.fitting(shape, entries, 0)
        assert list(how.misfits(fitted, entries)) == []
        if not list(how.misfits(shape, entries)):
            assert fitted.play_in == decided
        assert fitted.play_in <= decided


@pytest.mark.parametrize("entries", [3, 8, 13, 32])
def test_the_chain_by_its_name_has_one(entries: int) -> None:
    shape = CHAINS["play-in"](entries)
    assert (shape.finalists, shape.play_in) == (8, 4)
