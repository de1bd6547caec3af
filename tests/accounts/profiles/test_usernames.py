"""Changing the username: rules, the limit in time, and what keeps leading to the account."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.common.errors import RefusedError
from accounts.models import FormerUsername, Rename, User
from accounts.profiles import services as profiles
from tests.accounts.people import NOW, PASSWORD, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PAGE = "/profile/username/"
LATER = NOW + profiles.USERNAME_KEPT_FOR


def rename(user, name, now=NOW):
    profiles.change_username(user_id=user.pk, username=name, now=now)
    user.refresh_from_db()


def code_of(user, name, now=NOW):
    with pytest.raises(RefusedError) as refused:
        rename(user, name, now)
    return refused.value.code


@pytest.mark.feature("Accounts and clubs", "Changing the user name; old addresses lead to the new")
def test_old_addresses_lead_to_the_new_name(client):
    ana, _ = a_person("ana"), a_person("rosa")
    rename(ana, "anita")
    assert client.get("/players/anita/").status_code == 200
    for path in ("/players/ana/", "/players/ana/against/", "/players/rosa/against/ana/"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (
            302,
            path.replace("/ana/", "/anita/"),
        )
    assert client.get("/players/ana/?game=x").headers["Location"] == "/players/anita/?game=x"


def test_a_name_changes_once_in_ninety_days():
    ana = a_person()
    rename(ana, "anita")
    assert code_of(ana, "anota", NOW + timedelta(days=89)) == "username-too-soon"
    rename(ana, "anota", LATER)
    assert set(FormerUsername.objects.values_list("username", flat=True)) == {"ana", "anita"}


@pytest.mark.parametrize("name", ["marta", "rnarta", "rosa", "r0sa"])
def test_names_that_others_have_or_had_stay_theirs(name):
    a_person("marta")
    rename(a_person("rosa"), "rosita")
    assert code_of(a_person(), name) == "name-of-user"


def test_a_former_name_is_nobodys_to_sign_up_with_or_to_show(client):
    rename(a_person("rosa"), "rosita")
    fields = {"email": "x@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", {"username": "r0sa", **fields})
    assert User.objects.count() == 1
    with pytest.raises(RefusedError):
        profiles.check_display_name(user=a_person(), name="Rosa")


def test_who_had_a_name_may_take_it_back():
    ana = a_person()
    rename(ana, "anita")
    rename(ana, "ana", LATER)
    assert list(FormerUsername.objects.values_list("username", flat=True)) == ["anita"]
    assert ana.skeleton == "ana"


def test_organisers_see_the_former_name_of_who_shows_no_other():
    rename(a_person(), "anita")
    assert Rename.objects.get().before == "ana"
    rename(a_person("rosa", display_name="Rosa Paz"), "rosita")
    assert Rename.objects.count() == 1


def test_the_page_asks_for_the_password_and_changes_the_name(client):
    a_person()
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    asked = client.post(PAGE, {"username": "Anita"})
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    client.post(asked.headers["Location"], {"password": PASSWORD})
    client.post(PAGE, {"username": "Anita"})
    assert User.objects.get().username == "anita"
    assert "form" in client.get("/profile/").content.decode()
    assert 'name="username"' not in client.get(PAGE).content.decode()
    other = Client()
    other.post("/accounts/login/", {"login": "anita", "password": PASSWORD})
    assert "_auth_user_id" in other.session


@pytest.mark.parametrize("name", ["admin", "a b", "ab", "marta", "аna", ""])
def test_the_page_keeps_the_rules_of_signing_up(client, name):
    a_person("marta")
    client.force_login(a_person())
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.post(PAGE, {"username": name}).status_code == 422
    assert not FormerUsername.objects.exists()


def test_deleting_the_account_frees_its_names():
    ana = a_person()
    rename(ana, "anita")
    assert profiles.gather(user=ana)["former_usernames"][0]["username"] == "ana"
    profiles.anonymise(user_id=ana.pk, now=NOW)
    assert not FormerUsername.objects.exists()
    assert not profiles.is_username_taken("ana")
