"""The score sheet of a match with real cards: who writes on it, and what it decides."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from accounts.common.errors import RefusedError
from accounts.models import User
from games.common.errors import StaleError
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, call, match_at, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.score_sheet import Close, Mark, Point, Undo
from tournaments.judging.officials import appoint_official
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import annul_match, call_match, end_sit_down_window, give_walkover
from tournaments.models import Competition, Match, Official, ScoreMark, ScoreSheet
from tournaments.results import services as result_services
from tournaments.score_sheets import services as score_sheets
from tournaments.score_sheets.services import MarkOutcome
from tournaments.tasks import call_ready_matches, heal_rankings
from tournaments.verification import violations

pytestmark = pytest.mark.django_db
State = Match.State
WON = (Point(0, 4), Point(1, 2), Point(0, 1), Close())


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """Four who play with real cards, to five points."""
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def match(cup: Competition, now: datetime) -> Match:
    """A semifinal that was called."""
    return called(match_at(cup, 1, 1), now)


def called(match: Match, now: datetime) -> Match:
    assert call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    return match


def note(match: Match, mark: Mark, actor: User, now: datetime, **changes: object) -> MarkOutcome:
    """One tap on a fresh page."""
    sheet = ScoreSheet.objects.filter(match=match).first()
    tapping = {"seen_version": sheet.version if sheet else 0, "action_id": uuid4().hex}
    noted = score_sheets.keep_score(
        match_id=match.pk, mark=mark, actor=actor, now=now, **{**tapping, **changes}
    )
    match.refresh_from_db()
    return noted


def write(match: Match, marks: Sequence[Mark], now: datetime) -> None:
    actor = organiser_of(match.competition)
    for mark in marks:
        note(match, mark, actor, now)


def refusal(match: Match, mark: Mark, actor: User, now: datetime, **changes: object) -> str:
    rows = ScoreMark.objects.count()
    with pytest.raises(RefusedError) as refused:
        note(match, mark, actor, now, **changes)
    assert ScoreMark.objects.count() == rows
    return refused.value.code


def test_a_match_with_cards_is_called_and_no_table_is_opened(match: Match, now: datetime) -> None:
    assert (match.state, match.called_at) == (State.CALLED, now)
    assert not Game.objects.exists()
    assert not end_sit_down_window(match_id=match.pk, now=now + timedelta(days=1))
    match.refresh_from_db()
    assert match.state == State.CALLED


def test_entries_without_any_account_are_called_by_the_sweep(
    organiser: User, now: datetime
) -> None:
    cup = a_cup(organiser, now, with_cards=True)
    for name in ("Tito", "Beba"):
        entries.add_entry(
            competition_id=cup.pk, actor=organiser, players=[NamedPlayer(name)], now=now
        )
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    call_ready_matches()
    match = match_at(cup, 1, 1)
    assert match.state == State.CALLED
    write(match, WON, now)
    assert (match.state, match.winner) == (State.COMPLETED, 0)
    assert sound()


@pytest.mark.feature("Real cards", "A scorer taps the points, spectators follow")
def test_the_mark_that_closes_the_last_game_decides_the_match(match: Match, now: datetime) -> None:
    write(match, WON, now)
    assert (match.state, match.winner, match.points_reason) == (State.COMPLETED, 0, "presencial")
    assert match.submissions.get().chicos == [[[5, 2]]]
    heal_rankings()
    assert sorted(match.points.values_list("points", flat=True)) == [5, 20]
    assert sound()


def test_a_series_is_written_game_after_game(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2, best_of=3, with_cards=True)
    match = called(match_at(cup, 1, 1), now)
    write(match, WON, now)
    assert match.state == State.CALLED
    write(match, [Point(1, 4), Point(1, 1), Close()], now)
    write(match, WON, now)
    assert (match.winner, match.submissions.get().chicos) == (0, [[[5, 2]], [[0, 5]], [[5, 2]]])


@pytest.mark.feature("Real cards", "A mistaken tap is taken back")
def test_a_mistake_is_taken_back_and_stays_in_the_log(match: Match, now: datetime) -> None:
    write(match, [Point(0, 1), Point(1, 3), Undo()], now)
    assert (match.sheet.points, match.sheet.version) == ([1, 0], 3)
    assert list(match.marks.values_list("act", flat=True)) == ["point", "point", "undo"]


def test_a_tap_that_arrives_twice_counts_once(match: Match, organiser: User, now: datetime) -> None:
    tap = {"seen_version": 0, "action_id": "tap-0001"}
    first = note(match, Point(0, 2), organiser, now, **tap)
    again = note(match, Point(0, 2), organiser, now, **tap)
    assert (first.repeated, again.repeated, again.version) == (False, True, 1)
    assert ScoreSheet.objects.get().points == [2, 0]
    assert refusal(match, Point(1, 2), organiser, now, **tap) == "other-action"


def test_the_tap_that_won_is_told_so_again(match: Match, organiser: User, now: datetime) -> None:
    write(match, WON[:3], now)
    tap = {"seen_version": 3, "action_id": "tap-0001"}
    note(match, Close(), organiser, now, **tap)
    assert note(match, Close(), organiser, now, **tap).repeated
    assert match.submissions.count() == 1


def test_a_page_that_is_out_of_date_is_told_so(
    match: Match, organiser: User, now: datetime
) -> None:
    write(match, [Point(0, 1)], now)
    with pytest.raises(StaleError) as stale:
        note(match, Point(0, 1), organiser, now, seen_version=0)
    assert stale.value.version == 1
    assert match.marks.count() == 1


@pytest.mark.parametrize(
    ("written", "mark", "code"),
    [
        ([Point(0, 4)], Point(0, 2), "past-target"),
        ([Point(0, 4), Point(0, 1)], Point(1, 1), "past-target"),
        ([], Point(0, -1), "past-target"),
        ([], Point(0, 10**9), "past-target"),
        ([Point(0, 4)], Close(), "chico-goes-on"),
        ([], Undo(), "nothing-to-undo"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    match: Match, organiser: User, now: datetime, written: list[Mark], mark: Mark, code: str
) -> None:
    write(match, written, now)
    assert refusal(match, mark, organiser, now) == code


def test_scorers_and_judges_write_where_they_were_appointed_and_players_nowhere(
    cup: Competition, match: Match, organiser: User, now: datetime
) -> None:
    scorer, player = a_person(), players_of(match, 0)[0]
    posts = {"competition_id": cup.pk, "actor": organiser, "role": Official.Role.SCORER}
    appoint_official(**posts, user=scorer, match=match, now=now)
    appoint_official(**posts, user=player, now=now)
    note(match, Point(0, 1), scorer, now)
    other = called(match_at(cup, 1, 2), now)
    assert refusal(other, Point(0, 1), scorer, now) == "not-scorer"
    for stranger in (player, a_person(), an_organiser()):
        assert refusal(match, Point(0, 1), stranger, now) == "not-scorer"
    assert match.marks.get().by == scorer


def test_the_points_of_a_table_of_the_site_are_not_kept_by_hand(
    organiser: User, now: datetime
) -> None:
    match = match_at(a_running_cup(organiser, now), 1, 1)
    call(match, now)
    assert refusal(match, Point(0, 1), organiser, now) == "not-with-cards"


def test_points_are_kept_from_the_call_to_the_result(
    cup: Competition, match: Match, organiser: User, now: datetime
) -> None:
    for waiting in (match_at(cup, 1, 2), match_at(cup, 2, 1)):
        assert refusal(waiting, Point(0, 1), organiser, now) == "match-not-open"
    write(match, WON, now)
    assert refusal(match, Point(0, 1), organiser, now) == "match-not-open"


def test_a_match_that_is_played_again_starts_on_an_empty_sheet(
    match: Match, organiser: User, now: datetime
) -> None:
    write(match, [Point(0, 4), Point(1, 1)], now)
    annul_match(match_id=match.pk, actor=organiser, reason="mal anotado", now=now)
    match.refresh_from_db()
    assert (match.state, match.sheet.points, match.sheet.version) == (State.READY, [0, 0], 3)
    called(match, now)
    assert refusal(match, Undo(), organiser, now) == "nothing-to-undo"
    write(match, WON, now)
    assert match.submissions.get().chicos == [[[5, 2]]]
    heal_rankings()
    assert sound()


@pytest.mark.parametrize("decide", ["walkover", "result"])
def test_what_was_written_counts_no_more_where_an_organiser_decides(
    match: Match, organiser: User, now: datetime, decide: str
) -> None:
    write(match, [Point(0, 4), Point(1, 1)], now)
    deciding = {"match_id": match.pk, "actor": organiser, "reason": "se fue", "now": now}
    if decide == "walkover":
        give_walkover(**deciding, winner=1)
    else:
        result_services.submit_result(**deciding, games=[(1, 5)])
    match.refresh_from_db()
    assert (match.winner, match.sheet.points) == (1, [0, 0])
    heal_rankings()
    assert sound()


def test_a_mark_is_written_once_for_the_database_too(match: Match, now: datetime) -> None:
    write(match, [Point(0, 1)], now)
    for seq, action_id in ((1, "another-one"), (2, match.marks.get().action_id)):
        mark = match.marks.get(seq=1)
        mark.pk, mark.seq, mark.action_id = None, seq, action_id
        with pytest.raises(IntegrityError), transaction.atomic():
            mark.save()


def lose_a_mark(match: Match) -> None:
    match.marks.filter(seq=2).delete()


def write_a_mark_past_the_target(match: Match) -> None:
    match.marks.filter(seq=1).update(points=9)


def change_the_stored_points(match: Match) -> None:
    ScoreSheet.objects.filter(match=match).update(points=[3, 3])


def lose_the_sheet(match: Match) -> None:
    ScoreSheet.objects.filter(match=match).delete()


def let_the_match_wait(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(state=State.READY)


@pytest.mark.parametrize(
    ("break_", "invariants"),
    [
        (lose_a_mark, {"I2"}),
        (write_a_mark_past_the_target, {"I5"}),
        (change_the_stored_points, {"I2"}),
        (lose_the_sheet, {"I2"}),
        (let_the_match_wait, {"I9"}),
    ],
)
def test_verify_names_a_sheet_that_is_not_what_was_marked(
    match: Match, now: datetime, break_, invariants: set[str]
) -> None:
    write(match, [Point(0, 2), Point(1, 1)], now)
    assert sound()
    break_(match)
    assert {violation.invariant for violation in violations(live=False)} == invariants


def test_verify_names_a_sheet_that_tells_another_result(match: Match, now: datetime) -> None:
    write(match, WON, now)
    heal_rankings()
    match.submissions.update(chicos=[[[5, 1]]])
    assert {violation.invariant for violation in violations(live=False)} == {"I9"}
