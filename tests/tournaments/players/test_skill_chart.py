"""A skill as a line: in columns, in its frame, in words, and nothing a strict policy refuses."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, play_cup
from tournaments.models import Competition, Match, RatingChange
from tournaments.players.queries import LATEST, skill_of
from tournaments.players.skill_chart import COLUMNS, Words, chart, is_drawn
from tournaments.tasks import heal_rankings

BEGUN = datetime(2026, 3, 14, tzinfo=UTC)
WORDS = Words("Habilidad <de> Ana", "de 0 a 1")


def points(number: int) -> list[tuple[datetime, float]]:
    return [(BEGUN + timedelta(hours=each), float(each % 7)) for each in range(number)]


def line_of(number: int) -> list[tuple[float, float]]:
    drawn = re.search(r'<polyline class="line" points="([^"]*)"', chart(points(number), WORDS))
    return [tuple(map(float, pair.split(","))) for pair in drawn[1].split()]


@pytest.mark.parametrize("number", [2, 3, COLUMNS + 1])
def test_a_line_stays_in_its_frame_and_goes_to_the_right(number: int) -> None:
    line = line_of(number)
    assert 2 <= len(line) <= COLUMNS + 1
    assert all(0 <= x <= 600 and 0 <= y <= 192 for x, y in line)
    assert [x for x, _ in line] == sorted(x for x, _ in line)


def test_the_first_value_and_the_last_of_each_part_are_drawn() -> None:
    drawn = [place for place in range(1, 451) if is_drawn(place, 450)]
    assert drawn == [1, *range(3, 451, 3)]
    assert all(is_drawn(place, COLUMNS) for place in range(1, COLUMNS + 1))
    assert sum(is_drawn(place, 5003) for place in range(1, 5004)) == COLUMNS + 1


def test_a_level_line_can_be_drawn() -> None:
    assert "polyline" in chart([(BEGUN, 1.0), (BEGUN, 1.0)], WORDS)


@pytest.mark.parametrize(("language", "level"), [("es-ar", ">8,4<"), ("en", ">8.4<")])
def test_its_levels_have_the_decimal_sign_of_the_reader(language: str, level: str) -> None:
    with override(language):
        assert level in chart([(BEGUN, 8.4), (BEGUN, 1.0)], WORDS)


def test_a_picture_says_what_it_shows_and_brings_no_style() -> None:
    picture = chart(points(9), WORDS)
    root = ElementTree.fromstring(picture)
    assert [root.find("title").text, root.find("desc").text] == [WORDS.title, WORDS.description]
    assert "style" not in picture


@pytest.fixture
def cup(now) -> Competition:
    """A cup of four that has been played and ranked."""
    cup = a_running_cup(an_organiser(), now, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    cup.refresh_from_db()
    return cup


@pytest.mark.feature("Points and players", "A player's page with skill and figures")
@pytest.mark.django_db
def test_a_players_page_shows_skill_and_figures(cup, django_assert_max_num_queries) -> None:
    champion = cup.champion.roster.get().user
    browser = a_browser(champion)
    browser.get("/rules/")  # what the header asks is kept for all pages
    with django_assert_max_num_queries(12):
        page = text_of(browser.get(f"/players/{champion.username}/"))
    assert '<svg class="chart"' in page
    assert "Estadísticas" in page
    assert "2 de 2" in page


@pytest.mark.django_db
def test_who_never_played_has_neither(now) -> None:
    page = text_of(a_browser().get(f"/players/{a_person().username}/"))
    assert '<svg class="chart"' not in page
    assert "Estadísticas" not in page


@pytest.mark.dialect
@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, 1, 5, COLUMNS, 2 * COLUMNS + 7])
def test_of_many_values_only_those_drawn_and_the_latest_are_read(number: int) -> None:
    player, other = a_person(), a_person()
    matches = Match.objects.bulk_create(Match() for _ in range(number))
    RatingChange.objects.bulk_create(
        RatingChange(match=match, user=each, at=BEGUN - timedelta(hours=hour), mu=hour, sigma=0)
        for hour, match in enumerate(matches)
        for each in (player, other)
    )
    skill = skill_of(player)
    oldest_first = [BEGUN - timedelta(hours=hour) for hour in reversed(range(number))]
    drawn = [at for place, at in enumerate(oldest_first, 1) if is_drawn(place, number)]
    assert [at for at, _ in skill.points] == drawn
    assert [at for at, _ in skill.latest] == oldest_first[: -LATEST - 1 : -1]
