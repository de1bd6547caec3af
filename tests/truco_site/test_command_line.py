"""What `truco` reads before any command."""

from pathlib import Path

import pytest

from truco_site.command_line import read_environment_file, read_value, write_value

FILE = """\
# Written by truco setup.
SECRET_KEY=abc=
SITE_URL="https://club.example"
# EMAIL_HOST=
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "truco.env").write_text(FILE)
    return tmp_path / "truco.env"


def test_the_environment_file_fills_in_what_is_not_set(file: Path) -> None:
    told = {"TRUCO_ENV": str(file), "SITE_URL": "https://other.example"}
    read_environment_file(told)
    assert told["SECRET_KEY"] == "abc="
    assert told["SITE_URL"] == "https://other.example"
    assert "EMAIL_HOST" not in told


@pytest.mark.parametrize("name", ["SECRET_KEY", "VAR_DIR"])
def test_a_process_with_an_environment_of_its_own_reads_no_file(file: Path, name: str) -> None:
    told = {"TRUCO_ENV": str(file), name: "given"}
    read_environment_file(told)
    assert told == {"TRUCO_ENV": str(file), name: "given"}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("a b", "a b"),
        (" a ", "a"),
        (r"a\b\\c", r"ab\c"),
        (r"'a\b'", r"a\b"),
        (r'"a\b\"\\\$"', r'a\b"\$'),
        ("'a", "'a"),
        ('a"b"', 'a"b"'),
    ],
)
def test_a_value_is_read_as_systemd_reads_it(line: str, value: str) -> None:
    assert read_value(line) == value


@pytest.mark.parametrize(
    "value", ["abc=", "two words", " outer ", r"back\slash", "it's", 'a"b', "$5`\\", "'\"", ""]
)
def test_what_setup_writes_is_read_again(value: str) -> None:
    assert read_value(write_value(value)) == value
