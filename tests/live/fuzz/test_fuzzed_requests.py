"""Requests that no page makes, to every address through the real application: none is a fault.

`REQUESTS=700` sends that many in each of eight parts; the soak adds the answers up.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from tests.accounts.addresses import every_path
from tests.accounts.factors import with_app
from tests.games.tables import a_person, a_table, fold_to_the_end, may_fold
from tests.live.visitors import TOKEN, Visitor
from tests.runner import chance
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, club_of, match_at, players_of
from tests.tournaments.league_factories import a_league

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

REQUESTS = int(os.environ.get("REQUESTS", "40"))
PARTS = 8
ANEW = 40  # requests after which everybody signs in again: some sign out, or leave for good
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "XYZZY")
WEIGHTS = (40, 40, 3, 3, 3, 3, 3, 3, 2)
SENT = 1_500  # fields, more than the thousand that are read
NAMES = (
    *("q", "page", "club", "period", "format", "family", "hand", "step", "seat", "show", "next"),
    *("language", "name", "token", "seen_version", "action_id", "corte", "corte_hash", "role"),
    *("reason", "winner", "text", "phrase", "line", "preset", "seats", "robots", "cap", "best_of"),
    *("starts_at", "first", "proposal", "player", "entry", "ticked", "only", "rows", "file"),
    *("game1-0", "game1-1", "won", "lost", "games", "seen", "marks", "round", "minutes", "code"),
    *("username", "email", "password", "password1", "display_name", "zone", "year", "at", "act"),
    *("avatar", "endpoint", "p256dh", "auth", "companion", "who", "s", "leaf", "score", "kept"),
)
ODD = (
    *("", " ", "0", "1", "2", "-1", "9" * 40, "9" * 400, "1e9", "NaN", "null", "true", "on", "[]"),
    *(
        "\0",
        "a\0b",
        "\u202e",
        "\u2028",
        "🂡",
        "٣",
        "²",
        "ａｄｍｉｎ",
        "x" * 5000,
        "<script>",
        "{{7*7}}",
    ),
    *("' OR 1=1 --", "../../etc/passwd", "%00", "%", "_" * 300, "\r\nX: y", "//evil.example", "\\"),
    *("2026-03-14T21:30", "0001-01-01", "275760-09-13", "2026-13", "argentino", "es-ar", "5-3"),
    *("1e", "truco", "mazo", "0:truco", "=1+1", "a@b.c", "x@" + "y" * 300, "http://[::1]:0/"),
)
A_PART = b"--x\r\nContent-Disposition: form-data"
BYTES = (b"\xff\xfe", b"\xed\xa0\x80", b"%ED%A0%80", b"\x00" * 9, b"{", b"a=%", b"&" * 900, b"=")
KINDS = (
    *("application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16"),
    *("multipart/form-data", "multipart/form-data; boundary=x", "application/json", "text/plain"),
    *("application/xml", "", "x", "application/x-www-form-urlencoded; charset=nonsense"),
)
HEADERS: Mapping[str, Sequence[str]] = {
    "HX-Request": ("true", "", "x"),
    "HX-Current-URL": ("http://[", "javascript:0", "/%00"),
    "Accept-Language": ("xx", "en", "*", ";q=", "es-ar;q=2," * 50),
    "Referer": ("http://[", "//evil.example/", "x" * 3000),
    "If-None-Match": ("x", '"', "*"),
    "If-Modified-Since": ("x", "Thu, 99 Xyz 0000 00:00:00 GMT"),
    "Range": ("bytes=-1", "bytes=9-0", "x"),
    "Accept-Encoding": ("gzip;q=nan", "br", "x"),
    "X-Forwarded-For": ("x", "::1%eth0", "1.2.3.4," * 400),
    "X-Forwarded-Proto": ("https", "x"),
    "Prefer": ("return=minimal", "x"),
    "Origin": ("null", "http://["),
    "Cookie": ("session=\xff", "csrf=x; csrf=y", "language=%00; zone=%FF", "messages=x"),
}


def the_places() -> tuple[dict[str, Sequence[int | str]], list[User | None]]:
    """Fill the site; return the objects for the addresses, and the clients."""
    now, organiser, root = timezone.now(), an_organiser(), a_person()
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    with_app(root)
    cups = [
        a_running_cup(organiser, now, with_cards=True),
        a_cup(organiser, now, per_side=2),
        a_league(now),
    ]
    match = match_at(cups[0], 1, 1)
    games = [a_table(now), a_table(now, dealt=may_fold, target="5", people=[organiser, a_person()])]
    fold_to_the_end(games[1], now)
    places: dict[str, Sequence[int | str]] = {
        "competitions": [cup.pk for cup in cups],
        "matches": [match.pk],
        "tables": [game.pk for game in games],
        "clubs": [club_of(organiser).slug],
        "players": [organiser.username],
        "c": [cups[0].code],
    }
    return places, [None, players_of(match, 0)[0], organiser, User.objects.get(pk=root.pk)]


class Fuzz:
    """A fuzzer's clients, requests and responses."""

    def __init__(self, visit: Callable[..., Visitor], rng: Random) -> None:
        self._visit, self._rng = visit, rng
        self._paths = sorted(set(every_path()))
        rng.shuffle(self._paths)
        self._places, self._people = the_places()
        self._visitors: list[Visitor] = []
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []

    def request(self, number: int) -> None:
        """Send one request to the next address; note how it is answered."""
        if number % ANEW == 0:
            User.objects.filter(anonymised_at=None).update(is_active=True)
            self._visitors = [self._visit(person) for person in self._people]
            cache.clear()  # and no rate limit is reached
        rng = self._rng
        method = rng.choices(METHODS, WEIGHTS)[0]
        path = self._path(self._paths[number % len(self._paths)])
        body, kind = self._body(method)
        headers = {"X-CSRFToken": TOKEN, "Content-Type": kind}
        for name in rng.sample(sorted(HEADERS), rng.choice((0, 0, 1, 2))):
            headers[name] = rng.choice(HEADERS[name])
        answer = rng.choice(self._visitors).ask(method, path, body, headers)
        self.answers[f"{method} {answer.status}"] += 1
        if answer.status >= 500:
            self.faults.append(f"{answer.status} {method} {path[:200]} {body[:300]!r} {headers}")

    def _path(self, path: str) -> str:
        """An address that is there, or almost, with a query."""
        rng = self._rng
        if rng.random() < 0.85:
            for place, found in self._places.items():
                path = re.sub(rf"^/{place}/(1|x)(?=/)", f"/{place}/{rng.choice(found)}", path)
        elif rng.random() < 0.5:
            odd = quote(rng.choice((*ODD[:40], "9" * 30)), safe="")
            path = re.sub(r"/(1|x)(?=/|$)", f"/{odd or 0}", path)
        return f"{path}{self._query()}"

    def _query(self) -> str:
        rng = self._rng
        if rng.random() < 0.5:
            return ""
        if rng.random() < 0.1:
            return "?" + "&".join(["x"] * SENT)
        if rng.random() < 0.2:
            return "?" + "x" * rng.choice((1, 100, 8000)) + quote(rng.choice(BYTES))
        return "?" + urlencode(self._fields(4))

    def _fields(self, most: int) -> list[tuple[str, str]]:
        rng = self._rng
        return [(rng.choice(NAMES), rng.choice(ODD)) for _ in range(rng.randint(1, most))]

    def _body(self, method: str) -> tuple[bytes, str]:
        """A form as often as not; else anything under any name."""
        rng = self._rng
        if method in ("GET", "HEAD"):
            return b"", ""
        if rng.random() < 0.6:
            return urlencode(self._fields(20)).encode(), KINDS[0]
        texts = (
            json.dumps(dict(self._fields(5))).encode(),
            A_PART + b'; name="file"; filename="a"\r\n\r\n\0\xff\r\n--x--',
            A_PART + b"\r\n\r\n",
            "&".join(["x=1"] * SENT).encode(),
            rng.choice(BYTES),
            rng.randbytes(200),
        )
        return rng.choice(texts), rng.choice(KINDS)


@pytest.mark.parametrize("part", range(PARTS))
def test_odd_requests_are_answered_and_none_is_a_fault(visit, record_property, part):
    fuzz = Fuzz(visit, Random(f"{chance.SEED} {part}"))
    for number in range(REQUESTS):
        fuzz.request(number)
    record_property("requests", dict(fuzz.answers))
    assert fuzz.faults == []


def test_a_query_that_may_not_be_read_is_refused_before_any_page_has_its_say(visit):
    """With a charset in the header it is read as soon as the request is made: that was a 500."""
    query = "&".join(["x"] * SENT)
    for kind in ("", "text/plain; charset=utf-8", "application/json; charset=utf-16"):
        answer = visit().ask("GET", f"/ranking/?{query}", b"", {"Content-Type": kind})
        assert answer.status == 400, kind


def test_a_number_that_no_row_has_is_nobodys(visit):
    """Of a row whose key is another row's, too: the database was asked for it, and choked."""
    _, people = the_places()
    number, root = "9" * 40, visit(people[-1])
    assert visit(people[1]).ask("GET", f"/tables/{number}/asked/", b"", {}).status == 404
    for name in ("playerstanding", "competition"):
        for page in ("change", "delete", "history"):
            answer = root.ask("GET", f"/admin/tournaments/{name}/{number}/{page}/", b"", {})
            assert answer.status in {302, 403, 404}, (name, page)
