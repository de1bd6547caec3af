"""Two at once: real threads on a real database, many rounds, exactly one effect."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from games.models import Game
from tests.games.races import ROUNDS
from tests.games.tables import a_person, act, state_of
from tests.tournaments.cups import (
    a_card,
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    play_match,
)
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tests.tournaments.refusals import at_once
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw_services
from tournaments.entries import services as entries
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import Competition, Entry, Group, Match, PlayerStanding, PointsEntry
from tournaments.ranking import services as ranking
from tournaments.verification import violations
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def to_the_last_fold(game: Game, loser: int, now: datetime) -> Callable[[], object]:
    """Play until one more mazo ends the game; return that mazo."""
    game.refresh_from_db()
    start = {**game.start, "score": [4, 4]}
    Game.objects.filter(pk=game.pk).update(score=[4, 4], start=start)
    while (state := state_of(game)).to_act[0] % 2 != loser:
        act(game, a_card(state), now)
    seat = state.to_act[0]
    return lambda: act(game, "mazo", now, seat=seat)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_two_semifinals_that_end_at_once_make_one_final_with_both(
    round_: int, now: datetime
) -> None:
    cup = a_running_cup(an_organiser(), now)
    semifinals = [match_at(cup, 1, position) for position in (1, 2)]
    folds = []
    for match in semifinals:
        call(match, now)
        folds.append(to_the_last_fold(everybody_sits(match, now), loser=1, now=now))
    at_once(*folds)
    final = match_at(cup, 2, 1)
    assert final.state == Match.State.READY
    winners = [match.slots.get(side=0).entry for match in semifinals]
    assert [slot.entry for slot in final.slots.order_by("side")] == winners
    assert [v for v in violations(live=False) if v.invariant == "I9"] == []


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_two_organisers_who_draw_at_once_make_one_draw(round_: int, now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    for _ in range(5):
        enter(cup, organiser, now, a_person())

    def draw(seed: str) -> Callable[[], object]:
        return lambda: draw_services.draw(
            competition_id=cup.pk, actor=organiser, seed=seed, now=now
        )

    assert sorted(at_once(draw("a"), draw("b")), key=str) == [None, "already-drawn"]
    assert Group.objects.filter(stage__competition=cup).count() == 1
    assert Match.objects.of(cup.pk).exclude(state=Match.State.BYE).count() == 4


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_of_many_who_want_the_last_place_one_gets_it(round_: int, now: datetime) -> None:
    cup = a_cup(an_organiser(), now, cap=2)
    entries.register(competition_id=cup.pk, user=a_person(), now=now)
    people = [a_person() for _ in range(8)]

    def register(person: object) -> Callable[[], object]:
        return lambda: entries.register(competition_id=cup.pk, user=person, now=now)

    at_once(*(register(person) for person in people))
    assert cup.entries.filter(state=Entry.State.CONFIRMED).count() == 2
    assert cup.entries.filter(state=Entry.State.WAITING).count() == 7


def test_a_person_who_registers_twice_at_once_is_entered_once(now: datetime) -> None:
    cup, ana = a_cup(an_organiser(), now), a_person()

    def register() -> object:
        return entries.register(competition_id=cup.pk, user=ana, now=now)

    assert at_once(register, register).count("already-entered") == 1
    assert cup.entries.count() == 1


def test_one_link_lets_one_partner_in(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, per_side=2)
    token = entries.register(competition_id=cup.pk, user=a_person(), now=now).token
    people = [a_person() for _ in range(4)]

    def accept(person: object) -> Callable[[], object]:
        return lambda: entries.accept_invitation(token=token, user=person, now=now)

    assert at_once(*(accept(person) for person in people)).count("bad-invitation") == 3
    assert cup.entries.get().roster.count() == 2


def test_a_match_called_by_two_sweeps_has_one_table(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)

    def sweep() -> object:
        return matches.call_match(match_id=match.pk, now=now)

    assert at_once(sweep, sweep, sweep).count(True) == 1
    assert match.games.count() == 1


def test_a_window_closed_twice_gives_one_walkover(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)
    call(match, now)
    match.refresh_from_db()

    def sweep() -> object:
        return matches.end_sit_down_window(match_id=match.pk, now=match.sit_by)

    assert at_once(sweep, sweep).count(True) == 1
    match.refresh_from_db()
    assert match.state == Match.State.DOUBLE_WALKOVER


def test_a_task_that_runs_many_times_at_once_ranks_a_match_once(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now, entries=2), 1, 1)
    play_match(match, 0, now)

    def task() -> object:
        return ranking.rank_match(match_id=match.pk)

    assert at_once(*[task] * 6).count(True) == 1
    assert sorted(PointsEntry.objects.values_list("points", flat=True)) == [5, 20]
    assert sorted(PlayerStanding.objects.values_list("points", flat=True)) == [5, 20]


def test_matches_ranked_at_once_leave_the_ratings_of_a_replay(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    for position in (1, 2):
        now = play_match(match_at(cup, 1, position), 0, now)
    now = play_match(match_at(cup, 2, 1), 1, now)

    def task(match: Match) -> Callable[[], object]:
        return lambda: ranking.rank_match(match_id=match.pk)

    at_once(*map(task, Match.objects.of(cup.pk)))
    assert sound()


def test_a_withdrawal_while_the_game_ends_leaves_one_result(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    call(match, now)
    fold = to_the_last_fold(everybody_sits(match, now), loser=1, now=now)
    leaver = match.slots.get(side=1).entry

    def withdraw() -> object:
        return withdrawals.withdraw(entry_id=leaver.pk, actor=organiser, now=now)

    at_once(fold, withdraw)
    match.refresh_from_db()
    assert (match.is_decided, match.winner, match.player_results.count()) == (True, 0, 2)
    assert match_at(cup, 2, 1).slots.get(side=0).entry == match.slots.get(side=0).entry


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_who_leaves_while_the_next_swiss_round_is_paired_is_out_of_it_or_walks_over(
    round_: int, now: datetime
) -> None:
    event = an_event(now, "swiss", 4)
    first, last = ready(event)
    award(first, 0, now)
    leaver = first.slots.get(side=0).entry
    actor = organiser_of(event)
    at_once(
        partial(award, last, 0, now),
        lambda: withdrawals.withdraw(entry_id=leaver.pk, actor=actor, now=now),
    )
    second = Match.objects.of(event.pk).filter(round__number=2)
    assert second.count() == 2
    own = second.filter(slots__entry=leaver)
    assert set(own.values_list("state", flat=True)) <= {Match.State.WALKOVER}
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert [v for v in violations(live=False) if v.invariant == "I9"] == []


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_swiss_cancelled_while_its_next_round_is_paired_leaves_nothing_open(
    round_: int, now: datetime
) -> None:
    event = an_event(now, "swiss", 4)
    first, last = ready(event)
    award(first, 0, now)
    actor = organiser_of(event)
    at_once(
        partial(award, last, 0, now),
        lambda: lifecycle.cancel(competition_id=event.pk, actor=actor, now=now, reason="lluvia"),
    )
    event.refresh_from_db()
    assert event.state == Competition.State.CANCELLED
    assert not Match.objects.of(event.pk).undecided().exists()
