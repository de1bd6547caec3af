"""QR codes of addresses and Wi-Fi networks.

The text of a Wi-Fi code has the form of ZXing: `WIFI:T:WPA;S:name;P:password;;`, with a backslash
before special characters, and quotation marks around text that could be read as hexadecimal.
"""

import re
from typing import Final

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(address: str) -> SafeString:
    """Return the QR code of a URL as an SVG without a size, which CSS sets."""
    svg = segno.make(address, micro=False).svg_inline(scale=6, border=2, omitsize=True)
    return mark_safe(svg)


LONGEST_NAME: Final = 32  # in bytes
SHORTEST: Final = 8  # letters of a password
LONGEST: Final = 63
KEY: Final = re.compile(r"[0-9A-Fa-f]{64}")
HEXADECIMAL: Final = re.compile(r"(?:[0-9A-Fa-f]{2})+")
SPECIAL: Final = re.compile(r'([\\;,:"])')


def wifi_qr_text(name: str, password: str, *, is_hidden: bool = False) -> str:
    """Return the text of a network's QR code; without a password the network is open."""
    security = f"T:WPA;S:{_quoted(name)};P:{_quoted(password)}" if password else _open(name)
    return f"WIFI:{security};{'H:true;' if is_hidden else ''};"


def is_network(name: str, password: str) -> bool:
    """Return whether a network can have this name and password."""
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
