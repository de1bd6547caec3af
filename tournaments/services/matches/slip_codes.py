"""The codes on slips: letters that nobody mistakes for others, following from a secret."""

from collections.abc import Iterable

from django.utils.crypto import salted_hmac

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no 0 O, 1 I L, no U
LENGTH = 9  # of 30 letters each: 44 bits
GROUP = 3


def code_of(nonce: str, side: int) -> str:
    """Return the code of one side of a slip: `KTR4MW7QX`."""
    drawn = int(
        salted_hmac("tournaments.slips.code", f"{nonce}:{side}", algorithm="sha256").hexdigest(), 16
    )
    return "".join(_letters(drawn))


def key_of(code: str) -> str:
    """Return what is stored of a code, by which it is found."""
    return salted_hmac("tournaments.slips.key", code, algorithm="sha256").hexdigest()


def tidy(typed: str) -> str:
    """Return a code as it was meant: without spaces and dashes, in capitals."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)


def spaced(code: str) -> str:
    """Return a code as it is printed: `KTR-4MW-7QX`."""
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def _letters(drawn: int) -> Iterable[str]:
    for _ in range(LENGTH):
        drawn, letter = divmod(drawn, len(LETTERS))
        yield LETTERS[letter]
