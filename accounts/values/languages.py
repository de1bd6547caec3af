"""The languages a person may read in: those of the settings."""

from django.conf import settings
from django.utils.translation import get_supported_language_variant

LONGEST = 32  # of what is looked at; no code is as long


def offered() -> list[tuple[str, str]]:
    """Return code and name of each; rows need no migration for a new one."""
    return list(settings.LANGUAGES)


def spoken(asked: str) -> str | None:
    """Return the language of the site that is nearest to a code, as `es-ar` to `es-MX`."""
    try:
        return get_supported_language_variant(asked[:LONGEST].lower())
    except LookupError:
        return None
