"""A club of people without accounts plays week after week: one table, one claim, one more week."""

import re
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Club, User
from tests.browser.screens import Screen
from tests.browser.taps import Counts, Taps
from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser, club_of
from tests.tournaments.nights import a_night, a_series
from tournaments.models import Competition, Match, Person, Series
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WEEK = timedelta(days=7)
BEFORE = (
    ("Ana", "Beto", "Caro", "Dani"),
    ("Beto", "Ana", "Eva", "Dani"),
    ("Ana", "Caro", "Fito", "Beto"),
)
FOURTH = ("Ana", "Beto", "Dani", "Eva")
LAST = ("Caro", "Beto", "Fito", "Ana")
POINTS = [("Ana", 43), ("Beto", 39), ("Caro", 24), ("Dani", 16), ("Fito", 12), ("Eva", 11)]
"""10, 8, 6 and 5 points for the four places of each evening, added up by hand."""
TO_CLAIM = Counts(taps=2, fields=0, pages=2)  # from the club's leaderboard
TO_CONFIRM = Counts(taps=2, fields=0, pages=2)  # from the club's people
MATCHES, A_RESULT = 3, 2  # of each person in an evening; taps
TO_REPEAT = Counts(taps=2, fields=0, pages=2)  # the goal is four taps


@pytest.mark.feature(
    "The club's people", "Five evenings without accounts, a claim, and one table with everybody"
)
@pytest.mark.long
def test_five_evenings_without_accounts_end_in_one_table(open_screen):
    organiser, now = an_organiser(), timezone.now()
    series = a_series(organiser, now, planned=5)
    club = club_of(organiser)
    for number, names in enumerate(BEFORE):
        a_night(organiser, now - (4 - number) * WEEK, *names, series=series)
    claims_ana(open_screen, organiser, club)
    a_night(organiser, now - WEEK, *FOURTH, series=series)
    plays_the_last(open_screen, organiser, series, now)
    heal_rankings()

    anybody = open_screen(f"/series/{series.pk}/").page
    assert names_in(anybody, "table.season th[scope=row] bdi") == [name for name, _ in POINTS]
    totals = anybody.locator("table.season td.total").all_inner_texts()
    assert totals == [str(points) for _, points in POINTS]
    anybody.goto(f"/ranking/?club={club.slug}")
    assert sorted(names_in(anybody, ".ranking th[scope=row] bdi")) == sorted(dict(POINTS))
    assert Person.objects.known().count() == len(POINTS)
    assert list(violations(live=True)) == []


def claims_ana(open_screen, organiser: User, club: Club) -> None:
    """Ana finds herself on the leaderboard, and the organiser confirms it."""
    ana = open_screen(f"/ranking/?club={club.slug}", a_person("anita"))
    taps = Taps(ana)
    taps.follow(ana.page.get_by_role("link", name="Ana", exact=True))
    taps.follow(ana.page.get_by_role("button", name="Soy Ana"))
    expect(ana.page.get_by_text("Dijiste que sos vos.")).to_be_visible()
    assert taps.counts == TO_CLAIM

    desk = open_screen(f"/clubs/{club.slug}/people/", organiser)
    expect(desk.page.locator("#waiting-claims")).to_be_visible()
    taps = Taps(desk)
    taps.follow(desk.page.get_by_role("link", name="Ver", exact=True))
    taps.follow(desk.page.get_by_role("button", name="Es así"))
    assert taps.counts == TO_CONFIRM
    heal_rankings()

    ana.open("/players/anita/")
    played = ana.page.get_by_role("link", name=re.compile("^contra "))
    expect(played).to_have_count(MATCHES * len(BEFORE))


def plays_the_last(open_screen, organiser: User, series: Series, now: datetime) -> None:
    """Write down the last evening on a phone, two taps a result, until there is a champion."""
    night = a_night(organiser, now, *LAST, series=series, is_played=False)
    desk = open_screen(f"/competitions/{night.pk}/results/", organiser)
    taps, written = Taps(desk), 0
    while match := Match.objects.of(night.pk).undecided().order_by("number").first():
        row = desk.page.locator(f"#m{match.pk}")
        desk.look_until(row)
        names = [slot.entry.name for slot in match.slots.select_related("entry").order_by("side")]
        taps.on(row.locator(f".side{names.index(min(names, key=LAST.index))}"))
        taps.on(desk.page.locator("#pad").get_by_role("button", name="3", exact=True))
        expect(desk.page.locator("#said")).to_contain_text(re.compile(f"{' – '.join(names)}:.*✓"))
        written += 1  # the row of the last match of a round may be gone: the next round is shown
    assert taps.number == A_RESULT * written
    night.refresh_from_db()
    assert str(night.champion) == "Caro"


def names_in(page: Page, rows: str) -> list[str]:
    return page.locator(rows).all_inner_texts()


@pytest.mark.feature("Competitions", "Last week's competition again in two taps")
def test_next_week_is_two_taps_from_the_podium_to_the_entries(open_screen):
    organiser, now = an_organiser(), timezone.now()
    night = a_night(organiser, now - WEEK, *FOURTH, series=a_series(organiser, now))
    desk: Screen = open_screen(f"/competitions/{night.pk}/manage/", organiser)
    taps = Taps(desk)
    taps.follow(desk.page.get_by_role("link", name="Repetir", exact=True).first)
    taps.follow(desk.page.get_by_role("button", name="Crearla con los marcados"))
    assert taps.counts == TO_REPEAT
    again = Competition.objects.latest("pk")
    assert desk.page.url.endswith(f"/competitions/{again.pk}/entered/")
    for name in FOURTH:
        expect(desk.page.locator("main").get_by_role("link", name=name, exact=True)).to_be_visible()
    assert again.series_id == night.series_id
    assert Person.objects.known().count() == len(FOURTH)
    assert list(violations(live=True)) == []
