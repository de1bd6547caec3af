"""Several names as one phrase."""

import re
from collections.abc import Iterable

from accounts.values.looked_up import gettext

# In Spanish "y" becomes "e" where another i follows: Inés, Hilario, Yrigoyen; not Hielo, Ian, Yago.
SOUNDS_LIKE_Y = re.compile(r"(h?[ií](?![aeouáéóú])|y(?![aeiouáéíóú]))", re.IGNORECASE)


def together(names: Iterable[str]) -> str:
    """Join names in the reader's language: `Ana, Luis y Marta`, `Ana e Inés`."""
    *first, last = names
    if not first:
        return last
    if SOUNDS_LIKE_Y.match(last):
        words = gettext("%(names)s e %(last)s")
    else:
        words = gettext("%(names)s y %(last)s")
    return words % {"names": ", ".join(first), "last": last}
