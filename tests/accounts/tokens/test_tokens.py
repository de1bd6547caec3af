"""Tokens are shown once, stored hashed, limited in time and number, and revocable."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.common.errors import RefusedError
from accounts.models import ApiToken, Club, TokenWrite, User
from accounts.profiles import services as profiles
from accounts.tokens import services as tokens
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.people import NOW, PASSWORD, a_member, a_person

pytestmark = pytest.mark.django_db


def a_token(user: User, *, club: Club | None = None, now=NOW) -> tuple[ApiToken, str]:
    return tokens.create_token(
        user=user, name="bot", scopes=["read"], days=30, now=now, club_id=club and club.pk
    )


def refusal(call, **given) -> str:
    with pytest.raises(RefusedError) as refused:
        call(**given)
    return refused.value.code


def test_only_the_hash_of_a_secret_is_stored(owner):
    token, secret = a_token(owner)
    assert secret.startswith("truco_")
    assert secret not in str(ApiToken.objects.values().get())
    assert tokens.recognise_token(secret=secret, now=NOW) == token


def test_a_token_expires_is_revoked_and_dies_with_its_account(owner):
    token, secret = a_token(owner)
    late = NOW + timedelta(days=30)
    assert refusal(tokens.recognise_token, secret=secret, now=late) == "token-expired"
    assert refusal(tokens.recognise_token, secret="truco_x", now=NOW) == "token-unknown"
    owner.is_active = False
    owner.save()
    assert refusal(tokens.recognise_token, secret=secret, now=NOW) == "token-unknown"
    owner.is_active = True
    owner.save()
    tokens.revoke_token(token_id=token.pk, actor=owner, now=NOW)
    assert refusal(tokens.recognise_token, secret=secret, now=NOW) == "token-unknown"


def test_the_last_use_is_noted_to_the_minute(owner, django_assert_num_queries):
    token, secret = a_token(owner)
    tokens.recognise_token(secret=secret, now=NOW)
    with django_assert_num_queries(1):
        tokens.recognise_token(secret=secret, now=NOW + timedelta(seconds=59))
    token.refresh_from_db()
    assert token.last_used_at == NOW


def test_nobody_else_revokes_a_token(owner, club):
    own, _ = a_token(owner)
    of_club, _ = a_token(owner, club=club)
    stranger, rita = a_person("stranger"), a_member(club, "rita", organiser=True)
    for actor, token, code in (
        (stranger, own, "no-such-token"),
        (rita, own, "no-such-token"),
        (stranger, of_club, "not-organiser"),
    ):
        assert refusal(tokens.revoke_token, token_id=token.pk, actor=actor, now=NOW) == code
    tokens.revoke_token(token_id=of_club.pk, actor=rita, now=NOW)


def test_a_member_makes_no_token_for_the_club(club):
    member = a_member(club, "mora")
    with pytest.raises(RefusedError):
        a_token(member, club=club)


def test_there_are_so_many_tokens_and_no_more(owner):
    for _ in range(tokens.MOST):
        a_token(owner)
    with pytest.raises(RefusedError) as refused:
        a_token(owner)
    assert refused.value.code == "too-many-tokens"
    a_token(owner, now=NOW + timedelta(days=31))


def test_answers_are_kept_for_a_day_and_the_log_for_ninety(owner):
    token, _ = a_token(owner)
    write = TokenWrite.objects.create(
        token=token, method="POST", path="/x", at=NOW, key="1", body_hash="", answer={"body": 1}
    )
    tokens.forget_old(now=NOW + timedelta(days=1))
    write.refresh_from_db()
    assert (write.key, write.answer) == ("", None)
    tokens.forget_old(now=NOW + timedelta(days=90))
    assert not TokenWrite.objects.exists()


def test_a_deleted_account_leaves_no_token(owner):
    stranger = a_person("stranger")
    a_token(stranger)
    profiles.anonymise(user_id=stranger.pk, now=NOW)
    assert not ApiToken.objects.exists()


def signed_in(person: User):
    """Return a browser in which a person has just given the password."""
    browser = browser_of(person)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return browser


@pytest.mark.feature("Accounts and clubs", "Tokens with scopes for programs")
def test_a_token_is_made_on_the_page_after_the_password_and_shown_once(owner):
    form = {"name": "El bot", "scopes": ["read", "results"], "days": "90"}
    assert browser_of(owner).post("/profile/tokens/", form).status_code == 302
    assert not ApiToken.objects.exists()
    browser = signed_in(owner)
    page = text_of(browser.post("/profile/tokens/", form))
    secret = page[page.index("truco_") :].split("<")[0]
    token = tokens.recognise_token(secret=secret, now=timezone.now())
    assert (token.user, token.scopes) == (owner, ["read", "results"])
    shown = text_of(browser.get("/profile/tokens/"))
    assert secret not in shown
    assert "El bot" in shown
    assert browser.post(f"/profile/tokens/{token.pk}/revoke/").status_code == 302
    assert "El bot" not in text_of(browser.get("/profile/tokens/"))


def test_organisers_see_and_revoke_the_tokens_of_their_club(owner, club):
    a_token(owner, club=club, now=timezone.now())
    rita, mora = a_member(club, "rita", organiser=True), a_member(club, "mora")
    page = f"/clubs/{club.slug}/tokens/"
    assert browser_of(mora).get(page).status_code == 403
    browser = browser_of(rita)
    assert page in text_of(browser.get(f"/clubs/{club.slug}/edit/"))
    assert "bot" in text_of(browser.get(page))
    token = club.api_tokens.get()
    assert browser.post(f"{page}{token.pk}/revoke/").status_code == 302
    token.refresh_from_db()
    assert token.revoked_at is not None
