"""Boards by hand: the worth of each, the decision of the match, and the points it gives."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.tournaments.boards import (
    WON,
    a_club_cup,
    call_and_name,
    captain_of,
    entry_of,
    name,
    play,
    roster_of,
)
from tests.tournaments.cups import a_cup, match_at
from tests.tournaments.events import draw_what_follows, ready
from tests.tournaments.soundness import sound
from tournaments.club_matches import results
from tournaments.draw.play_mode import read_play_mode_question
from tournaments.formats.options import FormatOptions
from tournaments.formats.score_sheet import Point
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.services import play_on_screen
from tournaments.matches import services as matches_services
from tournaments.models import AuditEvent, BoardResult, Competition, Match, PointsEntry, Round
from tournaments.results import services as result_services
from tournaments.score_sheets import services as score_sheets
from tournaments.standings.queries import group_rows, group_table
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Two clubs meet at three singles, their line-ups seen by all."""
    match = match_at(a_club_cup(organiser, now), 1, 1)
    call_and_name(match, now)
    return match


def refusal(match: Match, actor: User, now: datetime, board: int, chicos=WON[0]) -> str:
    rows = BoardResult.objects.count(), AuditEvent.objects.count()
    with pytest.raises(RefusedError) as error:
        results.write_board(match_id=match.pk, board=board, chicos=chicos, actor=actor, now=now)
    assert rows == (BoardResult.objects.count(), AuditEvent.objects.count())
    return error.value.code


@pytest.mark.feature("Formats", "Club against club: matches of several boards")
def test_all_boards_are_played_and_who_won_more_wins(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 1, 1)
    assert (match.state, match.winner) == ("called", None)
    play(match, organiser, now, 0)
    assert (match.state, match.winner, match.points_reason) == ("completed", 1, "presencial")
    written = match.submissions.get()
    assert (written.role, written.submitted_by) == ("boards", organiser)
    assert written.chicos == [[[1, 5]], [[1, 5]], [[5, 2]]]
    match.competition.refresh_from_db()
    assert match.competition.champion == entry_of(match, 1)
    assert sound()


def test_who_sat_gets_points_by_their_own_board(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 1, 1, 0)
    heal_rankings()
    given = dict(PointsEntry.objects.values_list("user", "points"))
    sides = [[given[player.user_id] for player in roster_of(match, side)] for side in (0, 1)]
    assert sides == [[5, 5, 20], [20, 20, 5]]
    assert sound()


def test_a_level_match_is_decided_by_one_board_more(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, boards="2,1"), 1, 1)
    call_and_name(match, now)
    assert refusal(match, organiser, now, 3) == "no-such-board"
    play(match, organiser, now, 0, 1)
    assert match.state == "called"
    assert refusal(match, organiser, now, 4) == "no-such-board"
    play(match, organiser, now, 1)
    assert (match.state, match.winner) == ("completed", 1)
    assert sorted(match.player_results.values_list("board", flat=True)) == [1, 1, 1, 1, 2, 2]
    assert sound()


def test_a_board_to_which_a_side_did_not_come_is_the_others(
    match: Match, organiser: User, now: datetime
) -> None:
    give = {"match_id": match.pk, "actor": organiser, "now": now}
    with pytest.raises(RefusedError, match="reason-missing"):
        results.award_board(board=1, side=0, reason=" ", **give)
    results.award_board(board=1, side=0, reason="no vino", **give)
    results.award_board(board=2, side=None, reason="no vino nadie", **give)
    play_last = {"board": 3, "chicos": WON[0], **give}
    results.write_board(**play_last)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 0)
    assert match.submissions.get().chicos == [[[5, 0]], [[5, 2]]]
    assert set(match.player_results.values_list("board", flat=True)) == {3}
    assert sound()


@pytest.mark.parametrize(("side", "state"), [(1, "walkover"), (None, "double_walkover")])
def test_where_nobody_played_it_is_a_walkover(
    match: Match, organiser: User, now: datetime, side: int | None, state: str
) -> None:
    for board in (1, 2, 3):
        results.award_board(
            match_id=match.pk, board=board, side=side, actor=organiser, reason="lluvia", now=now
        )
    match.refresh_from_db()
    assert (match.state, match.winner) == (state, side)
    assert sound()


def test_what_is_refused_changes_nothing(match: Match, organiser: User, now: datetime) -> None:
    play(match, organiser, now, 0)
    assert refusal(match, organiser, now, 1) == "board-written"
    assert refusal(match, organiser, now, 0) == "no-such-board"
    assert refusal(match, captain_of(match, 0), now, 2) == "not-scorer"
    assert refusal(match, organiser, now, 2, [(5, 5)]) == "impossible-score"
    assert refusal(match, organiser, now, 2, []) == "series-open"
    assert refusal(match, organiser, now, 2, [(5, 2), (5, 2)]) == "game-after-the-end"


def test_no_board_is_written_before_line_ups_are_seen(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now), 1, 1)
    name(match, 0, now)
    assert refusal(match, organiser, now, 1) == "line-ups-secret"


def test_a_match_of_boards_is_not_written_as_one(
    match: Match, organiser: User, now: datetime
) -> None:
    with pytest.raises(RefusedError, match="match-of-boards"):
        result_services.submit_result(match_id=match.pk, games=WON[0], actor=organiser, now=now)
    with pytest.raises(RefusedError, match="match-of-boards"):
        score_sheets.keep_score(
            match_id=match.pk, mark=Point(0, 1), seen_version=0, action_id="a", actor=organiser,
            now=now,
        )  # fmt: skip


def test_what_was_won_at_boards_is_void_with_the_match(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0)
    matches_services.annul_match(match_id=match.pk, actor=organiser, reason="se mojaron", now=now)
    assert not match.boards.standing().exists()
    play(match, organiser, now, 1, 1, 1)
    assert match.winner == 1
    assert sound()


@pytest.mark.feature("Formats", "Standings that count matches, then boards")
def test_a_table_is_ordered_by_matches_then_by_boards(organiser: User, now: datetime) -> None:
    """Four clubs: the first two win twice, one of them by more boards."""
    cup = a_club_cup(organiser, now, entries=3, shape=FormatOptions(format="round-robin"))
    stage = cup.stages.get()
    assert stage.tie_breaks[:2] == ["points", "games"]
    wins = {(1, 2): (0, 0, 1), (2, 3): (0, 0, 0), (1, 3): (1, 1, 0)}
    while matches := ready(cup):
        for match in matches:
            call_and_name(match, now)
            seeds = [entry_of(match, side).seed for side in (0, 1)]
            is_turned = seeds != sorted(seeds)
            play(match, organiser, now, *(side ^ is_turned for side in wins[tuple(sorted(seeds))]))
        draw_what_follows()
    group = stage.groups.get()
    table = group_table(group)
    assert set(table.scores.values()) == {1}
    by_seed = {entry.pk: entry.seed for entry in cup.entries.all()}
    rows = [(by_seed[row.entry], row.values["games"]) for row in group_rows(group)]
    assert rows == [(2, 2), (1, 0), (3, -2)]
    cup.refresh_from_db()
    assert (cup.state, by_seed[cup.champion_id]) == ("finished", 2)
    assert sound()


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"best_of": 3}, "boards-are-games"),
        ({"shape": FormatOptions(final_best_of=3)}, "boards-are-games"),
        ({"round_minutes": 30}, "boards-have-no-bell"),
    ],
)
def test_terms_that_do_not_go_with_boards(
    organiser: User, now: datetime, terms: dict[str, object], code: str
) -> None:
    with pytest.raises(RefusedError, match=code):
        a_cup(organiser, now, **{"boards": "2,2", "with_cards": True, **terms})
    assert not Competition.objects.exists()


def test_the_final_has_as_many_boards_as_every_match(organiser: User, now: datetime) -> None:
    cup = a_club_cup(organiser, now, entries=4, shape=FormatOptions(final_best_of=1))
    rounds = Round.objects.filter(group__stage__competition=cup)
    assert {each.best_of for each in rounds} == {3}


def test_boards_are_moved_to_the_tables_of_the_site(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, boards="1,1,1", with_cards=True)
    assert read_play_mode_question(cup).may_take_screens
    play_on_screen(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    assert not cup.with_cards


def test_a_side_that_leaves_loses_what_is_being_played(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0, 0)
    lifecycle.cancel(competition_id=match.competition.pk, actor=organiser, reason="llueve", now=now)
    match.refresh_from_db()
    assert match.state == "annulled"
    assert sound()
