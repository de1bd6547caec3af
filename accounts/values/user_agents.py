"""What a browser calls itself, in two words for people."""

from collections.abc import Sequence

from django.utils.translation import gettext

# The first that is found is meant: every other one also says it is Chrome or Safari.
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


def in_words(agent: str) -> str:
    """Return "Firefox en Android", as far as the agent reveals it."""
    browser, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    if browser and system:
        return gettext("%(browser)s en %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("un navegador que no se reconoce")


def _first(known: Sequence[tuple[str, str]], agent: str) -> str:
    return next((name for sign, name in known if sign in agent), "")
