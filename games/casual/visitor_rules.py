"""The default preset for a visitor, by language and location."""

from typing import Final

from django.http import HttpRequest

from accounts.common.middleware import language_of, zone_from_cookie

FIRST: Final = "argentino"
_OF_LANGUAGE: Final = {
    "ca-valencia": "truc",
    "es-uy": "uruguayo",
    "es-ve": "venezolano",
    "pt-br": "paulista",
}
_OF_REGION: Final = {"ar": "argentino", "uy": "uruguayo", "br": "paulista", "ve": "venezolano"}
_OF_ZONE: Final = {
    "America/Montevideo": "uruguayo",
    "America/Caracas": "venezolano",
    **dict.fromkeys(
        (
            *("America/Sao_Paulo", "America/Bahia", "America/Campo_Grande", "America/Cuiaba"),
            *("America/Fortaleza", "America/Recife", "America/Maceio", "America/Belem"),
            *("America/Manaus", "America/Porto_Velho", "America/Boa_Vista", "America/Rio_Branco"),
        ),
        "paulista",
    ),
}
_OF_VARIANT: Final = {"balear": "mallorqui", "esib": "mallorqui"}
"""Subtags that name the Balearic Islands, which share a time zone with Valencia."""


def home_preset(request: HttpRequest) -> str:
    """Return the preset of the reader's language, else of their region, else of their time zone.

    The region is that of the first language with one. A browser in English may be in Uruguay, which
    its time zone shows.
    """
    accepted = request.headers.get("Accept-Language", "").lower()
    region = _first_region(accepted)
    return (
        _of_variant(accepted)
        or _OF_LANGUAGE.get(language_of(request))
        or _OF_REGION.get(region)
        or _OF_ZONE.get(zone_from_cookie(request))
        or FIRST
    )


def _of_variant(accepted: str) -> str:
    subtags = accepted.partition(",")[0].partition(";")[0].split("-")
    return next((_OF_VARIANT[each] for each in subtags if each in _OF_VARIANT), "")


def _first_region(accepted: str) -> str:
    """Return the region of the first language that has one: "uy" of `es-UY,es;q=0.9`."""
    for each in accepted.split(","):
        _, _, region = each.partition(";")[0].strip().partition("-")
        if len(region) == len("uy"):
            return region
    return ""
