"""Names of offices: a person who bore one would be believed to speak for the site."""

import re

from accounts.values.skeletons import skeleton

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
OFFICE_LOOKS = frozenset(map(skeleton, OFFICES))
FILLER_LOOKS = frozenset(map(skeleton, FILLERS))
WORD = re.compile(r"[^\W_]+")


def is_office(name: str) -> bool:
    """Tell whether a name is an office and nothing else, however it is decorated.

    "* El Juez *", "J.u.e.z" and "Admin 2" are; "Ana Juez" is a person's name.
    """
    words = [skeleton(word) for word in _words(name)]
    named = [word for word in words if word not in FILLER_LOOKS]
    return bool(named) and set(named) <= OFFICE_LOOKS


def _words(name: str) -> list[str]:
    """Return the words without numbers behind them; letters that stand apart are one word."""
    found = [word.rstrip("0123456789") for word in WORD.findall(name)]
    words = [word for word in found if word]
    return ["".join(words)] if words and all(len(word) == 1 for word in words) else words
