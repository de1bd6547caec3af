"""Collation of names as Spanish and Catalan readers expect, on every database.

`fold` removes case and accents: "nandu" finds "Ñandú". `sort_key` follows the alphabet of the RAE
and of CLDR: á sorts with a, ñ after n. The database has both as expressions with the same result,
so a list is in the same order whether Python or the database sorts it:

    Club.objects.filter(name__fold__contains=fold(words)).order_by(SortKey("name"))

Only letters up to U+052F (Latin, Greek, Cyrillic) fold; others are compared unchanged.
"""

import unicodedata
from functools import cache
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, TextField, Transform
from django.db.models.sql.compiler import SQLCompiler

FIRST, LAST = 0x41, 0x52F
AFTER_N: Final = "n~"  # "~" is greater than every letter
FOLD, SORT_KEY = "truco_fold", "truco_sort_key"  # the names of the functions in SQLite


def fold(text: str) -> str:
    """Return a text without case and accents, for searching and comparing names."""
    return unicodedata.normalize("NFC", text).translate(_table(keeps_n_tilde=False))


def sort_key(text: str) -> str:
    """Return the key that sorts a text alphabetically."""
    plain = unicodedata.normalize("NFC", text).translate(_table(keeps_n_tilde=True))
    return plain.replace("ñ", AFTER_N)


def by_letters(text: object) -> tuple[str, str]:
    """Return a sort key for names; names that differ only in accents have a fixed order."""
    return sort_key(str(text)), str(text)


class Fold(Transform):
    """The folded text of a column, as the lookup `name__fold`."""

    lookup_name = "fold"
    function = FOLD
    output_field = TextField()
    keeps_n_tilde = False

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, tuple[str | int, ...]]:
        """Translate each letter: PostgreSQL's own functions depend on its locale."""
        text, params = compiler.compile(self.source_expressions[0])
        old, new = _letters(self.keeps_n_tilde)
        return f"TRANSLATE(NORMALIZE(({text})::text, NFC), %s, %s)", (*params, old, new)


class SortKey(Fold):
    """The sort key of a column's text, for `order_by`."""

    function = SORT_KEY
    keeps_n_tilde = True

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, tuple[str | int, ...]]:
        plain, params = super().as_postgresql(compiler, connection, **context)
        return f"REPLACE({plain}, 'ñ', '{AFTER_N}') COLLATE \"C\"", params


for _field in (CharField, TextField):
    _field.register_lookup(Fold)


@cache
def _table(*, keeps_n_tilde: bool) -> dict[int, int]:
    return str.maketrans(*_letters(keeps_n_tilde))


@cache
def _letters(keeps_n_tilde: bool) -> tuple[str, str]:
    """Return the letters that change, and their replacements, of one letter each."""
    exceptions = {"ñ": "ñ", "Ñ": "ñ"} if keeps_n_tilde else {}
    changed = {
        letter: plain
        for letter in map(chr, range(FIRST, LAST + 1))
        if len(plain := exceptions.get(letter, _plain(letter))) == 1 and plain != letter
    }
    return "".join(changed), "".join(changed.values())


def _plain(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).lower()
