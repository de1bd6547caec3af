"""Acts told through the socket: the same outcomes as a POST, each answered by its id."""

import json
import re
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.common.client_address import address_key
from accounts.common.rate_limit import LocalRateLimit
from games.live import hub
from games.models import Game, SeatAddress
from games.play import rate_limit
from tests.games.tables import a_legal_token, a_person, a_table, act, state_of, whoever_acts
from tests.live.visitors import Listener, version_in

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

ANSWER = re.compile(r'<i id="acted" data-id="([\w-]+)"(?: data-notice="([^"]*)")? hidden></i>')
ELSEWHERE, RUDE, SIGNED_OUT = 4409, 1008, 4401


@pytest.fixture
def game() -> Game:
    return a_table(timezone.now())


def say(line: Listener, game: Game, token: str, **other: object) -> str:
    """Act through a socket on the current table; return the id."""
    said = {"act": token, "version": game.version, "id": uuid4().hex, **other}
    line.socket.send(json.dumps(said))
    return str(said["id"])


def answer_to(line: Listener, action_id: str) -> str:
    """Wait for what became of an act: "" if it was done, else why not, in words."""
    frame = line.wait_for(lambda frame: frame.startswith(f'<i id="acted" data-id="{action_id}"'))
    found = ANSWER.fullmatch(frame)
    assert found
    return unescape(found[2] or "")


@pytest.fixture(params=["socket", "post"])
def tell(request, visit) -> Callable[..., str]:
    """Act in a seat, one way or the other; return the refusal in words, "" if it was done."""

    def through_the_socket(game: Game, seat: int, token: str, **other: object) -> str:
        line = visit(game.seats.get(number=seat).user).watch(game)
        line.table()
        return answer_to(line, say(line, game, token, **other))

    def by_post(game: Game, seat: int, token: str, **other: object) -> str:
        names = {"id": "action_id", "version": "seen_version"}
        fields = {names.get(key, key): value for key, value in other.items()}
        return visit(game.seats.get(number=seat).user).play(game, token, **fields).notice

    return through_the_socket if request.param == "socket" else by_post


# ---- from where ----


def test_an_act_is_of_the_address_that_a_trusted_proxy_names(game, visit, settings):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    seat = whoever_acts(game)
    path = f"/ws/tables/{game.pk}/?language=es-ar"
    line = visit(seat.user).listen(path, **{"X-Forwarded-For": "203.0.113.7"})
    line.table()
    assert answer_to(line, say(line, game, a_legal_token(game))) == ""
    key = address_key("203.0.113.7")
    assert SeatAddress.objects.filter(seat=seat, key=key).exists()


# ---- either way ----


def test_an_act_is_done_once_whichever_way_it_comes(game, tell):
    due, token = whoever_acts(game).number, a_legal_token(game)
    for _ in range(2):
        assert tell(game, due, token, id="minted-once") == ""
    assert game.actions.get().token == token
    assert Game.objects.get(pk=game.pk).version == game.version + 1


def test_another_act_under_the_same_id_is_refused(game, tell):
    due = whoever_acts(game).number
    assert tell(game, due, "truco", id="minted-once") == ""
    assert tell(game, due, "mazo", id="minted-once") == "Ya habías jugado otra cosa."


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("quiero", "No hay nada que responder."),
        ("nonsense", "Eso no se entiende en esta mesa."),
    ],
)
def test_what_is_refused_is_told_in_words_and_changes_nothing(game, tell, token, words):
    due = whoever_acts(game).number
    assert tell(game, due, token) == words
    assert (game.actions.count(), Game.objects.get(pk=game.pk).version) == (0, game.version)


def test_what_came_too_late_is_told_so(game, tell):
    due, token = whoever_acts(game).number, a_legal_token(game)
    assert tell(game, due, token, version=game.version - 1) == "Llegó tarde: la mesa ya cambió."


def test_nobody_acts_for_another_seat(game, tell):
    due = whoever_acts(game).number
    words = tell(game, 1 - due, a_legal_token(game), who=due)
    assert words == "Ese lugar no es tuyo."
    assert game.actions.count() == 0


@pytest.mark.parametrize("who", [2, 5])
def test_a_seat_that_this_table_has_not_is_nobodys(game, tell, who):
    words = tell(game, whoever_acts(game).number, a_legal_token(game), who=who)
    assert words == "Ese lugar no es tuyo."
    assert game.actions.count() == 0


def test_a_machine_is_told_to_wait_and_both_ways_count_together(game, visit, monkeypatch):
    monkeypatch.setattr(rate_limit, "ACTIONS", LocalRateLimit(limit=3, period=10))
    waits = game.seats.exclude(number=whoever_acts(game).number).get()
    person = visit(waits.user)
    line = person.watch(game)
    line.table()
    said = [answer_to(line, say(line, game, "truco")) for _ in range(2)]
    posted = [person.play(game, "truco").notice for _ in range(2)]
    last = answer_to(line, say(line, game, "truco"))
    slow_down = "Vas muy rápido: esperá un momento."
    assert [*said, *posted, last] == ["No es tu turno."] * 3 + [slow_down] * 2


# ---- through the socket ----


def test_the_table_comes_before_the_answer_and_to_everybody(game, visit):
    mover = whoever_acts(game)
    line, other = visit(mover.user).watch(game), visit().watch(game)
    for each in (line, other):
        each.table()
    action_id = say(line, game, a_legal_token(game))
    assert answer_to(line, action_id) == ""
    assert version_in("\n".join(line.heard)) == game.version
    assert any(version_in(frame) == game.version + 1 for frame in line.heard)
    assert version_in(other.table(game.version + 1)) == game.version + 1


def test_who_comes_back_sends_the_same_act_again_and_it_was_done_once(game, visit):
    mover, token = whoever_acts(game), a_legal_token(game)
    first = visit(mover.user)
    line = first.watch(game)
    line.table()
    action_id = say(line, game, token)
    answer_to(line, action_id)
    first.leave()
    again = visit(mover.user).watch(game)
    again.table()
    assert answer_to(again, say(again, game, token, id=action_id)) == ""
    assert game.actions.count() == 1


def test_a_spectator_may_only_look(game, visit):
    for person in (None, a_person()):
        line = visit(person).watch(game)
        line.table()
        notice = answer_to(line, say(line, game, a_legal_token(game)))
        assert notice == "Estás mirando: no tenés lugar en esta mesa."
    assert game.actions.count() == 0


def test_a_stale_act_is_no_strike(game, visit):
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    for _ in range(5):
        assert answer_to(line, say(line, game, "truco", version=0))
    assert answer_to(line, say(line, game, a_legal_token(game))) == ""


def test_a_socket_whose_seat_is_another_tabs_acts_no_more(game, visit, monkeypatch):
    seat = whoever_acts(game)
    line = visit(seat.user).watch(game)
    line.table()
    monkeypatch.setattr(hub, "_close_unauthorized", lambda *drawn: None)  # no hint has come yet
    game.seats.filter(pk=seat.pk).update(socket="of another tab")
    notice = answer_to(line, say(line, game, a_legal_token(game)))
    assert notice == "Esta mesa está abierta en otra pestaña: jugá desde ahí."
    game.seats.filter(pk=seat.pk).update(user=a_person())
    assert answer_to(line, say(line, game, "truco")) == "Ese lugar no es tuyo."
    assert game.actions.count() == 0


def test_who_signs_out_is_shut_out_without_a_pulse(game, visit):
    seat = whoever_acts(game)
    person = visit(seat.user)
    line = person.watch(game)
    line.table()
    assert person.post("/accounts/logout/").status == 302
    assert line.close_code() == SIGNED_OUT


@pytest.mark.parametrize(
    "said",
    [
        {"act": "truco"},
        {"act": 7, "version": 3, "id": "x" * 8},
        {"act": "truco", "version": True, "id": "x" * 8},
        {"act": "truco", "version": -1, "id": "x" * 8},
        {"act": "truco", "version": 2.0, "id": "x" * 8},
        {"act": "truco", "version": 3, "id": "short"},
        {"act": "truco", "version": 3, "id": "x" * 65},
        {"act": "truco", "version": 3, "id": "ñandúñandú"},
        {"act": "x" * 25, "version": 3, "id": "x" * 8},
        {"act": "truco", "version": 3, "id": "x" * 8, "who": 6},
        {"act": "truco", "version": 3, "id": "x" * 8, "by": "judge"},
    ],
)
def test_what_is_no_act_is_refused_by_name_and_closes_the_line_in_the_end(game, visit, said):
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    for _ in range(3):
        line.socket.send(json.dumps(said))
    assert line.close_code() == RUDE
    assert line.heard.count('{"error": "bad_act"}') == 3
    assert game.actions.count() == 0


def test_an_act_during_which_the_database_fails_comes_again(game, visit, monkeypatch):
    seat, token = whoever_acts(game), a_legal_token(game)
    line = visit(seat.user).watch(game)
    line.table()
    with monkeypatch.context() as patch:
        patch.setattr("games.models.raw_queries._reading", lambda vendor: "SELECT nothing")
        say(line, game, token)
        assert line.close_code() == 1013
    again = visit(seat.user).watch(game)
    again.table()
    assert answer_to(again, say(again, game, token)) == ""


def test_what_was_played_by_post_meanwhile_makes_an_act_stale(game, visit):
    line = visit(whoever_acts(game).user).watch(game)
    line.table()
    card = str(state_of(game).held[whoever_acts(game).number][0])
    act(game, card, timezone.now())
    assert answer_to(line, say(line, game, card)) == "Llegó tarde: la mesa ya cambió."
