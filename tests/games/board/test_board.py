"""The table as each audience sees it: everything it may, nothing it may not, and why not."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from games.board import Board, PerrosOffer, board
from games.board.signs import sign_buttons
from games.board.words import CANTOS, REFUSALS, canto
from games.engine import (
    PRESETS,
    Canto,
    Rules,
    State,
    ThrowPerros,
    apply,
    deal,
    deal_hands,
    deck_for,
    first_start,
    from_token,
    legal_actions,
    make_rules,
    parse_card,
    step,
    to_token,
    view,
)
from games.models import Game, Seat

NOW = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)
PEOPLE = ("Ana Sosa", "Martín Ríos", "Luis Vega", "Carmen Paz", "Beto Gil", "Rosa Mar")
TWO = ("1e 7o 4c", "3o 6c 11b")
FOUR = (*TWO, "12c 5c 2b", "7e 4b 10o")


def a_game(rules: Rules, **changes: object) -> Game:
    """A live game that was never saved: a board only reads."""
    fields: dict[str, object] = {
        "pk": 4,
        "title": "Mesa 4",
        "preset": rules.preset,
        "options": rules.options(),
        "turn_seconds": 30,
        "status": Game.Status.LIVE,
        "version": 12,
        "act_by": NOW + timedelta(seconds=19),
        "commitment": "a3" * 32,
    }
    return Game(**{**fields, **changes})


def some_seats(game: Game, **changes: object) -> list[Seat]:
    """Everybody sits; `changes` are of seat 0."""
    users = [User(pk=n + 1, username=f"u{n}", display_name=name) for n, name in enumerate(PEOPLE)]
    seats = [Seat(game=game, number=n, user=users[n], sat_at=NOW) for n in range(game.rules.seats)]
    for name, value in changes.items():
        setattr(seats[0], name, value)
    return seats


def a_hand(
    hands: tuple[str, ...],
    line: str = "",
    preset: str = "argentino",
    muestra: str = "",
    **options: str,
) -> State:
    """A hand played from known cards: `0:7e 1:truco`, mano is seat 0."""
    rules = make_rules(preset, {"seats": str(len(hands)), **options})
    cards = [[parse_card(card) for card in hand.split()] for hand in hands]
    state = deal_hands(first_start(rules, 0), cards, parse_card(muestra) if muestra else None)
    for action in line.split():
        seat, token = action.split(":", 1)
        state = apply(state, from_token(int(seat), token))
    return state


def seen(
    state: State | None,
    viewer: int | None,
    game: Game | None = None,
    seats: list[Seat] | None = None,
    **more: object,
) -> Board:
    """What one audience's board says."""
    game = game or a_game(state.start.rules if state else PRESETS["argentino"])
    arguments: dict[str, object] = {
        "game": game,
        "seats": seats or some_seats(game),
        "view": view(state, viewer) if state else None,
        "viewer": viewer,
        "now": NOW,
        "spectators": 3,
        "action_id": "0123456789ab",
    }
    return board(**{**arguments, **more})  # type: ignore[arg-type]


def shown(state: State | None, viewer: int | None, **more: object) -> str:
    """What one audience's browser gets."""
    return render_to_string("games/_table.html", {"board": seen(state, viewer, **more)})


def pictures(html: str) -> set[str]:
    """The faces drawn in a fragment."""
    return set(re.findall(r"#n(\d+[oceb])", html))


def tokens(html: str) -> set[str]:
    """What a fragment offers to say or play."""
    buttons = re.findall(r"<button[^>]*>", html)
    return {
        re.search(r'value="([^"]+)"', button)[1]  # type: ignore[index]
        for button in buttons
        if 'name="token"' in button and "aria-disabled" not in button
    }


def random_states(preset: str, chance: Random, count: int, seats: int = 2) -> Iterator[State]:
    """States met in random legal play."""
    rules = make_rules(preset, {"seats": str(seats)})
    for _ in range(count):
        deck = list(deck_for(rules))
        chance.shuffle(deck)
        state = deal(first_start(rules, chance.randrange(rules.seats)), deck)
        yield state
        while not state.over:
            seat = chance.choice(state.to_act)
            state = apply(state, chance.choice(legal_actions(state, seat)))
            yield state


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_audience_is_shown_a_card_it_may_not_see(preset: str) -> None:
    for state in random_states(preset, Random(preset), 4):
        for viewer in (None, *range(state.start.rules.seats)):
            known = view(state, viewer)
            laid = {str(play.card) for trick in known.tricks for play in trick.plays}
            allowed = laid | {str(card) for card in known.own} | {str(known.muestra)}
            html = shown(state, viewer)
            assert pictures(html) <= allowed


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_fragment_offers_exactly_what_is_legal(preset: str) -> None:
    for state in random_states(preset, Random(preset), 4):
        for viewer in range(state.start.rules.seats):
            legal = set(_legal_tokens(state, viewer))
            assert tokens(shown(state, viewer)) == legal


def _legal_tokens(state: State, viewer: int) -> Iterator[str]:
    yield from (to_token(action) for action in legal_actions(state, viewer))


def test_spectators_see_backs_and_may_do_nothing() -> None:
    html = shown(a_hand(TWO, "0:4c"), None)
    assert pictures(html) == {"4c"}
    assert "<button" not in html
    assert "3 mirando" in html


def test_calls_keep_their_places_through_a_hand() -> None:
    line = "0:envido 1:quiero 0:truco 1:quiero 0:1e 1:6c 0:7o"
    kept = {"quiero", "no", "envido", "real", "falta", "mazo"}
    moments = [line.split()[:n] for n in range(len(line.split()) + 1)]
    for moment in moments:
        rows = seen(a_hand(TWO, " ".join(moment)), 0).call_rows
        assert [len(row) for row in rows] == [3, 4]
        assert kept < {call.token for row in rows for call in row}


def test_a_call_that_is_not_possible_says_why() -> None:
    rows = seen(a_hand(TWO, "0:envido 1:no"), 0).call_rows
    reasons = {call.token: call.why_not for row in rows for call in row}
    assert reasons["envido"] == "Ya se jugó el envido."
    assert reasons["quiero"] == "No hay nada que responder."
    assert reasons["truco"] == reasons["mazo"] == ""


@pytest.mark.parametrize(
    ("line", "place"),
    [("", "truco"), ("0:truco", "retruco"), ("0:truco 1:retruco", "vale4"),
     ("0:truco 1:quiero", "retruco"), ("0:truco 1:retruco 0:vale4 1:quiero", "vale4")],
)  # fmt: skip
def test_the_levels_of_truco_share_one_place(line: str, place: str) -> None:
    assert seen(a_hand(TWO, line), 1).call_rows[0][1].token == place


def test_what_is_compulsory_is_all_that_is_offered() -> None:
    state = a_hand(("1e 7e 4e", "3o 6c 11b"), preset="argentino-flor")  # R-F2
    assert tokens(shown(state, 0)) == {"flor"}


def test_grave_calls_ask_once_more() -> None:
    rows = seen(a_hand(TWO), 0).call_rows
    assert {call.token for row in rows for call in row if call.asks_again} == {"falta", "mazo"}


def test_a_call_that_awaits_the_viewer_is_urgent_and_priced() -> None:
    called = seen(a_hand(TWO, "0:truco 1:retruco"), 0).prompt
    assert called.is_urgent
    assert called.line == "Martín: ¡Retruco!"
    assert called.hint == "quiero vale 3 · no quiero, 2"
    waiting = seen(a_hand(TWO, "0:truco"), 0).prompt
    assert not waiting.is_urgent
    assert waiting.line == "Truco: responde Martín Ríos"


def test_the_worth_of_the_hand_is_always_said() -> None:
    assert seen(a_hand(TWO), 0).prompt.hint == "La mano vale 1 punto"
    assert seen(a_hand(TWO, "0:truco 1:quiero"), 1).prompt.hint == "La mano vale 2 puntos"


def test_seats_are_drawn_in_order_of_play_from_the_viewers_side() -> None:
    positions = [place.position for place in seen(a_hand(FOUR), 3).places]
    assert positions == [1, 2, 3, 0]


def test_mano_and_turn_are_marked() -> None:
    places = seen(a_hand(TWO, "0:4c"), 0).places
    assert [place.is_mano for place in places] == [True, False]
    assert [place.is_due for place in places] == [False, True]


def test_only_the_card_that_took_the_trick_is_marked() -> None:
    line = "0:1e 1:3o 2:12c 3:7e 0:7o 1:6c 2:5c 3:10o"
    tricks = seen(a_hand(FOUR, line), 0).tricks
    assert [[laid.won for laid in trick.cards] for trick in tricks] == [
        [True, False, False, False]
    ] * 2


def test_what_was_said_stays_until_the_next_card() -> None:
    said = seen(a_hand(TWO, "0:envido 1:quiero"), 0).places
    assert [place.bubble for place in said] == ["7", "Son buenas"]
    assert not any(place.bubble for place in seen(a_hand(TWO, "0:envido 1:no 0:1e"), 0).places)


def test_a_finished_hand_tells_its_points_and_shows_the_envido() -> None:
    state = a_hand(TWO, "0:envido 1:quiero 0:truco 1:quiero 0:1e 1:6c 0:7o 1:11b")
    told = seen(state, 1)
    assert told.phase == "between"
    assert told.prompt.line == "Mano para Ana Sosa"
    assert told.result[:3] == (
        "Ana Sosa: 7, Vos: son buenas",
        "Ana Sosa +2 · envido",
        "Ana Sosa +2 · truco",
    )


def test_the_story_is_told_in_words() -> None:
    story = seen(a_hand(TWO, "0:truco 1:quiero 0:1e 1:6c"), 0).story
    assert story == (
        "Vos: ¡Truco!",
        "Martín Ríos: Quiero",
        "Vos: as de espadas",
        "Martín Ríos: seis de copas",
        "Baza para vos",
    )


@pytest.mark.parametrize(
    ("line", "viewer", "why"),
    [("", 0, ""), ("", 1, "No es tu turno."), ("0:truco", 1, "Primero hay que responder.")],
)
def test_a_hand_that_may_not_be_played_says_why(line: str, viewer: int, why: str) -> None:
    assert seen(a_hand(TWO, line), viewer).why_no_card == why


def test_the_hand_is_a_list_of_buttons() -> None:
    assert 'aria-label="siete de oros, jugar"' in shown(a_hand(TWO), 0)
    assert 'aria-label="siete de oros"' in shown(a_hand(TWO, "0:4c"), 0)


def test_a_waiting_table_offers_the_seat_to_its_person_alone() -> None:
    game = a_game(PRESETS["argentino"], status=Game.Status.WAITING, act_by=None)
    seats = some_seats(game, sat_at=None)
    html = shown(None, 0, game=game, seats=seats)
    assert 'formaction="/tables/4/sit/"' in html
    assert game.commitment in html
    for other in (1, None):
        assert "/sit/" not in shown(None, other, game=game, seats=seats)


def test_anybody_may_take_a_free_place() -> None:
    game = a_game(PRESETS["argentino"], status=Game.Status.WAITING, act_by=None)
    seats = some_seats(game, user=None, sat_at=None)
    assert "/sit/" in shown(None, None, game=game, seats=seats)


def test_a_seat_on_automatic_can_be_taken_back() -> None:
    state = a_hand(TWO, "0:4c")
    game = a_game(state.start.rules)
    seats = some_seats(game, automatic=True)
    assert "/back/" in shown(state, 0, game=game, seats=seats)
    assert "/back/" not in shown(state, 1, game=game, seats=seats)
    assert seen(state, 1, game=game, seats=seats).places[0].presence.code == "auto"


def test_an_absence_counts_down_to_the_robot() -> None:
    state = a_hand(TWO)
    game = a_game(state.start.rules)
    seats = some_seats(game, absent_since=NOW)
    presence = seen(state, 1, game=game, seats=seats).places[0].presence
    assert presence.words == "sin conexión"
    assert presence.until > NOW.timestamp() * 1000


@pytest.mark.parametrize(
    ("status", "words"),
    [("paused", "Mesa en pausa"), ("frozen", "La mesa está en revisión"),
     ("annulled", "Partida anulada")],
)  # fmt: skip
def test_a_table_that_stands_still_says_so(status: str, words: str) -> None:
    state = a_hand(TWO)
    html = shown(state, 0, game=a_game(state.start.rules, status=status, act_by=None))
    assert words in html
    assert tokens(html) == set()


def test_a_finished_game_names_its_winner_and_leads_on_to_its_match() -> None:
    state = a_hand(TWO)
    over = {"status": Game.Status.FINISHED, "winner": 1, "act_by": None}
    html = shown(state, 0, game=a_game(state.start.rules, page="/matches/5/", **over))
    assert "Partida para Martín Ríos" in html
    assert '<a class="big" href="/matches/5/">Seguir al partido</a>' in html
    assert tokens(html) == set()
    assert "Seguir al partido" not in shown(state, 0, game=a_game(state.start.rules, **over))
    assert "/matches/5/" not in shown(state, 0, game=a_game(state.start.rules, page="/matches/5/"))


def test_a_refusal_is_explained_in_words() -> None:
    html = shown(a_hand(TWO), 0, notice="stale")
    assert 'data-notice="Llegó tarde: la mesa ya cambió."' in html


@pytest.mark.parametrize(
    ("points", "target", "words"),
    [(13, 30, "13 malas"), (18, 30, "15 malas y 3 buenas"), (8, 15, "8 malas y 0 buenas")],
)
def test_the_tally_is_said_in_words(points: int, target: int, words: str) -> None:
    rules = make_rules("argentino", {"target": str(target)})
    state = deal_hands(
        first_start(rules, 0, (points, 0)), [[parse_card(c) for c in h.split()] for h in TWO]
    )
    assert seen(state, 0).scores[0].words == words


def test_groups_of_five_fill_the_tally() -> None:
    rules = make_rules("argentino")
    state = deal_hands(
        first_start(rules, 0, (18, 0)), [[parse_card(c) for c in h.split()] for h in TWO]
    )
    malas, buenas = seen(state, 0).scores[0].halves
    assert (malas.full, malas.part, malas.groups) == (3, 0, 3)
    assert (buenas.full, buenas.part, buenas.groups) == (0, 3, 3)


def test_nobody_counts_down_while_a_robot_thinks() -> None:
    state = a_hand(TWO)
    game = a_game(state.start.rules)
    assert seen(state, 1, game=game).clock.act_by > 0
    assert seen(state, 1, game=game, seats=some_seats(game, robot=True)).clock.act_by == 0


def test_cantos_stay_spanish_in_every_language() -> None:
    with translation.override("en"):
        html = shown(a_hand(TWO), 0)
    assert {"Envido", "Falta envido", "Truco"} <= set(re.findall(r">([^<>]+)</button>", html))


def test_every_call_has_a_name_and_every_reason_words() -> None:
    assert set(Canto) <= set(CANTOS)
    games = Path(__file__).parents[3] / "games"
    codes = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', (games / "engine/refusals.py").read_text()))
    for service in (games / "services").glob("*.py"):
        raised = re.findall(r'(?:Refused|IllegalAction)Error\("([a-z-]+)"', service.read_text())
        codes.update(raised)
    page = (games.parent / "templates/accounts/_refusal.html").read_text()
    said = {*REFUSALS, *re.findall(r'code == "([a-z-]+)"', page)}
    assert codes - said == {"still-seated"}  # which only the sweep hears


def test_an_answer_to_the_dogs_is_said_in_words() -> None:
    assert canto("ley:quiere:pasa") == "En ley: quiero y paso"


BETWEEN = "0:truco 1:no"  # a hand that is over


def test_the_dogs_may_be_thrown_between_hands_by_the_players() -> None:
    over = a_hand(TWO, BETWEEN)
    assert tokens(shown(over, 0, dogs=PerrosOffer())) == {"perros"}
    for viewer, dogs in ((0, None), (0, PerrosOffer(thrown=1)), (None, PerrosOffer())):
        assert "perros" not in tokens(shown(over, viewer, dogs=dogs))


def test_who_threw_the_dogs_is_said_before_the_deal() -> None:
    line = seen(a_hand(TWO, BETWEEN), 1, dogs=PerrosOffer(thrown=0)).prompt.line
    assert line == "Ana Sosa: ¡Echo los perros!"


def a_challenge(flores: bool) -> State:
    """Team 0 has thrown the dogs; seat 1 holds a flor or not."""
    rules = make_rules("argentino-flor", {"perros": "on"})
    hands = (TWO[0], "3o 6o 11o" if flores else TWO[1])
    cards = [[parse_card(card) for card in hand.split()] for hand in hands]
    return step(deal_hands(first_start(rules, 0), cards), ThrowPerros(0))


def test_the_throwers_see_no_card_before_the_answer() -> None:
    throwers = seen(a_challenge(flores=False), 0)
    assert [card.picture for card in throwers.hand] == ["back"] * 3
    assert throwers.prompt.line == "Los perros: responde Martín Ríos"
    assert pictures(shown(a_challenge(flores=False), 0)) == set()


@pytest.mark.parametrize(
    ("flores", "answer"),
    [(True, "En ley: quiero la contraflor y el truco"),
     (False, "A punto: quiero la falta y el truco")],
)  # fmt: skip
def test_the_dogs_are_answered_in_one_of_four_ways(flores: bool, answer: str) -> None:
    state = a_challenge(flores)
    rows = seen(state, 1).call_rows
    assert [len(row) for row in rows] == [1, 2, 2]
    assert rows[0][0].label == answer
    assert rows[2][0].asks_again
    assert tokens(shown(state, 1)) == set(_legal_tokens(state, 1))


FOUR_SIGNING = {"preset": "trucoestrella"}


@pytest.mark.parametrize(
    ("viewer", "words"), [(2, "as de espadas"), (0, "as de espadas"), (1, ""), (None, "")]
)
def test_a_sign_is_shown_to_its_team_alone(viewer: int | None, words: str) -> None:
    state = a_hand(FOUR, **FOUR_SIGNING)
    game = a_game(state.start.rules)
    seats = some_seats(game, sign="1e", signed_at=NOW - timedelta(seconds=9))
    sign = seen(state, viewer, game=game, seats=seats).places[0].sign
    assert (sign.words if sign else "") == words
    plain = shown(state, viewer, game=game, seats=some_seats(game))
    assert (shown(state, viewer, game=game, seats=seats) == plain) == (words == "")


def test_a_sign_is_soon_forgotten() -> None:
    state = a_hand(FOUR, **FOUR_SIGNING)
    game = a_game(state.start.rules)
    seats = some_seats(game, sign="1e", signed_at=NOW - timedelta(seconds=10))
    assert seen(state, 2, game=game, seats=seats).places[0].sign is None


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_sign_has_words(preset: str) -> None:
    rules = make_rules(preset, {"seats": "4", "signals": "on"})
    assert all(button.words and button.short for button in sign_buttons(rules))


def test_piezas_are_marked_in_hand_and_on_the_table() -> None:
    state = a_hand(("2o 6c 1b", "4c 5b 3c"), preset="uruguayo-online", muestra="6o")
    mine = seen(state, 0).hand
    assert [card.is_pieza for card in mine] == [True, False, False]
    assert mine[0].words == "dos de oros, pieza, jugar"
    state = apply(state, from_token(0, "2o"))
    assert [laid.is_pieza for laid in seen(state, 1).tricks[0].cards] == [True]


def test_a_plain_flor_has_one_price() -> None:
    hands = ("2o 7b 1b", "4o 5o 3c")
    state = a_hand(hands, "0:flor", preset="uruguayo-online", muestra="6o")
    assert seen(state, 1).prompt.hint == "la flor vale 3"


def test_two_cards_together_are_explained() -> None:
    state = a_hand(("7c 6c 3e", "7b 5b 4c"), "0:7c 1:7b", preset="truc")  # R-V1
    assert seen(state, 0).prompt.hint == "Van las dos: tocá la de arriba"


def test_a_pico_names_the_two_who_meet() -> None:
    rules = make_rules("trucoestrella", {"seats": "6", "pico": "range"})
    start = replace(first_start(rules, 1), part="a")
    chosen = seen(deal(start, deck_for(rules)), 4)
    assert chosen.prompt.hint == "Pico: Martín y Vos · vale 1 punto"
    assert [place.number for place in chosen.places if not place.is_out] == [1, 4]


def test_the_same_state_makes_the_same_bytes() -> None:
    state = a_hand(TWO, "0:4c 1:3o 1:truco")
    assert shown(state, 0) == shown(state, 0)


@pytest.mark.parametrize(
    ("preset", "seats", "limit"),
    [
        ("argentino", 2, 3072),
        ("argentino-flor", 2, 3584),
        ("truc", 2, 3584),
        ("argentino", 4, 4096),
    ],
)
def test_a_frame_is_small(preset: str, seats: int, limit: int) -> None:
    name_of_hash = len(".0123456789ab")  # what collecting the files adds to each address
    for state in random_states(preset, Random(preset), 10, seats):
        for viewer in (0, 1, None):
            html = shown(state, viewer)
            assert len(html.encode()) + name_of_hash * html.count(".svg") <= limit
