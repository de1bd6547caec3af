"""The glossary: each word has its anchor, in every language, and the table leads to it."""

import re

import pytest
from django.conf import settings
from django.utils import timezone

from games.house_rules.glossary import GLOSSARY, OWN_WORDS
from tests.games.tables import a_table

pytestmark = pytest.mark.django_db
ASKED_FOR = {
    *("mano", "pie", "poner", "matar", "pasar", "ir-al-pie", "veni", "parda", "canto", "mazo"),
    *("tantos", "pieza", "bravas", "chico", "buenas", "malas", "sena", "tapada"),
}


@pytest.mark.feature("Learning", "The words of the table, each with its anchor")
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_word_has_its_anchor_and_meaning(client, language):
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    found = dict(re.findall(r'<div id="w-([a-z-]+)"><dt lang="es">.*?<dd>(.*?)</dd>', page))
    assert list(found) == [term.anchor for term in GLOSSARY]
    assert all(found.values())
    assert found.keys() >= ASKED_FOR


def test_a_brazilian_reads_the_own_word_first(client):
    page = client.get("/rules/", headers={"accept-language": "pt-br"}).content.decode()
    assert '<b lang="pt-br">Vaza</b> · Baza' in page
    assert OWN_WORDS["pt-br"].keys() <= {term.anchor for term in GLOSSARY}
    assert "Vaza" not in client.get("/rules/", headers={"accept-language": "es-ar"}).text


def test_the_words_stand_once_in_their_order():
    anchors = [term.anchor for term in GLOSSARY]
    assert anchors == sorted(set(anchors))


def test_the_menu_of_a_table_leads_to_the_words_and_to_the_lessons(client):
    page = client.get(f"/tables/{a_table(timezone.now()).pk}/").content.decode()
    menu = page[page.index('<section class="sheet" id="menu"') :]
    assert 'href="/rules/#words"' in menu
    assert 'href="/learn/"' in menu
