"""Points of a possible ring wait for a person, who decides on the page of odd series."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game
from tests.accounts.factors import with_app
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.histories.test_histories import unsound
from tournaments.models import (
    HeldMatch,
    LeaderboardLine,
    Match,
    MatchGame,
    PlayerResult,
    RingReview,
)
from tournaments.ranking.held_points import CannotReviewError, decide_ring, hold_points_of_rings
from tournaments.ranking.services import rank_match

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
SERIES = "/ranking/series/"


def feed(main: User, others: list[User], now: datetime) -> None:
    """Let each of the others lose three games a day, for two days, in less than a minute each."""
    for number in range(6 * len(others)):
        at = now - timedelta(days=1 + number % 2, minutes=number)
        players = (main, others[number // 6])
        game = a_table(at, people=list(players), competitive=True, seated=False)
        Game.objects.filter(pk=game.pk).update(
            start={"number": 4}, started_at=at - timedelta(seconds=20), finished_at=at
        )
        match = Match.objects.create(
            state="completed",
            winner=0,
            points_reason="played",
            completed_at=at,
            awaits_ranking=True,
        )
        MatchGame.objects.create(match=match, game=game)
        for side, user in enumerate(players):
            PlayerResult.objects.create(match=match, user=user, side=side)
        rank_match(match_id=match.pk)


def points(user: User) -> int:
    """Return a player's points on the site's leaderboard of casual tables of all time."""
    lines = LeaderboardLine.objects.filter(user=user, board__key="casual:///")
    return sum(line.points for line in lines)


@pytest.fixture
def ring(now: datetime) -> list[User]:
    people = [a_person(f"alt{number}") for number in range(5)]
    feed(people[0], people[1:], now)
    return people


@pytest.fixture
def staff() -> User:
    person = a_person()
    person.is_staff = True
    person.save()
    return with_app(person)


@pytest.mark.feature(
    "Points and players", "Points of accounts that feed each other wait for a person"
)
def test_what_a_ring_won_waits_until_an_operator_decides(ring, staff, now) -> None:
    assert points(ring[0]) > 0
    before, faults = points(ring[0]), unsound()  # these games have no hands
    assert hold_points_of_rings(now=now) == 1
    assert (points(ring[0]), points(ring[1]), HeldMatch.objects.count()) == (0, 0, 24)
    assert hold_points_of_rings(now=now) == 0
    assert unsound() == faults
    review = RingReview.objects.get()
    who = {"reason": "los conozco", "actor": staff, "now": now}
    decide_ring(review_id=review.pk, counts=True, **who)
    assert points(ring[0]) == before
    assert hold_points_of_rings(now=now + timedelta(hours=1)) == 0
    assert points(ring[0]) == before
    decide_ring(review_id=review.pk, counts=False, **who)
    assert (points(ring[0]), HeldMatch.objects.count()) == (0, 24)
    assert unsound() == faults


def test_a_ring_that_plays_on_is_held_by_the_same_review(ring, now) -> None:
    hold_points_of_rings(now=now)
    feed(ring[0], ring[1:], now + timedelta(days=3))
    assert hold_points_of_rings(now=now + timedelta(days=3)) == 0
    assert (points(ring[0]), RingReview.objects.count(), HeldMatch.objects.count()) == (0, 1, 48)


def test_dismissed_games_count_inside_a_larger_ring(ring, staff, now) -> None:
    before = points(ring[0])
    hold_points_of_rings(now=now)
    told = {"counts": True, "reason": "los conozco", "actor": staff, "now": now}
    decide_ring(review_id=RingReview.objects.get().pk, **told)
    later = now + timedelta(days=4)
    feed(ring[0], [a_person(f"más{number}") for number in range(6)], later)
    assert points(ring[0]) > before
    assert hold_points_of_rings(now=later) == 1
    assert (points(ring[0]), HeldMatch.objects.count()) == (before, 36)


def test_released_games_stay_with_another_review_that_covers_them(ring, staff, now) -> None:
    before = points(ring[0])
    hold_points_of_rings(now=now)
    older = RingReview.objects.get()
    newer = RingReview.objects.create(found_at=now, signs={})
    newer.members.add(*ring, a_person())
    told = {"reason": "", "actor": staff, "now": now}
    decide_ring(review_id=newer.pk, counts=False, **told)
    decide_ring(review_id=older.pk, counts=True, **told)
    assert (points(ring[0]), newer.held.count()) == (0, 24)
    decide_ring(review_id=newer.pk, counts=True, **told)
    assert (points(ring[0]), HeldMatch.objects.count()) == (before, 0)


def test_only_operators_decide(ring, now) -> None:
    hold_points_of_rings(now=now)
    review = RingReview.objects.get()
    with pytest.raises(CannotReviewError):
        decide_ring(review_id=review.pk, counts=True, reason="", actor=ring[0], now=now)
    sent = {"counts": "yes"}
    assert a_browser(ring[0]).post(f"{SERIES}rings/{review.pk}/", sent).status_code == 403
    review.refresh_from_db()
    assert review.state == RingReview.State.OPEN


def test_the_page_names_what_speaks_for_it_and_takes_the_decision(ring, staff, now) -> None:
    hold_points_of_rings(now=now)
    review, browser = RingReview.objects.get(), a_browser(staff)
    page = text_of(browser.get(SERIES))
    assert "Entre ellos gana casi siempre el mismo." in page
    assert "24 partidas guardadas" in page
    assert browser.post(f"{SERIES}rings/{review.pk}/", {"counts": "maybe"}).status_code == 422
    sent = {"counts": "no", "reason": "seis cuentas de uno"}
    done = text_of(browser.post(f"{SERIES}rings/{review.pk}/", sent, follow=True))
    assert "seis cuentas de uno" in done
    review.refresh_from_db()
    assert (review.state, review.decided_by) == (RingReview.State.CONFIRMED, staff)
