"""Boards at tables under the hands of organisers, judges and captains: one never decides others."""

from datetime import datetime

import pytest

from accounts.models import User
from games.engine import to_word
from games.models import Game, SeatAddress
from tests.games.tables import a_person
from tests.tournaments.boards import (
    WON,
    a_club_cup,
    a_live_match,
    call_and_name,
    captain_of,
    entry_of,
    roster_of,
    sit_at,
    table_at,
    win_board,
)
from tests.tournaments.cups import match_at, seated_people
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.club_matches import line_ups, results
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.seats import leave_seats, take_seats
from tournaments.entries.substitutes import add_reserve
from tournaments.formats.club_match import AwardedBoard
from tournaments.judging.services import Verdict, call_judge, rule_on_call
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.services import play_on_screen, play_with_cards
from tournaments.matches import services as matches
from tournaments.models import Match
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Two clubs meet at three singles, with a reserve each at most."""
    return a_live_match(organiser, now, reserves=1)


def statuses(match: Match) -> list[str]:
    return [table_at(match, board).status for board in (1, 2, 3)]


def test_what_is_written_by_hand_voids_the_table_of_that_board(
    match: Match, organiser: User, now: datetime
) -> None:
    sit_at(match, 1, now)
    results.write_board(match_id=match.pk, board=1, chicos=WON[0], actor=organiser, now=now)
    assert statuses(match) == [Game.Status.ANNULLED, Game.Status.WAITING, Game.Status.WAITING]
    assert table_at(match, 1).revealed_seed
    for board in (2, 3):
        now = win_board(match, board, 1, now)
    assert (match.winner, match.points_reason) == (1, "by-hand")
    assert sound()


def test_an_address_at_a_table_that_no_board_counts_takes_no_points(
    match: Match, organiser: User, now: datetime
) -> None:
    goes, rival = roster_of(match, 0)[1], roster_of(match, 1)[1]
    player = NamedPlayer("Rosa", a_person())
    told = {"entry_id": goes.entry_id, "actor": organiser, "now": now}
    comes = add_reserve(player=player, **told)
    first = table_at(match, 2)
    for person in (goes, rival):
        address = SeatAddress(
            seat=first.seats.get(user=person.user), key="one network", seen_at=now
        )
        address.save()
    line_ups.change_place(
        match_id=match.pk, board=2, out_player_id=goes.pk, in_player_id=comes.pk, **told
    )
    results.write_board(match_id=match.pk, board=1, chicos=WON[0], actor=organiser, now=now)
    results.write_board(match_id=match.pk, board=2, chicos=WON[0], actor=organiser, now=now)
    win_board(match, 3, 0, now)
    assert match.points_reason == "by-hand"


def test_a_board_is_corrected_and_the_tables_of_the_others_count_on(
    match: Match, organiser: User, now: datetime
) -> None:
    for board, winner in ((1, 0), (2, 0), (3, 1)):
        now = win_board(match, board, winner, now)
    right = {"right": AwardedBoard(1), "actor": organiser, "reason": "no era"}
    results.correct_board(match_id=match.pk, board=2, now=now, **right)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 1)
    counted = match.games.filter(voided=False).order_by("board").values_list("board", flat=True)
    assert list(counted) == [1, 3]
    assert sound()


def test_a_tie_break_is_played_at_a_table_where_a_correction_makes_it_level(
    organiser: User, now: datetime
) -> None:
    match = a_live_match(organiser, now, boards="1,1")
    for board in (1, 2):
        now = win_board(match, board, 0, now)
    right = {"right": WON[1], "actor": organiser, "reason": "no era"}
    results.correct_board(match_id=match.pk, board=2, now=now, **right)
    assert matches.call_match(match_id=match.pk, now=now)
    assert list(match.games.filter(game__status="waiting").values_list("board", flat=True)) == [3]
    win_board(match, 3, 1, now)
    assert (match.state, match.winner) == ("completed", 1)
    assert sound()


def test_a_match_that_is_annulled_opens_all_its_tables_again(
    match: Match, organiser: User, now: datetime
) -> None:
    now = win_board(match, 1, 0, now)
    first = [table_at(match, board).pk for board in (1, 2, 3)]
    matches.annul_match(match_id=match.pk, actor=organiser, reason="se cortó", now=now)
    assert not match.boards.standing().exists()
    matches.call_match(match_id=match.pk, now=now)
    assert statuses(match) == [Game.Status.WAITING] * 3
    assert not {table_at(match, board).pk for board in (1, 2, 3)} & set(first)
    assert sound()


def test_the_judge_stops_and_decides_one_board(
    match: Match, organiser: User, now: datetime
) -> None:
    people = [roster_of(match, 0)[board - 1].user for board in (1, 2)]
    for board in (1, 2):
        sit_at(match, board, now)
    calls = [
        call_judge(match_id=match.pk, actor=person, text="¡Renuncio!", now=now) for person in people
    ]
    assert statuses(match) == [Game.Status.JUDGED, Game.Status.JUDGED, Game.Status.WAITING]
    again = {"match_id": match.pk, "text": "¿y?", "now": now}
    assert refusal(call_judge, actor=people[0], **again) == "judge-called"
    assert refusal(call_judge, actor=a_person(), **again) == "not-in-match"
    rule = {"actor": organiser, "note": "visto", "now": now}
    rule_on_call(dispute_id=calls[0].pk, verdict=Verdict("forfeit", side=0), **rule)
    row = match.boards.standing().get()
    assert (row.board, row.winner, row.walkover) == (1, 1, True)
    rule_on_call(dispute_id=calls[1].pk, verdict=Verdict("loss", side=0), **rule)
    assert match.boards.standing().get(board=2).winner == 1
    assert to_word(Verdict("loss", side=0).at_table()) == match.disputes.get(pk=calls[1].pk).word
    match.refresh_from_db()
    assert match.state == "called"
    assert sound()


def test_who_leaves_loses_all_that_is_at_the_tables(
    match: Match, organiser: User, now: datetime
) -> None:
    win_board(match, 1, 0, now)
    sit_at(match, 2, now)
    withdraw(entry_id=entry_of(match, 0).pk, actor=organiser, now=now)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("walkover", 1)
    assert statuses(match)[1:] == [Game.Status.ANNULLED] * 2
    assert sound()


def test_a_cancelled_competition_voids_them(match: Match, organiser: User, now: datetime) -> None:
    sit_at(match, 2, now)
    lifecycle.cancel(competition_id=match.competition.pk, actor=organiser, reason="x", now=now)
    assert statuses(match) == [Game.Status.ANNULLED] * 3
    assert sound()


def test_a_reserve_takes_a_seat_at_a_table_that_waits_and_at_no_other(
    match: Match, now: datetime
) -> None:
    captain, (first, second, _) = captain_of(match, 0), roster_of(match, 0)
    person = a_person()
    comes = add_reserve(
        entry_id=first.entry_id, player=NamedPlayer("Rosa", person), actor=captain, now=now
    )
    change = {"match_id": match.pk, "entry_id": first.entry_id, "actor": captain, "now": now}
    sit_at(match, 1, now)
    put = {"in_player_id": comes.pk, **change}
    begun = refusal(line_ups.change_place, board=1, out_player_id=first.pk, **put)
    assert begun == "board-begun"
    line_ups.change_place(board=2, out_player_id=second.pk, **put)
    assert seated_people(table_at(match, 2))[0] == person
    assert match.games.filter(board=2).count() == 2
    assert list(Match.objects.for_user(person.pk)) == [match]
    assert sound()


def test_a_name_that_gets_its_person_gets_a_table_and_loses_it(
    organiser: User, now: datetime
) -> None:
    match = match_at(a_club_cup(organiser, now, with_cards=False), 1, 1)
    nobody = roster_of(match, 0)[2]
    person, nobody.user = nobody.user, None
    nobody.save()
    call_and_name(match, now)
    assert match.games.count() == 2
    nobody.user = person
    nobody.save()
    take_seats(nobody, [match], now)
    assert seated_people(table_at(match, 3))[0] == person
    nobody.user = None
    nobody.save()
    leave_seats(nobody, person, [match], now)
    assert not match.games.filter(board=3, voided=False).exists()
    assert match.games.filter(voided=False).count() == 2


def test_between_cards_and_tables_it_changes_until_something_is_played(
    organiser: User, now: datetime
) -> None:
    match = a_live_match(organiser, now)
    play_with_cards(competition_id=match.competition.pk, actor=organiser, now=now)
    assert statuses(match) == [Game.Status.ANNULLED] * 3
    matches.call_match(match_id=match.pk, now=now)
    assert match.games.count() == 3
    code = refusal(play_on_screen, competition_id=match.competition.pk, actor=organiser, now=now)
    assert code == "wrong-state"
