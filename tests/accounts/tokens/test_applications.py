"""OAuth 2 for other sites: register, consent, codes with PKCE, tokens, and their end."""

import secrets
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.common.errors import RefusedError
from accounts.models import ApiToken
from accounts.profiles import services as profiles
from accounts.tokens import applications
from accounts.tokens import services as tokens
from tests.accounts.people import PASSWORD, a_club, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
BACK = "https://other.example/back"
TOKEN, REVOKE, ASK = "/api/v1/oauth/token", "/api/v1/oauth/revoke", "/oauth/authorize/"
VERIFIER = "v" * 64
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


@pytest.fixture
def rosa():
    return a_person("rosa")


@pytest.fixture
def app(rosa):
    """A public application, registered by Rosa."""
    app, secret = applications.register_application(
        user=rosa, name="El Otro", redirect_uris=[BACK], is_public=True
    )
    assert secret == ""
    return app


@pytest.fixture
def ana(client):
    ana = a_person("ana")
    client.force_login(ana)
    return ana


def consent_query(app, **changes):
    asked = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": BACK,
        "scope": "read entries",
        "state": "s-1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return {name: value for name, value in {**asked, **changes}.items() if value is not None}


def came_back(page):
    """What the browser takes back to the application."""
    assert page.status_code == 200, page.status_code
    target = page.headers["Refresh"].removeprefix("0;url=")
    assert target in unescape(page.content.decode())
    assert target.startswith(BACK)
    told = urlsplit(target)
    return {name: values[0] for name, values in parse_qs(told.query or told.fragment).items()}


def consent(client, app, club="", **changes):
    form = {**consent_query(app, **changes), "allow": "1", "club": club}
    return came_back(client.post(ASK, form))


def exchange(app, code, **changes):
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "client_id": app.client_id,
        "code_verifier": VERIFIER,
    }
    return Client().post(TOKEN, {**form, **changes})


def refreshed(app, token):
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": app.client_id}
    return Client().post(TOKEN, form)


def tokens_of(client, app, **changes):
    return exchange(app, consent(client, app, **changes)["code"]).json()


def recognised(secret):
    return tokens.recognise_token(secret=secret, now=timezone.now())


def refusal(secret):
    with pytest.raises(RefusedError) as refused:
        recognised(secret)
    return refused.value.code


@pytest.mark.feature("Exports", "Other sites act for a person by OAuth 2 with PKCE")
def test_a_person_allows_an_application_and_it_acts_for_them(client, ana, app):
    page = client.get(f"{ASK}?{urlencode(consent_query(app))}").content.decode()
    assert "El Otro" in page
    assert "rosa" in page
    assert "<li>leer lo que ves</li><li>anotar y retirar</li>" in page
    assert '<input type="hidden" name="allow"' in page, "the buttons say it, no box to tick"
    back = consent(client, app)
    assert back["state"] == "s-1"
    told = exchange(app, back["code"]).json()
    assert (told["token_type"], told["expires_in"], told["scope"]) == (
        "Bearer",
        3600,
        "read entries",
    )
    token = recognised(told["access_token"])
    assert (token.user, token.scopes, token.club) == (ana, ["read", "entries"], None)
    answer = Client().get(
        "/api/v1/clubs", headers={"authorization": f"Bearer {told['access_token']}"}
    )
    assert answer.status_code == 200
    listed = tokens.tokens_of(ana, timezone.now()).get()
    assert (listed.name, listed.application) == ("El Otro", app)


def test_nothing_that_opens_a_door_is_stored(client, ana, rosa):
    app, secret = applications.register_application(
        user=rosa, name="Servidor", redirect_uris=[BACK], is_public=False
    )
    told = exchange(app, consent(client, app)["code"], client_secret=secret).json()
    rows = [*AccessToken.objects.values(), *RefreshToken.objects.values()]
    rows += [*Application.objects.values(), *ApiToken.objects.values()]
    for opens in (told["access_token"], told["refresh_token"], secret):
        assert opens not in str(rows)
    assert not Grant.objects.exists()


def test_an_application_with_a_secret_needs_it(client, ana, rosa):
    app, secret = applications.register_application(
        user=rosa, name="Servidor", redirect_uris=[BACK], is_public=False
    )
    code = consent(client, app)["code"]
    assert exchange(app, code, client_secret="guessed").status_code == 401
    basic = b64encode(f"{app.client_id}:{secret}".encode()).decode()
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
    }
    answer = Client().post(TOKEN, form, headers={"authorization": f"Basic {basic}"})
    assert answer.status_code == 200


def test_a_code_works_once_with_its_verifier_for_its_application(client, ana, app, rosa):
    code = consent(client, app)["code"]
    other, _ = applications.register_application(
        user=rosa, name="Otra", redirect_uris=[BACK], is_public=True
    )
    assert exchange(app, code, code_verifier="w" * 64).status_code == 400
    assert exchange(other, code).status_code == 400
    assert exchange(app, code, redirect_uri=f"{BACK}2").status_code == 400
    assert exchange(app, code).status_code == 200
    assert exchange(app, code).status_code == 400


WRONG = [
    {"code_challenge": None, "code_challenge_method": None},
    {"code_challenge_method": "plain"},
    {"scope": "everything"},
    {"response_type": "token"},
]


@pytest.mark.parametrize("changes", WRONG)
def test_a_request_without_pkce_or_of_another_kind_is_told_so(client, ana, app, changes):
    client.get(f"{ASK}?{urlencode(consent_query(app, **changes))}")
    answer = client.post(ASK, {**consent_query(app, **changes), "allow": "1"})
    assert "Refresh" not in answer.headers or "error" in came_back(answer)
    assert not ApiToken.objects.exists()
    assert not Grant.objects.exists()


def test_the_page_of_a_wrong_request_leads_home(client, ana):
    page = client.get(f"{ASK}?client_id=nobody").content.decode()
    assert '<a class="button" href="/">' in page


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": "https://other.example/back/../evil"},
        {"redirect_uri": "https://other.example.evil.example/back"},
        {"client_id": "nobody"},
    ],
)
def test_no_browser_is_led_to_an_address_that_was_not_registered(client, ana, app, changes):
    for answer in (
        client.get(f"{ASK}?{urlencode(consent_query(app, **changes))}"),
        client.post(ASK, {**consent_query(app, **changes), "allow": "1"}),
    ):
        assert answer.status_code in (400, 422, 200)
        assert "Refresh" not in answer.headers
        assert "Location" not in answer.headers
    assert not ApiToken.objects.exists()
    assert not Grant.objects.exists()


def test_who_says_no_gives_nothing(client, ana, app):
    told = came_back(client.post(ASK, consent_query(app)))
    assert told["error"] == "access_denied"
    assert not ApiToken.objects.exists()


def test_the_hidden_fields_cannot_widen_the_scopes(client, ana, app):
    answer = client.post(ASK, {**consent_query(app, scope="read root"), "allow": "1"})
    assert answer.status_code in (200, 422)
    assert not Grant.objects.exists()


def test_a_stranger_and_a_guest_sign_in_first(client, app):
    address = f"{ASK}?{urlencode(consent_query(app))}"
    assert client.get(address).headers["Location"].startswith("/accounts/login/?next=")
    client.post("/tables/practice/", {"level": "1"})
    assert client.get(address).headers["Location"].startswith("/accounts/login/?next=")


def test_without_the_token_of_the_form_nobody_consents(app, ana):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ana)
    assert browser.post(ASK, {**consent_query(app), "allow": "1"}).status_code == 403


def test_no_page_frames_the_question(app, client, ana):
    client.force_login(ana)
    page = client.get(ASK, consent_query(app))
    assert page.status_code == 200
    assert page.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


def test_an_organiser_allows_it_for_one_club(client, ana, app):
    club = a_club(ana)
    token = recognised(tokens_of(client, app, club=str(club.pk))["access_token"])
    assert token.club == club
    assert tokens.tokens_of(club, timezone.now()).get().application == app


def test_nobody_allows_it_for_a_club_of_others(client, ana, app, rosa):
    club = a_club(rosa)
    answer = client.post(ASK, {**consent_query(app), "allow": "1", "club": str(club.pk)})
    assert "Refresh" not in answer.headers
    assert not ApiToken.objects.exists()


def test_refreshing_changes_both_tokens_and_a_stolen_one_ends_all(client, ana, app):
    first = tokens_of(client, app)
    second = refreshed(app, first["refresh_token"]).json()
    assert refusal(first["access_token"]) == "token-unknown"
    assert recognised(second["access_token"]).user == ana
    assert refreshed(app, first["refresh_token"]).status_code == 400
    assert refusal(second["access_token"]) == "token-unknown"
    assert refreshed(app, second["refresh_token"]).status_code == 400


def test_the_person_takes_the_permission_back(client, ana, app):
    told = tokens_of(client, app)
    token = ApiToken.objects.get()
    client.post(f"/profile/tokens/{token.pk}/revoke/")
    assert refusal(told["access_token"]) == "token-unknown"
    assert refreshed(app, told["refresh_token"]).status_code == 400


def test_the_application_gives_a_token_back(client, ana, app):
    told = tokens_of(client, app)
    form = {"token": told["access_token"], "client_id": app.client_id}
    assert Client().post(REVOKE, form).status_code == 200
    assert refusal(told["access_token"]) == "token-unknown"


def test_a_later_consent_narrows_what_earlier_tokens_may(client, ana, app):
    first = tokens_of(client, app, scope="read entries results")
    tokens_of(client, app, scope="read")
    assert recognised(first["access_token"]).scopes == ["read"]
    assert ApiToken.objects.count() == 1


def test_tokens_end_with_time_suspension_and_the_account(client, ana, app):
    told = tokens_of(client, app)
    AccessToken.objects.update(expires=timezone.now())
    assert refusal(told["access_token"]) == "token-expired"
    told = tokens_of(client, app)
    ana.is_active = False
    ana.save()
    assert refusal(told["access_token"]) == "token-unknown"
    profiles.anonymise(user_id=ana.pk, now=timezone.now())
    assert not any(kind.objects.exists() for kind in (AccessToken, RefreshToken, ApiToken))


def test_deleting_the_owner_ends_the_application(client, ana, app, rosa):
    told = tokens_of(client, app)
    profiles.anonymise(user_id=rosa.pk, now=timezone.now())
    assert not Application.objects.exists()
    assert refusal(told["access_token"]) == "token-unknown"


def test_a_guessed_secret_of_either_kind_is_unknown():
    assert refusal(applications.PREFIX + secrets.token_urlsafe(32)) == "token-unknown"


# ---- the pages of applications ----
PAGE = "/profile/applications/"


@pytest.fixture
def signed(client):
    ana = a_person("ana")
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return ana


def test_an_application_is_registered_and_deleted(client, signed):
    page = client.post(PAGE, {"name": "Tablero", "redirect_uris": f"{BACK}\nhttp://127.0.0.1:8/x"})
    app = Application.objects.get()
    assert app.client_id in page.content.decode()
    assert app.redirect_uris.split() == [BACK, "http://127.0.0.1:8/x"]
    assert app.client_secret.startswith(("pbkdf2", "md5"))
    other = Client()
    other.force_login(a_person("eva"))
    assert other.post(f"{PAGE}{app.pk}/delete/").status_code == 404
    client.post(f"{PAGE}{app.pk}/delete/")
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        "http://other.example/",
        "http://127.0.0.1.other.example/",
        "javascript:alert(1)",
        "https://other.example/#x",
        "//x",
        "https://a@b.example/",
        "https://*.example/",
        "/back",
        "",
    ],
)
def test_addresses_to_return_to_are_whole_and_https(client, signed, address):
    assert client.post(PAGE, {"name": "X1", "redirect_uris": address}).status_code == 422
    assert not Application.objects.exists()


def test_nobody_has_more_than_ten(rosa):
    for number in range(applications.MOST):
        applications.register_application(
            user=rosa, name=f"n{number}", redirect_uris=[BACK], is_public=True
        )
    with pytest.raises(RefusedError) as refused:
        applications.register_application(
            user=rosa, name="one more", redirect_uris=[BACK], is_public=True
        )
    assert refused.value.code == "too-many-applications"


def test_programs_find_the_addresses(client):
    told = client.get("/.well-known/oauth-authorization-server").json()
    assert told["token_endpoint"].endswith(TOKEN)
    assert told["code_challenge_methods_supported"] == ["S256"]


def test_scripts_of_other_sites_may_exchange_codes(client, ana, app):
    answer = exchange(app, "nothing")
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (400, "*")
    assert answer["Cache-Control"] == "no-store"
