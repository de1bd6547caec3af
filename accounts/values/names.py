"""Rules for text that people give themselves: names, presentations, titles."""

import re
import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.values.skeletons import skeleton

# fmt: off
RESERVED = frozenset({
    "admin", "administrador", "administrator", "anonimo", "anonymous", "api", "arbitro",
    "borrado", "club", "clubs", "competitions", "dealer", "help", "info", "judge", "juez",
    "mail", "me", "mod", "moderador", "moderator", "null", "organizador", "owner", "ranking",
    "root", "security", "seguridad", "sistema", "site", "soporte", "staff", "support",
    "system", "table", "tables", "truco", "undefined", "usuario", "webmaster", "www",
})
# fmt: on
RESERVED_LOOKS = frozenset(map(skeleton, RESERVED))
MIXABLE = frozenset({"LATIN", "CYRILLIC", "GREEK"})  # scripts whose letters pass for each other's
# Controls, invisible and direction signs, surrogates, private and unassigned code points.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by category, empty to the eye
MARKS_IN_A_ROW = 3
USERNAME = re.compile(r"[^\W_](?:[._-]?[^\W_])*")


def tidy(text: str) -> str:
    """Return the text in its plain form (NFKC), trimmed, with single spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()


def searchable(text: str) -> str:
    """Return words to search for: tidy, without signs that no name can have (NUL among them)."""
    return tidy("".join(sign for sign in text if unicodedata.category(sign) not in UNSEEN))


def validate_shown_name(text: str) -> None:
    """Refuse text that would deceive the eye, break the line, or that nobody can see."""
    if any(unicodedata.category(sign) in UNSEEN or sign in BLANKS for sign in text):
        raise ValidationError(_("El texto tiene signos invisibles o de control."), code="unseen")
    if _longest_row_of_marks(unicodedata.normalize("NFD", text)) > MARKS_IN_A_ROW:
        raise ValidationError(_("El texto tiene demasiados acentos juntos."), code="marks")
    if len(_scripts(text) & MIXABLE) > 1:
        raise ValidationError(
            _("El texto mezcla letras de alfabetos que se confunden."), code="mixed-scripts"
        )
    if text and not any(unicodedata.category(sign)[0] in "LN" for sign in text):
        raise ValidationError(_("Hace falta al menos una letra o un número."), code="no-letters")


def validate_unique_name(text: str) -> None:
    """Refuse also the names of the house, and letters we cannot compare with others."""
    validate_shown_name(text)
    if _scripts(text) - MIXABLE:
        raise ValidationError(_("Usá letras latinas, griegas o cirílicas."), code="unknown-script")
    if is_reserved(text):
        raise ValidationError(_("Ese nombre está reservado."), code="reserved")


def validate_username(text: str) -> None:
    """Refuse anything but letters and digits joined by single dots, dashes or underscores."""
    if not USERNAME.fullmatch(text):
        raise ValidationError(
            _("Usá letras y números, sin espacios; punto, guion o guion bajo, solo en el medio."),
            code="signs",
        )
    validate_unique_name(text)


def is_reserved(text: str) -> bool:
    """Tell whether a name is one of the house's, or looks like one."""
    return skeleton(text) in RESERVED_LOOKS


def _longest_row_of_marks(text: str) -> int:
    longest = row = 0
    for sign in text:
        row = row + 1 if unicodedata.category(sign).startswith("M") else 0
        longest = max(longest, row)
    return longest


def _scripts(letters: Iterable[str]) -> set[str]:
    """Return the scripts of the letters, by the first word of each letter's Unicode name."""
    return {
        unicodedata.name(letter, "UNKNOWN").split()[0]
        for letter in letters
        if unicodedata.category(letter).startswith("L")
    }
