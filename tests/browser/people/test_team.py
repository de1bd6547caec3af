"""A captain makes a team, a friend comes in by its link on a phone, and the team enters a cup."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.accounts.people import PASSWORD, a_person
from tests.browser.screens import Screen
from tests.tournaments.cups import a_cup, an_organiser
from tournaments.models import Entry, Team

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def make_the_team(captain: Screen) -> str:
    """Compose the emblem, look at it, and return the link."""
    page = captain.page
    page.get_by_label("Nombre", exact=True).fill("Los Teros")
    page.get_by_role("radio", name="a bastones").check()
    page.get_by_role("group", name="Primer color").get_by_role("radio", name="rojo").check()
    page.get_by_role("radio", name="espada y basto").check()
    shield, sign = page.locator("#emblem use").all()
    expect(shield).to_have_attribute("href", re.compile("#p-stripes$"))
    expect(sign).to_have_attribute("href", re.compile("#s-eb$"))
    page.get_by_role("button", name="Armar el equipo").tap()
    page.get_by_role("button", name="Invitar").tap()
    link = page.get_by_role("main").locator("code").inner_text()
    page.get_by_role("link", name="Volver al equipo").tap()
    return link


def come_in(friend: Screen) -> None:
    """A stranger follows the link and signs in; then they are in the team."""
    main = friend.page.get_by_role("main")
    main.get_by_role("button", name="Entrar al equipo").tap()
    main.locator("[name=login]").fill("beto")
    main.locator("[name=password]").fill(PASSWORD)
    main.get_by_role("button", name="Entrar", exact=True).tap()
    expect(friend.page.get_by_text("Ya estás en el equipo.")).to_be_visible()


def test_a_team_is_made_joined_by_its_link_and_entered(open_screen):
    ana = a_person("ana")
    a_person("beto")
    cup = a_cup(an_organiser(), timezone.now(), per_side=2)
    captain = open_screen("/teams/new/", ana, desk=True)
    link = make_the_team(captain)
    friend = open_screen(link[link.index("/teams/") :], None)
    come_in(friend)
    captain.page.goto(f"/competitions/{cup.pk}/")
    captain.page.get_by_role("link", name="Anotar a mi equipo").tap()
    captain.page.get_by_role("button", name="Anotar al equipo").tap()
    expect(captain.page.get_by_text("Ya estás adentro.")).to_be_visible()
    entry = Entry.objects.get()
    assert (entry.team, entry.roster.count()) == (Team.objects.get(first_colour="red"), 2)
    friend.page.goto(f"/competitions/{cup.pk}/")
    expect(friend.page.get_by_role("main").get_by_text("Los Teros").first).to_be_visible()
