"""Admission of applicants under a capacity."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from tournaments.formats.pairing import Id


@dataclass(frozen=True)
class Admission(Generic[Id]):
    """The confirmed entries and the waiting list, each in order of application."""

    confirmed: tuple[Id, ...]
    waiting: tuple[Id, ...]


def admit(applicants: Sequence[Id], free_places: int) -> Admission[Id]:
    """Admit applicants first come, first served.

    The same rule registers and promotes: after a withdrawal the applicants are the waiting list.
    """
    return Admission(tuple(applicants[:free_places]), tuple(applicants[free_places:]))
