"""Appeals of boards decided without cards, one by one; a judge who plays at no board stops any."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.boards import (
    WON,
    a_club_cup,
    a_live_match,
    call_and_name,
    captain_of,
    entry_of,
    play,
    roster_of,
    sit_at,
    table_at,
    win_board,
)
from tests.tournaments.cups import match_at
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.club_matches import results
from tournaments.formats.club_match import AwardedBoard
from tournaments.judging.officials import appoint_official
from tournaments.judging.services import Verdict, answer_appeal, appeal, call_judge, rule_on_call
from tournaments.matches import services as matches
from tournaments.models import Dispute, Match
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
LATER = timedelta(hours=1)


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Two clubs meet at three singles with real cards; line-ups are seen."""
    match = match_at(a_club_cup(organiser, now), 1, 1)
    call_and_name(match, now)
    return match


def award(match: Match, board: int, side: int | None, now: datetime) -> None:
    organiser = match.competition.club.memberships.get(role="owner").user
    given = {"board": board, "side": side, "actor": organiser, "reason": "no vino"}
    results.award_board(match_id=match.pk, now=now, **given)
    match.refresh_from_db()


def ask(match: Match, board: int, now: datetime, side: int = 1) -> Dispute:
    told = {"actor": captain_of(match, side), "text": "Estábamos", "board": board}
    return appeal(match_id=match.pk, now=now, **told)


def grant(asked: Dispute, organiser: User, now: datetime, *, granted: bool = True) -> None:
    told = {"actor": organiser, "granted": granted, "note": "leído", "now": now}
    answer_appeal(dispute_id=asked.pk, **told)
    asked.refresh_from_db()


def standing(match: Match) -> list[int]:
    return list(match.boards.standing().values_list("board", flat=True))


def test_a_board_that_was_given_away_is_played_after_all(
    match: Match, organiser: User, now: datetime
) -> None:
    award(match, 1, 0, now)
    asked = ask(match, 1, now)
    assert (asked.board, asked.side) == (1, 1)
    assert sound()
    again = {"actor": captain_of(match, 1), "text": "¿y?", "board": 1, "now": now}
    assert refusal(appeal, match_id=match.pk, **again) == "already-appealed"
    play(match, organiser, now, 1)  # the second one continues meanwhile
    grant(asked, organiser, now)
    assert (asked.ruling, standing(match)) == (Dispute.Ruling.GRANTED, [2])
    results.write_board(match_id=match.pk, board=1, chicos=WON[1], actor=organiser, now=now)
    assert sound()


def test_of_a_decided_match_the_other_boards_stay(
    match: Match, organiser: User, now: datetime
) -> None:
    award(match, 1, 0, now)
    asked = ask(match, 1, now)
    play(match, organiser, now, 1, 0)
    assert (match.state, match.winner) == ("completed", 0)
    assert Dispute.objects.get().is_open
    assert sound()
    grant(asked, organiser, now + LATER)
    match.refresh_from_db()
    assert (match.state, standing(match)) == ("ready", [2, 3])
    results.write_board(match_id=match.pk, board=1, chicos=WON[1], actor=organiser, now=now + LATER)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 1)
    assert sound()


def test_a_tie_break_falls_with_the_board_that_made_it_level(
    organiser: User, now: datetime
) -> None:
    match = match_at(a_club_cup(organiser, now, boards="1,1"), 1, 1)
    call_and_name(match, now)
    award(match, 1, 0, now)
    play(match, organiser, now, 1, 0)
    assert standing(match) == [1, 2, 3]
    grant(ask(match, 1, now), organiser, now)
    assert standing(match) == [2]
    assert sound()


@pytest.mark.parametrize(
    ("side", "board", "after", "code"),
    [
        (0, 1, timedelta(), "not-your-appeal"),  # who got it
        (1, 2, timedelta(), "nothing-to-appeal"),  # it was played
        (1, 0, timedelta(), "nothing-to-appeal"),  # the match continues
        (1, 1, timedelta(hours=25), "nothing-to-appeal"),
    ],
)
def test_what_was_played_or_won_or_is_long_ago_is_not_appealed(
    match: Match, organiser: User, now: datetime, side: int, board: int, after: timedelta, code: str
) -> None:
    award(match, 1, 0, now)
    play(match, organiser, now, 0)
    told = {"actor": captain_of(match, side), "text": "x", "board": board, "now": now + after}
    assert refusal(appeal, match_id=match.pk, **told) == code


def test_a_result_written_otherwise_is_appealed_no_more(
    match: Match, organiser: User, now: datetime
) -> None:
    award(match, 1, 0, now)
    ask(match, 1, now)
    right = {"right": AwardedBoard(1), "actor": organiser, "reason": "no era", "now": now}
    results.correct_board(match_id=match.pk, board=1, **right)
    assert Dispute.objects.get().ruling == Dispute.Ruling.MOOT
    assert ask(match, 1, now, side=0).is_open
    assert sound()


def test_what_is_asked_about_a_board_waits_though_another_is_corrected(
    match: Match, organiser: User, now: datetime
) -> None:
    award(match, 1, 0, now)
    play(match, organiser, now, 0, 0)
    asked = ask(match, 1, now)
    right = {"right": WON[1], "actor": organiser, "reason": "no era", "now": now + LATER}
    results.correct_board(match_id=match.pk, board=3, **right)
    asked.refresh_from_db()
    assert (asked.is_open, asked.ruled_at) == (True, None)
    again = {"actor": captain_of(match, 1), "text": "¿y?", "board": 1, "now": now + LATER}
    assert refusal(appeal, match_id=match.pk, **again) == "already-appealed"
    assert sound()


def test_an_appeal_that_is_granted_leaves_those_of_other_boards_open(
    match: Match, organiser: User, now: datetime
) -> None:
    award(match, 1, 0, now)
    award(match, 2, 1, now)
    play(match, organiser, now, 0)
    first, other = ask(match, 1, now), ask(match, 2, now, side=0)
    grant(first, organiser, now + LATER)
    other.refresh_from_db()
    assert (other.is_open, standing(match)) == (True, [2, 3])
    assert sound()
    grant(other, organiser, now + LATER)
    assert (other.ruling, standing(match)) == (Dispute.Ruling.GRANTED, [3])
    assert sound()


def test_an_appeal_of_the_tie_break_ends_with_it(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, boards="1,1"), 1, 1)
    call_and_name(match, now)
    award(match, 1, 0, now)
    play(match, organiser, now, 1)
    award(match, 3, 0, now)
    first, last = ask(match, 1, now), ask(match, 3, now)
    grant(first, organiser, now + LATER)
    last.refresh_from_db()
    assert (last.ruling, standing(match)) == (Dispute.Ruling.MOOT, [2])
    assert sound()


def test_a_match_that_was_given_away_whole_is_appealed_whole(
    match: Match, organiser: User, now: datetime
) -> None:
    play(match, organiser, now, 1)
    told = {"winner": 0, "actor": organiser, "reason": "se fueron", "now": now}
    matches.give_walkover(match_id=match.pk, **told)
    grant(ask(match, 0, now), organiser, now)
    match.refresh_from_db()
    assert (match.state, standing(match)) == ("ready", [])
    assert sound()


def test_where_a_side_has_left_no_board_is_played_again(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, entries=4), 1, 1)
    call_and_name(match, now)
    award(match, 1, 0, now)
    play(match, organiser, now, 0, 0)
    asked = ask(match, 1, now)
    withdraw(entry_id=entry_of(match, 0).pk, actor=organiser, now=now)
    told = {"actor": organiser, "granted": True, "note": "leído", "now": now}
    assert refusal(answer_appeal, dispute_id=asked.pk, **told) == "left-since"
    asked.refresh_from_db()
    assert asked.is_open


# ---- at tables of the site ----
def test_a_sanction_at_a_board_is_appealed_and_its_table_opens_anew(
    organiser: User, now: datetime
) -> None:
    match = a_live_match(organiser, now)
    sit_at(match, 2, now)
    told = {"actor": roster_of(match, 1)[1].user, "text": "¡Renuncio!", "now": now}
    called = call_judge(match_id=match.pk, **told)
    rule = {"actor": organiser, "note": "visto", "verdict": Verdict("loss", side=1)}
    rule_on_call(dispute_id=called.pk, now=now, **rule)
    first = table_at(match, 2)
    grant(ask(match, 2, now), organiser, now)
    assert table_at(match, 2) != first
    assert table_at(match, 2).status == Game.Status.WAITING
    for board in (1, 2, 3):
        now = win_board(match, board, 1, now)
    assert match.winner == 1
    assert sound()


def test_a_judge_who_plays_at_none_stops_the_board_they_name(
    organiser: User, now: datetime
) -> None:
    match, judge = a_live_match(organiser, now), a_person()
    for board in (1, 2):
        sit_at(match, board, now)
    told = {"match_id": match.pk, "actor": judge, "text": "Se ven las cartas", "now": now}
    assert refusal(call_judge, board=2, **told) == "not-in-match"
    post = {"user": judge, "role": "judge", "actor": organiser, "now": now}
    appoint_official(competition_id=match.competition.pk, **post)
    for board, code in ((0, "no-such-board"), (9, "no-such-board"), (3, "closed")):
        assert refusal(call_judge, board=board, **told) == code
    call = call_judge(board=2, **told)
    assert (call.board, call.side) == (2, None)
    stands = [table_at(match, board).status for board in (1, 2, 3)]
    assert stands == [Game.Status.LIVE, Game.Status.JUDGED, Game.Status.WAITING]
    assert sound()
