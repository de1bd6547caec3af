"""Short dates, as the reader's language writes them."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

CAPITAL_MONTHS = ("en",)  # "22 Nov"; others write "22 nov"


def short_date(at: date, form: str) -> str:
    """Write a date, or an hour of a day, in Django's signs, where M is a month of few letters."""
    is_capital = (get_language() or "").startswith(CAPITAL_MONTHS)
    return date_format(at, form if is_capital else form.replace("M", "b"))
