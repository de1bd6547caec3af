"""Sockets: malformed messages, floods, and permissions (B001 to B019)."""

import json
import struct
from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.clubs import services as clubs
from accounts.models import User
from games.live.admission import PER_USER
from games.models import Game
from tests.accounts.factors import with_app
from tests.games.tables import a_person, a_table, whoever_acts
from tests.live.seats.test_shut_out import change_password, sign_out
from tests.live.test_actions import is_unchanged
from tests.live.visitors import Listener, Visitor
from tests.soak.inputs.listed import LARGE, check
from tests.tournaments.cups import a_running_cup, club_of

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

RUDE, TOO_BIG, NOT_TEXT = 1008, 1009, 1007
SIGNED_OUT, NOT_YOURS, TOO_MANY = 4401, 4403, 4429
MOST = 8192  # bytes of a message


@pytest.fixture
def game() -> Game:
    return a_table(timezone.now())


@pytest.fixture
def line(game: Game, visit) -> Listener:
    """The socket of whoever is due."""
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    return line


def error(line: Listener, message: str) -> str:
    """Send what is no act; return the name it is refused by."""
    line.socket.send(message)
    told = line.wait_for(lambda frame: frame.startswith("{"))
    assert "Traceback" not in told
    return str(json.loads(told)["error"])


def part(text: bytes, *, opcode: int, ends: bool) -> bytes:
    """A masked frame as it goes over the wire (RFC 6455, 5.2); the mask changes nothing."""
    return struct.pack("!BB4x", (0x80 if ends else 0) | opcode, 0x80 | len(text)) + text


@check("B001")
def test_malformed_json_is_refused_by_name_and_the_third_closes(game, line):
    assert [error(line, '{"t":"play",') for _ in range(3)] == ["bad_json"] * 3
    assert line.close_code() == RUDE
    assert is_unchanged(game)


@check("B002")
@pytest.mark.parametrize("text", ["[1,2]", '"x"', "7", "null", "true"])
def test_what_is_no_object_is_refused_by_name(game, line, text):
    assert error(line, text) == "bad_shape"
    assert is_unchanged(game)


@check("B004")
def test_a_mebibyte_closes_the_line_before_it_arrives(game, line):
    with suppress(ConnectionClosed):
        line.socket.send("x" * 2**20)
    assert line.close_code() == TOO_BIG
    assert is_unchanged(game)


@check("B005")
def test_fragments_without_an_end_close_the_line_at_eight_kibibytes(game, line):
    wire = line.socket.socket
    wire.sendall(part(b"x" * 8, opcode=1, ends=False))
    for _ in range(MOST // 8):
        wire.sendall(part(b"x" * 8, opcode=0, ends=False))
    assert line.close_code() == TOO_BIG
    with suppress(OSError):  # the client reads no further
        for _ in range(100_000 if LARGE else 1_000):
            wire.sendall(part(b"x" * 8, opcode=0, ends=False))
    assert is_unchanged(game)


@check("B007")
def test_what_is_not_utf_8_closes_the_line(game, line):
    line.socket.send(b"\xff\xfe", text=True)
    assert line.close_code() == NOT_TEXT
    assert is_unchanged(game)


@check("B008")
def test_a_key_that_comes_twice_is_refused_by_name(game, line):
    assert error(line, '{"t":"play","t":"fold"}') == "duplicate_key"
    act = f'{{"act":"truco","act":"mazo","version":{game.version},"id":"minted-once"}}'
    assert error(line, act) == "duplicate_key"
    assert is_unchanged(game)


@check("B010")
def test_an_unknown_action_is_refused_by_name_and_counted(game, line):
    assert [error(line, '{"t":"drop_table"}') for _ in range(3)] == ["unknown_action"] * 3
    assert line.close_code() == RUDE
    assert is_unchanged(game)


@check("B013")
def test_one_person_and_one_address_have_so_many_sockets_and_others_theirs(game, visit, settings):
    """Sixteen a person, not six: a player has a table, the desk and the lobby in several tabs."""
    tries = 500 if LARGE else PER_USER + 2
    greedy = visit(a_person())
    held = [greedy.watch(game) for _ in range(PER_USER)]
    held[-1].table()
    for _ in range(tries - PER_USER):
        assert greedy.watch(game).close_code() == TOO_MANY
    settings.SOCKETS_PER_ADDRESS = settings.SOCKETS_PER_ADDRESS if LARGE else 4
    strangers = [visit().watch(game) for _ in range(settings.SOCKETS_PER_ADDRESS)]
    strangers[-1].table()
    assert visit().watch(game).close_code() == TOO_MANY
    assert visit(whoever_acts(game).user).watch(game).table()


@check("B016")
@pytest.mark.parametrize("path", ["/ws/user/2", "/ws/user/2/", "/ws/tables/1/hand/"])
def test_nobody_listens_to_a_channel_of_another_person(visit, path):
    with pytest.raises(InvalidStatus) as refused:
        visit(a_person()).listen(path)
    assert refused.value.response.status_code == 403


@check("B018")
@pytest.mark.parametrize(
    "origins", [[], ["null"], ["{own}", "https://evil.example"], ["{own}"] * 2]
)
def test_without_exactly_the_sites_own_origin_no_socket_opens(game, visit, site, origins):
    person = visit(whoever_acts(game).user)
    path = f"/ws/tables/{game.pk}/"
    own = [origin.format(own=site.url) for origin in origins]
    listen = (
        partial(person.listen, path, *own) if own else partial(person.listen_without_origin, path)
    )
    with pytest.raises(InvalidStatus) as refused:
        listen()
    assert refused.value.response.status_code in {400, 403}  # two headers are no proper request


def bar(person: User, visitor: Visitor, visit) -> None:
    """Suspend an account on the operators' page."""
    root = a_person()
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    visit(with_app(User.objects.get(pk=root.pk))).post(
        "/operators/keeping/suspend/", {"user": person.username, "reason": "amenazas"}
    )


@check("B019")
@pytest.mark.usefixtures("quick_pulse")
@pytest.mark.parametrize("ending", [sign_out, change_password, bar])
def test_a_socket_closes_with_its_session_and_acts_no_more(game, visit, ending):
    person = whoever_acts(game).user
    visitor = visit(person)
    line = visitor.watch(game)
    line.table()
    ending(person, visitor, visit)
    assert line.close_code() == SIGNED_OUT
    assert visitor.play(game, "truco").status == 403
    assert is_unchanged(game)


@check("B019")
@pytest.mark.usefixtures("quick_pulse")
def test_who_is_expelled_from_a_club_acts_no_more_and_hears_no_more(organiser, now, visit):
    cup, helper = a_running_cup(organiser, now, public=False), a_person()
    club = club_of(organiser)
    token = clubs.invite(club_id=club.pk, by=organiser, now=timezone.now())
    clubs.join(token=token, user=helper, now=timezone.now())
    clubs.appoint(club_id=club.pk, by=organiser, user_id=helper.pk, organiser=True)
    browser = visit(helper)
    assert browser.get(f"/competitions/{cup.pk}/manage/").status == 200
    desk = browser.listen(f"/ws/competitions/{cup.pk}/desk/")
    desk.next()  # let in
    clubs.remove_member(club_id=club.pk, by=organiser, user_id=helper.pk)
    assert desk.close_code() == NOT_YOURS
    assert browser.post(f"/competitions/{cup.pk}/pause/").status in {403, 404}
    for path in ("", "desk/", "desk/now/"):
        assert browser.listen(f"/ws/competitions/{cup.pk}/{path}").close_code() == NOT_YOURS
    cup.refresh_from_db()
    assert cup.state == "running"
