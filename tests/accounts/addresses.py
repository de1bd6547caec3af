"""An address for every view of the site."""

import re
from collections.abc import Iterable, Iterator

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern


def every_path(
    patterns: Iterable[URLPattern | URLResolver] | None = None, before: str = "/"
) -> Iterator[str]:
    """Return an address for each pattern that is no regular expression."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if not isinstance(pattern.pattern, RoutePattern):
            continue
        route = re.sub(
            r"<(\w+):\w+>", lambda kind: "1" if kind[1] == "int" else "x", str(pattern.pattern)
        )
        if isinstance(pattern, URLResolver):
            yield from every_path(pattern.url_patterns, before + route)
        else:
            yield before + route
