"""The ledger, the ratings and the leaderboard are functions of the stored results."""

from datetime import datetime, timedelta

import pytest
from django.db.models import Sum

from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    match_at,
    play_cup,
    play_match,
    players_of,
    sit,
)
from tournaments.draw import services as draw
from tournaments.formats import ranking_points
from tournaments.matches import services as matches_services
from tournaments.models import (
    LeaderboardLine,
    Match,
    PlayerResult,
    PlayerStanding,
    PointsEntry,
    RatingChange,
    RevokedResult,
)
from tournaments.ranking import queries as ranking_queries
from tournaments.ranking import services as ranking
from tournaments.ranking.ledger import CASUAL
from tournaments.standings.queries import NEWCOMER, rate, strength
from tournaments.tasks import heal_rankings, update_ranking
from tournaments.verification.ranking import RANKING_CHECKS

Reason = Match.PointsReason
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("reason", "won", "automatic", "points", "why"),
    [
        (Reason.PLAYED, True, False, 20, "played"),
        (Reason.PLAYED, False, False, 5, "played"),
        (Reason.PLAYED, True, True, 0, "automatic"),
        (Reason.PRESENCIAL, True, False, 20, "presencial"),
        (Reason.PRESENCIAL, False, False, 5, "presencial"),
        (Reason.SHARED_IP, True, False, 0, "shared-ip"),
        (Reason.SHARED_IP, True, True, 0, "shared-ip"),
        (Reason.WALKOVER, True, False, 0, "walkover"),
        (Reason.ANNULLED, False, False, 0, "annulled"),
        (Reason.PRACTICE, True, False, 0, "practice"),
    ],
)
def test_what_a_result_is_worth(
    reason: Reason, won: bool, automatic: bool, points: int, why: str
) -> None:
    given = ranking_points.award(ranking_points.Reason(reason), won=won, automatic=automatic)
    assert (given.points, given.reason) == (points, why)


@pytest.mark.feature("Points and players", "A skill rating")
def test_winning_raises_and_losing_lowers_a_rating() -> None:
    (winner,), (loser,) = rate([[NEWCOMER], [NEWCOMER]], 0)
    assert strength(winner) > strength(NEWCOMER)
    assert winner[0] > NEWCOMER[0] > loser[0]


def a_result(now: datetime, winner: object, loser: object, reason: str = "played") -> Match:
    """A casual match as its result says it, without its game."""
    match = Match.objects.create(
        state=Match.State.COMPLETED,
        winner=0,
        points_reason=reason,
        completed_at=now,
        awaits_ranking=True,
    )
    for side, user in enumerate((winner, loser)):
        PlayerResult.objects.create(match=match, user=user, side=side)
    return match


def figures() -> dict[int, tuple[int, int, int, float, float]]:
    rows = PlayerStanding.objects.values_list("user", "points", "matches", "wins", "mu", "sigma")
    return {row[0]: row[1:] for row in rows}


def unsound() -> list[str]:
    """Whatever a recomputation of ledger, leaderboard and ratings finds wrong."""
    return [str(violation) for check in RANKING_CHECKS for violation in check()]


@pytest.mark.feature("Points and players", "Twenty points to winners, five to losers")
@pytest.mark.django_db
def test_the_winner_gets_twenty_and_the_loser_five(now: datetime) -> None:
    ana, beto = a_person(), a_person()
    update_ranking(a_result(now, ana, beto).pk)
    assert figures()[ana.pk][:3] == (20, 1, 1)
    assert figures()[beto.pk][:3] == (5, 1, 0)


@pytest.mark.django_db
def test_ranking_a_match_again_changes_nothing(now: datetime) -> None:
    match = a_result(now, a_person(), a_person())
    assert ranking.rank_match(match_id=match.pk)
    before = figures()
    assert not ranking.rank_match(match_id=match.pk)
    assert figures() == before
    assert PointsEntry.objects.count() == RatingChange.objects.count() == 2


@pytest.mark.django_db
def test_an_open_match_is_not_ranked(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)
    assert not ranking.rank_match(match_id=match.pk)
    assert not PointsEntry.objects.exists()


@pytest.mark.feature("Points and players", "No points where seats share a connection")
@pytest.mark.django_db
def test_a_shared_address_gives_nothing_and_moves_no_rating(now: datetime) -> None:
    ana, beto = a_person(), a_person()
    ranking.rank_match(match_id=a_result(now, ana, beto, "shared-ip").pk)
    assert figures()[ana.pk] == (0, 1, 1, *NEWCOMER)
    assert set(PointsEntry.objects.values_list("reason", flat=True)) == {"shared-ip"}
    assert not RatingChange.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_the_order_in_which_tasks_arrive_does_not_matter(
    order: tuple[int, ...], now: datetime
) -> None:
    ana, beto, cora, dani = (a_person() for _ in range(4))
    pairs = [(ana, beto), (beto, cora), (cora, ana), (dani, ana)]
    matches = [a_result(now + number * HOUR, *pair) for number, pair in enumerate(pairs)]
    for number in order:
        ranking.rank_match(match_id=matches[number].pk)
    assert unsound() == []
    assert figures()[ana.pk][:3] == (30, 3, 1)


@pytest.mark.django_db
def test_matches_that_end_at_one_instant_are_rated_by_their_number(now: datetime) -> None:
    ana, beto, cora = (a_person() for _ in range(3))
    matches = [a_result(now, ana, beto), a_result(now, beto, cora), a_result(now, cora, ana)]
    for match in reversed(matches):
        ranking.rank_match(match_id=match.pk)
    assert unsound() == []


@pytest.mark.django_db
def test_the_sweep_ranks_what_no_task_ranked(now: datetime) -> None:
    match = a_result(now, a_person(), a_person())
    heal_rankings()
    assert match.points.count() == 2


@pytest.mark.django_db
def test_one_match_that_cannot_be_ranked_does_not_keep_the_others_from_it(now: datetime) -> None:
    broken, sound = (a_result(now, a_person(), a_person()) for _ in range(2))
    PointsEntry.objects.create(
        match=broken,
        user=broken.player_results.first().user,
        at=now,
        won=True,
        points=40,
        reason="played",
    )
    heal_rankings()
    assert sound.points.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("entries", "per_side"), [(5, 1), (2, 2)])
def test_a_whole_cup_gives_exactly_twenty_five_per_player_and_match(
    entries: int, per_side: int, now: datetime
) -> None:
    cup = a_running_cup(an_organiser(), now, entries=entries, per_side=per_side)
    play_cup(cup, now)
    heal_rankings()
    total = PointsEntry.objects.aggregate(total=Sum("points"))["total"]
    assert total == (20 + 5) * per_side * (entries - 1)
    assert unsound() == []


@pytest.mark.django_db
def test_a_walkover_is_written_with_nothing_and_its_reason(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    sit(call(match, now), *players_of(match, 0), now=now)
    matches_services.end_sit_down_window(match_id=match.pk, now=match.sit_by)
    ranking.rank_match(match_id=match.pk)
    lines = list(match.points.order_by("-won").values_list("won", "points", "reason"))
    assert lines == [(True, 0, "walkover"), (False, 0, "walkover")]
    assert {row[:3] for row in figures().values()} == {(0, 0, 0)}


@pytest.mark.django_db
def test_the_leaderboard_counts_equal_points_as_equal_ranks(now: datetime) -> None:
    for hour in range(2):
        ranking.rank_match(match_id=a_result(now + hour * HOUR, a_person(), a_person()).pk)
    lines = LeaderboardLine.objects.filter(board__key=str(ranking_queries.CASUALLY))
    numbers = ranking_queries.numbers_by_points(lines)
    in_order = lines.order_by("-points")
    ranks = [ranking_queries.rank_of(line.points, numbers) for line in in_order]
    assert ranks == [1, 1, 3, 3]


@pytest.mark.django_db
def test_a_leaderboard_is_read_while_a_result_is_ranked(now: datetime) -> None:
    people = [a_person(), a_person()]
    ranking.rank_match(match_id=a_result(now, *people).pk)
    asked = ranking_queries.LeaderboardFilter(kind=CASUAL)
    page = ranking_queries.LeaderboardPage(asked)
    found = list(page.found)
    assert [(row.points, row.rank) for row in page.lines(found)] == [(20, 1), (5, 2)]
    ranking.rank_match(match_id=a_result(now + HOUR, *people).pk)
    assert [(row.points, row.rank) for row in page.lines(found)] == [(40, 1), (10, 2)]


@pytest.mark.django_db
def test_a_forgotten_competition_takes_its_points_and_ratings_along(now: datetime) -> None:
    organiser = an_organiser()
    first = a_running_cup(organiser, now, entries=2)
    players = [players_of(match_at(first, 1, 1), side)[0] for side in (0, 1)]
    ended = play_match(match_at(first, 1, 1), 0, now)
    later = a_result(ended + HOUR, *players)
    heal_rankings()
    ranking.forget_competition(competition_id=first.pk)
    assert list(Match.objects.all()) == [later]
    assert figures()[players[0].pk][:3] == (20, 1, 1)
    assert unsound() == []


def taken_back(match: Match, now: datetime) -> Match:
    """A result as it is stored once it was taken back."""
    match.refresh_from_db()
    RevokedResult.objects.create(
        match=match,
        number=match.reopened,
        state=match.state,
        winner=match.winner,
        points_reason=match.points_reason,
        completed_at=match.completed_at,
        revoked_by=a_person(),
        reason="se anotó al revés",
        revoked_at=now,
    )
    match.state, match.winner, match.points_reason = Match.State.READY, None, ""
    match.completed_at, match.reopened, match.awaits_ranking = None, match.reopened + 1, True
    match.save()
    return match


def decided_again(match: Match, winner: int, now: datetime, *users: object) -> Match:
    """The next result of a match that was taken back."""
    match.refresh_from_db()
    match.state, match.winner, match.points_reason = Match.State.COMPLETED, winner, "played"
    match.completed_at, match.awaits_ranking = now, True
    match.save()
    for side, user in enumerate(users):
        PlayerResult.objects.create(match=match, number=match.reopened, user=user, side=side)
    return match


def lines(match: Match) -> list[tuple[object, ...]]:
    columns = ("number", "reversal", "won", "points")
    return sorted(match.points.values_list(*columns))


@pytest.mark.django_db
def test_a_result_taken_back_is_reversed_by_new_lines_and_leaves_no_rating(now: datetime) -> None:
    ana, beto = a_person(), a_person()
    match = a_result(now, ana, beto)
    ranking.rank_match(match_id=match.pk)
    taken_back(match, now + HOUR)
    assert unsound() == []
    assert ranking.rank_match(match_id=match.pk)
    assert lines(match) == [
        (0, False, False, 5),
        (0, False, True, 20),
        (0, True, False, -5),
        (0, True, True, -20),
    ]
    assert figures() == {ana.pk: (0, 0, 0, *NEWCOMER), beto.pk: (0, 0, 0, *NEWCOMER)}
    assert not ranking.rank_match(match_id=match.pk)
    assert not RatingChange.objects.exists()
    assert unsound() == []


@pytest.mark.django_db
@pytest.mark.parametrize("ranked", [(True, True), (True, False), (False, True), (False, False)])
def test_the_right_result_leaves_the_sums_of_one_that_was_right_from_the_start(
    ranked: tuple[bool, bool], now: datetime
) -> None:
    """Whether or not the ranking followed in between."""
    ana, beto, cora = a_person(), a_person(), a_person()
    later = a_result(now + HOUR, ana, cora)
    wrong = a_result(now, beto, ana)
    for match, at_once in ((wrong, ranked[0]), (taken_back(wrong, now + HOUR), ranked[1])):
        if at_once:
            ranking.rank_match(match_id=match.pk)
            ranking.rank_match(match_id=later.pk)
            assert unsound() == []
    decided_again(wrong, 1, now, beto, ana)
    assert unsound() == []
    heal_rankings()
    assert unsound() == []
    assert len(lines(wrong)) == 6
    assert [figures()[one.pk][:3] for one in (ana, beto, cora)] == [
        (40, 2, 2),
        (5, 1, 0),
        (5, 1, 0),
    ]


@pytest.mark.django_db
def test_later_matches_are_rated_again_without_the_result_that_was_taken_back(
    now: datetime,
) -> None:
    ana, beto, cora, dani = (a_person() for _ in range(4))
    wrong = a_result(now, ana, beto)
    pairs = [(ana, cora), (beto, dani), (cora, dani)]
    rest = [a_result(now + hour * HOUR, *pair) for hour, pair in enumerate(pairs, start=1)]
    heal_rankings()
    with_it = figures()
    taken_back(wrong, now + 9 * HOUR)
    heal_rankings()
    assert unsound() == []
    without = figures()
    assert all(with_it[one.pk][3:] != without[one.pk][3:] for one in (ana, beto, cora, dani))
    assert without[ana.pk][:3] == (20, 1, 1)
    assert all(match.rating_changes.count() == 2 for match in rest)


@pytest.mark.django_db
def test_a_match_that_comes_late_is_rated_by_what_the_ranking_has_not_followed_yet(
    now: datetime,
) -> None:
    """Between a correction and its task the ratings are still those of the wrong result."""
    ana, beto, cora = (a_person() for _ in range(3))
    wrong = a_result(now, ana, beto)
    heal_rankings()
    taken_back(wrong, now + HOUR)
    late = a_result(now - HOUR, ana, cora)
    ranking.rank_match(match_id=late.pk)
    assert unsound() == []
    heal_rankings()
    assert unsound() == []


@pytest.mark.django_db
def test_a_player_who_only_walked_over_in_a_forgotten_competition_keeps_their_rating(
    now: datetime,
) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    ana, beto = (players_of(match, side)[0] for side in (0, 1))
    a_result(now, ana, beto)
    sit(call(match, now), ana, now=now)
    matches_services.end_sit_down_window(match_id=match.pk, now=match.sit_by)
    heal_rankings()
    ranking.forget_competition(competition_id=cup.pk)
    assert unsound() == []
    assert figures()[ana.pk][:3] == (20, 1, 1)


@pytest.mark.django_db
def test_who_only_met_its_players_later_is_rated_again_without_a_forgotten_competition(
    now: datetime,
) -> None:
    """A replay also updates the leaderboard rating of opponents of the players."""
    cup = a_running_cup(an_organiser(), now, entries=2)
    final = match_at(cup, 1, 1)
    champion = players_of(final, 0)[0]
    ended = play_match(final, 0, now)
    rival, stranger = a_person(), a_person()
    a_result(ended + HOUR, champion, rival)
    a_result(ended + 2 * HOUR, stranger, rival)
    heal_rankings()
    with_it = figures()
    ranking.forget_competition(competition_id=cup.pk)
    assert unsound() == []
    assert all(with_it[one.pk][3:] != figures()[one.pk][3:] for one in (rival, stranger))


@pytest.mark.django_db
def test_undoing_a_draw_leaves_the_ratings_of_a_replay(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=3)
    semifinal = match_at(cup, 1, 2)
    ana, beto = (players_of(semifinal, side)[0] for side in (0, 1))
    a_result(now, ana, beto)
    matches_services.give_walkover(
        match_id=semifinal.pk, winner=0, actor=organiser, reason="faltó", now=now
    )
    heal_rankings()
    draw.undo_draw(competition_id=cup.pk, actor=organiser, reason="de nuevo", now=now)
    assert unsound() == []
    assert figures()[ana.pk][:3] == (20, 1, 1)
