"""A circuit of a federation: five events in three clubs, the best four count, two finals."""

from collections import Counter, defaultdict
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.screens import Screen
from tests.games.tables import a_person
from tests.tournaments.cups import club_of
from tests.tournaments.events import award_all
from tests.tournaments.federations.factories import a_federation, a_stage, organisers
from tournaments.models import Competition, Federation, Series
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WEEK = timedelta(days=7)
EVENTS, COUNTED, GOLD, SILVER = 5, 4, 4, 8
POINTS = (10, 8, 6, 5, 4, 3, 2, 1)  # of the places of an event
NAMES = (
    "ana",
    "beto",
    "caro",
    "dani",
    "eva",
    "fito",
    "gabi",
    "hugo",
    "iris",
    "juan",
    "keka",
    "lalo",
)


@pytest.mark.feature(
    "Points and players", "A circuit in a browser: best four of five, finals in gold and silver"
)
@pytest.mark.long
def test_five_events_in_three_clubs_feed_gold_and_silver(open_screen):
    north, south, west = organisers(3)
    now = timezone.now() - EVENTS * WEEK
    federation = a_federation(north, now, south, west)
    people = {name: a_person(name) for name in NAMES}
    places: dict[str, list[int]] = defaultdict(list)
    events = []
    for week, host in enumerate((north, south, west, north, south)):
        order = [NAMES[(week + place) % 12] for place in range(len(POINTS))]
        for place, name in enumerate(order):
            places[name].append(POINTS[place])
        events.append(
            a_stage(None, north, host, now + week * WEEK, *(people[name] for name in order))
        )
    desk = open_screen(f"/federations/{federation.slug}/", north)
    opens_the_circuit(desk, federation)
    chooses(desk, events)
    heal_rankings()  # what a worker does in seconds
    series = Series.objects.get()
    ranked = shows_the_table(desk, series, best_of(places))
    gold = makes_a_final(desk, series, north, "Armar la final de oro con los 4 primeros")
    silver = makes_a_final(desk, series, north, "Armar la final de plata con los 8 siguientes")
    assert entered_in(gold) == ranked[:GOLD]
    assert entered_in(silver) == ranked[GOLD:]
    for final in (gold, silver):
        plays(desk, final)
    anybody = open_screen(f"/series/{series.pk}/")
    for final in (gold, silver):
        expect(anybody.page.locator("main")).to_contain_text(f"Campeón: {final.champion}")
    assert list(violations(live=True)) == []


def best_of(places: dict[str, list[int]]) -> Counter[str]:
    """Add up the best results of everybody."""
    return Counter({name: sum(sorted(got)[-COUNTED:]) for name, got in places.items()})


def opens_the_circuit(desk: Screen, federation: Federation) -> None:
    page = desk.page
    desk.open(f"/federations/{federation.slug}/series/")
    page.get_by_label("Nombre").fill("Circuito del Plata")
    page.get_by_label("Cuántas fechas va a tener").fill(str(EVENTS))
    page.get_by_label("Cuentan las mejores").fill(str(COUNTED))
    page.get_by_label("Pasan a la final").fill(str(GOLD))
    page.get_by_label("Pasan los siguientes").fill(str(SILVER))
    desk.follow(page.get_by_role("button", name="Abrirlo"))


def chooses(desk: Screen, events: list[Competition]) -> None:
    for event in events:
        desk.page.locator(f"input[name=chosen][value='{event.pk}']").check()
    desk.follow(desk.page.get_by_role("button", name="Guardar"))


def shows_the_table(desk: Screen, series: Series, totals: Counter[str]) -> list[str]:
    """Compare the table with the sums; return the names by place."""
    desk.open(f"/series/{series.pk}/")
    rows = desk.page.locator("table.season tbody tr")
    expect(rows).to_have_count(len(NAMES))
    names = [text.split("\n")[0] for text in rows.locator("th").all_inner_texts()]
    shown = rows.locator("td.total").all_inner_texts()
    assert dict(zip(names, map(int, shown), strict=True)) == totals
    assert [totals[name] for name in names] == sorted(totals.values(), reverse=True)
    desk.follow(desk.page.get_by_role("link", name="Ver todas las fechas"))
    expect(desk.page.locator("table.season s").first).to_be_visible()
    return names


def makes_a_final(desk: Screen, series: Series, host: User, button: str) -> Competition:
    desk.open(f"/series/{series.pk}/")
    form = desk.page.locator("form", has=desk.page.get_by_role("button", name=button))
    form.get_by_label("Club sede").select_option(str(club_of(host).pk))
    desk.follow(desk.page.get_by_role("button", name=button))
    return Competition.objects.latest("pk")


def entered_in(final: Competition) -> list[str]:
    return list(final.entries.order_by("manual_seed").values_list("name", flat=True))


def plays(desk: Screen, final: Competition) -> None:
    """Draw and start it from the dashboard; the better seeds win."""
    number = final.entries.count()
    desk.open(f"/competitions/{final.pk}/manage/")
    desk.follow(desk.page.get_by_role("button", name=f"Sortear con {number}"))
    desk.follow(desk.page.get_by_role("button", name="Dar comienzo"))
    award_all(final, timezone.now())
