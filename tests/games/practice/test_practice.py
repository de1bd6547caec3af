"""Deeds: counted once for each cause, on the day where the person is, and kept by a guest."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client

from accounts.common.hooks import guest_joined, person_erased
from accounts.guests.services import create_guest
from accounts.models import User
from accounts.profiles import services as profiles
from games.models import Deed
from games.practice import progress
from games.practice import services as practice
from games.practice.progress import Quest
from games.practice.queries import medals_of, practice_of
from tests.games.tables import a_person, a_table, agree_to_end, fold_to_the_end, play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def do(user: User, now: datetime, key: str = "", **facts: int) -> bool:
    return practice.record_deed(
        user=user,
        key=key or uuid4().hex,
        kind=Deed.Kind.ROBOTS,
        points=5,
        facts=facts,
        now=now,
    )


def test_a_cause_counts_once(now):
    ana = a_person()
    assert do(ana, now, "game:1")
    assert not do(ana, now, "game:1")
    assert Deed.objects.filter(user=ana).count() == 1
    assert do(a_person(), now, "game:1"), "of each player"


# ---- games ----
def test_a_finished_game_counts_for_its_people(now, django_capture_on_commit_callbacks):
    ana = a_person()
    game = a_table(now, people=[ana, None], target="9")
    with django_capture_on_commit_callbacks(execute=True):
        ended = play_to_the_end(game, now)
    deed = Deed.objects.get(user=ana, key=f"game:{game.pk}")
    is_won = game.winner == 0
    assert deed.kind == Deed.Kind.ROBOTS
    assert deed.points == 8 if is_won else 3
    assert deed.facts["games"] == 1
    assert deed.facts.get("won", 0) == is_won
    assert deed.facts["hands"] >= 3
    assert deed.day == practice.local_day(ana, ended)
    practice.record_game(game_id=game.pk, now=now)
    practice.catch_up(now=ended)
    assert Deed.objects.filter(user=ana, key__startswith="game:").count() == 1


def test_a_game_that_was_missed_is_counted_later(now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis], target="9")
    ended = play_to_the_end(game, now)
    Deed.objects.all().delete()
    practice.catch_up(now=ended + timedelta(hours=1))
    assert {deed.kind for deed in Deed.objects.filter(key=f"game:{game.pk}")} == {"people"}
    assert Deed.objects.filter(key=f"game:{game.pk}").count() == 2


def test_the_games_of_a_deleted_account_do_not_come_back(now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis], target="9")
    ended = fold_to_the_end(game, now)
    profiles.anonymise(user_id=ana.pk, now=ended)
    practice.catch_up(now=ended)
    practice.record_game(game_id=game.pk, now=ended)
    (deed,) = Deed.objects.filter(key=f"game:{game.pk}")
    assert (deed.user, deed.kind) == (luis, Deed.Kind.PEOPLE)
    assert not Deed.objects.filter(user=ana).exists()


def test_a_game_ended_by_agreement_does_not_count(now):
    game = a_table(now, people=[a_person(), None])
    agree_to_end(game, now)
    practice.record_game(game_id=game.pk, now=now)
    assert not Deed.objects.exists()


# ---- the day ----
def test_the_day_is_that_of_the_persons_clock(now):
    late = datetime(2026, 3, 15, 1, 30, tzinfo=UTC)
    ana, ben = a_person(), a_person()
    ana.zone, ben.zone = "America/Argentina/Buenos_Aires", "Europe/Madrid"
    assert practice.local_day(ana, late).day == 14
    assert practice.local_day(ben, late).day == 15


@pytest.mark.parametrize(
    "change",
    [
        datetime(2026, 3, 29, tzinfo=UTC),  # Madrid loses an hour
        datetime(2026, 10, 25, tzinfo=UTC),  # and gains one
    ],
)
@pytest.mark.parametrize("hour", [0, 1, 12, 21])
def test_a_streak_survives_the_night_when_clocks_change(change, hour):
    ana = a_person()
    ana.zone = "Europe/Madrid"
    for ahead in range(-3, 4):
        do(ana, change + timedelta(days=ahead, hours=hour))
    last = change + timedelta(days=3, hours=hour)
    assert practice_of(ana, last).streak.days == 7


def test_a_streak_survives_a_flight(now):
    """Westwards a day is played twice, eastwards one may be skipped, which is forgiven."""
    ana = a_person()
    ana.zone = "Europe/Madrid"
    do(ana, now)
    ana.zone = "America/Los_Angeles"
    do(ana, now + timedelta(hours=12))
    do(ana, now + timedelta(days=1))
    ana.zone = "Pacific/Auckland"
    do(ana, now + timedelta(days=2))
    found = practice_of(ana, now + timedelta(days=2)).streak
    assert found.today
    assert found.days >= 3


# ---- quests ----
@pytest.fixture
def _quest(monkeypatch):
    quest = Quest("real-refused", "real_refused", 2)
    monkeypatch.setattr(practice, "quests_of", lambda day: [quest])
    monkeypatch.setattr("games.practice.queries.quests_of", lambda day: [quest])


@pytest.mark.usefixtures("_quest")
def test_a_quest_is_done_once_by_what_the_day_adds_up_to(now):
    ana = a_person()
    do(ana, now, real_refused=1)
    assert practice_of(ana, now).quests[0].done == 1
    assert not Deed.objects.filter(kind=Deed.Kind.QUEST).exists()
    do(ana, now, real_refused=1)
    do(ana, now, real_refused=3)
    (quest,) = practice_of(ana, now).quests
    assert (quest.is_done, quest.done) == (True, 2)
    done = Deed.objects.get(user=ana, kind=Deed.Kind.QUEST)
    assert done.points == practice.QUEST_POINTS
    tomorrow = now + timedelta(days=1)
    assert practice_of(ana, tomorrow).quests[0].done == 0


# ---- guests ----
@pytest.mark.usefixtures("_quest")
def test_a_guest_keeps_what_they_did_and_nothing_counts_twice(now):
    guest, ana = create_guest(language="es-ar", zone="UTC", now=now), a_person()
    do(guest, now, "game:1", games=1)
    do(guest, now, "game:2", games=1)
    do(ana, now, "game:2", games=1)
    for _ in range(2):
        guest_joined.send(sender=User, guest=guest, user=ana, now=now)
    assert sorted(Deed.objects.filter(user=ana).values_list("key", flat=True)) == [
        "game:1",
        "game:2",
    ]
    assert not Deed.objects.filter(user=guest).exists()


def test_what_a_guest_did_is_claimed_by_one_account_alone(now):
    guest, ana, beto = create_guest(language="es-ar", zone="UTC", now=now), a_person(), a_person()
    do(guest, now, "game:1", games=1)
    for person in (ana, beto):
        guest_joined.send(sender=User, guest=guest, user=person, now=now)
    assert [deed.user for deed in Deed.objects.filter(key="game:1")] == [ana]


def test_deeds_go_with_their_person(now):
    ana = a_person()
    do(ana, now)
    person_erased.send(sender=User, user=ana, names=frozenset(), now=now)
    assert not Deed.objects.exists()


# ---- the page ----
def test_the_page_shows_the_day_and_the_medals(now):
    ana = a_person()
    do(ana, now, games=1, won=1)
    assert {medal.name for medal in medals_of(ana) if medal.is_earned} == {
        "Primera mano",
        "La primera",
    }
    client = Client()
    client.force_login(ana)
    html = client.get("/practice/").content.decode()
    assert f"2 de {len(progress.ACHIEVEMENTS)}" in html
    assert "Para hoy" in html
    assert "Empieza con tu primera partida" in Client().get("/practice/").content.decode()


def test_a_lesson_counts_at_once_or_when_its_reader_gets_a_user(now):
    ana, path = a_person(), "/learn/argentino/1/"
    visitor, client = Client(), Client()
    client.force_login(ana)
    for reader in (visitor, client):
        finish(reader, path)
    deeds = Deed.objects.exclude(kind=Deed.Kind.QUEST)  # on some days a lesson is a quest, too
    assert deeds.get().key == "lesson:argentino:1"
    luis = a_person()
    visitor.force_login(luis)
    assert deeds.get(user=luis).key == "lesson:argentino:1"
    other = Client()
    finish(other, path)
    other.post("/tables/practice/", {"seats": "2", "target": "15"})
    assert Deed.objects.filter(user__is_guest=True, key="lesson:argentino:1").count() == 1


def finish(client: Client, path: str) -> None:
    """Do every good action of a lesson."""
    from games.lessons.courses import COURSES

    hand, said = COURSES["argentino"].hands[0], ""
    for step in hand.steps:
        token = next(iter(step.good))
        client.post(path, {"said": said, "token": token})
        said = f"{said} {token}".strip()
