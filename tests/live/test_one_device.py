"""Two players on one device: what its socket and responses show, and to which readers."""

from uuid import uuid4

import pytest
from django.utils import timezone

from games.casual import services as casual
from games.common import broadcast
from games.engine import make_rules
from games.models import Game
from games.play import clock
from tests.games.tables import CORTE, a_legal_token, a_person, sealed, state_of
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.live.visitors import Visitor, version_in

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

HANDS = 3
NOT_YOURS = 4403


@pytest.fixture
def game(visit) -> Game:
    """Ana and Luis sit, on her phone."""
    user = a_person("ana")
    rules = make_rules("argentino", {"seats": "2"})
    game = casual.open_for_two(user=user, companion="Luis", rules=rules, now=timezone.now())
    device = visit(user)
    device.post(f"/tables/{game.pk}/sit/", {"corte_hash": sealed(game)})
    device.post(f"/tables/{game.pk}/open/", {"corte": CORTE})
    game.refresh_from_db()
    return game


@pytest.fixture
def device(visit, game) -> Visitor:
    return visit(game.host)


def show(device: Visitor, game: Game, seat: int):
    values = {"who": seat, "seen_version": game.version}
    return device.post(f"/tables/{game.pk}/hand/", values)


@pytest.mark.feature(
    "Playing", "A shared device never gets both hands, and no hand while it is covered"
)
def test_it_never_shows_both_hands_and_none_while_covered(device, game):
    line = device.watch(game)
    answers, open_at = [], {}
    for _ in range(200):
        open_at[game.version] = game.in_hand
        state = state_of(game)
        if state.start.number > HANDS or game.is_over:
            break
        if state.over:
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        elif game.in_hand is None:
            answers.append(show(device, game, state.to_act[0]).text)
        else:
            token = a_legal_token(game)
            answers.append(device.play(game, token, who=game.in_hand).text)
        game.refresh_from_db()
        line.table(game.version)
    assert set(open_at.values()) == {None, 0, 1}
    past = past_of(game)
    for text in (*line.heard, *answers):
        version = version_in(text)
        assert version in open_at or version is None
        assert_keeps_secrets([text], past, open_at.get(version))


def test_the_hand_of_who_has_the_device_is_shown_and_covered_again(device, game):
    state = state_of(game)
    due = state.to_act[0]
    covered = device.get(f"/tables/{game.pk}/").text
    assert 'class="held' not in covered
    name = game.people[due]
    assert f"Soy {name}: ver mis cartas" in covered
    answer = show(device, game, due)
    assert all(f"#n{card}" in answer.text for card in state.held[due])
    game.refresh_from_db()
    answer = device.play(game, str(state.held[due][0]), who=due)
    assert f"Soy {game.people[1 - due]}: ver mis cartas" in answer.text
    assert 'class="held' not in answer.text


@pytest.mark.feature("Playing", "A shared device acts only for the seat whose hand it shows")
def test_it_acts_for_the_seat_in_hand_alone(device, game):
    state = state_of(game)
    due = state.to_act[0]
    card = str(state.held[due][0])
    assert device.play(game, card, who=due).status == 409, "covered"
    show(device, game, due)
    game.refresh_from_db()
    assert device.play(game, card, who=1 - due).status == 409
    assert device.play(game, card, who=5).status == 409, "no seat of this device"
    assert game.actions.count() == 0
    assert device.play(game, card, who=due).status == 200


def test_the_other_cannot_look_out_of_turn(device, game):
    due = state_of(game).to_act[0]
    answer = show(device, game, 1 - due)
    assert (answer.status, answer.notice) == (409, "No es tu turno.")
    show(device, game, due)
    game.refresh_from_db()
    answer = show(device, game, 1 - due)
    assert (answer.status, 'class="held' in answer.text) == (409, True)
    assert not any(f"#n{card}" in answer.text for card in state_of(game).held[1 - due])


def test_whoever_else_comes_is_shown_nothing(visit, game):
    stranger = visit(a_person("mia"))
    assert stranger.get(f"/tables/{game.pk}/").status == 404
    assert show(stranger, game, 0).status == 404
    assert stranger.watch(game).close_code() == NOT_YOURS


def test_badly_written_taps_change_nothing(device, game):
    for values in ({}, {"who": "x", "seen_version": 1}, {"who": 0, "seen_version": -1}):
        assert device.post(f"/tables/{game.pk}/hand/", values).status == 422
    answer = device.post(f"/tables/{game.pk}/hand/", {"who": 9, "seen_version": 1})
    assert answer.status == 422
    game.refresh_from_db()
    assert game.in_hand is None


def test_a_repeated_action_is_done_once(device, game):
    state = state_of(game)
    due = state.to_act[0]
    show(device, game, due)
    game.refresh_from_db()
    values = {"who": due, "action_id": uuid4().hex}
    for _ in "ab":
        assert device.play(game, str(state.held[due][0]), **values).status == 200
    assert game.actions.count() == 1


def test_who_comes_back_sees_the_hand_that_was_open_and_after_saving_none(device, game, visit):
    state = state_of(game)
    due = state.to_act[0]
    show(device, game, due)
    game.refresh_from_db()
    again = visit(game.host)
    line = again.watch(game)
    line.table(game.version)
    page = again.get(f"/tables/{game.pk}/").text
    past = past_of(game)
    assert all(f"#n{card}" in line.shown for card in state.held[due])
    assert_keeps_secrets([page, *line.heard], past, due)
    again.post(f"/tables/{game.pk}/save/")
    again.post(f"/tables/{game.pk}/go-on/")
    game.refresh_from_db()
    assert (game.status, game.in_hand) == (Game.Status.LIVE, None)
    line = visit(game.host).watch(game)
    line.table(game.version)
    page = again.get(f"/tables/{game.pk}/").text
    assert 'class="held' not in line.shown + page
    assert_keeps_secrets([page, *line.heard], past, None)
    assert device.get(f"/tables/{game.pk}/record/").status == 404, "while it is played"


def test_who_comes_before_the_hint_does_is_not_shown_what_was_covered(
    device, game, visit, monkeypatch
):
    line = device.watch(game)
    due = state_of(game).to_act[0]
    show(device, game, due)
    game.refresh_from_db()
    line.table(game.version)
    assert 'class="held' in line.shown
    monkeypatch.setattr(broadcast, "broadcast", lambda *hint: None)
    device.post(f"/tables/{game.pk}/save/")
    device.post(f"/tables/{game.pk}/go-on/")
    game.refresh_from_db()
    late = visit(game.host).watch(game)
    late.table()
    assert version_in(late.shown) == game.version
    assert_keeps_secrets(late.heard, past_of(game), None)


def test_what_a_socket_was_sent_is_covered_in_its_page(device, game):
    line = device.watch(game)
    due = state_of(game).to_act[0]
    show(device, game, due)
    game.refresh_from_db()
    line.table(game.version)
    assert 'class="held' in line.shown
    device.play(game, str(state_of(game).held[due][0]), who=due)
    game.refresh_from_db()
    line.table(game.version)
    assert 'class="held' not in line.shown
    assert f"Soy {game.people[1 - due]}: ver mis cartas" in line.shown
