"""Hints in practice games: the expected value of every current action.

Hints are only for games against robots alone. They are computed in a separate process, which gets
the hand as the seat knows it: unseen cards are dealt again before they leave this process.
"""

import logging
import subprocess
from collections.abc import Sequence
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any, Final

from games.common.errors import NotYourTurnError
from games.engine import State
from games.evaluation.action_values import complete_hand, decision_to_hint
from games.models import Game, raw_queries
from games.play import table_cache
from games.play.finished_game import is_practice
from games.reviews.errors import HintBusyError, HintFailedError, NoHintError, UnseenCardsError
from games.reviews.services import evaluate_in_subprocess

AT_ONCE: Final = 2
"""Hints computed at the same time; further requests must try again."""
LIMIT: Final = timedelta(seconds=30)
KEPT: Final = 500
"""Hints cached in this process. They reveal a hand, so they are not in a shared cache."""
logger = logging.getLogger(__name__)
_kept: dict[tuple[str, str, int], Sequence[dict[str, Any]]] = {}
_places = BoundedSemaphore(AT_ONCE)


def is_kept(*, game_id: int, seat: int) -> bool:
    """Return whether the hint of a seat is cached for the table's version."""
    game = raw_queries.find_game(game_id)
    return game is not None and _key(game, seat) in _kept


def hint(*, game_id: int, seat: int) -> Sequence[dict[str, Any]]:
    """Return the value of each current action of a seat (`games.evaluation.action_values.hint`).

    Raises RefusedError `no-hint` at a table that is not for practice, `not-your-turn` if the seat
    has no decision, `cards-unseen` in a blind hand, `hint-busy` if other hints are being computed,
    `hint-failed` on an error.
    """
    game = raw_queries.find_game(game_id)
    if game is None or not is_practice(game, table_cache.cached_seats(game)):
        raise NoHintError()
    state = table_cache.cached_table(game).state
    if game.status != Game.Status.LIVE or state is None or seat not in state.to_act:
        raise NotYourTurnError()
    key = _key(game, seat)
    if (cached := _kept.get(key)) is not None:
        return cached
    prices = _weighed(game, state, seat)
    while len(_kept) >= KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[key] = prices
    return prices


def _weighed(game: Game, state: State, seat: int) -> Sequence[dict[str, Any]]:
    seed = _seed(game)
    decision = decision_to_hint(state, seat, seed)
    if not decision.dealt:
        raise UnseenCardsError()
    position = complete_hand(decision, seed)
    if position is None:
        raise HintFailedError()
    if not _places.acquire(blocking=False):
        raise HintBusyError()
    try:
        prices: Sequence[dict[str, Any]] = evaluate_in_subprocess(
            "hint", {"position": position, "seed": seed}, LIMIT
        )
    except subprocess.SubprocessError as error:
        logger.error("a hint at table %s ended with %s", game.pk, type(error).__name__)
        raise HintFailedError() from error
    finally:
        _places.release()
    if not prices:
        raise HintFailedError()
    return prices


def _key(game: Game, seat: int) -> tuple[str, str, int]:
    return game.commitment, _seed(game), seat


def _seed(game: Game) -> str:
    return f"{game.pk} {game.version}"
