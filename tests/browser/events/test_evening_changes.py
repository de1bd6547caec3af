"""Evenings that do not go as planned, on the organiser's phone: each change is a tap or two."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import make_rules
from tests.browser.screens import Screen
from tests.browser.taps import Counts, Taps
from tests.tournaments.cups import an_organiser
from tests.tournaments.events import draw_what_follows, organiser_of
from tests.tournaments.halls import use
from tests.tournaments.names import an_event_of_names, draw_and_start
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match
from tournaments.results.services import submit_result
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SINGLES = [
    f"{first} {last}"
    for first in ("Ana", "Beto", "Caro", "Dani")
    for last in ("Ruiz", "Sosa", "Mora", "Paz", "Gil", "Vera")
][:23]
TABLES, ROUNDS, PLAYED = 6, 5, 4
TO_30 = make_rules("argentino", {"seats": "2", "target": "30"})
SWISS = FormatOptions(format="swiss", swiss_rounds=ROUNDS)
NO_SHOW = Counts(taps=2, fields=0, pages=0)
AN_ABSENCE = AN_ARRIVAL = Counts(taps=1, fields=0, pages=0)
A_CORRECTION = Counts(taps=2, fields=1, pages=1)
TO_FINISH = Counts(taps=4, fields=0, pages=2)  # from the dashboard to the podium
A_SWAP = Counts(taps=7, fields=2, pages=3)  # from the page of the pair
REPLANNED = Counts(taps=1, fields=0, pages=1)


@pytest.fixture
def singles(transactional_db) -> Competition:
    """Twenty-three names on six tables, in the first of five rounds."""
    organiser, now = an_organiser(), timezone.now()
    names = [[name] for name in SINGLES]
    event = an_event_of_names(
        organiser, now, names, by_qr=False, with_cards=True, shape=SWISS, rules=TO_30, cap=32
    )
    use(event, TABLES, now)
    return draw_and_start(event, organiser, now)


@pytest.mark.feature(
    "Competitions", "An evening with absences, a no-show, a correction and an early end"
)
@pytest.mark.long
def test_twenty_three_singles_end_after_the_fourth_of_five_rounds(open_screen, singles):
    desk = open_screen(f"/competitions/{singles.pk}/results/", organiser_of(singles))
    missing = records_a_no_show(desk, singles)
    away, late = (str(entry) for entry in singles.entries.exclude(name=missing)[:2])
    marks_absences(desk, singles, away, late)
    writes_round(singles, 1)
    assert not plays_in(singles, 2, away)
    assert plays_in(singles, 2, late)
    assert plays_in(singles, 2, missing)
    corrects_with_the_same_winner(desk, singles)
    for number in range(2, PLAYED + 1):
        writes_round(singles, number)
    finishes(desk, singles)
    heal_rankings()
    assert list(violations(live=True)) == []


def matches_of(event: Competition, number: int) -> list[Match]:
    of_round = Match.objects.of(event.pk).filter(round__number=number)
    return list(of_round.exclude(state=Match.State.BYE).order_by("number"))


def plays_in(event: Competition, number: int, name: str) -> bool:
    """Return whether an entry is paired; the round of an absent entry is stored as a bye."""
    of_round = Match.objects.of(event.pk).filter(round__number=number, slots__entry__name=name)
    return of_round.exclude(state=Match.State.BYE).exists()


def writes_round(event: Competition, number: int) -> None:
    """Write what is missing of a round, and let the next one be drawn."""
    now = timezone.now()
    for position, match in enumerate(matches_of(event, number)):
        if not match.is_decided:
            games = [(event.rules.target, position)]
            submit_result(match_id=match.pk, games=games, actor=organiser_of(event), now=now)
    draw_what_follows()


def records_a_no_show(desk: Screen, event: Competition) -> str:
    """Return who did not come."""
    match, page, taps = matches_of(event, 1)[0], desk.page, Taps(desk)
    missing = str(match.slots.get(side=1).entry)
    row = page.locator(f"#m{match.pk}")
    taps.on(row.get_by_role("link", name=f"No vino {missing}"))
    taps.on(row.locator(".verdict").get_by_role("button", name="Guardar"))
    expect(row).to_have_count(0)
    assert taps.counts == NO_SHOW
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.WALKOVER, 0)
    return missing


def marks_absences(desk: Screen, event: Competition, away: str, late: str) -> None:
    """Two say that they miss the next round; one of them comes after all."""
    desk.open(f"/competitions/{event.pk}/entered/")
    for name in (away, late):
        taps = Taps(desk)
        taps.on(line(desk.page, name).get_by_role("button", name="Ausente esta ronda"))
        expect(line(desk.page, name)).to_contain_text("ausente en la ronda 2")
        assert taps.counts == AN_ABSENCE
    taps = Taps(desk)
    taps.on(line(desk.page, late).get_by_role("button", name="Sí está"))
    expect(line(desk.page, late)).not_to_contain_text("ausente en la ronda 2")
    assert taps.counts == AN_ARRIVAL


def line(page: Page, name: str):
    return page.locator("li[id^=entry-]", has=page.get_by_role("link", name=name, exact=True))


def corrects_with_the_same_winner(desk: Screen, event: Competition) -> None:
    """The second round keeps its pairings."""
    match, second = matches_of(event, 1)[1], pairings(event, 2)
    desk.open(f"/competitions/{event.pk}/results/")
    page, taps = desk.page, Taps(desk)
    taps.follow(page.get_by_role("link", name="Anteriores"))
    field = page.locator(f"#m{match.pk}").locator("input[name=game1-1]")
    taps.fill(field, "27")
    taps.type("Enter")
    expect(page.locator("#said")).to_contain_text("30–27. ✓")
    assert taps.counts == A_CORRECTION
    match.refresh_from_db()
    assert (match.winner, match.submissions.standing().get().chicos) == (0, [[[30, 27]]])
    assert pairings(event, 2) == second


def pairings(event: Competition, number: int) -> list[tuple[int, list[int]]]:
    return [
        (match.pk, list(match.slots.order_by("side").values_list("entry", flat=True)))
        for match in matches_of(event, number)
    ]


def finishes(desk: Screen, event: Competition) -> None:
    """End it with the four rounds that are complete, though the fifth has started."""
    desk.open(f"/competitions/{event.pk}/manage/")
    page, taps = desk.page, Taps(desk)
    taps.follow(page.locator(".rail").get_by_role("link", name="Cambiar").locator("visible=true"))
    card = page.locator("#finish")
    taps.on(card.locator("summary"))
    option = card.locator(".change-option", has_text=f"Con las {PLAYED} rondas completas")
    taps.on(option.locator("label"))
    expect(option).to_contain_text("La pantalla y la página muestran el podio")
    taps.follow(option.get_by_role("button", name=re.compile("^Terminar: campeón")))
    assert taps.counts == TO_FINISH
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    desk.open(f"/competitions/{event.pk}/")
    expect(page.locator("#podium .place1")).to_contain_text(str(event.champion))


@pytest.mark.feature("Entries", "Two pairs swap partners between two rounds")
def test_two_pairs_swap_partners_between_two_rounds(open_screen):
    organiser, now = an_organiser(), timezone.now()
    pairs = [("Ana", "Beto"), ("Caro", "Dani"), ("Eva", "Fito"), ("Gabi", "Hugo")]
    shape = FormatOptions(format="swiss", swiss_rounds=3)
    event = an_event_of_names(organiser, now, pairs, by_qr=False, with_cards=True, shape=shape)
    event = draw_and_start(event, organiser, now)
    writes_round(event, 1)
    first = event.entries.get(roster__name="Ana")
    desk = open_screen(f"/competitions/{event.pk}/entered/{first.pk}/", organiser)
    page, taps = desk.page, Taps(desk)
    taps.follow(page.get_by_role("link", name="Cambiar un jugador"))
    form = page.locator("form", has_text="Cambia de lugar con otro")
    taps.choose(form.get_by_label("Sale"), "Beto")
    taps.choose(form.get_by_label("Con"), "Dani")
    taps.follow(form.get_by_role("button", name="Ver qué pasa"))
    taps.follow(page.get_by_role("button", name="Hacer el cambio"))
    expect(page.get_by_text("El cambio está hecho.")).to_be_visible()
    assert taps.counts == A_SWAP
    assert sorted(first.roster.values_list("name", flat=True)) == ["Ana", "Dani"]
    for number in (2, 3):
        writes_round(event, number)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    heal_rankings()
    assert list(violations(live=True)) == []


@pytest.mark.feature("Competitions", "Eleven of sixteen pairs get another plan with one tap")
def test_eleven_of_sixteen_pairs_get_another_plan_with_one_tap(open_screen):
    organiser, now = an_organiser(), timezone.now()
    pairs = [(f"{sign}ruiz", f"{sign}sosa") for sign in "ABCDEFGHIJK"]
    shape = FormatOptions(format="groups", group_count=4, silver=True)
    event = an_event_of_names(
        organiser, now, pairs, by_qr=False, with_cards=True, shape=shape, cap=16
    )
    desk = open_screen(f"/competitions/{event.pk}/manage/", organiser)
    page = desk.page
    desk.follow(page.get_by_role("button", name="Sortear con 11"))
    desk.faults.clear()  # the console names the refusal
    expect(page.get_by_text("Lo anunciado ya no queda bien")).to_be_visible()
    taps = Taps(desk)
    taps.follow(page.get_by_role("button", name="Así, y sortear"))
    assert taps.counts == REPLANNED
    event.refresh_from_db()
    assert event.state == Competition.State.DRAWN
    groups = event.stages.order_by("number").first().groups.all()
    assert min(group.slots.count() for group in groups) > 2
    assert list(violations(live=True)) == []
