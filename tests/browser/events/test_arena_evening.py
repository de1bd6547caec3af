"""An arena evening of twelve: two people enter from the home page, robots fill it up."""

from datetime import time, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game
from tests.browser.players import Player, one_action
from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser, club_of
from tournaments.models import Match, Occurrence, RegularEvent
from tournaments.regular_events import services as regular

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.feature("Competitions", "An arena evening of twelve, from the home page to the table")
def test_two_people_and_ten_robots_play_an_arena(open_screen):
    ana, beto = a_person("ana"), a_person("beto")
    evening = an_evening()
    screens = [open_screen("/", person) for person in (ana, beto)]
    for screen in screens:
        expect(screen.page.get_by_text("empieza en")).to_be_visible()
        screen.follow(screen.page.get_by_role("link", name="Anotarme"))
        screen.follow(screen.page.get_by_role("button", name="Anotarme", exact=True))
        expect(screen.page.get_by_text("Ya estás adentro")).to_be_visible()

    Occurrence.objects.update(starts_at=timezone.now() - timedelta(seconds=1))
    regular.begin_due(now=timezone.now())

    assert evening.entries.count() == 12
    for screen, person in zip(screens, (ana, beto), strict=True):
        seat(screen, person)
        player = Player(screen)
        expect(player.cards).to_have_count(3)
    assert any(one_action(Player(screen)) for screen in screens)
    wait_for_results(screens[0].page, evening)


def an_evening():
    """An arena to come, with games to five points."""
    organiser = an_organiser()
    event = RegularEvent(
        kind=RegularEvent.Kind.ARENA,
        name="Arena de la noche",
        preset="argentino",
        options={"seats": "2", "target": "5"},
        hour=time(21),
        robots_to=12,
    )
    regular.hold(club=club_of(organiser), actor=organiser, event=event)
    (made,) = regular.make_due(now=timezone.now())
    return made


def seat(screen, person) -> None:
    """Go to the person's table, which is called by itself, and sit down there."""
    games = Game.objects.filter(seats__user=person)
    for _ in range(60):
        if games.exists():
            break
        screen.page.wait_for_timeout(250)
    screen.open(f"/tables/{games.latest('pk').pk}/")
    Player(screen).sit_down()


def wait_for_results(page, evening) -> None:
    """The robots' games end by themselves, and more follow."""
    decided = Match.objects.of(evening.pk).filter(state=Match.State.COMPLETED)
    for _ in range(240):
        if decided.exists():
            return
        page.wait_for_timeout(250)
    raise AssertionError("no game has ended in a minute")
