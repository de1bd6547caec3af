"""The table as each audience sees it: everything it may, and nothing it may not."""

from dataclasses import replace
from random import Random

import pytest

from games.engine import (
    PRESETS,
    apply,
    deal,
    deal_hands,
    deck_for,
    first_start,
    from_token,
    make_rules,
    parse_card,
    view,
)
from games.house_rules import OFFERED
from games.models import Game
from tests.games.table_view.boards import (
    FOUR,
    NOW,
    TWO,
    _legal_tokens,
    a_game,
    a_hand,
    make_table_view,
    pictures,
    random_states,
    rendered_table,
    some_seats,
    tokens,
)


@pytest.mark.feature("Playing", "Each viewer is shown what that viewer may see")
@pytest.mark.parametrize("preset", OFFERED)
def test_no_audience_is_shown_a_card_it_may_not_see(preset: str) -> None:
    for state in random_states(preset, Random(preset), 4):
        for viewer in (None, *range(state.start.rules.seats)):
            known = view(state, viewer)
            laid = {str(play.card) for trick in known.tricks for play in trick.plays}
            allowed = laid | {str(card) for card in known.own} | {str(known.muestra)}
            html = rendered_table(state, viewer)
            assert pictures(html) <= allowed


@pytest.mark.parametrize("preset", OFFERED)
def test_a_fragment_offers_exactly_what_is_legal(preset: str) -> None:
    for state in random_states(preset, Random(preset), 4):
        for viewer in range(state.start.rules.seats):
            legal = set(_legal_tokens(state, viewer))
            assert tokens(rendered_table(state, viewer)) == legal


def test_a_card_that_takes_the_trick_is_offered_with_truco() -> None:
    state = a_hand(TWO, "0:4c")
    assert 'data-joint="3o+truco 6c+truco 11b+truco"' in rendered_table(state, 1)
    assert ' aria-label="Cantar y tirar una carta a la vez"' in rendered_table(state, 1)
    assert "data-joint=" not in rendered_table(state, 0)
    assert "data-joint" not in rendered_table(state, None)


def test_spectators_see_backs_and_may_do_nothing() -> None:
    html = rendered_table(a_hand(TWO, "0:4c"), None)
    assert pictures(html) == {"4c"}
    assert tokens(html) == set()
    assert "Tus cartas" not in html
    assert "3 mirando" in html


def test_seats_are_drawn_in_order_of_play_from_the_viewers_side() -> None:
    positions = [place.position for place in make_table_view(a_hand(FOUR), 3).places]
    assert positions == [1, 2, 3, 0]


def test_mano_and_turn_are_marked() -> None:
    places = make_table_view(a_hand(TWO, "0:4c"), 0).places
    assert [place.is_mano for place in places] == [True, False]
    assert [place.is_due for place in places] == [False, True]


def test_only_the_card_that_took_the_trick_is_marked() -> None:
    line = "0:1e 1:3o 2:12c 3:7e 0:7o 1:6c 2:5c 3:10o"
    tricks = make_table_view(a_hand(FOUR, line), 0).tricks
    assert [[laid.won for laid in trick.cards] for trick in tricks] == [
        [True, False, False, False]
    ] * 2


def test_what_was_said_stays_until_the_next_card() -> None:
    said = make_table_view(a_hand(TWO, "0:envido 1:quiero"), 0).places
    assert [place.bubble for place in said] == ["7", "Son buenas"]
    assert not any(
        place.bubble for place in make_table_view(a_hand(TWO, "0:envido 1:no 0:1e"), 0).places
    )


def test_a_finished_hand_tells_its_points_and_shows_the_envido() -> None:
    state = a_hand(TWO, "0:envido 1:quiero 0:truco 1:quiero 0:1e 1:6c 0:7o 1:11b")
    told = make_table_view(state, 1)
    assert told.phase == "between"
    assert told.prompt.line == "Mano para Ana Sosa"
    assert told.result[:3] == (
        "Ana Sosa: 7, Vos: son buenas",
        "Ana Sosa +2 · envido",
        "Ana Sosa +2 · truco",
    )


@pytest.mark.feature("Playing", "The events of the hand in words")
def test_the_story_is_told_in_words() -> None:
    story = make_table_view(a_hand(TWO, "0:truco 1:quiero 0:1e 1:6c"), 0).story
    assert [line.speaker for line in story] == [0, 1, None, None, None]
    assert tuple(line.words for line in story) == (
        "Vos: ¡Truco!",
        "Martín Ríos: Quiero",
        "Vos: as de espadas",
        "Martín Ríos: seis de copas",
        "Baza para vos",
    )


def test_cards_that_are_turned_at_the_mazo_are_told_at_once() -> None:
    """R-M5: the hand goes on with the partner."""
    hands = ("7e 6e 4b", "5o 3o 12c", "1b 2c 4c", "10e 4e 5c")
    line = "0:envido 1:quiero 0:mazo:show"
    table = make_table_view(a_hand(hands, line, unshown_envido="lost"), 1)
    assert not table.result
    assert [(line.words.partition(": ")[2], line.speaker) for line in table.story][-2:] == [
        ("Me voy al mazo y muestro", 0),
        ("siete de espadas, seis de espadas", 0),
    ]
    assert table.places[0].bubble == "siete de espadas, seis de espadas"


@pytest.mark.parametrize(
    ("line", "viewer", "why"),
    [("", 0, ""), ("", 1, "No es tu turno."), ("0:truco", 1, "Primero hay que responder.")],
)
def test_a_hand_that_may_not_be_played_says_why(line: str, viewer: int, why: str) -> None:
    assert make_table_view(a_hand(TWO, line), viewer).why_no_card == why


def test_the_hand_is_a_list_of_buttons_that_stand_from_deal_to_deal() -> None:
    for line in ("", "0:4c"):
        assert 'aria-label="siete de oros, jugar"' in rendered_table(a_hand(TWO, line), 0)
    assert "7o" in tokens(rendered_table(a_hand(TWO), 0))
    assert tokens(rendered_table(a_hand(TWO, "0:4c"), 0)) == set()


def test_a_waiting_table_offers_the_seat_to_its_person_alone() -> None:
    game = a_game(PRESETS["argentino"], status=Game.Status.WAITING, act_by=None)
    seats = some_seats(game, sat_at=None)
    html = rendered_table(None, 0, game=game, seats=seats)
    assert 'formaction="/tables/4/sit/"' in html
    assert game.commitment in html
    for other in (1, None):
        assert "/sit/" not in rendered_table(None, other, game=game, seats=seats)


def test_anybody_may_take_a_free_place() -> None:
    game = a_game(PRESETS["argentino"], status=Game.Status.WAITING, act_by=None)
    seats = some_seats(game, user=None, sat_at=None)
    assert "/sit/" in rendered_table(None, None, game=game, seats=seats)


def test_a_seat_on_automatic_can_be_taken_back() -> None:
    state = a_hand(TWO, "0:4c")
    game = a_game(state.start.rules)
    seats = some_seats(game, automatic=True)
    assert "/back/" in rendered_table(state, 0, game=game, seats=seats)
    assert "/back/" not in rendered_table(state, 1, game=game, seats=seats)
    assert make_table_view(state, 1, game=game, seats=seats).places[0].presence.code == "auto"


def test_no_robot_plays_at_a_paused_table() -> None:
    state = a_hand(TWO, "0:4c")
    game = a_game(state.start.rules, status=Game.Status.PAUSED, act_by=None)
    seats = some_seats(game, automatic=True)
    html = rendered_table(state, 0, game=game, seats=seats)
    assert "Volver a jugar yo" in html
    assert "robot" not in html
    assert "todavía no volvió" in html


def test_an_absence_counts_down_to_the_robot() -> None:
    state = a_hand(TWO)
    game = a_game(state.start.rules)
    seats = some_seats(game, absent_since=NOW)
    presence = make_table_view(state, 1, game=game, seats=seats).places[0].presence
    assert presence.words == "sin conexión"
    assert presence.until > NOW.timestamp() * 1000


@pytest.mark.parametrize(
    ("status", "words"),
    [("paused", "Mesa en pausa"), ("frozen", "La mesa está en revisión"),
     ("annulled", "Partida anulada")],
)  # fmt: skip
def test_a_table_that_stands_still_says_so(status: str, words: str) -> None:
    state = a_hand(TWO)
    html = rendered_table(state, 0, game=a_game(state.start.rules, status=status, act_by=None))
    assert words in html
    assert tokens(html) == set()


def test_a_finished_game_names_its_winner_and_leads_on_to_its_match() -> None:
    state = a_hand(TWO)
    over = {"status": Game.Status.FINISHED, "winner": 1, "act_by": None}
    html = rendered_table(state, 0, game=a_game(state.start.rules, page="/matches/5/", **over))
    assert '<bdi class="name">Martín Ríos</bdi>' in html
    assert make_table_view(state, 0, game=a_game(state.start.rules, **over)).prompt.line == (
        "Partida para Martín Ríos"
    )
    assert '<a class="big" href="/matches/5/">Seguir al partido</a>' in html
    assert tokens(html) == set()
    assert "Seguir al partido" not in rendered_table(
        state, 0, game=a_game(state.start.rules, **over)
    )
    assert "/matches/5/" not in rendered_table(
        state, 0, game=a_game(state.start.rules, page="/matches/5/")
    )


def test_a_refusal_is_explained_in_words() -> None:
    html = rendered_table(a_hand(TWO), 0, notice="stale")
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
    assert make_table_view(state, 0).scores[0].words == words


@pytest.mark.feature("Playing", "The score as match-sticks")
def test_groups_of_five_fill_the_tally() -> None:
    rules = make_rules("argentino")
    state = deal_hands(
        first_start(rules, 0, (18, 0)), [[parse_card(c) for c in h.split()] for h in TWO]
    )
    malas, buenas = make_table_view(state, 0).scores[0].halves
    assert (malas.full, malas.part, malas.groups) == (3, 0, 3)
    assert (buenas.full, buenas.part, buenas.groups) == (0, 3, 3)


def test_nobody_counts_down_while_a_robot_thinks() -> None:
    state = a_hand(TWO)
    game = a_game(state.start.rules)
    assert make_table_view(state, 1, game=game).clock.act_by > 0
    assert (
        make_table_view(state, 1, game=game, seats=some_seats(game, robot=True)).clock.act_by == 0
    )


def test_piezas_are_marked_in_hand_and_on_the_table() -> None:
    state = a_hand(("2o 6c 1b", "4c 5b 3c"), preset="uruguayo-online", muestra="6o")
    mine = make_table_view(state, 0).hand
    assert [card.is_wild for card in mine] == [True, False, False]
    assert mine[0].words == "dos de oros, pieza, jugar"
    state = apply(state, from_token(0, "2o"))
    assert [laid.is_wild for laid in make_table_view(state, 1).tricks[0].cards] == [True]


def test_two_cards_together_are_explained() -> None:
    state = a_hand(("7c 6c 3e", "7b 5b 4c"), "0:7c 1:7b", preset="truc")  # R-V1
    assert make_table_view(state, 0).prompt.hint == "Van las dos: tocá la de arriba"


def test_a_pico_is_between_the_two_who_meet() -> None:
    rules = make_rules("trucoestrella", {"seats": "6", "pico": "range"})
    start = replace(first_start(rules, 1), part="a")
    chosen = make_table_view(deal(start, deck_for(rules)), 4)
    assert chosen.prompt.hint == "Pico · vale 1 punto"
    assert chosen.is_duel
    assert [place.number for place in chosen.places if not place.is_out] == [1, 4]


def test_the_same_state_makes_the_same_bytes() -> None:
    state = a_hand(TWO, "0:4c 1:3o 1:truco")
    assert rendered_table(state, 0) == rendered_table(state, 0)
