"""A cup of thirty-two in one evening: sixteen lose at once and play on in a consolation."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from games.engine import make_rules
from tests.browser.screens import Screen
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.halls import write
from tournaments.formats.bracket import Part
from tournaments.models import Competition, Match
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [
    f"{first} {last}"
    for first in ("Ana", "Beto", "Caro", "Dani", "Eva", "Fito", "Gabi", "Hugo")
    for last in ("Ruiz", "Sosa", "Mora", "Paz")
]
MAIN, CONSOLATION = 31, 15
RULES = make_rules("argentino", {"seats": "2", "target": "15"})


@pytest.mark.feature("Formats", "Sixteen who lose at once play a consolation on the same evening")
@pytest.mark.long
def test_sixteen_losers_play_a_consolation_the_same_evening(open_screen):
    organiser, now = an_organiser(), timezone.now()
    cup = a_cup(organiser, now, with_cards=True, cap=32, publishes_alone=False, rules=RULES)
    desk = open_screen(f"/competitions/{cup.pk}/edit/", organiser)
    lets_the_losers_play(desk, cup)
    begins(desk, cup)
    loser = writes_down_the_first(desk, cup)
    play_all(of_part(cup, Part.MAIN).filter(round__number=1))
    anybody = open_screen(f"/competitions/{cup.pk}/")
    shows_the_consolation(anybody, loser)
    final = of_part(cup, Part.CONSOLATION).order_by("round__number").last()
    play_all(Match.objects.of(cup.pk).exclude(pk=final.pk))
    cup.refresh_from_db()
    assert not cup.is_over  # the champion is known, the consolation is not over
    winner = taps_a_result(desk, cup, final)
    ends(anybody, cup, winner)
    assert (of_part(cup, Part.MAIN).count(), of_part(cup, Part.CONSOLATION).count()) == (
        MAIN,
        CONSOLATION,
    )
    assert list(violations(live=True)) == []


def of_part(cup: Competition, part: Part):
    return Match.objects.of(cup.pk).filter(round__part=part)


def lets_the_losers_play(desk: Screen, cup: Competition) -> None:
    """Choose the consolation among the terms of a cup that takes entries."""
    page = desk.page
    page.get_by_label("Quienes pierden").select_option(
        "consolación: quienes pierden su primer partido"
    )
    press(desk, "Guardar")
    desk.open(f"/competitions/{cup.pk}/")
    expect(page.locator("main")).to_contain_text("con consolación")


def begins(desk: Screen, cup: Competition) -> None:
    """Paste thirty-two names, draw, begin."""
    desk.open(f"/competitions/{cup.pk}/paste/")
    desk.page.get_by_label("La lista, uno por renglón").fill("\n".join(NAMES))
    press(desk, "Anotar 32")
    desk.open(f"/competitions/{cup.pk}/manage/")
    press(desk, "Sortear con 32")
    desk.follow(desk.page.get_by_role("button", name="Publicar el sorteo").first)
    press(desk, "Dar comienzo")


def press(desk: Screen, name: str) -> None:
    desk.follow(desk.page.get_by_role("button", name=name, exact=True))


def writes_down_the_first(desk: Screen, cup: Competition) -> str:
    """Write down a result of the first round, and return who lost."""
    match = of_part(cup, Part.MAIN).order_by("number").first()
    winner = taps_a_result(desk, cup, match)
    return next(name for name in sides_of(match) if name != winner)


def taps_a_result(desk: Screen, cup: Competition, match: Match) -> str:
    """Write down that the first side won; return its name."""
    desk.open(f"/competitions/{cup.pk}/results/")
    row = desk.page.locator(f"#m{match.pk}")
    row.locator(".side0").tap()
    desk.page.locator("#pad").get_by_role("button", name="3", exact=True).tap()
    expect(row.locator(".mark")).to_contain_text("✓")
    return sides_of(match)[0]


def sides_of(match: Match) -> list[str]:
    return [str(slot.entry) for slot in match.slots.select_related("entry").order_by("side")]


def play_all(matches) -> None:
    """Write down results, the first side wins, until nothing of these is open."""
    open_ = matches.filter(state__in=(Match.State.READY, Match.State.CALLED))
    while found := list(open_):
        for match in found:
            write(match, timezone.now(), (15, 3))
        open_ = open_.all()


def shows_the_consolation(anybody: Screen, loser: str) -> None:
    """The page has both brackets; who lost at once is in the second one."""
    part = consolation(anybody)
    expect(part).to_contain_text(loser)


def consolation(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Consolación")


def ends(anybody: Screen, cup: Competition, winner: str) -> None:
    """The page names the champion, and who won the consolation."""
    cup.refresh_from_db()
    anybody.open(f"/competitions/{cup.pk}/")
    expect(anybody.page.locator("#podium .place1")).to_contain_text(str(cup.champion))
    expect(consolation(anybody)).to_contain_text(winner)
