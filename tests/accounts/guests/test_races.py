"""Races: several users do the same at once; exactly one succeeds, and the others are notified."""

import threading
from collections import Counter

import pytest
from django.db import connection

from accounts.clubs import services as clubs
from accounts.common.errors import RefusedError
from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import Club, Invitation, Membership
from tests.accounts.people import NOW, a_club, a_member, a_person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
PEOPLE = 6


def at_once(*acts):
    """Run all actions in separate threads, started together; count the outcomes."""
    outcomes, start = [], threading.Barrier(len(acts))

    def run(act):
        start.wait()
        try:
            act()
            outcomes.append("done")
        except RefusedError as refusal:
            outcomes.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)


def test_the_last_place_of_a_link_goes_to_one_person():
    owner = a_person("owen")
    club = a_club(owner)
    people = [a_person(f"person-{n}") for n in range(PEOPLE)]
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    Invitation.objects.update(max_uses=1)
    acts = [lambda p=p: clubs.join(token=token, user=p, now=NOW) for p in people]
    assert at_once(*acts) == {"done": 1, "invitation-unknown": PEOPLE - 1}
    assert club.memberships.count() == 2


def test_one_person_joining_many_times_is_one_member():
    owner = a_person("owen")
    club = a_club(owner)
    mia, token = a_person("mia"), clubs.invite(club_id=club.pk, by=owner, now=NOW)
    acts = [lambda: clubs.join(token=token, user=mia, now=NOW)] * PEOPLE
    assert at_once(*acts) == {"done": PEOPLE}
    assert Invitation.objects.get().uses == 1


def test_one_name_makes_one_club():
    people = [a_person(f"person-{n}") for n in range(PEOPLE)]
    acts = [
        lambda p=p: clubs.open_club(owner=p, name="La Yunta", zone=DEFAULT_ZONE) for p in people
    ]
    assert at_once(*acts) == {"done": 1, "name-taken": PEOPLE - 1}
    assert Club.objects.count() == Membership.objects.count() == 1


def test_a_club_handed_to_two_people_at_once_has_one_owner():
    owner = a_person("owen")
    club = a_club(owner)
    heirs = [a_member(club, name) for name in ("mia", "eva")]
    acts = [lambda h=h: clubs.hand_over(club_id=club.pk, by=owner, user_id=h.pk) for h in heirs]
    assert at_once(*acts) == {"done": 1, "not-owner": 1}
    assert club.memberships.filter(role="owner").count() == 1


def test_whoever_leaves_while_being_given_the_club_leaves_it_with_an_owner():
    owner = a_person("owen")
    club = a_club(owner)
    mia = a_member(club, "mia")
    at_once(
        lambda: clubs.hand_over(club_id=club.pk, by=owner, user_id=mia.pk),
        lambda: clubs.leave(club_id=club.pk, user=mia),
    )
    assert club.memberships.filter(role="owner").count() == 1
