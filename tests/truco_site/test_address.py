"""How pages, faults and letters of accounts address their reader, in others' words, too."""

import re

import pytest
from allauth.core import context as allauth_context
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, a_person

pytestmark = pytest.mark.django_db

FORMAL = re.compile(
    r"\b(usted|sus? (?:cuenta|correo|contraseña|usuario|dirección)|"
    r"ingrese|introduzca|escriba|elija|seleccione|asegúrese|confirme|compruebe|"
    r"haga|siga|utilice|le hemos|desea|vostè|vosté|vostre|vostra|introduïu|escriviu|heu)\b",
    re.IGNORECASE,
)
PAGES = (
    *("login", "signup", "password/reset", "password/reset/done", "password/change", "logout"),
    *("email", "reauthenticate", "confirm-email", "password/reset/key/1-x", "inactive"),
)
FAULTS = {  # forms that cannot be taken, with nothing and with something wrong in them
    "login": {"login": "nadie", "password": "equivocada"},
    "signup": {"username": "a", "email": "no", "password1": "123", "password2": "321"},
    "password/reset": {"email": "no"},
    "password/change": {"oldpassword": "no", "password1": "123", "password2": "321"},
    "email": {"action_add": "", "email": "no"},
    "reauthenticate": {"password": "no"},
}


@pytest.fixture(autouse=True)
def _mail_in_memory(settings):
    cache.clear()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


def words_of(response) -> str:
    page = response.content.decode()
    return re.sub(r"<[^>]*>", " ", page.partition("<main")[2].partition("</main>")[0])


def everything_said(language: str) -> list[str]:
    """Return every message to a user, from the sign-up to changes of all account data."""
    stranger, person = Client(headers={"accept-language": language}), a_person("bruno")
    User.objects.filter(pk=person.pk).update(language=language)
    known = Client(headers={"accept-language": language})
    known.force_login(person)
    said = [
        words_of(browser.get(f"/accounts/{p}/")) for browser in (stranger, known) for p in PAGES
    ]
    for path, wrong in FAULTS.items():
        for form in ({}, wrong):
            said += [
                words_of(browser.post(f"/accounts/{path}/", form)) for browser in (stranger, known)
            ]
    new = {"username": "carla", "email": "carla@example.org"}
    stranger.post("/accounts/signup/", {**new, "password1": PASSWORD, "password2": PASSWORD})
    known.post("/accounts/reauthenticate/", {"password": PASSWORD})
    known.post("/accounts/email/", {"action_add": "", "email": "otra@example.org"})
    again = {"oldpassword": PASSWORD, "password1": "otra-flor-33", "password2": "otra-flor-33"}
    known.post("/accounts/password/change/", again)
    said.append(words_of(known.get("/accounts/email/")))
    other = Client(headers={"accept-language": language})
    for address in (person.email, "desconocida@example.org"):
        other.post("/accounts/password/reset/", {"email": address})
    other.post(
        "/accounts/signup/", {**new, "username": "c2", "password1": PASSWORD, "password2": PASSWORD}
    )
    return said + [f"{letter.subject} {letter.body}" for letter in mail.outbox]


@pytest.mark.feature("Operation", "Pages and e-mails of accounts say vos, tú or tu")
@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia"])
def test_pages_and_letters_of_accounts_call_nobody_usted(language):
    with allauth_context.request_context(None):
        said = everything_said(language)
    assert len(mail.outbox) >= 4
    assert [(found[0], text) for text in said if (found := FORMAL.search(text))] == []
