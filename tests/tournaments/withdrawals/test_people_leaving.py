"""Withdrawals by account deletion, suspension or leaving the club."""

from datetime import timedelta

import pytest

from accounts.clubs import services as clubs
from accounts.profiles import services as profiles
from accounts.sanctions import services as sanctions
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.events import an_event, award_all, draw_what_follows, organiser_of
from tests.tournaments.withdrawals.test_tables_left import seeded, sound
from tournaments.entries import services as entries
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import Competition, Entry, Match

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE = timedelta(minutes=1)


def deletes(person, event, now):
    profiles.anonymise(user_id=person.pk, now=now)


def is_suspended(person, event, now):
    terms = {"by": organiser_of(event), "user_id": person.pk, "reason": "insultos", "until": None}
    sanctions.suspend_in_club(club_id=event.club_id, now=now, **terms)


def leaves_club(person, event, now):
    Competition.objects.filter(pk=event.pk).update(members_only=True)
    event.club.members.add(person)
    clubs.leave(club_id=event.club_id, user=person)


@pytest.mark.parametrize("goes", [deletes, is_suspended, leaves_club])
def test_who_is_gone_is_in_no_later_round_of_a_swiss(goes, now):
    event = an_event(now, "swiss", 6)
    gone = seeded(event, 1)
    goes(gone.roster.get().user, event, now)
    draw_what_follows()
    gone.refresh_from_db()
    assert gone.state == Entry.State.WITHDRAWN
    award_all(event, now + MINUTE)
    assert event.state == Competition.State.FINISHED
    assert not Match.objects.of(event.pk).filter(round__number__gt=1, slots__entry=gone).exists()
    assert sound()


@pytest.mark.parametrize("goes", [deletes, is_suspended])
def test_the_first_of_the_waiting_list_has_the_place_of_who_is_gone(goes, now):
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=2)
    first, _, third = (enter(cup, organiser, now, a_person()) for _ in range(3))
    assert third.state == Entry.State.WAITING
    goes(first.roster.get().user, cup, now)
    third.refresh_from_db()
    assert third.state == Entry.State.CONFIRMED
    assert not Entry.objects.filter(pk=first.pk).exists()
    assert sound()


def test_a_reserve_plays_instead_of_who_is_gone(now):
    event = an_event(now, "round-robin", 4)
    Competition.objects.filter(pk=event.pk).update(reserves=1)
    entry, other = seeded(event, 1), NamedPlayer("Beto Sosa", a_person())
    substitutes.add_reserve(entry_id=entry.pk, player=other, actor=organiser_of(event), now=now)
    person = entry.roster.get(reserve=False).user
    deletes(person, event, now)
    entry.refresh_from_db()
    assert entry.state == Entry.State.CONFIRMED
    assert [player.user for player in entry.roster.playing()] == [other.user]
    assert sound()


def test_who_leaves_the_club_stays_in_what_is_open_to_everybody(now):
    event = an_event(now, "swiss", 4)
    entry = seeded(event, 1)
    person = entry.roster.get().user
    event.club.members.add(person)
    clubs.leave(club_id=event.club_id, user=person)
    entry.refresh_from_db()
    assert entry.state == Entry.State.CONFIRMED


@pytest.mark.parametrize("goes", [deletes, is_suspended])
@pytest.mark.parametrize("number", [1, 2])
def test_a_partner_looks_for_another_before_the_draw(goes, number, now):
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=2, per_side=2)
    first, _, third = (enter(cup, organiser, now, a_person(), a_person()) for _ in range(3))
    gone = first.roster.get(number=number)
    stays = first.roster.exclude(pk=gone.pk).get()
    goes(gone.user, cup, now)
    first.refresh_from_db()
    third.refresh_from_db()
    assert (first.state, third.state) == (Entry.State.FORMING, Entry.State.CONFIRMED)
    captain = first.roster.get()
    assert (captain.pk, captain.number, first.name) == (stays.pk, 1, stays.name)
    link = entries.renew_invitation(entry_id=first.pk, user=stays.user)
    entries.accept_invitation(token=link, user=a_person(), now=now)
    first.refresh_from_db()
    assert (first.state, first.roster.playing().count()) == (Entry.State.WAITING, 2)
    assert sound()
