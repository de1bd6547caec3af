"""After a correction points are right at once, and ratings are replayed in short transactions."""

from datetime import datetime, timedelta
from itertools import combinations, cycle, islice

import pytest

from accounts.models import User
from tests.games.races import at_once
from tests.games.tables import a_card_to_play, a_person, a_table, act
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match
from tests.tournaments.ranking.test_ranking import HOUR, a_result, figures, taken_back, unsound
from tests.tournaments.reopening import reopen
from tournaments.models import Match, PointsEntry, RankingTurn, RatingChange
from tournaments.ranking import ratings
from tournaments.ranking import services as ranking
from tournaments.ranking.rebuild import rebuild_ranking
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
RESULTS = 30  # more than are rated again at once


@pytest.fixture
def people() -> list[User]:
    return [a_person() for _ in range(4)]


@pytest.fixture
def results(people: list[User], now: datetime) -> list[Match]:
    """Hour after hour two of them play, and all of it is ranked."""
    pairs = islice(cycle(combinations(people, 2)), RESULTS)
    found = [a_result(now + hour * HOUR, *pair) for hour, pair in enumerate(pairs)]
    heal_rankings()
    return found


@pytest.fixture
def corrected(results: list[Match], now: datetime) -> Match:
    """Take back the oldest result and update the ledger; the replay is pending."""
    match = taken_back(results[0], now + 100 * HOUR)
    ranking.rank_match(match_id=match.pk)
    return match


def replay(now: datetime, **terms: int) -> bool:
    return ratings.replay_ratings(clock=lambda: now, **terms)


def as_if_new() -> bool:
    """Whether everything is what a rebuild makes of it."""
    before = figures(), list(RatingChange.objects.values_list("match", "user", "mu", "sigma"))
    rebuild_ranking()
    after = figures(), list(RatingChange.objects.values_list("match", "user", "mu", "sigma"))
    return before[0] == after[0] and sorted(before[1]) == sorted(after[1])


def test_the_ledger_is_right_at_once_and_ratings_wait(corrected, people, now):
    assert sum(corrected.points.values_list("points", flat=True)) == 0
    assert not corrected.rating_changes.exists()
    assert ratings.pending_mark() == (now, corrected.pk)
    assert unsound() == [], "what is being recalculated is no violation"


@pytest.mark.feature("Points and players", "A correction replays ratings in parts")
def test_a_replay_goes_on_part_by_part_and_ends_where_a_rebuild_does(corrected, now):
    marks = [ratings.pending_mark()]
    while not replay(now, size=7, parts=1):
        marks.append(ratings.pending_mark())
        assert unsound() == []
    assert len(marks) == 5
    assert marks == sorted(marks)
    assert unsound() == []
    assert as_if_new()


def test_a_run_does_so_many_parts_and_the_next_goes_on(corrected, now):
    assert not replay(now, size=5, parts=2)
    assert replay(now, size=5, parts=9)
    assert as_if_new()


def test_results_that_arrive_meanwhile_are_rated_in_their_order(corrected, people, now):
    late = a_result(now + 90 * HOUR, *people[:2])
    earlier = a_result(now - HOUR, *people[2:])
    for match in (late, earlier):
        ranking.rank_match(match_id=match.pk)
        assert match.points.count() == 2
    assert ratings.pending_mark() == (now - HOUR, earlier.pk)
    assert not RatingChange.objects.filter(match__in=[late, earlier]).exists()
    assert replay(now)
    assert late.rating_changes.count() == earlier.rating_changes.count() == 2
    assert unsound() == []
    assert as_if_new()


def test_a_part_that_was_prepared_before_another_result_came_is_prepared_again(
    corrected, people, now
):
    late = [a_result(now + 2 * HOUR, *people[:2])]

    def meanwhile() -> datetime:
        if late:
            ranking.rank_match(match_id=late.pop().pk)
        return now

    assert ratings.replay_ratings(clock=meanwhile, size=10)
    assert unsound() == []
    assert as_if_new()


@pytest.mark.django_db(transaction=True)
def test_a_card_is_played_between_any_two_parts_of_a_replay(corrected, now):
    """Whoever plays has a connection of their own: a part that is still written holds them."""
    table = a_table(now)

    def meanwhile() -> datetime:
        table.refresh_from_db()
        (played,) = at_once(lambda: act(table, a_card_to_play(table), now))
        versions.append(played.version)
        return now

    versions: list[int] = []
    ratings.replay_ratings(clock=meanwhile, size=10)
    assert versions == sorted(set(versions))
    assert len(versions) == 3
    assert as_if_new()


def test_the_sweep_goes_on_with_a_replay_whose_task_was_lost(corrected, now):
    replay(now, size=5, parts=1)
    ratings.resume_replay(clock=lambda: now + timedelta(seconds=5))
    assert ratings.pending_mark() is not None, "it may still be under way"
    ratings.resume_replay(clock=lambda: now + timedelta(seconds=20))
    assert ratings.pending_mark() is None
    assert as_if_new()


def test_what_was_rated_already_is_not_written_again(corrected, now):
    """A correction keeps the rating rows of players it does not concern."""
    pair = [a_person(), a_person()]
    other = a_result(now + 200 * HOUR, *pair)
    ranking.rank_match(match_id=other.pk)
    replay(now)
    rows = set(other.rating_changes.values_list("pk", flat=True))
    RankingTurn.objects.update(replay_at=now, replay_match=0)
    replay(now)
    assert set(other.rating_changes.values_list("pk", flat=True)) == rows
    assert as_if_new()


def test_a_little_is_rated_again_at_once(results, now):
    match = taken_back(results[-5], now + 100 * HOUR)
    ranking.rank_match(match_id=match.pk)
    assert ratings.pending_mark() is None
    assert as_if_new()


def test_a_correction_reverses_points_in_its_own_transaction(now):
    """No task is needed: no reader sees totals that include a withdrawn result."""
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    heal_rankings()
    assert sum(PointsEntry.objects.values_list("points", flat=True)) == 25
    reopen(match, now + HOUR)
    assert sum(PointsEntry.objects.values_list("points", flat=True)) == 0
    assert {row[:3] for row in figures().values()} == {(0, 0, 0)}
    assert unsound() == []


def test_pages_say_that_skill_is_being_recalculated(corrected, people, now):
    words = "Se está recalculando la habilidad"
    paths = ("/ranking/", f"/players/{people[0].username}/")
    for path in paths:
        assert words in text_of(a_browser().get(path))
    replay(now)
    for path in paths:
        assert words not in text_of(a_browser().get(path))
