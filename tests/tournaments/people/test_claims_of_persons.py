"""An account gets the history of the person it is, once somebody who knows confirms it."""

import re
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.clubs import services as clubs
from accounts.models import Membership, User
from accounts.profiles.services import anonymise
from tests.accounts.people import a_guest
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, match_at
from tests.tournaments.names import an_event_of_names, draw_and_start
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.club_history.queries import titles_of
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import (
    Competition,
    LeaderboardLine,
    Person,
    PersonChange,
    PersonClaim,
    PointsEntry,
)
from tournaments.people.claims import (
    accept_invitation,
    claim_person,
    close_claim,
    confirm_claim,
    invite_person,
    invited_person,
)
from tournaments.people.services import forget_person, hide_person, merge_people, undo_merge
from tournaments.players.queries import head_to_head, rivals_of
from tournaments.ranking.achievements import with_titles
from tournaments.ranking.ledger import BoardKey
from tournaments.ranking.titles import write_titles
from tournaments.results.services import submit_result
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
PAIRS = (("Ana", "Beto"), ("Carla", "Dani"))
WEEK = timedelta(days=7)


@pytest.fixture
def organiser() -> User:
    return an_organiser()


def a_night(organiser: User, now: datetime, pairs=PAIRS, *, user: User | None = None):
    """Play a final of pairs of names, of whom `user` enters with an account as the last."""
    event = an_event_of_names(organiser, now, pairs, with_cards=True, by_qr=False)
    if user is not None:
        players = [NamedPlayer("", user), NamedPlayer("Zoe")]
        entries.add_entry(competition_id=event.pk, actor=organiser, players=players, now=now)
    cup = draw_and_start(event, organiser, now)
    for number in (1, 2, 3)[: cup.entries.count() - 1]:
        match = match_at(cup, 1, number) if number < 3 else None
        if match is not None and match.slots.filter(entry__isnull=False).count() == 2:
            submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser, now=now)
    heal_rankings()
    return cup


def called(name: str) -> Person:
    return Person.objects.known().get(name=name)


def points_of(user: User) -> int:
    return sum(PointsEntry.objects.filter(user=user).values_list("points", flat=True))


def board_of(cup: Competition) -> dict[str, int]:
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey(club_id=cup.club_id)))
    return {line.person.name: line.points for line in lines.select_related("person")}


@pytest.mark.feature("The club's people", "An account claims a person's history")
def test_who_signs_up_gets_the_history_once_the_club_confirms_it(organiser, now) -> None:
    cup, rosa = a_night(organiser, now), a_person()
    earned = board_of(cup)["Ana"]
    claim = claim_person(person_id=called("Ana").pk, user=rosa, now=now)
    assert points_of(rosa) == 0
    assert refusal(confirm_claim, claim_id=claim.pk, actor=rosa, now=now) == "may-not-confirm"

    confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    assert (called("Ana").user, points_of(rosa)) == (rosa, earned)
    assert sound()

    close_claim(claim_id=claim.pk, actor=organiser, now=now)
    assert (called("Ana").user, points_of(rosa)) == (None, 0)
    assert board_of(cup)["Ana"] == earned
    assert sound()


def test_meetings_and_titles_follow_the_claims_as_points_do(organiser, now) -> None:
    cup = a_night(organiser, now)
    write_titles(competition_id=cup.pk)
    slots = match_at(cup, 1, 1).slots.order_by("side")
    winner, loser = (slot.entry.roster.get(number=1).person for slot in slots)
    users = {winner: a_person(), loser: a_person()}
    for person, user in users.items():
        claim = claim_person(person_id=person.pk, user=user, now=now)
        confirm_claim(claim_id=claim.pk, actor=organiser, now=now)

    reader = AnonymousUser()
    for person, rival, won in ((winner, loser, 1), (loser, winner, 0)):
        player = with_titles(User.objects.all()).get(pk=users[person].pk)
        versus = head_to_head(player, users[rival], reader).versus
        assert (versus.won, versus.lost) == (won, 1 - won)
        assert [each[:3] for each in rivals_of(player, reader)] == [(users[rival], 1, won)]
        assert [title.rank for title in titles_of(player, reader)] == [2 - won]
        assert player.titles == won


def test_a_claim_while_the_person_plays_gets_the_result_too(organiser, now) -> None:
    event = an_event_of_names(organiser, now, PAIRS, with_cards=True, by_qr=False)
    cup, rosa = draw_and_start(event, organiser, now), a_person()
    claim = claim_person(person_id=called("Ana").pk, user=rosa, now=now)
    confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    submit_result(match_id=match_at(cup, 1, 1).pk, games=[(5, 3)], actor=organiser, now=now)
    heal_rankings()
    assert points_of(rosa) == board_of(cup)["Ana"] > 0
    assert sound()
    close_claim(claim_id=claim.pk, actor=organiser, now=now)
    assert points_of(rosa) == 0
    assert sound()


def test_a_partner_confirms_whom_the_club_has_confirmed(organiser, now) -> None:
    a_night(organiser, now)
    ana, beto = a_person(), a_person()
    for_ana = claim_person(person_id=called("Ana").pk, user=ana, now=now)
    for_beto = claim_person(person_id=called("Beto").pk, user=beto, now=now)
    told = {"claim_id": for_ana.pk, "actor": beto, "now": now}
    assert refusal(confirm_claim, **told) == "may-not-confirm"
    confirm_claim(claim_id=for_beto.pk, actor=organiser, now=now)
    assert confirm_claim(**told).user == ana
    carla = claim_person(person_id=called("Carla").pk, user=a_person(), now=now)
    assert refusal(confirm_claim, claim_id=carla.pk, actor=ana, now=now) == "may-not-confirm"


def test_what_the_account_played_here_joins_and_comes_apart_again(organiser, now) -> None:
    rosa = a_person()
    first = a_night(organiser, now)
    a_night(organiser, now + WEEK, (("Eli", "Fede"),), user=rosa)
    ana, own = called("Ana"), Person.objects.get(user=rosa)
    before = board_of(first)
    claim = claim_person(person_id=ana.pk, user=rosa, now=now + WEEK)
    confirm_claim(claim_id=claim.pk, actor=organiser, now=now + WEEK)
    assert board_of(first)["Ana"] == before["Ana"] + before[str(own)]
    assert points_of(rosa) == before["Ana"] + before[str(own)]

    a_night(organiser, now + 2 * WEEK, (("Eli", "Fede"),), user=rosa)
    whole = board_of(first)["Ana"]
    close_claim(claim_id=claim.pk, actor=organiser, now=now + 2 * WEEK)
    assert board_of(first)["Ana"] == before["Ana"]
    assert points_of(rosa) == board_of(first)[str(own)] == whole - before["Ana"]
    assert sound()


@pytest.mark.parametrize("by_claim", [True, False])
def test_undoing_a_merge_leaves_the_account_what_it_played_since(by_claim, organiser, now) -> None:
    rosa = a_person()
    first = a_night(organiser, now)
    a_night(organiser, now + WEEK, (("Eli", "Fede"),), user=rosa)
    ana, own = called("Ana"), Person.objects.get(user=rosa)
    before, told = board_of(first), {"actor": organiser, "now": now + WEEK}
    if by_claim:
        claim = claim_person(person_id=ana.pk, user=rosa, now=now + WEEK)
        confirm_claim(claim_id=claim.pk, **told)
    else:
        merge_people(person_id=ana.pk, other_id=own.pk, name="Ana", **told)
    a_night(organiser, now + 2 * WEEK, (("Eli", "Fede"),), user=rosa)
    whole = board_of(first)["Ana"]
    merge = PersonChange.objects.get(act=PersonChange.Act.MERGE)
    undo_merge(change_id=merge.pk, actor=organiser, now=now + 2 * WEEK)
    assert board_of(first)["Ana"] == before["Ana"]
    assert points_of(rosa) == board_of(first)[str(own)] == whole - before["Ana"]
    assert not PersonClaim.objects.filter(state=PersonClaim.State.CONFIRMED).exists()
    assert sound()
    assert claim_person(person_id=ana.pk, user=a_person(), now=now + 2 * WEEK)
    log = PersonChange.objects.filter(person=ana, act=PersonChange.Act.UNCLAIM)
    assert [change.before for change in log] == [str(rosa)] * by_claim


def test_the_link_of_a_person_gives_the_history_once(organiser, now) -> None:
    a_night(organiser, now)
    token = invite_person(person_id=called("Ana").pk, actor=organiser, now=now)
    again = invite_person(person_id=called("Ana").pk, actor=organiser, now=now)
    rosa = a_person()
    assert refusal(accept_invitation, token=token, user=rosa, now=now) == "no-such-claim"
    assert accept_invitation(token=again, user=rosa, now=now).user == rosa
    other = {"token": again, "user": a_person(), "now": now}
    assert refusal(accept_invitation, **other) == "no-such-claim"


def test_a_link_ends_after_thirty_days(organiser, now) -> None:
    a_night(organiser, now)
    token = invite_person(person_id=called("Ana").pk, actor=organiser, now=now)
    late = {"token": token, "user": a_person(), "now": now + timedelta(days=31)}
    assert refusal(accept_invitation, **late) == "no-such-claim"


@pytest.mark.parametrize("how", ["removed", "demoted", "left", "deleted"])
def test_the_link_of_who_organises_no_longer_ends(organiser, now, how) -> None:
    club = a_night(organiser, now).club
    olga = a_person()
    Membership.objects.create(club=club, user=olga, role=Membership.Role.ORGANISER)
    token = invite_person(person_id=called("Ana").pk, actor=olga, now=now)
    if how == "removed":
        clubs.remove_member(club_id=club.pk, by=organiser, user_id=olga.pk)
    elif how == "demoted":
        clubs.appoint(club_id=club.pk, by=organiser, user_id=olga.pk, organiser=False)
    elif how == "left":
        clubs.leave(club_id=club.pk, user=olga)
    else:
        anonymise(user_id=olga.pk, now=now)
    assert invited_person(token, now) is None
    opened = {"token": token, "user": a_person(), "now": now}
    assert refusal(accept_invitation, **opened) == "no-such-claim"
    assert called("Ana").user is None


def test_nobody_claims_an_owned_person_two_persons_or_as_a_guest(organiser, now) -> None:
    a_night(organiser, now)
    rosa = a_person()
    claim = claim_person(person_id=called("Ana").pk, user=rosa, now=now)
    assert claim_person(person_id=called("Ana").pk, user=rosa, now=now) == claim
    second = {"person_id": called("Beto").pk, "user": rosa, "now": now}
    assert refusal(claim_person, **second) == "claims-another"
    guest = {"person_id": called("Beto").pk, "user": a_guest(now), "now": now}
    assert refusal(claim_person, **guest) == "needs-account"
    confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    owned = {"person_id": called("Ana").pk, "user": a_person(), "now": now}
    assert refusal(claim_person, **owned) == "person-claimed"


def test_who_played_beside_a_person_is_not_that_person(organiser, now) -> None:
    rosa = a_person()
    a_night(organiser, now, (("Eli", "Fede"),), user=rosa)
    told = {"person_id": called("Eli").pk, "user": rosa, "now": now}
    assert refusal(claim_person, **told) == "played-together"


def test_a_hidden_person_with_an_account_is_found_again(organiser, now) -> None:
    cup, rosa = a_night(organiser, now, (("Ana Ruiz", "Beto"), ("Carla", "Dani"))), a_person()
    ana = called("Ana Ruiz")
    hide_person(person_id=ana.pk, hidden=True, actor=organiser, now=now)
    search = {"club": cup.club.slug, "q": "ruiz"}
    assert f"/people/{ana.pk}/" not in text_of(a_browser().get("/ranking/", search))
    claim = claim_person(person_id=ana.pk, user=rosa, now=now)
    confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    page = text_of(a_browser().get("/ranking/", search))
    assert "Ana Ruiz" in page
    assert "Beto" not in page


def test_a_claim_to_a_forgotten_person_is_closed(organiser, now, client) -> None:
    a_night(organiser, now)
    ana, rosa = called("Ana"), a_person()
    claim_person(person_id=ana.pk, user=rosa, now=now)
    invite_person(person_id=ana.pk, actor=organiser, now=now)
    forget_person(person_id=ana.pk, actor=organiser, now=now)
    assert not PersonClaim.objects.filter(state__in=PersonClaim.OPEN).exists()
    client.force_login(organiser)
    assert "Dicen quiénes son" not in client.get(f"/clubs/{ana.club.slug}/people/").content.decode()
    assert claim_person(person_id=called("Beto").pk, user=rosa, now=now)


def test_a_claim_of_a_deleted_account_is_closed(organiser, now) -> None:
    a_night(organiser, now)
    rosa = a_person()
    claim = claim_person(person_id=called("Ana").pk, user=rosa, now=now)
    anonymise(user_id=rosa.pk, now=now)
    told = {"claim_id": claim.pk, "actor": organiser, "now": now}
    assert refusal(confirm_claim, **told) == "no-such-claim"
    assert called("Ana").user is None


def test_pages_claim_confirm_and_take_back(organiser, now, client) -> None:
    a_night(organiser, now)
    ana, rosa = called("Ana"), a_person()
    client.force_login(rosa)
    assert "Soy" in client.get(f"/people/{ana.pk}/").content.decode()
    assert client.post(f"/people/{ana.pk}/claim/").status_code == 302
    claim = PersonClaim.objects.get()
    assert client.post(f"/people/claims/{claim.pk}/confirm/").status_code == 403
    client.force_login(organiser)
    club = ana.club
    assert "Dicen quiénes son" in client.get(f"/clubs/{club.slug}/people/").content.decode()
    assert client.post(f"/people/claims/{claim.pk}/confirm/").status_code == 302
    assert called("Ana").user == rosa
    assert client.post(f"/people/claims/{claim.pk}/close/").status_code == 302
    log = client.get(f"/people/{ana.pk}/").content.decode().partition("Lo que cambió")[2]
    for words in ("confirmó de quién es la cuenta:", "separó la cuenta de"):
        assert re.search(rf"{words}\s*<q><bdi>{rosa}</bdi></q>", log)
    page = client.post(f"/people/{ana.pk}/invite/").content.decode()
    assert "/people/join/" in page


def test_who_is_entered_by_name_does_not_enter_again_with_the_account(organiser, now) -> None:
    a_night(organiser, now)
    rosa = a_person()
    claim = claim_person(person_id=called("Ana").pk, user=rosa, now=now)
    event = an_event_of_names(organiser, now, PAIRS, with_cards=True, by_qr=False)
    confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    players = [NamedPlayer("", rosa), NamedPlayer("Zoe")]
    told = {"competition_id": event.pk, "actor": organiser, "players": players, "now": now}
    assert refusal(entries.add_entry, **told) == "already-entered"


def test_a_claim_follows_its_person_into_a_merge(organiser, now) -> None:
    a_night(organiser, now)
    a_night(organiser, now, (("Anna", "Beto"), ("Carla", "Dani")))
    rosa = a_person()
    claim = claim_person(person_id=called("Anna").pk, user=rosa, now=now)
    kept, merged = called("Ana"), called("Anna")
    told = {"person_id": kept.pk, "other_id": merged.pk, "name": "Ana", "actor": organiser}
    merge_people(**told, now=now)
    assert confirm_claim(claim_id=claim.pk, actor=organiser, now=now) == kept
    assert called("Ana").user == rosa


def test_who_claims_a_person_that_was_merged_meanwhile_is_told(organiser, now) -> None:
    a_night(organiser, now)
    a_night(organiser, now, (("Anna", "Beto"), ("Carla", "Dani")))
    kept, merged = called("Ana"), called("Anna")
    told = {"person_id": kept.pk, "other_id": merged.pk, "name": "Ana", "actor": organiser}
    merge_people(**told, now=now)
    answer = a_browser(a_person()).post(f"/people/{merged.pk}/claim/")
    assert answer.status_code == 404
    assert "Esa persona ya no está entre la gente del club." in text_of(answer)
    assert not PersonClaim.objects.exists()
