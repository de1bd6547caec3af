"""Who is in when there are fewer places than applicants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from tournaments.formats.pairing import Id


@dataclass(frozen=True)
class Admission(Generic[Id]):
    """The confirmed entries and the waiting list, each in order of application."""

    confirmed: tuple[Id, ...]
    waiting: tuple[Id, ...]


def admit(applicants: Sequence[Id], cap: int | None, *, already_in: int = 0) -> Admission[Id]:
    """First come, first served: `already_in` places are taken, no cap admits everybody.

    The same rule registers and promotes: after a withdrawal the applicants are the waiting list.
    """
    places = len(applicants) if cap is None else max(0, cap - already_in)
    return Admission(tuple(applicants[:places]), tuple(applicants[places:]))
