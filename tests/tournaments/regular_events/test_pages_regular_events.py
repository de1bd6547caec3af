"""The page of a club's regular events, and the card on the home page."""

import pytest
from django.test import Client

from accounts.models import Club
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, club_of
from tournaments.models import Competition, RegularEvent

pytestmark = pytest.mark.django_db
FORM = {
    "kind": "arena",
    "name": "Arena de la noche",
    "preset": "uruguayo",
    "days": ["0", "1", "2", "3", "4", "5", "6"],
    "hour": "21:00",
    "minutes": "45",
    "robots_to": "6",
}


def test_an_organiser_adds_one_and_it_is_on_the_home_page():
    organiser = an_organiser()
    path = f"/clubs/{club_of(organiser).slug}/regular/"
    browser = a_browser(organiser)
    assert browser.post(path, FORM).status_code == 302
    (made,) = Competition.objects.all()
    assert (made.preset, made.stages.get().open_minutes) == ("uruguayo", 45)
    assert "todos los días" in text_of(browser.get(path))
    home = text_of(Client().get("/"))
    assert "Entra quien quiera" in home
    assert "Arena de la noche 1" in home
    event = RegularEvent.objects.get()
    assert f"{path}{event.pk}/end/" in text_of(browser.get(path))
    browser.post(f"{path}{event.pk}/end/")
    assert f"{path}{event.pk}/end/" not in text_of(browser.get(path))


def test_an_owner_without_the_second_factor_reads_that_nothing_is_held():
    organiser = an_organiser()
    path = f"/clubs/{club_of(organiser).slug}/regular/"
    browser = a_browser(organiser)
    browser.post(path, FORM)
    said = "estas citas no se hacen"
    assert said not in text_of(browser.get(path))
    Club.objects.update(is_guarded=True)
    assert [said in text_of(each.get(path)) for each in (browser, Client())] == [True, False]


def test_others_read_it_and_add_nothing():
    organiser = an_organiser()
    path = f"/clubs/{club_of(organiser).slug}/regular/"
    member = a_browser(a_person())
    assert "Agregar una" not in text_of(member.get(path))
    assert member.post(path, FORM).status_code == 403
    a_browser(organiser).post(path, FORM)
    event = RegularEvent.objects.get()
    assert member.post(f"{path}{event.pk}/end/").status_code == 403


@pytest.mark.parametrize("wrong", [{"days": []}, {"minutes": "5"}, {"hour": "25:00"}, {"name": ""}])
def test_what_is_wrong_stays_on_the_page(wrong):
    organiser = an_organiser()
    path = f"/clubs/{club_of(organiser).slug}/regular/"
    assert a_browser(organiser).post(path, {**FORM, **wrong}).status_code == 422
    assert not RegularEvent.objects.exists()
