"""Which stored sessions still sign a user in."""

import pytest
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from accounts.common.sessions import still_signed_in
from accounts.models import User
from tests.live.visitors import session_of

pytestmark = pytest.mark.django_db


def test_a_session_signs_in_until_it_ends():
    key = session_of(User.objects.create_user("ana"))
    assert still_signed_in([key]) == {key}
    SessionStore(key).delete()
    assert still_signed_in([key]) == set()


def test_a_new_password_ends_a_session():
    ana = User.objects.create_user("ana")
    key = session_of(ana)
    ana.set_password("another one, and a long one")
    ana.save()
    assert still_signed_in([key]) == set()


def test_a_session_of_an_inactive_user_signs_no_one_in():
    ana = User.objects.create_user("ana")
    key = session_of(ana)
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert still_signed_in([key]) == set()


def test_a_session_that_is_signed_out_and_kept_signs_no_one_in():
    key = session_of(User.objects.create_user("ana"))
    assert still_signed_in([key]) == {key}
    store = SessionStore(key)
    store.pop("_auth_user_id")
    store.save()
    assert still_signed_in([key]) == set()


def test_a_session_without_the_hash_of_a_password_signs_no_one_in():
    ana = User.objects.create_user("ana")
    key = session_of(ana)
    store = SessionStore(key)
    store.pop(HASH_SESSION_KEY)
    store.save()
    assert still_signed_in([key]) == set()
    ana.delete()
    assert still_signed_in([key]) == set()
