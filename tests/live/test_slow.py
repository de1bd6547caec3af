"""Slow clients of our own server: half requests end, and block no other client."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.live import narrow
from tests.live.processes import Serving
from tests.live.site import HOST, Site

PATIENCE = 30.0  # seconds for anything to be answered or ended, on a busy machine
MOMENT = 0.2
NEVER = "3600"
SLOW = 1_100
ELSEWHERE = "127.0.0.9"  # the loopback has many addresses
HALF_A_HEAD = b"GET /ranking/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nlogin="
)
WHOLE = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

pytestmark = pytest.mark.django_db(transaction=True)


def connected(port: int, said: bytes = b"", came_from: str = HOST) -> socket.socket:
    line = socket.create_connection((HOST, port), PATIENCE, source_address=(came_from, 0))
    line.sendall(said)
    return line


def first_line(line: socket.socket) -> bytes:
    """What is answered; nothing if the line was ended instead."""
    try:
        return line.recv(4096).partition(b"\r\n")[0]
    except ConnectionResetError:
        return b""


def trickles_until_its_end(line: socket.socket, drop: bytes) -> int:
    """Send drop by drop until the server ends the line; return how many drops it took."""
    line.settimeout(MOMENT / 10)
    for drops in range(int(PATIENCE / MOMENT * 10)):
        try:
            line.sendall(drop)
            while line.recv(65_536):
                pass  # what the server still had to say
        except TimeoutError:
            continue
        except OSError:
            pass
        return drops
    pytest.fail("the server waits for ever")


def asks_and_reads_nothing(line: socket.socket) -> None:
    while True:
        line.sendall(WHOLE.replace(b"/robots.txt", b"/static/css/site.css"))


@pytest.fixture
def _many_files() -> Iterator[None]:
    """Raise the limit of open files: this process holds the other end of every connection."""
    kept = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(kept[0], 4 * SLOW), kept[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, kept)


@pytest.mark.feature("Operation", "Slow requests lock out no other visitor")
@pytest.mark.usefixtures("_many_files")
def test_1100_half_requests_close_the_site_to_nobody(tmp_path: Path) -> None:
    assert narrow.FILES < SLOW
    endless = {"HEAD_SECONDS": NEVER, "BODY_SECONDS": NEVER}  # the number alone has to do
    command = ("-m", "tests.live.narrow", "serve")
    with Serving(tmp_path, command=command, **endless) as site, ExitStack() as lines:
        for number in range(SLOW):
            half = HALF_A_BODY if number % 2 else HALF_A_HEAD
            lines.enter_context(connected(site.port, half))
        for came_from in (ELSEWHERE, HOST):  # to others, and to who sits in the same hall
            reader = lines.enter_context(connected(site.port, WHOLE, came_from))
            assert first_line(reader) == b"HTTP/1.1 200 OK", came_from


@pytest.fixture
def _short_timeouts(settings: Any) -> None:
    settings.HEAD_SECONDS = settings.BODY_SECONDS = MOMENT


@pytest.mark.usefixtures("_short_timeouts")
@pytest.mark.parametrize("half", [b"", b"G", HALF_A_HEAD, HALF_A_BODY, b"\r\n"])
def test_half_a_request_ends(site: Site, half: bytes) -> None:
    with connected(site.port, half) as line:
        assert first_line(line) == b""


@pytest.mark.usefixtures("_short_timeouts")
@pytest.mark.parametrize("before", [HALF_A_HEAD, HALF_A_BODY, WHOLE])
@pytest.mark.parametrize("drop", [b"x", b"\r\n"])
def test_drop_by_drop_wins_no_time(site: Site, before: bytes, drop: bytes) -> None:
    with connected(site.port, before) as line:
        assert trickles_until_its_end(line, drop) < 100


@pytest.mark.sampled
@pytest.mark.usefixtures("_short_timeouts")
def test_who_takes_no_answer_is_waited_for_no_longer(site: Site) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect((HOST, site.port))
        line.settimeout(4 * PATIENCE)  # what the system keeps for a reader is filled first
        with pytest.raises(ConnectionError):
            asks_and_reads_nothing(line)


def test_of_too_many_lines_of_an_address_the_slowest_ends(site: Site, settings: Any) -> None:
    settings.CONNECTIONS_PER_ADDRESS = 3
    with ExitStack() as lines:
        slow = [lines.enter_context(connected(site.port, HALF_A_HEAD)) for _ in range(3)]
        reader = lines.enter_context(connected(site.port, WHOLE))
        assert first_line(reader).endswith(b"200 OK")
        assert first_line(slow[0]) == b""
        slow[1].sendall(b"no more\r\n\r\n")
        assert first_line(slow[1]).endswith(b"200 OK")


def test_a_proxy_stands_for_many(site: Site, settings: Any) -> None:
    settings.CONNECTIONS_PER_ADDRESS, settings.TRUSTED_PROXIES = 1, [HOST]
    with ExitStack() as lines:
        readers = [lines.enter_context(connected(site.port, HALF_A_HEAD)) for _ in range(3)]
        for reader in readers:
            reader.sendall(b"done\r\n\r\n")
        assert {first_line(reader) for reader in readers} == {b"HTTP/1.1 200 OK"}


def asked_by_https(site: Site, path: str) -> bytes:
    """Ask as a proxy does that has taken the TLS off; return what this server sends."""
    asked = f"GET {path} HTTP/1.1\r\nHost: {site.authority}\r\nX-Forwarded-Proto: https\r\n"
    with connected(site.port, f"{asked}Connection: close\r\n\r\n".encode()) as line:
        return b"".join(iter(lambda: line.recv(65_536), b""))


@pytest.mark.parametrize(("proxies", "scheme"), [([], b"ws:"), ([HOST], b"wss:")])
def test_only_a_trusted_proxy_says_that_a_reader_came_by_https(site, settings, proxies, scheme):
    settings.TRUSTED_PROXIES = proxies
    policy = b"connect-src 'self' " + scheme
    assert policy in asked_by_https(site, "/accounts/login/")
