"""For each invariant that `verify` checks, a broken row is seen and named."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db.models import F
from django.utils import timezone

from games.engine import legal_actions, to_token
from games.fair.signatures import public_keys
from games.models import Action, Game, RecordSignature, Seat
from games.play.clock import act_on_timeout
from games.play.judge import pause_for_judge
from games.play.saved_games import resume_table, save_table
from tests.games.tables import a_table, act, fold_to_the_end, state_of
from tests.tournaments.cups import (
    a_card,
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    play_cup,
)
from tests.tournaments.events import an_event, award_all
from tournaments import verification
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    Place,
    PlayerStanding,
    PointsEntry,
    RatingChange,
    Round,
)
from tournaments.tasks import heal_rankings
from tournaments.verification import report, violations

pytestmark = pytest.mark.django_db


def a_played_cup(now: datetime) -> Competition:
    """A finished cup of three, ranked."""
    cup = a_running_cup(an_organiser(), now, entries=3)
    play_cup(cup, now)
    heal_rankings()
    return cup


def named() -> set[str]:
    return {violation.invariant for violation in violations(live=False)}


def test_a_sound_database_is_in_order(now: datetime) -> None:
    a_played_cup(now)
    act(a_table(now), "truco", now)
    call(match_at(a_running_cup(an_organiser(), now), 1, 1), now)
    assert list(violations(live=False)) == []


def test_points_that_begin_again_with_a_leg_are_in_order(now: datetime) -> None:
    """R-S1: the next leg begins at 0."""
    fold_to_the_end(a_table(now, target="5", legs_to_win="2"), now)
    assert list(violations(live=False)) == []


def test_dogs_that_were_thrown_are_no_stray_line(now: datetime) -> None:
    """R-X1: they stand in the log before the hand they are for."""
    game = a_table(now, preset="uruguayo-online", perros="on")
    while not (state := state_of(game)).over:
        legal = {to_token(action) for action in legal_actions(state, state.to_act[0])}
        act(game, "mazo" if "mazo" in legal else min(legal), now)
    act(game, "perros", now, seat=0)
    assert list(violations(live=False)) == []


def lose_a_line() -> None:
    game = Game.objects.filter(status="finished").first()
    Action.objects.filter(game=game, seq=1).delete()


def change_the_stored_score() -> None:
    Game.objects.filter(status="finished").update(score=[1, 2])


def change_the_stored_start() -> None:
    game = Game.objects.filter(status="finished").first()
    Game.objects.filter(pk=game.pk).update(start={**game.start, "score": [0, 0], "mano": 1})


def say_what_is_not_a_word() -> None:
    Action.objects.filter(seq=1).update(token="xyzzy")


def let_two_actions_claim_one_version() -> None:
    Action.objects.filter(seq=2).update(version=1)


def raise_every_version() -> None:
    Game.objects.update(version=F("version") + 1)


def lower_every_version() -> None:
    Game.objects.update(version=F("version") - 1)


def pass_the_target() -> None:
    Game.objects.filter(status="finished").update(score=[6, 0])


def pay_twice() -> None:
    PointsEntry.objects.filter(won=True).update(points=40)


def lose_a_ledger_line() -> None:
    PointsEntry.objects.first().delete()


def reverse_what_stands() -> None:
    line = PointsEntry.objects.filter(won=True).first()
    line.pk, line.reversal, line.points = None, True, -line.points
    line.save()


def lose_the_reason_of_a_result() -> None:
    decided = Match.objects.filter(state=Match.State.COMPLETED)
    decided.update(state=Match.State.BYE, points_reason="")


def count_a_result_that_was_not_taken_back() -> None:
    Match.objects.filter(state=Match.State.COMPLETED).update(reopened=1)


def rate_by_a_result_that_gives_nothing() -> None:
    decided = Match.objects.filter(state=Match.State.COMPLETED)
    decided.update(points_reason="shared-ip")


def raise_somebody_on_the_leaderboard() -> None:
    PlayerStanding.objects.update(points=F("points") + 1)


def raise_a_rating() -> None:
    PlayerStanding.objects.update(mu=F("mu") + 0.5)


def change_the_history_of_a_rating() -> None:
    RatingChange.objects.update(sigma=1.0)


def put_the_loser_into_the_final() -> None:
    slot = MatchSlot.objects.get(source__state=Match.State.COMPLETED)
    loser = slot.source.slots.exclude(side=slot.source.winner).get()
    MatchSlot.objects.filter(pk=slot.pk).update(entry=loser.entry)


def crown_somebody_else() -> None:
    cup = Competition.objects.get()
    other = cup.entries.exclude(pk=cup.champion_id).first()
    Competition.objects.update(champion=other)


def turn_a_result_round() -> None:
    final = Match.objects.last()
    Match.objects.filter(pk=final.pk).update(winner=1 - final.winner)


def lower_the_cap() -> None:
    Competition.objects.update(cap=2)


def lend_a_place() -> None:
    cup = Competition.objects.get()
    cup.pk = None
    cup.state, cup.champion = Competition.State.DRAFT, None
    cup.save()
    Entry.objects.filter(seed=1).update(place=Place.objects.create(competition=cup, number=1))


def open_another_seed() -> None:
    Game.objects.update(revealed_seed="00" * 32)


def keep_a_seed_closed() -> None:
    Game.objects.update(status="annulled", winner=None, revealed_seed="")


def change_an_opened_corte() -> None:
    Seat.objects.filter(number=0).update(corte_hash="00" * 32, contribution="11" * 32)


def lose_a_signature() -> None:
    RecordSignature.objects.all()[0].delete()


def change_what_was_signed() -> None:
    Game.objects.filter(status="finished").update(started_at=timezone.now() - timedelta(days=900))


def forge_a_signature() -> None:
    RecordSignature.objects.update(signature="00" * 64)


def leave_a_deadline_behind() -> None:
    Game.objects.update(act_by=timezone.now())


@pytest.mark.parametrize(
    ("invariant", "damage"),
    [
        ("I2", lose_a_line),
        ("I2", change_the_stored_score),
        ("I2", change_the_stored_start),
        ("I2", say_what_is_not_a_word),
        ("I3", let_two_actions_claim_one_version),
        ("I3", raise_every_version),
        ("I3", lower_every_version),
        ("I5", pass_the_target),
        ("I8", pay_twice),
        ("I8", lose_a_ledger_line),
        ("I8", reverse_what_stands),
        ("I8", lose_the_reason_of_a_result),
        ("I8", count_a_result_that_was_not_taken_back),
        ("I8", rate_by_a_result_that_gives_nothing),
        ("I8", raise_somebody_on_the_leaderboard),
        ("I8", raise_a_rating),
        ("I8", change_the_history_of_a_rating),
        ("I9", put_the_loser_into_the_final),
        ("I9", crown_somebody_else),
        ("I9", turn_a_result_round),
        ("I10", lower_the_cap),
        ("I10", lend_a_place),
        ("I12", open_another_seed),
        ("I12", keep_a_seed_closed),
        ("I12", change_an_opened_corte),
        ("I12", lose_a_signature),
        ("I12", change_what_was_signed),
        ("I12", forge_a_signature),
        ("I13", leave_a_deadline_behind),
    ],
)
def test_damage_is_seen_and_named(
    invariant: str, damage: Callable[[], None], now: datetime
) -> None:
    a_played_cup(now)
    assert named() == set()
    damage()
    assert invariant in named()


def test_a_record_is_signed_with_a_key_of_the_site_today_or_of_before(now, settings) -> None:
    a_played_cup(now)
    old = public_keys()[0]
    settings.RECORD_KEYS = ["11" * 32, f"pub:{old}"]
    assert named() == set()
    settings.RECORD_KEYS = ["11" * 32]
    assert named() == {"I12"}


def test_an_open_game_whose_key_is_gone_is_named(now: datetime, settings) -> None:
    a_played_cup(now)
    a_friendly_table(now)
    settings.DEAL_KEYS = [Fernet.generate_key().decode()]
    lost = [violation for violation in violations(live=False) if "DEAL_KEYS" in violation.what]
    assert {violation.invariant for violation in lost} == named() == {"I2", "I12"}
    assert len({violation.row for violation in lost}) == 1


def test_a_card_that_was_not_held_is_seen(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    state = state_of(game)
    act(game, a_card(state), now)
    foreign = a_card(state_of(game))
    assert state_of(game).to_act != state.to_act
    Action.objects.filter(game=game, seq=1).update(token=foreign)
    assert "I4" in named()


def a_competitive_table(now: datetime) -> Game:
    game = a_table(now, competitive=True)
    act(game, "truco", now)
    return game


def a_friendly_table(now: datetime) -> Game:
    game = a_table(now)
    act(game, "truco", now)
    return game


def a_dealt_table(now: datetime) -> Game:
    """One whose second hand has no line yet."""
    game = a_table(now, competitive=True)
    act(game, "mazo", now)
    game.refresh_from_db()
    assert act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    assert state_of(game).start.number == 2
    return game


def a_judged_table(now: datetime) -> Game:
    game = a_competitive_table(now)
    pause_for_judge(game_id=game.pk, now=now)
    return game


def a_saved_table(now: datetime) -> Game:
    game = a_friendly_table(now)
    save_table(game_id=game.pk, now=now)
    return game


def a_table_gone_on_with(now: datetime) -> Game:
    game = a_saved_table(now)
    for seat in range(2):
        resume_table(game_id=game.pk, seat=seat, without_others=False, now=now)
    act(game, "quiero", now)
    return game


@pytest.mark.parametrize(
    ("table", "steps"),
    [
        (a_competitive_table, 1),
        (a_friendly_table, 1),
        (a_dealt_table, 1),
        (a_dealt_table, -1),
        (a_judged_table, 2),
        (a_saved_table, -1),
        (a_table_gone_on_with, 1),
    ],
)
def test_a_version_its_log_does_not_lead_to_is_seen(
    table: Callable[[datetime], Game], steps: int, now: datetime
) -> None:
    game = table(now)
    assert "I3" not in named()
    Game.objects.filter(pk=game.pk).update(version=F("version") + steps)
    assert "I3" in named()


def test_a_deadline_missed_while_the_server_runs_is_seen(now: datetime) -> None:
    a_table(now)
    assert list(violations(live=False)) == []
    assert [violation.invariant for violation in violations(live=True)] == ["I13"]


@pytest.mark.feature("Operation", "`manage.py verify` names violated invariants")
def test_the_command_names_what_is_wrong_and_fails(now: datetime) -> None:
    a_played_cup(now)
    told = StringIO()
    call_command("verify", stdout=told)
    assert told.getvalue() == "2 games, 3 matches: in order\n"
    PlayerStanding.objects.filter(points=20).update(points=21)
    told = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=told)
    assert ended.value.code == 1
    assert told.getvalue().startswith("I8 tournaments.playerstanding ")


def test_a_long_verification_says_how_far_it_is(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_played_cup(now)
    monkeypatch.setattr(report, "QUIET", -1)
    progress = StringIO()
    call_command("verify", stdout=StringIO(), stderr=progress)
    lines = progress.getvalue().splitlines()
    assert lines[0] == f"verifying: games, 1 of {Game.objects.latest('pk').pk}"
    count = len(verification.CHECKS)
    assert lines[-1].endswith(f", {count} of {count} checks")


def test_an_empty_database_is_in_order(now: datetime) -> None:
    a_cup(an_organiser(), now)
    assert list(violations(live=False)) == []


def a_played_event(format_: str, now: datetime) -> Competition:
    event = an_event(now, format_, 6)
    award_all(event, now)
    assert named() == set()
    return event


def skip_a_round(event: Competition) -> None:
    Round.objects.filter(group__stage__competition=event, number=2).update(number=99)


def let_a_pair_meet_twice(event: Competition) -> None:
    first, other = Round.objects.filter(group__stage__competition=event).order_by("number")[:2]
    met = first.matches.first().slots.values_list("entry", flat=True)
    other.matches.all().delete()
    match = Match.objects.create(
        round=other,
        state=Match.State.DOUBLE_WALKOVER,
        points_reason="walkover",
        completed_at=event.created_at,
    )
    for side, entry in enumerate(met):
        MatchSlot.objects.create(match=match, round=other, side=side, entry_id=entry)


def send_the_third_of_a_group_on(event: Competition) -> None:
    slot = event.stages.get(number=2).slots.first()
    out = event.entries.filter(stage_slots__group=slot.source_group)
    last = out.exclude(pk__in=slot.stage.slots.values("entry")).first()
    MatchSlot.objects.filter(seed=slot).update(entry=last)
    type(slot).objects.filter(pk=slot.pk).update(entry=last)


def send_somebody_else_from_a_seed(event: Competition) -> None:
    slot = MatchSlot.objects.filter(seed__source_group__isnull=False).first()
    out = event.entries.exclude(pk__in=slot.seed.stage.slots.values("entry")).first()
    MatchSlot.objects.filter(pk=slot.pk).update(entry=out)


def let_a_stranger_play(event: Competition) -> None:
    event.stages.get().slots.filter(number=1).delete()


def play_the_second_grand_final_in_vain(event: Competition) -> None:
    reset = Match.objects.of(event.pk).get(round__part="final", round__number=2)
    first = event.entries.get(seed=1)
    reset.slots.filter(side=1).update(entry=first, bye=False)


def crown_the_last(event: Competition) -> None:
    Competition.objects.filter(pk=event.pk).update(champion=event.entries.get(seed=6))


@pytest.mark.parametrize(
    ("format_", "damage"),
    [
        ("league", skip_a_round),
        ("league", let_a_pair_meet_twice),
        ("swiss", let_a_pair_meet_twice),
        ("swiss", let_a_stranger_play),
        ("groups", send_the_third_of_a_group_on),
        ("groups", send_somebody_else_from_a_seed),
        ("double", play_the_second_grand_final_in_vain),
        ("swiss", crown_the_last),
        ("groups", crown_the_last),
    ],
)
def test_a_stage_that_is_not_what_its_results_say_is_seen(
    format_: str, damage: Callable[[Competition], None], now: datetime
) -> None:
    event = a_played_event(format_, now)
    damage(event)
    assert "I9" in named()


def test_a_round_that_began_before_the_one_before_it_was_over_is_seen(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    Match.objects.of(event.pk).filter(round__number=2).update(state=Match.State.READY)
    assert "I9" in named()


def test_a_round_that_did_not_begin_and_a_cup_that_did_not_end_are_seen(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    matches = Match.objects.of(event.pk)
    matches.update(state=Match.State.PENDING)
    decided = {"state": Match.State.DOUBLE_WALKOVER, "points_reason": "walkover"}
    matches.filter(round__number=1).update(**decided, completed_at=now)
    assert "I9" in named()
    matches.update(**decided, completed_at=now)
    whats = [violation.what for violation in violations(live=False)]
    assert whats == ["it is not over and has nothing to play"]
