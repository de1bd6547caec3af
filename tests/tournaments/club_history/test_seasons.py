"""Seasons of a club: dates, what counts, refusals and permissions."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.models import Club, User
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, club_of, match_at, play_cup
from tests.tournaments.ranking.test_leaderboards import board, take_back, unsound
from tests.tournaments.refusals import refusal
from tournaments.club_history.seasons import change_season, open_season, remove_season
from tournaments.models import Leaderboard, LeaderboardLine, Season
from tournaments.ranking.rebuild import rebuild_ranking
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
LATE = datetime(2026, 4, 1, 1, 30, tzinfo=UTC)  # in Buenos Aires still March


def a_season(organiser: User, first: str, last: str = "", name: str = "Apertura") -> Season:
    return open_season(
        club_id=club_of(organiser).pk,
        actor=organiser,
        name=name,
        starts_on=date.fromisoformat(first),
        ends_on=date.fromisoformat(last) if last else None,
    )


def lines_of(season: Season, **asked: object) -> dict[int, tuple[int, int, int]]:
    return board(period=season.period, club_id=season.club_id, **asked)


def move_season(season: Season, organiser: User, first: str, last: str = "") -> Season:
    return change_season(
        club_id=season.club_id,
        actor=organiser,
        season_id=season.pk,
        name=season.name,
        starts_on=date.fromisoformat(first),
        ends_on=date.fromisoformat(last) if last else None,
    )


@pytest.mark.feature("Points and players", "Seasons of a club's leaderboards by its own dates")
def test_a_season_counts_what_was_played_on_its_days_by_the_clubs_clock() -> None:
    organiser = an_organiser()
    march, april = (
        a_season(organiser, "2026-03-01", "2026-03-31"),
        a_season(organiser, "2026-04-01", name="Clausura"),
    )
    play_cup(a_running_cup(organiser, LATE - timedelta(minutes=20), entries=2), LATE)
    heal_rankings()
    assert len(lines_of(march)) == len(lines_of(march, format="single", family="argentino")) == 2
    assert lines_of(april) == lines_of(march, format="swiss") == {}
    assert unsound() == []


def test_a_season_named_afterwards_counts_what_was_played_before(now: datetime) -> None:
    organiser = an_organiser()
    play_cup(a_running_cup(organiser, now, entries=4), now)
    play_cup(a_running_cup(an_organiser(), now, entries=2), now)
    heal_rankings()
    season = a_season(organiser, f"{now:%Y}-01-01")
    assert lines_of(season) == board(club_id=season.club_id)
    assert len(lines_of(season)) == 4
    assert unsound() == []


def test_days_that_move_take_their_points_along(now: datetime) -> None:
    organiser = an_organiser()
    play_cup(a_running_cup(organiser, now, entries=2), now)
    heal_rankings()
    season = move_season(a_season(organiser, "2020-01-01"), organiser, "2020-01-01", "2020-12-31")
    assert lines_of(season) == {}
    assert len(lines_of(move_season(season, organiser, "2020-01-01"))) == 2
    assert unsound() == []


def test_what_is_taken_back_leaves_its_season(now: datetime) -> None:
    organiser = an_organiser()
    season, cup = a_season(organiser, "2020-01-01"), a_running_cup(organiser, now, entries=2)
    play_cup(cup, now)
    heal_rankings()
    assert len(lines_of(season)) == 2
    take_back(match_at(cup, 1, 1), now)
    heal_rankings()
    assert lines_of(season) == {}
    assert unsound() == []


def test_a_rebuilt_ranking_has_the_same_seasons(now: datetime) -> None:
    organiser = an_organiser()
    season = a_season(organiser, "2020-01-01")
    play_cup(a_running_cup(organiser, now, entries=3), now)
    heal_rankings()
    before = lines_of(season)
    rebuild_ranking()
    assert lines_of(season) == before != {}


def test_a_season_that_is_removed_takes_its_leaderboard_alone(now: datetime) -> None:
    organiser = an_organiser()
    season = a_season(organiser, "2020-01-01")
    play_cup(a_running_cup(organiser, now, entries=2), now)
    heal_rankings()
    remove_season(club_id=season.club_id, actor=organiser, season_id=season.pk)
    assert not Leaderboard.objects.filter(period=f"s{season.pk}").exists()
    assert len(board()) == len(board(club_id=season.club_id)) == 2
    assert unsound() == []


def test_a_club_that_moves_keeps_the_seasons_it_had(now: datetime) -> None:
    organiser = an_organiser()
    season = a_season(organiser, "2026-03-01", "2026-03-31")
    play_cup(a_running_cup(organiser, LATE - timedelta(minutes=20), entries=2), LATE)
    Club.objects.filter(pk=season.club_id).update(zone="Europe/Madrid")
    heal_rankings()
    assert len(lines_of(season)) == 2
    assert unsound() == []


@pytest.mark.parametrize(
    ("first", "last", "name", "code"),
    [
        ("2026-06-01", "2026-05-01", "Otra", "season-backwards"),
        ("1950-06-01", "", "Otra", "season-out-of-time"),
        ("2026-01-01", "2100-01-01", "Otra", "season-out-of-time"),
        ("2026-03-31", "2026-04-30", "Otra", "season-overlaps"),
        ("2026-01-01", "2026-03-01", "Otra", "season-overlaps"),
        ("2026-01-01", "", "Otra", "season-overlaps"),
        ("2026-03-10", "2026-03-11", "Otra", "season-overlaps"),
        ("2025-01-01", "2025-12-31", "APERTURA ", "season-named"),
        ("2025-01-01", "2025-12-31", "  ", "badly-written"),
    ],
)
def test_what_cannot_be_is_refused(first: str, last: str, name: str, code: str) -> None:
    organiser = an_organiser()
    a_season(organiser, "2026-03-01", "2026-03-31")
    args = {"organiser": organiser, "first": first, "last": last, "name": name}
    assert refusal(a_season, **args) == code
    assert Season.objects.count() == 1


def test_neighbours_may_touch_and_an_open_season_leaves_no_room_behind_it() -> None:
    organiser = an_organiser()
    a_season(organiser, "2026-03-01", "2026-03-31")
    later = a_season(organiser, "2026-04-01", name="Clausura")
    args = {"season": later, "organiser": organiser, "first": "2026-03-31"}
    assert refusal(move_season, **args) == "season-overlaps"
    assert (
        refusal(a_season, organiser=organiser, first="2027-01-01", name="2027") == "season-overlaps"
    )
    move_season(later, organiser, "2026-04-01", "2026-12-31")
    a_season(organiser, "2027-01-01", name="2027")


def test_organisers_alone_name_seasons() -> None:
    organiser, other = an_organiser(), a_person()
    season = a_season(organiser, "2026-03-01")
    told = {"club_id": season.club_id, "actor": other, "season_id": season.pk}
    assert refusal(remove_season, **told) == "not-organiser"
    assert (
        refusal(move_season, season=season, organiser=other, first="2026-01-01") == "not-organiser"
    )
    elsewhere = {**told, "club_id": club_of(an_organiser()).pk}
    elsewhere["actor"] = Club.objects.get(pk=elsewhere["club_id"]).members.get()
    assert refusal(remove_season, **elsewhere) == "no-such-season"


@pytest.mark.parametrize(
    "harm",
    [
        lambda: LeaderboardLine.objects.filter(board__period__startswith="s").update(points=1),
        lambda: LeaderboardLine.objects.filter(board__period__startswith="s").delete(),
        lambda: Season.objects.update(begins_at=datetime(2027, 1, 1, tzinfo=UTC)),
        lambda: Season.objects.all().delete(),
        lambda: Season.objects.create(
            **{
                name: getattr(Season.objects.get(), name)
                for name in ("club", "starts_on", "ends_on", "ends_at")
            },
            begins_at=datetime(2025, 1, 1, tzinfo=UTC),
        ),
    ],
)
def test_a_season_that_does_not_add_up_is_named(harm: Callable[[], object], now: datetime) -> None:
    organiser = an_organiser()
    a_season(organiser, "2020-01-01")
    play_cup(a_running_cup(organiser, now, entries=2), now)
    heal_rankings()
    assert unsound() == []
    harm()
    assert unsound()
