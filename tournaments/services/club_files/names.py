"""How people are called in a file: by name who agreed to it, else by a number."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from accounts.models import User

NUMBERED: Final = "jugador {}"


@dataclass
class Names:
    """One person has one number throughout; with or without an account."""

    _numbers: dict[int | str, int] = field(default_factory=dict)

    def of(self, user: User | None, written: str) -> str:
        """Return the name of who agreed, else their number."""
        if agreed(user):
            return str(user)
        who = written if user is None else user.pk
        return NUMBERED.format(self._numbers.setdefault(who, len(self._numbers) + 1))


def agreed(user: User | None) -> bool:
    """Whether a person consented to their name leaving the site in a file of their club's."""
    return user is not None and user.named_in_exports and user.anonymised_at is None


def all_agreed(users: Iterable[User | None]) -> bool:
    """Whether what names all of them together may stand."""
    return all(map(agreed, users))
