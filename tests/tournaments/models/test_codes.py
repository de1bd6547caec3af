"""The short code of a competition."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.models.competitions import SIGNS, code_of, number_of

NUMBERS = st.integers(1, 10**9)


@given(NUMBERS)
def test_a_code_leads_back_to_its_number_however_it_is_spelled(number):
    code = code_of(number)
    assert number_of(code) == number
    assert number_of(f" {code[:2].upper()}-{code[2:]} ") == number
    assert set(code) <= set(SIGNS)


@given(NUMBERS, NUMBERS)
def test_no_two_have_the_same(one, other):
    assert (code_of(one) == code_of(other)) == (one == other)


def test_a_club_has_codes_of_four_signs_that_do_not_follow_each_other():
    codes = [code_of(number) for number in range(1, 2000)]
    assert {len(code) for code in codes} == {4}
    assert sum(a[:3] == b[:3] for a, b in pairwise(codes)) == 0


@given(st.text(max_size=12))
def test_any_other_text_is_no_code(text):
    number = number_of(text)
    assert number is None or code_of(number) == "".join(text.lower().replace("-", "").split(" "))


def test_what_is_no_code_is_nobodys():
    assert [number_of(text) for text in ("", "abc", "0o1l", "k7", "2" * 9, "áéíó")] == [None] * 6
