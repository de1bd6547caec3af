"""The documents: what they name exists, and they are readable in a terminal."""

import pydoc
import re
from importlib.util import find_spec
from pathlib import Path
from unicodedata import combining, normalize

import pytest
from django.core.management import get_commands
from PIL import Image

from tests.runner import features

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SOURCES = [
    path
    for folder in (
        *("accounts", "bench", "games", "static", "templates", "tests", "tournaments", "training"),
    )
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".css", ".js"}
]
WIDTH = 120

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
ANCHOR = re.compile(r"\]\(([^)#\s]*)#([^)\s]+)\)")
NAMED_PATH = re.compile(
    r"`((?:accounts|bench|deploy|games|locale|static|templates|tests|tournaments|training|truco_site)"
    r"/[\w/.-]+)`"
)
TEST_FILE = re.compile(r"`(tests/[\w/]+(?:\.py)?)`")
MODULE = re.compile(r"\| `([\w.]+)` \|$")
NAMED_DOCUMENT = re.compile(r"\b[\w./-]*\w\.md\b")
PLANS = re.compile(
    r"\b(?:DESIGN|RULES|STYLE|NOTATION|UX|BRIEF|TEAM)\b(?:\.md)?[ ,]+(?:section )?\d"
)

READMES = (ROOT / "README.md", ROOT / "README.es.md")
CODE_BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LIMIT = re.compile(r"\| (\d+) \| `([\w.]+)` \|")
BUDGET = re.compile(r'^(\w+)(?:: Final)? = (?:(?:Local)?RateLimit\(|Budget\(")', re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
MEGABYTE = 1_000_000


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def rows(document: str) -> list[str]:
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith(("- ", "| "))]


def plain(word: str) -> str:
    """A word without case and accents, as it is looked up."""
    return "".join(sign for sign in normalize("NFKD", word.lower()) if not combining(sign))


def test_a_line_of_a_document_fits_a_terminal() -> None:
    assert [
        f"{short(path)}:{number}"
        for path in DOCUMENTS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDTH
        and not line.lstrip().startswith(("|", "`"))  # rows of a table, names of tests
    ] == []


def test_every_link_within_the_repository_leads_somewhere() -> None:
    assert [
        f"{short(path)}: {link}"
        for path in DOCUMENTS
        for link in LINK.findall(path.read_text(encoding="utf-8"))
        if "://" not in link and not link.startswith("/") and not (path.parent / link).exists()
    ] == []


def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as forges make them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_anchor_of_a_link_is_a_heading() -> None:
    assert [
        f"{short(path)}: {link}#{anchor}"
        for path in DOCUMENTS
        for link, anchor in ANCHOR.findall(path.read_text(encoding="utf-8"))
        if "://" not in link and anchor not in anchors(path.parent / link if link else path)
    ] == []


def test_the_readme_leads_to_every_document() -> None:
    linked = set(LINK.findall(READMES[0].read_text(encoding="utf-8")))
    assert [name for path in ROOT.glob("docs/*.md") if (name := short(path)) not in linked] == []


def test_every_path_that_a_document_names_exists() -> None:
    assert [
        f"{short(path)}: {name}"
        for path in DOCUMENTS
        if path.name != "CHANGELOG.md"  # it names what earlier releases had
        for name in NAMED_PATH.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ] == []


def test_no_file_refers_to_a_document_that_is_not_here() -> None:
    """By its file's name or, as plans are cited, by a number of its section."""
    there = {path.name for path in DOCUMENTS}
    missing = []
    for path in [*DOCUMENTS, *SOURCES]:
        text = path.read_text(encoding="utf-8")
        names = {found.split("/")[-1] for found in NAMED_DOCUMENT.findall(text)}
        missing += [(short(path), name) for name in names - there if path != Path(__file__)]
        missing += [(short(path), found) for found in PLANS.findall(text)]
    assert missing == []


def test_the_features_are_those_of_the_marks() -> None:
    """If this fails: `.venv/bin/python -m tests.runner.features`."""
    assert features.FILE.read_text(encoding="utf-8") == features.document()


def test_every_word_of_the_glossary_stands_once_in_order_at_a_module_that_exists() -> None:
    header, _, *lines = rows("glossary.md")
    assert header == "| word | meaning | module |"
    words = [line.split(" | ")[0].removeprefix("| ") for line in lines]
    assert len(words) == len({word.casefold() for word in words}) <= 80
    assert words == sorted(words, key=plain)
    modules = [found for line in lines for found in MODULE.findall(line)]
    assert len(modules) == len(lines)
    assert [name for name in modules if find_spec(name) is None] == []


def test_what_holds_the_invariants_exists() -> None:
    """The test files that are named, and a check of `verify` for each row that says so."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    files = TEST_FILE.findall(text)
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []
    listed = {
        row[1]: "*verify*" in row[0] for row in re.finditer(r"^\| I(\d+) .*", text, re.MULTILINE)
    }
    assert list(listed) == [str(number) for number in range(1, len(listed) + 1)]
    checked = {
        number
        for path in (ROOT / "tournaments/verification").glob("*.py")
        for number in re.findall(r'"I(\d+)"', path.read_text(encoding="utf-8"))
    }
    assert {number for number, is_verified in listed.items() if is_verified} == checked


# ---- the two that a stranger meets first ----


def prose_of(path: Path) -> str:
    """Return its text without blocks of code."""
    return CODE_BLOCK.sub("", path.read_text(encoding="utf-8"))


def table_rows(path: Path) -> list[str]:
    return [line for line in prose_of(path).splitlines() if line.startswith("|")]


def figures(line: str) -> list[str]:
    """Its numbers; languages differ in what parts them."""
    return [re.sub(r"[.,]", "", found) for found in FIGURE.findall(line)]


def test_both_readmes_have_the_same_parts_commands_rows_and_figures() -> None:
    one, other = READMES
    blocks = [CODE_BLOCK.findall(path.read_text(encoding="utf-8")) for path in READMES]
    assert len(blocks[0]) >= 5
    assert blocks[0] == blocks[1]
    levels = [re.findall(r"^(#+) ", prose_of(path), re.MULTILINE) for path in READMES]
    assert len(levels[0]) >= 6
    assert levels[0] == levels[1]
    assert len(table_rows(one)) == len(table_rows(other)) > 40
    for mine, theirs in zip(table_rows(one), table_rows(other), strict=True):
        assert mine.count("|") == theirs.count("|"), theirs
        assert sorted(SPAN.findall(mine)) == sorted(SPAN.findall(theirs))
        assert LINK.findall(mine) == LINK.findall(theirs)
        assert figures(mine) == figures(theirs), theirs


def test_each_readme_leads_to_the_other_and_to_the_same_documents() -> None:
    one, other = (LINK.findall(path.read_text(encoding="utf-8")) for path in READMES)
    assert one[0] == READMES[1].name
    assert other[0] == READMES[0].name
    assert one[1:] == other[1:]


def test_a_claim_is_a_figure_that_was_measured() -> None:
    rows_ = table_rows(READMES[0])
    first = rows_.index("| claim | figure | command that proves it |")
    claims = rows_[first + 2 : first + 7]
    measured = figures((ROOT / "docs/performance.md").read_text(encoding="utf-8"))
    found = {claim: figures(claim.split("|")[2]) for claim in claims}
    assert all(found.values())
    assert {claim: set(each) - set(measured) for claim, each in found.items()} == {
        claim: set() for claim in claims
    }


@pytest.mark.parametrize("path", READMES, ids=short)
def test_every_command_that_a_readme_names_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    commands = set(re.findall(r"manage\.py (\w+)", text))
    assert len(commands) > 8
    assert commands <= set(get_commands())
    modules = set(re.findall(r"python -m ([\w.]+)", text)) - {"pip", "venv"}
    assert {name for name in modules if find_spec(name) is None} == set()
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert set(re.findall(r"`(?:[A-Z]+=\S+ )*make ([a-z]+)", text)) <= set(targets)


def test_the_animation_is_small_and_lasts_fifteen_seconds() -> None:
    file = ROOT / "docs/img/together.webp"
    assert file.stat().st_size <= 1.5 * MEGABYTE
    lasted = 0
    with Image.open(file) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            lasted += film.info["duration"]
    assert 14_000 <= lasted <= 16_000


def test_a_limit_is_as_it_is_written_down() -> None:
    """Those of `docs/security.md`, "Limits": how many, and the name that holds it."""
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    limits = LIMIT.findall(text)
    assert len(limits) == len(re.findall(r"\| \d+ \|", text)) > 20
    for most, path in limits:
        value = pydoc.locate(path)
        assert getattr(value, "limit", value) == int(most), path


def test_each_budget_of_the_site_is_written_down() -> None:
    """Rate limits and cost budgets that are constants: the document has a row of each module."""
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    found = [
        ".".join(path.with_suffix("").relative_to(ROOT).parts)
        for app in ("accounts", "games", "tournaments", "truco_site")
        for path in sorted((ROOT / app).rglob("*.py"))
        if BUDGET.search(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 4
    assert [module for module in found if f"| `{module}." not in text] == []


def test_what_meets_the_security_standard_exists() -> None:
    """The tests and files that are named; what is not met says why, and n/a as well."""
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z_]+/[\w/.-]+)`", text)
    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).exists()] == []
    lines = [line.strip("| ").split(" | ") for line in rows("security.md")]
    sections = [cells for cells in lines if cells[0][0].isdigit()]
    assert len(sections) > 100
    assert {cells[2] for cells in sections} == {"met", "not met", "n/a"}
    assert [cells for cells in sections if len(cells) != 4 or "at this commit" in cells[3]] == []
