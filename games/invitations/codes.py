"""Short codes of waiting tables, which a friend can say over the phone.

A code is computed from the table's number with the site's key (HMAC), so nothing is stored. It
leads to a table only while that table waits. Six of 28 signs are 29 bits, too few to let an address
guess without end: above its limit no code of a table is looked up, right or wrong.
"""

from typing import Final

from django.utils.crypto import salted_hmac

from accounts.common.rate_limit import MINUTE, RateLimit
from games.models import Game

SIGNS: Final = "23456789bcdfghjkmnpqrstvwxyz"  # no vowels, and no signs that look alike
LENGTH: Final = 6
READ: Final = 5000  # waiting tables, the newest
GUESSES: Final = RateLimit("missed-tables", 30, MINUTE)


def table_code(game_id: int) -> str:
    """Return the six signs that stand for a table; they follow from its key and the secret."""
    digest = salted_hmac("games.invitations.codes", str(game_id), algorithm="sha256").digest()
    number, code = int.from_bytes(digest[:16], "big"), ""
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        code += SIGNS[sign]
    return code


def waiting_table(text: str, home: str) -> int | None:
    """Return the table of a code, however it is spelled; None unless it waits for players.

    Wrong codes count against the address key `home`, before anything is looked up.
    """
    code = "".join(sign for sign in text.lower() if sign not in " -")
    if len(code) != LENGTH or not set(code) <= set(SIGNS):
        return None
    if GUESSES.is_exceeded(home):
        return None
    waiting = Game.objects.with_a_free_seat().filter(page="").order_by("-pk")
    ids = waiting.values_list("pk", flat=True)[:READ]
    found = next((game_id for game_id in ids if table_code(game_id) == code), None)
    if found is not None:
        GUESSES.give_back(home)
    return found
