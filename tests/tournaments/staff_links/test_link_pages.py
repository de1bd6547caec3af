"""Staff links in a browser: each is exchanged for a session with a single permission."""

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from django.http import JsonResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.models import Membership, User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, match_at
from tests.tournaments.events import organiser_of
from tournaments.judging import officials
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Official, StaffLink
from tournaments.staff_links import services as staff_links
from tournaments.staff_links.middleware import OPEN

pytestmark = pytest.mark.django_db
Views = Iterator[tuple[str, frozenset[str]]]
ROLES = list(Official.Role)
CLOSED = {
    *("competitions:links", "competitions:revoke_link", "competitions:officials"),
    *("competitions:dismiss", "competitions:hall_tables", "competitions:close_season"),
    *("competitions:forget", "competitions:repeat", "competitions:undo_repeat"),
    *("competitions:set_network", "competitions:register", "competitions:leave"),
}
"""What a link may not do: it is for organisers of the club, or for who plays."""


@pytest.fixture
def cup(now: datetime) -> Competition:
    return a_running_cup(an_organiser(), timezone.now(), with_cards=True)


def a_link(cup: Competition, role: str = "scorer", label: str = "Patio") -> tuple[StaffLink, str]:
    """A link and where it is opened."""
    link, token = staff_links.make_link(
        competition_id=cup.pk, actor=organiser_of(cup), label=label, role=role, now=timezone.now()
    )
    return link, f"/link/{token}/"


def opened(cup: Competition, role: str = "scorer", browser: Client | None = None) -> Client:
    """A browser in which a link was exchanged for a session."""
    browser = browser or a_browser()
    assert browser.post(a_link(cup, role)[1]).status_code == 302
    return browser


# ---- made and opened ----
def test_an_organiser_makes_one_and_sees_its_secret_once(cup):
    browser, address = a_browser(organiser_of(cup)), f"/competitions/{cup.pk}/links/"
    made = browser.post(address, {"label": "Anotador patio", "role": "scorer", "days": ""})
    secret = re.search(r"http://testserver/link/([\w-]{22})/", text_of(made))[1]
    assert 'class="qr"' in text_of(made)
    assert "no-store" in made.headers["Cache-Control"]
    listed = text_of(browser.get(address))
    assert "Anotador patio" in listed
    assert re.search(r'officials/" aria-current="page"', listed)  # a page of the desk, under Roles
    desk = text_of(browser.get(f"/competitions/{cup.pk}/manage/"))
    assert re.search(r"hizo un enlace para <bdi>Anotador patio</bdi>", desk)
    assert secret not in listed
    again = browser.post(address, {"label": "anotador PATIO", "role": "judge", "days": ""})
    assert again.status_code == 409
    assert "Ya hay un enlace con ese nombre" in text_of(again)
    for wrong in ({"label": "", "role": "scorer"}, {"label": "x", "role": "owner"}):
        assert browser.post(address, wrong).status_code == 422
    assert StaffLink.objects.count() == 1


def test_who_organises_nothing_makes_none(cup):
    address = f"/competitions/{cup.pk}/links/"
    for user in (a_person(), an_organiser()):
        fields = {"label": "x", "role": "desk"}
        assert a_browser(user).post(address, fields).status_code == 403
    assert opened(cup, "desk").get(address).status_code == 302  # a stranger there: signs in
    assert StaffLink.objects.count() == 1


@pytest.mark.feature("Judging", "A staff link lets a person score, judge or run one competition")
def test_looking_at_a_link_changes_nothing_and_a_click_lets_in(cup):
    link, address = a_link(cup)
    browser = a_browser()
    shown = browser.get(address)
    assert "Entrar como Patio" in text_of(shown)
    assert "no-store" in shown.headers["Cache-Control"]
    assert shown.headers["Referrer-Policy"] == "strict-origin"
    assert "_auth_user_id" not in browser.session
    answer = browser.post(address)
    assert answer.url == "/judging/now/"
    link.refresh_from_db()
    assert link.opened == 1
    assert set(browser.session.keys()) <= {"_auth_user_id", "_auth_user_backend", "_auth_user_hash"}
    assert browser.get("/judging/").status_code == 200


def test_it_is_exchanged_with_a_token_of_the_page_alone(cup):
    address = a_link(cup)[1]
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(address).status_code == 403
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text_of(browser.get(address)))[1]
    assert browser.post(address, {"csrfmiddlewaretoken": token}).status_code == 302


def test_wrong_links_are_refused_and_keep_no_link_out(cup):
    browser = a_browser()
    for _ in range(10):
        assert browser.get(f"/link/{'a' * 22}/").status_code == 404
    assert browser.get(f"/link/{'a' * 22}/").status_code == 429
    assert browser.post(a_link(cup)[1]).status_code == 302


@pytest.mark.feature("Judging", "Revoking a staff link ends its sessions at once")
def test_a_revoked_link_is_out_at_once_whoever_has_it_open(cup):
    scorer, organiser = opened(cup), a_browser(organiser_of(cup))
    match = match_at(cup, 1, 1)
    matches.call_match(match_id=match.pk, now=timezone.now())
    assert scorer.get(f"/matches/{match.pk}/score/").status_code == 200
    link = StaffLink.objects.get()
    organiser.post(f"/competitions/{cup.pk}/links/{link.pk}/revoke/")
    refused = scorer.get(f"/matches/{match.pk}/score/")
    assert (refused.status_code, refused.url.split("?")[0]) == (302, "/accounts/login/")
    assert not match.marks.exists()
    organiser.get(f"/competitions/{cup.pk}/links/")  # where it is said that it is revoked
    assert "Patio" not in text_of(organiser.get(f"/competitions/{cup.pk}/officials/"))


def test_an_expired_session_is_a_strangers(cup):
    scorer = opened(cup, "desk")
    StaffLink.objects.update(expires_at=timezone.now())
    assert scorer.get(f"/competitions/{cup.pk}/manage/").status_code == 302
    assert "_auth_user_id" not in scorer.session


def test_signing_in_replaces_it_and_it_replaces_an_account(cup):
    person = a_person()
    browser = a_browser(person)
    assert person.username in text_of(browser.get("/"))
    opened(cup, browser=browser)
    home = text_of(browser.get("/"))
    assert person.username not in home
    assert ">Patio<" in home  # whose session it is stands on every page
    browser.force_login(person)
    assert browser.get("/judging/").context["user"] == person
    assert ">Patio<" not in text_of(browser.get("/"))


# ---- where it authenticates ----
def test_its_name_is_nowhere_among_the_players(cup):
    link = a_link(cup, label="Anotador patio")[0]
    name = link.user.username
    stranger, organiser = a_browser(), a_browser(organiser_of(cup))
    assert stranger.get(f"/players/{name}/").status_code == 404
    assert "Anotador patio" not in text_of(stranger.get("/ranking/"))
    appointed = {"user": name, "role": "scorer"}
    assert organiser.post(f"/competitions/{cup.pk}/officials/", appointed).status_code == 422
    following = a_cup(organiser_of(cup), timezone.now())
    entered = {"players-player1": f"@{name}"}
    organiser.post(f"/competitions/{following.pk}/entries/", entered)
    assert not following.entries.exists()


class Witness:
    """The last middleware: records the user that a view would get, without running the view."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        """Answer in the place of the view."""
        return JsonResponse({"is_link": request.user.is_authenticated})


@pytest.mark.feature("Judging", "A staff link can use only the views of its role")
@pytest.mark.sampled
@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_somebody_in_the_views_it_is_for_and_a_stranger_in_all_others(
    cup, role, settings
):
    """Every address of the site, of its own competition and of another."""
    cookies, views = opened(cup, role).cookies, dict(_views(get_resolver()))
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.Witness"]
    browser = a_browser()
    browser.cookies = cookies
    assert len(views) > 150
    own, elsewhere = (
        {name for name, named in views.items() if _is_there(browser, _address(name, named, pk))}
        for pk in (cup.pk, cup.pk + 1)
    )
    assert own == OPEN[role]
    assert not own & CLOSED
    assert elsewhere == {name for name in own if not name.startswith("competitions:")}


def _views(resolver: URLResolver, space: str = "", above: frozenset[str] = frozenset()) -> Views:
    """Every named view of the site with what its address names."""
    for each in resolver.url_patterns:
        pattern = each.pattern
        named = above | set(pattern.converters) | set(getattr(pattern.regex, "groupindex", ()))
        if isinstance(each, URLResolver):
            yield from _views(each, f"{each.namespace}:" if each.namespace else space, named)
        elif each.name:
            yield f"{space}{each.name}", named


def _address(view: str, names: frozenset[str], pk: int) -> str:
    """An address of a view: its number is that of the competition, and of everything else."""
    known = {"app_label": "accounts", "url": "x"}
    return reverse(view, kwargs={name: known.get(name, pk) for name in names})


def _is_there(browser: Client, address: str) -> bool:
    """Return whether the link authenticates at an address, for any method."""
    told = {browser.generic(method, address).json()["is_link"] for method in ("GET", "POST")}
    assert len(told) == 1, address
    return told.pop()


@pytest.mark.parametrize("role", ROLES)
def test_what_is_not_open_leads_to_sign_in_and_changes_nothing(cup, role):
    browser, club = opened(cup, role), cup.club
    following = a_cup(organiser_of(cup), timezone.now())
    before = (AuditEvent.objects.count(), User.objects.count(), Competition.objects.count())
    for address in (
        f"/competitions/{following.pk}/register/",
        f"/competitions/{following.pk}/manage/",
        f"/competitions/{cup.pk}/officials/",
        f"/competitions/{cup.pk}/close-season/",
        f"/competitions/{cup.pk}/hall/tables/",
        "/competitions/setup/",
        "/competitions/rehearse/",
        "/profile/",
        "/profile/goodbye/",
        f"/clubs/{club.slug}/edit/",
        f"/clubs/{club.slug}/invite/",
        f"/friends/{organiser_of(cup).pk}/add/",
        "/calendars/renew/",
        "/reports/",
    ):
        answer = browser.post(address, {"name": "x", "label": "x"})
        assert answer.status_code in (302, 405), address
        doors = ("/accounts/login/", "/accounts/signup/")
        assert answer.status_code == 405 or answer.url.startswith(doors), address
    assert before == (
        *(AuditEvent.objects.count(), User.objects.count()),
        Competition.objects.count(),
    )


@pytest.mark.parametrize(("role", "status"), [("scorer", 302), ("judge", 302), ("desk", 200)])
def test_the_desk_alone_has_the_organisers_page(cup, role, status):
    assert opened(cup, role).get(f"/competitions/{cup.pk}/manage/").status_code == status


def test_a_private_competition_is_shown_to_its_links(cup):
    Competition.objects.filter(pk=cup.pk).update(public=False)
    page = f"/competitions/{cup.pk}/"
    assert a_browser().get(page).status_code == 404
    assert opened(cup).get(page).status_code == 200


def test_a_scorer_saves_rows_of_the_grid_under_its_label(cup):
    browser, match = opened(cup), match_at(cup, 1, 1)
    matches.call_match(match_id=match.pk, now=timezone.now())
    saved = browser.post(
        f"/competitions/{cup.pk}/results/{match.pk}/", {"game1-0": "5", "game1-1": "2", "seen": "0"}
    )
    assert saved.status_code == 302
    assert str(match.submissions.get().submitted_by) == "Patio"
    log = text_of(a_browser(organiser_of(cup)).get(f"/competitions/{cup.pk}/manage/"))
    assert "<bdi>Patio</bdi>" in log or ">Patio<" in log


# ---- what a former organiser can still use ----
def a_former_organiser(cup: Competition) -> tuple[User, Client]:
    """Somebody who organised the club of a cup, and the owner's browser."""
    former, owner = a_person(), a_browser(organiser_of(cup))
    Membership.objects.create(club=cup.club, user=former, role=Membership.Role.ORGANISER)
    return former, owner


@pytest.mark.parametrize(
    ("act", "form", "words"),
    [
        ("remove", {}, "Ya no es del club."),
        ("role", {"role": "member"}, "Ya no organiza el club."),
    ],
)
def test_who_removes_an_organiser_sees_what_they_can_still_use(cup, act, form, words):
    former, owner = a_former_organiser(cup)
    desk, _ = staff_links.make_link(
        competition_id=cup.pk, actor=former, label="Mesa 2", role="desk", now=timezone.now()
    )
    officials.appoint_official(
        competition_id=cup.pk, actor=former, user=former, role="judge", now=timezone.now()
    )
    shown = owner.post(f"/clubs/{cup.club.slug}/members/{former.pk}/{act}/", form, follow=True)
    (address, _status), text = shown.redirect_chain[-1], text_of(shown)
    assert address == f"/clubs/{cup.club.slug}/members/{former.pk}/remaining/"
    assert words in text
    assert "Mesa 2" in text
    assert "juez" in text
    post = cup.officials.get(user=former)
    assert owner.post(address, {"link": desk.pk}).url == address
    desk.refresh_from_db()
    assert desk.revoked_at is not None
    assert owner.post(address, {"post": post.pk}).url == address
    assert not cup.officials.filter(user=former).exists()
    assert owner.get(address).url == f"/clubs/{cup.club.slug}/"


def test_the_clubs_page_tells_organisers_whose_links_outlast_their_role(cup):
    former, owner = a_former_organiser(cup)
    desk, _ = staff_links.make_link(
        competition_id=cup.pk, actor=former, label="Mesa 2", role="desk", now=timezone.now()
    )
    club = f"/clubs/{cup.club.slug}/"
    address = f"{club}members/{former.pk}/remaining/"
    assert address not in text_of(owner.get(club))
    a_browser(former).post(f"{club}leave/")
    assert address in text_of(owner.get(club))
    assert address not in text_of(a_browser(former).get(club))
    assert "Ya no es del club." in text_of(owner.get(address))
    owner.post(address, {"link": desk.pk})
    assert address not in text_of(owner.get(club))


def test_nothing_is_shown_of_who_organises_or_has_nothing(cup):
    a_link(cup)
    maker = organiser_of(cup)
    former, owner = a_former_organiser(cup)
    address, club = f"/clubs/{cup.club.slug}/members/{{}}/remaining/", f"/clubs/{cup.club.slug}/"
    for who in (former, maker):
        assert owner.get(address.format(who.pk)).url == club


def test_links_and_posts_of_others_are_not_ended_there(cup):
    own, _ = a_link(cup)
    former, owner = a_former_organiser(cup)
    staff_links.make_link(
        competition_id=cup.pk, actor=former, label="Mesa 2", role="desk", now=timezone.now()
    )
    owner.post(f"/clubs/{cup.club.slug}/members/{former.pk}/remove/")
    address = f"/clubs/{cup.club.slug}/members/{former.pk}/remaining/"
    owner.post(address, {"link": own.pk})
    owner.post(address, {"post": cup.officials.first().pk})
    assert cup.links.standing().count() == 2
    assert a_browser(former).get(address).status_code == 403
