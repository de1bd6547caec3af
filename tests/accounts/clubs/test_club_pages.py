"""Pages of clubs: actions by role, changes by forms, and invitations."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.common.rate_limit import GUESSES
from accounts.models import Club, Invitation, User
from tests.accounts.browsers import WRITES, browser_of, text_of
from tests.accounts.people import PASSWORD, a_club, a_member, a_person

# ---- clubs ----
CLUB = {"name": "El Rejunte", "about": "Los jueves.", "zone": "America/Montevideo"}
pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_anybody_with_an_account_opens_a_club(client):
    client.force_login(a_person())
    assert client.post("/clubs/new/", CLUB).headers["Location"] == "/clubs/el-rejunte/"
    assert "Los jueves." in text_of(client.get("/clubs/el-rejunte/"))


@pytest.mark.parametrize(
    "change",
    [
        {"name": "   "},
        {"name": "La Yunta"},
        {"name": "1a yunta"},
        {"name": "admin"},
        {"name": "x" * 61},
        {"name": "a\u200bb"},
        {"name": "a\x00b"},
        {"name": "Lа Peña"},
        {"about": "x" * 401},
        {"zone": "Mars/Olympus"},
    ],
)
def test_a_bad_club_is_refused_in_words(client, club, change):
    client.force_login(a_person())
    response = client.post("/clubs/new/", {**CLUB, **change})
    assert response.status_code == 422
    assert "errorlist" in text_of(response)
    assert Club.objects.count() == 1


def test_a_name_that_is_too_long_is_refused_in_figures_and_never_cut(client):
    client.force_login(a_person())
    assert re.search(r'name="name"(?![^>]*maxlength)', text_of(client.get("/clubs/new/")))
    response = client.post("/clubs/new/", {**CLUB, "name": "Un club muy largo " * 17})
    assert "A lo sumo 60 signos (tiene 305)." in text_of(response)


def test_editing_changes_what_the_form_shows_and_nothing_else(club, owner):
    browser = browser_of(owner)
    before = Club.objects.values().get()
    everything = {field.name: "1" for field in Club._meta.get_fields()}
    browser.post("/clubs/la-yunta/edit/", {**everything, **CLUB})
    after = Club.objects.values().get()
    assert {key for key in before if before[key] != after[key]} == {*CLUB, "skeleton", "is_guarded"}


def test_editing_into_anothers_name_is_refused_in_words(club, owner):
    a_club(a_person("otto"), "El Rejunte")
    response = browser_of(owner).post("/clubs/la-yunta/edit/", CLUB)
    assert response.status_code == 422
    assert "muy parecido" in text_of(response)


@pytest.mark.parametrize("path", [path for path in WRITES if "clubs" in path])
def test_organisers_of_other_clubs_are_refused_in_words(club, path):
    stranger = a_person("otto")
    a_club(stranger, "Otro club")
    answer = browser_of(stranger).post(path, {"role": "organiser"})
    assert answer.status_code in {403, 404}
    assert "data-code" in text_of(answer)
    assert club.memberships.count() == 1


def test_the_page_of_a_club_offers_what_one_may_do(club, owner):
    mia = a_member(club, "mia")
    offers = {
        person: set(
            re.findall(r'action="/clubs/la-yunta/(\w+)', text_of(browser.get("/clubs/la-yunta/")))
        )
        for person, browser in (
            ("owner", browser_of(owner)),
            ("member", browser_of(mia)),
            ("stranger", Client()),
        )
    }
    assert offers == {"owner": {"invite", "members"}, "member": {"leave"}, "stranger": set()}


def test_roles_change_by_click(club, owner):
    mia, browser = a_member(club, "mia"), browser_of(owner)
    browser.post(f"/clubs/la-yunta/members/{mia.pk}/role/", {"role": "organiser"})
    assert club.can_organise(mia)
    browser.post(f"/clubs/la-yunta/members/{mia.pk}/role/", {"role": "owner"})
    assert club.role_of(mia) == "member"
    browser.post(f"/clubs/la-yunta/members/{mia.pk}/owner/")
    assert (club.role_of(mia), club.role_of(owner)) == ("owner", "organiser")
    browser_of(mia).post(f"/clubs/la-yunta/members/{owner.pk}/remove/")
    assert club.role_of(owner) is None


def test_a_member_leaves_by_click(club):
    mia = a_member(club, "mia")
    browser_of(mia).post("/clubs/la-yunta/leave/")
    assert club.role_of(mia) is None


def test_clubs_are_listed_by_name(client):
    for name in ("Los Mentirosos", "Ancho Falso", "La Yunta"):
        a_club(a_person(f"owner-{name.split()[0].lower()}"), name)
    page = text_of(client.get("/clubs/"))
    assert page.index("Ancho Falso") < page.index("La Yunta") < page.index("Los Mentirosos")
    assert re.findall(r"<h(\d)", page.partition("<main")[2])[:3] == ["1", "2", "3"]


def test_clubs_are_found_by_part_of_their_name(client, club):
    a_club(a_person("otto"), "El Rejunte")
    html = text_of(client.get("/clubs/", {"q": "yunt"}))
    assert "La Yunta" in html
    assert "El Rejunte" not in html


# ---- invitations ----
def link_from(page):
    return re.search(r"/clubs/join/[\w-]+/", text_of(page)).group()


@pytest.mark.feature("Accounts and clubs", "Links to join a club")
def test_a_stranger_joins_by_link_after_signing_up(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    browser = Client()
    assert f"/accounts/signup/?next={link}" in text_of(browser.get(link))
    form = {"username": "mia", "email": "m@example.org", "password1": PASSWORD}
    form |= {"password2": PASSWORD, "next": link}
    assert browser.post("/accounts/signup/", form).headers["Location"] == link
    assert "Unirme" in text_of(browser.get(link))
    assert browser.post(link).headers["Location"] == "/clubs/la-yunta/"
    assert club.role_of(User.objects.get(username="mia")) == "member"


def test_the_link_is_shown_once_and_kept_by_nobody(club, owner):
    page = browser_of(owner).post("/clubs/la-yunta/invite/")
    assert "no-store" in page.headers["Cache-Control"]
    assert "<svg" in text_of(page)


def test_a_dead_link_says_so(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for address in (link, "/clubs/join/never-was/"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert 'data-code="invitation-unknown"' in text_of(answer)


def test_wrong_links_are_refused_and_keep_no_invitation_out(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    guesser = Client()
    tries = [guesser.get(f"/clubs/join/guess-{n}/").status_code for n in range(GUESSES.limit + 1)]
    assert tries == [404] * GUESSES.limit + [429]
    assert guesser.get(link).status_code == 200


def test_good_links_are_not_counted(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    assert {Client().get(link).status_code for _ in range(GUESSES.limit + 2)} == {200}


# ---- how much a page asks of the database ----
def test_a_clubs_page_asks_the_same_of_a_large_club(club, owner, django_assert_max_num_queries):
    for number in range(8):
        a_member(club, f"member-{number}")
    browser = browser_of(owner)
    with django_assert_max_num_queries(12):
        browser.get("/clubs/la-yunta/")
