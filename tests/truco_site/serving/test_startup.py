"""Startup errors of `manage.py serve`: each is one sentence, before any other work."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from errno import ENETUNREACH
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db.utils import ConnectionHandler

from games.management.commands.serve import NO_ADDRESS, _greet
from tests.accounts.people import a_club, a_person
from tests.live.processes import Serving
from truco_site.environment import postgresql, sqlite
from truco_site.server import startup
from truco_site.server.startup import StartError


def test_a_taken_port_is_named_before_anything_is_prepared(tmp_path, settings) -> None:
    settings.VAR = tmp_path / "var"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken by another program"):
            call_command("serve", "--port", str(port))
    assert not settings.VAR.exists()


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("no-such-host.invalid", 0, "no machine of that name"),
        ("192.0.2.1", 0, "this machine does not have that address"),
        ("127.0.0.1", 70_000, "a port is a number from 0 to 65535"),
    ],
)
def test_an_address_that_cannot_be_is_named(host: str, port: int, words: str) -> None:
    with pytest.raises(StartError, match=words):
        startup.bind(host, port)


def test_a_folder_that_takes_no_files_is_named_with_its_variable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartError, match=r"file/var cannot be written .* set VAR_DIR"):
        startup.check_folder(tmp_path / "file" / "var")


def test_the_folder_and_all_in_it_are_for_the_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        (tmp_path / "mail").mkdir()
        old = tmp_path / "mail" / "letter.log"
        old.touch()
        tmp_path.chmod(0o755)
        startup.make_private(tmp_path)
        (tmp_path / "new").touch()
    finally:
        os.umask(before)
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path, old.parent, old, tmp_path / "new")]
    assert modes == [0o700, 0o700, 0o600, 0o600]


@pytest.fixture
def database(monkeypatch, django_db_blocker):
    """Make the checks use another database."""

    def look_at(told: dict[str, object]) -> None:
        monkeypatch.setattr(startup, "connection", ConnectionHandler({"default": told})["default"])

    with django_db_blocker.unblock():
        yield look_at


def test_a_damaged_database_is_named_with_its_backups(database, tmp_path: Path) -> None:
    path = tmp_path / "truco.sqlite3"
    path.write_bytes(b"no database at all" * 500)
    database(sqlite(path))
    with pytest.raises(StartError, match=r"is damaged .*manage\.py restore.*backups"):
        startup.check_database()


def test_a_database_that_does_not_answer_is_named(database) -> None:
    told = postgresql("postgresql://truco:x@127.0.0.1:1/truco?connect_timeout=1")
    del told["OPTIONS"]["pool"]
    database(told)
    with pytest.raises(StartError, match=r"127\.0\.0\.1 \(DATABASE_URL\) cannot be reached"):
        startup.check_database()


def test_a_server_of_hints_that_does_not_answer_is_named_and_stops_nothing(settings) -> None:
    settings.REDIS_URL, settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0", "memory://localhost"
    (words,) = startup.find_silent_servers()
    assert words.startswith("The server of REDIS_URL cannot be reached: ")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "truco_site.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.sampled
def test_a_start_leaves_out_libraries_of_few_pages(tmp_path: Path) -> None:
    heavy = {"icalendar", "networkx", "openpyxl", "psycopg", "redis"}
    code = f"import sys, truco_site.asgi; print('loaded:', *(sys.modules.keys() & {heavy}))"
    said = run("shell", "-v", "0", "-c", code, VAR_DIR=str(tmp_path), DATABASE_URL="", REDIS_URL="")
    assert said.stdout == "loaded:\n", said.stderr


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_a_start_says_where_what_and_how_to_stop_and_nothing_else(tmp_path: Path) -> None:
    """Warnings of libraries and alarms of the clock are none of an operator's first screen."""
    with Serving(tmp_path) as site:
        url, data, stop = site.output.splitlines()
    assert url == f"Truco: {site.url}/"
    assert data == f"Data: {tmp_path} (database, keys, mail, nightly backups)"
    assert stop == "Stop: Ctrl-C"


@pytest.mark.django_db
def test_the_first_screen_names_the_demo_club_and_the_way_in() -> None:
    screen = StringIO()
    a_club(a_person()).members.add(a_person("robot", is_robot=True))
    _greet(OutputWrapper(screen), "127.0.0.1", 8000)
    demo = screen.getvalue().splitlines()[2]
    assert "whose players are robots" in demo
    assert "sign up: http://127.0.0.1:8000/accounts/signup/" in demo


@pytest.mark.django_db
def test_an_announced_address_of_ipv6_is_served(settings, client) -> None:
    settings.ALLOWED_HOSTS = []
    screen = StringIO()
    _greet(OutputWrapper(screen), "FD00:0::1", 8000)
    assert screen.getvalue().splitlines()[0] == "Truco: http://[fd00::1]:8000/"
    assert client.get("/healthz", headers={"host": "[fd00::1]:8000"}).status_code == 200


@pytest.mark.django_db
def test_without_a_network_there_is_a_sentence_and_no_qr_code(
    settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find_no_route(*_: object) -> None:
        raise OSError(ENETUNREACH, os.strerror(ENETUNREACH))

    settings.ALLOWED_HOSTS = []
    monkeypatch.setattr(socket.socket, "connect", find_no_route)
    screen = StringIO()
    _greet(OutputWrapper(screen), "0.0.0.0", 8000)
    first, *_, last = screen.getvalue().splitlines()
    assert (first, last) == ("Truco: http://127.0.0.1:8000/", NO_ADDRESS)
    assert capsys.readouterr().out == ""


def test_faults_of_the_environment_are_sentences(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = run("check", VAR_DIR=str(tmp_path / "file" / "var"), DATABASE_URL="", REDIS_URL="")
    assert said.returncode == 1
    assert "Traceback" not in said.stderr
    assert "cannot be written" in said.stderr
    keys = {"SECRET_KEY": "x", "DEAL_KEYS": "A" * 43 + "=", "VAPID_KEY": "A" * 43}
    keys["RECORD_KEYS"] = "5a" * 32
    said = run("check", VAR_DIR=str(tmp_path), DATABASE_URL="not an address", **keys)
    assert said.returncode == 1
    assert "Traceback" not in said.stderr
    assert "DATABASE_URL is no address" in said.stderr


def hear_ctrl_c() -> None:
    """Undo what a shell does to programs in the background: they hear no Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


PRESSED_AGAIN = 20.0  # seconds: Python loses a KeyboardInterrupt that is raised in a destructor


def stop_first_start(folder: Path, how: signal.Signals) -> tuple[int, str]:
    """Stop `serve` while it makes the demo club; return its exit status and last line."""
    environment = {**os.environ, "VAR_DIR": str(folder), "DEMO": "1"}
    environment |= {"DJANGO_SETTINGS_MODULE": "truco_site.settings"}
    for shared in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(shared, None)
    command = [sys.executable, "manage.py", "serve", "--port", "0"]
    with subprocess.Popen(
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Preparing the demo club…\n"
        while True:
            process.send_signal(how)
            try:
                _, said = process.communicate(timeout=PRESSED_AGAIN)
            except subprocess.TimeoutExpired:
                continue
            return process.returncode, said.strip().rpartition("\n")[2]


@pytest.mark.sampled
def test_ctrl_c_in_the_middle_of_a_first_start_is_one_line(tmp_path: Path) -> None:
    said = stop_first_start(tmp_path, signal.SIGINT)
    assert said == (130, "CommandError: Stopped before the site was ready.")


@pytest.mark.sampled
def test_a_supervisor_that_stops_a_first_start_sees_no_failure(tmp_path: Path) -> None:
    assert stop_first_start(tmp_path, signal.SIGTERM) == (0, "")
    with closing(sqlite3.connect(tmp_path / "truco.sqlite3")) as left:
        assert left.execute("SELECT count(*) FROM accounts_club").fetchone() == (0,)
