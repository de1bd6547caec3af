"""Boards at tables of the site: all opened at once, each with a window and an end of its own."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game
from games.play.stakes import Walkover
from tests.tournaments.boards import (
    WON,
    a_club_cup,
    a_live_match,
    call_and_name,
    captain_of,
    entry_of,
    name,
    roster_of,
    sit_at,
    table_at,
    win_board,
)
from tests.tournaments.cups import WINDOW, match_at, seated_people, sit, win_by_the_clock
from tests.tournaments.soundness import sound
from tournaments.club_matches import line_ups, results
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.matches.tables import extend_sit_down, walkover_of
from tournaments.models import BoardResult, Match, PointsEntry
from tournaments.results.services import reopen_match
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Two clubs meet at three singles, whose tables wait for their people."""
    return a_live_match(organiser, now)


def finished_boards(match: Match) -> list[tuple[int, int | None, bool]]:
    """Return number, winner and absence of each board that is over."""
    return list(match.boards.standing().values_list("board", "winner", "walkover"))


def test_tables_open_as_soon_as_both_line_ups_are_in(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, boards="2,1", with_cards=False), 1, 1)
    assert matches_services.call_match(match_id=match.pk, now=now)
    name(match, 0, now, [3, 1, 2])
    assert not match.games.exists()
    later = now + 5 * MINUTE
    name(match, 1, later)
    own, others = ([one.user for one in roster_of(match, side)] for side in (0, 1))
    assert seated_people(table_at(match, 1)) == [own[2], others[0], own[0], others[1]]
    assert seated_people(table_at(match, 2)) == [own[1], others[2]]
    match.refresh_from_db()
    assert match.sit_by == table_at(match, 1).act_by == later + WINDOW
    assert {link.game.page for link in match.games.all()} == {f"/matches/{match.pk}/"}


def test_line_ups_that_were_in_before_open_tables_with_the_call(
    organiser: User, now: datetime
) -> None:
    match = match_at(a_club_cup(organiser, now, with_cards=False), 1, 1)
    for side in (0, 1):
        name(match, side, now)
    assert not match.games.exists()
    matches_services.call_match(match_id=match.pk, now=now)
    assert match.games.count() == 3


def test_at_the_hour_and_at_the_organisers_word_they_open_too(
    organiser: User, now: datetime
) -> None:
    matches = list(Match.objects.of(a_club_cup(organiser, now, entries=4, with_cards=False).pk)[:2])
    for match in matches:
        matches_services.call_match(match_id=match.pk, now=now)
    line_ups.close_line_ups(match_id=matches[0].pk, actor=organiser, now=now)
    assert matches[0].games.count() == 3
    assert not matches_services.end_sit_down_window(
        match_id=matches[1].pk, now=now + WINDOW - MINUTE
    )
    assert matches_services.end_sit_down_window(match_id=matches[1].pk, now=now + WINDOW)
    matches[1].refresh_from_db()
    assert matches[1].games.count() == 3
    assert matches[1].sit_by == now + 2 * WINDOW


def test_a_game_that_ends_is_the_result_of_its_board(match: Match, now: datetime) -> None:
    now = win_board(match, 2, 1, now)
    row = match.boards.get()
    assert (row.board, row.winner, row.by, row.walkover) == (2, 1, None, False)
    assert row.chicos == [table_at(match, 2).score]
    assert match.state == "called"
    assert table_at(match, 1).status == Game.Status.WAITING
    assert sound()


@pytest.mark.feature("Formats", "All boards of a match are played at tables of the site at once")
def test_all_boards_played_decide_the_match(match: Match, now: datetime) -> None:
    for board, winner in ((1, 0), (3, 1), (2, 1)):
        now = win_board(match, board, winner, now)
    assert (match.state, match.winner, match.points_reason) == ("completed", 1, "played")
    written = match.submissions.get()
    assert (written.role, written.submitted_by) == ("boards", None)
    assert written.chicos == [[table_at(match, board).score] for board in (1, 2, 3)]
    heal_rankings()
    given = dict(PointsEntry.objects.values_list("user", "points"))
    sides = [[given[player.user_id] for player in roster_of(match, side)] for side in (0, 1)]
    assert sides == [[20, 5, 5], [5, 20, 20]]
    assert sound()


def test_a_level_match_opens_the_table_of_its_tie_break(organiser: User, now: datetime) -> None:
    match = a_live_match(organiser, now, boards="1,1")
    now = win_board(match, 2, 1, win_board(match, 1, 0, now))
    tie_break = table_at(match, 3)
    first, second = roster_of(match, 0)
    assert seated_people(tie_break) == [first.user, roster_of(match, 1)[0].user]
    assert match.sit_by == tie_break.act_by == now + WINDOW
    line_ups.change_place(
        match_id=match.pk, entry_id=entry_of(match, 0).pk, board=3, out_player_id=first.pk,
        in_player_id=second.pk, actor=captain_of(match, 0), now=now,
    )  # fmt: skip
    assert seated_people(table_at(match, 3))[0] == second.user
    win_board(match, 3, 1, now)
    assert (match.state, match.winner) == ("completed", 1)
    assert sound()


@pytest.mark.parametrize("begun", [False, True])
def test_a_tie_break_that_was_not_needed_after_all_loses_its_table(
    organiser: User, now: datetime, begun: bool
) -> None:
    match = a_live_match(organiser, now, boards="1,1")
    now = win_board(match, 2, 1, win_board(match, 1, 0, now))
    tie_break = table_at(match, 3)
    if begun:
        sit_at(match, 3, now)
    results.correct_board(
        match_id=match.pk, board=2, right=WON[0], reason="al revés", actor=organiser, now=now
    )
    match.refresh_from_db()
    tie_break.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 0)
    assert tie_break.status == Game.Status.ANNULLED
    assert sound()


def win_in_absence(match: Match, board: int, now: datetime) -> datetime:
    """A board ends by the clock; the player of its second side has left."""
    game = sit_at(match, board, now)
    game.seats.filter(number=1).update(automatic=True)
    now = win_by_the_clock(game, now)
    match.refresh_from_db()
    return now


def marked(match: Match) -> list[tuple[int, int]]:
    rows = match.player_results.filter(number=match.reopened, automatic=True, side=1)
    return list(rows.values_list("board", "side"))


@pytest.mark.parametrize("open_", [True, False])
def test_a_correction_of_a_board_keeps_who_was_absent(
    organiser: User, now: datetime, open_: bool
) -> None:
    match = a_live_match(organiser, now, boards="1,1,1")
    right = {"match_id": match.pk, "board": 1, "actor": organiser, "reason": "mal"}
    now = win_in_absence(match, 1, now)
    if open_:
        results.correct_board(right=WON[0], now=now, **right)
    now = win_board(match, 3, 0, win_board(match, 2, 0, now))
    for seconds in () if open_ else (1, 2):
        results.correct_board(right=WON[0], now=now + timedelta(seconds=seconds), **right)
        match.refresh_from_db()
    assert match.is_decided
    assert marked(match) == [(1, 1)]
    assert sound()


def test_a_board_written_after_its_match_was_taken_back_marks_nobody(
    organiser: User, now: datetime
) -> None:
    match = a_live_match(organiser, now, boards="1,1,1")
    now = win_in_absence(match, 1, now)
    now = win_board(match, 3, 0, win_board(match, 2, 0, now)) + MINUTE
    assert marked(match) == [(1, 1)]
    by = {"match_id": match.pk, "actor": organiser}
    reopen_match(reason="se juega de nuevo", now=now, **by)
    for board in (1, 2, 3):
        results.write_board(board=board, chicos=WON[0], now=now + MINUTE, **by)
    match.refresh_from_db()
    assert match.is_decided
    assert marked(match) == []


@pytest.mark.feature("Formats", "An absent player loses that board only")
def test_who_stays_away_loses_their_board_and_no_other(match: Match, now: datetime) -> None:
    for board, sides in ((1, (0, 1)), (2, (1,))):
        sit_at(match, board, now, *sides)
    assert walkover_of(table_at(match, 3)) == Walkover()
    assert matches_services.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    assert finished_boards(match) == [(2, 1, True), (3, None, True)]
    assert [table_at(match, board).status for board in (1, 2, 3)] == [
        Game.Status.LIVE, Game.Status.ANNULLED, Game.Status.ANNULLED,
    ]  # fmt: skip
    assert walkover_of(table_at(match, 2)) == Walkover(is_given=True, winner=1, is_board=True)
    assert walkover_of(table_at(match, 1)) == Walkover()
    now = win_board(match, 1, 0, now + WINDOW)
    assert sound()


def test_where_nobody_comes_to_any_board_nobody_wins(match: Match, now: datetime) -> None:
    matches_services.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("double_walkover", None)
    assert sound()


def test_a_robot_stands_in_for_a_partner_who_stays_away(organiser: User, now: datetime) -> None:
    match = a_live_match(organiser, now, boards="2,1")
    game = table_at(match, 1)
    for number in (0, 1, 3):
        seat = game.seats.get(number=number)
        sit(game, seat.user, now=now)
    matches_services.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert game.seats.get(number=2).automatic


def test_a_pause_stops_the_windows_and_more_time_is_for_all(
    match: Match, organiser: User, now: datetime
) -> None:
    extend_sit_down(match_id=match.pk, actor=organiser, now=now)
    assert {link.game.act_by for link in match.games.all()} == {now + WINDOW + 5 * MINUTE}
    about = {"competition_id": match.competition.pk, "actor": organiser}
    lifecycle.pause(now=now, **about)
    assert not matches_services.end_sit_down_window(match_id=match.pk, now=now + 5 * WINDOW)
    assert {link.game.act_by for link in match.games.all()} == {None}
    lifecycle.resume(now=now + 5 * WINDOW, **about)
    assert {link.game.act_by for link in match.games.all()} == {now + 6 * WINDOW}


def test_a_board_without_an_account_on_a_side_has_no_table(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, with_cards=False), 1, 1)
    entry_of(match, 0).roster.filter(number=3).update(user=None)
    call_and_name(match, now)
    assert sorted(match.games.values_list("board", flat=True)) == [1, 2]
    assert not BoardResult.objects.exists()


def test_robot_players_sit_and_play_at_once(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, with_cards=False), 1, 1)
    User.objects.filter(roster_places__entry__slots__match=match).update(is_robot=True)
    call_and_name(match, now)
    assert {link.game.status for link in match.games.all()} == {Game.Status.LIVE}


def test_a_board_written_down_right_after_the_hour_opens_the_others(organiser, now) -> None:
    match = match_at(a_club_cup(organiser, now, with_cards=False), 1, 1)
    assert matches_services.call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    later = match.sit_by + timedelta(seconds=1)
    by = {"actor": organiser, "reason": "no vino", "now": later}
    results.award_board(match_id=match.pk, board=1, side=0, **by)
    assert sorted(match.games.values_list("board", flat=True)) == [2, 3]
    match.refresh_from_db()
    assert match.sit_by == later + WINDOW
    assert sound()
