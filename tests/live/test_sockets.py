"""Tables through the real ASGI application: who is sent what, and that it always arrives."""

from random import Random

import pytest
from django.utils import timezone, translation

from accounts.models import User
from games.common import broadcast
from games.engine import legal_actions, to_token
from games.models import Game
from games.play import clock
from games.play.replay import DealSource, current_state
from games.table_view.labels import card_name
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    fold_to_the_end,
    state_of,
    whoever_acts,
)
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.live.visitors import Listener, version_in

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

HASTY = {"mazo", "no", "falta", "resto", "vale4", "fuera"}


def a_card(game: Game) -> str:
    """Return a card that the seat which is due may play."""
    return next(token for token in legal_tokens(game) if token[0].isdigit())


def legal_tokens(game: Game) -> list[str]:
    state = state_of(game)
    return [to_token(action) for action in legal_actions(state, state.to_act[0])]


def count_held_cards(fragment: str) -> int:
    return fragment.count('class="held"')


# ---- one table, many boards ----


@pytest.mark.feature("Playing", "An action reaches all viewers at once, each with their own view")
@pytest.mark.usefixtures("slow_pulse")
def test_one_move_reaches_everybody_at_once_each_as_their_own_board(visit):
    game = a_table(timezone.now())
    mover, other = whoever_acts(game), game.seats.exclude(number=whoever_acts(game).number).get()
    people = [
        visit(mover.user),
        visit(other.user),
        visit(),
        visit(language="en"),
        visit(language="ca-ES"),  # a browser's own code, led to the nearest
    ]
    lines = [person.watch(game) for person in people]
    for line in lines:
        line.table()
    card = state_of(game).held[mover.number][0]
    answer = people[0].play(game, str(card))
    mine, rivals, *public = (line.table(game.version + 1) for line in lines)
    assert answer.status == 200
    shown = (answer.text, mine, rivals, *public)
    assert [count_held_cards(text) for text in shown] == [2, 2, 3, 0, 0, 0]
    assert all(f"#n{card}" in text for text in shown[1:])
    for text, language in zip(public, ("es-ar", "en", "ca-valencia"), strict=True):
        with translation.override(language):
            assert card_name(card, "argentino") in text


@pytest.mark.usefixtures("slow_pulse")
def test_four_at_one_table_each_see_their_own_three_cards(visit):
    game = a_table(timezone.now(), people=[a_person() for _ in range(4)])
    boards = [visit(seat.user).watch(game).table() for seat in game.seats.all()]
    hands = state_of(game).deal.hands
    for own, board in zip(hands, boards, strict=True):
        assert count_held_cards(board) == 3
        assert all(f"#n{card}" in board for card in own)


def test_nobody_is_shown_what_is_not_committed(visit):
    game = a_table(timezone.now(), target="5")
    line = visit().watch(game)
    while not state_of(game).over:
        act(game, a_legal_token(game), timezone.now())
        shown = version_in(line.table(game.version + 1))
        assert Game.objects.get(pk=game.pk).version == shown


def test_a_reading_that_was_overtaken_shows_its_own_version():
    game = a_table(timezone.now())
    act(game, a_card(game), timezone.now())
    overtaken = Game.objects.get(pk=game.pk)
    before = state_of(game)
    act(game, a_card(game), timezone.now())
    dealer = DealSource(overtaken, list(overtaken.seats.order_by("number")))
    assert current_state(overtaken, dealer) == before != state_of(game)


# ---- secrets ----


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("argentino", 2, {"target": "15"}),
        ("argentino", 4, {"target": "10"}),
        ("uruguayo-online", 2, {"target": "30"}),
        ("trucoestrella", 6, {"target": "10"}),
        ("truc", 2, {"target": "12"}),
    ],
)
def test_in_a_whole_game_nobody_is_told_of_a_card_they_have_not_seen(visit, preset, seats, options):
    people = [a_person() for _ in range(seats)]
    game = a_table(timezone.now(), people=people, preset=preset, **options)
    seated = [visit(seat.user) for seat in game.seats.order_by("number")]
    watching = [*seated, visit(), visit(language="en")]
    lines = [person.watch(game) for person in watching]
    posted: list[list[str]] = [[] for _ in people]
    chance = Random(20)
    while not game.is_over:
        state = state_of(game)
        if state.over:
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        else:
            seat = state.to_act[0]
            token = chance.choice(_patient(legal_tokens(game)))
            posted[seat].append(seated[seat].play(game, token).text)
        game.refresh_from_db()
        for line in lines:
            line.table(game.version)
    past = past_of(game)
    for number, line in enumerate(lines):
        viewer = number if number < seats else None
        heard = [*line.heard, *(posted[number] if viewer is not None else ())]
        assert len({version_in(text) for text in heard}) > len(past.states) // 2
        assert_keeps_secrets(heard, past, viewer)


def _patient(tokens: list[str]) -> list[str]:
    """Without what ends hands and games early, if there is anything else to do."""
    return [token for token in tokens if token not in HASTY] or tokens


def test_no_page_speaks_of_a_card_its_reader_has_not_seen(visit):
    game = a_table(timezone.now(), target="5")
    seated = [visit(seat.user) for seat in game.seats.order_by("number")]
    stranger = visit()
    read: list[list[str]] = [[], [], []]
    paths = [f"/tables/{game.pk}/", f"/tables/{game.pk}/?seat=1&viewer=1&hand=1", "/tables/", "/"]
    while not state_of(game).over:
        for number, person in enumerate([*seated, stranger]):
            read[number] += [person.get(path).text for path in paths]
        act(game, a_legal_token(game), timezone.now())
    past = past_of(game)
    for viewer, texts in zip((0, 1, None), read, strict=True):
        assert_keeps_secrets(texts, past, viewer)


@pytest.mark.feature("Records", "A game has no record while it is played")
@pytest.mark.parametrize("record", ["record/", "record.tgn"])
def test_a_game_has_no_record_while_it_is_played(visit, record):
    game = a_table(timezone.now())
    for person in (visit(), *(visit(seat.user) for seat in game.seats.all())):
        assert person.get(f"/tables/{game.pk}/{record}").status == 404


def test_the_seed_is_told_to_nobody_while_the_game_is_played(visit):
    game = a_table(timezone.now())
    person = visit(whoever_acts(game).user)
    texts = [person.watch(game).table(), person.get(f"/tables/{game.pk}/").text]
    assert not any(game.sealed_seed in text for text in texts)


# ---- coming, going, and what gets lost on the way ----


def _until(line: Listener, *, shows: str, seen: bool = True) -> None:
    line.wait_for(lambda frame: version_in(frame) is not None and (shows in line.shown) == seen)


@pytest.mark.usefixtures("slow_pulse")
def test_the_table_is_told_who_lost_the_connection_and_who_is_back(visit):
    game = a_table(timezone.now())
    seat = whoever_acts(game)
    public = visit().watch(game)
    person = visit(seat.user)
    person.watch(game).table()
    person.leave()
    _until(public, shows="sin conexión")
    back = person.watch(game).table()
    _until(public, shows="sin conexión", seen=False)
    assert count_held_cards(back) == 3


@pytest.mark.feature("Playing", "A reconnecting browser gets the current table")
def test_whoever_comes_back_finds_their_seat_and_everything_as_it_is(visit):
    game = a_table(timezone.now())
    seat = whoever_acts(game)
    first = visit(seat.user)
    before = first.watch(game).table()
    first.leave()
    act(game, "envido", timezone.now())
    after = visit(seat.user).watch(game).table()
    assert version_in(after) == version_in(before) + 1
    assert all(f"#n{card}" in after for card in state_of(game).held[seat.number])


@pytest.mark.usefixtures("quick_pulse")
def test_what_no_hint_told_of_is_shown_all_the_same(visit, monkeypatch):
    game = a_table(timezone.now())
    line = visit().watch(game)
    line.table()
    monkeypatch.setattr(broadcast, "broadcast", lambda *hint: None)
    act(game, a_legal_token(game), timezone.now())
    assert version_in(line.table(game.version + 1)) == game.version + 1


@pytest.mark.usefixtures("quick_pulse")
def test_a_name_changed_after_the_end_is_shown_to_those_who_watch(visit):
    game = a_table(timezone.now(), target="5", people=[a_person("anastasia"), None])
    fold_to_the_end(game, timezone.now())
    line = visit().watch(game)
    assert "anastasia" in line.table()
    User.objects.filter(username="anastasia").update(username="josefina")
    line.wait_for(lambda frame: "josefina" in line.shown)
    assert "anastasia" not in visit().watch(game).table()


@pytest.mark.usefixtures("quick_pulse")
def test_a_quiet_line_is_shown_to_be_alive(visit):
    game = a_table(timezone.now())
    line = visit().watch(game)
    line.table()
    frame = line.wait_for(lambda frame: frame.startswith('<i id="pulse"'))
    assert f'data-version="{game.version}"' in frame
