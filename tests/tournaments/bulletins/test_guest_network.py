"""The Wi-Fi for guests: a club's, or an event's own."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import a_cup
from tests.tournaments.refusals import refusal
from tournaments.bulletins.services import network_of, set_network
from tournaments.models import AuditEvent, GuestNetwork

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def cup(organiser, now):
    return a_cup(organiser, now)


def keep(cup, actor, now, **changes):
    told = {"name": "Club", "password": "truco123", "is_hidden": False, "of_club": True}
    set_network(competition_id=cup.pk, actor=actor, now=now, **{**told, **changes})


def names(*events):
    return [str(network_of(event) or "") for event in events]


def test_a_clubs_network_is_that_of_all_its_events(cup, organiser, now):
    other = a_cup(organiser, now, name="Otra")
    keep(cup, organiser, now)
    assert names(cup, other) == ["Club", "Club"]
    keep(other, organiser, now, name="Quincho", of_club=False)
    assert names(cup, other) == ["Club", "Quincho"]
    keep(other, organiser, now, name="Salón")
    assert names(cup, other) == ["Salón", "Salón"]
    assert GuestNetwork.objects.count() == 1


def test_without_a_name_there_is_none(cup, organiser, now):
    keep(cup, organiser, now)
    keep(cup, organiser, now, name="", password="")
    assert names(cup) == [""]


def test_who_does_not_organise_changes_nothing(cup, organiser, now):
    told = {"name": "Club", "password": "", "is_hidden": False, "of_club": True, "now": now}
    stranger = a_person("nadie")
    assert refusal(set_network, competition_id=cup.pk, actor=stranger, **told) == "not-organiser"
    told["password"] = "corta"
    assert refusal(set_network, competition_id=cup.pk, actor=organiser, **told) == "bad-network"
    assert not GuestNetwork.objects.exists()


def test_the_log_says_who_and_never_the_password(cup, organiser, now):
    keep(cup, organiser, now)
    event = cup.audit.get(act=AuditEvent.Act.SET_NETWORK)
    assert event.actor == organiser
    assert "truco123" not in f"{event.reason}{event.before}{event.after}"
