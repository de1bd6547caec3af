"""Evenings of people who enter alone: an americano of thirteen and a mexicano of sixteen."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.screens import Screen
from tests.tournaments.cups import an_organiser, club_of
from tests.tournaments.halls import write
from tournaments.models import Competition, Match, ResultSubmission, sides_of
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [f"{first} {last}" for first in ("Ana", "Beto", "Caro", "Dani") for last in
         ("Ruiz", "Sosa", "Mora", "Paz")]  # fmt: skip
Sides = tuple[frozenset[str], frozenset[str]]


@pytest.mark.feature(
    "Formats", "An americano of thirteen: everybody partners everybody once and meets them twice"
)
@pytest.mark.long
def test_thirteen_people_play_a_whole_americano(open_screen):
    desk = announces(open_screen, "Americano", rounds=13)
    event = begins(desk, NAMES[:13])
    matches = plays(desk, event)
    partners = Counter(side for sides in matches for side in sides)
    opponents = Counter(frozenset(pair) for one, other in matches for pair in product(one, other))
    everybody = {frozenset(pair) for pair in combinations(NAMES[:13], 2)}
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)
    ends(desk, event, rounds=13, tables=3)


@pytest.mark.feature("Formats", "A mexicano of sixteen: the table pairs each round, points add up")
@pytest.mark.long
def test_sixteen_people_play_a_whole_mexicano(open_screen):
    desk = announces(open_screen, "Mexicano", rounds=6)
    event = begins(desk, NAMES)
    plays(desk, event)
    ends(desk, event, rounds=6, tables=4)
    made = points_made(event)
    event.refresh_from_db()
    best = str(event.champion)
    assert made[best] == max(made.values())
    first = desk.page.get_by_role("row").filter(has_text=best).first
    expect(first).to_contain_text(str(made[best]))


def points_made(event: Competition) -> Counter[str]:
    """Add up what everybody made in the games."""
    made: Counter[str] = Counter()
    results = ResultSubmission.objects.standing().filter(match__in=Match.objects.of(event.pk))
    for result in results.select_related("match"):
        for side, points in zip(names_of(result.match), result.chicos[0][0], strict=True):
            made.update(dict.fromkeys(side, points))
    return made


def announces(open_screen, card: str, rounds: int) -> Screen:
    """Create it from a card, with real cards and a number of rounds."""
    organiser = an_organiser()
    desk = open_screen(f"/competitions/new/?club={club_of(organiser).slug}", organiser)
    page = desk.page
    desk.follow(page.get_by_role("button", name=card))
    page.get_by_label("Nombre").fill(f"{card} del jueves")
    page.get_by_label("Rondas", exact=False).first.fill(str(rounds))
    page.locator("details", has=page.locator("#id_with_cards")).locator("summary").tap()
    page.get_by_label("Con cartas").check()
    press(desk, "Crear")
    return desk


def press(desk: Screen, name: str) -> None:
    desk.follow(desk.page.get_by_role("button", name=name, exact=True))


def begins(desk: Screen, names: Sequence[str]) -> Competition:
    """Paste the names, draw, begin."""
    event = Competition.objects.get()
    desk.open(f"/competitions/{event.pk}/manage/")
    press(desk, "Abrir la inscripción")
    desk.open(f"/competitions/{event.pk}/paste/")
    desk.page.get_by_label("La lista, uno por renglón").fill("\n".join(names))
    press(desk, f"Anotar {len(names)}")
    desk.open(f"/competitions/{event.pk}/manage/")
    press(desk, f"Sortear con {len(names)}")
    desk.follow(desk.page.get_by_role("button", name="Publicar el sorteo").first)
    press(desk, "Dar comienzo")
    Competition.objects.filter(pk=event.pk).update(publishes_alone=True)  # the other rounds
    return event


def plays(desk: Screen, event: Competition) -> list[Sides]:
    """Write down one result on a phone and the others by services; return who played whom."""
    first = Match.objects.of(event.pk).exclude(state=Match.State.BYE).order_by("number").first()
    desk.open(f"/competitions/{event.pk}/results/")
    row = desk.page.locator(f"#m{first.pk}")
    row.locator(".side0").tap()
    desk.page.locator("#pad").get_by_role("button", name="3", exact=True).tap()
    expect(row.locator(".mark")).to_contain_text("✓")
    open_ = Match.objects.of(event.pk).filter(state__in=(Match.State.READY, Match.State.CALLED))
    while found := list(open_.all()):
        for match in found:
            write(match, timezone.now(), (15, match.number % 15))
    played = Match.objects.of(event.pk).filter(state=Match.State.COMPLETED)
    return [names_of(match) for match in played]


def names_of(match: Match) -> Sides:
    first, second = sides_of(match.slots.select_related("entry"))
    return frozenset(str(slot.entry) for slot in first), frozenset(
        str(slot.entry) for slot in second
    )


def ends(desk: Screen, event: Competition, *, rounds: int, tables: int) -> None:
    """Every round was played, and the page names the champion."""
    played = Match.objects.of(event.pk).filter(state=Match.State.COMPLETED)
    assert played.count() == rounds * tables
    event.refresh_from_db()
    desk.open(f"/competitions/{event.pk}/")
    expect(desk.page.locator("#podium .place1")).to_contain_text(str(event.champion))
    assert list(violations(live=True)) == []
