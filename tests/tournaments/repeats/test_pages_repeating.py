"""The page that repeats a competition, and the taps to the list of entries."""

import re
from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.desks import cancelled, finished, who
from tests.tournaments.events import organiser_of
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition
from tournaments.staff_links.services import make_link

pytestmark = pytest.mark.django_db


def form_of(page: str) -> dict[str, object]:
    """Return what the form of a page sends if nothing in it is touched."""
    written = re.findall(
        r'<input type="(?:text|datetime-local)" name="(\w+)" value="([^"]*)"', page
    )
    ticked = re.findall(r'<input type="checkbox" name="(\w+)"(?: value="(\w+)")?[^>]*checked', page)
    sent: dict[str, object] = dict(written)
    for name, value in ticked:
        sent.setdefault(name, []).append(value or "on")
    return sent


def test_two_taps_lead_from_the_finished_one_to_the_list_of_entries(now):
    event = finished(now)
    browser = a_browser(organiser_of(event))
    over = text_of(browser.get(f"/competitions/{event.pk}/"))
    assert f'href="/competitions/{event.pk}/repeat/"' in over
    asked = form_of(text_of(browser.get(f"/competitions/{event.pk}/repeat/")))
    assert len(asked["entries"]) == 8
    answer = browser.post(f"/competitions/{event.pk}/repeat/", asked)
    new = Competition.objects.latest("pk")
    assert answer.url == f"/competitions/{new.pk}/entered/"
    listed = text_of(browser.get(answer.url))
    assert "está lista, con 8 inscripciones" in listed
    assert new.entries.confirmed().count() == 8


def test_the_dashboard_undoes_a_repeat(now):
    event = finished(now)
    browser, way = a_browser(organiser_of(event)), f"/competitions/{event.pk}/repeat/"
    browser.post(way, form_of(text_of(browser.get(way))))
    new = Competition.objects.latest("pk")
    desk = text_of(browser.get(f"/competitions/{new.pk}/manage/"))
    undo = f"/competitions/{new.pk}/repeat/undo/"
    assert f'action="{undo}"' in desk
    answer = browser.post(undo, follow=True)
    assert answer.redirect_chain == [(f"/competitions/{event.pk}/", 302)]
    assert f"{new.name} ya no está." in text_of(answer)


def test_links_are_shown_once_before_the_list(organiser, now):
    event = a_cup(organiser, now)
    make_link(**who(event, now), label="Patio", role="scorer")
    browser, way = a_browser(organiser), f"/competitions/{event.pk}/repeat/"
    page = text_of(browser.post(way, form_of(text_of(browser.get(way)))))
    new = Competition.objects.latest("pk")
    assert re.search(r"http://testserver/link/[\w-]{22}/", page)
    assert f'href="/competitions/{new.pk}/entered/"' in page


def test_a_second_tap_leads_to_the_same_competition(organiser, now):
    event = a_cup(organiser, now)
    browser, way = a_browser(organiser), f"/competitions/{event.pk}/repeat/"
    asked = form_of(text_of(browser.get(way)))
    first, second = (browser.post(way, asked).url for _ in range(2))
    assert first == second
    assert Competition.objects.count() == 2


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": ""}, "Hace falta"),
        ({"name": "Copa"}, "ya tiene"),
        ({"starts_at": "2001-01-01T21:00"}, "dentro del año"),
        ({"starts_at": "ayer"}, "No entendemos"),
        ({"entries": ["999999"]}, "999999"),
    ],
)
def test_a_refused_value_is_explained_at_its_field(changed, words, organiser, now):
    event = a_cup(organiser, now, name="Copa")
    enter(event, organiser, now, a_person())
    browser, way = a_browser(organiser), f"/competitions/{event.pk}/repeat/"
    answer = browser.post(way, form_of(text_of(browser.get(way))) | changed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Competition.objects.count() == 1


def test_a_cancelled_one_says_what_it_copies(now):
    event = cancelled(now)
    browser = a_browser(organiser_of(event))
    page = text_of(browser.get(f"/competitions/{event.pk}/repeat/"))
    assert "Se canceló. Se copia como estaba armada" in page
    assert "las 8 mesas" in page


def test_organisers_see_a_link_to_repeat_an_ended_competition(organiser, now):
    event = a_cup(organiser, now)
    way = f"/competitions/{event.pk}/repeat/"
    assert way not in text_of(a_browser(organiser).get(f"/competitions/{event.pk}/"))
    lifecycle.cancel(competition_id=event.pk, actor=organiser, now=now, reason="lluvia")
    assert way in text_of(a_browser(organiser).get(f"/competitions/{event.pk}/"))
    assert way not in text_of(a_browser().get(f"/competitions/{event.pk}/"))


def test_the_set_up_form_first_offers_to_repeat_the_last_one(now):
    last = finished(now)
    organiser = organiser_of(last)
    a_cup(organiser, now + timedelta(days=7), name="Está anotando")
    page = text_of(a_browser(organiser).get("/competitions/setup/"))
    assert f'href="/competitions/{last.pk}/repeat/"' in page
    assert page.index("Como la última vez") < page.index("¿Cuántos anotás?")
    for someone in (None, an_organiser()):
        assert "Como la última vez" not in text_of(a_browser(someone).get("/competitions/setup/"))


def test_others_do_not_repeat_it(organiser, now):
    event = a_cup(organiser, now)
    for someone in (an_organiser(), a_person()):
        assert a_browser(someone).get(f"/competitions/{event.pk}/repeat/").status_code == 403
    assert a_browser().get(f"/competitions/{event.pk}/repeat/").status_code == 302


def test_the_page_takes_12_queries(now, django_assert_max_num_queries):
    event = finished(now - timedelta(days=7))
    browser = a_browser(organiser_of(event))
    browser.get("/")
    with django_assert_max_num_queries(12):
        browser.get(f"/competitions/{event.pk}/repeat/")
