"""Whose address a request comes from, and what is kept of it."""

import pytest
from django.test import RequestFactory

from accounts.common.client_address import address_key, client_address

PROXIES = ["10.0.0.0/8", "2001:db8::1"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # an unknown proxy: its header is ignored
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "6.6.6.6, 198.51.100.1", "198.51.100.1"),  # the first was the client's own lie
        ("10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"),  # two proxies of ours
        ("10.1.2.3", "10.9.9.9", "10.9.9.9"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", "unknown", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.1, garbage", "10.1.2.3"),
        ("10.1.2.3", "::ffff:198.51.100.1", "198.51.100.1"),
        ("::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("2001:db8::1", "2001:db8:77::5", "2001:db8:77::5"),
        ("2001:DB8::2", "", "2001:db8::2"),
        ("fe80::1%eth0", "", "fe80::1"),
        ("", "198.51.100.1", "0.0.0.0"),
        ("testclient", "", "0.0.0.0"),
    ],
)
def test_only_trusted_proxies_are_believed_about_the_client(settings, peer, forwarded, client):
    settings.TRUSTED_PROXIES = PROXIES
    request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)
    scope = {
        "client": (peer, 4711) if peer else None,
        "headers": [(b"x-forwarded-for", forwarded.encode())],
    }
    assert client_address(request) == client
    assert client_address(scope) == client


def test_repeated_headers_count_as_one_list(settings):
    settings.TRUSTED_PROXIES = PROXIES
    headers = [(b"x-forwarded-for", b"6.6.6.6"), (b"X-Forwarded-For", b"198.51.100.1")]
    assert client_address({"client": ("10.1.2.3", 1), "headers": headers}) == "198.51.100.1"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.9", "203.0.113.9", True),
        ("203.0.113.9", "203.0.113.10", False),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("2001:db8::", "0.0.0.0", False),
    ],
)
def test_an_address_is_kept_as_a_hash_of_its_home(one, other, same):
    assert (address_key(one) == address_key(other)) is same
    assert one not in address_key(one)


def test_the_hash_depends_on_the_sites_secret(settings):
    before = address_key("203.0.113.9")
    settings.SECRET_KEY = "another"
    assert address_key("203.0.113.9") != before
