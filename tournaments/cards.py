"""Competitions that clubs usually want, as a first choice that fills the form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Card:
    """One such choice: what it is called, what it is like, and the fields it fills."""

    key: str
    title: str | Promise
    note: str | Promise
    values: Mapping[str, str]

    @property
    def query(self) -> str:
        """The card as a part of an address."""
        return urlencode({"card": self.key, **self.values})


CARDS: Final = (
    Card(
        "relampago",
        _("Relámpago 16 a 15"),
        _("Una noche: 1 contra 1, a 15, turnos de 20 segundos."),
        {"seats": "2", "target": "15", "cap": "16", "best_of": "1", "turn_seconds": "20"},
    ),
    Card(
        "clasico",
        _("Clásico a 30"),
        _("Como en el club: 1 contra 1, malas y buenas, sin apuro."),
        {"seats": "2", "target": "30", "cap": "16", "best_of": "1", "turn_seconds": "45"},
    ),
    Card(
        "parejas",
        _("8 parejas a 15"),
        _("Parejas fijas: cada uno trae su compañero."),
        {"seats": "4", "target": "15", "cap": "8", "best_of": "1", "turn_seconds": "30"},
    ),
    Card(
        "revancha",
        _("Al mejor de tres"),
        _("Con revancha y bueno: nadie se va por una mala mano."),
        {"seats": "2", "target": "15", "cap": "8", "best_of": "3", "turn_seconds": "30"},
    ),
)
