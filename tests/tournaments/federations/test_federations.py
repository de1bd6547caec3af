"""Federations: who founds one, clubs that join and leave, roles, and who is one person."""

from datetime import datetime

import pytest

from accounts.profiles.services import anonymise, gather
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, club_of
from tests.tournaments.federations.factories import ZONE, a_federation, a_stage, organisers
from tests.tournaments.moderation.keepers import an_operator
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tournaments.federations import services
from tournaments.federations.queries import joined_in, namesakes_in, people_of, with_clubs
from tournaments.models import Federation, FederationChange, FederationRole, Person, PersonLink
from tournaments.people.services import hide_person
from tournaments.series.identities import join_persons
from tournaments.verification import violations

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Role = FederationRole.Role


def test_organisers_of_verified_clubs_and_operators_found_one(now: datetime) -> None:
    told = {"about": "", "zone": ZONE, "now": now}
    plain = an_organiser(verified=False)
    for nobody in (plain, a_person()):
        refused = refusal(services.found_federation, actor=nobody, name="Sur", **told)
        assert refused == "cannot-found-federation"
    founder, operator = an_organiser(), an_operator()
    made = services.found_federation(actor=founder, name="Sur", **told)
    assert made.can_organise(founder)
    again = refusal(services.found_federation, actor=founder, name="SUR", **told)
    assert again == "federation-named"
    services.found_federation(actor=operator, name="Norte", **told)
    assert made.can_organise(operator)  # should nobody be left


def test_a_club_joins_by_invitation_and_acceptance_and_leaves(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now)
    club, where = club_of(south), {"federation_id": federation.pk, "now": now}
    invited = services.invite_club(**where, club=club, actor=north)
    assert invited.state == "invited"
    assert refusal(services.invite_club, **where, club=club, actor=north) == (
        "already-in-federation"
    )
    answer = {**where, "club_id": club.pk, "accepts": True}
    assert refusal(services.answer_invitation, **answer, actor=north) == "not-organiser-of-club"
    services.answer_invitation(**answer, actor=south)
    assert refusal(services.answer_invitation, **answer, actor=south) == "not-invited"
    assert list(federation.clubs.order_by("pk")) == [club_of(north), club]
    stranger = an_organiser()
    leave = {**where, "club_id": club.pk}
    assert refusal(services.remove_club, **leave, actor=stranger) == "not-organiser-of-club"
    services.remove_club(**leave, actor=south)
    acts = list(federation.changes.filter(club=club).order_by("pk").values_list("act", flat=True))
    assert acts == ["invite", "join", "leave"]


def test_a_declined_invitation_leaves_no_member(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now)
    where = {"federation_id": federation.pk, "now": now}
    services.invite_club(**where, club=club_of(south), actor=north)
    services.answer_invitation(**where, club_id=club_of(south).pk, accepts=False, actor=south)
    assert federation.affiliations.ever().count() == 1


def test_roles_are_given_and_the_last_organiser_stays(now: datetime) -> None:
    north, other = an_organiser(), a_person()
    federation = a_federation(north, now)
    where = {"federation_id": federation.pk, "now": now}
    services.appoint(**where, user=other, role=Role.READER, actor=north)
    assert federation in Federation.objects.read_by(other)
    assert not federation.can_organise(other)
    last = "last-federation-organiser"
    assert refusal(services.dismiss, **where, user_id=north.pk, actor=north) == last
    assert refusal(services.appoint, **where, user=north, role=Role.READER, actor=north) == last
    refused = refusal(services.appoint, **where, user=north, role=Role.READER, actor=other)
    assert refused == "not-federation-organiser"
    services.appoint(**where, user=other, role=Role.ORGANISER, actor=north)
    services.dismiss(**where, user_id=north.pk, actor=north)
    assert gather(user=other)["federations"] == [
        {"federation__name": federation.name, "role": "organiser"}
    ]
    anonymise(user_id=other.pk, now=now)
    assert not federation.roles.exists()


def test_same_names_are_proposed_and_never_joined_silently(now: datetime) -> None:
    north, south = organisers(2)
    federation, ana = a_federation(north, now, south), a_person()
    a_stage(None, north, north, now, ana, "José Paz")
    a_stage(None, north, south, now, ana, "Jose Paz")
    pairs = namesakes_in(federation)
    assert [(pair.first.name, pair.second.name) for pair in pairs] == [("José Paz", "Jose Paz")]
    assert len(people_of(federation, joined_in(federation))) == 3
    told = {"federation_id": federation.pk, "actor": north, "now": now}
    ids = (pairs[0].first.pk, pairs[0].second.pk)
    link = services.link_persons(**told, person_ids=ids, is_same=True)
    assert namesakes_in(federation) == []
    joined = joined_in(federation)
    players = with_clubs(federation, joined, people_of(federation, joined))
    assert sorted(len(player.clubs) for player in players) == [2, 2]
    services.undo_link(**told, link_id=link.pk)
    assert refusal(services.undo_link, **told, link_id=link.pk) == "no-such-link"
    services.link_persons(**told, person_ids=ids, is_same=False)
    assert namesakes_in(federation) == []
    assert len(people_of(federation, joined_in(federation))) == 3
    acts = list(federation.changes.order_by("-pk").values_list("act", flat=True)[:3])
    assert acts == ["apart", "unlink", "link"]


def test_hidden_people_are_neither_proposed_nor_named(now: datetime) -> None:
    north, south = organisers(2)
    federation, ana = a_federation(north, now, south), a_person()
    a_stage(None, north, north, now, ana, "José Paz")
    a_stage(None, north, south, now, ana, "José Paz")
    (pair,) = namesakes_in(federation)
    hidden = Person.objects.get(club=club_of(south), name="José Paz")
    hide_person(person_id=hidden.pk, hidden=True, actor=south, now=now)
    assert namesakes_in(federation) == []
    told = {"federation_id": federation.pk, "actor": north, "now": now}
    services.link_persons(**told, person_ids=(pair.first.pk, pair.second.pk), is_same=False)
    page = a_browser(north).get(f"/federations/{federation.slug}/people/namesakes/")
    assert text_of(page).count("José Paz") == 1
    assert "<bdi>J. P.</bdi>" in text_of(page)


def test_who_was_joined_is_listed_while_a_club_of_theirs_stays(now: datetime) -> None:
    north, south = organisers(2)
    federation, ana = a_federation(north, now, south), a_person()
    a_stage(None, north, north, now, ana, "José")
    a_stage(None, north, south, now, "Anita", "Pepe")
    told = {"federation_id": federation.pk, "actor": north, "now": now}
    persons = {each.name: each.pk for each in Person.objects.all()}
    for pair in ((str(ana), "Anita"), ("José", "Pepe")):
        ids = (persons[pair[0]], persons[pair[1]])
        services.link_persons(**told, person_ids=ids, is_same=True)
    assert {each.name for each in people_of(federation, joined_in(federation))} == {
        str(ana),
        "José",
    }
    services.remove_club(**told, club_id=club_of(north).pk)
    joined = joined_in(federation)
    players = with_clubs(federation, joined, people_of(federation, joined))
    shown = [(player.person.name, player.clubs) for player in players]
    assert shown == [("Anita", [club_of(south)]), ("Pepe", [club_of(south)])]


def test_accounts_and_persons_of_one_club_are_not_joined(now: datetime) -> None:
    north, south, stranger = organisers(3)
    federation = a_federation(north, now, south)
    a_stage(None, north, north, now, a_person(), "José", "Josefo")
    a_stage(None, north, south, now, a_person(), "José")
    a_stage(None, north, stranger, now, "José", "Ana")
    people = {(each.club_id, each.name): each.pk for each in Person.objects.all()}
    here, there = club_of(north).pk, club_of(south).pk
    own, other = (Person.objects.get(club=club, user__isnull=False).pk for club in (here, there))
    told = {"federation_id": federation.pk, "actor": north, "now": now, "is_same": True}
    pair = (people[here, "José"], people[there, "José"])
    for ids, code in (
        ((own, other), "two-accounts-in-federation"),
        ((people[here, "José"], people[here, "Josefo"]), "persons-of-one-club"),
        ((pair[0], people[club_of(stranger).pk, "José"]), "strange-person"),
    ):
        assert refusal(services.link_persons, **told, person_ids=ids) == code
    services.link_persons(**told, person_ids=pair)
    along = (people[here, "Josefo"], people[there, "José"])
    assert refusal(services.link_persons, **told, person_ids=along) == "persons-of-one-club"
    assert in_order()


def test_chains_of_links_are_one_player_with_one_account() -> None:
    assert join_persons([((1, None), (2, None)), ((2, None), (3, None))]) == {1: 1, 2: 1, 3: 1}
    with_account = join_persons([((1, None), (2, None)), ((2, None), (3, 7))])
    assert with_account == dict.fromkeys((1, 2, 3), "user 7")
    two = join_persons([((1, 5), (2, None)), ((2, None), (3, 7))])
    assert two == {1: "user 5", 2: "user 5", 3: "user 7"}


def test_an_event_of_a_club_that_never_joined_is_named(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    stage = a_stage(None, north, south, now, "Ana", "Beto")
    series = federation.series.create(name="Anual", created_at=now)
    stage.series = series
    stage.save()
    assert not any("never in the federation" in str(each) for each in violations(live=False))
    federation.affiliations.filter(club=club_of(south)).delete()
    assert any("never in the federation" in str(each) for each in violations(live=False))


def test_a_link_between_persons_of_one_club_is_named(now: datetime) -> None:
    north = an_organiser()
    federation = a_federation(north, now)
    a_stage(None, north, north, now, "Ana", "Beto")
    first, second = Person.objects.order_by("pk")
    PersonLink.objects.create(
        federation=federation,
        first=first,
        second=second,
        is_same=True,
        made_by=north,
        made_at=now,
    )
    assert any("one club" in str(each) for each in violations(live=False))
    assert FederationChange.objects.exists()
