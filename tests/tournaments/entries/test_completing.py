"""Partners for players entered alone: assigned by hand, and no player is entered twice."""

from datetime import datetime

import pytest

from accounts.models import User
from games.engine import make_rules
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tests.tournaments.events import organiser_of
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.entry_import.services import enter_pasted
from tournaments.entry_import.warnings import ImportDraft
from tournaments.models import Competition, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SIX = make_rules("argentino", {"seats": "6"})


def paste(cup: Competition, text: str, now: datetime) -> list[Entry]:
    pasted = ImportDraft(text, alone=frozenset(text.splitlines()))
    found = enter_pasted(competition_id=cup.pk, actor=organiser_of(cup), pasted=pasted, now=now)
    return list(found.entries)


def add(cup: Competition, *names: str, now: datetime) -> Entry:
    players = [NamedPlayer(name) for name in names]
    return add_entry(competition_id=cup.pk, actor=organiser_of(cup), players=players, now=now)


def test_who_waits_for_a_partner_is_entered_with_them(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2)
    (alone,) = paste(cup, "Chicho", now)
    assert alone.state == Entry.State.FORMING
    whole = add(cup, "Nacho", "chicho", now=now)
    assert (whole.pk, whole.state, whole.name) == (
        alone.pk,
        Entry.State.CONFIRMED,
        "Chicho y Nacho",
    )
    assert cup.entries.count() == 1


def test_some_of_others_are_another_team(organiser: User, now: datetime) -> None:
    trios = a_cup(organiser, now, rules=SIX)
    (two,) = paste(trios, "Ana y Beto", now)
    other = add(trios, "Ana", "Caro", "Dani", now=now)
    assert other.pk != two.pk
    assert two.roster.count() == 2
    assert add(trios, "Ana", "Beto", "Eva", now=now).pk == two.pk


def test_the_page_of_who_is_alone_asks_for_the_other(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2)
    (alone,) = paste(cup, "Chicho", now)
    browser, address = a_browser(organiser), f"/competitions/{cup.pk}/entered/{alone.pk}/"
    page = text_of(browser.get(address))
    assert "¿Con quién juega?" in page
    assert 'name="players-player_1" value="Chicho"' in page
    sent = {"players-player_1": "Chicho", "players-player_2": "Nacho"}
    assert browser.post(f"/competitions/{cup.pk}/entries/", sent).status_code == 302
    assert [entry.name for entry in cup.entries.all()] == ["Chicho y Nacho"]
    assert "¿Con quién juega?" not in text_of(browser.get(address))
