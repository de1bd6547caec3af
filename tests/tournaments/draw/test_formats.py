"""Every format through the services: rounds, stages, byes, champions and withdrawals."""

from collections import Counter
from datetime import datetime
from random import Random

import pytest

from accounts.common.errors import RefusedError
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter, match_at, play_match
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    nobody_comes,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.formats.catalogue import FORMATS, by_challenge
from tournaments.formats.options import FormatOptions
from tournaments.formats.tie_breaks import TieBreak
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Entry, Group, Match, Round
from tournaments.results import services as result_services
from tournaments.standings.queries import bracket_places, group_rows
from tournaments.tasks import draw_awaited_rounds
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
State = Match.State


def awarded(event: Competition) -> int:
    """Count the matches that had two sides."""
    return Match.objects.of(event.pk).filter(state=State.WALKOVER).count()


def seeds(event: Competition) -> dict[int, int]:
    """The seed of each entry, by pk."""
    return dict(event.entries.values_list("pk", "seed"))


def ranking(event: Competition) -> list[int]:
    """The seeds in the order of the first stage's table."""
    seed = seeds(event)
    return [seed[row.entry] for row in group_rows(Group.objects.get(stage__competition=event))]


def in_order() -> bool:
    return sound()


@pytest.mark.feature("Formats", "Every format is played to its champion")
@pytest.mark.parametrize(
    ("format_", "entries", "matches"),
    [
        ("single", 3, 2),
        ("single", 8, 7),
        ("single", 13, 12),
        ("double", 2, 1),
        ("double", 3, 4),
        ("double", 8, 14),
        ("double", 13, 24),
        ("round-robin", 3, 3),
        ("round-robin", 8, 28),
        ("league", 3, 6),
        ("league", 5, 20),
        ("swiss", 3, 2),
        ("swiss", 8, 12),
        ("swiss", 13, 24),
        ("groups", 3, 4),
        ("groups", 8, 15),
        ("groups", 13, 27),
        ("double", 32, 62),
        ("swiss", 32, 80),
        ("americano", 8, 14),
        ("americano", 13, 39),
        ("mexicano", 8, 14),
        ("mexicano", 13, 24),
        ("rotation", 3, 3),
        ("rotation", 13, 30),
        ("groups", 32, 63),
    ],
)
def test_every_format_plays_so_many_matches_and_its_best_comes_first(
    format_: str, entries: int, matches: int, now: datetime
) -> None:
    event = an_event(now, format_, entries)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed == 1
    assert awarded(event) == matches
    assert in_order()


@pytest.mark.feature("Formats", "Double elimination: the second grand final")
def test_the_second_grand_final_is_played_if_the_unbeaten_falls(now: datetime) -> None:
    event = an_event(now, "double", 4)

    def the_beaten(match: Match) -> int:
        return 1 if match.round.part == "final" else the_better_seed(match)

    award_all(event, now, the_beaten)
    assert awarded(event) == 7
    assert event.champion.seed == 2
    assert in_order()


def test_the_second_grand_final_falls_away_if_the_unbeaten_wins(now: datetime) -> None:
    event = an_event(now, "double", 4)
    award_all(event, now)
    reset = Match.objects.of(event.pk).get(round__part="final", round__number=2)
    assert (reset.state, reset.winner) == (State.BYE, None)
    assert event.champion.seed == 1


@pytest.mark.parametrize(("grand_final", "matches"), [("none", 5), ("single", 6)])
def test_an_organiser_chooses_the_grand_final(
    grand_final: str, matches: int, now: datetime
) -> None:
    event = an_event(now, "double", 4, grand_final=grand_final)
    award_all(event, now)
    assert (awarded(event), event.champion.seed) == (matches, 1)
    assert in_order()


@pytest.mark.feature("Formats", "Single elimination: byes, third place")
def test_who_loses_the_semifinals_plays_for_the_third_place(now: datetime) -> None:
    event = an_event(now, "single", 4, third_place=True)
    award_all(event, now)
    assert (awarded(event), event.champion.seed) == (4, 1)
    seed = seeds(event)
    found = bracket_places(Group.objects.get(stage__competition=event))
    assert [(seed[place.seed], place.rank) for place in found] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_a_round_opens_when_the_one_before_it_is_over(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    first, second = ready(event)
    award(first, 0, now)
    assert ready(event) == [second]
    award(second, 0, now)
    assert {match.round.number for match in ready(event)} == {2}
    busy = Counter(slot.entry_id for match in ready(event) for slot in match.slots.all())
    assert max(busy.values()) == 1


def test_in_a_league_everybody_meets_everybody_on_both_sides(now: datetime) -> None:
    event = an_event(now, "league", 4)
    meetings = [
        tuple(match.slots.order_by("side").values_list("entry", flat=True))
        for match in Match.objects.of(event.pk)
    ]
    pks = list(event.entries.values_list("pk", flat=True))
    assert sorted(meetings) == sorted((one, other) for one in pks for other in pks if one != other)


def test_the_table_tells_what_decided(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    award_all(event, now)
    assert ranking(event) == [1, 2, 3, 4]
    rows = group_rows(Group.objects.get(stage__competition=event))
    assert {row.decided_by for row in rows} == {TieBreak.POINTS}
    assert [row.values[TieBreak.POINTS] for row in rows] == [3, 2, 1, 0]


def test_games_and_points_at_the_table_break_ties(now: datetime) -> None:
    event = an_event(now, "round-robin", 2)
    play_match(match_at(event, 1, 1), 1, now)
    best, _ = group_rows(Group.objects.get(stage__competition=event))
    assert best.values[TieBreak.GAMES] == 1
    assert best.values[TieBreak.CHICO_POINTS] > 0
    event.refresh_from_db()
    assert event.champion_id == best.entry


def test_a_double_walkover_gives_nothing_and_the_league_goes_on(now: datetime) -> None:
    event = an_event(now, "round-robin", 3)
    nobody_comes(ready(event)[0], now)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_a_table_in_which_nobody_ever_won_has_no_champion(now: datetime) -> None:
    event = an_event(now, "round-robin", 2)
    nobody_comes(ready(event)[0], now)
    event.refresh_from_db()
    assert (event.state, event.champion) == (Competition.State.FINISHED, None)
    assert in_order()


def test_an_annulled_match_of_a_league_is_played_again(now: datetime) -> None:
    event = an_event(now, "round-robin", 3)
    match = ready(event)[0]
    matches_services.call_match(match_id=match.pk, now=now)
    matches_services.annul_match(
        match_id=match.pk, actor=organiser_of(event), reason="se cortó", now=now
    )
    assert ready(event) == [match]
    award_all(event, now)
    assert awarded(event) == 3


def test_who_leaves_a_league_loses_what_is_left_round_by_round(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    leaver = event.entries.get(seed=1)
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    award_all(event, now)
    assert event.champion.seed == 2
    assert ranking(event)[-1] == 1
    assert in_order()


def test_a_swiss_round_is_paired_when_the_last_match_of_the_one_before_is_decided(
    now: datetime,
) -> None:
    event = an_event(now, "swiss", 4)
    first, second = ready(event)
    award(first, 0, now)
    assert Round.objects.filter(group__stage__competition=event).count() == 1
    award(second, 0, now)
    winners, losers = ready(event)
    scores = [list(match.slots.values_list("score", flat=True)) for match in (winners, losers)]
    assert scores == [[1, 1], [0, 0]]
    assert not winners.rematch


def test_in_an_odd_swiss_nobody_is_free_twice_and_a_bye_is_a_point(now: datetime) -> None:
    event = a_running_cup(
        an_organiser(), now, entries=5, shape=FormatOptions(format="swiss"), cap=32, with_cards=True
    )
    while matches := ready(event):  # played: who wins by a walkover is not free either
        for match in matches:
            result_services.submit_result(
                match_id=match.pk, games=[(5, 2)], actor=organiser_of(event), now=now, reason=""
            )
            draw_what_follows()
    free = Match.objects.of(event.pk).filter(state=State.BYE)
    assert sorted(Counter(free.values_list("slots__entry", flat=True)).values())[:3] == [1, 1, 1]
    rows = group_rows(Group.objects.get(stage__competition=event))
    assert sum(row.values[TieBreak.POINTS] for row in rows) == 9


def test_a_swiss_of_more_rounds_than_opponents_flags_its_rematches(now: datetime) -> None:
    shape = FormatOptions(format="swiss", swiss_rounds=2)
    event = a_running_cup(an_organiser(), now, entries=2, shape=shape, late_entries=True)
    award_all(event, now)
    assert list(Match.objects.of(event.pk).values_list("rematch", flat=True)) == [False, True]
    assert in_order()


@pytest.mark.feature("Formats", "Swiss: each round is paired from the entries still in")
def test_who_leaves_a_swiss_between_rounds_is_not_paired_again(now: datetime) -> None:
    event = an_event(now, "swiss", 4)
    first, _ = ready(event)
    award(first, 0, now)
    leaver = first.slots.get(side=0).entry
    withdrawals.withdraw(entry_id=leaver.pk, actor=leaver.roster.get().user, now=now)
    award_all(event, now)
    second = Match.objects.of(event.pk).filter(round__number=2)
    assert not second.filter(slots__entry=leaver).exists()
    assert event.state == Competition.State.FINISHED
    with pytest.raises(RefusedError, match="wrong-state"):
        withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    assert in_order()


def test_a_swiss_that_all_but_one_leave_is_over(now: datetime) -> None:
    event = an_event(now, "swiss", 4)
    for entry in event.entries.filter(seed__gt=1):
        withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    draw_awaited_rounds()
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed == 1
    assert in_order()


@pytest.mark.feature("Formats", "Groups that end in a knockout")
def test_the_bracket_after_groups_waits_for_their_first_and_second(now: datetime) -> None:
    event = an_event(now, "groups", 8)
    knockout = event.stages.get(number=2)
    assert [str(slot.source_group.number) + str(slot.source_rank) for slot in knockout.slots.all()]
    semifinals = Match.objects.filter(round__group__stage=knockout, round__number=1)
    assert set(semifinals.values_list("state", flat=True)) == {State.PENDING}
    for match in [match for match in Match.objects.of(event.pk) if match.state == State.READY]:
        assert match.round.group.stage.number == 1
    award_all(event, now)
    group_of = {slot.entry_id: slot.group.number for slot in event.stages.get(number=1).slots.all()}
    for match in semifinals:
        groups = {group_of[entry] for entry in match.slots.values_list("entry", flat=True)}
        assert groups == {1, 2}


def test_a_group_that_is_over_sends_its_own_before_the_others_are(now: datetime) -> None:
    event = an_event(now, "groups", 6, group_count=2)
    one = Group.objects.get(stage__competition=event, stage__number=1, number=1)
    while mine := [match for match in ready(event) if match.round.group_id == one.pk]:
        for match in mine:
            award(match, the_better_seed(match), now)
    known = event.stages.get(number=2).slots.filter(entry__isnull=False)
    assert set(known.values_list("source_group", flat=True)) == {one.pk}
    assert in_order()


def test_a_qualifier_who_has_left_gives_the_other_a_walkover(now: datetime) -> None:
    event = an_event(now, "groups", 6, group_count=2, qualifiers=1)
    one, two = Group.objects.filter(stage__competition=event, stage__number=1).order_by("number")
    while mine := [match for match in ready(event) if match.round.group_id == one.pk]:
        for match in mine:
            award(match, the_better_seed(match), now)
    leaver = one.qualifies.get().entry
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    award_all(event, now)
    assert event.champion_id == two.qualifies.get().entry_id
    assert in_order()


def test_groups_need_two_entries_each_and_as_many_as_qualify(now: datetime) -> None:
    for choices in ({"group_count": 3}, {"group_count": 2, "qualifiers": 3}):
        organiser = an_organiser()
        shape = FormatOptions(format="groups", **choices)
        event = a_cup(organiser, now, shape=shape)
        for _ in range(4 if "qualifiers" in choices else 5):
            enter(event, organiser, now, a_person())
        with pytest.raises(RefusedError, match="too-few-entries"):
            draw.draw(competition_id=event.pk, actor=organiser, seed="s", now=now)
        event.refresh_from_db()
        assert event.state == Competition.State.REGISTRATION
        assert not Group.objects.filter(stage__competition=event).exists()


def test_a_cancelled_swiss_annuls_its_open_round(now: datetime) -> None:
    event = an_event(now, "swiss", 4)
    award(ready(event)[0], 0, now)
    lifecycle.cancel(
        competition_id=event.pk, actor=organiser_of(event), now=now, reason="sin salón"
    )
    states = Counter(Match.objects.of(event.pk).values_list("state", flat=True))
    assert states == {State.WALKOVER: 1, State.ANNULLED: 1}
    assert in_order()


@pytest.mark.parametrize("format_", [name for name in FORMATS if name not in by_challenge()])
@pytest.mark.parametrize("chance", [1, 2, 3])
def test_any_history_of_results_absences_and_withdrawals_is_consistent(
    format_: str, chance: int, now: datetime
) -> None:
    rng = Random(chance)
    event = an_event(now, format_, max(rng.choice((3, 5, 6)), FORMATS[format_].least))
    while matches := ready(event):
        match = rng.choice(matches)
        kind = rng.random()
        if kind < 0.15:
            nobody_comes(match, now)
        elif kind < 0.3:
            entry = rng.choice(match.slots.order_by("side")).entry
            withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
            draw_awaited_rounds()
        else:
            award(match, rng.randrange(2), now)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert in_order()
    assert not event.entries.filter(state=Entry.State.FORMING).exists()
