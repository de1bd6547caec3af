"""Validation of names: similar-looking, reserved and badly formed ones are refused.

Two names with the same skeleton look alike (`confusable_skeleton`). Names of offices are
reserved, because their bearer would seem to speak for the site. `whole_words` finds names in a
text in any case, but never inside another word.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

# Letters of other scripts that resemble a Latin letter (after UTS #39, shortened).
GREEK_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx")
LOOKALIKES = str.maketrans(
    "авеѕіјкмнорсԛԝтухһԁɡαβγεζηικμνορτυχωıłøđðħŧ01i|_. ·",
    "abesljkmhopcqwtyxhdgabyeznlkmvoptuxwlloddhtolll----",
)
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def confusable_skeleton(name: str) -> str:
    """Return the skeleton of `name`, without case, accents and look-alikes."""
    apart = unicodedata.normalize("NFKD", name).translate(GREEK_CAPITALS).casefold()
    bare = "".join(sign for sign in apart if not unicodedata.category(sign).startswith("M"))
    plain = bare.translate(LOOKALIKES)
    for pair, single in PAIRS:
        plain = plain.replace(pair, single)
    return plain


class SkeletonField(models.CharField):  # type: ignore[type-arg]  # generic for mypy only
    """A unique column derived from another: the skeleton of `source`, set at each save."""

    def __init__(self, *args: Any, source: str, **kwargs: Any) -> None:
        self.source = source
        super().__init__(*args, **{**kwargs, "unique": True, "editable": False})

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["unique"], kwargs["editable"]
        return name, path, args, {**kwargs, "source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = confusable_skeleton(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, value)
        return value


# fmt: off
RESERVED = frozenset({
    "admin", "administrador", "administrator", "anonimo", "anonymous", "api", "arbitro",
    "borrado", "club", "clubs", "competitions", "dealer", "help", "info", "judge", "juez",
    "mail", "me", "mod", "moderador", "moderator", "null", "organizador", "owner", "ranking",
    "root", "security", "seguridad", "sistema", "site", "soporte", "staff", "support",
    "system", "table", "tables", "truco", "undefined", "usuario", "webmaster", "www",
})
# fmt: on
RESERVED_LOOKS = frozenset(map(confusable_skeleton, RESERVED))
# scripts with letters that resemble each other's
MIXABLE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
# Controls, invisible and direction marks, surrogates, private and unassigned code points.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by category, but invisible
MARKS_IN_A_ROW = 3
USERNAME = re.compile(r"[^\W_](?:[._-]?[^\W_])*")


def tidy(text: str) -> str:
    """Return the text in normal form (NFKC), trimmed, with single spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()


def searchable(text: str) -> str:
    """Return a tidy search text without characters that no name can contain (such as NUL)."""
    return tidy("".join(sign for sign in text if unicodedata.category(sign) not in UNSEEN))


def validate_shown_name(text: str) -> None:
    """Refuse text that is deceptive, invisible, or breaks the line."""
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
    """Refuse also the site's own names, and scripts without a check for look-alikes."""
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
    """Return whether a name is one of the site's own, or looks like one."""
    return confusable_skeleton(text) in RESERVED_LOOKS


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


# fmt: off
OFFICES = frozenset({
    "admin", "administrador", "administradora", "administrator", "arbitra", "arbitro", "casa",
    "house", "judge", "juez", "jueza", "jutge", "jutgessa", "mod", "moderador", "moderadora",
    "moderator", "oficial", "official", "organiser", "organizador", "organizadora", "organizer",
    "referee", "robot", "security", "seguridad", "sistema", "soporte", "staff", "support", "system",
})
FILLERS = frozenset({
    "d", "de", "del", "el", "els", "l", "la", "las", "les", "los", "of", "sr", "sra", "the", "un",
    "una", "y",
})
# fmt: on
OFFICE_LOOKS = frozenset(map(confusable_skeleton, OFFICES))
FILLER_LOOKS = frozenset(map(confusable_skeleton, FILLERS))
WORD = re.compile(r"[^\W_]+")


def is_reserved_title(name: str) -> bool:
    """Return whether a name is only an office, however it is decorated.

    "* El Juez *", "J.u.e.z" and "Admin 2" are; "Ana Juez" is a person's name.
    """
    words = [confusable_skeleton(word) for word in _words(name)]
    titles = [word for word in words if word not in FILLER_LOOKS]
    return bool(titles) and set(titles) <= OFFICE_LOOKS


def _words(name: str) -> list[str]:
    """Return the words without trailing numbers; letters with separators form one word."""
    stripped = [word.rstrip("0123456789") for word in WORD.findall(name)]
    words = [word for word in stripped if word]
    return ["".join(words)] if words and all(len(word) == 1 for word in words) else words


# fmt: off
INSULTS = frozenset({
    "asshole", "bastard", "bitch", "boluda", "boludo", "cabron", "cabrona", "chupapija",
    "conchatumadre", "cornuda", "cornudo", "cunt", "fag", "faggot", "fuck", "fucker",
    "gilipollas", "hdp", "hijodeputa", "hitler", "imbecil", "maricon", "marica", "mierda",
    "mogolica", "mogolico", "motherfucker", "nazi", "nigger", "pelotuda", "pelotudo", "pija",
    "polla", "puta", "puto", "putito", "retard", "sorete", "shit", "slut", "sudaca", "tarada",
    "tarado", "trola", "trolo", "verga", "whore", "filldeputa", "malparit", "malparida",
})
# fmt: on
INSULT_LOOKS = frozenset(map(confusable_skeleton, INSULTS))


def is_insult(name: str) -> bool:
    """Return whether a word of a name, or all of it run together, is an insult."""
    words = [confusable_skeleton(word) for word in _words(name)]
    return not INSULT_LOOKS.isdisjoint([*words, "".join(words)])


def whole_words(names: Collection[str]) -> re.Pattern[str]:
    """Return a pattern that matches these names, the longest first; requires at least one."""
    longest_first = sorted(names, key=len, reverse=True)
    spelled = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)


def with_given_names(names: Collection[str]) -> set[str]:
    """Add the first word of each name that has several."""
    return {*names, *(name.split()[0] for name in names if " " in name.strip())}
