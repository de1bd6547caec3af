"""A final is drawn while some of its people are still to be known: their matches wait."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.tournaments.cups import a_cup, match_at
from tests.tournaments.events import award, award_all, draw_what_follows, ready
from tests.tournaments.feeders import (
    a_final,
    a_source,
    berth,
    draw_and_start,
    end,
    feed,
    fill_up,
    people_of,
    unsound,
)
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import reopen
from tests.tournaments.soundness import sound
from tournaments.competitions import state
from tournaments.draw.services import draw, undo_draw
from tournaments.entries.services import set_paid
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match, give_walkover
from tournaments.models import Berth, Competition, Entry, Feeder, Match
from tournaments.tasks import follow_sources
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Berth.State
FORMATS = ("double", "round-robin", "swiss", "groups", "americano")


def waiting(final: Competition) -> list[Match]:
    """Return the matches that wait for a qualifier."""
    return list(Match.objects.of(final.pk).filter(slots__entry__awaited=True).distinct())


@pytest.mark.parametrize("format_", FORMATS)
def test_in_every_format_a_late_winner_plays_as_if_known_from_the_start(
    format_: str, organiser: User, now: datetime
) -> None:
    final = a_final(organiser, now, shape=FormatOptions(format=format_))
    source = a_source(organiser, now, entries=2)
    feeder = feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 5)
    draw_and_start(final, organiser, now)
    assert {match.state for match in waiting(final)} <= {"pending", "bye"}
    assert sound()
    for _ in range(2):
        for match in ready(final):
            award(match, 0, now)
    assert final.state == Competition.State.RUNNING
    champion, _ = end(source, now)
    entry = berth(feeder, 1).entry
    assert people_of(entry) == people_of(champion)
    award_all(final, now)
    assert final.state == Competition.State.FINISHED
    assert sound()


def test_a_match_that_waits_is_neither_called_nor_given(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 1)
    draw_and_start(final, organiser, now)
    (match,) = waiting(final)
    assert not call_match(match_id=match.pk, now=now)
    given = {"match_id": match.pk, "winner": 0, "actor": organiser, "now": now}
    assert refusal(give_walkover, reason="no vino", **given) == "match-not-open"
    end(source, now)
    assert call_match(match_id=match.pk, now=now)


def test_a_bye_takes_whom_is_awaited_on_at_once(organiser: User, now: datetime) -> None:
    terms = {"seeding": "manual"}
    final, source = a_final(organiser, now, **terms), a_source(organiser, now)
    feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 2)
    draw_and_start(final, organiser, now)
    assert match_at(final, 1, 1).state == Match.State.BYE
    assert match_at(final, 2, 1).slots.filter(entry__awaited=True).exists()
    award_all(final, now)
    assert final.state == Competition.State.RUNNING
    end(source, now)
    assert [match.number for match in ready(final)] == [match_at(final, 2, 1).number]
    assert sound()


@pytest.mark.parametrize("format_", ["single", "swiss", "groups"])
def test_a_source_that_is_gone_after_the_draw_loses_its_matches(
    format_: str, organiser: User, now: datetime
) -> None:
    final = a_final(organiser, now, shape=FormatOptions(format=format_))
    source = a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 5)
    draw_and_start(final, organiser, now)
    lifecycle.cancel(competition_id=source.pk, actor=organiser, now=now, reason="lluvia")
    follow_sources()
    draw_what_follows()
    lost = berth(feeder, 1)
    assert (lost.why, lost.is_news, lost.entry.state) == ("source-gone", True, "withdrawn")
    assert waiting(final) == []
    again = {"entry_id": lost.entry_id, "actor": organiser, "now": now}
    assert refusal(reinstate, **again) == "nobody-came"
    award_all(final, now)
    assert final.state == Competition.State.FINISHED
    assert sound()


def test_who_played_against_nobody_yet_may_leave_first(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    (other,) = fill_up(final, organiser, now, 1)
    draw_and_start(final, organiser, now)
    withdraw(entry_id=other.pk, actor=organiser, now=now)
    end(source, now)
    final.refresh_from_db()
    assert final.champion == berth(feeder, 1).entry
    assert sound()


def test_struck_out_after_the_draw_the_others_play_on(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    (other,) = fill_up(final, organiser, now, 1)
    draw_and_start(final, organiser, now)
    withdraw(entry_id=berth(feeder, 1).entry_id, actor=organiser, now=now)
    final.refresh_from_db()
    assert final.champion == other
    end(source, now)
    assert (berth(feeder, 1).state, berth(feeder, 1).why) == (State.NOBODY, "struck")
    assert sound()


@pytest.mark.feature("Entries", "A source corrected after the draw changes nothing in the final")
def test_corrected_after_the_draw_the_final_keeps_who_was_drawn(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    champion, second = end(source, now)
    fill_up(final, organiser, now, 1)
    draw_and_start(final, organiser, now)
    reopen(match_at(source, 2, 1), now)
    follow_sources()
    assert berth(feeder, 1).state == State.FILLED
    match = match_at(source, 2, 1)
    award(match, match.slots.get(entry=second).side, now)
    follow_sources()
    kept = berth(feeder, 1)
    assert (kept.state, kept.is_news, kept.taken_by) == (State.KEPT, True, champion)
    assert people_of(kept.entry) == people_of(champion)
    assert unsound() == []
    undo_draw(competition_id=final.pk, actor=organiser, reason="se corrigió", now=now)
    follow_sources()
    assert (berth(feeder, 1).state, berth(feeder, 1).taken_by) == (State.FILLED, second)
    assert sound()


def test_an_undone_draw_forgets_those_for_whom_nobody_came(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feed(final, source, organiser, now, places=2)
    fill_up(final, organiser, now, 2)
    draw_and_start(final, organiser, now)
    lifecycle.cancel(competition_id=source.pk, actor=organiser, now=now, reason="lluvia")
    follow_sources()
    undo_draw(competition_id=final.pk, actor=organiser, reason="faltan dos", now=now)
    assert final.entries.count() == 2
    assert not final.entries.filter(state=Entry.State.WITHDRAWN).exists()
    assert unsound() == []


def test_an_undone_draw_keeps_what_was_paid_for_one_who_never_came(organiser, now) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=2)
    fill_up(final, organiser, now, 2)
    awaited = berth(feeder, 1).entry
    paying = {"entry_ids": [awaited.pk], "paid": True, "actor": organiser, "now": now}
    set_paid(competition_id=final.pk, **paying)
    draw_and_start(final, organiser, now)
    lifecycle.cancel(competition_id=source.pk, actor=organiser, now=now, reason="lluvia")
    follow_sources()
    undo_draw(competition_id=final.pk, actor=organiser, reason="faltan dos", now=now)
    kept = final.entries.get(state=Entry.State.WITHDRAWN)
    assert (kept, kept.paid, kept.complete_at) == (awaited, True, None)  # nothing lets it in again
    assert unsound() == []


@pytest.mark.feature("Entries", "A final is drawn while late winners are awaited")
@pytest.mark.sampled
def test_three_cups_feed_a_final_drawn_with_one_late_winner(organiser: User, now: datetime) -> None:
    shape = FormatOptions(format="groups", group_count=2, qualifiers=1)
    final = a_final(organiser, now, per_side=2, shape=shape, cap=8)
    fill_up(final, organiser, now, 2)
    sectors = [a_source(organiser, now, name, per_side=2) for name in ("Norte", "Sur", "Este")]
    feeders = [feed(final, sector, organiser, now) for sector in sectors]
    for sector in sectors[:2]:
        end(sector, now)
    assert final.entries.confirmed().filter(awaited=False).count() == 6
    draw_and_start(final, organiser, now)
    called = [call_match(match_id=match.pk, now=now) for match in ready(final)]
    assert called, "two who are awaited hold up two matches of four at most"
    assert all(called)
    assert {match.state for match in waiting(final)} == {"pending"}
    end(sectors[2], now)
    assert not final.entries.filter(awaited=True).exists()
    assert {each.state for feeder in feeders for each in feeder.berths.all()} == {State.FILLED}
    while matches := list(Match.objects.of(final.pk).filter(state__in=Match.PLAYABLE)):
        award(matches[0], 0, now)
    final.refresh_from_db()
    assert final.state == Competition.State.FINISHED
    assert final.champion.roster.filter(user__isnull=False).count() == 2
    assert sound()


def test_at_the_check_in_those_who_are_awaited_are_taken_to_be_here(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feed(final, source, organiser, now, places=2)
    state.open_check_in(competition_id=final.pk, actor=organiser, now=now)
    draw(competition_id=final.pk, actor=organiser, seed="s", now=now)
    assert final.entries.confirmed().count() == 2
    with pytest.raises(RefusedError):
        feed(a_cup(organiser, now), final, organiser, now, places=99)


def test_who_is_struck_out_at_a_check_in_leaves_no_open_berth(organiser, now) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 3)
    state.open_check_in(competition_id=final.pk, actor=organiser, now=now)
    final.entries.filter(awaited=False).update(checked_in_at=now)
    final.entries.filter(awaited=True).update(checked_in_at=None)
    draw(competition_id=final.pk, actor=organiser, seed="s", now=now)
    assert (berth(feeder, 1).state, berth(feeder, 1).why) == (State.NOBODY, "struck")
    end(source, now)
    assert unsound() == []
    assert not Feeder.objects.filter(is_due=True).exists()
