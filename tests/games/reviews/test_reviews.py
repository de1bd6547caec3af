"""Reviews: requested by a player of the game, computed outside the web process, one at a time."""

from datetime import timedelta
from subprocess import CalledProcessError

import pytest
from django.test import Client

from accounts.common.errors import RefusedError
from accounts.common.hooks import person_erased
from games.casual import services as casual
from games.evaluation import VERSION
from games.models import Game, Review
from games.reviews import services as reviews
from games.reviews.services import sums_of
from tests.games.tables import (
    a_person,
    a_table,
    agree_to_end,
    ended_by_time,
    fold_to_the_end,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE = timedelta(minutes=1)
PRICES = [
    {"token": "quiero", "mean": 0.3, "error": 0.1, "share": 0.7},
    {"token": "no", "mean": -0.5, "error": 0.1, "share": 0.3},
]
CONTENT = {
    "version": VERSION,
    "decisions": 9,
    "sums": {"truco": {"times": 1, "against": -0.56}},
    "told": [
        {
            "hand": 1,
            "label": "1",
            "step": 0,
            "kind": "truco",
            "asked": "truco",
            "taken": "no",
            "best": "quiero",
            "cost": 0.8,
            "against": -0.56,
            "score": [3, 4],
            "dealt": ["6b", "1e", "7o"],
            "held": ["1e", "7o"],
            "lying": [],
            "tricks": [-1],
            "prices": PRICES,
        }
    ],
}


def a_game(now, **options: str) -> Game:
    game = a_table(now, people=[a_person("ana"), a_person("beto")], target="5", **options)
    fold_to_the_end(game, now)
    return game


def person(game: Game, seat: int = 0):
    found = game.seats.get(number=seat).user
    assert found is not None
    return found


def request_review(game: Game, now, seat: int = 0) -> Review:
    return reviews.ask(game_id=game.pk, user=person(game, seat), now=now)


def ready(game: Game, now, seat: int = 0) -> None:
    request_review(game, now, seat)
    Review.objects.update(status=Review.Status.READY, content=CONTENT)


def page_of(client: Client, game: Game, user=None, **headers: str):
    if user is not None:
        client.force_login(user)
    return client.get(f"/tables/{game.pk}/record/review/", headers=headers)


@pytest.mark.sampled
def test_a_game_is_weighed_in_its_own_process_and_stored(now):
    review = request_review(a_game(now), now)
    assert reviews.run_next_review(now=now)
    review.refresh_from_db()
    assert review.is_ready
    assert review.content["version"] == VERSION
    assert review.content["decisions"] > 0
    assert all(len(each["dealt"]) == 3 for each in review.content["told"])
    assert not reviews.run_next_review(now=now)


def test_asking_twice_waits_once(now):
    game = a_game(now)
    request_review(game, now)
    request_review(game, now + MINUTE)
    assert Review.objects.get().asked_at == now


def test_one_is_weighed_at_a_time_and_one_that_was_left_waits_once_more(now, monkeypatch):
    monkeypatch.setattr(reviews, "evaluate_in_subprocess", lambda *question: CONTENT)
    game = a_game(now)
    first, second = request_review(game, now), request_review(game, now + MINUTE, seat=1)
    left = {"status": Review.Status.BEGUN, "begun_at": now, "attempts": 1}
    Review.objects.filter(pk=first.pk).update(**left)
    assert not reviews.run_next_review(now=now + MINUTE)
    assert reviews.run_next_review(now=now + 11 * MINUTE)
    first.refresh_from_db()
    assert first.is_ready, "it was first in the line"
    Review.objects.filter(pk=second.pk).update(**left | {"attempts": 2})
    assert not reviews.run_next_review(now=now + 11 * MINUTE)
    second.refresh_from_db()
    assert second.status == Review.Status.FAILED
    assert request_review(game, now, seat=1).is_awaited


def test_what_is_killed_waits_once_more(now, monkeypatch):
    def killed(*arguments, **options):
        raise CalledProcessError(-15, arguments)

    review = request_review(a_game(now), now)
    monkeypatch.setattr(reviews.subprocess, "run", killed)
    for status in (Review.Status.ASKED, Review.Status.FAILED):
        assert reviews.run_next_review(now=now)
        review.refresh_from_db()
        assert review.status == status


def test_three_of_ones_games_wait_at_most(now):
    ana = a_person()
    games = [a_table(now, people=[ana, a_person()], target="5") for _ in range(4)]
    for game in games:
        fold_to_the_end(game, now)
    for game in games[:3]:
        reviews.ask(game_id=game.pk, user=ana, now=now)
    with pytest.raises(RefusedError, match="too-many-reviews"):
        reviews.ask(game_id=games[3].pk, user=ana, now=now)
    reviews.ask(game_id=games[0].pk, user=ana, now=now)
    Review.objects.filter(seat__game=games[0]).update(status=Review.Status.READY)
    reviews.ask(game_id=games[3].pk, user=ana, now=now)


def test_what_was_weighed_otherwise_is_weighed_anew(now):
    game = a_game(now)
    ready(game, now)
    assert request_review(game, now).is_ready
    Review.objects.update(content={"version": VERSION + 1})
    page = page_of(Client(), game, person(game)).content.decode()
    assert "Repasar la partida</button>" in page
    assert "de una versión anterior" in page
    assert "No se pudo preparar" not in page
    assert request_review(game, now).is_awaited


def test_a_page_that_waits_is_told_nothing_new_and_another_reader_to_stop(now):
    game, client = a_game(now), Client()
    request_review(game, now)
    asking_again = {"HX-Request": "true"}
    assert page_of(client, game, person(game), **asking_again).status_code == 204
    ready(game, now)
    assert "Te costó" in page_of(client, game, **asking_again).content.decode()
    stopped = page_of(Client(), game, **asking_again)
    assert (stopped.status_code, stopped["HX-Reswap"]) == (286, "none")


def test_own_data_has_what_was_looked_back_at(now):
    game = a_game(now)
    ready(game, now)
    (told,) = casual.reviews_of(user=person(game))
    assert (told["game"], told["content"]) == (game.pk, CONTENT)


def test_what_cannot_be_weighed_fails_alone(now, monkeypatch):
    game = a_game(now)
    review = request_review(game, now)
    monkeypatch.setattr(reviews.sys, "executable", "/nowhere/python")
    assert reviews.run_next_review(now=now)
    review.refresh_from_db()
    assert review.status == Review.Status.FAILED


@pytest.mark.parametrize("how", ["live", "agreed", "stranger", "two on one device"])
def test_there_is_nothing_to_look_back_at(now, how):
    people = [a_person(), a_person()]
    game = a_table(now, people=people, target="5")
    if how == "agreed":
        agree_to_end(game, now)
    elif how != "live":
        fold_to_the_end(game, now)
    if how == "two on one device":
        game.seats.filter(number=1).update(user=None, companion="Tito")
    user = a_person() if how == "stranger" else people[0]
    with pytest.raises(RefusedError, match="no-review"):
        reviews.ask(game_id=game.pk, user=user, now=now)
    client = Client()
    assert page_of(client, game, user).status_code == 404
    assert client.post(f"/tables/{game.pk}/record/review/").status_code == 404
    assert not Review.objects.exists()


def test_before_the_end_who_sits_there_is_led_back_to_the_table(now):
    game = a_table(now, people=[a_person(), None])
    answer = page_of(Client(), game, person(game))
    table = f'href="/tables/{game.pk}/">Ir a la mesa'
    assert answer.status_code == 404
    assert "La partida sigue" in answer.content.decode()
    assert table in answer.content.decode()
    assert table not in page_of(Client(), game, a_person()).content.decode()
    assert table not in page_of(Client(), game).content.decode()


def test_a_game_that_the_bell_ended_was_played(now):
    game = ended_by_time(now)
    assert request_review(game, now).is_awaited


def test_it_goes_with_its_person(now):
    game = a_game(now)
    ready(game, now, 0)
    request_review(game, now, 1)
    user = person(game)
    person_erased.send(sender=type(user), user=user, names=frozenset(), now=now)
    assert Review.objects.get().seat.number == 1


@pytest.mark.feature("Playing", "A player reviews their finished game; only they see it")
def test_a_page_asks_waits_and_tells_its_own_reader_alone(now):
    game, client = a_game(now), Client()
    path = f"/tables/{game.pk}/record/review/"
    assert page_of(client, game).status_code == 404, "signed out"
    assert "Repasar la partida</button>" in page_of(client, game, person(game)).content.decode()
    assert client.post(path).status_code == 302
    assert "Se está preparando" in page_of(client, game).content.decode()
    ready(game, now)
    html = page_of(client, game).content.decode()
    assert "Te cantaron Truco. Elegiste: No quiero." in html
    assert "El tahúr: Quiero 70 %, No quiero 30 %." in html
    assert "Te costó 0,8 puntos; en promedio rendía más: Quiero." in html
    assert f'href="/tables/{game.pk}/record/?hand=1&amp;step=0&amp;seat=0#record"' in html
    assert "Truco −0,6" in html, "over the games that were looked back at"
    assert "Mano 1, iban 3 a 4" in html
    assert "Primera: perdida." in html
    assert 'aria-label="seis de bastos, ya jugada"' in html
    assert '<td class="num">−0,6</td>' in html
    rival = page_of(client, game, person(game, 1)).content.decode()
    assert "Te costó" not in rival


def test_who_waits_is_told_how_many_are_before_them(now):
    game = a_game(now)
    request_review(game, now)
    request_review(game, now + MINUTE, seat=1)
    assert "Antes va" not in page_of(Client(), game, person(game)).content.decode()
    assert "Antes va 1." in page_of(Client(), game, person(game, 1)).content.decode()


def test_a_moment_of_the_record_leads_back_to_where_the_review_tells_of_it(now):
    game, client = a_game(now), Client()
    ready(game, now)
    client.force_login(person(game))
    record = f"/tables/{game.pk}/record/"
    moment = client.get(f"{record}?hand=1&step=0&seat=0").content.decode()
    assert f'href="{record}review/#m1-0"' in moment
    assert 'id="m1-0"' in page_of(client, game).content.decode()


def test_record_and_profile_lead_there(now):
    game, client = a_game(now), Client()
    record = f"/tables/{game.pk}/record/"
    assert "record/review/" not in client.get(record).content.decode()
    ready(game, now)
    user = person(game)
    client.force_login(user)
    assert f'href="{record}review/"' in client.get(record).content.decode()
    assert "Truco −0,6" in client.get(f"/players/{user.username}/").content.decode()
    client.force_login(person(game, 1))
    assert "Truco −0,6" not in client.get(f"/players/{user.username}/").content.decode()


def test_sums_leave_out_what_another_version_weighed(now):
    game = a_game(now)
    ready(game, now)
    assert sums_of(person(game).pk).games == 1
    Review.objects.update(content={**CONTENT, "version": VERSION + 1})
    assert sums_of(person(game).pk) == (0, [])
