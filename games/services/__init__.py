"""What can be done at a table: one function per thing (lock, check, apply, announce)."""

from games.services.addresses import forget_old
from games.services.clock import advance, credit_outage, dismiss_absent
from games.services.desertion import close_abandoned
from games.services.judge import go_on, stop_for_judge
from games.services.play import Outcome, play
from games.services.presence import arrive, leave, take_back
from games.services.retry import retrying
from games.services.senas import make_sign
from games.services.statistics import count_deeds
from games.services.tables import SeatPlan, annul_game, open_game, sit_down, start_game

__all__ = [
    "Outcome",
    "SeatPlan",
    "advance",
    "annul_game",
    "arrive",
    "close_abandoned",
    "count_deeds",
    "credit_outage",
    "dismiss_absent",
    "forget_old",
    "go_on",
    "leave",
    "make_sign",
    "open_game",
    "play",
    "retrying",
    "sit_down",
    "start_game",
    "stop_for_judge",
    "take_back",
]
