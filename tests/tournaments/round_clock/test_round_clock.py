"""The clock of a timed round: permissions, repeated and late actions, pauses and outages."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.models import Game, Heartbeat
from games.play import outages
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, call, everybody_sits, match_at
from tests.tournaments.timed import LENGTH, a_timed_cup, clock_of
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Match, Round, RoundClock
from tournaments.round_clock import services as round_clock
from tournaments.tasks import call_ready_matches, ring_bell, ring_bells
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]
MINUTE = timedelta(minutes=1)
Act = AuditEvent.Act


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """Four with real cards, in timed rounds."""
    return a_timed_cup(organiser, now, with_cards=True)


@pytest.fixture
def first(cup: Competition) -> Match:
    return match_at(cup, 1, 1)


def start(match: Match, actor: User, now: datetime) -> RoundClock:
    return round_clock.start_clock(round_id=match.round_id, actor=actor, now=now)


def refusal(service, match: Match, actor: User, now: datetime, **more: object) -> str:
    before = AuditEvent.objects.count(), list(RoundClock.objects.values())
    with pytest.raises(RefusedError) as refused:
        service(round_id=match.round_id, actor=actor, now=now, **more)
    assert before == (AuditEvent.objects.count(), list(RoundClock.objects.values()))
    return refused.value.code


def test_an_organiser_starts_the_clock_of_all_matches_of_a_round(
    first: Match, cup: Competition, organiser: User, now: datetime
) -> None:
    clock = start(first, organiser, now)
    assert (clock.bell_at, clock.left) == (now + LENGTH, None)
    assert clock_of(match_at(cup, 1, 2)) == clock
    assert not RoundClock.objects.of(match_at(cup, 2, 1).round).exists()
    event = AuditEvent.objects.get(act=Act.START_CLOCK)
    assert (event.actor, event.after["round"], event.after["left"]) == (organiser, 1, 45 * 60)


def test_the_groups_of_a_stage_share_the_clock_of_a_round(organiser: User, now: datetime) -> None:
    shape = FormatOptions(format="groups", group_count=2)
    cup = a_timed_cup(organiser, now, entries=8, with_cards=True, shape=shape, cap=8)
    rounds = Round.objects.filter(group__stage__competition=cup, number=1, part="main")
    one, other = rounds.filter(group__stage__number=1)
    round_clock.start_clock(round_id=one.pk, actor=organiser, now=now)
    with pytest.raises(RefusedError, match="clock-started"):
        round_clock.start_clock(round_id=other.pk, actor=organiser, now=now)


def test_a_clock_is_started_once_by_who_may_and_where_one_runs(
    first: Match, cup: Competition, organiser: User, now: datetime
) -> None:
    assert refusal(round_clock.start_clock, first, a_person(), now) == "not-organiser"
    final = match_at(cup, 2, 1)
    assert refusal(round_clock.start_clock, final, organiser, now) == "round-not-open"
    start(first, organiser, now)
    assert refusal(round_clock.start_clock, first, organiser, now) == "clock-started"
    other = an_organiser()
    plain = match_at(a_running_cup(other, now), 1, 1)
    assert refusal(round_clock.start_clock, plain, other, now) == "no-clock"
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, now=now, reason="llueve")
    assert refusal(round_clock.pause_clock, first, organiser, now) == "wrong-state"


def test_a_paused_clock_keeps_what_is_left(first: Match, organiser: User, now: datetime) -> None:
    act = {"round_id": first.round_id, "actor": organiser}
    start(first, organiser, now)
    round_clock.pause_clock(**act, now=now + 5 * MINUTE)
    clock = clock_of(first)
    assert (clock.bell_at, clock.left) == (None, 40 * MINUTE)
    assert not clock.has_rung(now + timedelta(days=1))
    assert refusal(round_clock.pause_clock, first, organiser, now) == "clock-not-running"
    round_clock.resume_clock(**act, now=now + 60 * MINUTE)
    clock = clock_of(first)
    assert (clock.bell_at, clock.left) == (now + 100 * MINUTE, None)
    assert refusal(round_clock.resume_clock, first, organiser, now) == "clock-not-paused"
    acts = list(AuditEvent.objects.order_by("pk").values_list("act", flat=True))[-3:]
    assert acts == [Act.START_CLOCK, Act.PAUSE_CLOCK, Act.RESUME_CLOCK]


@pytest.mark.parametrize("service", [round_clock.pause_clock, round_clock.resume_clock])
def test_a_clock_that_was_not_started_neither_stops_nor_goes_on(
    service, first: Match, organiser: User, now: datetime
) -> None:
    assert refusal(service, first, organiser, now) == "clock-not-running"


def test_time_is_added_while_it_runs_while_it_is_paused_and_after_the_bell(
    first: Match, organiser: User, now: datetime
) -> None:
    act = {"round_id": first.round_id, "actor": organiser}
    start(first, organiser, now)
    round_clock.add_time(**act, minutes=5, now=now)
    assert clock_of(first).bell_at == now + LENGTH + 5 * MINUTE
    round_clock.pause_clock(**act, now=now + 49 * MINUTE)
    round_clock.add_time(**act, minutes=1, now=now + 50 * MINUTE)
    assert clock_of(first).left == 2 * MINUTE
    round_clock.resume_clock(**act, now=now + 50 * MINUTE)
    rung = now + 55 * MINUTE
    assert refusal(round_clock.pause_clock, first, organiser, rung) == "clock-not-running"
    round_clock.add_time(**act, minutes=5, now=rung)
    clock = clock_of(first)
    assert (clock.bell_at, clock.rang_at) == (rung + 5 * MINUTE, now + 52 * MINUTE)
    assert AuditEvent.objects.filter(act=Act.ADD_TIME).latest("pk").after["minutes"] == 5


@pytest.mark.parametrize("minutes", [0, -5, 61])
def test_odd_amounts_of_time_are_refused(
    minutes: int, first: Match, organiser: User, now: datetime
) -> None:
    start(first, organiser, now)
    assert refusal(round_clock.add_time, first, organiser, now, minutes=minutes) == "bad-minutes"


def test_the_bell_is_told_once_early_never_and_again_after_more_time(
    first: Match, organiser: User, now: datetime
) -> None:
    clock = start(first, organiser, now)
    ring = {"clock_id": clock.pk}
    assert not round_clock.notify_round_time_up(
        **ring, now=now + LENGTH - timedelta(milliseconds=1)
    )
    assert round_clock.notify_round_time_up(**ring, now=now + LENGTH)
    assert not round_clock.notify_round_time_up(**ring, now=now + LENGTH)
    late = now + LENGTH + MINUTE
    round_clock.add_time(round_id=first.round_id, minutes=5, actor=organiser, now=late)
    assert not round_clock.notify_round_time_up(**ring, now=late)
    assert round_clock.notify_round_time_up(**ring, now=late + 5 * MINUTE)
    assert clock_of(first).rang_at == now + LENGTH


def test_alarm_and_sweep_ring_what_is_due(first: Match, organiser: User, now: datetime) -> None:
    clock = start(first, organiser, now - LENGTH)  # long ago by the clock on the wall
    RoundClock.objects.update(bell_at=datetime(2020, 1, 1, tzinfo=now.tzinfo))
    ring_bell(clock.pk)
    rang = RoundClock.objects.get().told_at
    assert rang is not None
    ring_bells()
    assert RoundClock.objects.get().told_at == rang


@pytest.mark.feature("Competitions", "The round clock starts once a round at tables is called")
def test_on_screen_the_clock_starts_once_the_whole_round_is_called(
    organiser: User, now: datetime
) -> None:
    cup = a_timed_cup(organiser, now)
    first, other = match_at(cup, 1, 1), match_at(cup, 1, 2)
    call(first, now)
    assert round_clock.rounds_to_start() == [first.round_id]
    assert not round_clock.start_if_called(round_id=first.round_id, now=now)
    call(other, now)
    assert round_clock.start_if_called(round_id=first.round_id, now=now)
    assert not round_clock.start_if_called(round_id=first.round_id, now=now)
    bells = Game.objects.values_list("bell_at", flat=True)
    assert set(bells) == {clock_of(first).bell_at} == {now + LENGTH}
    assert round_clock.rounds_to_start() == []
    assert not list(violations(live=False))


def test_the_sweep_that_calls_a_round_starts_its_clock(organiser: User, now: datetime) -> None:
    cup = a_timed_cup(organiser, now)
    call_ready_matches()
    call_ready_matches()
    assert clock_of(match_at(cup, 1, 1)).bell_at is not None


def test_who_is_called_before_the_hour_has_the_time_from_that_hour_on(
    organiser: User, now: datetime
) -> None:
    hour = now + 30 * MINUTE
    cup = a_timed_cup(organiser, now, entries=2, starts_at=hour)
    only = match_at(cup, 1, 1)
    call(only, now)
    round_clock.start_if_called(round_id=only.round_id, now=now)
    assert clock_of(only).bell_at == hour + LENGTH


def test_with_real_cards_the_clock_waits_for_its_organiser(
    first: Match, organiser: User, now: datetime
) -> None:
    call_ready_matches()
    first.refresh_from_db()
    assert first.state == Match.State.CALLED
    assert not RoundClock.objects.exists()


def test_a_table_that_opens_later_has_the_bell_of_its_round(organiser: User, now: datetime) -> None:
    cup = a_timed_cup(organiser, now)
    first, other = match_at(cup, 1, 1), match_at(cup, 1, 2)
    one = call(first, now)
    clock = start(first, organiser, now)
    two = call(other, now + MINUTE)
    one.refresh_from_db()
    assert one.bell_at == two.bell_at == clock.bell_at
    round_clock.pause_clock(round_id=first.round_id, actor=organiser, now=now + 2 * MINUTE)
    for game in (one, two):
        game.refresh_from_db()
        assert (game.bell_at, game.bell_left) == (None, 43 * MINUTE)


@pytest.mark.feature("Competitions", "An outage moves the bell")
def test_an_outage_moves_the_bell_by_its_length(organiser: User, now: datetime) -> None:
    cup = a_timed_cup(organiser, now, entries=2)
    only = match_at(cup, 1, 1)
    call(only, now)
    game = everybody_sits(only, now)
    start(only, organiser, now)
    Heartbeat.objects.update_or_create(name=outages.CLOCK, defaults={"at": now + 40 * MINUTE})
    assert outages.credit_outage(now=now + 60 * MINUTE)
    game.refresh_from_db()
    assert clock_of(only).bell_at == game.bell_at == now + LENGTH + 20 * MINUTE


def test_a_bell_that_rang_before_the_outage_stays(
    first: Match, organiser: User, now: datetime
) -> None:
    start(first, organiser, now)
    Heartbeat.objects.update_or_create(name=outages.CLOCK, defaults={"at": now + 46 * MINUTE})
    assert outages.credit_outage(now=now + 60 * MINUTE)
    assert clock_of(first).bell_at == now + LENGTH


def test_a_draw_that_is_undone_takes_its_clocks_along(
    first: Match, cup: Competition, organiser: User, now: datetime
) -> None:
    start(first, organiser, now)
    draw.undo_draw(competition_id=cup.pk, actor=organiser, reason="faltaba uno", now=now)
    assert not RoundClock.objects.exists()
