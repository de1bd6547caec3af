"""What a table is called that nobody gave a title: in the words of whoever reads it."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone, translation

from games.models import Game
from tests.games.tables import a_person, a_table

pytestmark = pytest.mark.django_db

OPEN = "/tables/practice/"


@pytest.mark.parametrize(
    ("company", "titles"),
    [
        ("robots", ("Mesa de práctica", "Taula de pràctica", "Practice table")),
        ("people", ("Mesa de ana", "Taula de ana", "ana’s table")),
    ],
)
def test_a_generated_title_is_in_the_readers_language(client, company, titles):
    client.force_login(a_person("ana"))
    chosen = {"preset": "argentino", "company": company, "turn_seconds": "30"}
    client.post(OPEN, chosen, headers={"accept-language": "en"})
    game = Game.objects.get()
    assert game.title == ""
    for language, title in zip(("es-ar", "ca-valencia", "en"), titles, strict=True):
        with translation.override(language):
            assert str(game) == title


def test_titles_that_were_made_up_once_are_left_to_the_reader():
    casual, played_in_a_cup = a_table(timezone.now()), a_table(timezone.now())
    Game.objects.update(title="Mesa de ana", host=a_person("ana"))
    Game.objects.filter(pk=played_in_a_cup.pk).update(page="/matches/1/", title="Copa: final")
    import_module("games.migrations.0011_generated_titles").leave_them_to_the_reader(apps, None)
    with translation.override("en"):
        assert str(Game.objects.get(pk=casual.pk)) == "ana’s table"
        assert str(Game.objects.get(pk=played_in_a_cup.pk)) == "Copa: final"
