"""Tournament report files: written, read, and refused with the place of the fault."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.trf.reports import Cell, Player, TrfError, TrfReport, read_report, write_report

GOOD = Path(__file__).with_name("good.trf").read_text(encoding="utf-8")


def fault(text: str) -> tuple[str, int, int]:
    with pytest.raises(TrfError) as refused:
        read_report(text.encode())
    return refused.value.code, refused.value.line, refused.value.column


def test_a_report_is_read_whole() -> None:
    report = read_report(GOOD.encode())
    assert (report.name, report.city, report.rounds) == ("Copa de otoño", "Tandil", 2)
    assert (report.starts, report.ends) == (date(2026, 3, 14), date(2026, 3, 15))
    assert report.days == [date(2026, 3, 14), date(2026, 3, 15)]
    ana, beto, carla = report.players
    assert (ana.name, ana.number, ana.points, ana.rank) == ("Ana", 1, 1.0, 1)
    assert ana.cells == [Cell(2, "w", "1"), Cell(3, "b", "0")]
    assert [cell.result for cell in (*beto.cells, *carla.cells)] == ["0", "H", "U", "1"]


@pytest.mark.parametrize("version", [16, 26])
def test_what_is_written_is_read_again(version: int) -> None:
    report = read_report(GOOD.encode())
    written = write_report(report, version)  # type: ignore[arg-type]
    again = read_report(written.encode())
    assert replace(again, players=()) == replace(report, players=())
    assert [replace(each, line=0) for each in again.players] == [
        replace(each, line=0) for each in report.players
    ]
    assert ("XXR 2\r\n" in written) is (version == 16)
    assert ("142 2\r\n" in written) is (version == 26)


def test_columns_are_those_of_the_handbook() -> None:
    player = Player(12, "Ñandú, Ana", 11.5, 3, (Cell(7, "w", "1"), Cell(result="U")))
    line = write_report(TrfReport("x", [player], 2)).splitlines()[-1]
    assert (line[:3], line[4:8], line[14:24]) == ("001", "  12", "Ñandú, Ana")
    assert (line[80:84], line[85:89]) == ("11.5", "   3")
    assert (line[91:95], line[96], line[98]) == ("   7", "w", "1")
    assert (line[101:105], line[106], line[108]) == ("0000", "-", "U")


@pytest.mark.parametrize(
    ("points", "read"), [(99.5, 99.5), (120.0, 120.0), (-6.0, -6.0), (-12.0, -12.0), (120.5, 120.0)]
)
def test_long_totals_shift_no_column(points: float, read: float) -> None:
    player = Player(1, "Ana", points, 3, (Cell(result="U"),))
    (again,) = read_report(write_report(TrfReport("x", [player], 1)).encode()).players
    assert replace(again, line=0, cells=(*again.cells,)) == replace(player, points=read)


def test_other_points_and_byes_to_come_are_written_in_the_newer_version() -> None:
    points = {"W": 3.0, "D": 1.0, "L": 0.0}
    report = TrfReport("x", [Player(1, "Ana", 0, 1)], 5, points=points, asked_byes=[("Z", 3, [1])])
    lines = write_report(report).splitlines()
    assert "162  W 3.0    D 1.0    L 0.0" in lines
    assert "240 Z 003     1" in lines
    older = write_report(report, 16).splitlines()
    assert not [line for line in older if line[:3] in ("162", "240")]


def test_older_programs_write_latin_1() -> None:
    assert read_report(GOOD.encode("latin-1")).name == "Copa de otoño"
    assert read_report(GOOD.encode("utf-8-sig")).name == "Copa de otoño"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("   2 w 1", "   9 w 1", ("no-such-opponent", 8, 92)),
        ("   2 w 1", "   x w 1", ("opponent", 8, 92)),
        ("   2 w 1", "   1 w 1", ("own-opponent", 8, 92)),
        ("   2 w 1", "   2 x 1", ("colour", 8, 97)),
        ("   2 w 1", "   2 b 1", ("colours-equal", 8, 97)),
        ("   2 w 1", "   2 w ?", ("result", 8, 99)),
        ("   2 w 1", "   2 w =", ("results-differ", 8, 99)),
        ("   2 w 1", "   2 w U", ("bye-with-opponent", 8, 99)),
        ("   2 w 1", "   2w  1", ("columns", 8, 92)),
        ("   2 w 1", "   3 w 1", ("pairing-differs", 8, 92)),
        ("0000 - H", "0000 - 1", ("result-without-opponent", 9, 109)),
        ("001    2", "001    3", ("number-twice", 10, 5)),
        ("001    2", "001    0", ("number", 9, 5)),
        ("001    2", "001 abcd", ("number", 9, 5)),
        ("Beto", "    ", ("name-missing", 9, 15)),
        (" 0.5 ", " a.5 ", ("points", 9, 81)),
        ("0.5    3", "0.5    x", ("rank", 9, 86)),
        ("2026/03/14", "2026/13/14", ("day", 3, 5)),
        ("  26/03/15", "  26/02/30", ("day", 7, 102)),
        ("XXR 2", "XXR x", ("rounds", 11, 5)),
        ("XXR 2", "XXR 9999", ("too-many-rounds", 11, 5)),
        ("022 Tandil", "310   1 Tandil", ("teams", 2, 1)),
    ],
)
def test_a_fault_is_named_with_its_line_and_column(
    old: str, new: str, told: tuple[str, int, int]
) -> None:
    assert old in GOOD
    assert fault(GOOD.replace(old, new, 1)) == told


def test_a_file_without_players_is_none() -> None:
    assert fault("") == ("no-players", 1, 1)
    assert fault("012 Copa\n") == ("no-players", 1, 1)


def test_a_file_of_too_many_is_refused() -> None:
    lines = [f"001 {number:4}      Ana" for number in range(1, 1026)]
    assert fault("\n".join(lines)) == ("too-many-players", 1025, 1)
    long = GOOD.splitlines()[7] + "  0000 - Z" * 200
    assert fault(long) == ("too-many-rounds", 1, 2092)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert is_read_or_named(data)


@given(st.data())
def test_a_changed_byte_is_read_or_refused_with_its_place(data: st.DataObject) -> None:
    whole = bytearray(GOOD.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    assert is_read_or_named(bytes(whole))


def is_read_or_named(data: bytes) -> bool:
    """Return whether a file is read, or refused with a line and a column."""
    try:
        read_report(data)
    except TrfError as error:
        return error.line >= 1 and error.column >= 1
    return True
