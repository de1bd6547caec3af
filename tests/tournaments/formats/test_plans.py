"""Plans for a number of entries and a duration."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runner.days import is_sampled_run
from tests.tournaments.formats.drawable import draw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.plans import A_YEAR, EventSize, Plan, PlanKind, plans
from tournaments.formats.round_robin import LARGEST_TABLE

GATHERINGS = st.builds(
    EventSize,
    entries=st.integers(3, 1000),
    seats=st.sampled_from((2, 4, 6)),
    minutes=st.none() | st.integers(30, 480),
    turn_seconds=st.none() | st.integers(15, 120),
)
EXAMPLES = settings(max_examples=25 if is_sampled_run() else 100)  # of a thousand entries: 0.3 s


def card_plans(entries: int, hours: int, seats: int = 4) -> tuple[Plan, ...]:
    """A hall with real cards."""
    return plans(EventSize(entries=entries, seats=seats, minutes=hours * 60, turn_seconds=None))


def league(entries: int) -> tuple[Plan, ...]:
    return plans(EventSize(entries=entries, seats=4, minutes=None, turn_seconds=30))


def plan_rows(found: tuple[Plan, ...]) -> list[tuple[str, int, int, int, bool]]:
    return [
        (str(plan.kind), plan.rounds, plan.target, plan.fewest_matches, plan.fits) for plan in found
    ]


def test_sixteen_pairs_for_four_hours() -> None:
    assert plan_rows(card_plans(16, 4)) == [
        ("everybody", 5, 30, 5, True),
        ("groups", 6, 15, 3, True),
        ("cups", 6, 15, 4, True),
        ("knockout", 4, 30, 1, True),
    ]


def test_two_hours_want_shorter_games_and_one_hour_is_too_little() -> None:
    assert plan_rows(card_plans(16, 2)) == [
        ("everybody", 5, 15, 5, True),
        ("groups", 5, 15, 3, True),
        ("knockout", 4, 15, 1, True),
        ("cups", 6, 15, 4, False),
    ]
    assert not any(plan.fits for plan in card_plans(16, 1))


@pytest.mark.parametrize(
    ("entries", "ways"),
    [
        (2, ["knockout"]),
        (3, ["everybody", "knockout"]),
        (5, ["everybody", "knockout"]),
        (6, ["everybody", "groups", "knockout"]),
        (7, ["everybody", "groups", "knockout"]),
        (8, ["everybody", "groups", "cups", "knockout"]),
    ],
)
def test_few_have_fewer_ways(entries: int, ways: list[str]) -> None:
    assert [plan.kind for plan in card_plans(entries, 12)] == ways


def test_up_to_six_meet_everybody_and_more_play_a_swiss() -> None:
    formats = [card_plans(entries, 4)[0].shape.format for entries in (3, 6, 7, 128)]
    assert formats == ["round-robin", "round-robin", "swiss", "swiss"]


def test_in_an_odd_field_one_round_may_be_free() -> None:
    swiss = card_plans(9, 8)[0]
    assert (swiss.rounds, swiss.fewest_matches) == (5, 4)


def test_the_number_of_usual_groups_is_left_to_the_draw() -> None:
    numbers = {
        entries: next(plan for plan in card_plans(entries, 4) if plan.kind == PlanKind.GROUPS)
        for entries in (6, 7, 8, 16, 512)
    }
    assert {entries: plan.shape.group_count for entries, plan in numbers.items()} == {
        6: 2, 7: None, 8: None, 16: None, 512: None,
    }  # fmt: skip


def test_groups_say_how_many_go_on() -> None:
    assert [plan.through for plan in card_plans(16, 4)] == [0, 8, 8, 0]


@pytest.mark.parametrize(
    ("entries", "groups", "best", "gold"),
    [(8, 2, 0, 4), (12, 3, 2, 8), (20, 5, 0, 10), (24, 6, 4, 16)],
)
def test_best_thirds_make_a_full_bracket_for_gold_where_they_can(
    entries: int, groups: int, best: int, gold: int
) -> None:
    cups = next(plan for plan in card_plans(entries, 8) if plan.kind == PlanKind.CUPS)
    assert (cups.shape.group_count, cups.shape.best_next, cups.through) == (groups, best, gold)


def test_a_league_is_counted_in_days() -> None:
    assert [(plan.kind, plan.rounds, plan.round_days, plan.days) for plan in league(8)] == [
        ("twice", 14, 7, 97),
        ("once", 7, 7, 48),
        ("divisions", 6, 7, 41),
    ]
    assert [plan.kind for plan in league(7)] == ["twice", "once"]
    assert league(8)[-1].movers == 1


def test_a_league_of_many_plays_in_divisions_first_and_of_very_many_in_nothing_else() -> None:
    first, *others = league(128)
    assert (first.kind, first.fits) == ("divisions", True)
    assert [plan.fits for plan in others] == [False, False]
    assert [(plan.kind, plan.fits) for plan in league(200)] == [("divisions", True)]


@pytest.mark.feature(
    "Competitions", "Every plan can be drawn and ends in time, or says that it does not"
)
@pytest.mark.sampled
@EXAMPLES
@given(GATHERINGS)
def test_every_plan_can_be_drawn_and_ends_in_time_or_says_that_it_does_not(
    event: EventSize,
) -> None:
    found = plans(event)
    is_huge_league = event.minutes is None and event.entries > LARGEST_TABLE
    assert (1 if is_huge_league else 2) <= len(found) <= 5
    assert len({plan.kind for plan in found}) == len(found)
    assert found == tuple(sorted(found, key=lambda plan: not plan.fits))  # what fits comes first
    for plan in found:
        how = FORMATS[plan.shape.format]
        assert not list(how.misfits(how.settled(plan.shape), event.entries, plan.movers))
        draw(plan.shape, event.entries, plan.movers)
        if event.minutes is None:
            assert plan.fits == (plan.days <= A_YEAR)
        else:
            assert plan.fits == (plan.minutes <= event.minutes)
            assert plan.minutes > 0
        assert 1 <= plan.fewest_matches <= plan.rounds


@pytest.mark.sampled
@EXAMPLES
@given(GATHERINGS, st.integers(1, 120))
def test_more_time_never_makes_a_plan_unfit(event: EventSize, more: int) -> None:
    if event.minutes is None:
        return
    longer = EventSize(
        entries=event.entries,
        seats=event.seats,
        minutes=event.minutes + more,
        turn_seconds=event.turn_seconds,
    )
    fitting = {plan.kind for plan in plans(event) if plan.fits}
    assert fitting <= {plan.kind for plan in plans(longer) if plan.fits}


@pytest.mark.parametrize(
    ("entries", "rounds", "sure"), [(8, 7, 7), (9, 7, 6), (4, 3, 3), (10, 7, 5)]
)
def test_who_comes_alone_may_change_partners(entries: int, rounds: int, sure: int) -> None:
    found = {plan.kind: plan for plan in card_plans(entries, 12, seats=2)}
    plan = found[PlanKind.PARTNERS]
    assert (plan.shape.format, plan.rounds, plan.fewest_matches) == ("americano", rounds, sure)
    assert PlanKind.PARTNERS not in {each.kind for each in card_plans(entries, 12, seats=4)}
