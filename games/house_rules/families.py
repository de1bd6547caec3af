"""Families of rules: presets that play like one game, so that their results can be compared."""

from collections.abc import Mapping
from typing import Final

from games.engine import PRESETS

ARGENTINO, URUGUAYO, TRUC = "argentino", "uruguayo", "truc"
FAMILIES: Final = (ARGENTINO, URUGUAYO, TRUC)
_OF: Final[Mapping[str, str]] = {
    "argentino": ARGENTINO,
    "argentino-flor": ARGENTINO,
    "trucoestrella": ARGENTINO,
    "uruguayo": URUGUAYO,
    "uruguayo-online": URUGUAYO,
    "truc": TRUC,
}
assert _OF.keys() == PRESETS.keys(), "every preset has a family"


def family_of(preset: str) -> str:
    """Return the family of a preset."""
    return _OF[preset]
