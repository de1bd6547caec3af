"""The page of a club's seasons, and the leaderboard it leads to."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, club_of, play_cup
from tournaments.models import Season
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db


def posted(browser, club, key="new", **told):
    form = {f"{key}-{name}": value for name, value in told.items()}
    given = {} if key == "new" else {"season": key}
    return browser.post(f"/clubs/{club.slug}/seasons/", {**form, **given})


def test_an_organiser_names_a_season_and_everybody_reads_its_leaderboard(now):
    organiser = an_organiser()
    club, browser = club_of(organiser), a_browser(organiser)
    play_cup(a_running_cup(organiser, now, entries=2), now)
    heal_rankings()
    assert posted(browser, club, name="Apertura", starts_on="2026-01-01").status_code == 302
    season = Season.objects.get()
    page = text_of(a_browser().get(f"/clubs/{club.slug}/seasons/"))
    assert "Apertura" in page
    assert "Guardar" not in page
    asked = f"/ranking/?club={club.slug}&period={season.period}"
    assert asked.replace("&", "&amp;") in page
    assert text_of(a_browser().get(asked)).count('class="rank"') == 2
    told = {"name": "Torneo largo", "starts_on": "2020-01-01", "ends_on": "2020-12-31"}
    assert posted(browser, club, str(season.pk), **told).status_code == 302
    assert "Nadie jugó" in text_of(a_browser().get(asked))
    removed = browser.post(f"/clubs/{club.slug}/seasons/{season.pk}/remove/")
    assert removed.status_code == 302
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "words"),
    [
        ("2026-06-01", "2026-05-01", "termina antes de empezar"),
        ("2026-03-01", "", "se pisan"),
        ("1900-03-01", "", "van de 1970"),
        ("ayer", "", "fecha"),
        ("", "", "Hace falta"),
    ],
)
def test_what_cannot_be_is_said_beside_the_form(starts_on, ends_on, words, now):
    organiser = an_organiser()
    club, browser = club_of(organiser), a_browser(organiser)
    posted(browser, club, name="Uno", starts_on="2026-03-01")
    told = {"name": "Dos", "starts_on": starts_on, "ends_on": ends_on}
    answer = posted(browser, club, **told)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert 'value="Dos"' in text_of(answer)
    assert Season.objects.count() == 1


def test_others_name_nothing(now):
    club = club_of(an_organiser())
    assert (
        posted(a_browser(a_person()), club, name="Uno", starts_on="2026-01-01").status_code == 403
    )
    own = an_organiser()
    browser = a_browser(own)
    assert posted(browser, club_of(own), "77", name="x", starts_on="2026-01-01").status_code == 409
    assert not Season.objects.exists()


def test_the_season_of_another_club_is_none(now):
    organiser, other = an_organiser(), club_of(an_organiser())
    posted(a_browser(organiser), club_of(organiser), name="Uno", starts_on="2026-01-01")
    period = Season.objects.get().period
    for asked in (f"club={other.slug}&period={period}", f"period={period}", "period=s999999"):
        page = a_browser().get(f"/ranking/?{asked}")
        assert page.status_code == 200
        assert page.context["asked"].period == ""
    assert a_browser().get("/ranking/?period=sx").status_code == 200
