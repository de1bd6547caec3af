"""Messages of the site, collected from the sources themselves, without gettext's tools.

Templates through Django's own `templatize`, those of pieces through Jinja2, Python through its
syntax tree. What allauth and Django say is of theirs: `borrowed`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from django.conf import settings
from django.utils.translation.template import templatize

from games.live.templates import environment

APPS = ("accounts", "games", "tournaments", "truco_site")
MARKS = {  # the place of the text among the arguments
    **dict.fromkeys(
        ("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"), 0
    ),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"), 1),
}
LITERAL = r"u?(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
IN_TEMPLATES = re.compile(rf"(?:\b(?:n?gettext|_)\(|\bn?pgettext\({LITERAL}, ){LITERAL}")
LENT = {  # what of others reaches our pages and e-mails
    "allauth": (
        "account/*.py",
        "templates/account/email/*.txt",
        "templates/account/messages/*.txt",
    ),
    "django": (
        *("core/validators.py", "forms/fields.py", "forms/models.py", "utils/dates.py"),
        "contrib/auth/password_validation.py",
    ),
}


@cache
def site_words() -> frozenset[str]:
    """Return the site's own words, in the language of the sources."""
    return frozenset(words for words in (*_said_in_templates(), *_said_in_python()) if words)


@cache
def borrowed() -> frozenset[str]:
    """Return the words of others, in English."""
    return frozenset(words for words in _lent() if words)


def _lent() -> Iterator[str]:
    for package, patterns in LENT.items():
        found = find_spec(package)
        assert found is not None
        assert found.origin is not None
        for path in chain.from_iterable(map(Path(found.origin).parent.glob, patterns)):
            text = path.read_text(encoding="utf-8")
            yield from _said_in(ast.parse(text)) if path.suffix == ".py" else _said_on(text)


def _said_in_templates() -> Iterator[str]:
    for path in Path(settings.BASE_DIR / "templates").rglob("*"):
        if path.suffix == ".jinja":
            yield from _said_in_piece(path.read_text(encoding="utf-8"))
        elif path.is_file():
            yield from _said_on(path.read_text(encoding="utf-8"))


def _said_on(page: str) -> Iterator[str]:
    for _context, literal in IN_TEMPLATES.findall(templatize(page)):
        yield ast.literal_eval(literal)


def _said_in_piece(source: str) -> Iterator[str]:
    for _, _, words in environment(settings.LANGUAGE_CODE).extract_translations(source):
        yield words if isinstance(words, str) else words[0]


def _said_in_python() -> Iterator[str]:
    for app in APPS:
        for path in Path(settings.BASE_DIR / app).rglob("*.py"):
            if "migrations" not in path.parts:
                yield from _said_in(ast.parse(path.read_text(encoding="utf-8")))


def _said_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := getattr(node.func, "id", "")) in MARKS:
            for words in node.args[MARKS[name] :][:1]:
                if isinstance(words, ast.Constant) and isinstance(words.value, str):
                    yield words.value
