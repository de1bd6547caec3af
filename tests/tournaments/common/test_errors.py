"""Codes of refusals lead to their words and statuses."""

from accounts.common.errors import all_refusals
from tournaments.common.errors import StaleSheetError, refusal, status_of


def test_every_code_leads_to_words_and_a_status() -> None:
    for kind in all_refusals():
        assert refusal(kind.code)
        assert 400 <= status_of(kind.code) < 500
    assert refusal("stale") == StaleSheetError.message
    assert (refusal("unheard-of"), status_of("unheard-of")) == (refusal("wrong-state"), 409)
