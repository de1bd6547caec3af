"""Moderators, and assertions about refusals of moderation services."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.accounts.factors import with_app
from tests.games.tables import a_person


def an_operator(name: str = "") -> User:
    """Somebody of the site's staff, with a second factor."""
    staff = a_person(name)
    staff.is_staff = True
    staff.save()
    return with_app(staff)


@contextmanager
def refused(code: str) -> Iterator[None]:
    """What is done inside is refused with this code."""
    with pytest.raises(RefusedError) as refusal:
        yield
    assert refusal.value.code == code
