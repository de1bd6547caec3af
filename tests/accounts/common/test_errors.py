"""Each reason for a refusal is one class, with words."""

import pytest
from django.utils.translation import override

from accounts.common.errors import RefusedError, all_refusals

UNSEEN = {"guest-gone", "still-entered", "still-seated"}  # only sweeps meet these
ITS_OWN = {"wrong-state"}  # says what is said of any other


def test_every_reason_that_a_person_may_meet_has_words() -> None:
    usual = {kind.code for kind in all_refusals() if kind.message is RefusedError.message}
    assert usual == UNSEEN | ITS_OWN


def test_words_follow_the_language_of_the_reader() -> None:
    for kind in all_refusals():
        with override("es"):
            spanish = str(kind.message)
        with override("en"):
            assert str(kind.message) != spanish, kind.code


def test_a_code_has_one_class_in_its_app() -> None:
    one = all_refusals()[0]
    with pytest.raises(TypeError):
        type("AnotherError", (RefusedError,), {"code": one.code, "__module__": one.__module__})
