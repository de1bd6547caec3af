"""Names claimed by QR code: a claim alone proves nothing, and each name has one user."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.guests import services as guests
from accounts.models import Club, User
from accounts.profiles import services as profiles
from tests.accounts.people import a_guest
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser
from tests.tournaments.names import PAIRS, an_event_of_names, claims, draw_and_start, named
from tests.tournaments.refusals import refusal
from tournaments.dashboard.queries import Snapshot
from tournaments.entries import services as entries
from tournaments.judging import officials
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.services import play_on_screen
from tournaments.models import AuditEvent, Entry, NameClaim, Official, Person
from tournaments.name_claims import networks
from tournaments.name_claims import services as name_claims
from tournaments.name_claims.networks import Origin
from tournaments.name_claims.queries import read_claims
from tournaments.people import claims as persons
from tournaments.people import services as people
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Act = AuditEvent.Act


@pytest.fixture
def cup(organiser, now):
    return an_event_of_names(organiser, now)


def claim_refused(cup, name: str, who: User, now: datetime) -> str:
    return refusal(name_claims.claim_name, player_id=named(cup, name).pk, user=who, now=now)


def confirm_refused(claim: NameClaim, actor: User, now: datetime) -> str:
    return refusal(name_claims.confirm, claim_id=claim.pk, actor=actor, now=now)


def confirm(claim: NameClaim, actor: User, now: datetime) -> bool:
    return name_claims.confirm(claim_id=claim.pk, actor=actor, now=now)


def test_a_claim_takes_no_name_by_itself(cup, now):
    claim = claims(cup, "Ana", now)
    assert not claim.counts
    assert named(cup, "Ana").user is None
    assert claim.user.display_name == ""
    assert Snapshot(cup, now).claimed == 1


def test_two_partners_who_both_say_who_they_are_confirm_each_other(cup, now):
    ana, beto = claims(cup, "Ana", now), claims(cup, "Beto", now)
    ana.refresh_from_db()
    assert ana.counts
    assert beto.counts
    assert [str(named(cup, name).user) for name in ("Ana", "Beto")] == ["Ana", "Beto"]
    told = cup.audit.get(act=Act.CONFIRM_NAME)
    assert (told.actor, told.after["entry"]) == (beto.user, "Ana")
    assert Snapshot(cup, now).claimed == 0


@pytest.mark.parametrize("where", ["network", "browser"])
def test_partners_of_one_network_or_browser_wait_for_staff(cup, organiser, now, where):
    account = a_person()
    ana = claims(cup, "Ana", now, account, Origin("hall"))
    second = Origin("hall") if where == "network" else Origin("mobile", [account.pk])
    beto = claims(cup, "Beto", now, origin=second)
    ana.refresh_from_db()
    assert not ana.counts
    assert not beto.counts
    assert confirm_refused(beto, ana.user, now) == "not-your-partner"
    desk = read_claims(cup)
    assert [line.beside for line in desk.pending] == (
        ["Beto", "Ana"] if where == "network" else ["", ""]
    )
    assert confirm(ana, organiser, now)
    assert confirm(beto, account, now)  # staff has seen them


def test_the_network_of_a_claim_is_forgotten(cup, now):
    ana = claims(cup, "Ana", now, origin=Origin("hall"))
    assert networks.forget_old(now=now + networks.KEPT) == 0
    assert networks.forget_old(now=now + networks.KEPT + timedelta(seconds=1)) == 1
    ana.refresh_from_db()
    assert ana.network == ""


def test_players_of_other_pairs_confirm_nobody(cup, now):
    ana, carla = claims(cup, "Ana", now), claims(cup, "Carla", now)
    assert not carla.counts
    assert confirm_refused(ana, carla.user, now) == "not-your-partner"


def test_a_partner_who_is_seated_confirms_and_a_pending_one_does_not(cup, organiser, now):
    confirm(claims(cup, "Ana", now), organiser, now)
    beto, ana = claims(cup, "Beto", now), named(cup, "Ana").user
    assert not beto.counts
    assert confirm_refused(beto, beto.user, now) == "not-your-partner"
    assert confirm(beto, ana, now)
    assert named(cup, "Beto").user == beto.user
    assert not confirm(beto, ana, now)  # a second tap
    assert cup.audit.filter(act=Act.CONFIRM_NAME).count() == 2


def test_who_is_alone_waits_for_staff_unless_the_terms_say_otherwise(organiser, now):
    alone = [["Ana"], ["Beto"]]
    cup = an_event_of_names(organiser, now, alone)
    assert not claims(cup, "Ana", now).counts
    cup = an_event_of_names(organiser, now, alone, names_unconfirmed=True)
    assert claims(cup, "Ana", now).counts
    pairs = an_event_of_names(organiser, now, names_unconfirmed=True)
    assert not claims(pairs, "Ana", now).counts


@pytest.mark.parametrize("role", [Official.Role.JUDGE, Official.Role.SCORER])
def test_staff_are_organisers_and_officials_of_the_whole_event_but_of_their_own(
    cup, organiser, now, role
):
    claim, official = claims(cup, "Ana", now), a_person()
    assert confirm_refused(claim, official, now) == "not-your-partner"
    officials.appoint_official(
        competition_id=cup.pk, actor=organiser, user=official, role=role, now=now
    )
    own = claims(cup, "Carla", now, official)
    assert confirm_refused(own, official, now) == "not-your-partner"
    assert confirm(claim, official, now)
    other = claims(cup, "Dani", now)  # both say who they are
    own.refresh_from_db()
    assert (own.counts, other.counts) == (True, True)


def test_one_tap_confirms_all_who_wait(cup, organiser, now):
    for name in ("Ana", "Carla"):
        claims(cup, name, now)
    everybody = {"competition": cup, "now": now}
    assert refusal(name_claims.confirm_all, actor=a_person(), **everybody) == "not-your-partner"
    assert name_claims.confirm_all(actor=organiser, **everybody) == 2
    assert name_claims.confirm_all(actor=organiser, **everybody) == 0
    assert named(cup, "Carla").user is not None


def test_one_person_has_one_name_and_one_name_one_person(cup, organiser, now):
    ana = claims(cup, "Ana", now)
    assert claims(cup, "Ana", now, ana.user) == ana  # a second tap
    assert claim_refused(cup, "Carla", ana.user, now) == "has-a-name"
    assert claim_refused(cup, "Ana", a_guest(now), now) == "name-claimed"
    confirm(ana, organiser, now)
    assert claim_refused(cup, "Ana", a_guest(now), now) == "name-claimed"
    with transaction.atomic(), pytest.raises(IntegrityError):
        cup.name_claims.create(player=named(cup, "Ana"), user=a_guest(now), at=now)
    with transaction.atomic(), pytest.raises(IntegrityError):
        cup.name_claims.create(player=named(cup, "Carla"), user=ana.user, at=now)


def test_who_is_in_the_event_with_an_account_takes_no_other_name(organiser, now):
    cup, person = an_event_of_names(organiser, now, [["Ana"], ["Beto"]]), a_person()
    entries.register(competition_id=cup.pk, user=person, now=now)
    assert claim_refused(cup, "Ana", person, now) == "already-entered"
    claim = claims(cup, "Ana", now)
    entries.register(competition_id=cup.pk, user=claim.user, now=now)
    assert confirm_refused(claim, organiser, now) == "already-entered"
    assert named(cup, "Ana").user is None


def is_person(user: User, name: str, organiser: User, now: datetime) -> None:
    """The club has confirmed that an account is a person who is entered by name."""
    person = Person.objects.known().get(name=name)
    claim = persons.claim_person(person_id=person.pk, user=user, now=now)
    persons.confirm_claim(claim_id=claim.pk, actor=organiser, now=now)


def test_who_is_entered_by_name_takes_that_place_and_no_other(cup, organiser, now):
    rosa = a_person()
    is_person(rosa, "Ana", organiser, now)
    for other in ("Beto", "Carla"):
        assert claim_refused(cup, other, rosa, now) == "already-entered"
    confirm(claims(cup, "Ana", now, rosa), organiser, now)
    assert named(cup, "Ana").user == rosa


def test_an_account_takes_the_place_of_whom_the_club_has_forgotten(cup, organiser, now):
    ana = named(cup, "Ana")
    people.forget_person(person_id=ana.person_id, actor=organiser, now=now)
    claim = name_claims.claim_name(player_id=ana.pk, user=a_person(), now=now)
    assert confirm(claim, organiser, now)
    assert Person.objects.get(pk=ana.person_id).user is None


def test_a_claim_of_whom_the_club_enters_meanwhile_does_not_count(organiser, now):
    cup = draw_and_start(an_event_of_names(organiser, now), organiser, now)
    rosa = a_person()
    carla = claims(cup, "Carla", now, rosa)
    is_person(rosa, "Ana", organiser, now)
    everybody = {"competition": cup, "actor": organiser, "now": now}
    assert name_claims.confirm_all(**everybody) == 0
    assert confirm_refused(carla, organiser, now) == "already-entered"
    dani = claims(cup, "Dani", now)  # the partner's claim would confirm both
    carla.refresh_from_db()
    assert (carla.counts, dani.counts) == (False, False)
    assert named(cup, "Carla").person != named(cup, "Ana").person


def test_a_link_gives_the_place_that_is_ones_own(cup, organiser, now):
    rosa = a_person()
    is_person(rosa, "Beto", organiser, now)
    for name, place in (("Carla", None), ("Ana", "Beto")):
        entry = named(cup, name).entry
        token = entries.renew_invitation(entry_id=entry.pk, user=organiser)
        opened = {"token": token, "user": rosa, "now": now}
        if place is None:
            assert refusal(entries.accept_invitation, **opened) == "already-entered"
        else:
            entries.accept_invitation(**opened)
            assert named(cup, place).user == rosa
    assert named(cup, "Ana").user is None


def test_a_guest_does_not_sign_in_to_a_second_place(cup, organiser, now):
    rosa = a_person()
    carla, beto = claims(cup, "Carla", now), claims(cup, "Beto", now)
    confirm(carla, organiser, now)
    confirm(beto, organiser, now)
    is_person(rosa, "Ana", organiser, now)
    joined = {"guest_id": carla.user_id, "user": rosa, "now": now}
    assert refusal(guests.join_account, **joined) == "both-entered"
    confirm(claims(cup, "Ana", now), organiser, now)
    guests.join_account(guest_id=named(cup, "Ana").user_id, user=rosa, now=now)
    assert named(cup, "Ana").user == rosa


def test_a_claim_is_taken_back_by_its_person_or_staff_and_by_nobody_else(cup, organiser, now):
    ana, beto = claims(cup, "Ana", now), claims(cup, "Beto", now)
    free = {"claim_id": ana.pk, "now": now}
    for stranger in (a_guest(now), beto.user, an_organiser()):
        assert refusal(name_claims.release_claim, actor=stranger, **free) == "not-your-name"
    name_claims.release_claim(actor=organiser, **free)
    assert named(cup, "Ana").user is None
    assert User.objects.get(pk=ana.user_id).display_name == ""
    assert refusal(name_claims.release_claim, actor=organiser, **free) == "no-such-name"
    assert cup.audit.filter(act=Act.RELEASE_NAME, actor=organiser).count() == 1
    again = claims(cup, "Ana", now, ana.user)
    name_claims.release_claim(claim_id=again.pk, actor=ana.user, now=now)
    assert not cup.name_claims.filter(user=ana.user).exists()


def test_where_no_names_are_taken_it_is_said(cup, organiser, now):
    ana, guest = claims(cup, "Ana", now), a_guest(now)
    who = {"competition_id": cup.pk, "actor": organiser, "now": now}
    other = an_event_of_names(organiser, now, by_qr=False)
    assert claim_refused(other, "Ana", guest, now) == "names-closed"
    lifecycle.play_with_cards(**who)
    assert claim_refused(cup, "Carla", guest, now) == "names-closed"
    assert Snapshot(type(cup).objects.get(pk=cup.pk), now).claimed == 0
    play_on_screen(**who)
    lifecycle.cancel(**who, reason="lluvia")
    assert claim_refused(cup, "Carla", guest, now) == "names-closed"
    assert confirm_refused(ana, organiser, now) == "names-closed"
    let_go = {"claim_id": ana.pk, "actor": organiser, "now": now}
    assert refusal(name_claims.release_claim, **let_go) == "names-closed"


def test_those_who_left_cannot_be_taken(organiser, now):
    cup = draw_and_start(an_event_of_names(organiser, now, PAIRS), organiser, now)
    gone = named(cup, "Carla").entry
    claims(cup, "Carla", now)
    withdrawals.withdraw(entry_id=gone.pk, actor=organiser, now=now, reason="se fueron")
    assert Entry.objects.get(pk=gone.pk).state == Entry.State.WITHDRAWN
    assert Snapshot(cup, now).claimed == 0
    assert claim_refused(cup, "Dani", a_guest(now), now) == "no-such-name"
    named_off = {"player_id": 10**9, "user": a_guest(now), "now": now}
    assert refusal(name_claims.claim_name, **named_off) == "no-such-name"


def test_whoever_takes_the_place_by_a_link_ends_the_claims(cup, organiser, now):
    ana, carla = claims(cup, "Ana", now), claims(cup, "Carla", now, a_person())
    entry = named(cup, "Ana").entry
    token = entries.renew_invitation(entry_id=entry.pk, user=organiser)
    entries.accept_invitation(token=token, user=carla.user, now=now)
    assert named(cup, "Ana").user == carla.user
    assert not NameClaim.objects.filter(pk__in=[ana.pk, carla.pk]).exists()


def test_a_guest_who_signs_in_takes_the_claim_along(cup, organiser, now):
    ana, carla, account = claims(cup, "Ana", now), claims(cup, "Carla", now), a_person()
    guests.join_account(guest_id=ana.user_id, user=account, now=now)
    ana.refresh_from_db()
    assert ana.user == account
    guests.join_account(guest_id=carla.user_id, user=account, now=now)
    assert not NameClaim.objects.filter(pk=carla.pk).exists()
    confirm(ana, organiser, now)
    assert named(cup, "Ana").user == account


def test_a_guest_who_comes_no_more_keeps_no_name_from_anybody(cup, now):
    ana = claims(cup, "Ana", now)
    User.objects.filter(pk=ana.user_id).update(visited_at=now - guests.LIFE)
    assert guests.forget_old(now=now) == 1
    assert claims(cup, "Ana", now).user != ana.user


def test_who_deletes_the_account_keeps_no_name_from_anybody(cup, now):
    person = a_named_person("marta")
    claims(cup, "Ana", now, person)
    profiles.anonymise(user_id=person.pk, now=now)
    assert claims(cup, "Ana", now).user != person


def test_a_guest_is_called_as_no_account_is_called(cup, organiser, now):
    a_person("Ana")
    claims(cup, "Ana", now)
    claims(cup, "Beto", now)
    assert str(named(cup, "Ana").user).startswith("Invitado")
    assert str(named(cup, "Beto").user) == "Beto"


def test_the_answer_on_screen_can_change_until_it_begins(organiser, now):
    cup = an_event_of_names(organiser, now, PAIRS[:2], by_qr=False, with_cards=True)
    who = {"competition_id": cup.pk, "now": now}
    assert refusal(play_on_screen, actor=a_person(), **who) == "not-organiser"
    play_on_screen(actor=organiser, **who)
    lifecycle.play_with_cards(actor=organiser, **who)
    draw_and_start(cup, organiser, now)
    assert refusal(play_on_screen, actor=organiser, **who) == "wrong-state"
    told = cup.audit.filter(act=Act.EDIT).latest("pk")
    assert told.after == {"with_cards": True}
    assert Club.objects.get(pk=cup.club_id).can_organise(organiser)
