"""The felt: its cards and their players, the names of robots, and the order of cards."""

import re

import pytest

from games.engine import PRESETS, deck_for, make_rules
from games.engine.cards import CARDS
from games.engine.ranks import ranking
from games.house_rules import OFFERED, is_french, voice_of
from games.models import Game, Seat
from games.play.seat_names import brief
from games.robots.cast import CAST, OTHERS, robot_names
from games.table_view.felt import card_order
from tests.games.table_view.boards import (
    FOUR,
    NOW,
    TWO,
    a_game,
    a_hand,
    make_table_view,
    rendered_table,
    some_seats,
)

TRICK = "0:1e 1:3o 2:12c 3:7e "


def test_a_card_bears_the_initials_of_who_played_it() -> None:
    laid = make_table_view(a_hand(FOUR, TRICK), 0).tricks[0].cards
    assert [(card.position, card.initials) for card in laid] == [
        (0, "AS"), (1, "MR"), (2, "LV"), (3, "CP"),
    ]  # fmt: skip


@pytest.mark.feature("Playing", "Each card shows its player, and the leading card is marked")
@pytest.mark.parametrize(
    ("line", "raised"),
    [("0:4c", [True]), ("0:4c 1:3o", [False, True]), ("0:7o 1:6c", [True, False])],
)
def test_the_card_that_leads_is_raised_before_the_trick_is_over(line, raised) -> None:
    assert [laid.won for laid in make_table_view(a_hand(TWO, line), 0).tricks[0].cards] == raised


def test_no_card_leads_while_the_highest_are_of_both_teams() -> None:
    hands = ("3e 7o 4c", "3o 6c 11b", "5c 2b 1c", "4e 4b 10o")
    laid = make_table_view(a_hand(hands, "0:3e 1:3o"), 0).tricks[0].cards
    assert [card.won for card in laid] == [False, False]


@pytest.mark.parametrize(
    ("hands", "line"),
    [
        (("3e 5c 7e", "3o 5o 4b"), "0:3e 1:3o 0:5c/7e 1:5o/4b"),
        (
            ("3e 5c 7o", "3o 5o 4b", "4e 4c 6e", "4o 5e 7e"),
            "0:3e 1:3o 2:4e 3:4o 0:5c/7o 1:5o/4b 2:4c/6e 3:5e/7e",
        ),
    ],
)
def test_a_card_beneath_that_is_not_lower_than_its_cover_wins_nothing(hands, line) -> None:
    """R-V1: it is void, also beside a partner whose card wins."""
    table = make_table_view(a_hand(hands, line, preset="truc"), 0)
    last = table.tricks[2]
    assert [card.won for card in last.cards] == [seat == 1 for seat in range(len(hands))]
    assert last.is_taken


def test_places_wait_for_the_cards_of_those_who_have_not_played() -> None:
    assert make_table_view(a_hand(FOUR, "0:1e 1:3o"), 3).tricks[0].awaited == (3, 0)
    assert make_table_view(a_hand(FOUR), 0).tricks[0].awaited == (0, 1, 2, 3)
    assert len(make_table_view(a_hand(TWO), 0).tricks) == 3


def test_a_trick_that_is_over_can_be_looked_at_again() -> None:
    html = rendered_table(a_hand(FOUR, TRICK + "0:7o"), 0)
    again = re.search(r"<button id=\"trick1\"[^>]*>", html)
    assert again
    assert 'aria-label="Baza 1: Vos: as de espadas, Martín: tres de oros' in again[0]
    assert 'type="button"' in again[0]
    assert 'id="trick2" class="trick now"' in html
    assert '<button id="trick' not in rendered_table(a_hand(TWO, "0:4c 1:3o 1:6c"), 0)


def test_names_are_whole_and_shorten_to_the_first_and_a_letter() -> None:
    html = rendered_table(a_hand(FOUR), 0)
    assert 'data-brief="Martín R."><bdi>Martín Ríos</bdi>' in html
    assert "<bdi>Vos</bdi>" in html
    names = ("Pocha Irigoyen Quiroga", "María de los Ángeles Paz", "Tano", "Lugar 2")
    assert [brief(name) for name in names] == ["Pocha I.", "María Á.", "", ""]
    assert [brief(name) for name in ("Invitado 126", "Lola 2006", "Ana 🎸🎸🎸")] == ["", "", ""]


# ---- robots ----
def with_robots(preset: str, seats: int, pk: int = 4) -> tuple[Game, list[Seat]]:
    game = a_game(make_rules(preset, {"seats": str(seats)}), pk=pk)
    numbers = range(seats)
    return game, [Seat(game=game, number=n, robot=True, sat_at=NOW) for n in numbers]


def natives(voice: str) -> set[str]:
    """Everybody whose home it is, or the names of a voice without characters."""
    return {who.name for who in CAST.values() if who.family == voice} or set(OTHERS[voice])


@pytest.mark.feature("Playing", "Robots have names, no two alike at a table")
@pytest.mark.parametrize("preset", OFFERED)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_robots_have_names_of_their_family_no_two_alike(preset: str, seats: int) -> None:
    for pk in range(1, 30):
        game, robots = with_robots(preset, seats, pk)
        names = game.names_of(robots)
        assert len(set(names)) == seats
        home = natives(voice_of(preset))
        assert len(set(names) & home) == min(seats, len(home)), "visitors come last"
        assert names == game.names_of(robots)


def test_a_robot_is_not_called_like_somebody_at_its_table() -> None:
    first = robot_names("argentino", 7, [1], [], {})[1]
    gomez = [f"{first} Gómez"]
    assert robot_names("argentino", 7, [1], gomez, {})[1] != first
    assert robot_names("argentino", 7, [1], gomez, {1: first})[1] != first


def test_a_robot_keeps_the_name_of_the_game_before_where_it_suits_the_table() -> None:
    first, second = (robot_names("argentino", 7, [1, 2], [], {})[seat] for seat in (1, 2))
    assert robot_names("argentino", 7, [1, 2], [], {1: second})[1] == second
    assert robot_names("argentino", 7, [1, 2], [], {2: first}) == {1: second, 2: first}
    assert robot_names("truc", 7, [1], [], {1: "Nobody"})[1] in natives("truc")


def test_the_table_calls_robots_by_name_and_marks_them() -> None:
    state = a_hand(FOUR)
    game = a_game(state.start.rules)
    seats = some_seats(game)
    for number in (1, 3):
        seats[number].user, seats[number].robot = None, True
    html = rendered_table(state, 0, game=game, seats=seats)
    names = game.names_of(seats)
    assert f"<bdi>{names[1]}</bdi>" in html
    assert html.count("<small>robot</small>") == 2
    assert "Robot" not in rendered_table(state, None, game=game, seats=seats)


def test_a_place_without_anybody_has_no_robots_name() -> None:
    game = a_game(PRESETS["argentino"], status=Game.Status.WAITING, act_by=None)
    seats = [Seat(game=game, number=0), Seat(game=game, number=1, robot=True, sat_at=NOW)]
    assert game.names_of(seats)[0] == ""
    presence = [
        place.presence.words for place in make_table_view(None, None, game=game, seats=seats).places
    ]
    assert presence == ["Lugar libre", "robot"]


# ---- the order of the cards ----
@pytest.mark.parametrize("preset", OFFERED)
def test_the_order_has_every_card_of_the_deck_once_as_the_engine_ranks_them(preset: str) -> None:
    rules = PRESETS[preset]
    lines = card_order(rules).lines
    assert sorted(picture.symbol for line in lines for picture in line) == sorted(
        f"{'f' if is_french(preset) else 'n'}{card}" for card in deck_for(rules)
    )
    strength = ranking(rules.ranks, None).strength
    heights = [{strength[CARDS[picture.symbol[1:]]] for picture in line} for line in lines]
    assert all(len(height) == 1 for height in heights)
    assert [max(height) for height in heights] == sorted(map(max, heights), reverse=True)


def test_the_piezas_are_those_of_the_muestras_suit() -> None:
    rows = dict(card_order(PRESETS["uruguayo"]).piezas)
    assert [picture.symbol for picture in rows["e"]] == ["n2e", "n4e", "n5e", "n11e", "n10e"]
    assert card_order(PRESETS["argentino"]).piezas == ()
    assert card_order(PRESETS["uruguayo"]).manilhas == ()
    html = rendered_table(a_hand(("2o 6c 1b", "4c 5b 3c"), preset="uruguayo", muestra="6o"), 0)
    assert 'class="muestra in-o in-r6" type="button" popovertarget="order"' in html
    assert 'class="icon order"' in rendered_table(a_hand(TWO), 0)


def test_the_manilhas_are_those_after_the_viras_rank() -> None:
    rows = dict(card_order(PRESETS["paulista"]).manilhas)
    assert [picture.symbol for picture in rows[3]] == ["f4b", "f4c", "f4e", "f4o"]  # R-T1a
    assert rows[7][0].symbol == "f10b"
    limpo = dict(card_order(make_rules("paulista", {"deck": "24"})).manilhas)
    assert limpo[3][0].symbol == "f10b"
    assert card_order(PRESETS["mineiro"]).manilhas == ()
