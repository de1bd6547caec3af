"""A list shared from another application lands on the paste page of a competition."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.accounts.people import PASSWORD
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.both]
LIST = "1. Ana Gómez\n2. Beto Ruiz\n3. <Caro> & Dani"


@pytest.mark.feature("Entries", "A list is shared from WhatsApp to the site")
def test_a_shared_list_is_pasted_into_the_chosen_competition():
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now())
    browser = a_browser(organiser)
    page = text_of(browser.post("/share/", {"text": LIST, "title": "Jueves"}))
    assert f'action="/competitions/{cup.pk}/paste/"' in page
    assert "3. &lt;Caro&gt; &amp; Dani" in page
    pasted = text_of(browser.post(f"/competitions/{cup.pk}/paste/", {"list": LIST}))
    assert "Ana Gómez" in pasted
    assert not cup.entries.exists()  # until the organiser confirms


def test_signing_in_keeps_the_text():
    organiser = an_organiser()
    a_cup(organiser, timezone.now())
    organiser.set_password(PASSWORD)
    organiser.save()
    browser = Client()
    answer = browser.post("/share/", {"text": LIST})
    assert answer.headers["Location"].startswith("/accounts/login/?next=/asked/")
    form = {"login": organiser.username, "password": PASSWORD}
    answer = browser.post(answer.headers["Location"], form)
    assert answer.headers["Location"] == "/asked/"
    assert "1. Ana Gómez" in text_of(browser.get("/asked/"))


def test_another_site_can_make_it_show_a_text_and_nothing_more():
    """A phone sends it without a token; all that follows needs one."""
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now())
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(organiser)
    assert browser.post("/share/", {"text": LIST}).status_code == 200
    sent = {"list": LIST, "enter": "1"}
    assert browser.post(f"/competitions/{cup.pk}/paste/", sent).status_code == 403
    assert not cup.entries.exists()


def test_only_competitions_before_their_draw_of_own_clubs_are_offered():
    organiser = an_organiser()
    other = a_cup(an_organiser(), timezone.now())
    page = text_of(a_browser(organiser).post("/share/", {"text": LIST}))
    assert f"/competitions/{other.pk}/paste/" not in page
    assert "/competitions/setup/" in page


def test_what_is_too_long_is_refused_in_words():
    answer = a_browser(an_organiser()).post("/share/", {"text": "Ana\n" * 5000})
    assert answer.status_code == 413
    assert "demasiado larga" in text_of(answer)


def test_an_empty_page_explains_itself():
    assert "WhatsApp" in text_of(a_browser(an_organiser()).get("/share/"))
