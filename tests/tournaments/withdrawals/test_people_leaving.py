"""Withdrawals by account deletion, suspension or leaving the club."""

from datetime import timedelta

import pytest

from accounts.clubs import services as clubs
from accounts.profiles import services as profiles
from accounts.sanctions import services as sanctions
from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, name
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter, match_at
from tests.tournaments.events import an_event, award_all, draw_what_follows, organiser_of
from tests.tournaments.feeders import a_final, a_source, berth, feed
from tests.tournaments.league_factories import a_league
from tests.tournaments.moderation.keepers import an_operator
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tests.tournaments.withdrawals.test_tables_left import seeded
from tournaments.entries import services as entries
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.leagues import services as leagues
from tournaments.models import Berth, Competition, Entry, Match
from tournaments.qualifiers.labels import fate
from tournaments.tasks import follow_sources
from tournaments.withdrawals.queries import why_it_stays_out
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE = timedelta(minutes=1)


def deletes(person, event, now):
    profiles.anonymise(user_id=person.pk, now=now)


def is_suspended(person, event, now):
    terms = {"by": organiser_of(event), "user_id": person.pk, "reason": "insultos", "until": None}
    sanctions.suspend_in_club(club_id=event.club_id, now=now, **terms)


def is_suspended_on_site(person, event, now):
    terms = {"by": an_operator(), "user_id": person.pk, "reason": "insultos", "until": None}
    sanctions.suspend_on_site(now=now, **terms)


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
    assert in_order()


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
    assert in_order()


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
    assert in_order()


@pytest.mark.parametrize("goes", [deletes, is_suspended, leaves_club])
@pytest.mark.parametrize("number", [1, 2])
def test_a_reserve_plays_instead_of_either_partner(goes, number, now):
    organiser = an_organiser()
    event = a_running_cup(organiser, now, entries=4, per_side=2, reserves=1)
    entry, other = seeded(event, 1), NamedPlayer("Beto Sosa", organiser)
    substitutes.add_reserve(entry_id=entry.pk, player=other, actor=organiser, now=now)
    gone = entry.roster.get(number=number)
    goes(gone.user, event, now)
    entry.refresh_from_db()
    assert entry.state == Entry.State.CONFIRMED
    assert other.user in [player.user for player in entry.roster.playing()]
    assert gone not in entry.roster.playing()
    assert in_order()


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
    assert in_order()


GONE = [
    (deletes, "person-unknown"),
    (is_suspended, "suspended-in-club"),
    (is_suspended_on_site, "person-unknown"),
]


@pytest.mark.parametrize(("goes", "code"), GONE)
@pytest.mark.parametrize("format_", ["swiss", "single", "round-robin"])
def test_who_is_gone_is_not_reinstated(goes, code, format_, now):
    event = an_event(now, format_, 4)
    gone = seeded(event, 1)
    goes(gone.roster.get().user, event, now)
    again = {"entry_id": gone.pk, "actor": organiser_of(event), "now": now + MINUTE}
    assert refusal(reinstate, **again) == code
    gone.refresh_from_db()
    assert gone.state == Entry.State.WITHDRAWN
    assert why_it_stays_out(gone)


def test_who_is_suspended_no_more_is_reinstated(now):
    event = an_event(now, "swiss", 4)
    gone, organiser = seeded(event, 1), organiser_of(event)
    person = gone.roster.get().user
    is_suspended(person, event, now)
    terms = {"measure_id": person.measures.get().pk, "by": organiser, "reason": "un error"}
    sanctions.lift(now=now + MINUTE, **terms)
    reinstate(entry_id=gone.pk, actor=organiser, now=now + MINUTE)
    gone.refresh_from_db()
    assert gone.state == Entry.State.CONFIRMED
    assert in_order()


def test_who_withdrew_and_then_deletes_the_account_is_not_reinstated(now):
    event = an_event(now, "swiss", 6)
    gone = seeded(event, 1)
    withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    deletes(gone.roster.get().user, event, now)
    again = {"entry_id": gone.pk, "actor": organiser_of(event), "now": now + MINUTE}
    assert refusal(reinstate, **again) == "person-unknown"


def test_a_rejected_entry_of_a_deleted_account_is_not_approved(now):
    organiser = an_organiser()
    cup = a_cup(organiser, now, approval=True)
    person = a_person()
    entry = entries.register(competition_id=cup.pk, user=person, now=now).entry
    chosen = {"competition_id": cup.pk, "entry_ids": [entry.pk], "actor": organiser, "now": now}
    entries.reject(reason="completo", **chosen)
    deletes(person, cup, now)
    assert refusal(entries.approve, **chosen) == "person-unknown"


@pytest.mark.parametrize("goes", [deletes, is_suspended])
def test_who_waits_after_the_draw_leaves_the_waiting_list(goes, now):
    event = an_event(now, "swiss", 4)
    waiting = Entry.objects.create(
        competition=event, name="Zoe", state=Entry.State.WAITING, created_at=now, complete_at=now
    )
    person = a_person()
    waiting.roster.create(competition=event, number=1, user=person, name=str(person))
    goes(person, event, now)
    assert not Entry.objects.filter(pk=waiting.pk).exists()
    assert in_order()


@pytest.mark.parametrize(("goes", "code"), GONE)
def test_a_reserve_who_is_gone_takes_no_place(goes, code, now):
    event = an_event(now, "round-robin", 4)
    Competition.objects.filter(pk=event.pk).update(reserves=2)
    entry, organiser = seeded(event, 1), organiser_of(event)
    gone, able = (
        substitutes.add_reserve(
            entry_id=entry.pk, player=NamedPlayer("", a_person()), actor=organiser, now=now
        )
        for _ in range(2)
    )
    goes(gone.user, event, now)
    plays = entry.roster.get(reserve=False)
    swap = {"entry_id": entry.pk, "out_player_id": plays.pk, "actor": organiser, "now": now}
    assert refusal(substitutes.substitute, in_player_id=gone.pk, **swap) == code
    deletes(plays.user, event, now)
    assert list(entry.roster.playing()) == [able]
    assert in_order()


def test_a_reserve_who_is_gone_is_in_no_line_up(organiser, now):
    cup = a_club_cup(organiser, now, boards="2,2,1", reserves=1)
    match = match_at(cup, 1, 1)
    entry = match.slots.get(side=0).entry
    gone = substitutes.add_reserve(
        entry_id=entry.pk, player=NamedPlayer("", a_person()), actor=organiser, now=now
    )
    deletes(gone.user, cup, now)
    refused = {"match": match, "side": 0, "now": now}
    assert refusal(name, order=[1, 2, 3, 4, gone.number], **refused) == "person-unknown"
    assert not match.line_ups.exists()


def test_a_season_takes_over_nobody_who_is_gone(now):
    league = a_league(now, entries=4, divisions=1)
    award_all(league, now)
    gone = seeded(league, 2)
    deletes(gone.roster.get().user, league, now)
    following = leagues.close_season(
        competition_id=league.pk, actor=organiser_of(league), now=now + timedelta(days=100)
    )
    assert following.entries.count() == 3
    assert not following.entries.filter(previous=gone).exists()


@pytest.mark.parametrize(("goes", "why"), GONE)
def test_a_qualifier_who_is_gone_takes_no_place_in_the_final(goes, why, organiser, now):
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    award_all(source, now)
    champion = source.champion
    goes(champion.roster.get().user, source, now)
    follow_sources()
    lost = berth(feeder, 1)
    assert (lost.state, lost.why) == (Berth.State.NOBODY, why)
    assert fate(lost)
