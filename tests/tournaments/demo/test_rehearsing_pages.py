"""One tap makes a rehearsal, one tap deletes it."""

import pytest

from accounts.models import Club
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of
from tournaments.models import Competition

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MAKE = "/competitions/rehearse/"


def test_a_newcomer_rehearses_and_nothing_stays():
    browser = a_browser(a_person("ana"))
    assert f'action="{MAKE}"' in text_of(browser.get("/competitions/setup/"))
    page = text_of(browser.post(MAKE, follow=True))
    made = Competition.objects.get()
    assert "Esto es un ensayo." in page
    assert f'action="/competitions/{made.pk}/forget/"' in page
    assert "Esto es un ensayo." in text_of(browser.get(f"/competitions/{made.pk}/"))
    assert ">ensayo<" in text_of(browser.get("/competitions/"))
    answer = browser.post(f"/competitions/{made.pk}/forget/", follow=True)
    assert "no quedó nada" in text_of(answer)
    assert not Competition.objects.exists()
    assert not Club.objects.exists()


def test_an_empty_club_offers_it_to_its_organisers_alone():
    organiser = an_organiser()
    page = f"/clubs/{club_of(organiser).slug}/"
    assert MAKE in text_of(a_browser(organiser).get(page))
    assert MAKE not in text_of(a_browser(a_person()).get(page))
    a_browser(organiser).post(MAKE, {"club": club_of(organiser).slug})
    assert Competition.objects.get().club == club_of(organiser)


def test_a_club_that_is_not_ones_own_is_refused_and_none_is_opened():
    browser, other = a_browser(a_person()), club_of(an_organiser())
    for club in ("zzz", other.slug):
        assert browser.post(MAKE, {"club": club}).status_code == 403
    assert not Competition.objects.exists()
    assert Club.objects.get() == other


def test_others_neither_find_nor_delete_it(now):
    organiser = an_organiser()
    a_browser(organiser).post(MAKE)
    pk = Competition.objects.get().pk
    for who in (None, a_person()):
        assert a_browser(who).get(f"/competitions/{pk}/").status_code == 404
    assert a_browser(a_person()).post(f"/competitions/{pk}/forget/").status_code == 404
    cup = a_cup(organiser, now)
    answer = a_browser(organiser).post(f"/competitions/{cup.pk}/forget/")
    assert answer.status_code == 409
    assert "no es un ensayo" in text_of(answer)
    assert Competition.objects.count() == 2
