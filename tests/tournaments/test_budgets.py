"""Budgets of organisers' actions: queries, and modules; `bench.services` measures their time."""

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import FrameType

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, enter, match_at
from tournaments.draw import services as draw_services
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.entry_import import Row
from tournaments.entry_import.services import Examined, enter_pasted, enter_rows
from tournaments.entry_import.warnings import ImportDraft
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Match
from tournaments.ranking.services import rank_match
from tournaments.results.services import submit_result
from tournaments.verification import violations

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
FIRST = ("Ana", "Beto", "Carla", "Darío", "Elsa", "Fito", "Gala", "Hugo")
LAST = ("Sosa", "Ríos", "Vega", "Paz", "Gil", "Mar", "Luna", "Cruz")
ENDS = ("SAVEPOINT", "RELEASE", "BEGIN", "ROLLBACK TO")  # of transactions, within that of the test


def queries(act: Callable[[], object]) -> int:
    """Count the queries of an action, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as sent:
        act()
    return sum(not query["sql"].startswith(ENDS) for query in sent.captured_queries)


def names(number: int) -> list[str]:
    whole = [f"{first} {one} {other}" for other in LAST for one in LAST for first in FIRST]
    return whole[:number]


def filled(organiser: User, now: datetime, entries: int, **terms):
    cup = a_cup(organiser, now, cap=64, **terms)
    people = User.objects.bulk_create(
        User(username=f"player{number}", password="!") for number in range(entries)
    )
    rows = [Examined(Row(1, (str(one),)), (NamedPlayer(str(one), one),)) for one in people]
    enter_rows(cup, rows, now)
    return cup


@pytest.mark.parametrize("per_side", [1, 2])
def test_64_pasted_entries_take_21_queries(per_side: int, organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=per_side, cap=64)
    people = iter(names(64 * per_side))
    text = "\n".join(" / ".join(team) for team in zip(*[people] * per_side, strict=True))

    def paste() -> None:
        enter_pasted(competition_id=cup.pk, actor=organiser, pasted=ImportDraft(text), now=now)

    assert queries(paste) <= 21
    assert cup.entries.confirmed().count() == 64


def test_people_without_partners_are_pasted_in_bulk(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2, cap=64)
    text = "\n".join(names(32))
    pasted = ImportDraft(text, alone=frozenset(names(32)))

    def paste() -> None:
        enter_pasted(competition_id=cup.pk, actor=organiser, pasted=pasted, now=now)

    assert queries(paste) <= 16
    assert cup.entries.filter(state="forming").count() == 32


def test_a_pair_entered_by_hand_takes_19_queries(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2)
    pair = [a_person(), a_person()]
    assert queries(lambda: enter(cup, organiser, now, *pair)) <= 19


def test_nobody_is_twice_in_an_entry(organiser: User, now: datetime) -> None:
    cup, ana = a_cup(organiser, now, per_side=2), a_person()
    with pytest.raises(RefusedError, match="already-entered"):
        enter(cup, organiser, now, ana, ana)
    assert not cup.entries.exists()


def test_accounts_are_called_as_they_are_called_now(organiser: User, now: datetime) -> None:
    cup, ana = a_cup(organiser, now), a_person()
    entry = entries_services.add_entry(
        competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Otra", ana)], now=now
    )
    assert entry.roster.get().name == str(ana)


@pytest.mark.parametrize("format_", ["single", "swiss", "league"])
def test_a_draw_takes_40_queries(format_: str, organiser: User, now: datetime) -> None:
    entries = 12 if format_ == "league" else 64
    cup = filled(organiser, now, entries, shape=FormatOptions(format=format_))

    def draw() -> None:
        draw_services.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)

    assert queries(draw) <= 40


@pytest.mark.parametrize("with_cards", [True, False])
@pytest.mark.parametrize("format_", ["single", "swiss", "league"])
def test_a_typed_result_takes_16_queries(
    format_: str, with_cards: bool, organiser: User, now: datetime
) -> None:
    cup = a_running_cup(
        organiser, now, with_cards=with_cards, shape=FormatOptions(format=format_), entries=6
    )
    match = Match.objects.of(cup.pk).filter(state=Match.State.READY).order_by("pk")[0]
    assert queries(lambda: typed(match, organiser, now)) <= (15 if with_cards else 16)
    match.refresh_from_db()
    assert match.state == Match.State.COMPLETED
    assert list(violations(live=True)) == []


@pytest.mark.parametrize("with_cards", [True, False])
@pytest.mark.parametrize("format_", ["single", "swiss", "league"])
def test_a_row_of_the_grid_takes_20_queries(
    format_: str, with_cards: bool, organiser: User, now: datetime
) -> None:
    cup = a_running_cup(
        organiser, now, with_cards=with_cards, shape=FormatOptions(format=format_), entries=6
    )
    browser, ready = a_browser(organiser), Match.objects.of(cup.pk).filter(state="ready")
    pk = ready.order_by("pk")[0].pk
    address, numbers = f"/competitions/{cup.pk}/results/{pk}/", {"game1-0": "5", "game1-1": "2"}

    def post() -> None:
        answer = browser.post(address, numbers, headers={"HX-Request": "true"})
        assert "result-row saved" in text_of(answer)

    assert queries(post) <= (20 if format_ == "single" else 18)


ROOT = Path(__file__).parents[2]
APPS = ("accounts/", "games/", "tournaments/", "truco_site/")
BACKEND = "truco_site/select_columns.py"  # compiles the SQL of every query


def modules_of(address: str, act: Callable[[], object]) -> set[str]:
    """Return the modules of the site that a request runs from its view to the answer.

    The view's decorators are included; middleware and the database backend are not.
    """
    view, depth, entered = resolve(address).func.__code__, 0, set[str]()

    def trace(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal depth
        if frame.f_code is view:
            depth += {"call": 1, "return": -1}.get(event, 0)
        path = Path(frame.f_code.co_filename)
        if depth and event == "call" and path.is_relative_to(ROOT):
            entered.add(str(path.relative_to(ROOT)))

    before = sys.getprofile()
    sys.setprofile(trace)
    try:
        act()
    finally:
        sys.setprofile(before)
    return {module for module in entered if module.startswith(APPS)} - {BACKEND}


@pytest.mark.parametrize("format_", ["single", "league"])
def test_a_plain_result_runs_25_modules(format_: str, organiser: User, now: datetime) -> None:
    shape = FormatOptions(format=format_)
    cup = a_running_cup(organiser, now, with_cards=True, shape=shape, entries=6)
    browser, ready = a_browser(organiser), Match.objects.of(cup.pk).filter(state="ready")
    addresses = [f"/competitions/{cup.pk}/results/{match.pk}/" for match in ready.order_by("pk")]

    def post(address: str) -> None:
        numbers = {"game1-0": "5", "game1-1": "2"}
        answer = browser.post(address, numbers, headers={"HX-Request": "true"})
        assert "result-row saved" in text_of(answer)

    post(addresses[0])  # fills the caches of the process
    modules = modules_of(addresses[1], lambda: post(addresses[1]))
    assert len(modules) <= 25, sorted(modules)


@pytest.mark.parametrize("format_", ["single", "swiss", "league"])
def test_the_dashboard_in_play_runs_40_modules(
    format_: str, organiser: User, now: datetime
) -> None:
    shape = FormatOptions(format=format_)
    cup = a_running_cup(organiser, now, with_cards=True, shape=shape, entries=6)
    browser, address = a_browser(organiser), f"/competitions/{cup.pk}/manage/"

    def get() -> None:
        assert 'id="needs"' in text_of(browser.get(address))

    get()  # fills the caches of the process
    modules = modules_of(address, get)
    assert len(modules) <= 40, sorted(modules)


def typed(match: Match, organiser: User, now: datetime) -> None:
    submit_result(match_id=match.pk, games=[(5, 2)], actor=organiser, now=now)


def a_final(organiser: User, now: datetime, *people: User) -> Match:
    cup = a_cup(organiser, now, with_cards=True)
    for person in people:
        enter(cup, organiser, now, person)
    draw_services.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    match = match_at(cup, 1, 1)
    typed(match, organiser, now)
    return match


def test_a_ranking_update_of_two_takes_15_queries(organiser: User, now: datetime) -> None:
    ana, beto = a_person(), a_person()
    rank_match(match_id=a_final(organiser, now, ana, beto).pk)
    match = a_final(organiser, now + MINUTE, ana, beto)
    assert queries(lambda: rank_match(match_id=match.pk)) <= 15
    assert list(violations(live=True)) == []


def test_an_earlier_result_that_is_ranked_later_leaves_the_same(
    organiser: User, now: datetime
) -> None:
    ana, beto = a_person(), a_person()
    matches = [a_final(organiser, now + number * MINUTE, ana, beto) for number in range(3)]
    for match in (matches[2], matches[0], matches[1]):
        rank_match(match_id=match.pk)
        assert list(violations(live=True)) == []
