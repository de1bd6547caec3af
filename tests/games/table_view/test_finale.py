"""The end of a game as a screen: the same facts for everybody, told to each in their words."""

import re
from copy import copy
from datetime import datetime

import pytest
from django.utils import translation

from games.engine import view
from games.live.fragments import FRAME, fragment_patch, render_tree
from games.models import Game
from games.play.finished_game import GameRecord
from games.play.replay import DealSource, state_at
from games.play.seat_names import names_for
from games.robots.cast import CAST
from games.table_page.fragments import table_pieces
from games.table_view.game_over import game_over_view
from games.table_view.table import TableView
from tests.games.table_view.boards import PEOPLE, TWO, a_hand, make_table_view, rendered_table
from tests.games.tables import (
    a_person,
    a_table,
    ended_by_time,
    fold_to_the_end,
    play_to_the_end,
    state_of,
)

pytestmark = pytest.mark.django_db


def a_named_game(now: datetime, *, seats: int = 2, **options: str) -> Game:
    people = [a_person() for _ in range(seats)]
    for person, name in zip(people, PEOPLE, strict=False):
        person.display_name = name
        person.save()
    return a_table(now, people=people, **options)


def a_board(game: Game, viewer: int | None) -> TableView:
    """Return the board that one audience sees of an ended game."""
    seats = list(game.seats.select_related("user").order_by("number"))
    shown = make_table_view(state_of(game), viewer, game=game, seats=seats)
    return shown._replace(finale=game_over_view(GameRecord(game, seats), names_for(seats, viewer)))


@pytest.mark.parametrize("seats", [2, 4])
def test_winners_losers_and_watchers_are_told_who_won(now: datetime, seats: int) -> None:
    game = a_named_game(now, seats=seats, target="5")
    play_to_the_end(game, now)
    winner = game.winner
    assert winner is not None
    titles = [a_board(game, viewer).finale.title for viewer in (winner, 1 - winner, None)]
    assert titles[0] == ("¡Ganaste!" if seats == 2 else "¡Ganamos!")
    assert titles[1].startswith("Partida para ")
    assert PEOPLE[winner] in titles[2]
    with translation.override("en"):
        assert a_board(game, winner).finale.title == ("You won!" if seats == 2 else "We won!")


@pytest.mark.feature(
    "Playing", "The end of a game is a screen, with its last cards, figures and three moments"
)
@pytest.mark.sampled
def test_the_end_shows_cards_figures_and_moments_with_links(now: datetime) -> None:
    game = a_named_game(now, target="30")
    play_to_the_end(game, now)
    told = a_board(game, 0).finale
    html = render_tree(table_pieces(a_board(game, 0)), "table")
    assert told.tricks or told.proofs
    assert sum(told.figures[0].sides) > 0
    assert len(told.moments) == 3
    for moment in told.moments:
        link = f'href="/tables/{game.pk}/record/{moment.query}"'.replace("&", "&amp;")
        assert link in html
    assert f'href="/tables/{game.pk}/record/#share"' in html
    assert f'href="/tables/{game.pk}/record/"' in html


def test_a_game_ends_in_which_the_system_sang_the_flor_of_the_pie(now: datetime) -> None:
    """R-F11."""
    game = a_named_game(
        now,
        preset="uruguayo-online",
        flor_sung="auto",
        target="5",
        dealt=lambda state: set(state.deal.flores) == {state.start.dealer},
    )
    play_to_the_end(game, now)
    assert any(sum(row.sides) for row in a_board(game, 0).finale.figures)


def test_both_sides_read_the_same_figures_their_own_first(now: datetime) -> None:
    game = a_named_game(now, target="15")
    play_to_the_end(game, now)
    mine, theirs = a_board(game, 0).finale, a_board(game, 1).finale
    assert [row.sides[::-1] for row in mine.figures] == [row.sides for row in theirs.figures]
    assert mine.sides[0] == theirs.sides[0] == "Vos"


def test_the_figures_say_that_they_count_and_give_no_points(now: datetime) -> None:
    game = a_named_game(now, target="5")
    fold_to_the_end(game, now)
    html = render_tree(table_pieces(a_board(game, 0)), "table")
    assert re.search(r'<th scope="col">Ganados</th>.*<th scope="row">Manos</th>', html, re.DOTALL)


def test_a_casual_table_leads_back_to_the_tables(now: datetime) -> None:
    game = a_named_game(now, target="5")
    fold_to_the_end(game, now)
    html = render_tree(table_pieces(a_board(game, None)), "table")
    assert '<a href="/tables/">A las mesas</a>' in html
    Game.objects.filter(pk=game.pk).update(page="/matches/5/")
    assert '/tables/"' not in render_tree(table_pieces(a_board(game, None)), "table")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_last_frame_is_small_and_has_no_hand(now: datetime, seats: int) -> None:
    game = a_named_game(now, seats=seats, target="15", preset="argentino-flor")
    play_to_the_end(game, now)
    before_the_end = state_at(game, DealSource(game, list(game.seats.all())), game.version - 1)
    assert before_the_end.winner is None
    live = copy(game)
    live.status, live.winner = Game.Status.LIVE, None
    for viewer in (0, 1, None):
        before = table_pieces(make_table_view(before_the_end, viewer, game=live))
        pieces = table_pieces(a_board(game, viewer))
        assert "hand" not in pieces
        patch = "\n".join(fragment_patch(before, pieces))
        assert "finale" in patch
        assert len(patch.encode()) + 13 * patch.count(".svg") <= FRAME


def test_an_annulled_game_has_no_such_screen(now: datetime) -> None:
    state = a_hand(TWO)
    html = rendered_table(
        state, 0, game=Game(pk=4, preset="argentino", status="annulled", commitment="")
    )
    assert "finale" not in html
    assert 'id="finale"' not in html


def test_cards_are_dealt_once_and_a_taken_trick_is_marked() -> None:
    assert "fresh" in rendered_table(a_hand(TWO), 0)
    played = a_hand(TWO, "0:1e 1:3o")
    assert "fresh" not in rendered_table(played, 0)
    assert re.search(r'class="trick now taken"', rendered_table(played, 0))
    assert "taken" not in rendered_table(a_hand(TWO, "0:1e 1:3o 0:7o"), 1)
    assert view(played, 0).tricks[0].winner == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_who_won_by_time_is_told_so(now: datetime, seats: int) -> None:
    people = [a_person() for _ in range(seats)]
    game = ended_by_time(now, people=people)
    titles = [a_board(game, viewer).finale.title for viewer in (game.winner, 1 - game.winner, None)]
    assert titles[0] == ("¡Ganaste por tiempo!" if seats == 2 else "¡Ganamos por tiempo!")
    assert all(title.startswith("Por tiempo, partida para ") for title in titles[1:])
    assert a_board(game, None).prompt.hint == "Ganó por tiempo"


@pytest.mark.feature("Playing", "A robot has a last word to a player, by who won")
@pytest.mark.parametrize("winner", [0, 1])
def test_a_robot_has_the_last_word_to_players_alone(now: datetime, winner: int) -> None:
    game, porota = a_table(now, people=[a_person(), None], target="5"), CAST["porota"]
    game.seats.filter(number=1).update(robot_name="Porota")
    fold_to_the_end(game, now)
    seats, game.winner = list(game.seats.select_related("user").order_by("number")), winner
    record = GameRecord(game, seats)
    finale = game_over_view(record, names_for(seats, 0))
    word = finale.word
    assert word.words == (porota.calls if winner == 1 else porota.beaten)
    assert (word.name, word.language) == ("Porota", "es-AR")
    page = render_tree(table_pieces(a_board(game, 0)._replace(finale=finale)), "table")
    assert f'<q lang="es-AR">{word.words}</q>' in page
    assert game_over_view(record, names_for(seats, None)).word is None
