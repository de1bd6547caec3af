"""A Wi-Fi network as the text of a QR code, in the form that phones read.

The form is that of ZXing: `WIFI:T:WPA;S:name;P:password;;`, with a backslash before what has a
meaning in it, and quotation marks around what could be taken for hexadecimal digits.
"""

import re
from typing import Final

LONGEST_NAME: Final = 32  # bytes
SHORTEST: Final = 8  # letters of a password
LONGEST: Final = 63
KEY: Final = re.compile(r"[0-9A-Fa-f]{64}")
HEXADECIMAL: Final = re.compile(r"(?:[0-9A-Fa-f]{2})+")
SPECIAL: Final = re.compile(r'([\\;,:"])')


def wifi(name: str, password: str, *, is_hidden: bool = False) -> str:
    """Return what the code of a network says; without a password it is open."""
    security = f"T:WPA;S:{_quoted(name)};P:{_quoted(password)}" if password else _open(name)
    return f"WIFI:{security};{'H:true;' if is_hidden else ''};"


def is_network(name: str, password: str) -> bool:
    """Tell whether a network can be called so, and have such a password."""
    if not 1 <= len(name.encode()) <= LONGEST_NAME or not name.isprintable():
        return False
    if not password or KEY.fullmatch(password):
        return True
    is_written = password.isascii() and password.isprintable()
    return is_written and SHORTEST <= len(password) <= LONGEST


def _open(name: str) -> str:
    return f"T:nopass;S:{_quoted(name)}"


def _quoted(text: str) -> str:
    escaped = SPECIAL.sub(r"\\\1", text)
    return f'"{escaped}"' if HEXADECIMAL.fullmatch(text) else escaped
