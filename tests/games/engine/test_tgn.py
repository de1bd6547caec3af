"""TGN: what is written, what is read, and where an error stands."""

import time
import tracemalloc

import pytest

from games.engine import (
    Call,
    CallName,
    NotationError,
    from_token,
    make_rules,
    read_games,
    read_tgn,
    replay,
    replay_summary,
    to_token,
    write_tgn,
)

EXAMPLE = """\
[Event "Torneo Apertura, cuartos"]
[Date "2026-11-21"]
[Rules "argentino"]
[Options "target=15"]          ; only what differs from the preset
[Seats "Eliana" "Ivan"]        ; in order of play; 2, 4 or 6
[Score "0-0"]                  ; optional start score of the first leg

hand 1 mano=0 deal=7e,10o,5e/3o,11b,11e
0:real 1:no 0:5e 1:11b 1:truco 0:retruco 1:vale4 0:quiero 1:11e 0:7e 0:10o 1:3o
; score 1-4
hand 2 mano=1 deal=7e,3b,1e/7o,3e,6o
"""
HEAD = '[Rules "argentino"]\n[Seats "A" "B"]\n'
DEAL = "hand 1 mano=0 deal=7e,10o,5e/3o,11b,11e\n"


def test_the_seed_game_is_1_0_then_1_4_then_3_4():
    played = replay(read_tgn(EXAMPLE + "1:mazo\n"))
    assert [state.score for state in played.hands] == [(1, 4), (3, 4)]
    first_call = replay(read_tgn(EXAMPLE.partition(" 0:5e")[0]))
    assert first_call.final.score == (1, 0)


def test_the_summary_of_the_seed_game_is_the_one_of_the_notation():
    assert replay_summary(replay(read_tgn(EXAMPLE))) == {
        "rules": "argentino",
        "hands": [
            {
                "number": "1",
                "mano": 0,
                "winner": 1,
                "score": [1, 4],
                "points": [
                    {"team": 0, "points": 1, "reason": "envido-refused"},
                    {"team": 1, "points": 4, "reason": "truco"},
                ],
                "tricks": [1, 0, 1],
                "envido": None,
            },
            {
                "number": "2",
                "mano": 1,
                "winner": None,
                "score": [1, 4],
                "points": [],
                "tricks": [],
                "envido": None,
            },
        ],
        "legs": [0, 0],
        "score": [1, 4],
        "winner": None,
        "to_act": [1],
        "legal": {"1": ["3e", "6o", "7o", "envido", "falta", "mazo", "real", "truco"]},
    }


def test_the_declared_envido_is_told_in_words_of_the_table():
    played = replay(read_tgn(HEAD + DEAL + "0:envido 1:quiero"))
    assert replay_summary(played)["hands"][0]["envido"] == {
        "values": {"0": 32, "1": "son buenas"},
        "winner": 0,
    }


def test_between_two_hands_nobody_acts_and_a_new_leg_has_begun():
    text = (
        '[Rules "truc"]\n[Options "legs_to_win=2"]\n[Seats "A" "B"]\n[Score "23-4"]\n'
        "hand 1 mano=0 deal=7e,6e,3o/4e,5b,6c\n0:truco 1:no\n"
    )
    told = replay_summary(replay(read_tgn(text)))
    assert (told["score"], told["legs"], told["to_act"], told["legal"]) == ([0, 0], [1, 0], [], {})
    assert told["hands"][0]["score"] == [24, 4]


def test_when_the_game_is_over_the_score_is_that_of_the_last_leg():
    text = HEAD + '[Score "29-4"]\n' + DEAL + "0:envido 1:no"
    told = replay_summary(replay(read_tgn(text)))
    assert (told["score"], told["legs"], told["winner"]) == ([30, 4], [1, 0], 0)
    assert told["hands"][0]["winner"] is None


def test_a_record_without_hands_is_a_game_that_has_not_begun():
    told = replay_summary(replay(read_tgn(HEAD + '[Score "3-4"]')))
    assert (told["hands"], told["score"], told["winner"]) == ([], [3, 4], None)
    assert (told["legs"], told["to_act"], told["legal"]) == ([0, 0], [], {})


def test_case_does_not_matter_and_output_is_lower_case():
    shouted = read_tgn(HEAD + "HAND 1 MANO=0 DEAL=7E,10O,5E/3O,11B,11E\n0:REAL 1:NO\n")
    assert shouted.hands == read_tgn(HEAD + DEAL + "0:real 1:no").hands
    assert "hand 1 mano=0 deal=7e,10o,5e/3o,11b,11e\n0:real 1:no\n" in write_tgn(shouted)


@pytest.mark.parametrize(
    ("tag", "is_agreed"),
    [
        ('[Termination "agreed"]', True),
        ('[termination "Agreed"]', True),
        ('[Termination "abandoned"]', False),
        ('[Termination "agreed" "agreed"]', False),
        ("", False),
    ],
)
def test_an_end_by_agreement_is_read(tag, is_agreed):
    record = read_tgn(f"{tag}\n{HEAD}")
    assert record.is_agreed is is_agreed
    assert read_tgn(write_tgn(record)) == record


def test_unknown_tags_are_kept_and_quotes_are_escaped():
    text = '[Mesa "4"]\n[Rules "argentino"]\n[Seats "La \\"Flaca\\"; \\\\o/" "B"]\n'
    record = read_tgn(text)
    assert record.tags == (("Mesa", ("4",)),)
    assert record.seats == ('La "Flaca"; \\o/', "B")
    assert write_tgn(record) == text


def test_writing_puts_the_record_in_its_canonical_form():
    text = (
        '[Event "X"]\n[Rules "uruguayo-online"]\n[Options "seats=6 perros=on"]\n'
        '[Seats "a" "b" "c" "d" "e" "f"]\n[Score "1-2"]\n\n'
        "hand 1 mano=2 deal=1e,2e,3o/4e,5b,6c/1b,2b,3e/4b,5e,6o/1o,2o,3b/4o,6b,10e muestra=12c"
        " perros=1\n2:ley:pasa:pasa\n\n"
        "hand 2 kind=pico mano=3 deal=1e,2e,3o/4e,5b,6c/1b,2b,3e/4b,5e,6o/1o,2o,3b/4o,6b,10e"
        " muestra=12c\nhand 2a\n3:mazo\n\nhand 2b\n4:mazo\n\nhand 2c\n"
    )
    assert write_tgn(read_tgn(text)) == text


def test_lines_may_end_the_dos_way_and_begin_with_a_mark():
    assert read_tgn("\ufeff" + EXAMPLE.replace("\n", "\r\n")) == read_tgn(EXAMPLE)


def test_four_names_are_four_seats_without_saying_so_again():
    record = read_tgn('[Rules "argentino"]\n[Seats "a" "b" "c" "d"]')
    assert record.rules == make_rules("argentino", {"seats": "4"})


PICO = (
    '[Rules "uruguayo-online"]\n[Seats "a" "b" "c" "d" "e" "f"]\n'
    "hand 1 mano=0 deal=1e,2e,3o/4e,5b,6c/1b,2b,3e/4b,5e,6o/1o,2o,3b/4o,6b,10e muestra=12c\n"
    "0:mazo 1:mazo 2:mazo 3:mazo 4:mazo\n"
    "hand 2 kind=pico mano=1 deal=1e,2e,3o/4e,5b,6c/1b,2b,3e/4b,5e,6o/1o,2o,3b/4o,6b,10e"
    " muestra=12c\n"
)


def test_a_pico_round_has_one_deal_and_three_hands():
    told = replay_summary(
        replay(read_tgn(PICO + "hand 2a\n1:mazo\nhand 2b 2:mazo hand 2c\n3:truco"))
    )
    assert [hand["number"] for hand in told["hands"]] == ["1", "2a", "2b", "2c"]
    assert [hand["mano"] for hand in told["hands"]] == [0, 1, 2, 3]
    assert told["to_act"] == [0]


def test_a_pico_round_that_has_only_been_dealt_waits_for_its_first_hand():
    assert replay_summary(replay(read_tgn(PICO)))["to_act"] == [1]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "no-rules-tag", 1, 1),
        ('[Rules "argentino"]', "no-seats-tag", 1, 1),
        ('[Rules "mus"]\n[Seats "A" "B"]', "unknown-preset", 1, 1),
        (f'{HEAD}[Options "target=99"]', "bad-value", 3, 1),
        (f'{HEAD}[Options "target"]', "bad-option", 3, 1),
        (f'{HEAD}[Options "target=15 target=30"]', "bad-option", 3, 1),
        (f'{HEAD}[Options "perros=on"]', "perros-need-flor", 3, 1),
        (f'{HEAD}[Options "seats=4"]', "wrong-seats", 2, 1),
        ('[Rules "argentino"]\n [Seats "A" "B" "C"]', "bad-value", 2, 2),
        (f'{HEAD}[Rules "argentino"]', "tag-twice", 3, 1),
        (f'{HEAD}[Score "30-0"]', "bad-score", 3, 1),
        (f'{HEAD}[Score "three"]', "bad-score", 3, 1),
        (f"{HEAD}[Event]", "bad-tag", 3, 1),
        (f'{HEAD}[Event "x]', "bad-tag", 3, 1),
        (f'{HEAD}{DEAL}[Event "x"]', "tag-after-hand", 4, 1),
        (f"{HEAD}0:mazo", "no-hand", 3, 1),
        (f"{HEAD}hand", "bad-number", 3, 1),
        (f"{HEAD}hand x", "bad-number", 3, 6),
        (f"{HEAD}hand 0", "bad-number", 3, 6),
        (f"{HEAD}hand 12345678", "bad-number", 3, 6),
        (f"{HEAD}hand 1 mano=0", "no-deal", 3, 6),
        (f"{HEAD}hand 1 deal=7e", "no-mano", 3, 6),
        (f"{HEAD}hand 1 mano=x deal=7e", "bad-seat", 3, 13),
        (f"{HEAD}hand 1 mano=0 mano=0", "bad-field", 3, 15),
        (f"{HEAD}hand 1 colour=red", "bad-field", 3, 8),
        (f"{HEAD}hand 1 kind=redonda mano=0 deal=7e", "bad-kind", 3, 13),
        (f"{HEAD}hand 1 mano=0 deal=7e,10o,9e/3o", "bad-card", 3, 27),
        (f"{HEAD}hand 1 mano=0 deal=7e,,9e/3o", "bad-card", 3, 23),
        (f"{HEAD}hand 1 mano=0 deal=7e muestra=8c", "bad-card", 3, 31),
        (f"{HEAD}hand 1a", "no-deal", 3, 6),
        (f"{HEAD}{DEAL}hand 1a", "no-deal", 4, 6),
        (f"{HEAD}{DEAL}0:real mano=1", "bad-field", 4, 8),
        (f"{HEAD}{DEAL}0:reel", "bad-token", 4, 3),
        (f"{HEAD}{DEAL}0:7e/9c", "bad-card", 4, 3),
        (f"{HEAD}{DEAL}2:real", "no-such-seat", 4, 1),
        (f"{HEAD}{DEAL}{'9' * 9000}:real", "no-such-seat", 4, 1),
        (f"{HEAD}{DEAL}0009:truco", "no-such-seat", 4, 1),
        (f"{HEAD}{DEAL}0:real  {'0' * 5001}:no", "no-such-seat", 4, 9),
        (f"{HEAD}{DEAL}x:real", "bad-action", 4, 1),
        (f"{HEAD}{DEAL}0:", "bad-action", 4, 1),
        (f"{HEAD}{DEAL}0:real\x00", "bad-token", 4, 3),
        (f"{HEAD}{DEAL}０:real", "bad-action", 4, 1),
        ("\x00\x01\x02", "no-rules-tag", 1, 1),
        (" " * 1_000_001, "too-long", 1, 1),
    ],
)
def test_badly_written_text_is_refused_with_its_place(text, code, line, column):
    with pytest.raises(NotationError) as refused:
        read_tgn(text)
    error = refused.value
    assert (error.code, error.line, error.column) == (code, line, column)
    assert str(error) == f"line {line}, column {column}: {code}"


def test_a_hostile_tag_is_refused_in_no_time():
    with pytest.raises(NotationError, match="bad-tag"):
        read_tgn("[X " + '"a" ' * 100_000)
    with pytest.raises(NotationError, match="bad-tag"):
        read_tgn('[X "' + "\\" * 100_000)


def test_a_long_line_takes_no_longer_than_many_short_ones():
    words = ["0:truco"] * 110_000
    short, long = (seconds_to_read(HEAD + DEAL + between.join(words)) for between in ("\n", " "))
    assert long < 20 * short  # were it quadratic, hundreds of times


def seconds_to_read(text):
    before = time.process_time()
    read_tgn(text)
    return time.process_time() - before


def test_a_tag_keeps_nothing_of_the_line_behind_it():
    tags = [f'[T{number} "x"]' for number in range(3_000)]
    short, long = (kilobytes_to_read(HEAD + between.join(tags)) for between in ("\n", " "))
    assert long < 2 * short


def kilobytes_to_read(text):
    tracemalloc.start()
    read_tgn(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1000


def test_tokens_and_actions_are_the_same_thing():
    cards = ("7e", "(7e)", "7e/5c", "(7e)/(5c)")
    answers = ("quiero", "no", "mazo", "ley:quiere:pasa", "punto:pasa:quiere")
    for text in (*cards, *CallName, *answers):
        assert to_token(from_token(3, text.upper())) == text
    assert from_token(1, "truco") == Call(1, CallName.TRUCO)


@pytest.mark.parametrize("text", ["", "8e", "(7e)/5c", "7e/(5c)", "(7e", "7e/", "ley:quiere", "sí"])
def test_what_is_no_token_is_refused(text):
    with pytest.raises(NotationError):
        from_token(0, text)


@pytest.mark.parametrize("seat", [-1, 6, 10**6])
def test_a_seat_beyond_the_sixth_is_refused(seat):
    with pytest.raises(NotationError, match="no-such-seat"):
        from_token(seat, "truco")


def test_a_wrong_number_of_names_is_the_fault_of_the_seats_not_of_the_options():
    text = '[Rules "argentino"]\n[Options "target=15"]\n[Seats "A" "B" "C"]'
    with pytest.raises(NotationError, match="line 3, column 1: bad-value"):
        read_tgn(text)


def test_the_envido_of_four_is_told_with_the_team_that_won_it():
    text = (
        '[Rules "argentino"]\n[Seats "A" "B" "C" "D"]\n'
        "hand 1 mano=2 deal=12e,11e,4b/7o,5o,1c/7e,3b,10c/6c,7c,2o\n2:envido 3:quiero"
    )
    told = replay_summary(replay(read_tgn(text)))["hands"][0]["envido"]
    assert told == {"values": {"2": 7, "3": 33, "0": "son buenas", "1": "son buenas"}, "winner": 1}


def test_a_part_of_another_round_has_no_deal():
    with pytest.raises(NotationError, match="no-deal"):
        read_tgn(PICO + "hand 3a\n1:mazo")


def test_quotes_as_phones_write_them_are_read() -> None:
    assert read_tgn(EXAMPLE.replace('"', "“")) == read_tgn(EXAMPLE)
    assert read_tgn(HEAD.replace('"', "”") + '[Event "“a”"]').tags == (("Event", ("“a”",)),)


def test_a_file_of_several_games_is_read() -> None:
    one = read_tgn(HEAD + DEAL + "0:envido 1:quiero")
    text = HEAD + DEAL + "0:envido 1:quiero\n\n" + HEAD + DEAL + "0:envido 1:quiero\n"
    assert read_games(text) == [one, one]
    assert read_games(EXAMPLE) == [read_tgn(EXAMPLE)]
    with pytest.raises(NotationError) as refused:
        read_games(HEAD + DEAL + "1:mazo\n" + HEAD + "x")
    assert refused.value.line == HEAD.count("\n") * 2 + DEAL.count("\n") + 2
