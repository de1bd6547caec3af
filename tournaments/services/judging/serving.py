"""Who judges or scores what is being played: asked on every page, so read once for all of them."""

from typing import Final

from django.core.cache import caches

from accounts.services.commit_hooks import on_commit
from tournaments.models import Competition, Official

KEY: Final = "serving"
LIFE = 10  # seconds until other processes hear of a new post


def serving() -> frozenset[int]:
    """Return the people with a post in a competition that is being played."""
    return frozenset(caches["pages"].get_or_set(KEY, _read, LIFE) or ())


def read_anew() -> None:
    """After the commit: have the next page ask again."""
    on_commit(caches["pages"].delete, KEY)


def _read() -> frozenset[int]:
    posts = Official.objects.filter(competition__state__in=Competition.GOING)
    return frozenset(posts.values_list("user", flat=True))
