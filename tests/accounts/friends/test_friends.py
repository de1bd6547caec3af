"""Friends: requests, acceptance, refusal, removal, and the notifications that are not sent."""

from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.friends import services as friends
from accounts.models import Friendship, User
from accounts.profiles import services as profiles
from tests.accounts.people import NOW, a_person
from tests.games.races import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.both]
races = pytest.mark.django_db(transaction=True)


def befriend(user: User, other: User) -> Friendship:
    return friends.request_friendship(user=user, other_id=other.pk, now=NOW)


def friends_of(user: User) -> list[User]:
    return list(friends.friends_of(user))


def refusal_of(user: User, other_id: int) -> str:
    with pytest.raises(RefusedError) as refused:
        friends.request_friendship(user=user, other_id=other_id, now=NOW)
    return refused.value.code


def test_friends_are_two_who_both_want_it():
    ana, luis = a_person("ana"), a_person("luis")
    befriend(ana, luis)
    assert friends_of(ana) == friends_of(luis) == []
    befriend(luis, ana)
    assert (friends_of(ana), friends_of(luis)) == ([luis], [ana])


def test_asking_twice_is_asking_once():
    ana, luis = a_person("ana"), a_person("luis")
    assert befriend(ana, luis) == befriend(ana, luis)
    assert friends_of(luis) == []
    assert Friendship.objects.awaiting(luis).count() == 1


def test_a_declined_request_stays_unanswered_for_its_asker():
    ana, luis = a_person("ana"), a_person("luis")
    befriend(ana, luis)
    friends.decline(user=luis, other_id=ana.pk, now=NOW)
    assert not Friendship.objects.awaiting(luis).exists()
    friends.remove_friend(user=ana, other_id=luis.pk, now=NOW)
    befriend(ana, luis)
    assert not Friendship.objects.awaiting(luis).exists(), "asked again, it stays declined"


def test_a_declined_request_is_taken_back_like_another_and_frees_its_place(monkeypatch):
    monkeypatch.setattr(friends, "MOST_ASKED", 1)
    ana, luis, mia = (a_person(name) for name in ("ana", "luis", "mia"))
    befriend(ana, luis)
    friends.decline(user=luis, other_id=ana.pk, now=NOW)
    assert refusal_of(ana, mia.pk) == "too-many-friends"
    friends.remove_friend(user=ana, other_id=luis.pk, now=NOW)
    assert friends.ties(ana, [luis.pk]) == {luis.pk: "none"}
    assert profiles.gather(user=ana)["friends"] == []
    befriend(ana, mia)
    friends.remove_friend(user=ana, other_id=mia.pk, now=NOW)
    befriend(ana, luis)
    assert friends.ties(ana, [luis.pk]) == {luis.pk: "asked"}
    assert not Friendship.objects.awaiting(luis).exists()


def test_whoever_declined_what_was_taken_back_asks_anew():
    ana, luis = a_person("ana"), a_person("luis")
    befriend(ana, luis)
    friends.decline(user=luis, other_id=ana.pk, now=NOW)
    friends.remove_friend(user=ana, other_id=luis.pk, now=NOW)
    befriend(luis, ana)
    assert friends_of(ana) == []
    assert friends.ties(ana, [luis.pk]) == {luis.pk: "awaiting"}
    befriend(ana, luis)
    assert friends_of(ana) == [luis]


def test_whoever_declined_may_ask_later():
    ana, luis = a_person("ana"), a_person("luis")
    befriend(ana, luis)
    friends.decline(user=luis, other_id=ana.pk, now=NOW)
    befriend(luis, ana)
    assert friends_of(ana) == [luis]


def test_either_may_part_and_a_request_can_be_taken_back():
    ana, luis, mia = (a_person(name) for name in ("ana", "luis", "mia"))
    befriend(ana, luis)
    befriend(luis, ana)
    friends.remove_friend(user=luis, other_id=ana.pk, now=NOW)
    assert friends_of(ana) == []
    befriend(ana, mia)
    friends.remove_friend(user=ana, other_id=mia.pk, now=NOW)
    assert not Friendship.objects.exists()


def test_another_persons_request_is_not_taken_back_for_them():
    ana, luis = a_person("ana"), a_person("luis")
    befriend(ana, luis)
    friends.remove_friend(user=luis, other_id=ana.pk, now=NOW)
    assert Friendship.objects.awaiting(luis).exists()


def test_nobody_befriends_themselves_a_robot_somebody_gone_or_nobody():
    ana, robot, gone = a_person("ana"), a_person("robot", is_robot=True), a_person("luis")
    profiles.anonymise(user_id=gone.pk, now=NOW)
    assert refusal_of(ana, ana.pk) == "not-oneself"
    for other_id in (robot.pk, gone.pk, 10**9):
        assert refusal_of(ana, other_id) == "person-unknown"


def test_unanswered_requests_are_limited(monkeypatch):
    monkeypatch.setattr(friends, "MOST_ASKED", 2)
    ana = a_person("ana")
    for name in ("luis", "mia"):
        befriend(ana, a_person(name))
    assert refusal_of(ana, a_person("pepe").pk) == "too-many-friends"


def test_whoever_deletes_the_account_has_no_friends_left():
    ana, luis = a_person("ana"), a_person("luis")
    befriend(ana, luis)
    befriend(luis, ana)
    profiles.anonymise(user_id=luis.pk, now=NOW)
    assert friends_of(ana) == []
    assert not Friendship.objects.exists()


def test_what_people_are_to_one_another_is_told_to_each():
    ana, luis, mia, pepe = (a_person(name) for name in ("ana", "luis", "mia", "pepe"))
    befriend(ana, luis)
    befriend(mia, ana)
    befriend(ana, mia)
    friends.decline(user=luis, other_id=ana.pk, now=NOW)
    others = [luis.pk, mia.pk, pepe.pk]
    assert list(friends.ties(ana, others).values()) == ["asked", "friends", "none"]
    assert friends.ties(luis, [ana.pk]) == {ana.pk: "none"}, "they declined, and may ask themselves"
    befriend(pepe, ana)
    assert friends.ties(ana, [pepe.pk]) == {pepe.pk: "awaiting"}


@races
def test_two_who_ask_each_other_at_once_are_friends():
    ana, luis = a_person("ana"), a_person("luis")
    at_once(partial(befriend, ana, luis), partial(befriend, luis, ana))
    assert friends_of(ana) == [luis]
