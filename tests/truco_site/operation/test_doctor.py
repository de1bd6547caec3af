"""`truco doctor`: the finding for each part of a site."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import Heartbeat
from games.play.outages import CELERY
from tests.accounts.factors import with_app
from tests.accounts.people import a_person
from tests.accounts.sign_in.fake_provider import a_provider
from tests.games.tables import a_table
from tests.live.processes import Serving
from tests.runner.ports import free_port
from truco_site.operations import doctor, metrics
from truco_site.operations.doctor import Finding, State, examine

pytestmark = pytest.mark.django_db

HOST = "127.0.0.1"


@pytest.fixture
def site(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A healthy site with a folder of its own, which nobody has just started."""
    monkeypatch.setattr(doctor, "STARTING", 0)
    (tmp_path / "var").mkdir(mode=0o700)
    settings.VAR = tmp_path / "var"
    settings.SITE_URL, settings.ALLOWED_HOSTS, settings.HTTPS = f"https://{HOST}", [HOST], True
    return settings


def examined(part: str) -> tuple[State, str]:
    """Return what is said of one part."""
    (found,) = [each for each in examine(port=1) if each.part == part]
    return found.state, found.sentence


@pytest.fixture
def mail_server() -> Iterator[int]:
    """A mail server that greets and refuses every password; yields its port."""
    with socket.create_server((HOST, 0)) as listening:

        def answer() -> None:
            line, _ = listening.accept()
            with line, line.makefile("rb") as commands, suppress(ConnectionResetError):
                line.sendall(b"220 mail.test\r\n")
                for command in commands:
                    if command.startswith(b"ehlo"):
                        line.sendall(b"250-mail.test\r\n250 AUTH PLAIN\r\n")
                    elif command.startswith(b"AUTH"):
                        line.sendall(b"535 no\r\n")
                    else:
                        line.sendall(b"221 bye\r\n")

        threading.Thread(target=answer, daemon=True).start()
        yield listening.getsockname()[1]


@pytest.mark.both
def test_of_a_healthy_database_and_folder_it_says_so(site: Any) -> None:
    for part in ("variables", "host", "disk", "versions", "permissions", "database"):
        state, sentence = examined(part)
        assert state == "fine", sentence


@pytest.mark.parametrize(
    ("told", "state", "words"),
    [
        ({"SITE_URL": ""}, "warning", "SITE_URL is not set"),
        ({"ALLOWED_HOSTS": ["other.example"]}, "wrong", "ALLOWED_HOSTS lacks 127.0.0.1"),
        ({"HTTPS": False}, "warning", "without HTTPS"),
        (
            {"SITE_URL": "https://no-such.invalid", "ALLOWED_HOSTS": ["no-such.invalid"]},
            "wrong",
            "leads to no machine",
        ),
    ],
)
def test_host_names(site: Any, told: dict[str, Any], state: State, words: str) -> None:
    for name, value in told.items():
        setattr(site, name, value)
    found, sentence = examined("host")
    assert found == state
    assert words in sentence


def test_a_placeholder_is_named(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_HOST_PASSWORD", "<password of the mail account>")
    assert examined("variables")[0] == "wrong"


def test_mail(site: Any, mail_server: int) -> None:
    assert examined("mail")[0] == "warning"
    site.SENDS_MAIL, site.EMAIL_HOST, site.EMAIL_USE_TLS = True, HOST, False
    site.EMAIL_HOST_USER, site.EMAIL_HOST_PASSWORD = "truco", "no"
    site.EMAIL_PORT = mail_server
    assert "refuses the password" in examined("mail")[1]
    site.EMAIL_PORT = 1
    assert "cannot be used" in examined("mail")[1]


def test_a_mail_server_is_asked_by_tls_from_the_first_byte(site: Any, mail_server: int) -> None:
    site.SENDS_MAIL, site.EMAIL_HOST, site.EMAIL_PORT = True, HOST, mail_server
    site.EMAIL_USE_TLS, site.EMAIL_USE_SSL = False, True
    state, sentence = examined("mail")  # this server has no TLS
    assert (state, "SSL" in sentence) == ("wrong", True), sentence


@pytest.mark.parametrize(("free", "state"), [(10**7, "wrong"), (5 * 10**8, "warning")])
def test_a_full_disk(site: Any, monkeypatch: pytest.MonkeyPatch, free: int, state: State) -> None:
    monkeypatch.setattr(doctor, "free_disk", lambda: free)
    assert examined("disk")[0] == state


def test_a_clock_that_was_set_back(site: Any) -> None:
    Heartbeat.objects.create(name="clock", at=timezone.now() + timedelta(hours=1))
    assert examined("clock")[0] == "wrong"


def test_backups_here_and_elsewhere(site: Any, tmp_path: Path) -> None:
    assert examined("second copies")[0] == "warning"
    site.BACKUP_TO = str(tmp_path / "disk")
    assert "is its disk mounted?" in examined("second copies")[1]
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "truco-2026-03-14.sqlite3").touch()
    assert examined("second copies")[0] == "fine"
    assert metrics.newest_backup() is None


def test_backups_that_are_never_made_are_wrong_after_two_days(site: Any, tmp_path: Path) -> None:
    site.BACKUP_TO = str(tmp_path / "disk")
    (tmp_path / "disk").mkdir()
    first = a_person("ana")
    assert [examined(part)[0] for part in ("backups", "second copies")] == ["warning"] * 2
    User.objects.filter(pk=first.pk).update(date_joined=timezone.now() - timedelta(days=3))
    assert [examined(part)[0] for part in ("backups", "second copies")] == ["wrong"] * 2


def test_backups_of_a_clock_that_was_ahead(site: Any, tmp_path: Path) -> None:
    site.BACKUP_TO = str(tmp_path / "disk")
    late = (timezone.now() + timedelta(days=2000)).timestamp()
    for folder in (tmp_path / "disk", site.VAR / "backups"):
        folder.mkdir()
        (folder / "truco-2031-09-03.sqlite3").touch()
        os.utime(folder / "truco-2031-09-03.sqlite3", (late, late))
    assert examined("second copies")[0] == "warning"
    assert metrics.newest_backup() is None


def test_providers_of_sign_ins(site: Any, tmp_path: Path) -> None:
    assert examined("sign-in")[0] == "fine"
    with a_provider(tmp_path) as provider:
        site.LOCAL_RECEIVERS = provider.trusted
        site.SOCIALACCOUNT_PROVIDERS = provider.settings()
        assert examined("sign-in") == ("fine", "People can sign in with El Otro.")
        provider.answers["/.well-known/openid-configuration"] = (404, b"{}")
        assert examined("sign-in")[0] == "wrong"
    state, words = examined("sign-in")
    assert (state, "does not answer" in words) == ("wrong", True)
    apple = {"name": "Apple", "settings": {"certificate_key": "no key"}}
    site.SOCIALACCOUNT_PROVIDERS = {"apple": {"APPS": [apple]}}
    assert "APPLE_KEY_FILE" in examined("sign-in")[1]
    site.HTTPS = False
    assert "HTTPS=1" in examined("sign-in")[1]


def test_files_that_others_can_read(site: Any) -> None:
    (site.VAR / "secrets.json").touch(mode=0o644)
    state, sentence = examined("permissions")
    assert state == "wrong"
    assert "secrets.json" in sentence


def test_keys_of_another_site(site: Any) -> None:
    with_app(a_person("ana"))
    a_table(timezone.now())
    assert examined("keys")[0] == "fine"
    site.DEAL_KEYS = [Fernet.generate_key().decode()]
    state, sentence = examined("keys")
    assert state == "wrong"
    assert "opens 1 unfinished games and 1 second factors" in sentence


def test_a_port_without_a_site(site: Any) -> None:
    assert examined("port")[0] == "wrong"


def test_another_program_on_the_port(site: Any) -> None:
    with socket.create_server((HOST, 0)) as listening:

        def answer() -> None:
            line, _ = listening.accept()
            line.recv(1000)
            line.sendall(b"HTTP/1.0 200 OK\r\n\r\nhello")
            line.close()

        threading.Thread(target=answer, daemon=True).start()
        port = listening.getsockname()[1]
        *_, found = examine(port)
    assert found == Finding("port", "wrong", f"Another program listens on port {port}.")


def test_a_service_that_has_just_been_started_is_waited_for(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, looks = free_port(), []

    def begin(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 1:
            listening = running.enter_context(socket.create_server((HOST, port)))
            threading.Thread(target=partial(answer_ready, listening), daemon=True).start()
        else:
            Heartbeat.objects.create(name=CELERY, at=timezone.now())

    monkeypatch.setattr(doctor, "STARTING", 600)
    monkeypatch.setattr(doctor, "sleep", begin)
    with ExitStack() as running:
        *_, tasks, found = examine(port)
    assert (tasks.state, found.state, len(looks)) == ("fine", "fine", 2)


def answer_ready(listening: socket.socket) -> None:
    line, _ = listening.accept()
    with line:
        line.recv(1000)
        line.sendall(b"HTTP/1.0 200 OK\r\n\r\nready")


def test_celery_that_does_not_sweep(site: Any) -> None:
    assert examined("tasks")[0] == "wrong"
    beat = Heartbeat.objects.create(name=CELERY, at=timezone.now())
    assert examined("tasks")[0] == "fine"
    Heartbeat.objects.filter(pk=beat.pk).update(at=timezone.now() - timedelta(seconds=11))
    assert examined("tasks")[0] == "wrong"
    site.SWEEP = False
    assert examined("tasks")[0] == "warning"


@pytest.mark.feature("Operation", "`truco doctor` names what is wrong with a site")
@pytest.mark.django_db(transaction=True)
@pytest.mark.sampled
def test_a_running_site_is_ready(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "STARTING", 60)
    with Serving(tmp_path) as serving:
        *_, tasks, found = examine(serving.port)
    assert found.state == "fine", found.sentence
    assert tasks.state == "fine", tasks.sentence


def test_the_command_exits_with_1_and_speaks_json(site: Any) -> None:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--port=1", "--json", stdout=out)
    assert ended.value.code == 1
    assert {each["part"] for each in json.loads(out.getvalue())} == {*doctor.PARTS, "tasks", "port"}
