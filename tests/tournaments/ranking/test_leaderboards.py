"""Leaderboards by period, club, format and rules are sums of the ledger, whatever happens."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import Club, User
from games.models import SeatStatistics
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_cup, play_match
from tests.tournaments.events import an_event, award_all
from tournaments.models import (
    Competition,
    LeaderboardLine,
    Match,
    PlayerResult,
    PlayerStanding,
    PlayerStatistics,
    PointsEntry,
    RankingTurn,
    RatingChange,
    RevokedResult,
)
from tournaments.ranking import rebuild
from tournaments.ranking import services as ranking
from tournaments.ranking.achievements import streaks
from tournaments.ranking.ledger import BoardKey, boards_of
from tournaments.ranking.rebuild import heal_outdated, rebuild_ranking
from tournaments.tasks import heal_rankings
from tournaments.verification import violations
from tournaments.verification.ranking import RANKING_CHECKS

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
DERIVED = (PlayerStanding, LeaderboardLine, PlayerStatistics, RatingChange)


@pytest.mark.feature("Points and players", "Leaderboards by period, club, format and family")
def test_a_line_counts_on_every_combination_of_what_can_be_asked() -> None:
    keys = boards_of("2026-11", 7, "swiss", "truc")
    assert len(keys) == 3 * 2 * 2 * 2
    assert {BoardKey(), BoardKey("2026"), BoardKey("2026-11", 7, "swiss", "truc")} <= keys


def test_a_casual_table_counts_for_no_club_and_no_format() -> None:
    assert len(boards_of("2026-11", None, "", "truc")) == 3 * 2


@pytest.mark.parametrize(
    ("won", "expected"),
    [("", (0, 0)), ("w", (1, 1)), ("l", (0, 0)), ("wwlw", (1, 2)), ("lwww", (3, 3))],
)
def test_a_streak_ends_with_a_defeat(won: str, expected: tuple[int, int]) -> None:
    assert streaks(each == "w" for each in won) == expected


def casually(now: datetime, winner: User, loser: User, reason: str = "played") -> Match:
    """A result at a casual table, without its game."""
    match = Match.objects.create(
        state="completed", winner=0, points_reason=reason, completed_at=now, awaits_ranking=True
    )
    for side, user in enumerate((winner, loser)):
        PlayerResult.objects.create(match=match, user=user, side=side)
    return match


def board(**asked: object) -> dict[int, tuple[int, int, int]]:
    """The lines of one leaderboard by account: points, matches, wins."""
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey(**asked)))
    return {
        line.person.user_id if line.person else line.user_id: (line.points, line.matches, line.wins)
        for line in lines.select_related("person")
    }


def casual_board(**asked: object) -> dict[int, tuple[int, int, int]]:
    """The same of casual tables."""
    return board(**asked, kind="casual")


def unsound() -> list[str]:
    return [str(violation) for check in RANKING_CHECKS for violation in check()]


def derived() -> list[list[tuple[object, ...]]]:
    """All that is derived, without the keys of its rows."""
    return [
        sorted(
            (
                tuple(value for name, value in row.items() if name not in ("id", "board_id"))
                for row in model.objects.values()
            ),
            key=repr,
        )
        for model in DERIVED
    ]


def take_back(match: Match, now: datetime) -> None:
    """Take the standing result of a match back, as a correction does."""
    match.refresh_from_db()
    RevokedResult.objects.create(
        match=match,
        number=match.reopened,
        state=match.state,
        winner=match.winner,
        points_reason=match.points_reason,
        completed_at=match.completed_at,
        revoked_by=a_person(),
        reason="se anotó mal",
        revoked_at=now,
    )
    Match.objects.filter(pk=match.pk).update(
        state="ready",
        winner=None,
        points_reason="",
        completed_at=None,
        reopened=match.reopened + 1,
        awaits_ranking=True,
    )


def test_a_result_counts_in_its_month_in_its_season_and_for_ever(now: datetime) -> None:
    ana, beto = a_person(), a_person()
    ranking.rank_match(match_id=casually(now, ana, beto).pk)
    for period in ("", "2026", "2026-03"):
        assert casual_board(period=period) == {ana.pk: (20, 1, 1), beto.pk: (5, 1, 0)}
    assert casual_board(period="2026-04") == casual_board(period="2025") == {}


def test_months_are_those_of_the_clubs_zone_and_casually_those_of_utc(now: datetime) -> None:
    late = datetime(2026, 4, 1, 1, 30, tzinfo=UTC)  # in Buenos Aires still March
    cup = a_running_cup(an_organiser(), late - timedelta(minutes=5), entries=2)
    play_match(match_at(cup, 1, 1), 0, late)
    casually(late, a_person(), a_person())
    heal_rankings()
    assert len(board(period="2026-03")) == len(casual_board(period="2026-04")) == 2
    assert len(board(period="2026-03", club_id=cup.club_id)) == 2


def test_a_club_that_moves_keeps_the_months_it_had(now: datetime) -> None:
    late = datetime(2026, 4, 1, 1, 30, tzinfo=UTC)
    cup = a_running_cup(an_organiser(), late - timedelta(minutes=5), entries=2)
    play_match(match_at(cup, 1, 1), 0, late)
    heal_rankings()
    Club.objects.filter(pk=cup.club_id).update(zone="Europe/Madrid")
    take_back(match_at(cup, 1, 1), now)
    heal_rankings()
    assert board(period="2026-03") == board(period="2026-04") == {}
    assert unsound() == []


def test_a_cup_counts_for_its_club_its_format_and_its_rules(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    other = a_running_cup(an_organiser(), now, entries=2)
    for each in (cup, other):
        play_cup(each, now)
    heal_rankings()
    assert len(board()) == 4
    assert len(board(club_id=cup.club_id)) == 2
    assert len(board(format="single", family="argentino")) == 4
    assert board(family="truc") == board(format="league") == {}
    asked = {"period": "2026-03", "club_id": cup.club_id, "format": "single"}
    assert len(board(**asked, family="argentino")) == 2


def test_an_event_counts_as_what_it_began_as(now: datetime) -> None:
    """The knockout after groups is part of an event of groups."""
    event = an_event(now, "groups", 4, group_count=2, qualifiers=1)
    award_all(event, now)
    heal_rankings()
    assert set(PointsEntry.objects.values_list("format", flat=True)) == {"groups"}


def test_what_gives_no_match_gives_no_line(now: datetime) -> None:
    event = an_event(now, "single", 2)
    award_all(event, now)
    heal_rankings()
    assert PointsEntry.objects.count() == 2
    assert not LeaderboardLine.objects.exists()
    assert unsound() == []


def test_ranking_twice_changes_nothing(now: datetime) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=3), now)
    heal_rankings()
    before = derived()
    for match in Match.objects.filter(state="completed"):
        Match.objects.filter(pk=match.pk).update(awaits_ranking=True)
        ranking.rank_match(match_id=match.pk)
    assert derived() == before


def test_what_is_taken_back_nets_out_everywhere(now: datetime) -> None:
    ana, beto = a_person(), a_person()
    first, second = casually(now, ana, beto), casually(now + timedelta(hours=1), ana, beto)
    heal_rankings()
    take_back(second, now)
    heal_rankings()
    assert casual_board(period="2026-03")[ana.pk] == (20, 1, 1)
    assert PlayerStatistics.objects.get(user=ana, family="").streak == 1
    take_back(first, now)
    heal_rankings()
    assert not LeaderboardLine.objects.exists()
    assert not PlayerStatistics.objects.exists()
    assert unsound() == []


def test_a_corrected_result_counts_in_the_month_in_which_it_was_written(now: datetime) -> None:
    ana, beto = a_person(), a_person()
    match = casually(now, ana, beto)
    heal_rankings()
    take_back(match, now)
    Match.objects.filter(pk=match.pk).update(
        state="completed", winner=1, points_reason="played", completed_at=now + timedelta(days=40)
    )
    for side, user in enumerate((ana, beto)):
        PlayerResult.objects.create(match=match, number=1, user=user, side=side)
    heal_rankings()
    assert casual_board(period="2026-03") == {}
    assert casual_board(period="2026-04") == {ana.pk: (5, 1, 0), beto.pk: (20, 1, 1)}
    assert unsound() == []


def test_a_forgotten_competition_leaves_no_line(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    play_cup(cup, now)
    heal_rankings()
    ranking.forget_competition(competition_id=cup.pk)
    assert not LeaderboardLine.objects.exists()
    assert unsound() == []


def test_statistics_follow_the_cards_of_the_matches(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4)
    play_cup(cup, now)
    heal_rankings()
    champion = Competition.objects.get(pk=cup.pk).champion.roster.get().user
    family, whole = PlayerStatistics.objects.filter(user=champion).order_by("-family")
    assert (family.family, whole.family) == ("argentino", "")
    assert (whole.matches, whole.wins, whole.best_streak) == (family.matches, family.wins, 2)
    assert whole.hands_won == whole.hands > 0
    assert unsound() == []


def test_a_voided_game_tells_nothing(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    play_cup(cup, now)
    match = match_at(cup, 1, 1)
    match.games.update(voided=True)
    heal_rankings()
    assert set(PlayerStatistics.objects.values_list("hands", flat=True)) == {0}


@pytest.mark.feature("Operation", "`manage.py rebuild_ranking` computes points and ratings again")
def test_a_rebuilt_ranking_is_the_same(now: datetime) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=5), now)
    match = casually(now, a_person(), a_person())
    heal_rankings()
    take_back(match, now)
    heal_rankings()
    before = derived()
    rebuild_ranking()
    assert derived() == before
    for model in DERIVED:
        model.objects.all().delete()
    rebuild_ranking()
    assert derived() == before
    assert unsound() == []


def test_the_sweep_rebuilds_what_is_outdated(now: datetime) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=2), now)
    heal_rankings()
    before = derived()
    LeaderboardLine.objects.all().delete()
    RankingTurn.objects.update(outdated=True)
    heal_rankings()
    assert derived() == before
    assert not heal_outdated()


def test_of_two_who_find_it_outdated_one_rebuilds_it(now: datetime, monkeypatch) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=2), now)
    heal_rankings()
    RankingTurn.objects.update(outdated=True)
    written = RankingTurn.objects.get().writers
    monkeypatch.setattr(rebuild, "_count_games", rebuild._rebuild)  # the other is faster
    assert not heal_outdated()
    assert RankingTurn.objects.get().writers == written + 1


@pytest.mark.parametrize(
    "harm",
    [
        lambda: LeaderboardLine.objects.filter(board__key="2026///").update(points=1000),
        lambda: LeaderboardLine.objects.filter(board__key="2026-03///").delete(),
        lambda: PointsEntry.objects.update(family="truc"),
        lambda: PointsEntry.objects.update(month=""),
        lambda: PlayerStatistics.objects.update(best_streak=9),
        lambda: PlayerStatistics.objects.filter(family="").delete(),
    ],
)
def test_what_does_not_add_up_is_named(harm, now: datetime) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=2), now)
    heal_rankings()
    assert unsound() == []
    harm()
    assert unsound()


def test_a_seat_that_did_not_do_what_was_counted_is_named(now: datetime) -> None:
    play_cup(a_running_cup(an_organiser(), now, entries=2), now)
    heal_rankings()
    SeatStatistics.objects.filter(seat__number=0).update(hands=99)
    assert {violation.invariant for violation in violations(live=False)} == {"I8"}
