"""Short names of browsers and systems, from the user agent."""

from collections.abc import Sequence

from django.utils.translation import gettext

# The first match counts: the other browsers also claim to be Chrome or Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_and_system(agent: str) -> str:
    """Return "Firefox en Android", or the part that the user agent reveals."""
    browser, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    if browser and system:
        return gettext("%(browser)s en %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("un navegador que no se reconoce")


def _first(signs: Sequence[tuple[str, str]], agent: str) -> str:
    return next((name for sign, name in signs if sign in agent), "")
