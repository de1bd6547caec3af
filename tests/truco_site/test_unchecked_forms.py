"""Views that check the token of a form themselves keep no form of another site."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.cups import a_cup, an_organiser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "/competitions/{cup}/paste/",
        "/competitions/{cup}/import/",
        "/clubs/{club}/look/",
        "/clubs/{club}/file/",
    ],
)
def test_a_form_of_another_site_is_not_sent_after_signing_in(address: str) -> None:
    cup = a_cup(an_organiser(), timezone.now())
    browser = Client(enforce_csrf_checks=True)  # without a session: SameSite keeps its cookie back
    form = {"list": "Malo y Peor", "enter": "1", "email": "malo@example.org", "digest": "0" * 64}
    answer = browser.post(address.format(cup=cup.pk, club=cup.club.slug), form)
    assert answer.status_code == 403
    assert "asked" not in browser.session
