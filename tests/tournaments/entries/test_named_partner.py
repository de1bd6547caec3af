"""Registration of a pair by the link, with the partner's name."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_cup
from tournaments.entries.services import register
from tournaments.models import Entry, Person

pytestmark = pytest.mark.django_db


@pytest.mark.feature("The club's people", "A pair that signs up by the link names the partner")
def test_the_partner_is_the_clubs_person_of_that_name(organiser: User, now: datetime) -> None:
    cup, user = a_cup(organiser, now, per_side=2), a_person()
    ana = Person.objects.create(club=cup.club, name="Ana Ruiz", created_at=now)
    told = {"competition_id": cup.pk, "user": user, "now": now, "partner": "ruíz ana"}
    done = register(**told)
    entry = Entry.objects.get(pk=done.entry.pk)
    assert (done.token, entry.state) == ("", Entry.State.CONFIRMED)
    assert entry.roster.get(number=2).person == ana
    assert entry.name == f"{user} y Ana Ruiz"


def test_who_plays_with_somebody_else_is_no_partner(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2)
    register(competition_id=cup.pk, user=a_person(), now=now, partner="Ana Ruiz")
    with pytest.raises(RefusedError, match="already-entered"):
        register(competition_id=cup.pk, user=a_person(), now=now, partner="Ana Ruiz")
    assert cup.entries.count() == 1


def test_the_partner_is_named_on_the_page(organiser: User, now: datetime) -> None:
    cup, user = a_cup(organiser, now, per_side=2), a_person()
    browser = a_browser(user)
    assert 'name="partner"' in browser.get(f"/competitions/{cup.pk}/").content.decode()
    browser.post(f"/competitions/{cup.pk}/register/", {"partner": "Ana Ruiz"})
    assert cup.entries.get().roster.get(number=2).name == "Ana Ruiz"


def test_without_a_partner_the_link_is_given(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2)
    assert register(competition_id=cup.pk, user=a_person(), now=now).token
