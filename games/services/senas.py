"""Señas: signs to one's partners, in any moment, true or false (R-G); never in the log.

What partners say to each other travels the same way, to the same eyes.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.engine import signals
from games.models import Game
from games.records.one_device import seats_on_device
from games.services import log
from games.services.refusals import RefusedError
from games.services.retry import retrying
from games.talk.levels import Level
from games.talk.phrases import find_partner_word

SHOWN = timedelta(seconds=10)  # how long partners see a sign
PACE = timedelta(seconds=2)  # between two signs of one seat


@retrying
@transaction.atomic
def make_sign(*, game_id: int, seat: int, sign: str, now: datetime) -> None:
    """Show a sign, or a word, to the partners of a seat, and to nobody else.

    Two people on one device have no need of any. Raises RefusedError with code `closed`,
    `no-such-sign` or `too-fast`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.LIVE:
        raise RefusedError("closed")
    if seats_on_device(list(game.seats.all())):
        raise RefusedError("no-such-sign")
    if sign not in signals(game.rules) and not _is_said(game, sign):
        raise RefusedError("no-such-sign")
    place = game.seats.get(number=seat)
    if place.signed_at and now - place.signed_at < PACE:
        raise RefusedError("too-fast")
    place.sign, place.signed_at = sign, now
    place.save(update_fields=["sign", "signed_at"])
    partners = [number for number in range(seat % 2, game.rules.seats, 2) if number != seat]
    log.tell_seats(game, partners)


def _is_said(game: Game, code: str) -> bool:
    return game.talk != Level.NONE and find_partner_word(game.rules, code) is not None
