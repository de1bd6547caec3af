"""Closing of the seats, opening of the sealed cuts, first dogs, and the first deal.

Until the seats close, no seat knows the cuts of the others: the last player to sit down chooses
blindly, and so does the keeper of the seed. A cut that is not opened in time is left out,
visibly.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.common.transactions import transactional
from accounts.models import User
from games.common import hooks
from games.common.broadcast import broadcast_to_lobby
from games.engine import apply_log, lines
from games.fair import shuffle
from games.models import Game, Seat
from games.play import log, perros
from games.play.deadlines import set_deadline
from games.play.errors import (
    CorteOpenedError,
    CortesClosedError,
    NoCorteError,
    SpectatorError,
    WrongCorteError,
)
from games.play.replay import DealSource
from games.play.robot_signs import make_robot_signs
from games.play.seat_names import seats_on_device

PATIENCE = timedelta(seconds=5)  # the time for browsers to reveal their cortes


def lock_seats(game: Game, now: datetime) -> None:
    """Close the seats of a locked table, then wait for the sealed cortes to be revealed.

    Where the dogs are played the table waits for them, too (R-X4).
    """
    is_sealed, may_throw = _sealed(game), may_throw_first(game)
    if not is_sealed and not may_throw:
        deal_first(game, now)
        return
    game.version += 1
    game.status = Game.Status.OPENING
    patience = PATIENCE if is_sealed else timedelta()
    pause = log.pause_before_deal(game) if may_throw else timedelta()
    set_deadline(game, now + max(patience, pause), now)
    game.save(update_fields=["version", "status", "act_by", "alarm_at"])
    log.broadcast_to_spectators(game)
    broadcast_to_lobby(game)


@transactional
def reveal_cut(*, game_id: int, user: User, corte: str, now: datetime) -> None:
    """Reveal the corte that a seat sealed, in hex; the last one revealed starts the game.

    Raises RefusedError with code `cortes-closed`, `spectator`, `no-corte`, `corte-opened` or
    `wrong-corte`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.OPENING:
        raise CortesClosedError()
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise SpectatorError()
    _require_own(game, seat, corte)
    seat.contribution = corte
    seat.save(update_fields=["contribution"])
    if _sealed(game) or may_throw_first(game):
        log.raise_version(game)
    else:
        deal_first(game, now)


def deal_when_opened(game: Game, now: datetime) -> bool:
    """Deal a locked table at once, unless a corte is still sealed; return whether it is dealt."""
    if _sealed(game):
        return False
    deal_first(game, now)
    return True


def may_throw_first(game: Game) -> bool:
    """Return whether people at the table may throw the dogs for its first hand.

    Two on one device may not: neither sees the other's buttons apart.
    """
    if not game.rules.perros:
        return False
    seats = list(game.seats.all())
    return any(seat.user_id for seat in seats) and not seats_on_device(seats)


def deal_first(game: Game, now: datetime) -> None:
    """Start a locked table with the revealed cortes, and with the dogs that were thrown.

    Players absent from the waiting table have the full grace period to return. A player who is
    a guest now counts as one for the entire game, even after signing up: guests do not score.
    """
    game.seats.filter(user__is_guest=True).update(guest=True)
    game.seats.filter(absent_since__isnull=False).update(absent_since=now)
    dealer = DealSource(game, list(game.seats.order_by("number")))
    game.status, game.started_at = Game.Status.LIVE, now
    start = dealer.first_start()
    thrown = perros.challenging_team(game, start.label)
    state = apply_log(dealer.deal(start), lines(thrown))
    game.act_by = log.compute_deadline(game, dealer.seats, state, now)
    game.save(update_fields=["status", "started_at", "act_by"])
    make_robot_signs(dealer, state, now)
    log.advance(game, dealer.seats, state, now)
    broadcast_to_lobby(game)
    hooks.game_started.send(sender=Game, game=game)
    if state.winner is not None:  # a flor that the system sang wins the game (R-F11)
        log.finish_game(game, state, now)


def _require_own(game: Game, seat: Seat, corte: str) -> None:
    if not seat.corte_hash:
        raise NoCorteError()
    if seat.contribution:
        raise CorteOpenedError()
    require_matching_cut(game, seat, corte)


def require_matching_cut(game: Game, seat: Seat, corte: str) -> None:
    """Raise RefusedError `wrong-corte` unless a corte is the one that its seat sealed."""
    if not shuffle.opens(corte, seat.corte_hash, game=game.pk, commitment=game.commitment):
        raise WrongCorteError()


def is_only_cut(seats: Iterable[Seat], seat: Seat) -> bool:
    """Return whether all seats but this one are taken by who adds no cut.

    Its player closes the seats by sitting down, so the cut need not stay sealed until then.
    """
    others = [each for each in seats if each.number != seat.number]
    return all(each.robot or each.companion for each in others)


def _sealed(game: Game) -> bool:
    """Return whether a sealed corte has not been revealed."""
    return game.seats.exclude(corte_hash="").filter(contribution="").exists()
