"""Results and corrections at once: real threads, many rounds in one scene, exactly one effect.

Corrections themselves put a scene back, so a round costs hundredths of a second.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from accounts.common.errors import RefusedError
from tests.games.races import ROUNDS, at_once
from tests.live.processes import KILLED, Process
from tests.tournaments.cups import match_at
from tests.tournaments.dying import at
from tests.tournaments.events import an_event, award, organiser_of, ready
from tournaments.models import AuditEvent, Competition, Match, PlayerResult, PointsEntry, Round
from tournaments.ranking import services as ranking
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_rounds, heal_rankings
from tournaments.verification.competitions import COMPETITION_CHECKS

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
State = Match.State
SECOND = timedelta(seconds=1)
EVERY = 10  # rounds between two looks at everything


def unsound() -> list[str]:
    return [str(violation) for check in COMPETITION_CHECKS for violation in check()]


def rounds(now: datetime) -> Iterator[datetime]:
    """Yield the instants of a number of rounds, with checks in between and at the end."""
    for number in range(ROUNDS):
        yield now + 10 * number * SECOND
        if number % EVERY == 0:
            assert unsound() == []
    heal_rankings()
    assert unsound() == []


def awarding(match: Match, now: datetime, winner: int = 0) -> Callable[[], object]:
    return partial(award, match, winner, now)


def reopening(match: Match, now: datetime) -> Callable[[], object]:
    organiser = organiser_of(match.round.group.stage.competition)
    return partial(
        result_services.reopen_match,
        match_id=match.pk,
        actor=organiser,
        reason="mal anotado",
        now=now,
    )


def refused(results: list[object]) -> list[str]:
    """The codes of what was refused; anything else that went wrong is an error."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, RefusedError):
            raise result
    return sorted(result.code for result in results if isinstance(result, RefusedError))


def entries_at(match: Match) -> list[int | None]:
    return list(match.slots.order_by("side").values_list("entry", flat=True))


def state_of(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_two_semifinals_that_end_at_once_make_one_final_with_both(now: datetime) -> None:
    cup = an_event(now, "single", 4)
    semifinals = [match_at(cup, 1, position) for position in (1, 2)]
    final = match_at(cup, 2, 1)
    for instant in rounds(now):
        assert refused(at_once(*(awarding(match, instant) for match in semifinals))) == []
        assert state_of(final) == State.READY
        assert entries_at(final) == [entries_at(match)[0] for match in semifinals]
        for match in semifinals:
            reopening(match, instant + SECOND)()
        assert state_of(final) == State.PENDING


def test_a_match_decided_twice_at_once_has_one_result(now: datetime) -> None:
    cup = an_event(now, "single", 4)
    match, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    for instant in rounds(now):
        results = at_once(*(awarding(match, instant, winner) for winner in (0, 1)))
        assert refused(results) == ["match-not-open"]
        assert state_of(match) == State.WALKOVER
        assert entries_at(final)[0] == entries_at(match)[match.winner]
        assert match.player_results.standing().count() == 2
        reopening(match, instant + SECOND)()


def test_a_result_reopened_twice_at_once_is_taken_back_once(now: datetime) -> None:
    cup = an_event(now, "single", 4)
    match = match_at(cup, 1, 1)
    for done, instant in enumerate(rounds(now), start=1):
        award(match, 0, instant)
        assert refused(at_once(*[reopening(match, instant + SECOND)] * 2)) == ["no-result"]
        assert (state_of(match), match.reopened) == (State.READY, done)
    assert AuditEvent.objects.filter(act=AuditEvent.Act.REOPEN).count() == ROUNDS


def test_a_semifinal_reopened_while_the_other_ends_leaves_its_place_open(now: datetime) -> None:
    cup = an_event(now, "single", 4)
    first, second = (match_at(cup, 1, position) for position in (1, 2))
    final = match_at(cup, 2, 1)
    for instant in rounds(now):
        award(first, 0, instant)
        results = at_once(reopening(first, instant + SECOND), awarding(second, instant + SECOND))
        assert refused(results) == []
        assert (state_of(final), entries_at(final)) == (
            State.PENDING,
            [None, entries_at(second)[0]],
        )
        reopening(second, instant + 2 * SECOND)()


def test_a_semifinal_reopened_while_the_final_ends_leaves_no_champion(now: datetime) -> None:
    """Either the final is over first and falls, or there is none to win any more."""
    cup = an_event(now, "single", 4)
    first, second = (match_at(cup, 1, position) for position in (1, 2))
    final = match_at(cup, 2, 1)
    award(second, 0, now)
    for instant in rounds(now + SECOND):
        award(first, 0, instant)
        final.refresh_from_db()
        results = at_once(reopening(first, instant + SECOND), awarding(final, instant + SECOND))
        assert set(refused(results)) <= {"match-not-open"}
        assert state_of(final) == State.PENDING
        cup.refresh_from_db()
        assert (cup.state, cup.champion) == (Competition.State.RUNNING, None)


def test_a_result_ranked_while_it_is_taken_back_gives_nothing_in_the_end(now: datetime) -> None:
    cup = an_event(now, "single", 2)
    match = match_at(cup, 1, 1)
    organiser = organiser_of(cup)
    for instant in rounds(now):
        result_services.submit_result(
            match_id=match.pk, games=[(5, 2)], actor=organiser, now=instant
        )
        rank = partial(ranking.rank_match, match_id=match.pk)
        assert refused(at_once(rank, reopening(match, instant + SECOND), rank)) == []
        rank()
        assert {row["total"] for row in PointsEntry.objects.summed()} == {0}


def test_the_last_matches_of_two_groups_that_end_at_once_fill_one_final(now: datetime) -> None:
    event = an_event(now, "groups", 4, group_count=2, qualifiers=1)
    last = ready(event)
    final = Match.objects.of(event.pk).last()
    for instant in rounds(now):
        assert refused(at_once(*(awarding(match, instant) for match in last))) == []
        assert state_of(final) == State.READY
        assert set(entries_at(final)) == {entries_at(match)[0] for match in last}
        assert refused(at_once(*(reopening(match, instant + SECOND) for match in last))) == []
        assert (state_of(final), entries_at(final)) == (State.PENDING, [None, None])


def test_the_last_matches_of_a_round_that_end_at_once_open_one_next_round(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    first = ready(event)
    for instant in rounds(now):
        assert refused(at_once(*(awarding(match, instant) for match in first))) == []
        assert {match.round.number for match in ready(event)} == {2}
        begin_again(event)


def test_the_last_matches_of_a_swiss_round_that_end_at_once_pair_one_next_round(
    now: datetime,
) -> None:
    event = an_event(now, "swiss", 4)
    first = ready(event)
    for instant in rounds(now):
        assert refused(at_once(*(awarding(match, instant) for match in first))) == []
        draw_awaited_rounds()
        paired = Round.objects.filter(group__stage__competition=event)
        assert list(paired.values_list("number", flat=True)) == [1, 2]
        assert len(ready(event)) == 2
        begin_again(event)


def begin_again(event: Competition) -> None:
    """Reset a table to its first round, as drawn."""
    matches = Match.objects.of(event.pk)
    if event.stages.get().format == "swiss":
        Round.objects.filter(group__stage__competition=event, number__gt=1).delete()
    PlayerResult.objects.filter(match__in=matches).delete()
    undecided = {"winner": None, "points_reason": "", "completed_at": None, "awaits_ranking": False}
    matches.filter(round__number=1).update(state=State.READY, **undecided)
    matches.filter(round__number__gt=1).update(state=State.PENDING, **undecided)


class CrashError(Exception):
    """A crash of the process, simulated inside its transaction."""


def crash() -> None:
    raise CrashError


def everything(cup: Competition) -> list[tuple[object, ...]]:
    """All that a result touches."""
    matches = Match.objects.of(cup.pk)
    slots = matches.values_list("pk", "state", "winner", "reopened", "slots", "slots__entry")
    cup.refresh_from_db()
    rows = sorted(slots, key=str)
    return [*rows, (cup.state, cup.champion_id), (AuditEvent.objects.count(),)]


@pytest.mark.parametrize(
    "words",
    [
        'UPDATE "tournaments_match"',
        'INSERT INTO "tournaments_playerresult"',
        'UPDATE "tournaments_matchslot"',
        'INSERT INTO "tournaments_auditevent"',
    ],
)
def test_a_crash_anywhere_between_a_result_and_its_advance_leaves_neither(
    words: str, now: datetime
) -> None:
    cup = an_event(now, "single", 4)
    match, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    before = everything(cup)
    with connection.execute_wrapper(at(words, crash)), pytest.raises(CrashError):
        award(match, 0, now)
    assert everything(cup) == before
    award(match, 0, now)
    assert entries_at(final)[0] == entries_at(match)[0]
    assert unsound() == []


@pytest.mark.parametrize(
    ("words", "entries"),
    [
        ('INSERT INTO "tournaments_revokedresult"', 4),
        ('UPDATE "tournaments_match"', 4),
        ('UPDATE "tournaments_matchslot"', 4),
        ('UPDATE "tournaments_competition"', 2),
        ('INSERT INTO "tournaments_auditevent"', 2),
    ],
)
def test_a_crash_anywhere_in_a_correction_takes_nothing_back(
    words: str, entries: int, now: datetime
) -> None:
    cup = an_event(now, "single", entries)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    before = everything(cup)
    with connection.execute_wrapper(at(words, crash)), pytest.raises(CrashError):
        reopening(match, now + SECOND)()
    assert everything(cup) == before
    reopening(match, now + SECOND)()
    assert state_of(match) == State.READY
    assert unsound() == []


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("award", 'UPDATE "tournaments_matchslot"'),
        ("award", 'INSERT INTO "tournaments_auditevent"'),
        ("reopen", 'UPDATE "tournaments_matchslot"'),
        ("reopen", 'INSERT INTO "tournaments_auditevent"'),
    ],
)
def test_a_process_killed_as_it_writes_leaves_nothing_of_it(
    act: str, words: str, tmp_path: Path, now: datetime
) -> None:
    cup = an_event(now, "single", 4)
    match = match_at(cup, 1, 1)
    if act == "reopen":
        award(match, 0, now)
    before = everything(cup)
    connection.close()
    command = ("-m", "tests.tournaments.dying", words, act, str(match.pk))
    with Process(tmp_path, command) as process:
        assert process.ended() == KILLED, process.output
    assert everything(cup) == before
    {"award": awarding, "reopen": reopening}[act](match, now + SECOND)()
    assert state_of(match) == {"award": State.WALKOVER, "reopen": State.READY}[act]
    heal_rankings()
    assert unsound() == []
