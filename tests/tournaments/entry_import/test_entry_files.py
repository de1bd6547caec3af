"""Lists of entries in files, read without a database."""

import json

import pytest

from tournaments.entry_import import MAX_BYTES, FileError, read_sheet, reader


def rows(text, players=2):
    data = text if isinstance(text, bytes) else text.encode()
    return read_sheet(data, players=players).rows


def refusal(text, players=2):
    with pytest.raises(FileError) as refused:
        rows(text, players)
    return refused.value.code


@pytest.mark.parametrize(
    "text",
    [
        "jugadores\nAna / @beto\n",
        "Jugador 1;Jugador 2\r\nAna;@beto\r\n",
        "player_1\tPLAYER2\nAna\t@beto",
        "player2,player1\n@beto,Ana\n",
        '"jugadores"\n"Ana / @beto"\n\n',
        "\ufeffjugadores\n  Ana  /  @beto \n",
        '[{"players": ["Ana", "@beto"]}]',
        ' {"entries": [{"players": "Ana / @beto"}]}',
    ],
)
def test_the_same_pair_is_written_in_many_ways(text):
    (row,) = rows(text)
    assert row.players == ("Ana", "@beto")
    assert row.is_good


def test_every_column_is_read():
    text = "Nombre,Jugadores,Club,Cabeza de serie,Pagó\nLos Pibes,Ana / Beto,La Yunta,1,Sí\n"
    (row,) = rows(text)
    assert (row.name, row.affiliation, row.seed, row.paid) == ("Los Pibes", "La Yunta", 1, True)
    entry = {"name": "Los Pibes", "players": ["Ana", "Beto"], "affiliation": "La Yunta"}
    (same,) = rows(json.dumps([{**entry, "seed": 1, "paid": True}]))
    assert (same.name, same.affiliation, same.seed, same.paid) == (row.name, *("La Yunta", 1, True))


def test_who_plays_alone_is_the_name():
    assert rows("nombre\nAna\n", players=1)[0].players == ("Ana",)
    assert rows('[{"name": "Ana"}]', players=1)[0].players == ("Ana",)


def test_old_encodings_are_read_and_told():
    sheet = read_sheet("jugadores\nÑato Peña – hijo / José\n".encode("cp1252"), players=2)
    assert sheet.rows[0].players == ("Ñato Peña – hijo", "José")
    assert not sheet.is_utf_8
    assert read_sheet("jugadores\nÑa / Jo\n".encode(), players=2).is_utf_8


def test_line_numbers_are_those_of_the_file():
    text = 'jugadores,club\nAna / Beto,"La\nYunta"\n\nCarla / Dani,\n'
    assert [row.line for row in rows(text)] == [3, 5]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ("Ana / Beto / Carla,,,", "wrong-number-of-players"),
        (",,,", None),
        ("Ana / @,,,", "bad-name"),
        ("Ana / +++,,,", "bad-name"),
        (f"Ana / {'b' * 61},,,", "too-long"),
        (f"Ana / Beto,{'c' * 61},,", "too-long"),
        ("Ana / Beto,,0,", "bad-seed"),
        ("Ana / Beto,,1001,", "bad-seed"),
        (f"Ana / Beto,,{'9' * 400},", "bad-seed"),
        ("Ana / Beto,,²,", "bad-seed"),
        ("Ana / Beto,,uno,", "bad-seed"),
        ("Ana / Beto,,,,x", "too-many-cells"),
        ("Ana / ana,,,", "twice-in-file"),
    ],
)
def test_a_bad_row_says_what_is_wrong_with_it(cells, problem):
    found = rows(f"jugadores,club,seed,pago\n{cells}\nUno / Dos,,,\n")
    assert [row.problems for row in found[:-1]] == ([(problem,)] if problem else [])
    assert found[-1].is_good


def test_nobody_is_entered_twice_by_one_file():
    found = rows("jugadores,seed\nAna / Beto,1\nCarla / ANA,2\nDani / Eva,1\n")
    assert [row.problems for row in found] == [(), ("twice-in-file",), ("seed-twice",)]


def test_formulas_are_just_text():
    (row,) = rows("jugadores\n\"=cmd|' C'!A0\" / +Beto\n".replace('"', ""))
    assert row.players == ("=cmd|' C'!A0", "+Beto")
    assert row.is_good


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t\n", "empty"),
        ("jugadores\n", "empty"),
        (",,,\n", "no-players-column"),
        ("{}", "no-entries"),
        ('{"entries": {}}', "no-entries"),
        ("[]", "empty"),
        ("[1, 2", "bad-json"),
        ("[" * 100_000, "bad-json"),
        ('[{"seed": ' + "9" * 5_000 + "}]", "bad-json"),
        ("club,seed\nLa Yunta,1\n", "no-players-column"),
        ("jugadores\n" + "x" * 200_000 + "\n", "bad-csv"),
        ("jugadores\nAna\0 / Beto\n", "binary"),
        (b"PK\x03\x04\x14\x00\x06\x00", "binary"),
        (b"\x89PNG\r\n\x1a\n\x00", "binary"),
        (b"x" * (MAX_BYTES + 1), "too-large"),
        ("jugadores\n" + "A / B\n" * 5_001, "too-many-rows"),
    ],
)
def test_a_file_of_which_nothing_can_be_taken_is_refused(text, code):
    assert refusal(text) == code


@pytest.mark.sampled
def test_five_thousand_rows_are_read():
    text = "jugadores\n" + "".join(f"Ana {number} / Beto {number}\n" for number in range(5_000))
    assert all(row.is_good for row in rows(text))


def a_list(number_of_rows: int) -> str:
    lines = (f"Ana {number} / Beto {number}\n" for number in range(number_of_rows))
    return "".join(["jugadores\n", *lines])


def test_too_many_rows_are_counted_before_any_is_looked_at(monkeypatch):
    looked_at = []
    monkeypatch.setattr(reader, "read_row", lambda line, *rest: looked_at.append(line))
    assert refusal(a_list(20_000)) == "too-many-rows"
    assert not looked_at


@pytest.mark.parametrize(
    "entry",
    [
        1,
        None,
        "Ana / Beto",
        {"players": [1, 2]},
        {"players": {"a": 1}},
        {"players": ["Ana", ["Beto"]]},
        {"players": ["Ana", "Beto"], "name": 7},
        {"players": ["Ana", "Beto"], "seed": True},
        {"players": ["Ana", "Beto"], "seed": 1.5},
        {"players": ["Ana", "Beto"], "seed": [1]},
        {"players": ["Ana", "\ud800"]},
    ],
)
def test_an_entry_of_another_kind_is_a_bad_row_and_can_be_shown(entry):
    bad, good = rows(json.dumps([entry, {"players": ["Uno", "Dos"]}]))
    assert bad.problems
    assert good.is_good
    "".join(bad.players).encode()
