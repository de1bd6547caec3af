"""The page of a record, its files and its picture, as anybody may read them."""

import io
import json
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.engine import read_tgn, write_tgn
from games.models import Game
from games.play.finished_game import GameRecord
from tests.accounts.people import a_guest
from tests.games.tables import (
    a_person,
    a_table,
    agree_to_end,
    ended_by_time,
    fold_to_the_end,
    play_to_the_end,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def a_finished_game(now: datetime, *, seats: int = 2, public: bool = True) -> Game:
    people = [a_person(name) for name in ("Ana", "Luis", "Marta", "Beto")[:seats]]
    game = a_table(now, people=people, target="5", public=public)
    play_to_the_end(game, now)
    return game


def page_of(game: Game, query: str = "") -> str:
    answer = Client().get(reverse("tables:record", args=[game.pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_last_row_names_the_winner(now):
    game = a_finished_game(now)
    winner = game.seats.get(number=game.winner).user
    html = page_of(game)
    outcome = html.index('class="row outcome"')
    assert outcome > html.rindex('<b class="num">')
    row = html[outcome : html.index("</p>", outcome)]
    assert f"Partida para {winner}" in row
    assert f"{game.score[0]}–{game.score[1]}" in row


def test_the_last_row_tells_an_end_by_agreement(now):
    game = agree_to_end(a_table(now), now)
    html = page_of(game)
    assert "Terminó de común acuerdo: nadie ganó." in html
    assert "fue anulada" not in html
    assert "Terminada de común acuerdo" in html[html.index('class="row outcome"') :]
    told = Client().get(reverse("tables:record_json", args=[game.pk])).json()
    assert (told["tags"]["Termination"], told["winner"]) == ("agreed", None)


@pytest.mark.feature("Records", "The record through the eyes of one seat")
def test_a_seats_view_shows_the_cards_that_seat_saw(now):
    game = a_finished_game(now)
    hand = GameRecord(game, list(game.seats.order_by("number"))).hands[0].deal
    shown = page_of(game, "?hand=1&step=0&seat=1")
    symbols = {str(card): f"#n{card}&quot;".replace("&quot;", '"') for card in hand.hands[0]}
    assert not [card for card, symbol in symbols.items() if symbol in shown]
    assert all(f'#n{card}"' in shown for card in hand.hands[1])
    assert shown.count('#back"') == 3
    everything = page_of(game, "?hand=1&step=0")
    assert all(symbol in everything for symbol in symbols.values())


def test_every_way_on_keeps_the_readers_eyes(now):
    html = page_of(a_finished_game(now), "?hand=1&step=1&seat=1")
    assert 'id="on" href="?hand=1&amp;step=2&amp;seat=1"' in html
    assert 'href="?hand=1&amp;step=1"' in html, "back to all cards"


@pytest.mark.parametrize("query", ["?hand=0", "?hand=99", "?seat=2", "?seat=x", "?step=-1"])
@pytest.mark.parametrize("name", ["record", "record_picture"])
def test_what_is_not_in_the_record_is_not_found(now, query, name):
    game = a_finished_game(now)
    assert Client().get(reverse(f"tables:{name}", args=[game.pk]) + query).status_code == 404


@pytest.mark.feature("Records", "The record as JSON")
def test_the_record_as_json_tells_what_was_played_and_what_came_of_it(now):
    game = a_finished_game(now)
    answer = Client().get(reverse("tables:record_json", args=[game.pk]))
    assert answer["Content-Disposition"] == f'attachment; filename="truco-{game.pk}.json"'
    told = json.loads(answer.content)
    assert (told["winner"], told["score"], told["seats"]) == (
        game.winner,
        game.score,
        ["Ana", "Luis"],
    )
    assert sum(len(hand["actions"]) for hand in told["hands"]) == game.actions.count()
    assert told["hands"][-1]["score"] == game.score
    record = GameRecord(game, list(game.seats.order_by("number"))).notation()
    assert read_tgn(write_tgn(record)).hands[0].label == told["hands"][0]["number"]
    assert told["tags"]["Seed"] == game.revealed_seed


def picture_of(game: Game, query: str = "") -> bytes:
    answer = Client().get(reverse("tables:record_picture", args=[game.pk]) + query)
    image = Image.open(io.BytesIO(answer.content))
    assert (image.size, image.format) == ((1200, 630), "PNG")
    assert len(answer.content) < 60_000
    return answer.content


def test_the_game_and_each_of_its_moments_have_a_picture(now):
    game = a_finished_game(now)
    end, start = picture_of(game), picture_of(game, "?hand=1&step=0")
    assert len({end, start, picture_of(game, "?hand=1&step=2")}) == 3


@pytest.mark.feature("Records", "A moment of a game is shared with a picture of its own")
def test_a_shared_moment_is_previewed_by_its_own_picture_and_words(now):
    game = a_finished_game(now)
    address = f"http://testserver{reverse('tables:record_picture', args=[game.pk])}"
    assert f'<meta property="og:image" content="{address}">' in page_of(game)
    moment = page_of(game, "?hand=1&step=2")
    assert f'content="{address}?hand=1&amp;step=2"' in moment
    assert 'property="og:description"' in moment
    assert 'href="https://wa.me/?text=http%3A%2F%2Ftestserver%2Ftables%2F' in moment


def test_moments_are_listed_and_lead_into_the_record(now):
    game = a_finished_game(now)
    html = page_of(game)
    assert "Momentos" in html
    first = html.index("Momentos")
    assert 'href="?hand=' in html[first:]


@pytest.mark.parametrize("name", ["record_json", "record_picture"])
def test_a_strangers_private_game_is_not_found(now, name):
    game = a_finished_game(now, public=False)
    assert Client().get(reverse(f"tables:{name}", args=[game.pk])).status_code == 404


@pytest.mark.parametrize("name", ["record", "record_whole", "record_picture", "record_json", "tgn"])
def test_a_guest_takes_and_shares_an_own_private_game(now, name):
    guest, reader = a_guest(), Client()
    game = a_table(now, people=[guest, a_person()], target="5", public=False)
    play_to_the_end(game, now)
    reader.force_login(guest)
    assert reader.get(reverse(f"tables:{name}", args=[game.pk])).status_code == 200


@pytest.mark.parametrize("name", ["record_json", "record_picture"])
def test_a_game_that_is_played_shows_no_card(now, name):
    game = a_table(now)
    assert Client().get(reverse(f"tables:{name}", args=[game.pk])).status_code == 404


def test_an_annulled_game_without_a_deal_has_page_json_and_picture(now):
    game = a_table(now, seated=False)
    Game.objects.filter(pk=game.pk).update(status="annulled", act_by=None)
    assert "No se llegó a repartir" in page_of(game)
    picture_of(game)
    told = json.loads(Client().get(reverse("tables:record_json", args=[game.pk])).content)
    assert (told["hands"], told["winner"]) == ([], None)


def test_four_seats_have_four_pairs_of_eyes(now):
    game = a_finished_game(now, seats=4)
    html = page_of(game)
    assert all(f'href="?hand=1&amp;step=0&amp;seat={seat}"' in html for seat in range(4))
    picture_of(game)


def test_the_record_of_a_game_of_folds_is_read_to_its_end(now):
    game = a_table(now, people=[a_person("Ana"), a_person("Luis")], target="5")
    fold_to_the_end(game, now)
    last = len(GameRecord(game, list(game.seats.order_by("number"))).hands)
    assert 'id="on"' not in page_of(game, f"?hand={last}&step=99")


def test_a_game_that_the_bell_ended_says_so(now):
    game = ended_by_time(now)
    html = page_of(game)
    assert "Terminó por tiempo: a la campana se jugó la última mano" in html
    winner = game.seats.get(number=game.winner).user
    assert f"Por tiempo, partida para {winner}" in html[html.index('class="row outcome"') :]
    told = Client().get(reverse("tables:record_json", args=[game.pk])).json()
    assert (told["tags"]["Termination"], told["winner"]) == ("time", game.winner)
    assert told["hands"][-1]["rulings"] == [f"time={game.winner}"]


def test_a_game_that_nobody_won_by_time_is_not_called_annulled(now):
    html = page_of(ended_by_time(now, decides=False))
    assert "No la ganó nadie: el partido ya lo ganaba quien tenía más partidas." in html
    assert "fue anulada" not in html
    assert "Terminó por tiempo" in html[html.index('class="row outcome"') :]


@pytest.mark.parametrize("page", ["", "record/", "record/picture.png"])
def test_a_number_that_no_database_holds_is_no_table(page):
    assert Client().get(f"/tables/{10**29}/{page}").status_code == 404
