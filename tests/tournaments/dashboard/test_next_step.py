"""The one gold button of the desk: in every state of every format it can be done, now."""

import re
from datetime import datetime
from html import unescape

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.desks import ONLY, SHAPES, STATES, State
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import write
from tournaments.dashboard.next_step import DeskState, Drafted, NextPhase, next_step
from tournaments.dashboard.queries import Dashboard, Snapshot
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match

pytestmark = pytest.mark.django_db
GOLD = re.compile(r'<(?:button|a) class="button primary"[^>]*>')
FOUND = [
    *(
        pytest.param(STATES[name], format_, id=f"{name}, {format_}")
        for name in STATES
        for format_ in SHAPES
    ),
    *(pytest.param(ONLY[name], None, id=name) for name in ONLY),
]


def the_button(page: str) -> str:
    (section,) = re.findall(r'<section id="next".*?</section>', page, re.DOTALL)
    (gold,) = GOLD.findall(section)
    return gold


def attribute(tag: str, name: str) -> str:
    found = re.search(rf' {name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


@pytest.mark.feature("Judging", "The dashboard shows one next step in every state of every format")
@pytest.mark.parametrize(("state", "format_"), FOUND)
def test_there_is_one_and_it_can_be_done_now(
    state: State, format_: str | None, now: datetime
) -> None:
    event = state(now, format_) if format_ else state(now)
    browser = a_browser(organiser_of(event))
    button = the_button(text_of(browser.get(f"/competitions/{event.pk}/manage/")))
    if button.startswith("<a"):
        assert browser.get(attribute(button, "href").partition("#")[0]).status_code == 200
        return
    field = {attribute(button, "name"): attribute(button, "value")}
    answer = browser.post(attribute(button, "formaction"), field if any(field) else {})
    assert answer.status_code in (200, 302), text_of(answer)
    assert "data-code" not in text_of(answer)


A_DESK = {"pk": 7, "per_side": 2, "cap": 16}
DESK = "/competitions/7/manage/?s="
CLOCK, CLOSE = "/competitions/7/rounds/4/clock/", f"{DESK}standings#close-season"
DATED_LEAGUE = {"is_dated": True, "in_seasons": True}
MISSING = "Cargar los 3 que faltan", "/competitions/7/results/"


@pytest.mark.parametrize(
    ("status", "told", "button", "address"),
    [
        ("draft", {}, "Abrir la inscripción", "/competitions/7/open/"),
        ("registration", {"entered": 1, "to_draw": 1}, "Pegar una lista", "/competitions/7/paste/"),
        ("registration", {"entered": 11, "to_draw": 11}, "Sortear con 11", "/competitions/7/draw/"),
        ("check-in", {"to_draw": 1}, "Acreditar", "/competitions/7/entered/?show=absent"),
        ("check-in", {"entered": 9, "to_draw": 8}, "Sortear con 8", "/competitions/7/draw/"),
        ("drawn", {}, "Dar comienzo", "/competitions/7/start/"),
        ("running", {"missing": 3}, *MISSING),
        ("running", {"missing": 3, "clock_to_start": 4}, "Empezar el reloj", CLOCK),
        ("running", {"missing": 1}, "Cargar el que falta", "/competitions/7/results/"),
        ("running", {"playing": 4}, "Ver resultados", "/competitions/7/results/"),
        ("running", {"is_dated": True}, "Ver las fechas", "/competitions/7/days/"),
        ("running", DATED_LEAGUE, "Ver las fechas", "/competitions/7/fixture/"),
        ("paused", {"missing": 3}, "Reanudar", "/competitions/7/resume/"),
        ("finished", {"has_champion": True}, "Compartir el podio", f"{DESK}notices#sharing"),
        ("finished", {"may_close_season": True}, "Cerrar la temporada", CLOSE),
        ("cancelled", {}, "Repetir", "/competitions/7/repeat/"),
        ("archived", {"has_champion": True}, "Repetir", "/competitions/7/repeat/"),
    ],
)  # fmt: skip
def test_what_it_is(status: str, told: dict[str, object], button: str, address: str) -> None:
    way = next_step(DeskState(status=status, **A_DESK, **told)).way
    assert (way.words, way.address) == (button, address)


def test_what_everything_waits_for_comes_first() -> None:
    """A decision, then what is drafted, then the clock, then what is missing."""
    draft = Drafted("Publicar la ronda 2", "4.0", is_current=True)
    told = {"decisions": 1, "first_decision": (5, "Mesa 3"), "draft": draft, "missing": 3}
    going = DeskState(status="running", **A_DESK, **told)
    assert next_step(going).way.words == "Decidir: Mesa 3"
    del told["decisions"]
    published = next_step(DeskState(status="running", **A_DESK, **told)).way
    assert (published.words, published.field) == ("Publicar la ronda 2", ("seen", "4.0"))
    del told["draft"]
    assert next_step(DeskState(status="running", **A_DESK, **told)).way.words == MISSING[0]


def test_a_draft_that_is_out_of_date_is_looked_at_not_published() -> None:
    draft = Drafted("Publicar el sorteo", "4.0", is_current=False)
    way = next_step(DeskState(status="registration", draft=draft, **A_DESK)).way
    assert (way.words, way.is_posted) == ("Mirar el borrador", False)


def test_a_missing_result_comes_before_a_draft_that_is_out_of_date() -> None:
    draft = Drafted("Publicar la ronda 2", "4.0", is_current=False)
    going = {"status": "running", "draft": draft, **A_DESK}
    assert next_step(DeskState(**going, missing=3)).way.words == MISSING[0]
    assert next_step(DeskState(**going)).way.words == "Mirar el borrador"


@pytest.mark.parametrize(
    ("follows", "publishes_alone", "words"),
    [
        (NextPhase.ROUND, True, "sale sola la ronda 3"),
        (NextPhase.ROUND, False, "el borrador de la ronda 3"),
        (NextPhase.DRAWN_ROUND, True, "sigue la ronda 3"),
        (NextPhase.STAGE, True, "la eliminación"),
        (NextPhase.BY_ITSELF, True, "pasa solo"),
        (NextPhase.PODIUM, True, "el podio"),
        (NextPhase.CHALLENGES, True, "desafía a quien quiere pasar"),
    ],
)
def test_what_comes_after_is_said_beside_it(
    follows: NextPhase, publishes_alone: bool, words: str
) -> None:
    told = {"follows": follows, "publishes_alone": publishes_alone, "next_round": 3}
    assert words in next_step(DeskState(status="running", missing=3, **A_DESK, **told)).after


def test_a_ladder_without_matches_waits_for_challenges() -> None:
    step = next_step(DeskState(status="running", follows=NextPhase.CHALLENGES, **A_DESK))
    assert step.stands == "No hay ningún desafío por jugar."


def test_a_league_goes_on_with_a_date() -> None:
    told = {"follows": NextPhase.DRAWN_ROUND, "next_round": 3, "in_seasons": True}
    step = next_step(DeskState(status="running", missing=3, **A_DESK, **told))
    assert "sigue la fecha 3" in step.after


@pytest.mark.parametrize(("by_hand", "words"), [(True, "se puede cargar"), (False, "nada para")])
def test_between_dates_it_says_whether_a_result_can_be_written(by_hand: bool, words: str) -> None:
    step = next_step(DeskState(status="running", is_dated=True, by_hand=by_hand, **A_DESK))
    assert words in step.stands
    assert (step.other is not None) == by_hand


def test_rounds_that_were_drawn_at_once_come_before_the_podium(now: datetime) -> None:
    shape = FormatOptions(format="round-robin")
    event = a_running_cup(an_organiser(), now, entries=4, with_cards=True, shape=shape)
    told = []
    for number in (1, 2, 3):
        for match in Match.objects.of(event.pk).filter(round__number=number):
            told.append(after(event, now))
            write(match, now)
    assert [told[0], told[-1]] == ["Después sigue la ronda 2.", "Después, el podio."]


def after(event: Competition, now: datetime) -> str:
    return Dashboard(Snapshot(Competition.objects.get(pk=event.pk), now)).next_step.after


def test_it_knows_every_state_of_a_competition() -> None:
    for status in Competition.State:
        step = next_step(DeskState(status=status, **A_DESK))
        assert step.way.words
        assert step.stands
        assert step.after


@pytest.mark.parametrize(
    ("status", "here", "button", "address"),
    [
        ("registration", 0, "¿Vinieron todos?", "/competitions/7/steps/roll-call/"),
        ("check-in", 13, "Acreditar", "/competitions/7/entered/?show=absent"),
        ("check-in", 15, "¿Falta alguien?", "/competitions/7/entered/"),
    ],
)
def test_who_came_is_asked_beside_the_draw(
    status: str, here: int, button: str, address: str
) -> None:
    told = {"entered": 15, "to_draw": here or 15, "checked_in": here}
    other = next_step(DeskState(status=status, **A_DESK, **told)).other
    assert other is not None
    assert (other.words, other.address) == (button, address)
