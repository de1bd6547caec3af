"""Structure: the contents of each app's root, the engine's imports, and shared style sheets."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOOKED_FOR = {  # by name, in the root of an app
    *("__init__.py", "admin.py", "apps.py", "receivers.py", "routing.py"),
    *("tasks.py", "urls.py"),
}
IMPURE = {"random", "time", "datetime", "os", "io", "pathlib", "secrets", "logging"}


def files(pattern: str, *folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if "migrations" not in path.parts:  # Django writes them
                yield path


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_engine_imports_the_standard_library_and_itself() -> None:
    """Its conformance suite starts other programs; the rules do nothing impure."""
    names = imported("games/engine", "games/engine/tgn", nested=False)
    assert names <= sys.stdlib_module_names
    assert names & IMPURE == set()
    assert imported("games/engine/conformance") <= sys.stdlib_module_names


def imported(*folders: str, nested: bool = True) -> set[str]:
    """Return the packages that the files of these folders import, without relative imports."""
    names: set[str] = set()
    for path in files("*.py", *folders):
        if not nested and named(path.parent) not in folders:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("app", ["accounts", "games", "tournaments"])
def test_the_root_of_an_app_holds_what_django_and_celery_look_for(app: str) -> None:
    assert {path.name for path in (ROOT / app).glob("*.py")} - LOOKED_FOR == set()


def test_the_root_of_the_tests_mirrors_no_app() -> None:
    """The root holds shared fixtures, and tests of the whole tree."""
    assert {path.name for path in (ROOT / "tests").glob("*.py")} == {
        *("__init__.py", "__main__.py", "conftest.py", "settings.py", "test_translations.py"),
    }


@pytest.mark.parametrize(("app", "above"), [("accounts", "games"), ("games", "tournaments")])
def test_templates_build_no_address_of_an_app_above(app: str, above: str) -> None:
    spaces = {"games": r"tables:", "tournaments": r"(?:competitions:|match|player|ranking|score)"}
    address = re.compile(rf"{{%-? *url '{spaces[above]}|action=\"{{{{ game\.page }}}}\w")
    found = [
        f"{named(path)}:{number}"
        for path in files("*.html", f"templates/{app}")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if address.search(line)
    ]
    assert found == []


# ---- the table's sheet is loaded alone: it repeats what it shares with the site's ----


def sheet(name: str) -> str:
    return (ROOT / "static" / "css" / f"{name}.css").read_text(encoding="utf-8")


def colours(name: str) -> dict[str, str]:
    """Return those declared first; a chosen felt has others."""
    found = re.findall(r"(--(?:ink|cream|gold|felt|[a-z]+-type)): ([^;]+);", sheet(name))
    return dict(reversed(found))


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


def test_a_bench_finds_what_it_uses() -> None:
    for path in files("*.py", "bench"):
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
