"""Letters: no name adds a header."""

import pytest
from django.core import mail

from accounts.models import User
from tests.accounts.people import a_person
from tests.accounts.sign_in.test_entrance import sign_up
from tests.games.tables import a_person as anybody
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.exports.test_feeds import a_recent_league
from tests.tournaments.league_factories import fixture
from tournaments.models import Letter
from tournaments.schedule.emails import email_text

pytestmark = [pytest.mark.both, pytest.mark.django_db]

EVIL = ("Ana\nBcc: x@evil.example", "Ana\r\nBcc: x@evil.example", "Ana\u2028Bcc: x@evil.example")


@check("B111")
@pytest.mark.parametrize("name", EVIL)
def test_no_name_adds_a_header(client, settings, now, name):
    """Refused where it is written (B100); past every form it is one line of the subject."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert "errorlist" in text_of(sign_up(client, name, email="a@example.org"))
    assert "errorlist" in text_of(sign_up(client, "ana", email="a@example.org\nBcc: x@e.example"))
    assert not User.objects.exists()
    person = a_person("rosa")
    form = {"display_name": name, "language": "es-ar", "zone": "UTC", "motion": "normal"}
    a_browser(person).post("/profile/", form)
    assert "\n" not in User.objects.get().display_name
    match = fixture(a_recent_league(), 1)
    match.slots.get(side=1).entry.__class__.objects.update(name=name)
    letter = Letter(match=match, user=anybody(), kind=Letter.Kind.DAY_BEFORE, about=now)
    sent = email_text(letter, "ana@example.org").message()
    assert sent["Bcc"] is None
    assert "\n" not in sent["Subject"].replace("\n ", " ")
    assert not any(letter.bcc for letter in mail.outbox)
