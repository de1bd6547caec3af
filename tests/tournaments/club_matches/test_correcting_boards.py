"""A board that was written down wrong: what else falls, what stays."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.tournaments.boards import WON, a_club_cup, call_and_name, captain_of, entry_of, play
from tests.tournaments.cups import match_at
from tests.tournaments.events import award, ready, the_better_seed
from tests.tournaments.soundness import sound
from tournaments.club_matches.results import Ending, award_board, correct_board
from tournaments.formats.club_match import AwardedBoard
from tournaments.formats.options import FormatOptions
from tournaments.models import AuditEvent, Competition, LineUp, Match, PointsEntry
from tournaments.results.services import preview_reopening, reopen_match
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """The first semifinal of four clubs, at two boards."""
    match = match_at(a_club_cup(organiser, now, boards="1,1", entries=4), 1, 1)
    call_and_name(match, now)
    return match


def correct(match: Match, actor: User, now: datetime, board: int, winner: int = 0, **more: object):
    fallen = correct_board(
        match_id=match.pk,
        board=board,
        actor=actor,
        now=now,
        **{"right": WON[winner], "reason": "al revés", **more},
    )
    match.refresh_from_db()
    return fallen


def won(match: Match) -> list[int]:
    return list(match.boards.standing().values_list("winner", flat=True))


def test_a_board_is_corrected_while_the_match_goes_on(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0)
    assert correct(match, organiser, now, 1, 1) is None
    assert won(match) == [1]
    event = AuditEvent.objects.get(act="board-back")
    assert (event.before["winner"], event.after["winner"], event.reason) == (0, 1, "al revés")
    play(match, organiser, now, 1)
    assert match.winner == 1
    assert sound()


@pytest.mark.parametrize("side", [1, None])
def test_a_board_given_to_the_wrong_side_is_given_to_the_right_one(
    match: Match, organiser: User, now: datetime, side: int | None
) -> None:
    give = {"match_id": match.pk, "actor": organiser, "reason": "no vino", "now": now}
    award_board(board=1, side=0, **give)
    assert correct(match, organiser, now, 1, right=AwardedBoard(side)) is None
    row = match.boards.standing().get()
    assert (row.winner, row.walkover, row.chicos) == (side, True, [])
    play(match, organiser, now, 1)
    assert (match.state, match.winner) == ("completed", 1)
    assert sound()


def test_a_board_that_was_not_played_after_all_may_leave_a_walkover(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0)
    award_board(match_id=match.pk, board=2, side=0, actor=organiser, reason="no vino", now=now)
    correct(match, organiser, now, 1, right=AwardedBoard(0))
    assert (match.state, match.winner, won(match)) == ("walkover", 0, [0, 0])
    correct(match, organiser, now, 2, right=WON[0])
    assert (match.state, match.winner, won(match)) == ("completed", 0, [0, 0])
    assert sound()


def test_a_tie_break_that_was_not_needed_after_all_goes(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0, 1)
    correct(match, organiser, now, 2, 0)
    assert (match.state, match.winner, won(match)) == ("completed", 0, [0, 0])
    assert sound()


def test_what_leans_on_the_match_falls_and_points_follow(
    match: Match, organiser: User, now: datetime
) -> None:
    other = match_at(match.competition, 1, 2)
    call_and_name(other, now)
    play(match, organiser, now, 0, 1, 0)
    play(other, organiser, now, 0, 0)
    final = match_at(match.competition, 2, 1)
    call_and_name(final, now)
    play(final, organiser, now, 0)
    mark = preview_reopening(match_id=match.pk, actor=organiser).mark
    with pytest.raises(RefusedError, match="changed-meanwhile"):
        correct(match, organiser, now, 1, 1, seen="other")
    fallen = correct(match, organiser, now, 1, 1, seen=mark)
    assert [each.pk for each in fallen.tables] == [final.pk]
    assert (match.winner, won(match), match.reopened) == (1, [1, 1], 1)
    final.refresh_from_db()
    assert (final.state, final.boards.standing().count()) == ("ready", 0)
    assert entry_of(final, 0) == entry_of(match, 1)
    assert not LineUp.objects.filter(match=final).exists()  # who comes names their own
    heal_rankings()
    lines = PointsEntry.objects.filter(match=match)
    assert sorted(line.points for line in lines.filter(reversal=True)) == [-20, -20, -5, -5]
    assert sound()


@pytest.mark.feature("Corrections", "A correction of one board leaves the others unchanged")
@pytest.mark.parametrize(
    ("played", "board", "right", "boards"),
    [
        ((0, 0), 1, [(5, 3)], [0, 0]),
        ((0, 1, 0), 2, WON[0], [0, 0]),  # the tie-break goes
        ((0, 1, 0), 1, [(5, 0)], [0, 1, 0]),  # and stays
        ((0, 0), 2, AwardedBoard(0), [0, 0]),
    ],
)
def test_a_board_that_keeps_the_winner_changes_nothing_else(
    match: Match,
    organiser: User,
    now: datetime,
    played: tuple[int, ...],
    board: int,
    right: Ending,
    boards: list[int],
) -> None:
    other, final = match_at(match.competition, 1, 2), match_at(match.competition, 2, 1)
    call_and_name(other, now)
    play(match, organiser, now, *played)
    play(other, organiser, now, 0, 0)
    call_and_name(final, now)
    play(final, organiser, now, 0, 0)
    cup, later = Competition.objects.get(), now + timedelta(hours=1)
    assert cup.champion == entry_of(match, 0)
    fallen = correct(match, organiser, later, board, right=right)
    assert (list(fallen.results), list(fallen.tables)) == ([], [])
    assert (match.winner, won(match), match.reopened) == (0, boards, 1)
    final.refresh_from_db()
    assert (final.state, final.reopened, won(final)) == ("completed", 0, [0, 0])
    after = Competition.objects.get()
    assert (after.state, after.champion, after.finished_at) == (
        cup.state,
        cup.champion,
        cup.finished_at,
    )
    heal_rankings()
    assert sound()


def test_boards_that_are_level_again_take_the_final_with_them(
    match: Match, organiser: User, now: datetime
) -> None:
    other, final = match_at(match.competition, 1, 2), match_at(match.competition, 2, 1)
    call_and_name(other, now)
    play(match, organiser, now, 0, 0)
    play(other, organiser, now, 0, 0)
    call_and_name(final, now)
    play(final, organiser, now, 0, 0)
    fallen = correct(match, organiser, now, 2, 1)
    assert [each.pk for each in fallen.results] == [final.pk]
    assert (match.state, match.winner, won(match)) == ("ready", None, [0, 1])
    assert sound()


def test_the_tie_break_stays_where_it_is_needed_still(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0, 1, 0)
    correct(match, organiser, now, 3, 1)
    assert (match.winner, won(match)) == (1, [0, 1, 1])
    assert sound()


def test_what_is_refused_changes_nothing(match: Match, organiser: User, now: datetime) -> None:
    play(match, organiser, now, 0)
    for actor, board, reason, code in (
        (captain_of(match, 0), 1, "al revés", "not-organiser"),
        (organiser, 2, "al revés", "no-such-board"),
        (organiser, 1, " ", "reason-missing"),
    ):
        with pytest.raises(RefusedError, match=code):
            correct(match, actor, now, board, 1, reason=reason)
    play(match, organiser, now, 0)
    with pytest.raises(RefusedError, match="no-such-board"):
        correct(match, organiser, now, 3, 1)
    with pytest.raises(RefusedError, match="impossible-score"):
        correct_board(
            match_id=match.pk, board=1, right=[(9, 9)], actor=organiser, reason="x", now=now
        )
    match.refresh_from_db()
    assert (match.state, won(match), match.reopened) == ("completed", [0, 0], 0)


def test_a_match_that_is_played_again_begins_with_no_boards(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 0, 0)
    reopen_match(match_id=match.pk, actor=organiser, reason="otra vez", now=now)
    match.refresh_from_db()
    assert (match.state, won(match)) == ("ready", [])
    play(match, organiser, now, 1, 1)
    assert match.winner == 1
    assert sound()


def test_a_group_whose_swiss_is_paired_is_not_opened_again_by_a_board(
    organiser: User, now: datetime
) -> None:
    shape = FormatOptions(format="groups", group_count=2, qualifiers=2, then_swiss=2, finalists=2)
    cup = a_club_cup(organiser, now, boards="1,1", entries=6, shape=shape)
    match = ready(cup)[0]
    call_and_name(match, now)
    play(match, organiser, now, 0, 0)
    in_groups = Match.objects.of(cup.pk).filter(round__group__stage__number=1)
    while open_now := list(in_groups.filter(state="ready")):
        for each in open_now:
            award(each, the_better_seed(each), now)
    assert Match.objects.of(cup.pk).filter(round__group__stage__number=2).exists()
    with pytest.raises(RefusedError, match="next-stage-paired"):
        correct(match, organiser, now, 2, 1)  # one board each: the tie-break would be due
    match.refresh_from_db()
    assert (match.state, won(match), match.reopened) == ("completed", [0, 0], 0)
    assert sound()
