"""Marks without agreement: kept for the desk, once, and written only if it says so."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.common.errors import StaleError
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.events import organiser_of
from tests.tournaments.soundness import sound
from tournaments.formats.score_sheet import Close, Deal, Mark, Point, Undo
from tournaments.judging.officials import appoint_official
from tournaments.matches.services import call_match
from tournaments.models import AuditEvent, HeldMarks, Match, Official
from tournaments.score_sheets import conflicts
from tournaments.score_sheets import services as score_sheets
from tournaments.staff_links import services as staff_links

pytestmark = [pytest.mark.both, pytest.mark.django_db]
LATE = [("late-0001", Point(0, 2)), ("late-0002", Undo()), ("late-0003", Point(0, 3))]


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Create a called match to five points with real cards; 1 is written for the second."""
    found = match_at(a_running_cup(organiser, now, with_cards=True), 1, 1)
    assert call_match(match_id=found.pk, now=now)
    note(found, Point(1, 1), organiser, now)
    return found


@pytest.fixture
def scorer(match: Match, now: datetime) -> User:
    person = a_person()
    appoint_official(
        competition_id=match.competition.pk,
        actor=organiser_of(match.competition),
        user=person,
        role=Official.Role.SCORER,
        now=now,
    )
    return person


def note(match: Match, mark: Mark, actor: User, now: datetime, **more: object) -> None:
    seen = match.marks.count()
    tap = {"seen_version": seen, "action_id": f"on-paper-{seen}", **more}
    score_sheets.keep_score(match_id=match.pk, mark=mark, actor=actor, now=now, **tap)
    match.refresh_from_db()


def hold(match: Match, actor: User, now: datetime, marks=LATE) -> HeldMarks | None:
    return conflicts.store_conflicting_marks(
        match_id=match.pk, marks=marks, seen_version=0, actor=actor, now=now
    )


def resolve_marks(found: HeldMarks, actor: User, now: datetime, *, counts: bool) -> None:
    conflicts.resolve_conflict(held_id=found.pk, actor=actor, counts=counts, now=now)


def refused(code: str):
    return pytest.raises(RefusedError, match=f"^{code}$")


def test_they_change_nothing_until_the_desk_says_so(match, scorer, now):
    found = hold(match, scorer, now)
    assert found.values == LATE
    match.sheet.refresh_from_db()
    assert (match.sheet.points, match.marks.count()) == ([0, 1], 1)
    assert AuditEvent.objects.get(act="hold-marks").actor == scorer


def test_the_same_marks_are_held_once_and_those_the_sheet_took_are_left_out(match, scorer, now):
    first = hold(match, scorer, now)
    assert hold(match, scorer, now) == first
    note(match, LATE[0][1], scorer, now, action_id=LATE[0][0])
    assert hold(match, scorer, now).values == LATE[1:]
    assert hold(match, scorer, now, LATE[:1]) is None
    assert HeldMarks.objects.count() == 2


def test_counted_they_follow_what_is_written_under_who_made_them(match, organiser, scorer, now):
    resolve_marks(hold(match, scorer, now), organiser, now, counts=True)
    match.sheet.refresh_from_db()
    assert (match.sheet.points, match.sheet.version) == ([3, 1], 4)
    assert {mark.by for mark in match.marks.filter(seq__gt=1)} == {scorer}
    assert sound()


def test_the_last_of_them_may_decide_the_match(match, organiser, scorer, now):
    marks = [("late-0001", Point(0, 4)), ("late-0002", Point(0, 1)), ("late-0003", Close())]
    resolve_marks(hold(match, scorer, now, marks), organiser, now, counts=True)
    match.refresh_from_db()
    assert (match.state, match.submissions.get().chicos) == (Match.State.COMPLETED, [[[5, 1]]])


def test_let_go_they_leave_the_sheet_as_it_is(match, organiser, scorer, now):
    found = hold(match, scorer, now)
    resolve_marks(found, organiser, now, counts=False)
    assert match.marks.count() == 1
    assert not HeldMarks.objects.open().exists()
    with refused("wrong-state"):
        resolve_marks(found, organiser, now, counts=True)
    assert AuditEvent.objects.get(act="settle-marks").after == {"marks": 3, "counted": False}


def test_what_the_sheet_cannot_take_changes_nothing(match, organiser, scorer, now):
    note(match, Point(0, 4), organiser, now)
    found = hold(match, scorer, now)
    with refused("past-target"):
        resolve_marks(found, organiser, now, counts=True)
    assert match.marks.count() == 2
    resolve_marks(found, organiser, now, counts=False)


def test_who_may_not_score_holds_nothing_and_only_the_desk_decides(match, scorer, now):
    with refused("not-scorer"):
        hold(match, a_person(), now)
    for wrong in ([], LATE * 200):
        with refused("badly-written"):
            hold(match, scorer, now, wrong)
    found = hold(match, scorer, now)
    for nobody in (scorer, an_organiser()):
        with refused("not-organiser"):
            resolve_marks(found, nobody, now, counts=True)
    desk, _ = staff_links.make_link(
        competition_id=match.competition.pk,
        actor=organiser_of(match.competition),
        label="Mesa de control",
        role=Official.Role.DESK,
        now=now,
    )
    resolve_marks(found, desk.user, now, counts=True)
    assert match.marks.count() == 4


def test_a_decided_match_takes_none_and_they_can_still_be_let_go(match, organiser, scorer, now):
    found = hold(match, scorer, now)
    for mark in (Point(1, 4), Close()):
        note(match, mark, organiser, now)
    with refused("match-not-open"):
        resolve_marks(found, organiser, now, counts=True)
    resolve_marks(found, organiser, now, counts=False)


# ---- who deals ----
def test_who_deals_is_a_mark_like_any_other(match, scorer, now):
    for mark in (Deal(1), Point(0, 2), Deal(0)):
        note(match, mark, scorer, now)
    assert (match.sheet.dealer, match.sheet.points) == (0, [2, 1])
    note(match, Undo(), scorer, now)
    match.sheet.refresh_from_db()
    assert match.sheet.dealer == 1
    assert sound()


def test_a_seat_that_is_not_there_deals_nothing(match, scorer, now):
    with refused("no-such-seat"):
        note(match, Deal(2), scorer, now)
    with pytest.raises(StaleError):
        note(match, Deal(1), scorer, now, seen_version=0)
    assert match.marks.count() == 1
