"""A site without a mail server promises no mail."""

import pytest
from django.core import mail

from accounts.models import User
from tests.accounts.people import PASSWORD, a_person

pytestmark = pytest.mark.django_db
NEW = {
    "username": "ana",
    "email": "ana@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


@pytest.fixture(params=[True, False], ids=["mail", "no mail"])
def sends(request, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.SENDS_MAIL = request.param
    return request.param


def test_a_forgotten_password_is_sent_or_handed_over(client, sends):
    a_person()
    asked = client.get("/accounts/password/reset/").content.decode()
    done = client.post("/accounts/password/reset/", {"email": "ana@example.org"}, follow=True)
    assert ("te mandamos un enlace" in asked) is sends
    assert ("Mirá tu correo" in done.content.decode()) is sends
    assert ("quien lo administra" in asked + done.content.decode()) is not sends
    assert len(mail.outbox) == 1  # a file the administrator has, or a mail


def test_signing_up_says_that_a_mail_was_sent_only_if_one_was(client, sends):
    page = client.post("/accounts/signup/", NEW, follow=True).content.decode()
    assert ("Te mandamos un enlace de confirmación a ana@example.org." in page) is sends
    assert "Confirmation email" not in page


def test_mails_about_matches_are_offered_where_mails_are_sent(client, sends):
    ana = a_person()
    client.force_login(ana)
    assert ('name="match_mail"' in client.get("/profile/").content.decode()) is sends
    form = {"language": "es-ar", "zone": "America/Montevideo", "motion": User.Motion.choices[0][0]}
    assert client.post("/profile/", form).status_code == 302
    ana.refresh_from_db()
    assert ana.match_mail is not sends  # not ticked; without the field it stays as it was


def test_a_link_is_sent_again_only_where_mails_are_sent(client, sends):
    client.post("/accounts/signup/", NEW)
    assert ('name="action_send"' in client.get("/accounts/email/").content.decode()) is sends
