"""Illegal actions through the real site: refused with a text, and the table stays unchanged.

The list asks 409 and 422 of some; the site answers 422 to whatever the rules forbid, 409 to what
came too late or cannot be now, 403 to who has no seat: each with the fresh table.
"""

import json
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine.envido import value
from games.models import Action, Game
from games.play import judge, saved_games, seats
from tests.games.casual.test_hosting_pages import FOUR
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    fold_to_the_end,
    may_fold,
    state_of,
    whoever_acts,
)
from tests.live.test_acting import answer_to, say
from tests.live.test_actions import a_table_where_the_first_has_none, fragment, is_unchanged, other
from tests.live.visitors import Answer, version_in
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, call, everybody_sits, match_at, win
from tournaments.models import PointsEntry
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

CONFLICT, FORBIDDEN, UNPROCESSABLE = 409, 403, 422


@pytest.fixture
def game() -> Game:
    """Nobody holds a flor that would come first, and whoever is due may fold."""
    return a_table(timezone.now(), dealt=may_fold)


def assert_refused(answer: Answer, game: Game, status: int, words: str = "") -> None:
    """It was refused in words, with the table as it stands, and nothing changed."""
    assert answer.status == status
    assert words in answer.notice
    assert answer.notice
    assert version_in(answer.text) == game.version
    assert "Traceback" not in answer.text
    assert is_unchanged(game)


def after(game: Game, *tokens: str) -> Game:
    """Do these actions for the seats in turn; return the table afterwards."""
    for token in tokens:
        act(game, token, timezone.now())
        game.refresh_from_db()
    return game


def a_card(game: Game) -> str:
    """A card of whoever is due."""
    state = state_of(game)
    return str(state.held[state.to_act[0]][0])


@check("B021")
def test_who_is_not_due_waits(game, visit):
    waiting = other(whoever_acts(game))
    card = str(state_of(game).held[waiting.number][0])
    assert_refused(visit(waiting.user).play(game, card), game, UNPROCESSABLE, "No es tu turno.")


@check("B022")
@pytest.mark.parametrize("field", ["seat", "who", "viewer", "by"])
def test_nobody_acts_for_another_seat(game, visit, field):
    due = whoever_acts(game)
    answer = visit(other(due).user).play(game, a_card(game), **{field: due.number})
    assert_refused(answer, game, CONFLICT if field == "who" else UNPROCESSABLE)


@check("B023")
@pytest.mark.parametrize("account", [True, False])
def test_a_spectator_only_looks(game, visit, account):
    answer = visit(a_person() if account else None).play(game, a_card(game))
    assert_refused(answer, game, FORBIDDEN, "Estás mirando")


@check("B025")
def test_a_card_is_played_once(game, visit):
    played = {}
    for _ in range(2):
        seat, card = whoever_acts(game).number, a_card(game)
        played[seat] = card
        after(game, card)
    due = whoever_acts(game)
    answer = visit(due.user).play(game, played[due.number])
    assert_refused(answer, game, UNPROCESSABLE, "No tenés esa carta.")


@check("B027")
@pytest.mark.parametrize(
    ("before", "token"),
    [
        ((), "vale4"),
        ((), "retruco"),
        (("truco",), "vale4"),
        (("truco", "quiero"), "retruco"),  # by who said truco: it is the other side's to raise
        (("truco", "quiero"), "truco"),
    ],
)
def test_no_call_skips_a_step_or_raises_itself(game, visit, before, token):
    after(game, *before)
    assert_refused(visit(whoever_acts(game).user).play(game, token), game, UNPROCESSABLE)


@check("B028")
@pytest.mark.parametrize("later", ["after a trick", "after an accepted truco"])
def test_envido_comes_first_or_never(game, visit, later):
    if later == "after a trick":
        after(game, a_card(game))
        after(game, a_card(game))
    else:
        after(game, "truco", "quiero")
    for token in ("envido", "real", "falta"):
        assert_refused(visit(whoever_acts(game).user).play(game, token), game, UNPROCESSABLE)


@check("B029")
@pytest.mark.parametrize("token", ["quiero", "no"])
def test_where_nothing_is_asked_nothing_is_answered(game, visit, token):
    assert_refused(visit(whoever_acts(game).user).play(game, token), game, UNPROCESSABLE)


@check("B031")
def test_the_tantos_are_the_cards_not_the_clients(game, visit):
    """There is no such word to say, and what else is sent is not read."""
    due = whoever_acts(game)
    for token in ("33", "son33", "33e", "tantos=33"):
        answer = visit(due.user).play(game, token)
        assert_refused(answer, game, UNPROCESSABLE, "Eso no se entiende")
    lies = {"tantos": 33, "points": 33, "score": "30"}
    hands = state_of(game).deal.hands
    assert visit(due.user).play(game, "envido", **lies).status == 200
    game.refresh_from_db()
    assert visit(whoever_acts(game).user).play(game, "quiero", **lies).status == 200
    tantos = [value(hand, state_of(game).deal.ranking) for hand in hands]
    best = due.number if tantos[0] == tantos[1] else tantos.index(max(tantos))
    score = state_of(game).score
    assert (score[best], score[1 - best]) == (2, 0)


@check("B032")
@pytest.mark.parametrize("token", ["flor", "contraflor", "conflor", "resto"])
def test_a_flor_one_has_not_is_refused_alike_whoever_has_one(visit, token):
    told = set()
    for rival_has_flor in (True, False):
        game = a_table_where_the_first_has_none(rival_has_flor)
        answer = visit(whoever_acts(game).user).play(game, token)
        assert_refused(answer, game, UNPROCESSABLE)
        told.add((answer.notice, len(answer.text.split("\n"))))
    without = a_table(timezone.now(), preset="argentino", flor="off")
    assert_refused(visit(whoever_acts(without).user).play(without, token), without, UNPROCESSABLE)
    assert len({words for words, _ in told}) == 1


@check("B033")
@pytest.mark.parametrize("seen", [999_999, 2_000_000_000, 0])
def test_a_version_that_is_not_the_tables_is_stale(game, visit, seen):
    answer = visit(whoever_acts(game).user).play(game, a_legal_token(game), seen_version=seen)
    assert_refused(answer, game, CONFLICT, "Llegó tarde")


@check("B036")
def test_one_id_means_one_thing(game, visit):
    person, click = visit(whoever_acts(game).user), uuid4().hex
    assert person.play(game, "truco", action_id=click).status == 200
    again = person.play(game, "mazo", action_id=click)
    assert (again.status, again.notice) == (CONFLICT, "Ya habías jugado otra cosa.")
    assert [row.token for row in game.actions.all()] == ["truco"]


@check("B037")
def test_one_id_is_each_seats_and_each_tables_own(game, visit):
    elsewhere, click = a_table(timezone.now(), dealt=may_fold), uuid4().hex
    for table in (game, elsewhere):
        for token in ("envido", "no"):
            person = visit(whoever_acts(table).user)
            assert person.play(table, token, action_id=click).status == 200
            table.refresh_from_db()
    assert Action.objects.filter(action_id=click).count() == 4


def finish(game: Game) -> None:
    fold_to_the_end(game, timezone.now())


def annul(game: Game) -> None:
    seats.annul_game(game_id=game.pk, now=timezone.now())


def save(game: Game) -> None:
    saved_games.save_table(game_id=game.pk, now=timezone.now())


def hold(game: Game) -> None:
    judge.pause_for_judge(game_id=game.pk, now=timezone.now())


@check("B039")
@pytest.mark.parametrize("ending", [finish, annul, save, hold])
def test_where_nothing_is_played_nothing_is_done(visit, ending):
    game = a_table(timezone.now(), preset="truc", target="12")
    seat = whoever_acts(game)
    ending(game)
    game.refresh_from_db()
    for token in ("truc", "mazo", "3e"):
        assert_refused(visit(seat.user).play(game, token), game, CONFLICT)


@check("B040")
def test_a_socket_acts_at_its_own_table_alone(game, visit):
    elsewhere = a_table(timezone.now(), dealt=may_fold)
    line = visit(whoever_acts(game).user).watch(elsewhere)
    line.table()
    words = answer_to(line, say(line, game, a_legal_token(game)))
    assert words == "Estás mirando: no tenés lugar en esta mesa."
    for name in ("game", "table", "pk"):
        said = {"act": "mazo", "version": game.version, "id": uuid4().hex, name: game.pk}
        line.socket.send(json.dumps(said))
        answer = line.wait_for(lambda frame: frame.startswith("{"))
        assert json.loads(answer) == {"error": "bad_act"}
        if name == "table":
            break  # a third one would close the line
    assert is_unchanged(game)
    assert is_unchanged(elsewhere)


@check("B042")
@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("start", {}),
        ("robot", {"seat": "1"}),
        ("no-robot", {"seat": "1"}),
        ("rules", {"preset": "truc", "private": "on"}),
    ],
)
def test_who_is_no_host_decides_nothing(visit, what, values):
    """409 with the words: it depends on who has the star now, which moves."""
    host, guest = visit(a_person("ana")), visit(a_person("luis"))
    assert host.post("/tables/practice/", FOUR).status in {200, 302}
    game = Game.objects.get()
    host.post(f"/tables/{game.pk}/sit/")
    guest.post(f"/tables/{game.pk}/sit/", {"seat": "2"})
    game.refresh_from_db()
    before = (Game.objects.values().get(), list(game.seats.order_by("number").values()))
    answer = guest.post(f"/tables/{game.pk}/{what}/", values)
    assert answer.status in {CONFLICT, FORBIDDEN, UNPROCESSABLE}
    assert answer.notice or "Eso lo decide quien tiene la estrella." in answer.text
    assert (Game.objects.values().get(), list(game.seats.order_by("number").values())) == before


@check("B045")
def test_who_shares_an_address_plays_for_nothing_and_reads_so_before(organiser, now):
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    page = text_of(a_browser().get(f"/matches/{match.pk}/"))
    assert "0 si dos jugadores comparten conexión" in page
    win(everybody_sits(match, now, addresses=("a", "a")), 0, now)
    heal_rankings()
    match.refresh_from_db()
    assert (match.state, match.points_reason) == ("completed", "shared-ip")
    assert not PointsEntry.objects.filter(points__gt=0).exists()


@check("B048")
def test_a_script_that_plays_by_the_rules_is_taken_for_a_quick_person(game, visit):
    """Nobody is barred without review; speed alone is not flagged: there is a pace for all."""
    people = {seat.pk: visit(seat.user) for seat in game.seats.all()}
    for _ in range(6):
        answer = people[whoever_acts(game).pk].play(game, a_legal_token(game))
        assert answer.status == 200
        game.refresh_from_db()
        if state_of(game).over:
            break
    assert all(seat.user.is_active for seat in game.seats.select_related("user"))
    assert fragment(answer)
