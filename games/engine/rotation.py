"""From a finished hand to the start of the next (R-D2, R-P3, R-S3)."""

from dataclasses import replace

from games.engine import pico
from games.engine.start import Start
from games.engine.state import State


def next_start(state: State) -> Start | None:
    """Return the hand after this one; None when the game is over, by the cards or by the bell.

    In the place of a void hand another is dealt, with a number and so with cards of its own.
    """
    assert state.over
    if state.winner is not None or (state.rulings and state.time_up):
        return None
    start = state.start
    new_leg = state.legs != start.legs
    if state.is_void and not new_leg:
        return replace(start, number=start.number + 1, score=state.score)
    score = (0, 0) if new_leg else state.score
    part = "" if new_leg else pico.next_part(start.rules, score, after=start.part)
    in_round = part in ("b", "c")
    return Start(
        rules=start.rules,
        number=start.number if in_round else start.number + 1,
        part=part,
        mano=((start.mano if in_round else start.round_mano) + 1) % start.rules.seats,
        score=score,
        legs=state.legs,
    )
