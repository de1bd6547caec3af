"""The modules of a table: asked for at once, by the table and by the page before it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game

SCRIPTS = Path(settings.BASE_DIR) / "static/js"
IMPORTED = re.compile(r'^import (?:[^"]+ from )?"\./([\w.]+)"|^} from "\./([\w.]+)"', re.MULTILINE)
PRELOADED = re.compile(
    r'<link rel="modulepreload" href="/static/js/([\w/]+)(?:\.[0-9a-f]{12})?\.js'
)

pytestmark = pytest.mark.django_db


def imports(name: str) -> set[str]:
    """Return a module and all that it imports, by their paths in `static/js` without the end."""
    folder = Path(name).parent
    text = (SCRIPTS / f"{name}.js").read_text()
    direct = {str(folder / (one or other)[:-3]) for one, other in IMPORTED.findall(text)}
    return {name}.union(*map(imports, direct))


NEEDED = imports("table") | imports("stage") | imports("fair/cuts")
BESIDE = imports("next_match")  # on a page of its own, too


@pytest.mark.feature("Playing", "The files of a table come before anybody asks for one")
def test_a_page_that_leads_to_a_table_names_all_its_modules(client: Client) -> None:
    assert "fair/noble_sha2" in NEEDED
    page = client.get("/").content.decode()
    (ahead,) = re.findall(r"<template data-ahead .*?</template>", page, re.DOTALL)
    assert set(PRELOADED.findall(ahead)) == NEEDED | BESIDE
    assert imports("fair/ahead") - NEEDED == {"fair/ahead"}, "of its own it brings itself alone"


def test_a_table_that_seats_who_comes_waits_for_no_module_twice(client: Client) -> None:
    client.post(
        "/tables/now/", {"preset": "argentino", "seats": "2", "length": "short", "robots": "on"}
    )
    page = client.get(f"/tables/{Game.objects.get().pk}/").content.decode()
    assert "data-sit=" in page
    assert set(PRELOADED.findall(page)) | {"table"} == NEEDED
