"""Two scorers at once: real threads on a real database; each tap counts once, never too far."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from itertools import cycle, islice
from uuid import uuid4

import pytest

from accounts.models import User
from tests.games.races import ROUNDS
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, match_at
from tests.tournaments.refusals import at_once
from tests.tournaments.soundness import sound
from tournaments.formats.score_sheet import Close, Mark, Point, Undo
from tournaments.judging.officials import appoint_official
from tournaments.matches import services as matches
from tournaments.models import Competition, Match, ResultSubmission, ScoreMark
from tournaments.results import services as result_services
from tournaments.score_sheets import services as score_sheets
from tournaments.score_sheets.services import MarkOutcome
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """Two who play with real cards."""
    return a_running_cup(organiser, now, entries=2, with_cards=True)


def called(cup: Competition, now: datetime) -> Match:
    match = match_at(cup, 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    return match


def make_tap(
    match: Match, mark: Mark, version: int, actor: User, now: datetime, action_id: str = ""
):
    """One tap on a page that was opened at a version."""
    return partial(
        score_sheets.keep_score,
        match_id=match.pk,
        mark=mark,
        seen_version=version,
        action_id=action_id or uuid4().hex,
        actor=actor,
        now=now,
    )


def counted(outcomes: list[object]) -> int:
    """Count the taps that were written, without echoes."""
    noted = [each for each in outcomes if isinstance(each, MarkOutcome)]
    return sum(not each.repeated for each in noted)


def start_again(match: Match, organiser: User, now: datetime) -> None:
    matches.annul_match(match_id=match.pk, actor=organiser, reason="otra vez", now=now)
    matches.call_match(match_id=match.pk, now=now)


def version_of(match: Match) -> int:
    return match.marks.count()


def pairs() -> Iterator[tuple[Mark, Mark]]:
    """Return the pairs of taps that two scorers make at the same instant."""
    return cycle([(Point(0, 1), Point(0, 1)), (Point(0, 1), Point(1, 1)), (Undo(), Point(1, 1))])


def test_of_two_taps_on_one_version_exactly_one_counts(
    cup: Competition, organiser: User, now: datetime
) -> None:
    match, other = called(cup, now), a_person()
    posts = {"competition_id": cup.pk, "actor": organiser, "role": "scorer", "now": now}
    appoint_official(**posts, user=other)
    score_sheets.keep_score(
        match_id=match.pk,
        mark=Point(0, 1),
        seen_version=0,
        action_id="first-tap",
        actor=other,
        now=now,
    )
    for first, second in islice(pairs(), ROUNDS):
        seen = version_of(match)
        outcomes = at_once(
            make_tap(match, first, seen, organiser, now), make_tap(match, second, seen, other, now)
        )
        assert counted(outcomes) == 1
        assert version_of(match) == seen + 1
        assert {"stale"} == {each for each in outcomes if isinstance(each, str)}
        match.sheet.refresh_from_db()
        if max(match.sheet.points) == 5:
            start_again(match, organiser, now)
            score_sheets.keep_score(
                match_id=match.pk,
                mark=Point(1, 1),
                seen_version=version_of(match),
                action_id=uuid4().hex,
                actor=other,
                now=now,
            )
    assert sound()


def test_a_tap_that_arrives_several_times_at_once_counts_once(
    cup: Competition, organiser: User, now: datetime
) -> None:
    match = called(cup, now)
    for number in range(ROUNDS):
        seen = version_of(match)
        one = make_tap(
            match, Point(number % 2, 1), seen, organiser, now, action_id=f"tap-{number:06}"
        )
        outcomes = at_once(one, one)
        assert counted(outcomes) == 1
        assert all(isinstance(each, MarkOutcome) for each in outcomes)
        match.sheet.refresh_from_db()
        if max(match.sheet.points) == 5:
            start_again(match, organiser, now)
    assert ScoreMark.objects.filter(act="point").count() == ROUNDS
    assert sound()


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_the_last_points_of_two_scorers_never_pass_the_target_together(
    round_: int, cup: Competition, organiser: User, now: datetime
) -> None:
    match = called(cup, now)
    for version, mark in enumerate((Point(0, 4), Point(1, 4))):
        make_tap(match, mark, version, organiser, now)()
    at_once(
        make_tap(match, Point(0, 1), 2, organiser, now),
        make_tap(match, Point(1, 1), 2, organiser, now),
        make_tap(match, Point(0, 1), 2, organiser, now),
    )
    assert sorted(match.sheet.points) == [4, 5]


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_an_end_by_the_sheet_and_one_by_hand_make_one_result(
    round_: int, cup: Competition, organiser: User, now: datetime
) -> None:
    match = called(cup, now)
    for version, mark in enumerate((Point(0, 4), Point(0, 1))):
        make_tap(match, mark, version, organiser, now)()
    by_hand = partial(
        result_services.submit_result, match_id=match.pk, games=[(2, 5)], actor=organiser, now=now
    )
    at_once(
        make_tap(match, Close(), 2, organiser, now),
        by_hand,
        make_tap(match, Close(), 2, organiser, now),
    )
    assert ResultSubmission.objects.count() == 1
    match.refresh_from_db()
    assert match.winner == ResultSubmission.objects.get().winner
    assert [v for v in violations(live=False) if v.invariant != "I8"] == []
