"""Outbound requests to addresses that users entered, protected against SSRF.

Only https; every address of the host is resolved once and must be public, the connection is
pinned to the resolved address, no redirect is followed, five seconds limit the whole request, and
of the response only the head is read, or a limited number of bytes.
"""

import asyncio
import http.client
import ipaddress
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from socket import SOCK_STREAM, gaierror, getaddrinfo, socket
from typing import Final, cast
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PATIENCE: Final = 5.0  # seconds
LONGEST_HEAD: Final = 16 * 1024  # bytes of a response
LONGEST_BODY: Final = 256 * 1024
LONGEST_URL: Final = 1000
PORT: Final = 443
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")  # another notation for IPv4 addresses

# Resolvers without a response block one of these threads, not the caller.
_resolvers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="resolver")


class OutboundError(Exception):
    """The request failed: `bad-url`, `not-public`, `unknown-host`, `too-slow`, `broken`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Answer:
    """A response; redirects are returned like any other. `post` reads no body."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True)
class Target:
    """The destination of a URL: the host name for the certificate, and its current addresses."""

    host: str
    port: int
    path: str
    addresses: Sequence[str]
    tls: ssl.SSLContext


def post(url: str, *, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send a body and return the response's head; raises OutboundError."""
    return asyncio.run(_within(url, "POST", headers, body, reads_body=False))


def fetch(url: str, *, method: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send a request and return the response with its body; raises OutboundError.

    A response longer than `LONGEST_BODY` is `broken`.
    """
    return asyncio.run(_within(url, method, headers, body, reads_body=True))


async def _within(
    url: str, method: str, headers: Mapping[str, str], body: bytes, *, reads_body: bool
) -> Answer:
    try:
        async with asyncio.timeout(PATIENCE):
            target = await _target(url)
            request = _request(target, method, headers, body)
            answer = await _exchange(target, request, reads_body=reads_body)
            return _whole_answer(answer) if reads_body else _answer(answer)
    except TimeoutError:
        raise OutboundError("too-slow") from None
    except (OSError, EOFError, asyncio.LimitOverrunError, http.client.HTTPException) as error:
        raise OutboundError("broken") from error


def checked(url: str) -> SplitResult:
    """Return the parts of an acceptable URL; raises OutboundError `bad-url`."""
    is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
    try:
        parts = urlsplit(url)
        port = parts.port or PORT
    except ValueError:
        raise OutboundError("bad-url") from None
    is_whole = parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc
    if not (is_plain and is_whole and not parts.fragment):
        raise OutboundError("bad-url")
    if port != PORT and parts.netloc not in settings.LOCAL_RECEIVERS:
        raise OutboundError("bad-url")
    return parts


async def _target(url: str) -> Target:
    parts = checked(url)
    host, port = parts.hostname or "", parts.port or PORT
    local = settings.LOCAL_RECEIVERS.get(parts.netloc)
    addresses = await _addresses(host, port)
    if local is None and not all(map(is_public, addresses)):
        raise OutboundError("not-public")
    path = parts.path or "/"
    return Target(
        host=host,
        port=port,
        path=f"{path}?{parts.query}" if parts.query else path,
        addresses=addresses,
        tls=ssl.create_default_context(cafile=local),
    )


async def _addresses(host: str, port: int) -> Sequence[str]:
    lookup = asyncio.get_running_loop().run_in_executor(
        _resolvers, lambda: getaddrinfo(host, port, type=SOCK_STREAM)
    )
    try:
        return list(dict.fromkeys(str(result[4][0]) for result in await lookup))
    except (gaierror, UnicodeError):
        raise OutboundError("unknown-host") from None


def is_public(address: str) -> bool:
    """Return whether an address is on the public Internet, in any notation."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


async def _exchange(target: Target, request: bytes, *, reads_body: bool) -> bytes:
    """Return the head of the response, or all of it; the other side closes the connection."""
    reader, writer = await _connect(target)
    try:
        writer.write(request)
        await writer.drain()
        answer = await reader.readuntil(b"\r\n\r\n")
        while reads_body and (part := await reader.read(LONGEST_BODY)):
            answer += part
            if len(answer) > LONGEST_BODY:
                raise EOFError
    finally:
        writer.transport.abort()  # the rest of the response is not needed
    return answer


async def _connect(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to one of the addresses; the certificate must match the host."""
    failure: OSError | None = None
    for address in target.addresses:
        try:
            return await asyncio.open_connection(
                address,
                target.port,
                ssl=target.tls,
                server_hostname=target.host,
                limit=LONGEST_HEAD,
            )
        except OSError as error:
            failure = error
    raise failure or OSError


def _request(target: Target, method: str, headers: Mapping[str, str], body: bytes) -> bytes:
    host = target.host if target.port == PORT else f"{target.host}:{target.port}"
    fields = {"Host": host, "Content-Length": str(len(body)), "Connection": "close", **headers}
    lines = [f"{method} {target.path} HTTP/1.1", *(f"{name}: {fields[name]}" for name in fields)]
    assert not any("\r" in line or "\n" in line for line in lines), "a header is one line"
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _answer(head: bytes) -> Answer:
    first, _, rest = head.partition(b"\r\n")
    protocol, _, status = first.partition(b" ")
    if not protocol.startswith(b"HTTP/1.") or not status[:3].isdigit():
        raise http.client.BadStatusLine("no answer of HTTP")
    fields = http.client.parse_headers(BytesIO(rest))
    return Answer(int(status[:3]), {name.lower(): value for name, value in fields.items()})


class _Received:
    """Bytes in place of the socket from which `http.client` reads a response."""

    def __init__(self, received: bytes) -> None:
        self.received = received

    def makefile(self, mode: str) -> BytesIO:
        return BytesIO(self.received)


def _whole_answer(received: bytes) -> Answer:
    """Return a response with its body, whose end is its length, its last chunk or the end."""
    response = http.client.HTTPResponse(cast("socket", _Received(received)))
    response.begin()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())
