"""Services for users' own accounts."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.clubs import services as clubs
from accounts.common.errors import RefusedError
from accounts.models import Club, Membership, User
from accounts.profiles import services as profiles
from tests.accounts.people import NOW, PASSWORD, a_club, a_member, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.mark.feature("Accounts and clubs", "An account is deleted, its results stay")
def test_anonymising_takes_the_person_out_and_keeps_the_row():
    ana = a_person("ana", display_name="Ana Sosa", first_name="Ana", is_staff=True)
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True)
    profiles.anonymise(user_id=ana.pk, now=NOW)
    kept = User.objects.get(pk=ana.pk)
    assert "ana" not in f"{kept.username}{kept.display_name}{kept.first_name}{kept.email}".lower()
    assert (str(kept), kept.is_active, kept.is_staff) == ("jugador borrado", False, False)
    assert not kept.has_usable_password()
    assert not EmailAddress.objects.exists()


def test_anonymising_twice_is_anonymising_once():
    ana = a_person("ana")
    for _ in range(2):
        profiles.anonymise(user_id=ana.pk, now=NOW)
    assert User.objects.get(pk=ana.pk).anonymised_at == NOW


def test_an_anonymous_account_neither_signs_in_nor_stays_signed_in():
    ana, browser = a_person("ana"), Client()
    browser.force_login(ana)
    profiles.anonymise(user_id=ana.pk, now=NOW)
    assert browser.get("/profile/").status_code == 302
    assert not Client().login(username="ana", password=PASSWORD)


def test_the_name_is_free_again_afterwards():
    profiles.anonymise(user_id=a_person("ana").pk, now=NOW)
    assert a_person("ana").pk


def test_erasing_a_name_from_a_club_undoes_nothing_else_there(monkeypatch):
    ana = a_person("ana")
    club, write = a_club(ana, "La barra de ana"), profiles.slugify

    def change_meanwhile(name):
        Club.objects.filter(pk=club.pk).update(zone="UTC")
        return write(name)

    monkeypatch.setattr(profiles, "slugify", change_meanwhile)
    profiles.anonymise(user_id=ana.pk, now=NOW)
    club.refresh_from_db()
    assert (club.name, club.zone) == ("La barra de jugador borrado", "UTC")


def test_an_owner_with_members_hands_the_club_over_first():
    ana = a_person("ana")
    club = a_club(ana)
    mia = a_member(club, "mia")
    with pytest.raises(RefusedError) as refused:
        profiles.anonymise(user_id=ana.pk, now=NOW)
    assert refused.value.code == "owner-stays"
    assert User.objects.get(pk=ana.pk).is_active
    clubs.hand_over(club_id=club.pk, by=ana, user_id=mia.pk)
    profiles.anonymise(user_id=ana.pk, now=NOW)
    assert [row.user for row in Membership.objects.all()] == [mia]


def test_the_language_is_remembered():
    ana = a_person("ana")
    profiles.set_language(user=ana, language="en")
    assert User.objects.get(pk=ana.pk).language == "en"
