"""Phones and staff at once: one name, one person, one effect."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.accounts.people import a_guest
from tests.games.races import ROUNDS, at_once
from tests.tournaments.cups import call, match_at, seated_people
from tests.tournaments.names import an_event_of_names, claims, draw_and_start, named
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, NameClaim
from tournaments.name_claims import services as name_claims

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def codes(results) -> list[str]:
    """The refusals among what happened; anything else that went wrong is an error."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, RefusedError):
            raise result
    return sorted(result.code for result in results if isinstance(result, RefusedError))


def claiming_(cup: Competition, name: str, user: User, now: datetime) -> Callable[[], object]:
    return partial(name_claims.claim_name, player_id=named(cup, name).pk, user=user, now=now)


def confirming_(claim: NameClaim, actor: User, now: datetime) -> Callable[[], object]:
    return partial(name_claims.confirm, claim_id=claim.pk, actor=actor, now=now)


def test_of_two_phones_that_claim_one_name_at_once_one_has_it(organiser, now):
    for _ in range(ROUNDS):
        cup = an_event_of_names(organiser, now)
        calls = (claiming_(cup, "Ana", a_guest(now), now) for _ in range(2))
        assert codes(at_once(*calls)) == ["name-claimed"]
        assert cup.name_claims.count() == 1


def test_one_phone_that_claims_two_names_at_once_has_one(organiser, now):
    for _ in range(ROUNDS):
        cup, guest = an_event_of_names(organiser, now), a_guest(now)
        calls = (claiming_(cup, name, guest, now) for name in ("Ana", "Carla"))
        assert codes(at_once(*calls)) == ["has-a-name"]
        assert cup.name_claims.count() == 1


def test_two_partners_who_claim_at_once_are_both_confirmed(organiser, now):
    for _ in range(ROUNDS):
        cup = an_event_of_names(organiser, now)
        calls = (claiming_(cup, name, a_guest(now), now) for name in ("Ana", "Beto"))
        assert codes(at_once(*calls)) == []
        assert cup.name_claims.counted().count() == 2
        assert cup.audit.filter(act=AuditEvent.Act.CONFIRM_NAME).count() == 1


def test_partner_and_staff_who_confirm_at_once_confirm_once(organiser, now):
    for _ in range(ROUNDS):
        cup = an_event_of_names(organiser, now)
        confirming_(claims(cup, "Ana", now), organiser, now)()
        beto, ana = claims(cup, "Beto", now), named(cup, "Ana").user
        results = at_once(confirming_(beto, ana, now), confirming_(beto, organiser, now))
        assert sorted(results) == [False, True]
        assert cup.audit.filter(act=AuditEvent.Act.CONFIRM_NAME).count() == 2


def test_a_claim_that_is_confirmed_and_taken_back_at_once_is_nobodys_or_counts(organiser, now):
    for _ in range(ROUNDS):
        cup = an_event_of_names(organiser, now)
        ana = claims(cup, "Ana", now)
        back = partial(name_claims.release_claim, claim_id=ana.pk, actor=ana.user, now=now)
        assert codes(at_once(confirming_(ana, organiser, now), back)) in ([], ["no-such-name"])
        assert not cup.name_claims.exists()
        assert named(cup, "Ana").user is None


def test_who_is_confirmed_while_the_match_is_called_has_their_seat(organiser, now):
    for _ in range(ROUNDS):
        cup = draw_and_start(an_event_of_names(organiser, now), organiser, now)
        for name in ("Ana", "Carla"):
            confirming_(claims(cup, name, now), organiser, now)()
        match, beto = match_at(cup, 1, 1), claims(cup, "Beto", now)
        calling = partial(matches.call_match, match_id=match.pk, now=now)
        assert codes(at_once(confirming_(beto, organiser, now), calling)) == []
        assert beto.user in seated_people(call(match, now))
