"""A pasted list knows the club's people, and asks where it is not sure."""

from datetime import datetime

import pytest

from accounts.models import Membership, User
from accounts.sanctions.services import suspend_in_club
from tests.accounts.people import a_person as a_named_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tournaments.entries.recognition import ClubPeople
from tournaments.entry_import.resolve import resolve_list
from tournaments.entry_import.services import enter_pasted
from tournaments.entry_import.warnings import ImportDraft, PastedRow
from tournaments.models import Competition, Person, RosterPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_cup(organiser, now)


def a_member(cup: Competition, name: str, now: datetime, **more: object) -> Person:
    return Person.objects.create(club=cup.club, name=name, created_at=now, **more)


def row_of(cup: Competition, text: str, **said: frozenset[str]) -> PastedRow:
    return resolve_list(cup, ImportDraft(text, **said)).rows[0]


def put_in(cup: Competition, organiser: User, now: datetime, text: str, **said) -> RosterPlayer:
    enter_pasted(competition_id=cup.pk, actor=organiser, pasted=ImportDraft(text, **said), now=now)
    return RosterPlayer.objects.get(competition=cup)


@pytest.mark.feature("The club's people", "A pasted list recognises them, and asks where unsure")
@pytest.mark.parametrize(
    "written", ["ANA RUÍZ", "ana  ruiz", "Ruiz Ana", "Ruiz, Ana", "1. Ana Ruiz ✅"]
)
def test_a_sure_name_is_the_person(
    written: str, cup: Competition, organiser: User, now: datetime
) -> None:
    ana = a_member(cup, "Ana Ruiz", now)
    row = row_of(cup, written)
    assert (row.problem, row.players[0].name) == ("", "Ana Ruiz")
    assert put_in(cup, organiser, now, written).person == ana


@pytest.mark.parametrize("written", ["Tito", "Hector Pas"])
def test_a_nickname_and_a_near_name_are_asked_about(
    written: str, cup: Competition, now: datetime
) -> None:
    a_member(cup, "Héctor Paz", now, nickname="Tito")
    row = row_of(cup, written)
    assert row.problem == "nearly"
    assert row.fixes[0].shown == ("Héctor Paz",)
    assert row.fixes[-1].act == "others"


def test_who_is_another_person_becomes_a_new_one(
    cup: Competition, organiser: User, now: datetime
) -> None:
    hector = a_member(cup, "Héctor Paz", now, nickname="Tito")
    player = put_in(cup, organiser, now, "Tito", others=frozenset(["Tito"]))
    assert player.person != hector
    assert player.person.name == "Tito"


def test_of_two_of_one_name_one_is_chosen(cup: Competition, organiser: User, now: datetime) -> None:
    a_member(cup, "Ana Ruiz", now)
    second = a_member(cup, "Ana Ruiz", now, nickname="la Negra")
    row = row_of(cup, "Ana Ruiz")
    assert row.problem == "double"
    assert [fix.shown[0] for fix in row.fixes[:2]] == ["Ana Ruiz", "Ana Ruiz (la Negra)"]
    chosen = frozenset(row.fixes[1].lines)
    assert row_of(cup, "Ana Ruiz", chosen=chosen).problem == ""
    assert put_in(cup, organiser, now, "Ana Ruiz", chosen=chosen).person == second


def test_the_choice_is_made_on_the_page(cup: Competition, organiser: User, now: datetime) -> None:
    a_member(cup, "Ana Ruiz", now)
    second = a_member(cup, "Ana Ruiz", now, nickname="la Negra")
    browser, address = a_browser(organiser), f"/competitions/{cup.pk}/paste/"
    row = row_of(cup, "Ana Ruiz")
    page = browser.post(address, {"list": "Ana Ruiz"})
    assert "en el club hay dos que se llaman Ana Ruiz" in text_of(page)
    assert "Ana Ruiz (la Negra)" in text_of(page)
    browser.post(address, {"list": "Ana Ruiz", "chosen": list(row.fixes[1].lines), "enter": "1"})
    assert RosterPlayer.objects.get(competition=cup).person == second


def test_a_person_with_an_account_enters_with_it(
    cup: Competition, organiser: User, now: datetime
) -> None:
    user = a_named_person("anar", display_name="Ana Ruiz")
    person = a_member(cup, "Ana Ruiz", now, user=user)
    player = put_in(cup, organiser, now, "ana ruiz")
    assert (player.user, player.person) == (user, person)


def test_a_suspended_account_is_left_out(cup: Competition, organiser: User, now: datetime) -> None:
    user = a_named_person("anar", display_name="Ana Ruiz")
    Membership.objects.create(club=cup.club, user=user)
    person = a_member(cup, "Ana Ruiz", now, user=user)
    suspend_in_club(
        club_id=cup.club_id, by=organiser, user_id=user.pk, reason="x", until=None, now=now
    )
    row = row_of(cup, "Ana Ruiz")
    assert (row.players[0].user, row.players[0].person) == (None, person)


def test_a_person_is_in_a_competition_once(
    cup: Competition, organiser: User, now: datetime
) -> None:
    ana = a_member(cup, "Ana Ruiz", now)
    put_in(cup, organiser, now, "Ana Ruiz")
    row = row_of(cup, "Ruiz Ana")
    assert row.problem == "entered"
    seen = RosterPlayer.objects.get(competition=cup).entry_id
    draft = ImportDraft("Ana Ruiz", others=frozenset(["Ana Ruiz"]), seen=seen)
    enter_pasted(competition_id=cup.pk, actor=organiser, pasted=draft, now=now)
    persons = [each.person for each in RosterPlayer.objects.filter(competition=cup)]
    assert len(persons) == 2
    assert persons.count(ana) == 1


def test_another_clubs_people_are_nobody_here(cup: Competition, now: datetime) -> None:
    assert ClubPeople.of(cup.club_id).recognise("Ana Ruiz").person is None
