"""Entering a competition: alone, as a team, by hand, over the cap, and leaving again."""

from datetime import datetime, timedelta

import pytest
from django.utils.translation import override

from accounts.common.errors import RefusedError
from accounts.common.tokens import hash_token
from games.engine import make_rules
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter, match_at
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Entry, Match
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db


def refusal(call: object, **arguments: object) -> str:
    """The code with which a service says no."""
    with pytest.raises(RefusedError) as refused:
        call(**arguments)
    return refused.value.code


def states(competition: Competition) -> list[str]:
    return list(competition.entries.order_by("pk").values_list("state", flat=True))


def test_only_the_clubs_organisers_create_a_competition(now: datetime) -> None:
    organiser, stranger = an_organiser(), a_person()
    cup = a_cup(organiser, now)
    terms = CompetitionSettings(name="Otra", rules=make_rules("argentino"))
    create = {"club": cup.club, "actor": stranger, "terms": terms, "now": now}
    assert refusal(competitions.create_competition, **create) == "not-organiser"
    assert cup.state == Competition.State.REGISTRATION
    acts = list(cup.audit.order_by("pk").values_list("act", "actor"))
    assert acts == [("create", organiser.pk), ("open-registration", organiser.pk)]


def test_a_member_of_the_club_is_not_an_organiser(now: datetime) -> None:
    organiser, member = an_organiser(), a_person()
    cup = a_cup(organiser, now, opened=False)
    cup.club.memberships.create(user=member)
    opening = {"competition_id": cup.pk, "actor": member, "now": now}
    assert refusal(state.open_registration, **opening) == "not-organiser"


def test_nobody_enters_before_the_registration_opens_nor_after_the_draw(now: datetime) -> None:
    organiser, late = an_organiser(), a_person()
    draft = a_cup(organiser, now, opened=False)
    drawn = a_running_cup(organiser, now)
    for cup in (draft, drawn):
        entering = {"competition_id": cup.pk, "user": late, "now": now}
        assert refusal(entries.register, **entering) == "registration-closed"


def test_a_player_who_registers_alone_is_confirmed(now: datetime) -> None:
    cup, player = a_cup(an_organiser(), now), a_person("ana")
    registration = entries.register(competition_id=cup.pk, user=player, now=now)
    assert registration.entry.state == Entry.State.CONFIRMED
    assert registration.entry.name == "ana"
    assert registration.token == ""


def test_nobody_enters_twice(now: datetime) -> None:
    cup, player = a_cup(an_organiser(), now), a_person()
    entering = {"competition_id": cup.pk, "user": player, "now": now}
    entries.register(**entering)
    assert refusal(entries.register, **entering) == "already-entered"
    assert cup.entries.count() == 1


def test_a_pair_enters_when_the_partner_accepts_the_link(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, per_side=2)
    ana, beto = a_person("ana"), a_person("beto")
    registration = entries.register(competition_id=cup.pk, user=ana, now=now)
    assert registration.entry.state == Entry.State.FORMING
    assert len(registration.token) >= 22  # 128 bits in base 64
    assert registration.entry.invitation == hash_token(registration.token)
    entry = entries.accept_invitation(token=registration.token, user=beto, now=now)
    assert (entry.state, entry.name) == (Entry.State.CONFIRMED, "ana y beto")
    assert [player.user for player in entry.roster.all()] == [ana, beto]


@pytest.mark.parametrize("language", ["en", "ca-valencia", "pt-br"])
def test_what_a_pair_is_called_does_not_depend_on_who_enters_it(
    now: datetime, language: str
) -> None:
    cup = a_cup(an_organiser(), now, per_side=2)
    token = entries.register(competition_id=cup.pk, user=a_person("ana"), now=now).token
    with override(language):
        entry = entries.accept_invitation(token=token, user=a_person("beto"), now=now)
    assert entry.name == "ana y beto"


def test_a_name_the_pair_gave_itself_stays(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, per_side=2)
    entering = {"competition_id": cup.pk, "user": a_person(), "now": now, "name": "Los Reyes"}
    token = entries.register(**entering).token
    entry = entries.accept_invitation(token=token, user=a_person(), now=now)
    assert entry.name == "Los Reyes"


def test_a_link_works_once_and_only_with_its_secret(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, per_side=2)
    token = entries.register(competition_id=cup.pk, user=a_person(), now=now).token
    accept = entries.accept_invitation
    assert refusal(accept, token="", user=a_person(), now=now) == "bad-invitation"
    assert refusal(accept, token=hash_token(token), user=a_person(), now=now) == "bad-invitation"
    accept(token=token, user=a_person(), now=now)
    assert refusal(accept, token=token, user=a_person(), now=now) == "bad-invitation"


def test_one_does_not_accept_ones_own_invitation(now: datetime) -> None:
    cup, ana = a_cup(an_organiser(), now, per_side=2), a_person()
    token = entries.register(competition_id=cup.pk, user=ana, now=now).token
    joining = {"token": token, "user": ana, "now": now}
    assert refusal(entries.accept_invitation, **joining) == "already-entered"


def test_a_renewed_link_replaces_the_old_one(now: datetime) -> None:
    cup, ana = a_cup(an_organiser(), now, per_side=2), a_person()
    registration = entries.register(competition_id=cup.pk, user=ana, now=now)
    entry_id = registration.entry.pk
    assert refusal(entries.renew_invitation, entry_id=entry_id, user=a_person()) == "not-in-entry"
    fresh = entries.renew_invitation(entry_id=entry_id, user=ana)
    joining = {"user": a_person(), "now": now}
    accept = entries.accept_invitation
    assert refusal(accept, token=registration.token, **joining) == "bad-invitation"
    assert accept(token=fresh, **joining).pk == entry_id


def test_who_comes_after_the_last_place_waits_in_order(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=2)
    people = [a_person() for _ in range(4)]
    for person in people:
        entries.register(competition_id=cup.pk, user=person, now=now)
    assert states(cup) == ["confirmed", "confirmed", "waiting", "waiting"]
    first = cup.entries.get(roster__user=people[0])
    withdrawals.withdraw(entry_id=first.pk, actor=people[0], now=now)
    assert states(cup) == ["confirmed", "confirmed", "waiting"]
    assert cup.entries.get(roster__user=people[2]).state == Entry.State.CONFIRMED


def test_who_leaves_the_waiting_list_lets_nobody_in(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, cap=2)
    people = [a_person() for _ in range(4)]
    for person in people:
        entries.register(competition_id=cup.pk, user=person, now=now)
    waiting = cup.entries.get(roster__user=people[2])
    withdrawals.withdraw(entry_id=waiting.pk, actor=people[2], now=now)
    assert states(cup) == ["confirmed", "confirmed", "waiting"]


def test_one_can_leave_and_enter_again(now: datetime) -> None:
    cup, player = a_cup(an_organiser(), now), a_person()
    entry = entries.register(competition_id=cup.pk, user=player, now=now).entry
    withdrawals.withdraw(entry_id=entry.pk, actor=player, now=now)
    again = entries.register(competition_id=cup.pk, user=player, now=now).entry
    assert again.state == Entry.State.CONFIRMED


def test_nobody_withdraws_somebody_elses_entry(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    entry = entries.register(competition_id=cup.pk, user=a_person(), now=now).entry
    leaving = {"entry_id": entry.pk, "now": now}
    assert refusal(withdrawals.withdraw, actor=a_person(), **leaving) == "not-in-entry"
    withdrawals.withdraw(actor=organiser, reason="pidió salir", **leaving)
    event = cup.audit.get(act=AuditEvent.Act.WITHDRAW)
    assert (event.actor, event.reason) == (organiser, "pidió salir")
    assert event.before["entry"] == entry.name


@pytest.mark.feature("Entries", "Entries by hand, with accounts or names alone")
def test_an_organiser_enters_people_without_an_account(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, per_side=2, opened=False)
    players = [NamedPlayer("Don Cosme"), NamedPlayer("La Tota")]
    adding = {"competition_id": cup.pk, "players": players, "now": now}
    assert refusal(entries.add_entry, actor=a_person(), **adding) == "not-organiser"
    entry = entries.add_entry(actor=organiser, **adding)
    assert (entry.name, entry.state) == ("Don Cosme y La Tota", Entry.State.CONFIRMED)


@pytest.mark.parametrize("people", [0, 1, 3])
def test_a_pair_has_two_players(people: int, now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, per_side=2)
    players = [NamedPlayer(f"Jugador {number}") for number in range(people)]
    adding = {"competition_id": cup.pk, "actor": organiser, "players": players, "now": now}
    assert refusal(entries.add_entry, **adding) == "wrong-roster"


def test_an_entry_does_not_hold_one_person_twice(now: datetime) -> None:
    organiser, ana = an_organiser(), a_person()
    cup = a_cup(organiser, now, per_side=2)
    players = [NamedPlayer("Ana", ana), NamedPlayer("Ana otra vez", ana)]
    adding = {"competition_id": cup.pk, "actor": organiser, "players": players, "now": now}
    assert refusal(entries.add_entry, **adding) == "already-entered"
    assert not cup.entries.exists()


@pytest.mark.feature("Entries", "An entry that leaves a running competition loses by walkover")
def test_who_withdraws_from_a_running_cup_loses_by_walkover(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now)
    semifinal = match_at(cup, 1, 1)
    leaver = semifinal.slots.get(side=0).entry
    withdrawals.withdraw(entry_id=leaver.pk, actor=leaver.roster.get().user, now=now)
    semifinal.refresh_from_db()
    assert (semifinal.state, semifinal.winner) == (Match.State.WALKOVER, 1)
    assert match_at(cup, 2, 1).slots.get(side=0).entry == semifinal.slots.get(side=1).entry
    leaving = {"entry_id": leaver.pk, "actor": organiser, "now": now}
    assert refusal(withdrawals.withdraw, **leaving) == "wrong-state"


def test_a_finalist_who_withdraws_leaves_the_cup_to_the_other(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=3)  # the first seed is in the final already
    finalist = match_at(cup, 2, 1).slots.get(side=0).entry
    later = now + timedelta(minutes=1)
    withdrawals.withdraw(entry_id=finalist.pk, actor=organiser, now=later)
    semifinal = match_at(cup, 1, 2)
    matches.give_walkover(
        match_id=semifinal.pk, winner=0, actor=organiser, reason="lesión", now=later
    )
    cup.refresh_from_db()
    assert cup.state == Competition.State.FINISHED
    assert cup.champion == semifinal.slots.get(side=0).entry


def test_everybody_who_enters_by_hand_is_written_down(now: datetime) -> None:
    organiser, ana = an_organiser(), a_person("ana")
    cup = a_cup(organiser, now)
    entry = enter(cup, organiser, now, ana)
    event = cup.audit.get(act=AuditEvent.Act.ADD_ENTRY)
    told = {"entry": "ana", "entry_id": entry.pk, "players": ["ana"], "accounts": ["ana"]}
    assert event.after == told


def test_a_player_written_down_by_name_claims_the_place_by_the_organisers_link(
    now: datetime,
) -> None:
    organiser, ana = an_organiser(), a_person("ana")
    cup = a_cup(organiser, now)
    entry = entries.add_entry(
        competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Anita")], now=now
    )
    inviting = {"entry_id": entry.pk}
    assert refusal(entries.renew_invitation, **inviting, user=a_person()) == "not-in-entry"
    token = entries.renew_invitation(**inviting, user=organiser)
    entries.accept_invitation(token=token, user=ana, now=now)
    assert entry.roster.get().user == ana
    assert refusal(entries.renew_invitation, **inviting, user=organiser) == "nobody-missing"
    joining = {"token": token, "user": a_person(), "now": now}
    assert refusal(entries.accept_invitation, **joining) == "bad-invitation"
