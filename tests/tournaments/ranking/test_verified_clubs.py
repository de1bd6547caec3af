"""Provenance of points and verified clubs decide about the leaderboards of the whole site."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from accounts.models import Club, User
from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    match_at,
    players_of,
    seated_people,
    sit,
    win,
)
from tests.tournaments.events import organiser_of
from tests.tournaments.moderation.keepers import an_operator
from tests.tournaments.names import an_event_of_names, claims, draw_and_start, named
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order, reopen
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import (
    Competition,
    LeaderboardLine,
    Match,
    PointsEntry,
    SlipClaim,
    VerifiedClub,
)
from tournaments.name_claims import services as name_claims
from tournaments.ranking.ledger import BoardKey
from tournaments.ranking.verified_clubs import (
    unverify_club,
    verify_club,
    vouch_for,
    withdraw_voucher,
)
from tournaments.results.services import submit_result
from tournaments.slips import services as slips
from tournaments.tasks import heal_rankings
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
Provenance = PointsEntry.Provenance


@pytest.fixture
def two() -> tuple[User, User]:
    return a_person(), a_person()


def a_final(now: datetime, people: tuple[User, User]) -> Match:
    organiser = an_organiser(verified=False)
    cup = a_cup(organiser, now, with_cards=True)
    for person in people:
        enter(cup, organiser, now, person)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    return match_at(cup, 1, 1)


def write_it(match: Match, now: datetime) -> Club:
    """Write the result as the organiser, and rank it; return the club."""
    submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser_of(match.competition), now=now)
    heal_rankings()
    return match.competition.club


def site_board() -> list[int]:
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey()))
    return sorted(lines.values_list("points", flat=True))


def club_board(club: Club) -> list[int]:
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey(club_id=club.pk)))
    return sorted(lines.values_list("points", flat=True))


@pytest.mark.feature("The club's people", "The site counts what verified clubs wrote")
def test_what_a_club_writes_counts_on_the_site_once_it_is_verified(now, two) -> None:
    club, operator = write_it(a_final(now, two), now), an_operator("operadora")
    assert (club_board(club), site_board()) == ([5, 20], [])

    verify_club(club_id=club.pk, actor=operator, now=now)
    assert (club_board(club), site_board()) == ([5, 20], [5, 20])
    assert sound()

    unverify_club(club_id=club.pk, actor=operator)
    assert (club_board(club), site_board()) == ([5, 20], [])
    assert sound()


def test_two_verified_clubs_verify_a_third(now, two) -> None:
    club, operator = write_it(a_final(now, two), now), an_operator("operadora")
    hosts = [an_organiser(verified=False), an_organiser(verified=False)]
    theirs = [host.memberships.get().club for host in hosts]
    verify_club(club_id=theirs[0].pk, actor=operator, now=now)
    told = {"club_id": club.pk, "now": now}
    assert not vouch_for(by_club_id=theirs[0].pk, actor=hosts[0], **told)
    second = {"by_club_id": theirs[1].pk, "actor": hosts[1], **told}
    assert refusal(vouch_for, **second) == "cannot-vouch"

    verify_club(club_id=theirs[1].pk, actor=operator, now=now)
    assert vouch_for(**second)
    assert site_board() == [5, 20]

    withdraw_voucher(club_id=club.pk, by_club_id=theirs[1].pk, actor=hosts[1])
    assert site_board() == []
    assert not VerifiedClub.objects.filter(club=club).exists()


def clubs_with_hosts(count: int) -> list[tuple[Club, User]]:
    hosts = [an_organiser(verified=False) for _ in range(count)]
    return [(host.memberships.get().club, host) for host in hosts]


def verified() -> set[int]:
    return set(VerifiedClub.objects.values_list("club", flat=True))


def test_a_verification_from_before_vouchers_stays_whoever_vouches(now) -> None:
    (club, _host), (by_club, host) = clubs_with_hosts(2)
    verify_club(club_id=by_club.pk, actor=an_operator("operadora"), now=now)
    VerifiedClub.objects.create(club=club, by=None, at=now)
    assert vouch_for(club_id=club.pk, by_club_id=by_club.pk, actor=host, now=now)
    withdraw_voucher(club_id=club.pk, by_club_id=by_club.pk, actor=host)
    assert verified() == {club.pk, by_club.pk}


def test_two_vouchers_change_nothing_about_a_verification_from_before(now) -> None:
    (club, _host), *others = clubs_with_hosts(3)
    VerifiedClub.objects.create(club=club, by=None, at=now)
    operator = an_operator("operadora")
    for by_club, host in others:
        verify_club(club_id=by_club.pk, actor=operator, now=now)
        vouch_for(club_id=club.pk, by_club_id=by_club.pk, actor=host, now=now)
    by_club, host = others[0]
    withdraw_voucher(club_id=club.pk, by_club_id=by_club.pk, actor=host)
    assert club.pk in verified()


def test_clubs_do_not_keep_each_other_verified_in_a_circle(now) -> None:
    first, second, *circle = clubs_with_hosts(5)
    operator = an_operator("operadora")
    for club, _host in (first, second):
        verify_club(club_id=club.pk, actor=operator, now=now)
    for by_club, host in (first, second, *circle):
        for club, _host in circle:
            if club != by_club:
                vouch_for(club_id=club.pk, by_club_id=by_club.pk, actor=host, now=now)
    assert len(verified()) == 5
    unverify_club(club_id=first[0].pk, actor=operator)
    assert verified() == {second[0].pk}


def test_verifications_follow_those_that_they_rest_on(now) -> None:
    """Two vouch for a third; it and one of them for a fourth; the operator takes one back."""
    operator, clubs = an_operator("operadora"), clubs_with_hosts(4)
    (one, host), (two, second_host), (third, third_host), (fourth, _) = clubs
    for club in (one, two):
        verify_club(club_id=club.pk, actor=operator, now=now)
    for club, by_club, actor in (
        (third, one, host),
        (third, two, second_host),
        (fourth, two, second_host),
        (fourth, third, third_host),
    ):
        vouch_for(club_id=club.pk, by_club_id=by_club.pk, actor=actor, now=now)
    everyone = {club.pk for club, _ in clubs}
    assert verified() == everyone
    unverify_club(club_id=one.pk, actor=operator)
    assert verified() == {two.pk}
    verify_club(club_id=one.pk, actor=operator, now=now)
    assert verified() == everyone
    withdraw_voucher(club_id=third.pk, by_club_id=two.pk, actor=second_host)
    assert verified() == {one.pk, two.pk}


def test_nobody_vouches_for_the_own_club_and_only_operators_verify(now) -> None:
    host = an_organiser(verified=False)
    club = host.memberships.get().club
    assert refusal(verify_club, club_id=club.pk, actor=host, now=now) == "cannot-verify"
    verify_club(club_id=club.pk, actor=an_operator("operadora"), now=now)
    own = {"club_id": club.pk, "by_club_id": club.pk}
    assert refusal(vouch_for, actor=host, now=now, **own) == "cannot-vouch"


@pytest.mark.parametrize("is_let_go", [False, True])
def test_a_robot_that_plays_for_a_name_leaves_the_result_to_the_club(now, is_let_go) -> None:
    organiser = an_organiser(verified=False)
    cup = draw_and_start(an_event_of_names(organiser, now), organiser, now)
    for name in ("Ana", "Beto", "Carla", "Dani") if is_let_go else ("Ana", "Carla", "Dani"):
        claim = claims(cup, name, now, a_person())
        name_claims.confirm(claim_id=claim.pk, actor=organiser, now=now)
    game = call(match_at(cup, 1, 1), now)
    for number, person in enumerate(filter(None, seated_people(game))):
        sit(game, person, now=now, address=str(number))
    if is_let_go:
        claim = named(cup, "Beto").claim
        name_claims.release_claim(claim_id=claim.pk, actor=organiser, now=now)
    win(game, 0, now)
    heal_rankings()
    assert set(PointsEntry.objects.values_list("provenance", flat=True)) == {Provenance.CLUB}
    assert site_board() == []
    assert sound()


def claim_by(match: Match, now: datetime, claimants: Sequence[User | None]) -> None:
    """Let each side claim the same result on its slip, and rank it."""
    cup = match.competition
    slips.make_slips(competition_id=cup.pk, actor=organiser_of(cup), now=now)
    nonce = match.slips.get().nonce
    for side, by in enumerate(claimants):
        told = {"games": [(5, 3)], "now": now + timedelta(minutes=1), "by": by}
        slips.claim(code=slips.code_of(nonce, side), **told)
    heal_rankings()


def provenances(match: Match) -> set[str]:
    return set(match.points.values_list("provenance", flat=True))


@pytest.mark.parametrize(
    ("claimants", "provenance"),
    [((0, 1), Provenance.CONFIRMED), ((0, None), Provenance.CLUB), ((0, 0), Provenance.CLUB)],
)
def test_a_slip_confirmed_by_an_account_of_each_side_counts(now, two, claimants, provenance):
    match = a_final(now, two)
    sides = {slot.side: slot.entry.roster.get().user for slot in match.slots.all()}
    claim_by(match, now, [None if each is None else sides[each] for each in claimants])
    assert provenances(match) == {provenance}
    assert site_board() == ([5, 20] if provenance == Provenance.CONFIRMED else [])
    assert sound()


def test_a_claim_that_is_repeated_signed_in_confirms(now, two) -> None:
    match = a_final(now, two)
    organiser = organiser_of(match.competition)
    slips.make_slips(competition_id=match.competition.pk, actor=organiser, now=now)
    first, second = (players_of(match, side)[0] for side in (0, 1))
    nonce = match.slips.get().nonce
    for side, by in ((0, None), (0, second), (0, first), (0, first), (0, None), (1, second)):
        slips.claim(code=slips.code_of(nonce, side), games=[(5, 3)], now=now, by=by)
    heal_rankings()
    assert list(SlipClaim.objects.values_list("by", flat=True)) == [None, first.pk, second.pk]
    assert provenances(match) == {Provenance.CONFIRMED}
    assert sound()


def a_cup_with_slips(now: datetime, format_: str, **terms: object) -> Competition:
    """A running competition with real cards, of a club that nobody verified."""
    shape = FormatOptions(format=format_, swiss_rounds=3 if format_ == "americano" else None)
    organiser = an_organiser(verified=False)
    return a_running_cup(organiser, now, shape=shape, with_cards=True, cap=32, **terms)


def test_who_joins_a_side_after_its_claim_has_not_confirmed_it(now) -> None:
    cup, stranger = a_cup_with_slips(now, "single", reserves=1), a_person()
    match, organiser = match_at(cup, 1, 1), organiser_of(cup)
    claim_by(match, now, [players_of(match, 0)[0], stranger])
    entry = match.slots.get(side=1).entry
    joins = {"entry_id": entry.pk, "player": NamedPlayer("", stranger)}
    substitutes.add_reserve(actor=organiser, now=now, **joins)
    assert sound()
    reopen(match, now)
    assert provenances(match) == {Provenance.CLUB}
    assert (club_board(cup.club), site_board()) == ([], [])
    assert sound()


def test_a_reversal_counts_where_its_line_does(now, two) -> None:
    match = a_final(now, two)
    write_it(match, now)
    PointsEntry.objects.update(provenance=Provenance.CONFIRMED)  # by the rules of that day
    reopen(match, now)
    assert list(match.points.values_list("provenance", flat=True)) == [Provenance.CONFIRMED] * 4
    assert site_board() == []


def test_a_confirmed_result_that_counts_again_is_confirmed(now) -> None:
    cup = a_cup_with_slips(now, "round-robin", leaving="annul")
    match = match_at(cup, 1, 1)
    claim_by(match, now, [players_of(match, side)[0] for side in (0, 1)])
    told = {"entry_id": match.slots.get(side=0).entry_id, "actor": organiser_of(cup)}
    withdraw(now=now + timedelta(minutes=2), **told)
    assert in_order()
    assert site_board() == []
    reinstate(now=now + timedelta(minutes=3), **told)
    assert in_order()
    assert provenances(match) == {Provenance.CONFIRMED}
    assert site_board() == [5, 20]


def test_where_partners_change_either_of_a_side_confirms(now) -> None:
    match = match_at(a_cup_with_slips(now, "americano"), 1, 1)
    claim_by(match, now, [players_of(match, side)[1] for side in (0, 1)])
    assert provenances(match) == {Provenance.CONFIRMED}
    assert site_board() == [5, 5, 20, 20]
    assert sound()


def test_the_page_verifies_and_is_only_obeyed_by_operators(now, client) -> None:
    host = an_organiser(verified=False)
    address = f"/clubs/{host.memberships.get().club.slug}/verification/"
    client.force_login(host)
    assert client.post(address, {"act": "verify"}).status_code == 403
    assert client.get(address).status_code == 200
    client.force_login(an_operator("operadora"))
    assert client.post(address, {"act": "verify"}).status_code == 302
    assert "Club verificado" in client.get(address).content.decode()
    assert client.post(address, {"act": "?"}).status_code == 422


def test_a_club_withdraws_the_voucher_that_it_gave_when_it_was_verified(now, client) -> None:
    operator, ((club, _), (by_club, host)) = an_operator("operadora"), clubs_with_hosts(2)
    verify_club(club_id=by_club.pk, actor=operator, now=now)
    address = f"/clubs/{club.slug}/verification/"
    give, withdraw_it = (f'value="{act}"' for act in ("vouch", "withdraw"))
    client.force_login(host)

    def offered() -> tuple[bool, bool]:
        page = client.get(address).content.decode()
        return give in page, withdraw_it in page

    assert offered() == (True, False)
    assert client.post(address, {"act": "vouch", "club": by_club.pk}).status_code == 302
    assert offered() == (False, True)
    unverify_club(club_id=by_club.pk, actor=operator)
    assert offered() == (False, True)
    assert client.post(address, {"act": "withdraw", "club": by_club.pk}).status_code == 302
    assert offered() == (False, False)
