"""What can be done in a competition: one function per thing (lock, check, apply, announce)."""

from tournaments.services.competitions import (
    Terms,
    archive,
    cancel,
    create_competition,
    open_registration,
    pause,
    resume,
    start,
)
from tournaments.services.drawing import draw
from tournaments.services.entries import (
    Guest,
    Registration,
    accept_invitation,
    add_entry,
    register,
    renew_invitation,
    withdraw,
)
from tournaments.services.officials import appoint, dismiss
from tournaments.services.proposals import accept_time, decline_times, propose_times, set_time
from tournaments.services.ranking import forget_competition, rank_match
from tournaments.services.results import (
    annul_match,
    call_match,
    close_sit_down,
    give_walkover,
    record_finished_game,
)
from tournaments.services.shape import Shape
from tournaments.services.submissions import submit_result

__all__ = [
    "Guest",
    "Registration",
    "Shape",
    "Terms",
    "accept_invitation",
    "accept_time",
    "add_entry",
    "annul_match",
    "appoint",
    "archive",
    "call_match",
    "cancel",
    "close_sit_down",
    "create_competition",
    "decline_times",
    "dismiss",
    "draw",
    "forget_competition",
    "give_walkover",
    "open_registration",
    "pause",
    "propose_times",
    "rank_match",
    "record_finished_game",
    "register",
    "renew_invitation",
    "resume",
    "set_time",
    "start",
    "submit_result",
    "withdraw",
]
