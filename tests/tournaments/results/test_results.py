"""Results: by the cards, by an organiser; what they carry on and what they leave alone."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from games.models import Game
from tests.games.tables import a_person, a_table
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    play_match,
    players_of,
    sit,
    table_of,
    win,
    win_by_the_clock,
)
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Match, PlayerResult, PointsEntry
from tournaments.results.services import correct_result
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db
State = Match.State


def refusal(call_: object, **arguments: object) -> str:
    with pytest.raises(RefusedError) as refused:
        call_(**arguments)
    return refused.value.code


def test_the_winner_of_the_game_is_in_the_final(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    ended = play_match(match, 1, now)
    assert (match.state, match.winner, match.completed_at) == (State.COMPLETED, 1, ended)
    assert match.points_reason == "played"
    final = match_at(cup, 2, 1)
    assert final.slots.get(side=0).entry == match.slots.get(side=1).entry
    assert final.state == State.PENDING
    play_match(match_at(cup, 1, 2), 0, ended)
    final.refresh_from_db()
    assert final.state == State.READY


@pytest.mark.feature("Competitions", "Matches to the best of three")
def test_a_match_to_the_best_of_three_ends_with_the_second_win(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, best_of=3)
    match = match_at(cup, 1, 1)
    call(match, now)
    for winner in (0, 1, 1):
        assert match.state == State.CALLED
        now = win(everybody_sits(match, now), winner, now)
        match.refresh_from_db()
    assert (match.state, match.winner, match.games.count()) == (State.COMPLETED, 1, 3)


def test_two_wins_in_a_row_need_no_third_game(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, best_of=3)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    assert match.games.count() == 2


def test_the_result_says_who_played_for_which_side(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, per_side=2)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    sides = {
        side: set(match.player_results.filter(side=side).values_list("user", flat=True))
        for side in (0, 1)
    }
    assert sides == {side: {user.pk for user in players_of(match, side)} for side in (0, 1)}
    assert not match.player_results.filter(automatic=True).exists()


def test_who_ended_on_automatic_is_marked(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    game.seats.filter(number=1).update(automatic=True)
    win_by_the_clock(game, now)
    assert match.player_results.get(side=1).automatic


def test_a_correction_gives_nothing_to_who_was_on_automatic(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    now = play_match(match, 0, now)
    match.player_results.filter(side=1).update(automatic=True)
    target = match.rules.target
    for games in ([(target, 1)], [(2, target)]):
        correct_result(match_id=match.pk, games=games, actor=organiser, reason="mal", now=now)
    heal_rankings()
    present, absent = (players_of(match, side)[0].pk for side in (0, 1))
    for number, points in ((1, 20), (2, 5)):
        lines = PointsEntry.objects.filter(match=match, number=number, reversal=False)
        assert dict(lines.values_list("user", "points")) == {present: points, absent: 0}


@pytest.mark.feature("Points and players", "Who comes back for the last card gets no points")
def test_who_comes_back_for_the_end_of_a_game_is_marked_too(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    now = win_by_the_clock(game, now, until=game.rules.target - 2)
    win(game, 0, now)
    assert not game.seats.get(number=1).automatic
    assert match.player_results.get(side=1).automatic


@pytest.mark.feature("Competitions", "Walkovers and annulled games by the organiser")
def test_an_organiser_gives_a_walkover_with_a_reason(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    game = call(match, now)
    giving = {"match_id": match.pk, "winner": 1, "now": now}
    give = matches.give_walkover
    assert refusal(give, **giving, actor=a_person(), reason="porque sí") == "not-organiser"
    assert refusal(give, **giving, actor=organiser, reason=" ") == "reason-missing"
    give(**giving, actor=organiser, reason="avisó que no viene")
    match.refresh_from_db()
    game.refresh_from_db()
    assert (match.state, match.winner, game.status) == (State.WALKOVER, 1, Game.Status.ANNULLED)
    event = AuditEvent.objects.get(match=match)
    assert (event.act, event.actor, event.reason) == ("walkover", organiser, "avisó que no viene")
    assert refusal(give, **giving, actor=organiser, reason="otra vez") == "match-not-open"


def test_a_match_that_waits_for_another_gets_no_walkover(now: datetime) -> None:
    organiser = an_organiser()
    final = match_at(a_running_cup(organiser, now), 2, 1)
    giving = {"match_id": final.pk, "winner": 0, "actor": organiser, "reason": "x", "now": now}
    assert refusal(matches.give_walkover, **giving) == "match-not-open"


def test_a_walkover_while_the_cards_are_on_the_table_voids_them(now: datetime) -> None:
    organiser = an_organiser()
    match = match_at(a_running_cup(organiser, now), 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    matches.give_walkover(match_id=match.pk, winner=0, actor=organiser, reason="conducta", now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.ANNULLED


def test_an_annulled_match_is_ready_again_and_its_games_do_not_count(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, best_of=3)
    match = match_at(cup, 1, 1)
    call(match, now)
    now = win(everybody_sits(match, now), 0, now)
    second = table_of(match)
    annulling = {"match_id": match.pk, "reason": "se cortó la luz", "now": now}
    assert refusal(matches.annul_match, **annulling, actor=a_person()) == "not-organiser"
    matches.annul_match(**annulling, actor=organiser)
    match.refresh_from_db()
    second.refresh_from_db()
    assert (match.state, match.sit_by) == (State.READY, None)
    assert second.status == Game.Status.ANNULLED
    assert second.revealed_seed
    play_match(match, 1, now)
    assert (match.winner, match.games.filter(voided=False).count()) == (1, 2)
    assert refusal(matches.annul_match, **annulling, actor=organiser) == "match-not-open"


def test_a_late_card_at_an_annulled_table_changes_nothing(now: datetime) -> None:
    organiser = an_organiser()
    match = match_at(a_running_cup(organiser, now, entries=2), 1, 1)
    game = call(match, now)
    matches.annul_match(match_id=match.pk, actor=organiser, reason="error", now=now)
    with pytest.raises(RefusedError, match="closed"):
        sit(game, *players_of(match, 0), now=now)
    match.refresh_from_db()
    assert match.state == State.READY


def test_a_cancelled_cup_annuls_what_is_open_and_keeps_what_was_played(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now)
    played, called = match_at(cup, 1, 1), match_at(cup, 1, 2)
    play_match(played, 0, now)
    game = call(called, now)
    cancelling = {"competition_id": cup.pk, "actor": organiser, "now": now}
    assert refusal(lifecycle.cancel, **cancelling, reason="") == "reason-missing"
    lifecycle.cancel(**cancelling, reason="no hay salón")
    game.refresh_from_db()
    cup.refresh_from_db()
    assert (cup.state, game.status) == (Competition.State.CANCELLED, Game.Status.ANNULLED)
    states = list(Match.objects.of(cup.pk).values_list("state", flat=True))
    assert states == [State.COMPLETED, State.ANNULLED, State.ANNULLED]
    assert set(called.player_results.values_list("side", flat=True)) == {0, 1}
    assert refusal(lifecycle.cancel, **cancelling, reason="otra vez") == "wrong-state"


@pytest.mark.parametrize(
    ("presencial", "addresses", "reason"),
    [
        (False, ("a", "b"), "played"),
        (False, ("a", "a"), "shared-ip"),
        (True, ("a", "a"), "presencial"),
    ],
)
def test_a_shared_address_is_a_reason_unless_all_are_in_one_hall(
    presencial: bool, addresses: tuple[str, str], reason: str, now: datetime
) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, presencial=presencial)
    match = match_at(cup, 1, 1)
    call(match, now)
    win(everybody_sits(match, now, addresses=addresses), 0, now)
    match.refresh_from_db()
    assert match.points_reason == reason


def test_a_competitive_casual_table_is_a_match_of_its_own(now: datetime) -> None:
    game = a_table(now, competitive=True, target="5")
    win(game, 1, now)
    match = Match.objects.get()
    assert (match.round, match.state, match.winner) == (None, State.COMPLETED, 1)
    assert match.competition is None
    assert set(match.player_results.values_list("user", flat=True)) == set(
        game.seats.values_list("user", flat=True)
    )


def test_a_practice_table_is_no_match(now: datetime) -> None:
    win(a_table(now, target="5"), 0, now)
    assert not Match.objects.exists()
    assert not PlayerResult.objects.exists()


def test_a_competitive_table_with_a_robot_is_practice(now: datetime) -> None:
    game = a_table(now, people=[a_person(), None], competitive=True, target="5")
    win_by_the_clock(game, now)
    assert Match.objects.get().points_reason == "practice"


def test_a_decided_match_cannot_be_decided_again_by_the_database(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now + timedelta(seconds=1))
    matches.record_finished_game(game=table_of(match), now=now)
    match.refresh_from_db()
    assert (match.winner, match.player_results.count()) == (0, 2)
