"""The page of a player: matches that can be asked about, page by page; rivals; what was earned."""

import re
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_cup, players_of
from tournaments.models import Competition, Match, PlayerResult, PointsEntry
from tournaments.players.history import A_PAGE, lines_of
from tournaments.ranking.rebuild import rebuild_ranking
from tournaments.results import services as result_services
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
QUERIES = 12
HOUR = timedelta(hours=1)


@pytest.fixture
def cup(now) -> Competition:
    """A cup of four that has been played and ranked."""
    cup = a_running_cup(an_organiser(), now, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    cup.refresh_from_db()
    return cup


def casual_matches(
    one: User, other: User, number: int, now: datetime, *, wins: int = 0, family: str = "argentino"
) -> list[Match]:
    """Ranked casual matches an hour apart, the first of which `one` won."""
    matches = Match.objects.bulk_create(
        Match(
            state="completed",
            winner=0 if each < wins else 1,
            points_reason="played",
            completed_at=now + each * HOUR,
        )
        for each in range(number)
    )
    PlayerResult.objects.bulk_create(
        PlayerResult(match=match, user=user, side=side)
        for match in matches
        for side, user in enumerate((one, other))
    )
    PointsEntry.objects.bulk_create(
        PointsEntry(
            match=match,
            user=user,
            at=match.completed_at,
            month="2026-03",
            family=family,
            won=match.winner == side,
            points=20 if match.winner == side else 5,
            reason="played",
        )
        for match in matches
        for side, user in enumerate((one, other))
    )
    return matches


def page_of(person: User, query: str = "", reader: User | None = None) -> str:
    return text_of(a_browser(reader).get(f"/players/{person.username}/{query}"))


def shown_in(html: str) -> list[int]:
    """The matches a page shows, in its order."""
    return [int(number) for number in re.findall(r'<a href="/matches/(\d+)/">contra', html)]


def older_in(html: str) -> str:
    """The query of the link to older matches."""
    found = re.search(r'rel="next" href="([^"#]*)#matches"', html)
    return found[1].replace("&amp;", "&") if found else ""


@pytest.mark.feature("Points and players", "A player's history of matches, with filters")
def test_a_long_history_is_read_page_by_page_each_match_once(now):
    ana, luis = a_person("ana"), a_person("luis")
    matches = casual_matches(ana, luis, 500, now)
    shown, query, pages = [], "", 0
    while query or not pages:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            html = page_of(ana, query)
        assert len(asked) <= QUERIES
        assert not [each for each in asked if "OFFSET" in each["sql"]]
        assert len(shown_in(html)) <= A_PAGE
        shown, query, pages = [*shown, *shown_in(html)], older_in(html), pages + 1
        if pages == 5:
            break
    assert shown == [match.pk for match in reversed(matches)][: 5 * A_PAGE]
    assert query


def test_the_last_page_leads_no_further(now):
    ana, luis = a_person("ana"), a_person("luis")
    casual_matches(ana, luis, A_PAGE + 3, now)
    last = page_of(ana, older_in(page_of(ana)))
    assert len(shown_in(last)) == 3
    assert not older_in(last)
    assert "Los últimos" in last


def test_matches_of_one_instant_are_neither_lost_nor_shown_twice(now):
    ana, luis = a_person("ana"), a_person("luis")
    matches = casual_matches(ana, luis, A_PAGE * 2 + 1, now)
    PointsEntry.objects.update(at=now)
    shown, query = shown_in(html := page_of(ana)), older_in(html)
    while query:
        html = page_of(ana, query)
        shown, query = [*shown, *shown_in(html)], older_in(html)
    assert shown == sorted((match.pk for match in matches), reverse=True)


def test_an_index_holds_the_order(now):
    ana, luis = a_person("ana"), a_person("luis")
    casual_matches(ana, luis, 300, now)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE")
            cursor.execute("SET LOCAL enable_sort = off")  # few rows are sorted, if they may be
    plan = lines_of(ana, ana)[:A_PAGE].explain()
    assert "points_in_order" in plan
    assert "TEMP B-TREE FOR ORDER BY" not in plan


def test_filters_keep_what_is_asked_for(now, cup):
    ana = cup.champion.roster.get().user
    luis, marta = a_person("luis"), a_person("marta")
    mine = casual_matches(ana, luis, 3, now + 99 * HOUR, wins=1)
    truc = casual_matches(ana, marta, 2, now + 240 * HOUR, family="truc")
    of_cup = [match.pk for match in Match.objects.of(cup.pk).filter(player_results__user=ana)]
    day = (now + 240 * HOUR).date().isoformat()
    for query, expected in (
        ("family=truc", truc),
        ("family=truc&result=won", []),
        ("kind=casual", [*mine, *truc]),
        ("result=won&kind=casual", mine[:1]),
        ("result=lost&rival=luis", mine[1:]),
        ("rival=MARTA", truc),
        ("rival=@luis&family=truc", []),
        (f"since={day}", truc),
        (f"until={day}&kind=casual", [*mine, *truc]),
        (f"until={(now + 200 * HOUR).date()}&kind=casual", mine),
    ):
        assert sorted(shown_in(page_of(ana, f"?{query}"))) == [one.pk for one in expected], query
    assert sorted(shown_in(page_of(ana, "?kind=competition"))) == sorted(of_cup)


def test_filters_stay_in_the_way_to_older_matches(now):
    ana, luis = a_person("ana"), a_person("luis")
    casual_matches(ana, luis, A_PAGE + 1, now)
    query = older_in(page_of(ana, "?result=lost&family="))
    assert query.startswith("?result=lost&before=")
    assert len(shown_in(page_of(ana, query))) == 1


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("rival=nadie", "No hay nadie con ese nombre."),
        ("family=x", "no está entre las opciones"),
        ("since=ayer", "Esa fecha no existe."),
        ("before=x", "Esa página no existe."),
        ("before=2026-03-14T00:00:00~1", "Esa página no existe."),
        ("before=2026-03-14T00:00:00%2B00:00~99999999999999999999", "Esa página no existe."),
        ("before=0001-01-01T00:00:00%2B14:00~1", "Esa página no existe."),
        ("before=9999-12-31T23:59:59-14:00~1", "Esa página no existe."),
        ("rival=%00", "signos que no van"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(now, query, words):
    ana, luis = a_person("ana"), a_person("luis")
    casual_matches(ana, luis, 2, now)
    answer = a_browser().get(f"/players/ana/?{query}")
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not shown_in(text_of(answer))


@pytest.mark.parametrize("query", ["since=0001-01-01", "until=9999-12-31", "until=1900-01-01"])
def test_any_day_may_be_asked_about(now, query):
    ana, luis = a_person("ana"), a_person("luis")
    casual_matches(ana, luis, 1, now)
    assert a_browser().get(f"/players/ana/?{query}").status_code == 200


@pytest.mark.feature("Points and players", "Two players compared")
def test_two_players_are_compared_by_what_they_played(now):
    ana, luis, marta = a_person("ana"), a_person("luis"), a_person("marta")
    casual_matches(ana, luis, 5, now, wins=3)
    casual_matches(luis, ana, 2, now, wins=2, family="truc")
    casual_matches(ana, marta, 4, now)
    together = casual_matches(ana, marta, 2, now, wins=2)
    rows = PointsEntry.objects.filter(match__in=together, user=marta)
    rows.update(user=luis, won=True)
    PlayerResult.objects.filter(match__in=together, user=marta).update(user=luis, side=0)
    browser = a_browser(marta)
    browser.get("/rules/")  # what the header asks is kept for all pages
    with CaptureQueriesContext(connection) as asked:
        html = text_of(browser.get("/players/ana/?rival=luis"))
    assert len(asked) <= QUERIES
    versus = html[html.index('id="versus"') : html.index('id="matches"')]
    assert re.findall(r'figure-number">(\d+)<', versus) == ["3", "4"]
    assert re.findall(r"<b class=\"num\">(\d+–\d+)<", versus) == ["3–2", "0–2"]
    assert "Juntos ganaron 2 de 2." in versus


def test_private_matches_count_in_no_strangers_comparison(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2, public=False, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    one, other = (players_of(match_at(cup, 1, 1), side)[0] for side in (0, 1))
    figures = r'figure-number">(\d+)<'
    assert re.findall(figures, page_of(one, f"?rival={other.username}")) == ["0", "0"]
    assert re.findall(figures, page_of(one, f"?rival={other.username}", one)) == ["1", "0"]


def test_ones_own_comparison_is_one_tap_away(now):
    ana, luis = a_person("ana"), a_person("luis")
    assert 'href="?rival=luis#versus"' in page_of(ana, "", luis)
    assert "#versus" not in page_of(ana, "", ana)


def earned_in(html: str) -> list[str]:
    return re.findall(r'<li class="earned">.*?<b>(.*?)</b>', html, re.DOTALL)


@pytest.mark.feature("Points and players", "Levels and eight achievements")
def test_a_champion_has_earned_what_the_results_say(cup):
    champion = cup.champion.roster.get().user
    html = page_of(champion)
    assert earned_in(html) == ["Primera victoria", "Campeón"]
    assert "Nivel 2: Aprendiz" in html
    assert "El nivel suma todos los puntos, también los de mesas casuales" in html
    assert "40 de 100 puntos" in html
    rebuild_ranking()
    assert earned_in(page_of(champion)) == earned_in(html)


def test_a_corrected_result_takes_what_it_had_earned(cup, now):
    champion = cup.champion.roster.get().user
    final = match_at(cup, 2, 1)
    organiser = cup.club.memberships.get(role="owner").user
    result_services.reopen_match(
        match_id=final.pk, actor=organiser, reason="mal anotado", now=now + 9 * HOUR
    )
    heal_rankings()
    html = page_of(champion)
    assert earned_in(html) == ["Primera victoria"]
    assert "20 de 100 puntos" in html


def test_who_never_played_is_an_onlooker(now):
    html = page_of(a_person())
    assert "Nivel 1: Mirón" in html
    assert earned_in(html) == []


def test_who_played_no_match_is_told_so_and_led_to_what_they_played_at_tables():
    ana, luis = a_person("ana"), a_person("luis")
    to_tables = 'href="/tables/#latest"'
    assert "no jugó ningún partido de una competencia" in page_of(ana, reader=luis)
    assert "no jugaste ningún partido de una competencia" in page_of(ana, reader=ana)
    assert to_tables in page_of(ana, reader=ana)
    assert to_tables not in page_of(ana, reader=luis)
