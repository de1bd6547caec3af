"""The English catalogue: complete, compiled, and nothing in it that no page says any more.

What the site says is collected from the sources themselves, without gettext's tools: templates
through Django's own `templatize`, those of pieces through Jinja2, Python through its syntax tree.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

from games.live.drawing import environment

CATALOGUE = settings.BASE_DIR / "locale" / "en" / "LC_MESSAGES"
APPS = ("accounts", "games", "tournaments", "truco_site")
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
IN_TEMPLATES = re.compile(r"(n?gettext|_)\(u?(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")


def said_in_templates() -> Iterator[str]:
    for path in Path(settings.BASE_DIR / "templates").rglob("*"):
        if path.suffix == ".jinja":
            yield from said_in_piece(path.read_text(encoding="utf-8"))
        elif path.is_file():
            source = templatize(path.read_text(encoding="utf-8"))
            for _, literal in IN_TEMPLATES.findall(source):
                yield ast.literal_eval(literal)


def said_in_piece(source: str) -> Iterator[str]:
    for _, _, words in environment("es").extract_translations(source):
        yield words if isinstance(words, str) else words[0]


def said_in_python() -> Iterator[str]:
    for app in APPS:
        for path in Path(settings.BASE_DIR / app).rglob("*.py"):
            if "migrations" not in path.parts:
                yield from said_in(ast.parse(path.read_text(encoding="utf-8")))


def said_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def test_the_catalogue_holds_all_that_the_site_says_and_nothing_else():
    known = {entry.msgid for entry in polib.pofile(str(CATALOGUE / "django.po"))}
    said = {text for text in (*said_in_templates(), *said_in_python()) if text}
    assert not said - known, "not in locale/en"
    assert not known - said, "no longer said"


def test_no_entry_is_fuzzy_or_empty_or_loses_a_placeholder():
    placeholder = re.compile(r"%\(\w+\)[sd]|%[sd]")
    for entry in polib.pofile(str(CATALOGUE / "django.po")):
        assert not entry.fuzzy, entry.msgid
        wanted = sorted(placeholder.findall(entry.msgid))
        for words in entry.msgstr_plural.values() or [entry.msgstr]:
            assert words, entry.msgid
            assert sorted(placeholder.findall(words)) == wanted, entry.msgid


def test_the_catalogue_names_nobody_and_no_moment():
    """So that collecting the words again changes only what the site says."""
    header = polib.pofile(str(CATALOGUE / "django.po")).metadata
    assert set(header) <= {
        "Project-Id-Version",
        "Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Plural-Forms",
    }


def test_cantos_are_said_in_spanish_in_every_language():
    english = {e.msgid: e.msgstr for e in polib.pofile(str(CATALOGUE / "django.po"))}
    for term in ("envido", "flor", "truco", "vale cuatro", "juego fuera", "mano", "Son buenas"):
        assert english[term] == term


def test_the_compiled_catalogue_is_that_of_the_text():
    text = polib.pofile(str(CATALOGUE / "django.po"))
    compiled = polib.mofile(str(CATALOGUE / "django.mo"))
    expected = {e.msgid: (e.msgstr, e.msgstr_plural) for e in text}
    assert {e.msgid: (e.msgstr, e.msgstr_plural) for e in compiled} == expected
