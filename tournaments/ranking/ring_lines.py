"""A possible ring in words, for those who decide about it."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import RingReview
from tournaments.ranking.rings import Sign

SHOWN: Final = 0.5
"""The share from which on a sign is named."""
SIGNS: Final[dict[Sign, Promise]] = {
    Sign.ONE_SIDED: _("Entre ellos gana casi siempre el mismo."),
    Sign.FAST: _("Juegan más rápido de lo que se puede pensar, o terminan enseguida."),
    Sign.DAILY_LIMIT: _("Juegan justo las partidas que dan puntos por día."),
    Sign.NEW: _("Las cuentas se hicieron juntas, poco antes."),
    Sign.SHARED_NETWORK: _("Usaron la conexión de otra de las cuentas."),
}


@dataclass(frozen=True)
class RingLine:
    """A review: its accounts, what speaks against them, and what was decided."""

    review: RingReview

    @property
    def members(self) -> list[User]:
        """The accounts, by name."""
        return sorted(self.review.members.all(), key=str)

    @property
    def signs(self) -> list[Promise]:
        """The signs that are strong, in words."""
        shares = self.review.signs
        return [words for sign, words in SIGNS.items() if shares.get(sign, 0) >= SHOWN]

    @property
    def is_open(self) -> bool:
        return self.review.state == RingReview.State.OPEN
