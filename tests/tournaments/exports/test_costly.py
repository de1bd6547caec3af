"""Exports, calendars and pictures: kept by version, made one at a time for an address."""

import threading
from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.common import costly_answers
from accounts.common.cost_budgets import FILES, HINTS, Budget
from accounts.common.costly_answers import costly_answer
from games.reviews import action_values
from tests.games.tables import a_person, a_table, fold_to_the_end
from tests.live.processes import until
from tests.tournaments.cups import a_running_cup
from tournaments.models import CalendarKey, Competition
from tournaments.schedule.calendars import renew_calendar, token_of
from truco_site.thread_turns import Turns

pytestmark = pytest.mark.django_db


def asked_from(address: str) -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = AnonymousUser()
    return request


@pytest.fixture
def cup(organiser, now) -> Competition:
    return a_running_cup(organiser, now)


@pytest.mark.parametrize(
    "address",
    ["export/competition.json", "export/matches.csv", "calendar.ics", "picture.png"],
)
def test_who_has_a_file_gets_it_once(cup, address, client: Client, settings):
    path = f"/competitions/{cup.pk}/{address}"
    first = client.get(path)
    assert first.status_code == 200
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_file_is_made_once_for_a_version():
    made = []
    request = asked_from("192.0.2.1")
    for _ in range(3):
        made_now = lambda: made.append(1) or b"text"  # noqa: E731
        costly_answer(request, "a-version", made_now, content_type="text/plain")
    assert made == [1]


def test_one_address_has_one_file_made_at_a_time():
    here, elsewhere = asked_from("192.0.2.1"), asked_from("192.0.2.2")
    inner = []

    def make() -> bytes:
        for request in (here, elsewhere):
            asked = costly_answer(request, f"other-{len(inner)}", lambda: b"", content_type="a/b")
            inner.append(asked.status_code)
        return b""

    assert costly_answer(here, "one", make, content_type="a/b").status_code == 200
    assert inner == [429, 200]
    assert costly_answer(here, "two", lambda: b"", content_type="a/b").status_code == 200


def test_who_asks_for_what_is_being_made_waits_and_shares_it():
    """A hall behind one address downloads the standings when the last match ends."""
    began, may_end, made = threading.Event(), threading.Event(), []
    statuses: list[int] = []

    def make() -> bytes:
        made.append(1)
        began.set()
        may_end.wait(10)
        return b"standings"

    def ask() -> None:
        answer = costly_answer(asked_from("192.0.2.1"), "same", make, content_type="a/b", fresh=0)
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=ask) for _ in range(1 + costly_answers.WAITING)]
    threads[0].start()
    assert began.wait(10)
    for thread in threads[1:]:
        thread.start()
    while costly_answers._places._value:
        pass  # until those who wait have taken all places
    one_more = costly_answer(asked_from("192.0.2.1"), "same", make, content_type="a/b", fresh=0)
    may_end.set()
    for thread in threads:
        thread.join(10)
    assert (statuses, made) == ([200] * 4, [1])
    assert (one_more.status_code, one_more["Retry-After"]) == (429, "1")


def test_who_waits_for_what_is_being_made_lets_other_pages_go_first():
    turns = Turns(at_once=1, lease=60)
    began, may_end, ended = threading.Event(), threading.Event(), []

    def make() -> bytes:
        began.set()
        ended.append(may_end.wait(10))
        return b"standings"

    def ask() -> None:
        costly_answer(asked_from("192.0.2.1"), "same", make, content_type="a/b", fresh=0)

    def page() -> None:
        with turns.turn():
            ask()

    threads = [threading.Thread(target=ask), threading.Thread(target=page)]
    threads[0].start()
    assert began.wait(10)
    threads[1].start()
    until(lambda: costly_answers._places._value < costly_answers.WAITING)
    with turns.turn():
        may_end.set()
    for thread in threads:
        thread.join(10)
    assert ended == [True]


def test_what_fails_leaves_the_address_free():
    def fail() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        costly_answer(asked_from("192.0.2.1"), "bad", fail, content_type="a/b")
    answer = costly_answer(asked_from("192.0.2.1"), "bad", lambda: b"", content_type="a/b")
    assert answer.status_code == 200


def spend(budget: Budget) -> None:
    """Use up what the address of the test client has."""
    budget.charge(asked_from("127.0.0.1"), budget.of_address)


def export(cup: Competition) -> str:
    return f"/competitions/{cup.pk}/export/matches.csv"


def calendar(cup: Competition) -> str:
    return f"/competitions/{cup.pk}/calendar.ics"


def own_calendar(cup: Competition) -> str:
    user = a_person()
    renew_calendar(user=user, now=cup.created_at)
    key = CalendarKey.objects.get(user=user)
    return f"/calendars/{user.pk}/{token_of(key)}.ics"


def picture(cup: Competition) -> str:
    return f"/competitions/{cup.pk}/picture.png"


def record_file(cup: Competition, name: str) -> str:
    game = a_table(cup.created_at)
    fold_to_the_end(game, cup.created_at)
    return reverse(f"tables:{name}", args=[game.pk])


def record_picture(cup: Competition) -> str:
    return record_file(cup, "record_picture")


def record_tgn(cup: Competition) -> str:
    return record_file(cup, "tgn")


def record_json(cup: Competition) -> str:
    return record_file(cup, "record_json")


def api(cup: Competition) -> str:
    return f"/api/competitions/{cup.pk}/matches/"


@pytest.mark.parametrize(
    "path",
    [export, calendar, own_calendar, picture, record_picture, record_tgn, record_json, api],
)
def test_an_address_that_has_spent_its_budget_has_to_wait(
    path: Callable[[Competition], str], cup, client: Client
):
    address = path(cup)
    spend(FILES)
    refused = client.get(address)
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert int(refused["Retry-After"]) > 0
    assert client.get(address, REMOTE_ADDR="192.0.2.9").status_code == 200


def test_a_kept_answer_costs_nothing(cup, client: Client):
    first = client.get(export(cup))
    spend(FILES)
    assert client.get(export(cup)).content == first.content


def test_a_refusal_is_in_the_readers_language(cup, client: Client):
    spend(FILES)
    told = client.get(export(cup), headers={"accept-language": "en"}).content.decode()
    assert "Your connection asked for a lot at once." in told
    assert "se pidió mucho a la vez" in client.get(export(cup)).content.decode()
    part = client.get(export(cup), headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part


def test_a_person_has_a_budget_wherever_they_are(cup, client: Client):
    user = a_person()
    client.force_login(user)
    request = asked_from("192.0.2.7")
    request.user = user
    FILES.charge(request, FILES.of_person)
    assert client.get(export(cup)).status_code == 429
    client.logout()
    assert client.get(export(cup)).status_code == 200


def test_what_is_made_is_charged(cup, client: Client):
    """Enough requests for what is new use the budget up, whatever each of them costs."""
    request = asked_from("192.0.2.1")
    small = Budget("small", of_address=0.001, of_person=1)
    assert not small.is_spent(request)
    with small.measured(request):
        pass
    assert small.is_spent(request)


def test_hints_have_a_budget_of_their_own(client: Client, now, monkeypatch):
    told = [{"token": "mazo", "mean": -1.0, "error": 0.0, "share": 1.0, "advised": True}]
    monkeypatch.setattr(action_values, "evaluate_in_subprocess", lambda *question: told)
    game = a_table(now, people=[a_person(), None], dealt=lambda state: 0 in state.to_act)
    client.force_login(game.seats.get(number=0).user)
    spend(FILES)
    path = f"/tables/{game.pk}/hint/"
    assert client.get(path).status_code == 200
    spend(HINTS)
    assert client.get(path).status_code == 200, "it is kept"
    action_values._kept.clear()
    assert client.get(path).status_code == 429
