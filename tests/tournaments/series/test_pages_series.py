"""Pages of a series: who sees the table, what organisers change, the wall, CSV."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import Membership
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of
from tests.tournaments.desks import who
from tests.tournaments.nights import a_night, a_series
from tournaments.models import Competition, Person, Series
from tournaments.series.services import add_to_series
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db
A_WEEK = timedelta(days=7)
TERMS = {
    "name": "Los martes",
    "scoring": "places",
    "place_points": "10 8 6",
    "attended_points": "1",
    "attendance_bonus": "0",
    "validity": "always",
    "counted": "",
    "planned": "18",
    "finalists": "",
}


def test_an_organiser_opens_one_and_chooses_what_counts(organiser, now):
    night, browser = a_night(organiser, now, "Ana", "Beto"), a_browser(organiser)
    club = club_of(organiser)
    opened = browser.post(f"/clubs/{club.slug}/series/", TERMS)
    series = Series.objects.get()
    assert opened.url == f"/series/{series.pk}/competitions/"
    asked = text_of(browser.get(opened.url))
    assert f'value="{night.pk}"' in asked
    assert browser.post(opened.url, {"chosen": [night.pk]}).url == f"/series/{series.pk}/"
    night.refresh_from_db()
    assert night.series == series


def test_days_of_competitions_are_those_of_their_club(organiser, now):
    evening = datetime(2026, 11, 30, 0, 30, tzinfo=UTC)  # 21:30 of the 29th in Buenos Aires
    night, series = a_night(organiser, now, "Ana", "Beto"), a_series(organiser, now)
    Competition.objects.filter(pk=night.pk).update(started_at=evening)
    asked = text_of(a_browser(organiser).get(f"/series/{series.pk}/competitions/"))
    assert "29 nov 2026 · " in asked


def test_a_table_whose_last_places_are_not_written_yet_says_so(organiser, now):
    night, series = a_night(organiser, now, "Ana", "Beto"), a_series(organiser, now)
    address = f"/series/{series.pk}/"
    assert "Todavía no terminó ninguna" in text_of(a_browser().get(address))
    add_to_series(series_id=series.pk, **who(night, now))
    page = text_of(a_browser().get(address))
    assert "Se está contando lo último que se jugó" in page
    assert "Todavía no terminó ninguna" not in page
    heal_rankings()
    page = text_of(a_browser().get(address))
    assert "1. Ana 10" in page
    assert "Se está contando" not in page


def test_the_table_strikes_out_dropped_results(organiser, now):
    series = a_series(organiser, now, counted=1, planned=18)
    a_night(organiser, now, "Ana", "Beto", series=series)
    a_night(organiser, now + A_WEEK, "Ana", "Beto", series=series)
    page = text_of(a_browser().get(f"/series/{series.pk}/"))
    assert "2 fechas jugadas de 18." in page
    assert "<s>10</s>" in page
    assert "Cuenta 1 fecha de cada uno, la mejor." in page
    assert "1. Ana 10" in page  # the text to send
    english = text_of(a_browser(language="en").get(f"/series/{series.pk}/"))
    assert "2 of 18 competitions played." in english


def test_names_without_an_account_lead_to_their_pages(organiser, now):
    series = a_series(organiser, now)
    a_night(organiser, now, "Ana", "Beto", series=series)
    ana, beto = (Person.objects.get(name=name) for name in ("Ana", "Beto"))
    Person.objects.filter(pk=beto.pk).update(hidden=True)
    club = club_of(organiser)
    for address in (f"/series/{series.pk}/", f"/clubs/{club.slug}/"):
        page = text_of(a_browser().get(address))
        assert f'<a href="/people/{ana.pk}/"><bdi>Ana</bdi></a>' in page
        assert f"/people/{beto.pk}/" not in page


def test_the_pages_of_a_series_take_12_queries(organiser, now, django_assert_max_num_queries):
    series = a_series(organiser, now)
    for week in range(3):
        a_night(organiser, now + week * A_WEEK, "Ana", "Beto", series=series)
    browser = a_browser(organiser)
    browser.get("/")
    pages = (f"/series/{series.pk}/", f"/clubs/{club_of(organiser).slug}/series/")
    for page in (*pages, f"/series/{series.pk}/competitions/", f"/series/{series.pk}/edit/"):
        with django_assert_max_num_queries(12):
            assert browser.get(page).status_code == 200


def test_the_clubs_page_shows_the_first_of_the_table(organiser, now):
    series = a_series(organiser, now)
    a_night(organiser, now, *"ABCDEF", series=series)
    page = text_of(a_browser().get(f"/clubs/{club_of(organiser).slug}/"))
    assert f'href="/series/{series.pk}/"' in page
    assert "<bdi>E</bdi>" in page
    assert "<bdi>F</bdi>" not in page


def test_the_table_is_a_file_in_the_readers_language(organiser, now):
    series = a_series(organiser, now, counted=1)
    for week in range(2):
        a_night(organiser, now + week * A_WEEK, "=Ana", "Beto", series=series)
    answer = a_browser().get(f"/series/{series.pk}/table.csv")
    lines = text_of(answer).lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()
    assert lines[0].startswith('"puesto";"jugador"')
    assert lines[1] == '1;"\'=Ana";"[10]";10;2;1;10'
    assert f'filename="los-martes-{series.pk}.csv"' in answer["Content-Disposition"]
    english = text_of(a_browser(language="en").get(f"/series/{series.pk}/table.csv"))
    assert '"rank","player"' in english


def test_the_wall_shows_the_table_after_the_podium(organiser, now):
    series = a_series(organiser, now, planned=2)
    night = a_night(organiser, now, "Ana", "Beto", series=series)
    browser = a_browser(organiser)
    wall = browser.get(f"/competitions/{night.pk}/wall/").url
    page = text_of(browser.get(f"{wall}?leaf=1"))
    assert "Los martes" in page
    assert "Falta 1 fecha." in page
    assert '<b class="num">10</b>' in page


def test_the_competition_leads_to_its_series(organiser, now):
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", series=series)
    assert f'href="/series/{series.pk}/"' in text_of(a_browser().get(f"/competitions/{night.pk}/"))


def test_the_final_is_one_tap_from_the_table(organiser, now):
    series = a_series(organiser, now, finalists=2)
    a_night(organiser, now, "Ana", "Beto", "Caro", series=series)
    browser = a_browser(organiser)
    assert "Armar la final con los 2 primeros" in text_of(browser.get(f"/series/{series.pk}/"))
    answer = browser.post(f"/series/{series.pk}/final/")
    final = Competition.objects.latest("pk")
    assert answer.url == f"/competitions/{final.pk}/entered/"
    assert "Armar la final" not in text_of(browser.get(f"/series/{series.pk}/"))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"place_points": "1 2"}, "Van de mayor a menor"),
        ({"name": ""}, "Hace falta"),
        ({"name": "LOS LUNES"}, "Ya hay un circuito"),
        ({"counted": "0"}, "errorlist"),
        ({"starts_on": "2026-06-01", "ends_on": "2026-05-01"}, "termina antes de empezar"),
        ({"scoring": "x"}, "x"),
    ],
)
def test_a_refused_value_is_explained_at_its_field(changed, words, organiser, now):
    a_series(organiser, now, name="Los lunes")
    answer = a_browser(organiser).post(f"/clubs/{club_of(organiser).slug}/series/", TERMS | changed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Series.objects.count() == 1


def test_rules_are_changed_and_a_series_is_removed(organiser, now):
    series, browser = a_series(organiser, now), a_browser(organiser)
    a_cup(organiser, now)
    assert 'value="Los martes"' in text_of(browser.get(f"/series/{series.pk}/edit/"))
    answer = browser.post(f"/series/{series.pk}/edit/", TERMS | {"counted": "12"})
    assert answer.url == f"/series/{series.pk}/"
    series.refresh_from_db()
    assert (series.counted, series.planned, series.place_points) == (12, 18, "10 8 6")
    assert browser.post(f"/series/{series.pk}/remove/").status_code == 302
    assert not Series.objects.exists()


def test_others_change_nothing(organiser, now):
    series = a_series(organiser, now)
    club, member = club_of(organiser), a_person()
    Membership.objects.create(club=club, user=member)
    for someone in (member, an_organiser()):
        browser = a_browser(someone)
        assert browser.post(f"/clubs/{club.slug}/series/", TERMS).status_code == 403
        for way in ("edit", "competitions"):
            assert browser.get(f"/series/{series.pk}/{way}/").status_code == 403
        for way in ("edit", "competitions", "final", "remove"):
            assert browser.post(f"/series/{series.pk}/{way}/").status_code == 403
    assert Series.objects.count() == 1
