"""The judge at a table: the clock stops until the judge has ruled (docs/judging.md).

A ruling is a row of the log like any action, so the table remains the fold of its log.
"""

import logging
from datetime import datetime, timedelta

from accounts.common.transactions import transactional
from games.common.errors import ClosedError
from games.engine import Ruling, State, apply_ruling
from games.models import Action, Game
from games.play import log
from games.play.errors import AlreadyRuledError, JudgeCalledError, TableBrokenError
from games.play.replay import DealSource, current_state

logger = logging.getLogger(__name__)
CREDIT = timedelta(seconds=20)  # minimum time for the awaited players after play resumes


@transactional
def pause_for_judge(*, game_id: int, now: datetime) -> None:
    """Stop the clock of a table: players and robots cannot act until a judge rules.

    Raises RefusedError `judge-called` or `closed`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Game.Status.JUDGED:
        raise JudgeCalledError()
    if game.status not in (Game.Status.LIVE, Game.Status.FROZEN):
        raise ClosedError()
    game.status, game.act_by = Game.Status.JUDGED, None
    game.version += 1
    game.save(update_fields=["status", "act_by", "version"])
    log.broadcast_to_spectators(game)


@transactional
def resume_after_ruling(*, game_id: int, ruling: Ruling, note: str, now: datetime) -> None:
    """Resume a stopped table with a ruling, which may end the game; the note is public.

    Raises RefusedError `already-ruled` if the table does not wait for a judge, `table-broken` if a
    fault makes the table unplayable, or IllegalActionError for an impossible ruling.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.JUDGED:
        raise AlreadyRuledError()
    game.seats.filter(absent_since__isnull=False).update(absent_since=now)
    dealer = DealSource(game, list(game.seats.order_by("number")))
    state = apply_ruling(_state(game, dealer), ruling)
    log.write_ruling(game, state, by=Action.By.JUDGE, now=now, note=note)
    game.status = Game.Status.LIVE
    if state.winner is None:
        log.advance(game, dealer.seats, state, now, credit=CREDIT)
    else:
        log.finish_game(game, state, now)


def _state(game: Game, dealer: DealSource) -> State:
    """Read the table; on a fault raise a refusal, so that the judge gets no error page."""
    try:
        return current_state(game, dealer)
    except Exception as error:
        logger.exception("game %s cannot be read", game.pk)
        raise TableBrokenError() from error
