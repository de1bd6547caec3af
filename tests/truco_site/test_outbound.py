"""The one way out: public addresses alone, held to, no redirect, five seconds, a bounded answer."""

import socket
import time

import pytest

from tests.truco_site.receivers import a_receiver
from truco_site import outbound
from truco_site.outbound import OutboundError, is_public, post


@pytest.fixture
def receiver(tmp_path, settings):
    with a_receiver(tmp_path) as receiver:
        settings.LOCAL_RECEIVERS = receiver.trusted
        yield receiver


@pytest.fixture
def names(monkeypatch):
    """Host names and the addresses that the world's name servers would give them."""
    known: dict[str, list[str]] = {}
    asked: list[str] = []

    def looked_up(host, port, **named):
        asked.append(host)
        if host not in known:
            raise socket.gaierror
        return [(0, 0, 0, "", (address, port)) for address in known[host]]

    monkeypatch.setattr(outbound, "getaddrinfo", looked_up)
    known["asked"] = asked
    return known


def code_of(url, **more):
    with pytest.raises(OutboundError) as refused:
        post(url, headers={}, body=b"x", **more)
    return refused.value.code


def test_what_is_sent_arrives_whole(receiver):
    answer = post(receiver.url("/201/abc?d=1"), headers={"TTL": "60"}, body=b"\0\r\nbody")
    assert answer.status == 201
    got = receiver.received()
    assert (got.path, got.body, got.headers["ttl"]) == ("/201/abc?d=1", b"\0\r\nbody", "60")
    assert got.headers["host"] == receiver.authority


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_an_answer_and_is_not_followed(receiver, status):
    answer = post(receiver.url(f"/{status}/abc"), headers={}, body=b"x")
    assert answer.status == status
    assert answer.headers["location"] == receiver.url("/201/elsewhere")
    receiver.received()
    assert receiver.requests.empty()


def test_who_does_not_answer_costs_five_seconds(receiver, monkeypatch):
    assert outbound.PATIENCE == 5
    monkeypatch.setattr(outbound, "PATIENCE", 0.3)
    before = time.monotonic()
    assert code_of(receiver.url("/hang/abc")) == "too-slow"
    assert time.monotonic() - before < 3


def test_a_name_that_is_never_looked_up_costs_no_more(monkeypatch, receiver):
    monkeypatch.setattr(outbound, "PATIENCE", 0.2)
    monkeypatch.setattr(outbound, "getaddrinfo", lambda *a, **k: receiver.released.wait(5))
    assert code_of("https://slow.example/") == "too-slow"


def test_an_answer_without_an_end_is_cut_off(receiver):
    assert code_of(receiver.url("/endless/abc")) == "broken"


def test_a_certificate_of_somebody_else_is_refused(receiver, settings, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with a_receiver(other) as stranger:
        settings.LOCAL_RECEIVERS = {receiver.authority: str(stranger.certificate)}
        assert code_of(receiver.url()) == "broken"
    assert receiver.requests.empty()


INSIDE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2001:db8::1",
]


@pytest.mark.feature("Notifications", "Outbound requests reach public addresses only")
@pytest.mark.parametrize("address", INSIDE)
def test_a_name_of_an_address_inside_is_refused(names, address):
    names["push.example"] = [address]
    assert code_of("https://push.example/abc") == "not-public"


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_an_address_of_the_open_internet_is_public(address):
    assert is_public(address)


def test_one_address_inside_among_public_ones_refuses_them_all(names):
    names["push.example"] = ["8.8.8.8", "10.0.0.1"]
    assert code_of("https://push.example/abc") == "not-public"


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "2130706433", "0x7f.1"])
def test_an_address_inside_is_refused_however_it_is_written(host):
    assert code_of(f"https://{host}/abc") in {"not-public", "unknown-host"}


def test_the_connection_is_held_to_what_was_looked_up(names, monkeypatch):
    """A name that answers differently the second time (rebinding) is asked but once."""
    names["push.example"] = ["8.8.8.8"]
    tried = []

    async def connected(address, port, *, server_hostname, **named):
        tried.append((address, port, server_hostname))
        names["push.example"] = ["127.0.0.1"]
        raise OSError

    monkeypatch.setattr(outbound.asyncio, "open_connection", connected)
    assert code_of("https://push.example/abc") == "broken"
    assert tried == [("8.8.8.8", 443, "push.example")]
    assert names["asked"] == ["push.example"]


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/abc",
        "ftp://push.example/abc",
        "//push.example/abc",
        "https:///abc",
        "https://push.example:8443/abc",
        "https://push.example:x/abc",
        "https://me:secret@push.example/abc",
        "https://push.example/abc#part",
        "https://push.example/a b",
        "https://push.example/\r\nHost: inside",
        "https://push.ejemplo/ñ",
        f"https://push.example/{'a' * 1000}",
        "",
    ],
)
def test_an_address_that_no_browser_would_name_is_refused_unasked(names, url):
    assert code_of(url) == "bad-url"
    assert names["asked"] == []


def test_a_name_that_nobody_knows_is_said_to_be_so(names):
    assert code_of("https://nobody.example/") == "unknown-host"
