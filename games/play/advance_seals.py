"""Seals shown before their table is opened, so that one request opens it and deals.

A page asks for a seal ahead: a number reserved for a table, and the commitment to its seed. The
browser draws its cut for them, and sends it with the form that opens a table against robots.
Nothing is stored until then: what the browser sends back holds the encrypted seed, signed. A seal
opens one table at most, because its number is a primary key; no table is deleted within `LIFE`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer

from games.fair import shuffle
from games.models import table_numbers

LIFE = timedelta(hours=1)
SALT = "games.play.advance_seals"


@dataclass(frozen=True)
class AdvanceSeal:
    """The number of a table and the commitment to its seed; `token` comes back with the cut."""

    game: int
    commitment: str
    token: str


@dataclass(frozen=True)
class AdvanceCut:
    """A cut for the table of an advance seal, in hex, and the keyed hash of its address."""

    number: int
    sealed_seed: str
    corte: str
    address: str


def draw_seal(*, user_id: int | None, now: datetime) -> AdvanceSeal | None:
    """Return a new seal for a user, or for a visitor (None); None if no number can be reserved."""
    number = table_numbers.reserve_number()
    if number is None:
        return None
    seed = shuffle.new_seed()
    content = [number, shuffle.seal(seed), user_id, now.timestamp()]
    token = Signer(salt=SALT).sign_object(content)
    return AdvanceSeal(number, shuffle.commitment(seed, number), token)


def read_cut(
    *, token: str, corte: str, user_id: int | None, address: str, now: datetime
) -> AdvanceCut | None:
    """Return a cut under a seal that was drawn for this user; None if there is none, or too late.

    Whether the seal has opened a table is found out when the row of the table is written.
    """
    try:
        number, sealed_seed, of_user, at = Signer(salt=SALT).unsign_object(token)
    except BadSignature:
        return None
    is_old = now.timestamp() - at > LIFE.total_seconds()
    if is_old or of_user != user_id or not shuffle.is_in_hex(corte):
        return None
    if not table_numbers.is_past(number):
        return None
    return AdvanceCut(number, sealed_seed, corte, address)
