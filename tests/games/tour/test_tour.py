"""La Gira: the road in order, results, rematches, guests; and its pages."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.common.hooks import guest_joined
from accounts.guests.services import create_guest
from accounts.models import User
from games.artwork.medals import TROPHIES
from games.casual import services as casual
from games.house_rules import OFFERED, family_of, voice_of
from games.lessons.courses import COURSES
from games.models import Deed, Game, TourGame
from games.play import clock
from games.play import seats as play_seats
from games.play.robots import robot_profile
from games.practice import services as practice
from games.practice.progress import QUESTS
from games.robots.cast import CAST
from games.tour import services as tour
from games.tour.errors import BarClosedError
from games.tour.queries import Road, road_of
from games.tour.road import BARS, ROAD, Bar
from tests.games.tables import a_card_to_play, a_person, a_table, act, state_of, whoever_acts

pytestmark = [pytest.mark.django_db, pytest.mark.both]
FIRST, SECOND = ROAD[0], ROAD[1]


def end(game: Game, now: datetime, *, won: bool) -> None:
    """End a game as the write path does, without playing it."""
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED,
        winner=0 if won else 1,
        revealed_seed="00",
        finished_at=now,
        act_by=None,
    )
    game.refresh_from_db()
    tour.note_result(game=game, now=now)


def play(user: User, bar: Bar, number: int, now: datetime, *, won: bool = True) -> Game:
    game = tour.open_round(user=user, bar=bar, number=number, now=now)
    end(game, now, won=won)
    return game


# ---- the data ----
@pytest.mark.feature("Playing", "La Gira: a road of bars with their rules, locals and trophies")
def test_the_road_is_complete():
    assert len(BARS) == len(ROAD) == len({bar.trophy for bar in ROAD})
    assert {bar.trophy for bar in ROAD} == set(TROPHIES)
    met = [key for bar in ROAD for each in bar.rounds for key in (*each.rivals, each.partner)]
    assert sorted(filter(None, met)) == sorted(CAST), "everybody plays at one bar"
    for bar in ROAD:
        assert bar.preset in OFFERED
        for number, each in enumerate(bar.rounds, 1):
            rules = bar.rules_of(number)
            assert len(each.seats) == rules.seats - 1
            assert {CAST[key].family for key in each.rivals} == {voice_of(bar.preset)}
        if bar.lesson is not None:
            course, number = bar.lesson
            assert number <= len(COURSES[course].hands)
            assert family_of(course) == family_of(bar.preset)


def test_rules_differ_from_bar_to_bar_and_rivals_grow():
    strength = [max(CAST[key].strength for key in bar.rounds[-1].rivals) for bar in ROAD]
    assert strength[0] == 1
    assert strength[-1] == 5
    told = {(bar.preset, tuple(bar.options), bar.rules_of(1).seats) for bar in ROAD}
    assert len(told) >= len(ROAD) - 2


# ---- rounds ----
def test_a_round_seats_its_locals_at_their_level(now):
    ana = a_person()
    game = tour.open_round(user=ana, bar=FIRST, number=1, now=now)
    seats = list(game.seats.order_by("number"))
    assert game.people[1] == "Porota"
    assert robot_profile(game, seats, 1) == (CAST["porota"].level, CAST["porota"].style)
    assert (game.private, game.public, game.competitive) == (True, False, False)
    assert tour.open_round(user=ana, bar=FIRST, number=1, now=now) == game, "it goes on"


def test_a_table_of_four_has_the_partner_across(now):
    ana, bar = a_person(), BARS["neuquen"]
    for each in ROAD[: bar.place - 1]:
        for number in range(1, len(each.rounds) + 1):
            play(ana, each, number, now)
    game = tour.open_round(user=ana, bar=bar, number=1, now=now)
    assert game.people[1:] == ("Nahuel", "Cholo", "Pocha")


def test_rounds_open_one_after_another_and_losing_costs_nothing(now):
    ana = a_person()
    with pytest.raises(BarClosedError):
        tour.open_round(user=ana, bar=FIRST, number=2, now=now)
    for losses in (1, 2, 3):
        play(ana, FIRST, 1, now, won=False)
        following = road_of(ana).next
        assert following is not None
        assert (following.bar, following.number, following.losses) == (FIRST, 1, losses)
    play(ana, FIRST, 1, now)
    with pytest.raises(BarClosedError):
        tour.open_round(user=ana, bar=SECOND, number=1, now=now)
    play(ana, FIRST, 2, now)
    road = road_of(ana)
    assert road.has_trophy(FIRST)
    assert road.next is not None
    assert road.next.bar == SECOND
    play(ana, FIRST, 1, now, won=False)
    assert road_of(ana).has_won(FIRST, 1), "what is won stays won"


def test_whoever_won_all_has_nothing_left():
    won = {(bar.slug, number) for bar in ROAD for number in range(1, len(bar.rounds) + 1)}
    road = Road(won=frozenset(won))
    assert road.next is None
    assert road.trophies == len(ROAD)
    assert all(road.is_open(bar, 1) for bar in ROAD)


def test_an_annulled_round_is_neither_won_nor_lost(now):
    ana = a_person()
    game = tour.open_round(user=ana, bar=FIRST, number=1, now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED, act_by=None)
    assert road_of(ana) == Road()
    assert tour.open_round(user=ana, bar=FIRST, number=1, now=now) != game


def test_a_rematch_counts_as_the_same_round(now):
    ana = a_person()
    lost = play(ana, FIRST, 1, now, won=False)
    again = casual.open_rematch(game_id=lost.pk, change_partners=False, now=now)
    assert again.people[1] == "Porota"
    end(again, now, won=True)
    assert road_of(ana).has_won(FIRST, 1)


def test_a_rematch_counts_after_one_that_was_annulled(now):
    ana = a_person()
    game = play(ana, FIRST, 1, now, won=False)
    for _ in range(3):
        game = casual.open_rematch(game_id=game.pk, change_partners=False, now=now)
        play_seats.sit_down(game_id=game.pk, user=ana, corte_hash="", address="", now=now)
        play_seats.annul_game(game_id=game.pk, now=now)
    last = casual.open_rematch(game_id=game.pk, change_partners=False, now=now)
    end(last, now, won=True)
    assert road_of(ana).has_won(FIRST, 1)


def test_a_trophy_counts_once_as_practice(now):
    ana = a_person()
    for _ in range(2):
        for number in (1, 2):
            play(ana, FIRST, number, now)
    deeds = Deed.objects.filter(user=ana, kind=Deed.Kind.TOUR)
    assert sum(deed.facts.get("bars", 0) for deed in deeds) == 1
    assert deeds.count() == 2


def test_the_quest_is_done_by_a_round_that_was_won_before(
    now, monkeypatch, django_capture_on_commit_callbacks
):
    quest, ana = QUESTS["tour"], a_person()
    monkeypatch.setattr(practice, "quests_of", lambda day: [quest])
    play(ana, FIRST, 1, now - timedelta(days=2))
    with django_capture_on_commit_callbacks(execute=True):
        win_again(ana, now)
    key = practice.quest_key(practice.local_day(ana, now), quest)
    assert Deed.objects.filter(user=ana, key=key).exists()


def win_again(user: User, now: datetime) -> None:
    """Win a round at a table whose robot folds every hand."""
    game = a_table(now, people=[user, None], target="9")
    TourGame.objects.create(game=game, user=user, bar=FIRST.slug, round=1)
    while not game.is_over:
        now += timedelta(seconds=1)
        if state_of(game).over:
            now = game.act_by or now
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        else:
            act(game, "mazo" if whoever_acts(game).robot else a_card_to_play(game), now)
        game.refresh_from_db()


def test_a_guest_takes_the_road_along(now):
    guest, ana = create_guest(language="es-ar", zone="UTC", now=now), a_person()
    play(guest, FIRST, 1, now)
    play(ana, FIRST, 1, now)
    for _ in range(2):
        guest_joined.send(sender=User, guest=guest, user=ana, now=now)
    assert not TourGame.objects.filter(user=guest).exists()
    assert road_of(ana).won == {(FIRST.slug, 1)}
    assert Deed.objects.filter(user=ana, kind=Deed.Kind.TOUR).count() == 1


# ---- pages ----
def test_a_visitor_reads_the_road_and_sits_down_as_a_guest():
    client = Client()
    html = client.get("/gira/").content.decode()
    assert "Porota te espera" in html
    assert html.count('class="stop ') == len(ROAD)
    table = client.post("/gira/lujan/1/")["Location"]
    game = Game.objects.get()
    assert table == f"/tables/{game.pk}/"
    assert TourGame.objects.get().user.is_guest
    assert "Porota" in client.get(table).content.decode()


def test_a_closed_bar_says_what_opens_it():
    client = Client()
    html = client.get("/gira/rosario/").content.decode()
    assert "cuando ganes el trofeo de La Diagonal" in html
    assert "/gira/rosario/1/" not in html
    assert client.post("/gira/rosario/1/").status_code == 409
    assert client.get("/gira/nowhere/").status_code == 404
    assert client.post("/gira/lujan/7/").status_code == 409


@pytest.mark.parametrize("slug", BARS)
def test_every_bar_has_a_page_with_its_lesson(slug):
    html = Client().get(f"/gira/{slug}/").content.decode()
    bar = BARS[slug]
    assert bar.teaches in html
    if bar.lesson:
        assert f"/learn/{bar.lesson[0]}/{bar.lesson[1]}/" in html


def test_three_losses_offer_a_lesson(now):
    client, ana = Client(), a_person()
    client.force_login(ana)
    for _ in range(3):
        assert "¿No sale?" not in client.get("/gira/lujan/").content.decode()
        play(ana, FIRST, 1, now, won=False)
    assert "¿No sale?" in client.get("/gira/lujan/").content.decode()


@pytest.mark.feature("Playing", "The page of a won bar shows the trophy and leads to the next bar")
def test_a_won_bar_leads_to_the_next(now):
    person, client = a_person(), Client()
    client.force_login(person)
    for number in range(1, len(FIRST.rounds) + 1):
        assert "El trofeo es tuyo" not in client.get(f"/gira/{FIRST.slug}/").content.decode()
        play(person, FIRST, number, now)
    html = client.get(f"/gira/{FIRST.slug}/").content.decode()
    assert "El trofeo es tuyo" in html
    assert f'<a class="button primary" href="/gira/{SECOND.slug}/">' in html


def test_a_character_can_be_asked_for_a_game():
    client = Client()
    html = client.get("/cast/").content.decode()
    assert html.count("<h2>") == len(CAST)
    client.post("/cast/ximo/")
    game = Game.objects.get()
    assert (game.people[1], game.preset, game.robot_level) == ("Ximo", "truc", "tahur")
    assert client.post("/cast/nobody/").status_code == 404


def test_a_finished_round_leads_back_to_its_bar(now):
    ana = a_person()
    game = play(ana, FIRST, 1, now)
    client = Client()
    client.force_login(ana)
    page = client.get(f"/tables/{game.pk}/").content.decode()
    assert f'href="/gira/{FIRST.slug}/"' in page
