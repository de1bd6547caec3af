"""Limits of sockets: foreign origins, bad clients, too many connections, and expired sessions."""

import asyncio
import json
import struct
from contextlib import suppress
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.common.rate_limit import LocalRateLimit
from accounts.models import User
from games.live import admission, hub, subscribers
from games.live.admission import PER_USER
from games.live.subscribers import Frame, RenderKey, RenderSnapshot, Subscriber
from games.models import Game
from games.play import rate_limit
from games.table_page import consumers, socket_actions
from tests.games.tables import a_legal_token, a_person, a_table, whoever_acts

pytestmark = pytest.mark.both
served = pytest.mark.django_db(transaction=True)

REFUSED = {400, 403}  # twice the same header is no proper request at all
NOT_YOURS, TOO_MANY, SIGNED_OUT = 4403, 4429, 4401
RUDE, TOO_BIG, NOT_TEXT, SLOW, NO_BYTES = 1008, 1009, 1007, 1013, 1003
MESSAGE = 8192  # bytes a browser may send at once
SPECTATORS = RenderKey(None, "es-ar")


def path_of(game: Game) -> str:
    return f"/ws/tables/{game.pk}/"


# ---- where from (B018) ----


@served
@pytest.mark.parametrize(
    "origins",
    [
        ["https://elsewhere.example"],
        ["null"],
        ["{own}.elsewhere.example"],
        ["http://127.0.0.1"],
        ["file://"],
        ["{own}", "{own}"],
        ["{own}", "https://elsewhere.example"],
        [" "],
        ["http://["],
    ],
)
def test_a_foreign_page_may_not_open_a_socket(site, visit, origins):
    game = a_table(timezone.now())
    person = visit(whoever_acts(game).user)
    with pytest.raises(InvalidStatus) as refused:
        person.listen(path_of(game), *(origin.format(own=site.url) for origin in origins))
    assert refused.value.response.status_code in REFUSED


@served
def test_a_socket_without_an_origin_is_no_browsers(visit):
    game = a_table(timezone.now())
    with pytest.raises(InvalidStatus) as refused:
        visit().listen_without_origin(path_of(game))
    assert refused.value.response.status_code == 403


@served
@pytest.mark.parametrize("path", ["/ws/user/2/", "/ws/tables/1/hand/", "/ws/", "/tables/1/"])
def test_there_is_no_other_socket_to_open(visit, caplog, path):
    with pytest.raises(InvalidStatus) as refused:
        visit(a_person()).listen(path)
    assert refused.value.response.status_code == 403
    assert not [each for each in caplog.records if each.levelname != "INFO"]


# ---- what is said (B001 to B010) ----


@served
@pytest.mark.parametrize(
    ("message", "code"),
    [
        ('{"t":"play",', "bad_json"),
        ("[" * 4000, "bad_json"),
        ("\0", "bad_json"),
        ("[1,2]", "bad_shape"),
        ('"x"', "bad_shape"),
        ("7", "bad_shape"),
        ("null", "bad_shape"),
        ("true", "bad_shape"),
        ('{"t":"play","t":"fold"}', "duplicate_key"),
        ('{"a":{"t":1,"t":2}}', "duplicate_key"),
        ('{"t":"drop_table"}', "unknown_action"),
        ('{"t":"play","token":"mazo","seen_version":2}', "unknown_action"),
    ],
)
def test_whatever_is_said_is_refused_by_name_and_the_line_stays_open(visit, message, code):
    game = a_table(timezone.now())
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    line.socket.send(message)
    assert json.loads(line.wait_for(lambda frame: frame.startswith("{"))) == {"error": code}
    assert Game.objects.get(pk=game.pk).version == game.version
    line.socket.send("{}")
    assert "unknown_action" in line.wait_for(lambda frame: frame.startswith("{"))


@served
def test_the_third_refusal_in_a_row_closes_the_line(visit):
    game = a_table(timezone.now())
    line = visit().watch(game)
    line.table()
    for _ in range(3):
        line.socket.send("[]")
    assert line.close_code() == RUDE
    assert line.heard.count('{"error": "bad_shape"}') == 3


def an_act(game: Game, token: str = "quiero") -> str:
    return json.dumps({"act": token, "version": game.version, "id": uuid4().hex})


def is_answer(frame: str) -> bool:
    return frame.startswith('<i id="acted"')


@served
def test_a_spectator_who_acts_without_end_is_shut_out_and_works_nobody(visit, monkeypatch):
    game = a_table(timezone.now())
    worked = []
    work = socket_actions.handle_action
    monkeypatch.setattr(
        consumers, "handle_action", lambda *args, **kw: worked.append(kw) or work(*args, **kw)
    )
    spectator, player = visit().watch(game), visit(whoever_acts(game).user).watch(game)
    for line in (spectator, player):
        line.table()
    with suppress(ConnectionClosed):
        for _ in range(200):
            spectator.socket.send(an_act(game))
    assert spectator.close_code() == RUDE
    told = list(filter(is_answer, spectator.heard))
    assert len(told) == consumers.MOST_REFUSED
    assert "Estás mirando" in told[0]
    assert worked == []
    player.socket.send(an_act(game, a_legal_token(game)))
    assert "data-notice" not in player.wait_for(is_answer)
    assert len(worked) == 1


@served
def test_a_player_at_machine_speed_is_shut_out_in_the_end(visit, monkeypatch):
    monkeypatch.setattr(rate_limit, "ACTIONS", LocalRateLimit(limit=3, period=10))
    game = a_table(timezone.now())
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    with suppress(ConnectionClosed):
        for _ in range(200):
            line.socket.send(an_act(game))
    assert line.close_code() == RUDE
    assert len(list(filter(is_answer, line.heard))) == 3 + consumers.MOST_REFUSED


@served
@pytest.mark.parametrize(
    "message",
    ["x" * (MESSAGE + 1), ["x" * 100] * (MESSAGE // 100 + 1)],
    ids=["whole", "in fragments"],
)
def test_a_message_that_is_too_long_closes_the_line(visit, message):
    game = a_table(timezone.now())
    line = visit().watch(game)
    line.table()
    with suppress(ConnectionClosed):  # the server may be quicker than the last fragment
        line.socket.send(message)
    assert line.close_code() == TOO_BIG


@served
def test_a_mebibyte_is_refused_before_it_arrives(visit):
    game = a_table(timezone.now())
    line = visit().watch(game)
    line.table()
    header = struct.pack("!BBQ4s", 0x81, 0xFF, 2**20, b"mask")  # final text frame (RFC 6455, 5.2)
    line.socket.socket.sendall(header)
    assert line.close_code() == TOO_BIG


@served
def test_what_is_not_text_closes_the_line(visit):
    game = a_table(timezone.now())
    line = visit().watch(game)
    line.table()
    line.socket.send(b"\xff\xfe", text=True)
    assert line.close_code() == NOT_TEXT


@served
def test_bytes_close_the_line_and_change_nothing(visit):
    game = a_table(timezone.now())
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    line.socket.send(b'{"act":"mazo","version":1,"id":"12345678"}')
    assert line.close_code() == NO_BYTES
    assert Game.objects.get(pk=game.pk).version == game.version


@pytest.mark.feature("Operation", "Sockets are limited, and abusive ones closed")
@served
def test_one_rude_client_disturbs_nobody_else(visit):
    game = a_table(timezone.now())
    rude, polite = visit().watch(game), visit().watch(game)
    for line in (rude, polite):
        line.table()
    rude.socket.send(b"\xff\xfe", text=True)
    rude.close_code()
    polite.socket.ping().wait(timeout=5)
    assert visit().watch(game).table()


# ---- whose table (private ones), and how many ----


@served
def test_somebody_elses_private_table_does_not_exist(visit):
    game = a_table(timezone.now(), public=False)
    stranger, somebody = visit(), visit(a_person())
    for person in (stranger, somebody):
        assert person.listen(path_of(game)).close_code() == NOT_YOURS
        assert person.get(f"/tables/{game.pk}/").status == 404
    assert somebody.play(game, "truco").status == 404
    nowhere = stranger.post("/tables/999999/play/", {"token": "truco"})
    for answer in (stranger.play(game, "truco"), nowhere):
        assert (answer.text, answer.headers["HX-Redirect"]) == (
            "",
            "/accounts/login/?next=/asked/",
        )
        assert person.post(f"/tables/{game.pk}/sit/").status in (302, 404)
    assert visit(whoever_acts(game).user).watch(game).table()


@served
def test_a_private_table_is_refused_exactly_as_one_that_is_not_there(visit):
    game = a_table(timezone.now(), public=False)
    person = visit(a_person())
    codes = [person.listen(f"/ws/tables/{pk}/").close_code() for pk in (game.pk, game.pk + 1)]
    pages = [person.get(f"/tables/{pk}/") for pk in (game.pk, game.pk + 1)]
    assert codes == [NOT_YOURS, NOT_YOURS]
    assert [page.status for page in pages] == [404, 404]
    assert len({len(page.text) for page in pages}) == 1


@pytest.mark.feature("Playing", "Strangers watch public tables")
@served
def test_strangers_may_watch_a_public_table(visit):
    game = a_table(timezone.now())
    assert "watch" in visit().watch(game).table()
    assert visit().get(f"/tables/{game.pk}/").status == 200


@served
def test_one_person_has_six_sockets_and_no_seventh(visit):
    game = a_table(timezone.now())
    person = visit(a_person())
    lines = [person.watch(game) for _ in range(PER_USER)]
    for line in lines:
        line.table()
    assert person.watch(game).close_code() == TOO_MANY
    lines[0].socket.close()
    assert person.watch(game).table()


@served
def test_strangers_are_counted_by_where_they_are_and_people_by_name(visit, settings):
    settings.SOCKETS_PER_ADDRESS = 2
    game = a_table(timezone.now())
    for _ in range(2):
        visit().watch(game).table()
    assert visit().watch(game).close_code() == TOO_MANY
    assert visit(whoever_acts(game).user).watch(game).table()
    assert visit().watch(a_table(timezone.now())).table()  # strangers count for each page


@served
def test_strangers_have_so_many_sockets_over_all_pages(visit, settings, monkeypatch):
    settings.SOCKETS_PER_ADDRESS = 1
    monkeypatch.setattr(admission, "PAGES", 2)
    games = [a_table(timezone.now()) for _ in range(3)]
    lines = [visit().watch(game) for game in games[:2]]
    for line in lines:
        line.table()
    assert visit().watch(games[2]).close_code() == TOO_MANY
    assert visit(whoever_acts(games[2]).user).watch(games[2]).table()
    lines[0].socket.close()
    assert visit().watch(games[2]).table()


@served
def test_strangers_leave_half_of_the_connections_to_people(visit, monkeypatch):
    monkeypatch.setattr(admission, "files_permitted", lambda: 2)
    game = a_table(timezone.now())
    visit().watch(game).table()
    assert visit().watch(game).close_code() == TOO_MANY
    assert visit(whoever_acts(game).user).watch(game).table()


def test_a_home_has_one_address_of_ipv6(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    tickets = [admission.open_connection(None, each, "/ws/lobby/") for each in addresses]
    assert [ticket is not None for ticket in tickets] == [True, False, True]
    for ticket in filter(None, tickets):
        admission.close_connection(ticket)


# ---- until when (B019) ----


def sign_out(person: User, visitor) -> None:
    assert visitor.post("/accounts/logout/").status == 302


def deactivate(person: User, visitor) -> None:
    User.objects.filter(pk=person.pk).update(is_active=False)


def change_password(person: User, visitor) -> None:
    person.set_password("otra cosa")
    person.save()


def end_session(person: User, visitor) -> None:
    Session.objects.all().delete()


@served
@pytest.mark.parametrize("ending", [sign_out, deactivate, change_password, end_session])
def test_who_is_signed_out_is_shut_out_and_can_act_no_more(visit, monkeypatch, ending):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 0.2)
    game = a_table(timezone.now())
    seat = whoever_acts(game)
    visitor = visit(seat.user)
    line, public = visitor.watch(game), visit().watch(game)
    for each in (line, public):
        each.table()
    ending(seat.user, visitor)
    assert line.close_code() == SIGNED_OUT
    assert visitor.play(game, "truco").status == 403
    assert Game.objects.get(pk=game.pk).version == game.version
    assert public.wait_for(lambda frame: "sin conexión" in frame)


def test_the_pulse_shuts_people_out_within_five_seconds():
    assert hub.VERSION_CHECK_INTERVAL < 5


# ---- readers who are slow ----


class Reader:
    """A socket whose client takes each frame when it likes to."""

    def __init__(self) -> None:
        self.taken: asyncio.Queue[str] = asyncio.Queue()
        self.codes: asyncio.Queue[int] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.subscriber = Subscriber(SPECTATORS, self._send, self.codes.put)

    async def _send(self, frame: str) -> None:
        await self.taken.put(frame)
        await self.ready.wait()


async def test_a_slow_reader_gets_the_newest_frame_alone():
    reader = Reader()
    reader.subscriber.offer(RenderSnapshot({"a": "1"}))
    assert await reader.taken.get() == "1"
    for number in range(2, 60):
        reader.subscriber.offer(RenderSnapshot({"a": str(number)}))
    reader.ready.set()
    assert await reader.taken.get() == "59"
    reader.subscriber.offer(RenderSnapshot({"a": "60"}))
    assert await reader.taken.get() == "60"
    reader.subscriber.close()


async def test_a_pulse_takes_no_table_out_of_the_slot():
    reader = Reader()
    reader.subscriber.pulse(Frame("pulse"))
    assert await reader.taken.get() == "pulse"
    reader.subscriber.offer(RenderSnapshot({"a": "2"}))
    reader.subscriber.pulse(Frame("pulse"))
    reader.ready.set()
    assert {await reader.taken.get(), await reader.taken.get()} == {"2", "pulse"}
    reader.subscriber.close()


async def test_a_table_is_as_good_a_sign_of_life_as_a_pulse():
    reader = Reader()
    reader.ready.set()
    reader.subscriber.offer(RenderSnapshot({"a": "1"}))
    assert await reader.taken.get() == "1"
    reader.subscriber.pulse(Frame("pulse"))
    reader.subscriber.offer(RenderSnapshot({"a": "2"}))
    assert await reader.taken.get() == "2"
    reader.subscriber.pulse(Frame("pulse"))
    reader.subscriber.pulse(Frame("pulse"))
    assert await reader.taken.get() == "pulse"
    reader.subscriber.close()


class Buffer:
    """A socket to which frames are written at once, as `truco_site.lines` offers it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_full = False
        self.codes: asyncio.Queue[int] = asyncio.Queue()
        self.subscriber = Subscriber(SPECTATORS, self._send, self.codes.put, line=self)

    def write(self, frame: bytes) -> None:
        assert not self.is_full, "a slow reader holds one frame"
        self.written.append(frame)

    def when_empty(self, act) -> None:
        self._act = act

    def empty(self) -> None:
        self.is_full = False
        self._act()

    async def _send(self, frame: str) -> None:
        raise AssertionError("what can be written at once needs no task")


async def test_a_frame_is_written_at_once_and_a_full_buffer_gets_the_newest_afterwards():
    buffer = Buffer()
    buffer.subscriber.offer(RenderSnapshot({"a": "1"}))
    assert buffer.written == [b"\x81\x011"]
    buffer.is_full = True
    for number in range(2, 60):
        buffer.subscriber.offer(RenderSnapshot({"a": str(number)}))
    assert len(buffer.written) == 1
    buffer.empty()
    assert buffer.written[1:] == [b"\x81\x0259"]


async def test_who_never_empties_the_buffer_is_shut_out_by_the_pulse(monkeypatch):
    monkeypatch.setattr(subscribers, "SEND_TIMEOUT", 0.0)
    buffer = Buffer()
    buffer.is_full = True
    buffer.subscriber.offer(RenderSnapshot({"a": "1"}))
    buffer.subscriber.pulse(Frame("pulse"))
    assert await buffer.codes.get() == SLOW
    buffer.empty()
    assert buffer.written == []


@pytest.mark.parametrize(
    ("size", "head"),
    [(125, b"\x81\x7d"), (126, b"\x81\x7e\0\x7e"), (65536, b"\x81\x7f\0\0\0\0\0\1\0\0")],
)
def test_a_frame_on_the_wire_begins_with_its_length(size, head):
    assert Frame("x" * size).on_the_wire == head + b"x" * size


async def test_who_takes_nothing_at_all_is_shut_out(monkeypatch):
    monkeypatch.setattr(subscribers, "SEND_TIMEOUT", 0.01)
    reader = Reader()
    reader.subscriber.offer(RenderSnapshot({"a": "1"}))
    assert await reader.codes.get() == SLOW
