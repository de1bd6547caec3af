"""The deck and the felt that a player or a guest has chosen, on the page of a table."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.profiles.forms import ProfileForm
from tests.games.tables import a_person, a_table

pytestmark = pytest.mark.django_db
FELT = {"green": "#1f5a45", "wine": "#6a2634"}
PALE, DUE = "#f5efe0", "#ffe08a"


def page_of(client, user: User) -> str:
    game = a_table(timezone.now(), people=[user, a_person("beto")])
    client.force_login(user)
    return client.get(f"/tables/{game.pk}/").content.decode()


@pytest.mark.feature("Playing", "Two designs of the Spanish cards, and two felts, to choose from")
@pytest.mark.parametrize("is_guest", [False, True])
def test_the_page_has_the_deck_and_the_felt_of_its_reader(client, is_guest):
    user = a_person("ana")
    User.objects.filter(pk=user.pk).update(
        deck="classic", felt="wine", is_guest=is_guest, visited_at=timezone.now()
    )
    page = page_of(client, User.objects.get(pk=user.pk))
    decks = re.search(r'data-decks="(\S+) (\S+)"', page)
    assert "deck-classic" in decks[2]
    assert page.count(decks[1]) == 1  # no other deck is fetched
    assert '<html lang="es-ar" data-felt="wine">' in page


def test_others_see_the_first_deck_on_green(client):
    page = page_of(client, a_person("ana"))
    assert "deck-classic" not in page
    assert "data-felt" not in page


def test_a_form_that_asks_for_neither_keeps_both():
    user = a_person("ana")
    user.deck, user.felt = "classic", "wine"
    form = ProfileForm({"language": "es-ar", "zone": "UTC", "motion": "normal"}, instance=user)
    assert form.is_valid(), form.errors
    saved = form.save()
    assert (saved.deck, saved.felt) == ("classic", "wine")


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("felt", FELT.values(), ids=FELT)
@pytest.mark.parametrize("words", [PALE, DUE])
def test_words_on_either_felt_have_a_contrast_of_4_5(felt, words):
    assert (luminance(words) + 0.05) / (luminance(felt) + 0.05) >= 4.5
