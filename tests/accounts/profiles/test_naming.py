"""Confusable names, and former names."""

from datetime import timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import Rename, User
from accounts.names.validation import is_reserved_title
from accounts.profiles import services as profiles
from accounts.profiles.services import anonymise
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.people import NOW, a_guest, a_member, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
PROFILE = {"language": "es-ar", "zone": "Europe/Madrid", "motion": "normal"}


@pytest.mark.parametrize(
    "name",
    [
        *("Juez", "★ JUEZ ★", "El Juez", "juez_1", "J.u.e.z", "J u e z", "La Casa", "Oficial"),
        *("[admin]", "Admin 2", "Juez oficial", "Árbitra", "Organizador", "El juez de la casa"),
    ],
)
def test_an_office_is_nobodys_name(name):
    assert is_reserved_title(name)


@pytest.mark.parametrize(
    "name", ["Ana Juez", "Casanova", "De la Torre", "Modesto", "Oficialía", "12"]
)
def test_a_name_that_merely_contains_one_is_a_name(name):
    assert not is_reserved_title(name)


@pytest.mark.feature("Accounts and clubs", "Names that cannot be mistaken for others")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("marta", "name-of-user"),
        ("Rnarta", "name-of-user"),
        ("~ MARTA ~", "name-of-user"),
        ("La Casa", "name-of-office"),
        ("Don 0rganiza", "name-of-organiser"),
        ("«Don Organiza»", "name-of-organiser"),
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(club, owner, name, code):
    a_person("marta")
    ana = a_member(club, "ana")
    User.objects.filter(pk=owner.pk).update(display_name="Don Organiza")
    with pytest.raises(RefusedError, match=code):
        profiles.check_display_name(user=ana, name=name)


def test_other_names_and_ones_own_are_free(club, owner):
    ana, beto = a_member(club, "ana"), a_person("beto")
    a_guest()
    User.objects.filter(pk=owner.pk).update(display_name="Don Organiza")
    for name in ("Ana", "ANA", "Ana Juez", "Marta", "Ana Organiza"):
        profiles.check_display_name(user=ana, name=name)
    profiles.check_display_name(user=beto, name="Don Organiza")  # of a club that is not his


def test_the_profile_says_why_and_keeps_what_was(client):
    a_person("marta")
    ana = a_person(display_name="Juez")  # of a time when that was allowed
    client.force_login(ana)
    refused = client.post("/profile/", {**PROFILE, "display_name": "Marta"})
    assert refused.status_code == 422
    assert "Se confunde con el nombre de usuario" in text_of(refused)
    assert client.post("/profile/", {**PROFILE, "display_name": "Juez"}).status_code == 302
    assert not Rename.objects.exists()


def test_guests_take_no_office(client):
    client.force_login(a_guest())
    refused = client.post("/profile/", {**PROFILE, "display_name": "El Juez"})
    assert refused.status_code == 422


def test_organisers_see_for_a_month_what_a_member_was_called(club, owner):
    ana, mia = a_member(club, "ana"), a_member(club, "mia")
    browser_of(ana).post("/profile/", {**PROFILE, "display_name": "Anita"})
    seen = "antes: <bdi>ana</bdi>"
    assert seen in text_of(browser_of(owner).get("/clubs/la-yunta/"))
    assert seen not in text_of(browser_of(mia).get("/clubs/la-yunta/"))
    note = Rename.objects.get()
    Rename.objects.update(at=note.at - timedelta(days=30))
    assert seen not in text_of(browser_of(owner).get("/clubs/la-yunta/"))
    profiles.forget_old(now=note.at)
    assert not Rename.objects.exists()


def test_names_of_before_go_with_the_account():
    ana = a_person()
    profiles.note_rename(user=ana, before="Anita", now=NOW)
    profiles.note_rename(user=ana, before="ana", now=NOW)
    assert [note.before for note in Rename.objects.all()] == ["Anita"]
    anonymise(user_id=ana.pk, now=NOW)
    assert not Rename.objects.exists()
