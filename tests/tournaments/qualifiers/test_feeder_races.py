"""Races between a source and the draw of its final: each effect happens exactly once."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from accounts.models import User
from tests.games.races import ROUNDS, at_once
from tests.tournaments.cups import a_cup, match_at
from tests.tournaments.events import award
from tests.tournaments.feeders import a_final, a_source, berth, feed, fill_up, unsound
from tests.tournaments.refusals import at_once as answers_at_once
from tests.tournaments.reopening import reopen
from tournaments.draw.services import draw
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import give_walkover
from tournaments.models import Berth, Feeder
from tournaments.qualifiers.places import follow_source
from tournaments.qualifiers.services import add_feeder, answer_feeder, drop_feeder
from tournaments.tasks import follow_sources
from tournaments.verification.competitions import ENTRY_CHECKS

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def assert_sound() -> None:
    assert unsound() == []
    assert [str(one) for check in ENTRY_CHECKS for one in check()] == []


def no_fault(*acts: Callable[[], object]) -> None:
    """All of some calls at the same instant succeed."""
    faults = [answer for answer in at_once(*acts) if isinstance(answer, Exception)]
    assert faults == []


def test_a_source_ends_while_its_final_is_drawn(organiser: User, now: datetime) -> None:
    for _ in range(ROUNDS):
        final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
        feeder = feed(final, source, organiser, now, places=1)
        fill_up(final, organiser, now, 2)
        by = {"actor": organiser, "now": now}
        last = match_at(source, 1, 1).pk
        no_fault(
            partial(draw, competition_id=final.pk, seed="s", **by),
            partial(give_walkover, match_id=last, winner=0, reason="no vino", **by),
        )
        no_fault(*(partial(follow_source, feeder_id=feeder.pk, now=now) for _ in range(2)))
        taken = berth(feeder, 1)
        assert taken.state == Berth.State.FILLED
        assert taken.entry is not None
        assert taken.entry.roster.count() == 1
        assert final.audit.filter(act="take-berth").count() == 1
        assert_sound()
        lifecycle.cancel(competition_id=final.pk, reason="fin", **by)


def test_a_draw_and_the_worker_that_fills_at_once(organiser: User, now: datetime) -> None:
    for _ in range(ROUNDS):
        final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
        feeder = feed(final, source, organiser, now, places=1)
        fill_up(final, organiser, now, 1)
        award(match_at(source, 1, 1), 0, now)
        by = {"actor": organiser, "now": now}
        no_fault(
            partial(draw, competition_id=final.pk, seed="s", **by),
            partial(follow_source, feeder_id=feeder.pk, now=now),
        )
        match = match_at(final, 1, 1)
        assert match.state == "ready"
        assert berth(feeder, 1).state == Berth.State.FILLED
        assert_sound()
        lifecycle.cancel(competition_id=final.pk, reason="fin", **by)


def test_a_result_is_taken_back_while_it_feeds(organiser: User, now: datetime) -> None:
    for _ in range(ROUNDS):
        final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
        feeder = feed(final, source, organiser, now, places=1)
        match = match_at(source, 1, 1)
        award(match, 0, now)
        no_fault(
            partial(reopen, match, now),
            partial(follow_source, feeder_id=feeder.pk, now=now),
        )
        follow_sources()
        assert berth(feeder, 1).state == Berth.State.OPEN
        assert_sound()
        for each in (final, source):
            lifecycle.cancel(competition_id=each.pk, actor=organiser, reason="fin", now=now)


def test_no_two_close_a_circle(organiser: User, now: datetime) -> None:
    for _ in range(ROUNDS):
        a, b, c, d = (a_cup(organiser, now, name=f"{name}{now}"[:20]) for name in "ABCD")
        feed(b, a, organiser, now, places=1)
        feed(d, c, organiser, now, places=1)
        more = {"places": 1, "actor": organiser, "now": now}
        answers = answers_at_once(
            partial(add_feeder, final_id=c.pk, source_id=b.pk, **more),
            partial(add_feeder, final_id=a.pk, source_id=d.pk, **more),
        )
        assert answers.count("feeds-in-a-circle") == 1
        for each in (a, b, c, d):
            lifecycle.cancel(competition_id=each.pk, actor=organiser, reason="fin", now=now)


def test_one_drops_what_another_agrees_to(organiser: User, now: datetime) -> None:
    for _ in range(ROUNDS):
        final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
        feeder = feed(final, source, organiser, now, places=1)
        Feeder.objects.update(agreed_at=None)
        by = {"feeder_id": feeder.pk, "actor": organiser, "now": now}
        answers = answers_at_once(
            partial(drop_feeder, **by), partial(answer_feeder, agrees=True, **by)
        )
        assert set(answers) <= {None, "nothing-there"}
        assert not final.entries.filter(awaited=True).exists()
        assert_sound()
        for each in (final, source):
            lifecycle.cancel(competition_id=each.pk, actor=organiser, reason="fin", now=now)
