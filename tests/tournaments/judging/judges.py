"""A match at its table, and what players and judges say to each other."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.models import Game
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.events import organiser_of
from tournaments.judging.services import Verdict, call_judge, rule_on_call
from tournaments.models import Competition, Dispute, Match

races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
Ruling = Dispute.Ruling
GO_ON = Verdict(Ruling.CONTINUE)


def a_live_match(now: datetime, **terms) -> tuple[Competition, Match, Game]:
    cup = a_running_cup(an_organiser(), now, **{"entries": 2, **terms})
    match = match_at(cup, 1, 1)
    call(match, now)
    return cup, match, everybody_sits(match, now)


def ask(match: Match, now: datetime, actor: User | None = None, text: str = "¡Fue renuncio!"):
    asker = actor or players_of(match, 0)[0]
    return call_judge(match_id=match.pk, actor=asker, text=text, now=now)


def answer(dispute: Dispute, now: datetime, verdict: Verdict = GO_ON, actor: User | None = None):
    rule_on_call(
        dispute_id=dispute.pk,
        actor=actor or organiser_of(dispute.match.competition),
        verdict=verdict,
        note="lo vi yo",
        now=now,
    )
    dispute.refresh_from_db()


def refused(code: str):
    return pytest.raises(RefusedError, match=f"^{code}$")
