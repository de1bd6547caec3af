"""Services of clubs: permissions, and repeated and late actions."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.clubs import services as clubs
from accounts.common.errors import RefusedError
from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import Club, Invitation
from accounts.profiles.services import anonymise
from tests.accounts.people import NOW, a_club, a_member, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@contextmanager
def refused(code):
    with pytest.raises(RefusedError) as refusal:
        yield
    assert refusal.value.code == code


@pytest.fixture
def owner():
    return a_person("owen")


@pytest.fixture
def club(owner):
    return a_club(owner)


def roles(club):
    return {row.user.username: row.role for row in club.memberships.select_related("user")}


# ---- opening and editing ----
@pytest.mark.feature("Accounts and clubs", "A club and its owner")
def test_whoever_opens_a_club_owns_it(owner):
    club = clubs.open_club(owner=owner, name="  La   Yunta ", zone=DEFAULT_ZONE)
    assert (club.name, club.slug, roles(club)) == ("La Yunta", "la-yunta", {"owen": "owner"})


@pytest.mark.parametrize("name", ["La Yunta", "LA YUNTA", "La Yuntá", "1a Yunta", "Lа Yunta"])
def test_a_name_that_looks_like_another_clubs_is_refused(owner, club, name):
    with refused("name-taken"):
        clubs.open_club(owner=owner, name=name, zone=DEFAULT_ZONE)
    assert Club.objects.count() == 1


def test_one_person_owns_so_many_clubs(owner, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_OWNED", 2)
    for number in range(2):
        clubs.open_club(owner=owner, name=f"Club {number}", zone=DEFAULT_ZONE)
    with refused("too-many-clubs"):
        clubs.open_club(owner=owner, name="Uno más", zone=DEFAULT_ZONE)
    browser = Client()
    browser.force_login(owner)
    answer = browser.post("/clubs/new/", {"name": "Uno más", "zone": DEFAULT_ZONE})
    assert "Ya sos dueño de muchos clubes" in answer.content.decode()
    assert Club.objects.count() == 2
    clubs.open_club(owner=a_person("eva"), name="Uno más", zone=DEFAULT_ZONE)


def test_a_zone_that_does_not_exist_is_refused(owner):
    with pytest.raises(ValidationError):
        clubs.open_club(owner=owner, name="La Yunta", zone="Mars/Olympus")


@pytest.mark.parametrize(
    ("name", "slug"),
    [("New", "new-2"), ("Join", "join-2"), ("Братья", "club"), ("Peña Ñandú", "pena-nandu")],
)
def test_a_clubs_address_is_never_one_of_the_sites(owner, name, slug):
    assert clubs.open_club(owner=owner, name=name, zone=DEFAULT_ZONE).slug == slug


def test_clubs_with_one_stem_get_addresses_of_their_own(owner):
    names = ("La Yunta!", "La Yunta?", "La Yunta#")
    opened = [clubs.open_club(owner=owner, name=name, zone=DEFAULT_ZONE).slug for name in names]
    assert opened == ["la-yunta", "la-yunta-2", "la-yunta-3"]


def test_organisers_edit_and_the_address_stays(club):
    organiser = a_member(club, "olga", organiser=True)
    changes = {"name": "El Rejunte", "zone": "America/Montevideo", "about": "Los jueves."}
    clubs.edit_club(club_id=club.pk, by=organiser, **changes)
    club.refresh_from_db()
    assert (club.name, club.slug, club.zone) == ("El Rejunte", "la-yunta", "America/Montevideo")


def test_a_club_may_keep_its_own_name(club, owner):
    clubs.edit_club(club_id=club.pk, by=owner, name="La Yunta", zone=club.zone, about="Nuevo")
    club.refresh_from_db()
    assert club.about == "Nuevo"


def test_members_and_strangers_do_not_edit(club):
    for person in (a_member(club, "mia"), a_person("eva")):
        with refused("not-organiser"):
            clubs.edit_club(club_id=club.pk, by=person, name="X1", zone=club.zone, about="")


def test_an_organiser_of_another_club_is_a_stranger(club):
    other = a_club(a_person("otto"), "Otro club")
    organiser = a_member(other, "olga", organiser=True)
    with refused("not-organiser"):
        clubs.invite(club_id=club.pk, by=organiser, now=NOW)


def test_a_club_that_does_not_exist_is_refused(owner):
    with refused("club-unknown"):
        clubs.leave(club_id=404, user=owner)


# ---- inviting and joining ----
def test_the_links_secret_is_long_and_not_kept(club, owner):
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    assert len(token) >= 22  # 128 bits in base 64
    assert token not in str(Invitation.objects.values())


def test_members_do_not_invite(club):
    with refused("not-organiser"):
        clubs.invite(club_id=club.pk, by=a_member(club, "mia"), now=NOW)


def test_joining_twice_uses_the_link_once(club, owner):
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    mia = a_person("mia")
    for _ in range(2):
        clubs.join(token=token, user=mia, now=NOW)
    assert roles(club) == {"owen": "owner", "mia": "member"}
    assert Invitation.objects.get().uses == 1


def test_an_owner_who_tries_the_link_stays_the_owner(club, owner):
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    clubs.join(token=token, user=owner, now=NOW)
    assert roles(club) == {"owen": "owner"}


def test_a_link_ends_after_its_days(club, owner):
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    last = NOW + clubs.INVITATION_LIFE
    clubs.join(token=token, user=a_person("mia"), now=last - timedelta(seconds=1))
    with refused("invitation-unknown"):
        clubs.join(token=token, user=a_person("eva"), now=last)


def test_a_link_ends_after_its_uses(club, owner):
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    Invitation.objects.update(max_uses=1)
    clubs.join(token=token, user=a_person("mia"), now=NOW)
    with refused("invitation-unknown"):
        clubs.join(token=token, user=a_person("eva"), now=NOW)


def test_a_withdrawn_link_is_a_link_that_never_was(club, owner):
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    assert clubs.withdraw_invitations(club_id=club.pk, by=owner, now=NOW) == 1
    assert clubs.withdraw_invitations(club_id=club.pk, by=owner, now=NOW) == 0
    for dead in (token, "never-was", ""):
        with refused("invitation-unknown"):
            clubs.open_invitation(token=dead, now=NOW)


# ---- roles ----
@pytest.mark.feature("Accounts and clubs", "Owner, organiser, member")
def test_only_the_owner_appoints(club, owner):
    olga, mia = a_member(club, "olga", organiser=True), a_member(club, "mia")
    with refused("not-owner"):
        clubs.appoint(club_id=club.pk, by=olga, user_id=mia.pk, organiser=True)
    clubs.appoint(club_id=club.pk, by=owner, user_id=olga.pk, organiser=False)
    assert roles(club) == {"owen": "owner", "olga": "member", "mia": "member"}


def test_the_owner_does_not_appoint_themselves_or_strangers(club, owner):
    with refused("owner-stays"):
        clubs.appoint(club_id=club.pk, by=owner, user_id=owner.pk, organiser=False)
    with refused("not-member"):
        clubs.appoint(club_id=club.pk, by=owner, user_id=a_person("eva").pk, organiser=True)


def test_a_club_handed_over_has_one_owner(club, owner):
    mia = a_member(club, "mia")
    clubs.hand_over(club_id=club.pk, by=owner, user_id=mia.pk)
    assert roles(club) == {"owen": "organiser", "mia": "owner"}
    with refused("not-owner"):  # twice
        clubs.hand_over(club_id=club.pk, by=owner, user_id=mia.pk)


def test_a_club_is_handed_to_members_only(club, owner):
    with refused("not-member"):
        clubs.hand_over(club_id=club.pk, by=owner, user_id=a_person("eva").pk)
    assert roles(club) == {"owen": "owner"}


def test_handing_a_club_to_oneself_changes_nothing(club, owner):
    clubs.hand_over(club_id=club.pk, by=owner, user_id=owner.pk)
    assert roles(club) == {"owen": "owner"}


# ---- leaving ----
def test_members_leave_once(club):
    mia = a_member(club, "mia")
    clubs.leave(club_id=club.pk, user=mia)
    with refused("not-member"):
        clubs.leave(club_id=club.pk, user=mia)


def test_the_owner_stays(club, owner):
    with refused("owner-stays"):
        clubs.leave(club_id=club.pk, user=owner)


def test_organisers_put_out_members_and_only_the_owner_organisers(club, owner):
    olga, oscar = (a_member(club, name, organiser=True) for name in ("olga", "oscar"))
    mia = a_member(club, "mia")
    clubs.remove_member(club_id=club.pk, by=olga, user_id=mia.pk)
    with refused("not-owner"):
        clubs.remove_member(club_id=club.pk, by=olga, user_id=oscar.pk)
    clubs.remove_member(club_id=club.pk, by=owner, user_id=oscar.pk)
    assert roles(club) == {"owen": "owner", "olga": "organiser"}


@pytest.mark.parametrize("how", ["removed", "demoted", "left", "deleted"])
def test_the_invitations_of_who_organises_no_longer_end(club, owner, how):
    olga, kept = (
        a_member(club, "olga", organiser=True),
        clubs.invite(club_id=club.pk, by=owner, now=NOW),
    )
    token = clubs.invite(club_id=club.pk, by=olga, now=NOW)
    if how == "removed":
        clubs.remove_member(club_id=club.pk, by=owner, user_id=olga.pk)
    elif how == "demoted":
        clubs.appoint(club_id=club.pk, by=owner, user_id=olga.pk, organiser=False)
    elif how == "left":
        clubs.leave(club_id=club.pk, user=olga)
    else:
        anonymise(user_id=olga.pk, now=NOW)
    with refused("invitation-unknown"):
        clubs.join(token=token, user=a_person("eva"), now=NOW)
    assert clubs.open_invitation(token=kept, now=NOW).club == club


def test_nobody_puts_out_the_owner_and_members_put_out_nobody(club, owner):
    olga, mia = a_member(club, "olga", organiser=True), a_member(club, "mia")
    with refused("owner-stays"):
        clubs.remove_member(club_id=club.pk, by=olga, user_id=owner.pk)
    with refused("not-organiser"):
        clubs.remove_member(club_id=club.pk, by=mia, user_id=olga.pk)


def test_who_can_organise(club, owner):
    people = [owner, a_member(club, "olga", organiser=True), a_member(club, "mia"), a_person("eva")]
    assert [club.can_organise(person) for person in people] == [True, True, False, False]
