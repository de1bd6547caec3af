"""A whole evening in a hall: thirty names, real cards, timed rounds, six tables, two scorers.

The organiser sits at a laptop, the scorers came in by links without an account, the projector is
open all the time. One scorer loses the line for a round, two people miss one, a wrong result is
found a round later; at the end there is a podium everywhere, and nothing for `verify` to name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.browser.screens import Screen
from tests.browser.taps import Counts, Taps
from tests.browser.test_wall import TURN
from tests.games.tables import a_person
from tests.runner.days import is_picked
from tournaments.models import Competition, Match, ResultSubmission, RoundClock
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [
    f"{first} {last}"
    for first in ("Ana", "Beto", "Caro", "Dani", "Eva", "Fito")
    for last in ("Ruiz", "Sosa", "Mora", "Paz", "Gil")
]
ROUNDS = 5 if is_picked("rounds of the evening") else 3  # two more of the same
MINUTES, TABLES = 25, 6
TO_BEGIN = Counts(taps=30, fields=7, pages=18)  # from the front page to the called tables
TO_SCORE = Counts(taps=2, fields=0, pages=2)  # from a scorer's link to the grid
A_ROUND = Counts(taps=3, fields=30, pages=3)  # from its draft to its last result
TO_CORRECT = Counts(taps=5, fields=3, pages=3)
LEAVES = 6
AWAY = ("Beto Ruiz", "Ana Gil")
BOTH = re.compile("{0} y {1}|{1} y {0}".format(*AWAY))
SAVED = re.compile(r"\bsaved\b")


@dataclass
class EventScreens:
    """Everybody who looks at a screen."""

    desk: Screen
    taps: Taps
    scorers: Sequence[Screen]
    wall: Screen

    @property
    def page(self) -> Page:
        """Return the page that the organiser sees."""
        return self.desk.page

    @property
    def cup(self) -> Competition:
        """What is being played."""
        return Competition.objects.get()

    def matches(self, number: int) -> list[Match]:
        """The matches of a round that are played."""
        of_round = Match.objects.of(self.cup.pk).filter(round__number=number)
        return list(of_round.exclude(state=Match.State.BYE).order_by("number"))


@pytest.mark.feature(
    "Competitions", "A whole evening of thirty players: timed rounds, tables, scorers, podium"
)
@pytest.mark.long
@pytest.mark.sampled
def test_thirty_people_timed_rounds_six_tables_and_a_podium(open_screen):
    evening = begins(open_screen)
    first_round(evening)
    second_round_without_two(evening)
    third_round_after_a_wrong_result(evening)
    for number in range(4, ROUNDS + 1):
        plays(evening, number)
    ends(evening)


def begins(open_screen) -> EventScreens:
    """Set it up as organiser; scorer and projector enter by their links."""
    desk = open_screen("/", a_person("olga"), desk=True)
    taps = Taps(desk)
    announces(desk, taps)
    sets_the_terms(desk, taps)
    links = [makes_a_link(desk, taps, label) for label in ("Anotador patio", "Anotadora barra")]
    scorers = [open_screen(link) for link in links]
    wall = opens_the_wall(open_screen, desk, taps)
    shows(wall, "Quiénes juegan", "Fito Gil")
    taps.follow(desk.page.get_by_role("button", name="Sortear con 30"))
    desk.faults.clear()  # rounds of three waves end late: the console names the refusal
    taps.on(desk.page.get_by_text("Dejarlo como está"))
    taps.follow(desk.page.get_by_role("button", name="Sortear como estaba"))
    taps.follow(desk.page.get_by_role("button", name="Publicar el sorteo").first)
    taps.follow(desk.page.get_by_role("button", name="Dar comienzo"))
    assert taps.counts.is_within(TO_BEGIN), taps.counts
    return EventScreens(desk, taps, scorers, wall)


def announces(desk: Screen, taps: Taps) -> None:
    page = desk.page
    taps.follow(page.get_by_role("link", name="Empezar"))
    taps.fill(page.get_by_label("¿Cuántos anotás?"), "30")
    taps.on(page.locator("label", has=page.get_by_role("radio", name="1", exact=True)))
    expect(page.locator("#plans")).to_contain_text("Con 30 jugadores y 4 h entra")
    taps.follow(page.get_by_role("button", name="Crear y anotar gente"))
    taps.fill(page.get_by_label("La lista, uno por renglón"), "\n".join(NAMES))
    taps.follow(page.get_by_role("button", name="Anotar 30"))


def sets_the_terms(desk: Screen, taps: Taps) -> None:
    """Rounds by time, so many of them, and the tables of the room."""
    page = desk.page
    taps.follow(section(page, "Reglas"))
    taps.follow(page.get_by_role("link", name="Cambiar las condiciones"))
    taps.fill(page.get_by_label("Rondas", exact=False).first, str(ROUNDS))
    taps.on(page.get_by_text("Mesas y tiempos"))
    taps.fill(page.get_by_label("Minutos por ronda"), str(MINUTES))
    taps.follow(page.get_by_role("button", name="Guardar"))
    taps.follow(section(page, "Mesas"))
    taps.fill(page.get_by_label("¿Cuántas mesas hay?"), str(TABLES))
    taps.follow(page.get_by_role("button", name="Usar estas mesas"))
    expect(page.get_by_role("heading", name="6 mesas 6 libres")).to_be_visible()


def makes_a_link(desk: Screen, taps: Taps, label: str) -> str:
    """Return the path of a scorer's link."""
    page = desk.page
    taps.follow(section(page, "Roles"))
    taps.follow(page.get_by_role("link", name="Enlaces sin cuenta"))
    taps.fill(page.get_by_label("Nombre", exact=True), label)
    taps.follow(page.get_by_role("button", name="Hacer el enlace"))
    return path_of(page.locator("code").inner_text())


def opens_the_wall(open_screen, desk: Screen, taps: Taps) -> Screen:
    """Open the organiser's link on a computer where no user has signed in."""
    with desk.page.expect_popup() as opened:
        taps.on(section(desk.page, "Pantalla"))
    opened.value.wait_for_url("**/wall/*~*/")
    path = path_of(opened.value.url)
    opened.value.close()
    wall = open_screen(path, desk=True)
    wall.page.set_viewport_size({"width": 1920, "height": 1080})
    wall.page.clock.install()
    wall.open(path)
    return wall


def first_round(evening: EventScreens) -> None:
    """Nine matches wait for a table, one scorer has no line, the bell decides the last ones."""
    page, matches = evening.page, evening.matches(1)
    expect(page.locator("#tiles").get_by_text("espera mesa")).to_have_count(15 - TABLES)
    shows(evening.wall, "Buscá tu mesa", f"Ronda 1 de {ROUNDS}")
    starts_the_clock(evening)
    one, _ = (comes_to_the_grid(scorer) for scorer in evening.scorers)
    without_a_line(evening.scorers[1], matches[2:TABLES])
    for match, side, lost in zip(matches[:2], (0, 1), (24, 3), strict=True):
        taps_a_result(one, match, side, lost)
    for match in matches[:TABLES]:
        expect(row(one, match)).to_have_class(SAVED)
    assert ResultSubmission.objects.count() == TABLES
    evening.taps.follow(page.get_by_role("link", name="Cargar los 9 que faltan"))
    writes(evening, matches[TABLES:12])
    evening.taps.type("18", "Tab", "12", "Enter")
    expect(row(page, matches[12])).to_contain_text("nadie llegó a 30")
    evening.desk.faults.clear()  # the console names the refusal
    rings()
    evening.taps.on(row(page, matches[12]).get_by_label("Tantos de").last)
    evening.taps.type("Enter")
    writes(evening, matches[13:], by_time=True)
    assert sum(match.by_time for match in evening.matches(1)) == 3
    shows(evening.wall, "Posiciones", "1")


def without_a_line(scorer: Screen, matches: Sequence[Match]) -> None:
    """What is tapped meanwhile is counted, outlives the page, and is sent once."""
    page, before, path = scorer.page, ResultSubmission.objects.count(), path_of(scorer.page.url)
    with scorer.without_network():
        for match, side, lost in zip(matches, (0, 1, 0, 1), (11, 29, 5, 0), strict=True):
            taps_a_result(page, match, side, lost)
        expect(page.locator("#line")).to_have_text("Sin conexión: 4 sin enviar")
        scorer.open("about:blank")  # the phone is put away
        assert ResultSubmission.objects.count() == before
    scorer.open(path)
    for match in matches:
        expect(row(page, match)).to_have_class(SAVED)
    expect(page.locator("#line")).to_be_hidden()
    written = ResultSubmission.objects.filter(match__in=matches)
    assert {str(each.submitted_by) for each in written} == {"Anotadora barra"}
    assert written.count() == len(matches)


def second_round_without_two(evening: EventScreens) -> None:
    """Whoever misses a round is not drawn: the draft is another one, and says so."""
    page, taps = evening.page, evening.taps
    taps.follow(section(page, "Jugadores"))
    taps.follow(page.get_by_role("link", name="Ver y decidir"))
    for name in AWAY:
        line = page.locator("li[id^=entry-]", has=page.get_by_role("link", name=name))
        taps.on(line.get_by_role("button", name="Ausente esta ronda"))
        expect(line).to_contain_text("ausente en la ronda 2")
    taps.follow(page.get_by_role("link", name="Mirar el borrador"))
    expect(page.get_by_text("No están en esta ronda")).to_contain_text(BOTH)
    plays(evening, 2, matches=14)


def third_round_after_a_wrong_result(evening: EventScreens) -> None:
    """While the third round is played, the paper of one match of the second is found."""
    page = evening.page
    publishes(evening, 3)
    wrong = evening.matches(2)[0]
    names = [str(slot.entry) for slot in wrong.slots.order_by("side")]
    right, points = 1 - wrong.winner, [8, 8]
    points[right] = 30
    taps = Taps(evening.desk)
    taps.follow(page.get_by_role("link", name="Anteriores"))
    taps.on(row(page, wrong).get_by_role("button", name=names[right]))
    taps.type("8", "Enter")
    expect(row(page, wrong)).to_contain_text("Otros partidos ya salen de este resultado")
    evening.desk.faults.clear()  # the console names the refusal
    taps.follow(row(page, wrong).get_by_role("link", name="Ver qué cae"))
    expect(page.locator("main")).to_contain_text("Nada más que este resultado.")
    stays = "Las rondas que ya empezaron (3) quedan como están: solo la tabla se cuenta de nuevo."
    expect(page.locator("main")).to_contain_text(stays)
    taps.follow(page.get_by_role("button", name="Corregir", exact=True))
    expect(page.get_by_text("Mesa 1: corregido.")).to_be_visible()
    assert taps.counts.is_within(TO_CORRECT), taps.counts
    wrong.refresh_from_db()
    assert (wrong.winner, wrong.games.count()) == (right, 0)
    assert wrong.submissions.standing().get().chicos == [[points]]
    page.goto(f"/competitions/{evening.cup.pk}/manage/")
    expect(page.locator("#latest")).to_contain_text("olga reabrió un resultado (Mesa 1)")
    writes_the_round(evening, 3)


def plays(evening: EventScreens, number: int, matches: int = 15) -> None:
    """A round from its draft to its last result."""
    before = evening.taps.counts
    publishes(evening, number, matches)
    writes_the_round(evening, number)
    assert (evening.taps.counts - before).is_within(A_ROUND), evening.taps.counts - before


def publishes(evening: EventScreens, number: int, matches: int = 15) -> None:
    """Everybody sees the round, and its clock runs."""
    page, taps = evening.page, evening.taps
    taps.follow(page.get_by_role("button", name=f"Publicar la ronda {number}").last)
    starts_the_clock(evening)
    expect(page.locator("#tiles")).to_contain_text("espera mesa")
    shows(evening.wall, "Buscá tu mesa", f"Ronda {number} de {ROUNDS}")
    taps.follow(page.get_by_role("link", name=f"Cargar los {matches} que faltan"))


def starts_the_clock(evening: EventScreens) -> None:
    evening.taps.follow(
        evening.page.locator("#next").get_by_role("button", name="Empezar el reloj")
    )
    expect(evening.page.locator("#clocks time[data-bell]")).to_contain_text(f"{MINUTES - 1}:")


def rings() -> None:
    """Time passes."""
    RoundClock.objects.update(bell_at=timezone.now())


def comes_to_the_grid(scorer: Screen) -> Page:
    """Open the grid by the link on a phone, without a password."""
    taps, page = Taps(scorer), scorer.page
    taps.follow(page.get_by_role("button", name="Entrar como"))
    taps.follow(page.get_by_role("link", name="Cargar resultados").first)
    assert taps.counts.is_within(TO_SCORE), taps.counts
    return page


def taps_a_result(page: Page, match: Match, side: int, lost: int) -> None:
    row(page, match).locator(f".side{side}").tap()
    page.locator("#pad").get_by_role("button", name=str(lost), exact=True).tap()


def writes_the_round(evening: EventScreens, number: int) -> None:
    page = evening.page
    if not page.locator("#results").count():
        evening.taps.follow(page.get_by_role("link", name="Cargar los 15 que faltan"))
    writes(evening, evening.matches(number))
    expect(page.locator("#next .button.primary")).not_to_contain_text("Cargar")


def writes(evening: EventScreens, matches: Sequence[Match], *, by_time: bool = False) -> None:
    """On the keys, row after row; who is written first wins, by less each time."""
    page = evening.page
    most = 17 if by_time else 30
    for number, match in enumerate(matches):
        expect(row(page, match)).to_have_class(re.compile("active"))
        evening.taps.type(str(most), "Tab", str(number % 15), "Enter")
    for match in matches:
        expect(row(page, match)).to_have_class(SAVED)


def ends(evening: EventScreens) -> None:
    """The podium is everywhere."""
    desk = evening.desk
    expect(desk.page.locator("#next")).to_contain_text("Compartir el podio")
    cup = evening.cup
    podium = str(cup.champion)
    desk.follow(section(desk.page, "Ahora"))
    expect(desk.page.locator("#podium")).to_contain_text(podium)
    shows(evening.wall, "Podio", podium)
    phone = evening.scorers[0]
    phone.open(f"/competitions/{cup.pk}/")
    expect(phone.page.locator("#podium .place1")).to_contain_text(podium)
    heal_rankings()
    assert list(violations(live=True)) == []


def shows(wall: Screen, *words: str) -> None:
    """Let the projector turn until a leaf shows all these texts."""
    page = wall.page
    for _ in range(LEAVES):
        page.evaluate("document.getElementById('wall').dataset.seen = 'yes'")
        told = page.locator("body").inner_text()
        if all(word in told for word in words):
            return
        page.clock.run_for(TURN)
        page.wait_for_selector("#wall:not([data-seen])")
    raise AssertionError(f"the projector never shows {words}, but {told}")


def section(page: Page, name: str) -> Locator:
    """A section of the desk, in its rail."""
    return page.locator(".rail").get_by_role("link", name=name).locator("visible=true")


def row(page: Page, match: Match) -> Locator:
    return page.locator(f"#m{match.pk}")


def path_of(address: str) -> str:
    return "/" + address.split("/", 3)[3]
