"""The courses: every hand is played with the engine to its end, and told in a few words."""

import random
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils.translation import override

from games.engine import IllegalActionError, NotationError, legal_actions, to_token
from games.lessons import COURSES, Course, Hand, Place, answer, place
from games.lessons.queries import in_words
from tests.games.lessons.paths import paths

HANDS = [
    pytest.param(course, number, id=f"{course.preset}-{number}")
    for course in COURSES.values()
    for number in range(1, len(course.hands) + 1)
]
GUIDED = [each for each in HANDS if each.values[0].hands[each.values[1] - 1].steps]
ALONE = [each for each in HANDS if each not in GUIDED]
SCORES = {  # of learner and robot when a guided hand is over, as its texts tell it
    "argentino": ["1-0", "1-0", "1-0", "3-0", "1-1", "27-24", "4-0", "0-1", "2-1"],
    "argentino-flor": ["1-0", "1-0", "1-0", "3-0", "1-1", "4-0", "2-1", "4-0", "7-0"],
    "uruguayo": ["1-0", "1-0", "1-0", "1-0", "3-0", "4-0", "2-1", "4-0", "6-0"],
    "truc": ["1-0", "1-0", "1-0", "3-0", "5-0", "1-0", "4-0", "0-1", "2-1"],
    "paulista": ["1-0", "1-0", "1-0", "1-0", "3-0", "6-0", "0-1", "0-1", "12-6"],
    "mineiro": ["2-0", "2-0", "2-0", "2-0", "4-0", "6-0", "0-2", "0-2", "12-6"],
    "gauderio": ["1-0", "1-0", "1-0", "3-0", "1-1", "4-0", "2-1", "4-0", "7-0"],
    "venezolano": ["1-0", "1-0", "1-0", "1-0", "3-0", "5-0", "4-0", "3-0", "1-0"],
    "mallorqui": ["1-0", "1-0", "1-0", "1-0", "3-0", "5-0", "9-0", "0-1", "2-1"],
}
LEARNER = 0
SENTENCES, LONGEST = 2, 140


def texts(hand: Hand) -> Iterator[str]:
    yield hand.title
    yield hand.end
    for step in hand.steps:
        yield step.say
        yield step.other
    if hand.alone:
        yield hand.alone


def legal(now: Place) -> list[str]:
    return [to_token(action) for action in legal_actions(now.state, LEARNER)]


@pytest.mark.feature("Learning", "A course of ten hands for each family, the last played alone")
@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_a_course_is_ten_hands_of_which_the_last_is_played_alone(course: Course):
    assert [bool(hand.steps) for hand in course.hands] == [True] * 9 + [False]
    assert len({hand.title for hand in course.hands}) == 10


@pytest.mark.feature("Learning", "Lessons agree with the engine's rules")
@pytest.mark.parametrize(("course", "number"), GUIDED)
def test_every_way_through_a_hand_is_legal_and_ends_as_it_is_told(course: Course, number: int):
    ends = {"-".join(map(str, now.state.score)) for now in paths(course, number) if now.state.over}
    assert ends == {SCORES[course.preset][number - 1]}


@pytest.mark.parametrize(("course", "number"), GUIDED)
def test_the_learner_alone_is_asked_and_told_at_every_step(course: Course, number: int):
    for now in paths(course, number):
        if not now.state.over:
            assert now.state.to_act == (LEARNER,)
            assert now.step == course.hands[number - 1].steps[len(now.said)]


@pytest.mark.feature("Learning", "Another legal action is explained and asked again")
@pytest.mark.parametrize(("course", "number"), GUIDED)
def test_whatever_else_is_legal_is_explained_and_asked_again(course: Course, number: int):
    for now in paths(course, number):
        if now.step is None:
            continue
        for token in set(legal(now)) - set(now.step.good):
            again = answer(course, number, now.said, token)
            assert again.remark == now.step.other
            assert (again.state, again.said) == (now.state, now.said)


@pytest.mark.parametrize(("course", "number"), ALONE)
def test_a_hand_played_alone_ends_whatever_the_learner_does(course: Course, number: int):
    ends = set()
    for seed in range(60):
        chance, now = random.Random(seed), place(course, number)
        while not now.state.over:
            assert now.state.to_act == (LEARNER,)
            now = answer(course, number, now.said, chance.choice(legal(now)))
            assert not now.remark
        ends.add(now.state.score)
    assert len(ends) > 1


def test_the_same_actions_lead_to_the_same_place():
    course, said = COURSES["argentino"], ("envido",)
    assert place(course, 10, said) == place(course, 10, said)


@pytest.mark.parametrize(
    ("said", "token", "code"),
    [
        ((), "quiero", "nothing-pending"),
        ((), "1e", "card-not-held"),
        (("envido", "7e", "6e"), "4c", "hand-over"),
        (("truco",), "7e", "not-good"),
    ],
)
def test_what_cannot_be_is_refused_by_name(said: tuple[str, ...], token: str, code: str):
    with pytest.raises(IllegalActionError) as refused:
        answer(COURSES["argentino"], 4, said, token)
    assert refused.value.code == code


def test_what_is_no_action_is_refused_by_name():
    with pytest.raises(NotationError):
        answer(COURSES["argentino"], 4, (), "gritar")


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize(("course", "number"), HANDS)
def test_a_text_is_at_most_two_short_sentences(course: Course, number: int, language: str):
    with override(language):
        for text in [in_words(course, each) for each in texts(course.hands[number - 1])]:
            sentences = re.split(r"(?<=[.!?])\s+", text)
            assert len(sentences) <= SENTENCES, text
            assert max(map(len, sentences)) <= LONGEST, text


def test_a_course_says_the_calls_of_its_family():
    course = COURSES["gauderio"]
    with override("pt-br"):
        assert in_words(course, course.hands[4].title) == "Quero e não quero"
        assert in_words(COURSES["argentino"], course.hands[4].title) == "Quiero e no quiero"
