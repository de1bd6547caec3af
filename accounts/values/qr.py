"""Addresses as QR codes, for people with a phone in front of a screen."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(address: str) -> SafeString:
    """Return an address as a drawing of its own, without a size: a class gives it one."""
    drawn = segno.make(address, micro=False).svg_inline(scale=6, border=2, omitsize=True)
    return mark_safe(drawn)
