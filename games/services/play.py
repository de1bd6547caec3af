"""The one write path: browsers, robots, the clock and the judge all act through `play`."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.engine import apply, from_token
from games.models import Action, Game, Seat
from games.records.dealing import PERROS, Dealer, current_state
from games.records.one_device import seats_on_device
from games.services import addresses, log, perros
from games.services.refusals import RefusedError, StaleError
from games.services.retry import retrying
from games.services.tables import desertion


@dataclass(frozen=True)
class Receipt:
    """What became of an action: the version it made, and whether this was only its echo."""

    version: int
    repeated: bool = False


@retrying
@transaction.atomic
def play(
    *,
    game_id: int,
    seat: int,
    token: str,
    seen_version: int,
    action_id: str,
    now: datetime,
    by: str = Action.By.PERSON,
    address: str = "",
) -> Receipt:
    """Do one action at a table, or raise and change nothing.

    `action_id` was minted with the fragment that was clicked: the same one again returns the first
    outcome. `address` is the keyed hash of where a person acts from (docs/ranking.md).

    Raises StaleError when the table has moved on, IllegalActionError or NotationError from the
    engine, RefusedError with code `closed`, `other-action` or, on one device, `not-in-hand`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if known := game.actions.filter(seat=seat, action_id=action_id).first():
        if known.token != token.lower():
            raise RefusedError("other-action")
        return Receipt(known.version, repeated=True)
    dealer = Dealer(game, list(game.seats.order_by("number")))
    _require_open(dealer, seat, seen_version)
    state = current_state(game, dealer)
    if by == Action.By.PERSON:
        _mark_person(dealer.seats[seat], address, now)
    if token.lower() == PERROS:
        perros.throw(game, dealer, state, seat=seat, action_id=action_id, by=by, now=now)
    else:
        after = apply(state, from_token(seat, token))
        log.append(game, dealer, after, action_id=action_id, by=by, now=now)
    return Receipt(game.version)


def _require_open(dealer: Dealer, seat: int, seen_version: int) -> None:
    game = dealer.game
    if desertion.waits_for_people(game):
        game.status = Game.Status.LIVE  # saved with the action, if that is accepted
    if game.status != Game.Status.LIVE:
        raise RefusedError("closed")
    if game.version != seen_version:
        raise StaleError(game.version)
    if seats_on_device(dealer.seats) and seat != game.in_hand:
        raise RefusedError("not-in-hand")


def _mark_person(seat: Seat, address: str, now: datetime) -> None:
    """A person acted: the seat is theirs again, and the address is remembered."""
    if seat.automatic or seat.timeouts or seat.absent_since:
        seat.automatic, seat.timeouts, seat.absent_since = False, 0, None
        seat.save(update_fields=["automatic", "timeouts", "absent_since"])
    addresses.remember(seat, address, now)
