"""A club's own look: colours, logo, and the contact and legal text of its pages.

Contrast is that of WCAG 2.2 (relative luminance, 1.4.3). A logo is never served as it was sent:
it is decoded, made small and encoded again.
"""

import io
import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from PIL import Image

from accounts.clubs.hosts import home_of
from accounts.clubs.services import lock_organised
from accounts.models import Club, ClubImprint, User

BAND, TEXT = "#10342a", "#f5efe0"  # of the site, where a club has no colours of its own
ENOUGH: Final = 4.5  # contrast of text, WCAG AA
LARGEST_FILE: Final = 1024 * 1024  # bytes
LARGEST_SIDE: Final = 4096  # pixels, of the picture that is sent
SIDE: Final = 256  # pixels, of the one that is kept
FORMATS: Final = ("PNG", "JPEG", "WEBP")
COLOUR: Final = re.compile("#[0-9a-f]{6}")
VERSION: Final = 16  # hexadecimal digits


@dataclass(frozen=True)
class ClubLook:
    """What a club chooses; empty texts where it chooses nothing. `logo` is an encoded picture."""

    short_name: str
    colour: str
    text_colour: str
    email: str
    phone: str
    web: str
    legal: str
    logo: bytes | None = None
    drops_logo: bool = False


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`: 0 for black, 1 for white."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def encode_logo(data: bytes) -> bytes:
    """Return a picture as a small PNG without anything else that the file held.

    Raises ValidationError if it is too large or no picture of `FORMATS`.
    """
    if len(data) > LARGEST_FILE:
        raise ValidationError(_("El archivo pesa más de 1 MB."), code="too-large")
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
            if max(sent.size) > LARGEST_SIDE:  # before it is decoded
                raise ValidationError(_("Son demasiados píxeles: hasta 4096 de lado."), code="side")
            small = sent.convert("RGBA")
    except ValidationError:
        raise
    except Exception as error:  # Pillow raises many exceptions for damaged files, and for bombs
        raise ValidationError(_("No es una imagen PNG, JPEG o WebP."), code="format") from error
    small.thumbnail((SIDE, SIDE))
    clean = Image.new("RGBA", small.size)
    clean.paste(small)
    file = io.BytesIO()
    clean.save(file, "PNG", optimize=True)
    return file.getvalue()


@transaction.atomic
def dress_club(*, club_id: int, by: User, look: ClubLook) -> Club:
    """Change the look of a club, as an organiser of it; the colours and texts are valid.

    Raises RefusedError like `lock_organised`.
    """
    club = lock_organised(club_id, by)
    is_own = (look.colour, look.text_colour) != (BAND, TEXT)
    club.short_name = look.short_name
    club.colour = look.colour if is_own else ""
    club.text_colour = look.text_colour if is_own else ""
    imprint = ClubImprint.objects.filter(club=club).first() or ClubImprint(club=club)
    if look.logo is not None:
        imprint.logo = look.logo
        club.logo_version = sha256(look.logo).hexdigest()[:VERSION]
    elif look.drops_logo:
        imprint.logo, club.logo_version = None, ""
    imprint.email, imprint.phone, imprint.web = look.email, look.phone, look.web
    imprint.legal = look.legal
    imprint.save()
    club.save(update_fields=["short_name", "colour", "text_colour", "logo_version"])
    return club


def look_document(club: Club) -> dict[str, Any]:
    """Return a club's look and contact as plain values, the logo apart."""
    imprint = ClubImprint.objects.filter(club=club).defer("logo").first() or ClubImprint()
    return {
        "short_name": club.short_name,
        "colour": club.colour,
        "text_colour": club.text_colour,
        **{name: getattr(imprint, name) for name in ("email", "phone", "web", "legal")},
        "host": home_of(club),
    }


def logo_text(club: Club) -> str:
    """Return a club's logo as base64; "" if it has none."""
    rows = ClubImprint.objects.filter(club=club, logo__isnull=False)
    data = rows.values_list("logo", flat=True).first()
    return "" if data is None else b64encode(bytes(data)).decode("ascii")


def style_of(club: Club) -> str:
    """Return the style sheet of a club's pages: colours that were checked when they were chosen."""
    if not (COLOUR.fullmatch(club.colour) and COLOUR.fullmatch(club.text_colour)):
        return ""
    return f".club-band{{background:{club.colour};color:{club.text_colour}}}\n"
