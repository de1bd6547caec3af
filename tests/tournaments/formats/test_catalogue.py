"""Catalogue of formats: the properties of each, and its result for a field of entries."""

import pytest

from tournaments.formats.bracket import Graph
from tournaments.formats.catalogue import (
    FORMATS,
    brackets,
    by_challenge,
    choices,
    decided_by_the_draw,
    open_for_a_time,
    paired_by_rounds,
    paired_in_play,
    with_seasons,
)
from tournaments.formats.errors import FormatError
from tournaments.formats.format import Format, SeededGroups
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import Batch, Pace
from tournaments.formats.play import Progress
from tournaments.formats.swiss_field import Contender

EVERY = pytest.mark.parametrize("how", FORMATS.values(), ids=FORMATS)
PACE = Pace(target=15, seats=2)


def matches(how: Format, entries: int, **chosen: object) -> list[int]:
    shape = FormatOptions(format=how.name, **chosen)  # type: ignore[arg-type]  # named by the test
    return [wave.matches for wave in how.waves(shape, entries)]


@EVERY
def test_a_format_stands_under_its_name_and_offers_the_tie_breaks_it_uses(how: Format) -> None:
    assert FORMATS[how.name] is how
    assert set(how.tie_breaks) <= set(how.offered)
    assert bool(how.tie_breaks) != how.play.is_bracket


@EVERY
@pytest.mark.parametrize("entries", [4, 5, 8, 13, 16])
def test_what_is_usual_fits_is_dealt_to_everybody_and_takes_its_time(
    how: Format, entries: int
) -> None:
    shape = FormatOptions(format=how.name)
    assert list(how.misfits(how.settled(shape), entries)) == []
    tiers = how.deal(how.decide(how.settled(shape), entries), SeededGroups(entries=range(entries)))
    assert sorted(one for groups in tiers for group in groups for one in group) == list(
        range(entries)
    )
    assert len(tiers) == len({plan.tier for plan in how.stages(shape)})
    assert how.minutes(shape, entries, PACE, 1) > 0


@EVERY
def test_the_outline_has_as_many_matches_as_the_draw(how: Format) -> None:
    shape = how.decide(how.settled(FormatOptions(format=how.name)), 8)
    drawn = 3 if how.sends_on else 0  # the knockout of two groups of two
    for group in how.deal(shape, SeededGroups(entries=range(8)))[0]:
        known = how.play.stored(shape, group)
        if isinstance(known, Graph):
            drawn += sum(not node.is_reset for node in known.nodes)
        else:
            drawn += sum(map(len, known))
    if how.name in open_for_a_time():
        return  # how many there are depends on their length
    if how.pairs_rounds:
        drawn = (2 if how.play.partners_change else 4) * (shape.swiss_rounds or 0)
    assert sum(matches(how, 8)) == drawn


@pytest.mark.feature("Operation", "Up to 1,000 entries, 128 where everybody meets everybody")
@EVERY
def test_a_format_says_how_many_it_takes(how: Format) -> None:
    shape = how.fitting(how.settled(FormatOptions(format=how.name)), how.most)
    assert list(how.misfits(shape, how.most)) == []
    assert list(how.misfits(shape, how.most + 1)) == [("cap", "too-many-for-format")]


def test_the_names_by_kind() -> None:
    assert brackets() == ["single", "double"]
    assert paired_by_rounds() == ["swiss", "rotation", "americano", "mexicano"]
    assert open_for_a_time() == ["arena", "king", "ladder"]
    assert by_challenge() == ["ladder"]
    assert {*paired_in_play()} == {*paired_by_rounds(), *open_for_a_time()}
    assert with_seasons() == ["league"]
    assert set(decided_by_the_draw()) == {"group_count", "king_tables", "swiss_rounds"}
    assert choices()["qualifiers"].most == 16


@pytest.mark.parametrize(
    ("shape", "entries", "movers", "misfit"),
    [
        ({"format": "groups", "group_count": 5}, 8, 0, ("group_count", "too-many-groups")),
        ({"format": "groups", "qualifiers": 5}, 8, 0, ("qualifiers", "too-many-qualifiers")),
        (
            {"format": "groups", "group_count": 1, "qualifiers": 1},
            8,
            0,
            ("qualifiers", "too-few-qualifiers"),
        ),
        ({"format": "swiss", "swiss_rounds": 8}, 8, 0, ("swiss_rounds", "too-many-rounds")),
        ({"format": "league", "divisions": 2}, 8, 5, ("divisions", "division-too-small")),
        (
            {"format": "swiss", "tie_breaks": ("koya",)},
            8,
            0,
            ("tie_breaks", "tie-break-of-another-format"),
        ),
        (
            {"format": "league", "tie_breaks": ("wins", "wins")},
            8,
            0,
            ("tie_breaks", "tie-break-twice"),
        ),
    ],
)
def test_a_misfit_names_the_choice_and_why(
    shape: dict[str, object], entries: int, movers: int, misfit: tuple[str, str]
) -> None:
    chosen = FormatOptions(**shape)  # type: ignore[arg-type]  # named by the test
    assert list(FORMATS[chosen.format].misfits(chosen, entries, movers)) == [misfit]


def test_groups_end_in_a_knockout_and_a_league_is_played_side_by_side() -> None:
    shape = FormatOptions(format="groups", third_place=True, final_best_of=3)
    groups, knockout = (plan.shape for plan in FORMATS["groups"].stages(shape))
    assert (groups.format, groups.third_place, groups.final_best_of) == ("groups", False, None)
    assert (knockout.format, knockout.third_place, knockout.final_best_of) == ("single", True, 3)
    league = FORMATS["league"].stages(FormatOptions(format="league", divisions=3))
    assert [plan.tier for plan in league] == [1, 2, 3]


def test_too_few_for_a_group_are_not_dealt() -> None:
    shape = FormatOptions(format="groups", group_count=2, qualifiers=3)
    with pytest.raises(FormatError, match="too-few-entries"):
        FORMATS["groups"].deal(shape, SeededGroups(entries=range(5)))


def test_divisions_are_equal_or_as_large_as_the_season_before_left_them() -> None:
    league, shape = FORMATS["league"], FormatOptions(format="league", divisions=2)
    sizes = [
        [
            len(groups[0])
            for groups in league.deal(shape, SeededGroups(entries=range(9), divisions=known))
        ]
        for known in ((), (3, 6))
    ]
    assert sizes == [[5, 4], [3, 6]]


def test_two_meet_twice_in_a_league_unless_that_was_chosen() -> None:
    assert len(matches(FORMATS["league"], 4)) == 6
    assert len(matches(FORMATS["league"], 4, cycles=1)) == 3
    assert len(matches(FORMATS["round-robin"], 4)) == 3


def test_results_pair_as_many_rounds_as_are_due_and_let_others_in_until_half() -> None:
    swiss, shape = FORMATS["swiss"].play, FormatOptions(format="swiss", swiss_rounds=3)
    field = [Contender(number, number) for number in range(4)]
    assert len(swiss.next_matches(shape, Progress(3, field))) == 2
    assert swiss.next_matches(shape, Progress(4, field)) == ()
    assert swiss.next_matches(shape, Progress(1, field[:1])) == ()
    assert [swiss.may_join(shape, current) for current in (1, 2)] == [True, False]


def test_a_longer_final_takes_longer() -> None:
    single = FORMATS["single"]
    plain, long = (
        single.minutes(FormatOptions(final_best_of=games), 8, PACE, 1) for games in (None, 3)
    )
    assert plain < long
    assert single.waves(FormatOptions(), 2) == (Batch(1, has_final=True),)
