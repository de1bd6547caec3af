"""Responses of a table's addresses: fragments, minimal answers, and no secrets."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.chat import services as chat
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Game
from games.play import clock
from games.table_page.live import TABLES
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    may_fold,
    state_of,
    whoever_acts,
)

pytestmark = pytest.mark.django_db
MINIMAL = {"HTTP_PREFER": "return=minimal"}


def a_player(game: Game) -> Client:
    """The browser of whoever is due."""
    client = Client(headers={"HX-Request": "true"})
    client.force_login(whoever_acts(game).user)
    return client


def an_action(game: Game, token: str = "") -> dict[str, object]:
    values = {"token": token or a_legal_token(game), "action_id": uuid4().hex}
    return {**values, "seen_version": game.version}


def test_an_action_is_answered_with_the_table_it_brought() -> None:
    game = a_table(timezone.now())
    answer = a_player(game).post(reverse("tables:play", args=[game.pk]), an_action(game))
    assert answer.status_code == 200
    assert f'data-version="{game.version + 1}"' in answer.text


def test_whoever_hears_the_table_may_prefer_a_minimal_answer() -> None:
    game = a_table(timezone.now())
    player, address = a_player(game), reverse("tables:play", args=[game.pk])
    action = an_action(game)
    for _ in range(2):  # sent again, it is answered alike
        answer = player.post(address, action, **MINIMAL)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["Preference-Applied"] == "return=minimal"


def test_a_refusal_brings_the_table_whatever_was_preferred() -> None:
    game = a_table(timezone.now())
    player, address = a_player(game), reverse("tables:play", args=[game.pk])
    answer = player.post(address, an_action(game, "quiero"), **MINIMAL)
    assert answer.status_code == 422
    assert 'data-notice="' in answer.text


def test_htmx_gets_the_fragment_alone() -> None:
    game = a_table(timezone.now())
    answer = a_player(game).get(reverse("tables:table", args=[game.pk]))
    assert answer.text.strip().startswith('<main id="table"')
    assert "<html" in Client().get(reverse("tables:table", args=[game.pk])).text


def test_the_page_tells_the_rules_of_its_table_with_their_articles() -> None:
    game = a_table(timezone.now(), preset="uruguayo-online", perros="on")
    page = Client().get(reverse("tables:table", args=[game.pk])).text
    assert "Se pueden echar los perros." in page
    assert 'href="/rules/#R-X1"' in page


def test_only_tables_with_partners_have_signs() -> None:
    people = [a_person() for _ in range(4)]
    four = a_table(timezone.now(), people=people, preset="trucoestrella")
    two = a_table(timezone.now(), preset="trucoestrella")
    pages = [Client().get(reverse("tables:table", args=[game.pk])).text for game in (four, two)]
    assert ['id="signs"' in page for page in pages] == [True, False]


def frames(game: Game) -> dict[int | None, str]:
    """Return the frames of all seats and of spectators, without parts that vary by rendering."""
    audiences = [RenderKey(seat, "es-ar") for seat in (None, *range(game.rules.seats))]
    drawn = TABLES.render(game.pk, audiences).pieces
    shown = {audience: render_tree(pieces, "table") for audience, pieces in drawn.items()}
    passing = r' data-(?:now|act-by)="\d+"|name="action_id" value="[^"]*"'
    return {audience.seat: re.sub(passing, "", frame) for audience, frame in shown.items()}


def test_a_sign_changes_nothing_that_rivals_and_spectators_get() -> None:
    now = timezone.now()
    people = [a_person() for _ in range(4)]
    game = a_table(now, people=people, preset="trucoestrella")
    before = frames(game)
    chat.make_sign(game_id=game.pk, seat=1, sign="7e", now=now)
    after = frames(game)
    assert {seat for seat in after if after[seat] != before[seat]} == {1, 3}
    assert "siete de espadas" in after[3]


def test_the_dogs_are_thrown_from_the_table_and_answered_before_the_throwers_look() -> None:
    now = timezone.now()
    game = a_table(now, dealt=may_fold, preset="argentino-flor", perros="on", target="30")
    act(game, "mazo", now)
    game.refresh_from_db()
    assert state_of(game).over
    thrower = game.seats.get(number=0)
    player = Client()
    player.force_login(thrower.user)
    answer = player.post(reverse("tables:play", args=[game.pk]), an_action(game, "perros"))
    assert f"{thrower.user}</bdi><span>: ¡Echo los perros!" in frames(game)[None]
    assert 'value="perros"' not in answer.text
    game.refresh_from_db()
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    dealt = frames(game)
    assert "deck.svg#n" not in dealt[0]
    assert dealt[1].count("deck.svg#n") == 3
    assert ':quiere:quiere"' in dealt[1]


def test_the_dogs_are_thrown_at_the_page_before_the_first_hand() -> None:
    """R-X4: only by seats, and everybody is told."""
    rules = {"preset": "argentino-flor", "perros": "on"}
    game = a_table(timezone.now(), waits_for_dogs=True, **rules)
    seats = list(game.seats.order_by("number"))
    player, rival = Client(headers={"HX-Request": "true"}), Client()
    player.force_login(seats[0].user)
    rival.force_login(seats[1].user)
    page = reverse("tables:table", args=[game.pk])
    assert 'value="perros"' in player.get(page).text
    assert 'value="perros"' not in Client().get(page).text
    play = reverse("tables:play", args=[game.pk])
    answer = player.post(play, an_action(game, "perros"))
    assert 'value="perros:back"' in answer.text
    assert f"{seats[0].user}</bdi><span>: ¡Echo los perros!" in frames(game)[None]
    assert "perros" not in re.findall('value="([^"]*)"', rival.get(page).text)
    game.refresh_from_db()
    assert 'value="perros"' in player.post(play, an_action(game, "perros:back")).text
