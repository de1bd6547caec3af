"""The tables of phrases and gestures, and what robots say: values alone, no database."""

import pytest
from django.utils.translation import override

from games.chat import phrases
from games.engine import make_rules, signals
from games.house_rules import OFFERED
from games.house_rules.call_names import FAMILIES

LONGEST_CODE = 16  # of the columns that keep them


@pytest.mark.feature("Playing", "Quick phrases and faces, twelve for each family")
@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_twelve_phrases_of_its_own_in_few_words(family: str) -> None:
    said = phrases.PHRASES[family]
    assert len({phrase.words for phrase in said}) == 12
    assert all(0 < len(phrase.words) <= 16 for phrase in said)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_two_things_to_say_share_a_code(family: str) -> None:
    said = (*phrases.PHRASES[family], *phrases.FACES, *phrases.PARTNER_WORDS[family])
    codes = [phrase.code for phrase in said]
    assert len(codes) == len(set(codes))
    assert max(map(len, codes)) <= LONGEST_CODE


def test_a_phrase_is_glossed_only_for_who_reads_another_language() -> None:
    glosses = {
        preset: phrase.gloss
        for preset in ("argentino", "truc")
        if (phrase := phrases.find(preset, "luck"))
    }
    assert glosses == {"argentino": "", "truc": "¡Qué suerte!"}


@pytest.mark.parametrize(
    ("preset", "language"),
    [
        *((preset, "pt-br") for preset in ("paulista", "mineiro", "gauderio")),
        ("uruguayo", "es-uy"),
        ("venezolano", "es-ve"),
    ],
)
def test_nobody_reads_a_gloss_at_tables_of_their_country(preset: str, language: str) -> None:
    with override(language):
        pairs = make_rules(preset, {"seats": "4"})
        said = (*phrases.phrases(preset), *phrases.partner_words(pairs))
        assert not any(phrase.gloss for phrase in said)


def test_brazilians_read_glosses_at_tables_of_other_countries() -> None:
    with override("pt-br"):
        assert all(phrase.gloss for phrase in phrases.phrases("argentino"))


@pytest.mark.parametrize("preset", OFFERED)
def test_partners_have_words_where_there_are_partners(preset: str) -> None:
    assert phrases.partner_words(make_rules(preset, {"seats": "2"})) == ()
    pairs = make_rules(preset, {"seats": "4"})
    assert len(phrases.partner_words(pairs)) == 8
    assert not {word.code for word in phrases.partner_words(pairs)} & set(signals(pairs))


def test_every_sign_of_every_table_has_a_gesture_no_other_sign_has() -> None:
    for preset in OFFERED:
        signs = signals(make_rules(preset, {"seats": "4", "signals": "on"}))
        said = {sign for sign in signs if not phrases.drawing(sign)}
        assert said <= {"perdedoras", "viejas"}
        assert len({phrases.gesture(sign) for sign in signs}) == len(signs)


def test_signs_of_trucoestrella_are_those_of_its_rulebook() -> None:
    assert phrases.gesture("envido-30") == "frunce la nariz"
    assert phrases.drawing("envido-30") == "g-nose"
    assert phrases.gesture("perdedoras") == "dice: «perdedoras»"
    assert phrases.gesture("viejas") == "dice: «viejas»"


# ---- robots ----
HANDS = [str(number) for number in range(400)]


def test_a_robot_speaks_after_few_hands_and_one_at_a_time() -> None:
    said = [phrases.said_after(7, label, 0, (1, 2, 3)) for label in HANDS]
    spoken = [each for each in said if each]
    assert 60 < len(spoken) < 140
    assert {seat for seat, _ in spoken} == {1, 2, 3}


def test_what_a_robot_says_fits_who_won_and_exists_at_every_table() -> None:
    for label in HANDS:
        for winner in (0, 1):
            if said := phrases.said_after(7, label, winner, (0, 1)):
                assert said[1] in (phrases.WINS if said[0] == winner else phrases.LOSES)
    for code in (*phrases.WINS, *phrases.LOSES):
        assert all(phrases.find(preset, code) for preset in OFFERED)


def test_where_nobody_is_a_robot_nobody_speaks() -> None:
    assert {phrases.said_after(7, label, 0, ()) for label in HANDS} == {None}


# ---- written lines ----
@pytest.mark.parametrize("text", ["Hola", "¡Qué liga! 😂", "👨‍👩‍👧", "x" * 200, "  al  pie  "])
def test_a_line_of_letters_and_pictures_may_be_written(text: str) -> None:
    assert phrases.fault_of(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty-line"),
        (" \t ", "empty-line"),
        ("x" * 201, "long-line"),
        (" " * 9000 + "x", "long-line"),
        ("a\u202eb", "unseen-signs"),
        ("a\u2066b", "unseen-signs"),
        ("a\u200bb", "unseen-signs"),
        ("a\0b", "unseen-signs"),
        ("a\nb", "unseen-signs"),
        ("a\x1bb", "unseen-signs"),
        ("\u3164\u3164", "unseen-signs"),
        ("z" + "\u0301" * 12, "unseen-signs"),
    ],
)
def test_what_deceives_the_eye_or_says_nothing_is_refused_by_name(text: str, fault: str) -> None:
    assert getattr(phrases.fault_of(text), "code", None) == fault
