"""Languages: found in the folders under `locale/`, and offered by their own names."""

import pytest
from django.conf import settings

from accounts.i18n.languages import supported_or_default
from accounts.models import User
from tests.accounts.people import a_person
from truco_site.environment import SOURCE, languages_in


@pytest.mark.feature("Operation", "A new language is one folder")
def test_a_language_is_a_folder_that_says_its_own_name(tmp_path):
    names = {"pt_BR": "Português", "es_UY": "Uruguayo", "gl": "Galego", "es_AR": "Rioplatense"}
    for folder, name in names.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "language.toml").write_text(f'name = "{name}"', encoding="utf-8")
    (tmp_path / "notes").mkdir()
    assert languages_in(tmp_path) == [
        (SOURCE, "Rioplatense"),
        ("es-uy", "Uruguayo"),
        ("gl", "Galego"),
        ("pt-br", "Português"),
    ]


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("es", "es-ar"),
        ("es-PY", "es-ar"),
        ("es-UY", "es-uy"),
        ("es-VE", "es-ve"),
        ("es-ES", "es-es"),
        ("ca-ES-valencia", "ca-valencia"),
        ("pt", "pt-br"),
        ("pt-PT", "pt-br"),
        ("en-GB", "en"),
        ("tlh", None),
        ("", None),
        ("en" * 4000, None),
        ("\x00", None),
    ],
)
def test_the_nearest_language_is_spoken(asked, language):
    assert supported_or_default(asked) == language


@pytest.mark.django_db
def test_the_switch_and_the_profile_offer_every_language_by_its_own_name(client):
    client.force_login(a_person())
    for address in ("/clubs/", "/profile/"):
        page = client.get(address).content.decode()
        for code, name in settings.LANGUAGES:
            assert name in page
            assert f'"{code}"' in page


@pytest.mark.django_db
def test_the_language_of_an_account_that_is_not_spoken_any_more_is_led_to_the_nearest(client):
    ana = a_person()
    for kept, shown in (("es-mx", "es-ar"), ("ca", "ca-valencia"), ("tlh", "es-ar")):
        User.objects.filter(pk=ana.pk).update(language=kept)
        client.force_login(ana)
        assert client.get("/clubs/").headers["Content-Language"] == shown
