"""Lost access: sockets close immediately in every process, or after 5 s if a hint is lost."""

import pytest
from allauth.usersessions.models import UserSession
from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.profiles.services import anonymise
from games.common import broadcast
from games.live import hub
from games.models import Game
from tests.accounts.factors import with_app
from tests.games.tables import a_person, a_table, whoever_acts
from tests.live.processes import Process
from tests.live.visitors import Visitor

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SIGNED_OUT, MOVED = 4401, 4410
NEW = "otra-bastante-buena-7"
ERASING = """
import django
django.setup()
from django.utils import timezone
from accounts.profiles.services import anonymise
anonymise(user_id={person}, now=timezone.now())
from games.common import broadcast
import asyncio
asyncio.run_coroutine_threadsafe(asyncio.sleep(0.5), broadcast._loop()).result()
"""


@pytest.fixture
def game() -> Game:
    return a_table(timezone.now())


def record_session(person: User, visitor: Visitor) -> UserSession:
    """Record a session as the sign-in form does."""
    key = visitor.cookies[settings.SESSION_COOKIE_NAME]
    return UserSession.objects.create(user=person, session_key=key)


def sign_out(person: User, visitor: Visitor, visit) -> None:
    assert visitor.post("/accounts/logout/").status == 302


def change_password(person: User, visitor: Visitor, visit) -> None:
    """Change the password in another browser; this session continues."""
    told = {"oldpassword": "secreto", "password1": NEW, "password2": NEW}
    assert visit(person).post("/accounts/password/change/", told).status == 302


def end_session(person: User, visitor: Visitor, visit) -> None:
    """End this session from another browser, which lists it."""
    row = record_session(person, visitor)
    assert visit(person).post("/accounts/sessions/", {"end": row.pk}).status == 302


def end_other_sessions(person: User, visitor: Visitor, visit) -> None:
    record_session(person, visitor)
    assert visit(person).post("/accounts/sessions/", {"end": "others"}).status == 302


def suspend(person: User, visitor: Visitor, visit) -> None:
    administrator = a_person()
    administrator.is_staff = administrator.is_superuser = True
    administrator.save()
    with_app(administrator)
    told = {"user": person.username, "reason": "amenazas"}
    assert visit(administrator).post("/operators/keeping/suspend/", told).status == 302
    person.refresh_from_db()
    assert not person.is_active


def erase(person: User, visitor: Visitor, visit) -> None:
    anonymise(user_id=person.pk, now=timezone.now())


ENDINGS = [sign_out, change_password, end_session, end_other_sessions, suspend, erase]


@pytest.mark.usefixtures("slow_pulse")
@pytest.mark.parametrize("ending", ENDINGS)
def test_who_may_not_be_here_is_shut_out_without_a_pulse(game, visit, ending):
    person = whoever_acts(game).user
    visitor = visit(person)
    line, public = visitor.watch(game), visit().watch(game)
    for each in (line, public):
        each.table()
    ending(person, visitor, visit)
    assert line.close_code() == SIGNED_OUT
    assert public.wait_for(lambda frame: "sin conexión" in frame)


def test_what_another_process_ends_is_shut_here(game, visit, monkeypatch, tmp_path):
    """Where there is a layer, without a pulse; one process alone hears of commands by its pulse."""
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 3600.0 if get_channel_layer() else 0.2)
    person = whoever_acts(game).user
    line = visit(person).watch(game)
    line.table()
    with Process(tmp_path, ["-c", ERASING.format(person=person.pk)]) as other:
        assert other.ended() == 0, other.output
    assert line.close_code() == SIGNED_OUT


def test_whose_seat_is_anothers_is_shut_out_though_the_hint_is_lost(game, visit, monkeypatch):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 0.2)
    seat = whoever_acts(game)
    line = visit(seat.user).watch(game)
    line.table()
    monkeypatch.setattr(broadcast, "broadcast", lambda *hint: None)
    game.seats.filter(pk=seat.pk).update(user=a_person())
    assert line.close_code() == MOVED
