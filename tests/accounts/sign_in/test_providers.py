"""Signing in by an account elsewhere, against a provider on this machine."""

from html import unescape

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.socialaccount.providers.apple.views import AppleOAuth2Adapter
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.profiles import services as profiles
from tests.accounts.factors import with_app
from tests.accounts.people import NOW, PASSWORD, a_person
from tests.accounts.sign_in.fake_provider import a_provider, query

pytestmark = [pytest.mark.django_db, pytest.mark.both]
LOGIN = "/accounts/oidc/oidc/login/"
BACK = "/accounts/oidc/oidc/login/callback/"
CHOOSE = "/accounts/3rdparty/signup/"
OWN = "/accounts/3rdparty/"
ANA = {"sub": "77", "email": "ana@example.org", "email_verified": True, "name": "Ana Paz"}


@pytest.fixture(scope="module")
def _served(tmp_path_factory):
    with a_provider(tmp_path_factory.mktemp("provider")) as provider:
        yield provider


@pytest.fixture
def provider(_served, settings):
    cache.clear()
    _served.person, _served.answers, _served.issuer = dict(ANA), {}, ""
    _served.asked.clear()
    settings.LOCAL_RECEIVERS = _served.trusted
    settings.SOCIALACCOUNT_PROVIDERS = _served.settings()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    return _served


def address_of(page):
    """The authorization address to which a page leads, by a link and by itself."""
    assert page.status_code == 200, page.status_code
    target = page.headers["Refresh"].removeprefix("0;url=")
    assert target in unescape(page.content.decode())
    return target


def come_back(browser, provider, process="login"):
    target = address_of(browser.post(f"{LOGIN}?process={process}"))
    return browser.get(f"{BACK}?{query(provider.let_in(target))}")


def who(browser):
    return browser.session.get("_auth_user_id")


def an_account(name="ana", **fields):
    person = a_person(name, **fields)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


@pytest.mark.feature("Accounts and clubs", "Signing in with Google, Apple or another provider")
def test_who_is_new_chooses_a_username_and_has_an_account(client, provider):
    assert come_back(client, provider).headers["Location"] == CHOOSE
    page = client.get(CHOOSE).content.decode()
    assert 'name="username"' in page
    assert 'name="email"' not in page
    client.post(CHOOSE, {"username": "Anita"})
    ana = User.objects.get()
    assert (ana.username, ana.first_name, ana.email) == ("anita", "", "ana@example.org")
    assert who(client) == str(ana.pk)
    assert EmailAddress.objects.get().verified
    account = SocialAccount.objects.get()
    assert (account.provider, account.uid, account.extra_data) == ("oidc", "77", {})
    assert not SocialToken.objects.exists()


def test_who_comes_again_is_signed_in_at_once(client, provider):
    come_back(client, provider)
    client.post(CHOOSE, {"username": "ana"})
    other = Client()
    come_back(other, provider)
    assert who(other) == str(User.objects.get().pk)
    assert SocialAccount.objects.get().extra_data == {}


@pytest.mark.parametrize("name", ["admin", "rnarta", "a", "a b"])
def test_the_username_keeps_the_rules_of_signing_up(client, provider, name):
    a_person("marta")
    come_back(client, provider)
    assert "errorlist" in client.post(CHOOSE, {"username": name}).content.decode()
    assert not SocialAccount.objects.exists()


def test_a_known_address_opens_nothing_until_its_owner_signed_in(client, provider):
    ana = an_account()
    answer = come_back(client, provider)
    assert answer.headers["Location"] == "/accounts/login/"
    assert "El Otro" in client.get("/accounts/login/").content.decode()
    assert (who(client), SocialAccount.objects.count()) == (None, 0)
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert SocialAccount.objects.get().user == ana
    other = Client()
    come_back(other, provider)
    assert who(other) == str(ana.pk)


def test_somebody_else_who_signs_in_there_is_not_linked(client, provider):
    an_account()
    an_account("rosa")
    come_back(client, provider)
    client.post("/accounts/login/", {"login": "rosa", "password": PASSWORD})
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("told", [False, "false", "true", None])
def test_an_address_that_is_not_confirmed_links_nothing(client, provider, told):
    ana = an_account()
    provider.person["email_verified"] = told
    assert come_back(client, provider).headers["Location"] == CHOOSE
    assert 'name="email"' in client.get(CHOOSE).content.decode()
    client.post(CHOOSE, {"username": "otra", "email": "ana@example.org"})
    assert not SocialAccount.objects.filter(user=ana).exists()
    assert who(client) != str(ana.pk)
    assert not EmailAddress.objects.exclude(user=ana).filter(verified=True).exists()


def test_a_second_factor_is_asked_for_there_too(client, provider):
    ana = an_account()
    SocialAccount.objects.create(user=ana, provider="oidc", uid="77")
    with_app(ana)
    answer = come_back(client, provider)
    assert answer.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert who(client) is None


def test_a_suspended_person_does_not_get_in(client, provider):
    ana = an_account(is_active=False)
    SocialAccount.objects.create(user=ana, provider="oidc", uid="77")
    come_back(client, provider)
    assert who(client) is None


@pytest.mark.feature("Accounts and clubs", "A guest who signs in elsewhere keeps their place")
def test_a_guest_becomes_the_account_in_the_same_row(client, provider):
    client.post("/tables/practice/", {"level": "1"})
    guest = User.objects.get(is_guest=True)
    come_back(client, provider)
    client.post(CHOOSE, {"username": "ana"})
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.email) == ("ana", False, "ana@example.org")
    assert who(client) == str(guest.pk)


def test_an_account_links_and_separates_a_provider_itself(client, provider):
    ana = an_account()
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    provider.person["email"] = "elsewhere@example.org"
    asked = come_back(client, provider, process="connect").headers["Location"]
    client.post(asked, {"password": PASSWORD})
    row = SocialAccount.objects.get(user=ana)
    assert "El Otro" in client.get(OWN).content.decode()
    client.post(OWN, {"account": row.pk})
    assert not SocialAccount.objects.exists()


def test_the_only_way_in_is_not_taken_away(client, provider):
    come_back(client, provider)
    client.post(CHOOSE, {"username": "ana"})
    client.post(OWN, {"account": SocialAccount.objects.get().pk})
    assert SocialAccount.objects.exists()
    assert client.get("/accounts/password/set/").status_code == 200


def test_an_account_of_another_person_is_not_taken_over(client, provider):
    rosa = an_account("rosa")
    SocialAccount.objects.create(user=rosa, provider="oidc", uid="77")
    an_account()
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    asked = come_back(client, provider, process="connect").headers["Location"]
    client.post(asked, {"password": PASSWORD})
    assert SocialAccount.objects.get().user == rosa


def test_an_answer_of_another_browser_or_used_twice_is_refused(client, provider):
    back = f"{BACK}?{query(provider.let_in(address_of(client.post(LOGIN))))}"
    assert Client().get(back).status_code == 401
    assert client.get(back).status_code == 302
    assert client.get(back).status_code == 401


WRONG = {
    "/token": [(200, b"not json"), (500, b""), (302, b""), (200, b'{"token_type": "Bearer"}')],
    "/userinfo": [(200, b"[1]"), (200, b'{"sub": ""}'), (503, b""), (200, b"x" * 300_000)],
}


@pytest.mark.parametrize(("path", "answer"), [(p, a) for p, all_ in WRONG.items() for a in all_])
def test_nonsense_from_the_provider_is_one_page(client, provider, path, answer):
    provider.answers[path] = answer
    page = come_back(client, provider)
    assert page.status_code in (401, 502)
    assert "/accounts/login/" in page.content.decode()
    assert who(client) is None


def test_an_issuer_or_audience_of_another_is_refused(client, provider):
    provider.issuer = "https://evil.example"
    assert come_back(client, provider).status_code == 401


def test_a_provider_that_is_away_is_one_page(client, provider):
    provider.answers["/.well-known/openid-configuration"] = (500, b"")
    assert client.post(LOGIN).status_code == 502


def test_inside_addresses_are_never_asked(client, provider, settings):
    settings.LOCAL_RECEIVERS = {}
    assert client.post(LOGIN).status_code == 502
    assert provider.asked == []


def test_a_cancelled_sign_in_says_so(client, provider):
    state = provider.let_in(address_of(client.post(LOGIN)))["state"]
    answer = client.get(f"{BACK}?error=access_denied&state={state}", follow=True)
    assert answer.status_code == 200
    assert "/accounts/login/" in answer.content.decode()


def test_without_a_provider_nothing_shows_and_nothing_answers(client):
    page = client.get("/accounts/login/").content.decode()
    assert "process=login" not in page
    for path in (LOGIN, "/accounts/oidc/google/login/", "/accounts/apple/login/"):
        assert client.post(path).status_code == 404
    assert client.post("/accounts/apple/login/callback/").status_code == 404


def test_pages_show_the_configured_provider(client, provider):
    for path in ("/accounts/login/", "/accounts/signup/"):
        assert LOGIN in client.get(path).content.decode()


def test_a_host_of_a_club_offers_none(client, provider, settings):
    settings.CLUB_HOSTS = {"club.example": "x"}
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "club.example"]
    assert LOGIN not in client.get("/accounts/login/", HTTP_HOST="club.example").content.decode()
    assert client.post(LOGIN, HTTP_HOST="club.example").status_code == 404


def test_deleting_the_account_forgets_the_provider(provider):
    ana = an_account()
    SocialAccount.objects.create(user=ana, provider="oidc", uid="77")
    assert profiles.gather(user=ana)["sign_in_providers"][0]["provider"] == "oidc"
    profiles.anonymise(user_id=ana.pk, now=NOW)
    assert not SocialAccount.objects.exists()


def test_an_account_without_a_password_is_deleted_after_a_fresh_sign_in(client, provider):
    come_back(client, provider)
    client.post(CHOOSE, {"username": "ana"})
    page = client.get("/profile/goodbye/").content.decode()
    assert 'type="password"' not in page
    assert client.post("/profile/goodbye/", {"username": "rosa"}).status_code == 422
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    assert client.post("/profile/goodbye/", {"username": "ana"}).status_code == 422
    come_back(client, provider)
    client.post("/profile/goodbye/", {"username": "ana"})
    assert User.objects.get().anonymised_at is not None


# ---- Apple ----
@pytest.fixture
def apple(provider, settings, monkeypatch):
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    app = {"name": "Apple", "client_id": provider.client, "secret": "KEYID", "key": "TEAM"}
    settings.SOCIALACCOUNT_PROVIDERS = {
        "apple": {"APPS": [{**app, "settings": {"certificate_key": pem}}]}
    }
    monkeypatch.setattr(AppleOAuth2Adapter, "access_token_url", f"{provider.url}/token")
    monkeypatch.setattr(AppleOAuth2Adapter, "public_key_url", f"{provider.url}/keys")
    provider.issuer = "https://appleid.apple.com"
    provider.person = {"sub": "77", "email": "ana@example.org", "email_verified": "true"}
    return provider


def back_from_apple(browser, apple, **form):
    """Apple's form arrives without the session's cookie, which is SameSite=Lax."""
    target = address_of(browser.post("/accounts/apple/login/"))
    foreign = Client(enforce_csrf_checks=True)
    answer = foreign.post("/accounts/apple/login/callback/", {**apple.let_in(target), **form})
    browser.cookies.update(foreign.cookies)
    return browser.get(answer.headers["Location"])


def test_apple_sends_a_form_and_the_browser_returns_with_its_session(client, apple):
    assert back_from_apple(client, apple).headers["Location"] == CHOOSE
    client.post(CHOOSE, {"username": "ana"})
    assert SocialAccount.objects.get().provider == "apple"
    assert EmailAddress.objects.get().verified


def test_an_address_that_the_browser_adds_to_apples_form_is_not_believed(client, apple):
    apple.person = {"sub": "78"}
    back_from_apple(client, apple, user='{"email": "rosa@example.org", "email_verified": true}')
    assert 'name="email"' in client.get(CHOOSE).content.decode()
