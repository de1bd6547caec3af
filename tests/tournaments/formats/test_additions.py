"""How many files an addition to the formats touches: `docs/formats.md` states what is counted."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCES = [
    path
    for app in ("accounts", "games", "tournaments", "templates")
    for path in (ROOT / app).rglob("*")
    if path.suffix in (".py", ".html", ".jinja") and "migrations" not in path.parts
]


def files_with(pattern: str) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in SOURCES if re.search(pattern, path.read_text())]


def stated(addition: str) -> int:
    """Return the number of files that the document states for an addition."""
    (row,) = re.findall(
        rf"(?m)^\| {addition} \|.*\| (\d+) \|$", (ROOT / "docs/formats.md").read_text()
    )
    return int(row)


@pytest.mark.parametrize(
    ("addition", "names"),
    [
        ("a tie-break", r"\bKOYA\b"),
        ("a format of an existing kind of play", r"\bDOUBLE\b"),
        ("a new kind of play", r"\bKING\b"),
        ("a question that no other kind of play asks", r"\b(partners_change|changing_partners)\b"),
        ("an option of one stage", r"\b(third_place|THIRD_PLACE)\b"),
        ("an option that changes later stages", r"\b(play_in|PLAY_IN)\b"),
        ("an option of a competition", r"\bnames_unconfirmed\b"),
    ],
)
def test_the_document_states_the_files_that_name_an_example(addition: str, names: str) -> None:
    found = files_with(names)
    assert stated(addition) == len(found), found


def test_no_code_outside_the_formats_asks_which_kind_of_play_it_is() -> None:
    kinds = r"\b(PairedByResults|ChangingPartners)\b|formats\.play import[^\n]*(Bracket|Fixture)"
    assert [file for file in files_with(kinds) if "tournaments/formats/" not in file] == []
