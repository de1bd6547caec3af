"""Style sheets and scripts keep to the oldest browsers (docs/architecture.md), or ask first.

A feature that is newer than the baseline is not used at all, stands where a browser that lacks it
looks elsewhere, or may be dropped without harm.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.conf import settings

STATIC = Path(settings.BASE_DIR) / "static"
SHEETS = sorted((STATIC / "css").glob("*.css"))
SCRIPTS = sorted((STATIC / "js").glob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
UNUSED_IN_SHEETS: Mapping[str, str] = {
    "light-dark() (Chrome 123, Safari 17.5)": r"light-dark\(",
    "color-mix() (Chrome 111, Safari 16.2)": r"color-mix\(",
    "subgrid (Chrome 117, Safari 16)": r"\bsubgrid\b",
    "nesting (Chrome 112, Safari 16.5)": r"(?m)^\s*&|\{\s*&",
    "view transitions (Chrome 111, Safari 18)": r"view-transition",
    "@starting-style (Chrome 117)": r"@starting-style",
    "@scope (Chrome 118)": r"@scope",
    "anchors (Chrome 125)": r"anchor-name|position-anchor|anchor\(",
    "scroll timelines (Chrome 115)": r"animation-timeline",
    "relative colours (Chrome 119)": r"(?:rgb|hsl|oklch|oklab)\(from ",
    "round(), mod(), sin() (Chrome 111-125)": r"\b(?:round|mod|rem|sin|cos)\(",
    "field-sizing (Chrome 123)": r"field-sizing",
    "linear() (Chrome 113)": r"\blinear\(",
}
UNUSED_IN_SCRIPTS: Mapping[str, str] = {
    "arrays by copy (Chrome 110, Safari 16)": r"\.(?:toSorted|toReversed|toSpliced|with)\(",
    "groupBy (Chrome 117)": r"\bgroupBy\(",
    "withResolvers (Chrome 119)": r"withResolvers",
    "set methods (Chrome 122)": r"\.(?:isSubsetOf|symmetricDifference|isDisjointFrom)\(",
    "fromAsync (Chrome 121)": r"fromAsync",
    "canParse (Chrome 120)": r"canParse",
    "view transitions (Chrome 111)": r"startViewTransition",
    "requestSubmit (Safari 16)": r"requestSubmit",
    "look-behind (Safari 16.4)": r"\(\?<[=!]",
    "static blocks (Safari 16.4)": r"static \{",
    "randomUUID (secure origins alone)": r"randomUUID|crypto\.subtle",
}
ASKED_FIRST = {
    "clipboard": r"if \(navigator\.clipboard\)",
    "share": r"!navigator\.share\b",
    "serviceWorker": r"window\.isSecureContext && (?:Boolean\()?navigator\.serviceWorker",
}


def plain(path: Path) -> str:
    """A style sheet without comments, and without what only browsers that know it read."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    while (begin := re.search(r"@supports (?!not)[^{]*\{", text)) is not None:
        text = text[: begin.start()] + text[_end_of(text, begin.end()) :]
    return text


def _end_of(text: str, place: int) -> int:
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
    return place


def rules(text: str) -> Iterator[str]:
    yield from re.findall(r"\{([^{}]*)\}", text)


def uses(path: Path, text: str, features: Mapping[str, str]) -> list[str]:
    """Name each feature that a file uses."""
    return [f"{path.name}: {name}" for name, found in features.items() if re.search(found, text)]


def test_what_is_guarded_is_not_looked_at(tmp_path: Path) -> None:
    sheet = tmp_path / "a.css"
    sheet.write_text("a { b: c } @supports (x: y) { d { e: light-dark(f, g) } } h { i: j }")
    assert plain(sheet) == "a { b: c }  h { i: j }"


def test_no_sheet_uses_what_the_oldest_browsers_lack() -> None:
    assert [line for path in SHEETS for line in uses(path, plain(path), UNUSED_IN_SHEETS)] == []


def test_no_script_uses_what_the_oldest_browsers_lack() -> None:
    texts = [(path, path.read_text(encoding="utf-8")) for path in SCRIPTS]
    assert [line for path, text in texts for line in uses(path, text, UNUSED_IN_SCRIPTS)] == []


def test_containers_have_a_substitute() -> None:
    for sheet in SHEETS:
        text = plain(sheet)
        if re.search(r"\dcq[wh]\b|@container", text):
            assert "@supports not (container-type: size)" in text, sheet.name


def test_an_unknown_selector_takes_no_rule_with_it() -> None:
    """A list with a selector that a browser does not know is dropped whole, but not in `:is()`."""
    for sheet in SHEETS:
        text = plain(sheet).replace("selector(:popover-open)", "")
        assert not re.findall(r"(?<!is\():popover-open", text), sheet.name
        if ":popover-open" in text:
            assert "@supports not selector(:popover-open)" in plain(sheet), sheet.name


def test_content_with_a_spoken_text_has_a_plain_one_before() -> None:
    for sheet in SHEETS:
        for rule in rules(plain(sheet)):
            lines = [line.strip() for line in rule.split(";")]
            contents = [line for line in lines if line.startswith("content:")]
            if any("/" in line for line in contents):
                assert "/" not in contents[0], f"{sheet.name}: {rule}"


def test_a_script_asks_for_what_plain_http_lacks() -> None:
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        for name, question in ASKED_FIRST.items():
            if f"navigator.{name}" in text:
                assert re.search(question, text), f"{script.name}: {name}"


def test_popovers_have_a_substitute_that_is_fetched_where_it_is_needed() -> None:
    board, sheets = (
        (STATIC / "js" / name).read_text() for name in ("board.js", "sheet_fallback.js")
    )
    assert '"popover" in HTMLElement.prototype)) import(document.body.dataset.sheets)' in board
    for script in SCRIPTS:
        for name in re.findall(r"\.(\w+Popover)\(", script.read_text(encoding="utf-8")):
            assert f"  {name}() {{" in sheets
