"""Generated titles of tables, in the reader's language."""

import pytest
from django.utils import translation

from games.models import Game
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
OPEN = "/tables/practice/"


@pytest.mark.feature("Operation", "Untitled tables have a title in the reader's language")
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
