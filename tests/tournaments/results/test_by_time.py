"""Results by time (R-S5): below the target after the bell, on paper and at the tables."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.models import Game
from tests.tournaments.cups import call, everybody_sits, match_at, play_match, table_of, win
from tests.tournaments.soundness import sound
from tests.tournaments.timed import LENGTH, SECOND, a_timed_cup, clock_of, fold_a_hand, let_go_on
from tournaments.formats.options import FormatOptions
from tournaments.formats.score_sheet import Point, TimeUp
from tournaments.matches import services as matches
from tournaments.models import Match, PointsEntry, ResultSubmission, RoundClock
from tournaments.results import services as result_services
from tournaments.round_clock import services as round_clock
from tournaments.score_sheets import services as score_sheets
from tournaments.standings.queries import group_table
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]


@pytest.fixture
def late(now: datetime) -> datetime:
    """A second after the bell."""
    return now + LENGTH + SECOND


def on_paper(organiser: User, now: datetime, **terms: object) -> Match:
    """The first match of a round with real cards, called, its clock started."""
    cup = a_timed_cup(organiser, now, with_cards=True, **terms)
    match = match_at(cup, 1, 1)
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    return match


def write(match: Match, organiser: User, now: datetime, *games: tuple[int, int]) -> None:
    result_services.submit_result(match_id=match.pk, games=games, actor=organiser, now=now)
    match.refresh_from_db()


def at_a_table(organiser: User, now: datetime, *, entries: int = 2, **terms: object) -> Match:
    """A match on the site whose players sit, its clock started."""
    match = match_at(a_timed_cup(organiser, now, entries=entries, **terms), 1, 1)
    call(match, now)
    everybody_sits(match, now)
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    return match


def in_order() -> bool:
    heal_rankings()
    return sound()


@pytest.mark.feature("Real cards", "After the bell results below the target stand")
def test_after_the_bell_the_leader_wins_below_the_target(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    write(match, organiser, late, (3, 1))
    assert (match.state, match.winner, match.by_time) == (Match.State.COMPLETED, 0, True)
    submission = ResultSubmission.objects.get()
    assert (submission.games[0].score, submission.games[0].winner) == ((3, 1), 0)
    assert in_order()


def test_a_round_that_a_correction_reopens_gets_a_new_clock(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    cup = match.competition
    other, final = match_at(cup, 1, 2), match_at(cup, 2, 1)
    for each in (match, other):
        write(each, organiser, late, (3, 1))
    round_clock.start_clock(round_id=final.round_id, actor=organiser, now=late)
    after = late + LENGTH
    write(final, organiser, after, (2, 1))
    terms = {"actor": organiser, "reason": "al revés", "now": after}
    result_services.correct_result(match_id=match.pk, games=[(1, 3)], **terms)
    assert RoundClock.objects.get() == clock_of(match)
    with pytest.raises(RefusedError, match="impossible-score"):
        write(final, organiser, after, (2, 1))
    round_clock.start_clock(round_id=final.round_id, actor=organiser, now=after)
    assert in_order()


def test_before_the_bell_and_while_the_clock_is_paused_it_is_refused(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    with pytest.raises(RefusedError, match="impossible-score"):
        write(match, organiser, late - 2 * SECOND, (3, 1))
    round_clock.pause_clock(round_id=match.round_id, actor=organiser, now=now)
    with pytest.raises(RefusedError, match="impossible-score"):
        write(match, organiser, late, (3, 1))
    assert not ResultSubmission.objects.exists()


def test_level_is_one_more_hand(organiser: User, now: datetime, late: datetime) -> None:
    match = on_paper(organiser, now)
    with pytest.raises(RefusedError, match="level-at-the-bell"):
        write(match, organiser, late, (3, 3))
    write(match, organiser, late, (3, 4))
    assert match.winner == 1


def test_what_was_won_by_points_after_the_bell_is_not_by_time(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    write(match, organiser, late, (5, 1))
    assert not match.by_time
    assert in_order()


def test_a_match_of_three_is_won_by_games_before_points(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now, best_of=3)
    write(match, organiser, late, (5, 2), (1, 4))
    assert (match.winner, match.by_time) == (0, True)
    won = [game.winner for game in ResultSubmission.objects.get().games]
    assert won == [0, None]
    assert in_order()


def test_points_by_time_count_for_the_ranking_and_as_difference(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now, shape=FormatOptions(format="swiss", swiss_rounds=2))
    write(match, organiser, late, (3, 1))
    assert in_order()
    points = PointsEntry.objects.filter(match=match).order_by("points")
    assert list(points.values_list("points", flat=True)) == [5, 20]
    first = match.slots.get(side=0).entry_id
    (one,) = group_table(match.round.group).appearances[first]
    assert (one.chico_points, one.games) == ((3, 1), (1, 0))


def test_a_result_by_time_is_corrected_by_another_and_a_replay_is_by_time_no_more(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    write(match, organiser, late, (3, 1))
    result_services.correct_result(
        match_id=match.pk, games=[(1, 3)], actor=organiser, reason="al revés", now=late
    )
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (1, True)
    result_services.reopen_match(match_id=match.pk, actor=organiser, reason="se juega", now=late)
    match.refresh_from_db()
    assert not match.by_time
    write(match, organiser, late, (5, 3))
    assert not match.by_time
    assert in_order()


def test_more_time_after_a_result_leaves_it_in_order(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    write(match, organiser, late, (3, 1))
    round_clock.add_time(round_id=match.round_id, minutes=5, actor=organiser, now=late)
    assert in_order()


def test_a_scorer_closes_the_sheet_at_the_bell(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    matches.call_match(match_id=match.pk, now=now)

    def mark(what: object, version: int, at: datetime) -> None:
        score_sheets.keep_score(
            match_id=match.pk,
            mark=what,
            seen_version=version,
            action_id=f"mark-{version}-{type(what).__name__}",
            actor=organiser,
            now=at,
        )

    mark(Point(0, 2), 0, now)
    with pytest.raises(RefusedError, match="bell-not-rung"):
        mark(TimeUp(), 1, now)
    mark(Point(1, 2), 1, now)
    with pytest.raises(RefusedError, match="level-at-the-bell"):
        mark(TimeUp(), 2, late)
    mark(Point(1, 1), 2, late)
    mark(TimeUp(), 3, late)
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (1, True)
    assert in_order()


@pytest.mark.feature("Competitions", "At the bell the hand is finished and the leader wins")
def test_at_a_table_the_leader_wins_the_game_and_the_match(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = at_a_table(organiser, now)
    game = table_of(match)
    fold_a_hand(game, late, loser=1)
    match.refresh_from_db()
    assert not match.is_decided
    let_go_on(game)
    match.refresh_from_db()
    assert (match.state, match.winner, match.by_time) == (Match.State.COMPLETED, 0, True)
    assert in_order()


def test_a_game_that_is_won_in_time_is_no_result_by_time(organiser: User, now: datetime) -> None:
    match = at_a_table(organiser, now)
    win(table_of(match), 1, now)
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (1, False)
    assert in_order()


def test_who_leads_in_games_wins_whatever_the_points_of_the_next(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = at_a_table(organiser, now, best_of=3)
    then = win(table_of(match), 0, now)
    match.refresh_from_db()
    second = everybody_sits(match, then)
    assert not second.bell_decides
    fold_a_hand(second, late, loser=0)
    let_go_on(second)
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (0, True)
    assert (second.status, second.winner, second.by_time) == (Game.Status.ANNULLED, None, True)
    assert second.score[1] > second.score[0]
    assert in_order()


def test_at_one_all_the_third_game_is_played_for_a_hand_at_least(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = at_a_table(organiser, now, best_of=3)
    then = win(table_of(match), 0, now)
    second = everybody_sits(match, then)
    win(second, 1, then)
    match.refresh_from_db()
    assert not match.is_decided
    third = everybody_sits(match, late)
    assert third.bell_decides
    fold_a_hand(third, late, loser=0)
    let_go_on(third)
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (1, True)
    assert in_order()


def test_a_game_that_ends_after_the_bell_decides_where_it_gives_the_lead(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = at_a_table(organiser, now, best_of=3)
    game = table_of(match)
    while max(game.score or [0]) < 4:
        fold_a_hand(game, now, loser=1)
        let_go_on(game)
    fold_a_hand(game, late, loser=1)  # the target is reached in the last hand
    game.refresh_from_db()
    match.refresh_from_db()
    assert (game.by_time, match.winner, match.by_time) == (False, 0, True)
    assert in_order()


def test_between_two_games_the_bell_decides_for_who_leads(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = at_a_table(organiser, now, best_of=3)
    win(table_of(match), 0, now)
    waiting = table_of(match)
    assert waiting.status == Game.Status.WAITING
    assert round_clock.notify_round_time_up(clock_id=clock_of(match).pk, now=late)
    match.refresh_from_db()
    waiting.refresh_from_db()
    assert (match.winner, match.by_time) == (0, True)
    assert waiting.status == Game.Status.ANNULLED
    assert in_order()


def test_a_first_table_that_waits_plays_a_hand_after_the_bell(
    organiser: User, now: datetime, late: datetime
) -> None:
    cup = a_timed_cup(organiser, now, entries=2, sit_down_minutes=60)
    match = match_at(cup, 1, 1)
    call(match, now)
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    assert round_clock.notify_round_time_up(clock_id=clock_of(match).pk, now=late)
    game = everybody_sits(match, late)
    fold_a_hand(game, late, loser=1)
    let_go_on(game)
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (0, True)


def test_a_round_without_a_clock_is_played_to_the_end(
    organiser: User, now: datetime, late: datetime
) -> None:
    cup = a_timed_cup(organiser, now)
    match = match_at(cup, 1, 1)
    play_match(match, 0, late)
    assert not match.by_time
    assert not RoundClock.objects.exists()


def broken() -> set[tuple[str, str]]:
    heal_rankings()
    return {(each.invariant, each.what) for each in violations(live=False)}


def test_verify_names_a_result_by_time_before_any_bell(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    write(match, organiser, late, (3, 1))
    RoundClock.objects.update(bell_at=late + timedelta(minutes=1))
    what = "it was decided by time before any bell"
    assert broken() == {("I9", what)}


def test_verify_names_a_result_below_the_target_that_is_not_by_time(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = on_paper(organiser, now)
    write(match, organiser, late, (3, 1))
    Match.objects.filter(pk=match.pk).update(by_time=False)
    assert broken() == {("I9", "no match ends so")}


def test_verify_names_a_table_whose_bell_is_another(
    organiser: User, now: datetime, late: datetime
) -> None:
    at_a_table(organiser, now)
    Game.objects.update(bell_at=late)
    assert broken() == {("I13", "its bell is not the one of its round")}


def test_verify_names_a_match_that_hides_its_bell(
    organiser: User, now: datetime, late: datetime
) -> None:
    match = at_a_table(organiser, now)
    game = table_of(match)
    fold_a_hand(game, late, loser=1)
    let_go_on(game)
    Match.objects.filter(pk=match.pk).update(by_time=False)
    what = "the bell stopped a game of it, and it does not say so"
    assert broken() == {("I9", what)}
