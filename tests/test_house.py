"""The sizes the house keeps to, and what each app's root may hold: nothing here asks a database.

What is exempt is named with its reason; an exemption that is no longer needed fails, too.
"""

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = ("accounts", "bench", "games", "tournaments", "training", "truco_site")
MODULE, TEST_MODULE, FUNCTION, TEMPLATE_LINE, FOLDER = 300, 400, 40, 160, 20
LOOKED_FOR = {  # by name, in the root of an app
    *("__init__.py", "admin.py", "apps.py", "models.py", "signals.py", "receivers.py"),
    *("tasks.py", "urls.py"),
}
FLAT = "its file names are the rules"
FOLDERS_EXEMPT = {
    "games/engine": FLAT,
    "tests/engine": FLAT,
    "tournaments/formats": FLAT,
    "tests/formats": FLAT,
}


def files(pattern: str, *folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if "migrations" not in path.parts:  # Django writes them
                yield path


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def over(sizes: Mapping[str, int], limit: int) -> dict[str, int]:
    return {name: size for name, size in sizes.items() if size > limit}


@pytest.mark.parametrize(
    ("folders", "pattern", "limit"),
    [
        (SHIPPED, "*.py", MODULE),
        (["static/js"], "*.js", MODULE),
        (["tests"], "*.py", TEST_MODULE),
    ],
)
def test_a_module_is_read_in_one_go(folders: list[str], pattern: str, limit: int) -> None:
    sizes = {named(path): len(lines_of(path)) for path in files(pattern, *folders)}
    assert sizes
    assert over(sizes, limit) == {}


def test_a_function_is_read_on_one_screen() -> None:
    sizes = {
        f"{named(path)}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in files("*.py", *SHIPPED, "tests")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert over(sizes, FUNCTION) == {}


def test_a_line_of_a_template_is_a_line() -> None:
    pages = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    sizes = {
        f"{named(path)}:{number}": len(line)
        for path in pages
        for number, line in enumerate(lines_of(path), start=1)
    }
    assert over(sizes, TEMPLATE_LINE) == {}


def test_a_folder_is_seen_at_a_glance() -> None:
    modules = files("*.py", *SHIPPED, "tests")
    sizes = Counter(named(path.parent) for path in modules if path.name != "__init__.py")
    assert over(sizes, FOLDER).keys() == FOLDERS_EXEMPT.keys()


@pytest.mark.parametrize("app", ["accounts", "games", "tournaments"])
def test_the_root_of_an_app_holds_what_django_and_celery_look_for(app: str) -> None:
    assert {path.name for path in (ROOT / app).glob("*.py")} - LOOKED_FOR == set()


def test_the_root_of_the_tests_mirrors_no_app() -> None:
    """What every test shares, and what looks at the whole tree."""
    assert {path.name for path in (ROOT / "tests").glob("*.py")} == {
        *("__init__.py", "__main__.py", "conftest.py", "settings.py"),
        *("test_documents.py", "test_house.py", "test_public_functions.py", "test_translations.py"),
    }


@pytest.mark.parametrize(("app", "above"), [("accounts", "games"), ("games", "tournaments")])
def test_templates_build_no_address_of_an_app_above(app: str, above: str) -> None:
    spaces = {"games": r"tables:", "tournaments": r"(?:competitions:|match|player|ranking|score)"}
    address = re.compile(rf"{{%-? *url '{spaces[above]}|action=\"{{{{ game\.page }}}}\w")
    found = [
        f"{named(path)}:{number}"
        for path in files("*.html", f"templates/{app}")
        for number, line in enumerate(lines_of(path), start=1)
        if address.search(line)
    ]
    assert found == []


# ---- the table's sheet is loaded alone: what it shares with the site's stands there again ----


def sheet(name: str) -> str:
    return (ROOT / "static" / "css" / f"{name}.css").read_text(encoding="utf-8")


def colours(name: str) -> dict[str, str]:
    return dict(re.findall(r"(--(?:ink|cream|gold|felt|[a-z]+-type)): ([^;]+);", sheet(name)))


def tally(name: str) -> list[str]:
    parts = (r"\.tally i \{", r"\.tally i::", r"\.tally \.p0", r"\.f0 \{", r"\.p1 \{", r"\.g1 \{")
    return [
        line for line in sheet(name).splitlines() if re.match(rf" +(?:{'|'.join(parts)})", line)
    ]


def test_site_and_table_have_the_decks_colours_and_types() -> None:
    assert len(colours("site")) == 6
    assert colours("table") == colours("site")


def test_site_and_table_draw_the_same_tally() -> None:
    assert len(tally("site")) == 8
    assert tally("table") == tally("site")


def test_no_sheet_of_the_site_repeats_a_colour_of_the_deck() -> None:
    deck = set(re.findall(r"--[a-z-]+: (#[0-9a-f]{6});", sheet("site")))
    shared = {"site", "table", "print"}  # where they are declared; black on white
    others = {path.stem for path in (ROOT / "static" / "css").glob("*.css")} - shared
    found = {
        name: repeated
        for name in others
        if (repeated := deck & set(re.findall(r"#[0-9a-f]{6}\b", sheet(name))))
    }
    assert found == {}


def test_what_opens_is_marked_alike_by_one_rule():
    marked = re.compile(r"summary[^{}]*::before \{ content: \"")
    sheets = [each.name for each in files("*.css", "static") if marked.search(each.read_text())]
    assert sheets == ["site.css"]


@pytest.mark.parametrize("path", list(files("*.py", "bench")), ids=str)
def test_a_bench_finds_what_it_uses(path: Path) -> None:
    importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
