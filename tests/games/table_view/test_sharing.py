"""The board of a device that two share: whose hand it shows, and what it says while covered."""

from games.engine import PRESETS, view
from games.models import Game, Seat
from games.table_view.table import TableView
from tests.games.table_view.boards import FOUR, TWO, a_game, a_hand, make_table_view, some_seats


def two_of(game: Game, beside: int) -> list[Seat]:
    """Ana with a companion; robots have the other seats."""
    seats = some_seats(game)
    for seat in seats[1:]:
        seat.user = None
        seat.robot = seat.number != beside
    seats[beside].companion = "Luis"
    return seats


def covered(hands=TWO, line: str = "", beside: int = 1, in_hand: int | None = None) -> TableView:
    state = a_hand(hands, line)
    game = a_game(state.start.rules, in_hand=in_hand)
    shown = view(state, in_hand)
    return make_table_view(state, 0, game, two_of(game, beside), view=shown)


def test_it_says_to_whom_the_phone_goes_and_shows_no_hand():
    board = covered()
    assert (board.prompt.line, board.prompt.hint) == (
        "Le toca a Ana",
        "Pasale el teléfono sin mirar",
    )
    assert [(taker.seat, taker.name) for taker in board.sharing.takers] == [(0, "Ana")]
    assert (board.hand, board.sharing.backs, board.watches) == ((), 3, False)


def test_what_was_called_stays_visible():
    board = covered(line="0:envido")
    assert board.prompt.line == "Envido: responde Luis"
    assert [taker.name for taker in board.sharing.takers] == ["Luis"]
    assert board.places[0].bubble == "¡Envido!"


def test_who_has_it_plays_as_at_any_table_but_for_the_clock():
    board = covered(in_hand=0)
    assert (board.prompt.line, len(board.hand)) == ("Te toca", 3)
    assert (board.sharing.acting, board.sharing.takers) == (0, ())
    assert (board.clock.act_by, board.clock.total) == (0, 0)
    assert len(board.call_rows) == len(covered().call_rows), "the lanes keep their heights"


def test_partners_who_may_both_answer_may_both_take_it():
    board = covered(FOUR, "0:1e 1:envido", beside=2)
    assert [taker.name for taker in board.sharing.takers] == ["Ana", "Luis"]


def test_while_robots_play_nobody_takes_it():
    board = covered(FOUR, "0:1e", beside=2)
    assert board.sharing.takers == ()
    assert board.prompt.line.startswith("Juega ")


def test_before_the_deal_its_browser_opens_the_corte_it_sealed():
    game = a_game(PRESETS["argentino"], status=Game.Status.OPENING)
    seats = two_of(game, beside=1)
    seats[0].corte_hash = "a3" * 32
    board = make_table_view(None, 0, game, seats)
    assert (board.seal.state, board.seal.viewer) == ("open", 0)
    assert [corte.words for corte in board.seal.cortes] == ["sellado", "sin corte"]
