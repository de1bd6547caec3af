"""Rows of the grid: filled in once, typed over while nothing leans on them, nothing overwritten."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, match_at, play_match
from tests.tournaments.soundness import sound
from tournaments.formats.options import FormatOptions
from tournaments.judging.officials import appoint_official
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Match, Official, ResultSubmission, Slip
from tournaments.results.services import reopen_match, save_row
from tournaments.slips import services as slips
from tournaments.slips.services import code_of
from tournaments.tasks import draw_awaited_rounds, heal_rankings

pytestmark = pytest.mark.django_db
FIRST, SECOND = [(5, 2)], [(3, 5)]
LATER = timedelta(minutes=1)


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_running_cup(organiser, now, with_cards=True)


def a_scorer(cup: Competition, organiser: User, now: datetime) -> User:
    scorer = a_person()
    role = Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    return scorer


def save(match: Match, actor: User, now: datetime, games=FIRST, seen: int = 0) -> ResultSubmission:
    written = save_row(match_id=match.pk, games=games, seen=seen, actor=actor, now=now)
    match.refresh_from_db()
    return written


def refusal(match: Match, actor: User, now: datetime, games=FIRST, seen: int = 0) -> str:
    rows = ResultSubmission.objects.count(), AuditEvent.objects.count()
    with pytest.raises(RefusedError) as refused:
        save(match, actor, now, games, seen)
    assert rows == (ResultSubmission.objects.count(), AuditEvent.objects.count())
    return refused.value.code


def swiss(organiser: User, now: datetime) -> Competition:
    shape = FormatOptions(format="swiss", swiss_rounds=3)
    return a_running_cup(organiser, now, with_cards=True, shape=shape)


def test_a_row_is_filled_in_and_the_same_again_is_no_news(cup, organiser, now) -> None:
    match, scorer = match_at(cup, 1, 1), a_scorer(cup, organiser, now)
    first = save(match, scorer, now)
    assert save(match, organiser, now + LATER) == first
    assert save(match, scorer, now + LATER, seen=first.pk) == first
    assert (match.state, match.winner, match.reopened) == ("completed", 0, 0)


@pytest.mark.feature("Real cards", "Two scorers never overwrite each other unawares")
def test_what_somebody_else_wrote_is_not_overwritten_unseen(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    save(match, a_scorer(cup, organiser, now), now)
    assert refusal(match, organiser, now, SECOND) == "saved-meanwhile"
    assert ResultSubmission.objects.get().chicos == [[[5, 2]]]


@pytest.mark.parametrize("is_old", [False, True])
def test_who_types_again_from_an_old_page_corrects_their_own(cup, organiser, now, is_old) -> None:
    match, scorer = match_at(cup, 1, 1), a_scorer(cup, organiser, now)
    wrong = save(match, scorer, now)
    seen = wrong.pk if is_old else 0
    right = save(match, scorer, now + LATER, SECOND, seen=wrong.pk)
    assert save(match, scorer, now + LATER, SECOND, seen=seen) == right
    save(match, scorer, now + LATER, [(5, 4)], seen=seen)
    assert match.submissions.standing().get().chicos == [[[5, 4]]]
    assert (match.winner, match.reopened) == (0, 2)


def test_what_a_slip_said_is_not_the_word_of_who_took_it(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    save(match, organiser, now)
    ResultSubmission.objects.update(slip_of="Ana y Beto")
    assert refusal(match, organiser, now, SECOND) == "saved-meanwhile"


def claim_of(match: Match, organiser: User, now: datetime, *said: list[tuple[int, int]]) -> None:
    """The sides of a match say by their slips how it ended, the first one first."""
    slips.make_slips(competition_id=match.competition.pk, actor=organiser, now=now)
    nonce = Slip.objects.get(match=match).nonce
    for side, games in enumerate(said):
        slips.claim(code=code_of(nonce, side), games=games, now=now)


@pytest.mark.feature("Real cards", "A result that contradicts a slip is asked about")
def test_a_result_that_a_slip_denies_is_asked_about_first(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    claim_of(match, organiser, now, [(5, 4)])
    assert refusal(match, organiser, now, [(4, 3)]) == "impossible-score"
    assert refusal(match, a_person(), now, FIRST) == "not-scorer"
    assert refusal(match, organiser, now, FIRST) == "slip-differs"
    terms = {"match_id": match.pk, "seen": 0, "actor": organiser, "now": now, "reason": "x"}
    with pytest.raises(RefusedError, match="slip-differs"):  # it was asked about another one
        save_row(games=SECOND, against=FIRST, **terms)
    assert save_row(games=FIRST, against=FIRST, **terms).in_order == FIRST


@pytest.mark.parametrize("said", [[[(5, 4)]], [[(5, 1)], [(5, 4)]]])
def test_a_result_that_one_of_the_slips_says_is_written(cup, organiser, now, said) -> None:
    match = match_at(cup, 1, 1)
    claim_of(match, organiser, now, *said)
    save(match, organiser, now, [(5, 4)])
    assert match.winner == 0


@pytest.mark.feature("Real cards", "A result without consequences is typed over")
def test_typing_over_takes_the_result_back_and_both_are_in_the_log(cup, organiser, now) -> None:
    match, scorer = match_at(cup, 1, 1), a_scorer(cup, organiser, now)
    wrong = save(match, scorer, now)
    right = save(match, scorer, now + LATER, SECOND, seen=wrong.pk)
    assert (match.winner, match.reopened, right.number) == (1, 1, 1)
    assert set(match.audit.values_list("reason", flat=True)) == {""}  # nobody typed one
    acts = list(match.audit.order_by("pk").values_list("act", "actor"))
    assert acts == [
        ("submit-result", scorer.pk),
        ("reopen", scorer.pk),
        ("submit-result", scorer.pk),
    ]
    assert match.feeds.get().entry_id == match.slots.get(side=1).entry_id
    heal_rankings()
    assert sound()


def test_what_was_typed_over_cannot_be_typed_over_again_from_an_old_page(
    cup, organiser, now
) -> None:
    match = match_at(cup, 1, 1)
    wrong = save(match, organiser, now)
    save(match, a_scorer(cup, organiser, now), now, SECOND, seen=wrong.pk)
    assert refusal(match, organiser, now, [(5, 1)], seen=wrong.pk) == "saved-meanwhile"


def test_another_winner_of_a_called_match_is_seen_before_it_falls(cup, organiser, now) -> None:
    match, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    wrong = save(match, organiser, now)
    save(match_at(cup, 1, 2), organiser, now)
    matches.call_match(match_id=final.pk, now=now)
    assert refusal(match, organiser, now, SECOND, seen=wrong.pk) == "has-consequences"


def test_other_points_for_the_same_winner_leave_the_bracket_as_it_is(cup, organiser, now) -> None:
    match, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    wrong = save(match, organiser, now)
    save(match_at(cup, 1, 2), organiser, now)
    matches.call_match(match_id=final.pk, now=now)
    held = list(final.slots.order_by("side").values_list("entry", flat=True))
    save(match, organiser, now + LATER, [(5, 4)], seen=wrong.pk)
    final.refresh_from_db()
    assert final.state == Match.State.CALLED
    assert list(final.slots.order_by("side").values_list("entry", flat=True)) == held
    heal_rankings()
    assert sound()


def test_a_round_that_was_paired_by_a_result_is_seen_first(organiser, now) -> None:
    event = swiss(organiser, now)
    first, second = match_at(event, 1, 1), match_at(event, 1, 2)
    wrong = save(first, organiser, now)
    right = save(first, organiser, now + LATER, SECOND, seen=wrong.pk)  # the round is still open
    save(second, organiser, now)
    draw_awaited_rounds()
    assert refusal(first, organiser, now, FIRST, seen=right.pk) == "has-consequences"


def test_other_points_for_the_same_winner_leave_paired_rounds_as_they_are(organiser, now) -> None:
    event = swiss(organiser, now)
    first, second = match_at(event, 1, 1), match_at(event, 1, 2)
    wrong = save(first, organiser, now)
    save(second, organiser, now)
    draw_awaited_rounds()
    later = Match.objects.of(event.pk).filter(round__number=2).order_by("pk", "slots__side")
    drawn = list(later.values_list("pk", "state", "slots__entry"))
    save(first, a_scorer(event, organiser, now), now + LATER, [(5, 4)], seen=wrong.pk)
    draw_awaited_rounds()
    assert list(later.values_list("pk", "state", "slots__entry")) == drawn
    assert first.submissions.standing().get().chicos == [[[5, 4]]]
    heal_rankings()
    assert sound()


def test_the_end_of_a_cup_is_not_typed_over(cup, organiser, now) -> None:
    scorer = a_scorer(cup, organiser, now)
    for number in (1, 2):
        save(match_at(cup, 1, number), organiser, now)
    final = match_at(cup, 2, 1)
    last = save(final, organiser, now)
    assert save(final, organiser, now) == last
    assert refusal(final, organiser, now, SECOND, seen=last.pk) == "has-consequences"
    assert refusal(final, scorer, now, SECOND, seen=last.pk) == "wrong-state"


@pytest.mark.parametrize("seen", [False, True])
def test_strangers_and_points_that_cannot_be_are_refused(cup, organiser, now, seen: bool) -> None:
    match = match_at(cup, 1, 1)
    known = save(match, organiser, now).pk if seen else 0
    assert refusal(match, a_person(), now, SECOND, seen=known) == "not-scorer"
    assert refusal(match, organiser, now, [(6, 2)], seen=known) == "impossible-score"
    assert refusal(match, organiser, now, [(5, 2), (5, 1)], seen=known) == "game-after-the-end"


def test_a_result_that_was_taken_back_meanwhile_is_not_typed_over(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    wrong = save(match, organiser, now)
    reopen_match(match_id=match.pk, actor=organiser, reason="se juega", now=now)
    assert refusal(match, organiser, now, SECOND, seen=wrong.pk) == "saved-meanwhile"


def test_a_scorer_writes_nothing_where_the_tables_are_on_the_site(organiser, now) -> None:
    event = a_running_cup(organiser, now)
    match, scorer = match_at(event, 1, 1), a_scorer(event, organiser, now)
    assert refusal(match, scorer, now) == "not-scorer"
    play_match(match, 0, now)
    assert refusal(match, organiser, now, SECOND) == "match-not-open"


def test_nothing_is_written_while_a_cup_is_cancelled(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, reason="lluvia", now=now)
    assert refusal(match, organiser, now) == "wrong-state"
