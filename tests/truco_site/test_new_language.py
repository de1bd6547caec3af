"""A language is a folder with one line and a catalogue: from the template to the page."""

import re
import shutil
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings as site
from django.test import Client
from django.utils.translation import gettext, ngettext, override, pgettext

from tests.accounts.browsers import text_of
from tests.runner.messages import template
from truco_site.environment import languages_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def language(tmp_path: Path, settings: Any) -> Any:
    """A test language, whose words are those of the source in angle quotes."""
    folder = tmp_path / "locale" / "fr"
    shutil.copytree(site.LOCALE_PATHS[0], tmp_path / "locale")
    (folder / "LC_MESSAGES").mkdir(parents=True)
    (folder / "language.toml").write_text('name = "Français"\n', encoding="utf-8")
    catalogue = polib.pofile(str(template()))
    catalogue.metadata |= {"Language": "fr", "Plural-Forms": "nplurals=2; plural=(n > 1);"}
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: f"‹{entry.msgid}›", 1: f"‹{entry.msgid_plural}›"}
        else:
            entry.msgstr = f"‹{entry.msgid}›"
    catalogue.save(str(folder / "LC_MESSAGES" / "django.po"))
    read_back = polib.pofile(str(folder / "LC_MESSAGES" / "django.po"))
    read_back.save_as_mofile(str(folder / "LC_MESSAGES" / "django.mo"))
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.LANGUAGES = languages_in(tmp_path / "locale")
    return settings


@pytest.mark.feature("Operation", "A language is added by a folder with one line and a catalogue")
def test_pages_speak_the_new_language(language: Any, client: Client) -> None:
    assert ("fr", "Français") in language.LANGUAGES
    page = text_of(client.get("/", headers={"Accept-Language": "fr-FR"}))
    assert 'lang="fr"' in page
    assert "Français" in page
    visible = re.sub(r"(?s)<(script|style|template|svg)\b.*?</\1>|<[^>]+>", " ", page)
    assert visible.count("‹") > 10


def test_plurals_and_contexts_come_through(language: Any) -> None:
    with override("fr"):
        assert gettext("Mesas") == "‹Mesas›"
        assert ngettext("%(number)s mesa", "%(number)s mesas", 0).startswith("‹%(number)s mesa")
        assert pgettext("day without matches", "Libre") == "‹Libre›"
