"""Which of a dozen drawn heads stands for a person (`static/img/avatars.svg`)."""

from typing import Final

DOZEN: Final = 12


def avatar_symbol(chosen: int | None, pk: int) -> str:
    """Return the drawing somebody chose; for who chose none always the same one, by their row."""
    return f"a{pk % DOZEN if chosen is None else chosen}"
