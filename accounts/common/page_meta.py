"""What a public page tells search engines and messengers: title, text, picture, languages.

A page without a `PageMeta` in its context is not indexed. The address of a page in one language
has `?language=`; the language of the sources has the plain address, which is the canonical one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.i18n.languages import LANGUAGE, active_language

LONGEST_TITLE: Final = 65
LONGEST_TEXT: Final = 160
PICTURE: Final = "img/share.png"
NO_VIEWS: Final = ("fbclid", "gclid", "igshid", "msclkid")  # added by others; they change nothing
ESCAPED: Final = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
REGION: Final = 2  # letters of a country; other subtags are none that search engines know
Data = Mapping[str, Any]


@dataclass(frozen=True)
class PageMeta:
    """The head of a public page.

    `title` are parts, the most important first; those that do not fit are left out. `text` are
    sentences. `picture` and `feed` are paths; `data` are blocks of schema.org; `home` is the
    address of a page that has a host of its own.
    """

    title: Sequence[object]
    text: Sequence[object] = ()
    picture: str = ""
    is_tall: bool = False  # the height of the picture is not 630 pixels
    kind: str = "website"
    data: Sequence[Data] = ()
    feed: str = ""
    embed: str = ""  # path that tells other sites how to frame it (oEmbed)
    home: str = ""

    @property
    def short_title(self) -> str:
        """The title, at most 65 characters long."""
        parts = [str(part) for part in self.title if part]
        while len(parts) > 1 and len(" · ".join(parts)) > LONGEST_TITLE:
            parts.pop()
        return cut(" · ".join(parts), LONGEST_TITLE)

    @property
    def description(self) -> str:
        """The sentences that fit into 160 characters; short ones are followed by the site's."""
        text = ""
        for sentence in (*self.text, *site_sentences()):
            longer = f"{text} {sentence or ''}".strip()
            if text and (len(longer) > LONGEST_TEXT or len(text) >= LONGEST_TEXT // 2):
                break
            text = cut(longer, LONGEST_TEXT)
        return text

    @property
    def blocks(self) -> list[SafeString]:
        """The data as JSON-LD; no text in it can end the element that it stands in."""
        return [data_block(each) for each in self.data]


def site_sentences() -> tuple[str, str]:
    """Return what the site says of itself, to follow a short text."""
    return (
        gettext("Truco en vivo, torneos y ligas de clubes."),
        gettext("Gratis, en el teléfono o la computadora, con cartas que cualquiera comprueba."),
    )


def cut(text: str, longest: int) -> str:
    """Return a text in one line, shortened at the end of a word."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    whole, space, _rest = line[:longest].rpartition(" ")
    return f"{(whole if space else line[: longest - 1]).rstrip(' ,;:·')}…"


def data_block(data: Data) -> SafeString:
    """Return a block of schema.org as JSON for a `<script type="application/ld+json">`."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    return mark_safe(text.translate(ESCAPED))  # nothing is left to end the element


def site_origin(request: HttpRequest) -> str:
    """Return the origin for addresses that others keep: the setting, else the request's own."""
    return settings.SITE_URL or f"{request.scheme}://{request.get_host()}"


@dataclass(frozen=True)
class Addresses:
    """The canonical address of a page, and its address in each language."""

    canonical: str
    alternates: Sequence[tuple[str, str]]  # hreflang, address; `x-default` is the last


def addresses_of(request: HttpRequest, meta: PageMeta) -> Addresses:
    """Return the addresses of the requested page."""
    plain = meta.home or f"{site_origin(request)}{request.path}"
    return Addresses(in_language(plain, active_language() or ""), alternates_of(plain))


def alternates_of(plain: str) -> list[tuple[str, str]]:
    """Return the hreflang and the address of a page in each language, and `x-default`."""
    alternates: dict[str, str] = {}
    for code, _name in settings.LANGUAGES:
        alternates.setdefault(hreflang(code), in_language(plain, code))
    # every other variant of the language of the sources
    alternates.setdefault(settings.LANGUAGE_CODE.partition("-")[0], plain)
    return [*alternates.items(), ("x-default", plain)]


def in_language(plain: str, code: str) -> str:
    """Return the address of a page in a language."""
    if code in ("", settings.LANGUAGE_CODE):
        return plain
    return f"{plain}?{urlencode({LANGUAGE: code})}"


def hreflang(code: str) -> str:
    """Return a language as search engines read it: `es-AR`, `en`, and `ca` for `ca-valencia`."""
    language, _, subtag = code.partition("-")
    return f"{language}-{subtag.upper()}" if len(subtag) == REGION else language


def is_page_itself(request: HttpRequest) -> bool:
    """Return whether an address asks for a whole page, not for a search or a part of a list."""
    return not any(
        name != LANGUAGE and name not in NO_VIEWS and not name.startswith("utm_")
        for name in request.GET
    )


def picture_of(request: HttpRequest, meta: PageMeta) -> str:
    """Return the absolute address of the picture, in the language of the page."""
    origin = site_origin(request)
    if not meta.picture:
        return f"{origin}{static(PICTURE)}"
    return in_language(f"{origin}{meta.picture}", active_language() or "")
