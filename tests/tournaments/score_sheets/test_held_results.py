"""Two results for one match: the first one counts, and the desk decides about the other."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, match_of
from tests.tournaments.soundness import sound
from tournaments.judging.officials import appoint_official
from tournaments.models import AuditEvent, HeldMarks, Match, Official
from tournaments.results.services import save_row
from tournaments.score_sheets import conflicts
from tournaments.score_sheets.conflicts import HeldResult, held_by_scorers
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.both, pytest.mark.django_db]
FIRST, SECOND = [(2, 5)], [(5, 3)]
LATER = timedelta(seconds=4)


@pytest.fixture
def match(now: datetime) -> Match:
    """Create a match at table 2 of a hall, with a result written down."""
    found = match_of(an_evening(now, tables=4), 2)
    save(found, organiser_of(found.competition), now, FIRST)
    return found


@pytest.fixture
def scorer(match: Match, now: datetime) -> User:
    person, role = a_person(), Official.Role.SCORER
    organiser = organiser_of(match.competition)
    appoint_official(
        competition_id=match.competition.pk, actor=organiser, user=person, role=role, now=now
    )
    return person


def save(match: Match, actor: User, now: datetime, games, seen: int = 0) -> None:
    save_row(match_id=match.pk, games=games, seen=seen, actor=actor, now=now, reason="mal cargado")


def hold(match: Match, actor: User, now: datetime, games=SECOND) -> HeldMarks | None:
    return conflicts.store_conflicting_result(match_id=match.pk, games=games, actor=actor, now=now)


def resolve_result(match: Match, found: HeldMarks, now: datetime, *, counts: bool) -> None:
    organiser = organiser_of(match.competition)
    conflicts.resolve_conflict(held_id=found.pk, actor=organiser, counts=counts, now=now)
    match.refresh_from_db()


def held_results(match: Match) -> list[tuple[list[tuple[int, int]], object]]:
    views = held_by_scorers(match.competition)
    assert all(isinstance(view, HeldResult) for view in views)
    return [(view.held.games, view.standing.chicos) for view in views]


def test_it_is_put_before_the_desk_once_and_what_stands_stays(match, scorer, now) -> None:
    found = hold(match, scorer, now + LATER)
    assert hold(match, scorer, now + 2 * LATER) == found
    match.refresh_from_db()
    assert (match.winner, match.reopened) == (1, 0)
    assert held_results(match) == [(SECOND, [[[2, 5]]])]
    assert AuditEvent.objects.get(act="hold-marks").actor == scorer
    assert sound()


def test_the_desk_lets_it_count_at_the_table_where_it_was_played(match, scorer, now) -> None:
    resolve_result(match, hold(match, scorer, now), now + LATER, counts=True)
    assert (match.winner, match.reopened, match.hall_table.number) == (0, 1, 2)
    assert match.place == "Mesa 2"
    assert held_results(match) == []
    heal_rankings()
    assert sound()


def test_the_desk_leaves_what_stands(match, scorer, now) -> None:
    found = hold(match, scorer, now)
    resolve_result(match, found, now, counts=False)
    assert (match.winner, match.reopened) == (1, 0)
    assert held_results(match) == []
    with pytest.raises(RefusedError, match=r"^wrong-state$"):
        resolve_result(match, found, now, counts=True)


def test_a_correction_by_who_sees_the_result_leaves_nothing_to_decide(match, scorer, now) -> None:
    found = hold(match, scorer, now)
    save(match, scorer, now + LATER, [(5, 4)], seen=match.submissions.get().pk)
    assert held_results(match) == []
    with pytest.raises(RefusedError, match=r"^saved-meanwhile$"):
        resolve_result(match, found, now, counts=True)
    match.refresh_from_db()
    assert match.submissions.get(number=match.reopened).chicos == [[[5, 4]]]


def test_who_may_not_write_it_holds_nothing_nor_do_points_that_cannot_be(
    match, scorer, now
) -> None:
    with pytest.raises(RefusedError, match=r"^not-scorer$"):
        hold(match, a_person(), now)
    with pytest.raises(RefusedError, match=r"^impossible-score$"):
        hold(match, scorer, now, [(9, 2)])
    assert hold(match_of(match.competition, 3), scorer, now) is None
    assert not HeldMarks.objects.exists()


def test_typed_over_it_keeps_the_table_it_was_played_at(match, scorer, now) -> None:
    save(match, scorer, now + LATER, SECOND, seen=match.submissions.get().pk)
    match.refresh_from_db()
    assert (match.place, match.winner) == ("Mesa 2", 0)
