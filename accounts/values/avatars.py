"""Which of a dozen drawn heads stands for a person (`static/img/avatars.svg`)."""

from typing import Final

DOZEN: Final = 12


def avatar_symbol(chosen: int | None, pk: int) -> str:
    """Return the chosen drawing, or one that depends on the person's row alone."""
    return f"a{pk % DOZEN if chosen is None else chosen}"
