"""The network address of a client, and its keyed hash.

The address, with its trusted proxies, is the same for rate limits, for ranking points (shared
addresses) and for the scheme of a request.
"""

import functools
import ipaddress
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
NOWHERE = ipaddress.IPv4Address(0)  # a peer without an address, as behind a Unix socket


def client_address(source: HttpRequest | Mapping[str, Any]) -> str:
    """Return the client's address from a request or a socket's scope.

    X-Forwarded-For is read from its end, and only trusted up to the last trusted proxy.
    """
    if isinstance(source, HttpRequest):
        peer, hops = source.META.get("REMOTE_ADDR"), source.headers.get("X-Forwarded-For", "")
    else:
        peer, hops = (source.get("client") or ("",))[0], _forwarded(source.get("headers", ()))
    trusted = _networks(tuple(settings.TRUSTED_PROXIES))
    return str(_nearest_untrusted(_parsed(peer or "") or NOWHERE, hops.split(","), trusted))


def is_trusted_proxy(peer: str) -> bool:
    """Return whether an address is that of a trusted proxy."""
    address = _parsed(peer) or NOWHERE
    return any(address in network for network in _networks(tuple(settings.TRUSTED_PROXIES)))


def address_key(address: str) -> str:
    """Return the keyed hash of an address (of an IPv6 address, its /64: one home)."""
    home = _parsed(address) or NOWHERE
    if home.version == 6:
        home = ipaddress.IPv6Address(int(home) >> 64 << 64)
    # The salt is older than this module: stored hashes of addresses depend on it.
    return salted_hmac("accounts.access.network", str(home), algorithm="sha256").hexdigest()


def _nearest_untrusted(peer: Address, hops: Sequence[str], trusted: Iterable[Network]) -> Address:
    for hop in reversed(hops):
        before = _parsed(hop)
        if before is None or not any(peer in network for network in trusted):
            break
        peer = before
    return peer


@lru_cache(4096)
def _parsed(text: str) -> Address | None:
    """Return the address without its interface; an IPv4-mapped IPv6 address as IPv4."""
    try:
        address = ipaddress.ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _forwarded(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return ",".join(
        value.decode("latin-1") for name, value in headers if name.lower() == b"x-forwarded-for"
    )


@functools.cache
def _networks(names: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(name, strict=False) for name in names)
