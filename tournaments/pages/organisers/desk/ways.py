"""What an organiser can do with one tap: a link, or a form with at most one field."""

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True)
class Way:
    """A button with its address; it is posted, or it is a link."""

    words: str
    address: str
    is_posted: bool = False
    field: tuple[str, str] | None = None  # what is sent along
    confirm: str = ""  # asked before it is sent
    shares: bool = False  # the browser shares what is on that page, if it can


def link(words: str, name: str, *keys: object, more: str = "") -> Way:
    """Lead to a page; `more` is what stands behind its address."""
    return Way(words, reverse(name, args=keys) + more)


def post(
    words: str, name: str, *keys: object, field: tuple[str, str] | None = None, confirm: str = ""
) -> Way:
    """Do something at once."""
    return Way(words, reverse(name, args=keys), is_posted=True, field=field, confirm=confirm)
