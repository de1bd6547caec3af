"""Names of competitions that come again, and two organisers who choose the same one."""

import pytest

from tests.tournaments.cups import a_cup, an_organiser, club_of
from tournaments.competitions.suggestions import following, following_season, free_name


@pytest.mark.parametrize(
    ("name", "next_one"),
    [
        ("Copa", "Copa 2"),
        ("Copa 2", "Copa 3"),
        ("Copa 9", "Copa 10"),
        ("Copa del 2024", "Copa del 2025"),
        ("2", "2 2"),
        ("Copa 07", "Copa 07 2"),
        ("n" * 80, "n" * 78 + " 2"),
        ("n" * 78 + " 9", "n" * 77 + " 10"),
    ],
)
def test_the_next_one_has_the_next_number(name, next_one):
    assert following(name) == next_one


@pytest.mark.django_db
def test_a_name_is_free_as_soon_as_no_open_competition_has_it(now):
    organiser = an_organiser()
    for name in ("Copa", "Copa 2"):
        a_cup(organiser, now, name=name)
    assert free_name(club_of(organiser), "Copa") == "Copa 3"
    assert free_name(club_of(organiser), "Liga") == "Liga"
    assert free_name(club_of(an_organiser()), "Copa") == "Copa"


@pytest.mark.parametrize(
    ("season", "next_one"),
    [
        ("", "2"),
        ("2026", "2027"),
        ("2026/27", "2027/28"),
        ("2098–99", "2099–00"),
        ("Temporada 2026-2027", "Temporada 2027-2028"),
        ("Apertura 2026", "Apertura 2027"),
        ("Verano", "Verano 2"),
        ("2026-11", "2026-11 2"),
        ("2026-2028", "2026-2028 2"),
    ],
)
def test_the_next_season_counts_its_years_up(season: str, next_one: str) -> None:
    assert following_season(season) == next_one
