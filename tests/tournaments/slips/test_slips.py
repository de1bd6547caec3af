"""Slips: codes of each side, results on which both agree, and disputes where they do not."""

import re
from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.common.notification_types import JUDGE
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, match_at
from tests.tournaments.soundness import sound
from tournaments.draw.services import undo_draw
from tournaments.models import (
    AuditEvent,
    Competition,
    Dispute,
    Match,
    ResultSubmission,
    Slip,
    SlipClaim,
)
from tournaments.results.services import correct_result, reopen_match, submit_result
from tournaments.slips import services as slips
from tournaments.slips.services import LETTERS, code_of, format_code, key_of, normalize_code
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db
FIRST, SECOND = [(5, 2)], [(3, 5)]


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    cup = a_running_cup(organiser, now, with_cards=True)
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    return cup


def codes(match: Match) -> tuple[str, str]:
    slip = Slip.objects.valid().get(match=match)
    return code_of(slip.nonce, 0), code_of(slip.nonce, 1)


def refusal(code: str, now: datetime, games=FIRST) -> str:
    rows = SlipClaim.objects.count(), AuditEvent.objects.count()
    with pytest.raises(RefusedError) as refused:
        slips.claim(code=code, games=games, now=now)
    assert rows == (SlipClaim.objects.count(), AuditEvent.objects.count())
    return refused.value.code


def test_a_code_has_forty_four_bits_of_letters_that_nobody_mistakes(cup) -> None:
    for slip in Slip.objects.all():
        for side in (0, 1):
            assert re.fullmatch(rf"[{LETTERS}]{{9}}", code_of(slip.nonce, side))
    assert len(LETTERS) ** 9 > 2**40
    assert not set(LETTERS) & set("01ILOU")
    code = codes(match_at(cup, 1, 1))[0]
    assert normalize_code(f" {format_code(code).lower()} ") == code


def test_what_is_stored_gives_no_code_away(cup, settings) -> None:
    match = match_at(cup, 1, 1)
    slip, held = Slip.objects.get(match=match), codes(match)
    stored = {str(value) for value in Slip.objects.filter(pk=slip.pk).values().get().values()}
    assert not stored & set(held)
    settings.SECRET_KEY = "another"
    assert not set(held) & set(codes(match))
    assert key_of(held[0]) != slip.first_key


def test_codes_follow_the_secret_of_the_site(cup, organiser, now, settings) -> None:
    settings.SECRET_KEY = "another"
    code = codes(match_at(cup, 1, 1))[0]
    assert refusal(code, now) == "bad-slip"
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    assert slips.claim(code=code, games=FIRST, now=now) is None


def test_a_slip_is_made_once_and_by_organisers(cup, organiser, now) -> None:
    before = set(Slip.objects.values_list("pk", flat=True))
    assert slips.make_slips(competition_id=cup.pk, actor=organiser, now=now) == 0
    assert set(Slip.objects.values_list("pk", flat=True)) == before
    assert len(before) == 2
    with pytest.raises(RefusedError, match="not-organiser"):
        slips.make_slips(competition_id=cup.pk, actor=a_person(), now=now)


@pytest.mark.feature("Real cards", "A result stands once both slips say the same")
def test_a_result_stands_once_both_say_the_same(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    first, second = codes(match)
    assert slips.claim(code=first, games=FIRST, now=now) is None
    assert slips.claim(code=first, games=FIRST, now=now) is None  # a retry
    match.refresh_from_db()
    assert match.state in ("ready", "called")
    written = slips.claim(code=second, games=FIRST, now=now)
    match.refresh_from_db()
    assert (match.state, match.winner, written.role) == ("completed", 0, "slip")
    told = list(match.audit.order_by("pk").values_list("act", "slip_of", "actor"))
    entries = [str(slot.entry) for slot in match.slots.order_by("side")]
    assert told == [
        ("claim", entries[0], organiser.pk),
        ("claim", entries[1], organiser.pk),
        ("submit-result", entries[1], organiser.pk),
    ]
    heal_rankings()
    assert sound()


@pytest.mark.feature("Real cards", "Slips that differ call the judge")
def test_who_does_not_agree_calls_the_judge_once(cup, now) -> None:
    match = match_at(cup, 1, 1)
    first, second = codes(match)
    slips.claim(code=first, games=FIRST, now=now)
    slips.claim(code=second, games=SECOND, now=now)
    slips.claim(code=second, games=[(4, 5)], now=now)
    dispute = Dispute.objects.get()
    assert dispute.is_open
    assert "5–2" in dispute.text
    assert "3–5" in dispute.text
    assert not ResultSubmission.objects.exists()


def test_who_was_wrong_says_the_other_and_the_dispute_is_void(cup, now) -> None:
    match = match_at(cup, 1, 1)
    first, second = codes(match)
    slips.claim(code=first, games=FIRST, now=now)
    slips.claim(code=second, games=SECOND, now=now)
    assert slips.claim(code=first, games=SECOND, now=now) is not None
    assert Dispute.objects.get().ruling == Dispute.Ruling.MOOT
    match.refresh_from_db()
    assert match.winner == 1


def test_a_side_that_goes_on_changing_its_word_is_sent_to_a_person(cup, now) -> None:
    first, _ = codes(match_at(cup, 1, 1))
    for number in range(slips.CLAIMS_PER_SIDE):
        slips.claim(code=first, games=[(5, number % 5)], now=now)
    assert refusal(first, now, SECOND) == "too-many-claims"


def test_who_made_the_slips_is_told_that_they_differ(
    cup, organiser, now, django_capture_on_commit_callbacks
) -> None:
    first, second = codes(match_at(cup, 1, 1))
    slips.claim(code=first, games=FIRST, now=now)
    with django_capture_on_commit_callbacks() as after:
        slips.claim(code=second, games=SECOND, now=now)
    told = [call.args for call in after if getattr(call, "args", ())[1:2] == (JUDGE,)]
    assert [args[1:] for args in told] == [(JUDGE, Dispute.objects.get().pk, None)]


def test_points_that_cannot_be_are_nobodys_word(cup, now) -> None:
    first, _ = codes(match_at(cup, 1, 1))
    assert refusal(first, now, [(6, 2)]) == "impossible-score"
    assert refusal(first, now, []) == "series-open"
    assert refusal("AAAAAAAAA", now) == "bad-slip"


def test_a_slip_is_void_once_its_match_is_over(cup, organiser, now) -> None:
    match = match_at(cup, 1, 1)
    first, _ = codes(match)
    submit_result(match_id=match.pk, games=FIRST, actor=organiser, now=now)
    assert refusal(first, now) == "slip-over"
    reopen_match(match_id=match.pk, actor=organiser, reason="se juega de nuevo", now=now)
    assert refusal(first, now) == "slip-over"
    assert slips.make_slips(competition_id=cup.pk, actor=organiser, now=now) == 1
    assert codes(match)[0] != first


def test_a_slip_is_void_once_another_plays_there(cup, organiser, now) -> None:
    for position in (1, 2):
        match = match_at(cup, 1, position)
        submit_result(match_id=match.pk, games=FIRST, actor=organiser, now=now)
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    final = match_at(cup, 2, 1)
    held = codes(final)
    semi = match_at(cup, 1, 1)
    correct_result(match_id=semi.pk, games=SECOND, actor=organiser, reason="al revés", now=now)
    final.refresh_from_db()
    assert final.state == Match.State.READY
    assert [refusal(code, now) for code in held] == ["slip-over", "slip-over"]
    assert slips.make_slips(competition_id=cup.pk, actor=organiser, now=now) == 1


def test_a_slip_goes_with_its_draw(cup, organiser, now) -> None:
    first, _ = codes(match_at(cup, 1, 1))
    undo_draw(competition_id=cup.pk, actor=organiser, reason="faltaba uno", now=now)
    assert refusal(first, now) == "bad-slip"


def test_no_draw_is_undone_once_a_side_has_said_how_it_ended(cup, organiser, now) -> None:
    slips.claim(code=codes(match_at(cup, 1, 1))[0], games=FIRST, now=now)
    with pytest.raises(RefusedError, match="cards-played"):
        undo_draw(competition_id=cup.pk, actor=organiser, reason="faltaba uno", now=now)


def test_tables_of_the_site_have_no_slips(organiser, now) -> None:
    cup = a_running_cup(organiser, now)
    assert slips.make_slips(competition_id=cup.pk, actor=organiser, now=now) == 0
