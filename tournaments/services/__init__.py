"""What can be done in a competition: one function per thing (lock, check, apply, announce)."""

from tournaments.services.announcing import create_competition
from tournaments.services.appeals import answer_appeal, appeal
from tournaments.services.approval import approve, reject, set_paid
from tournaments.services.by_hand import add_entry
from tournaments.services.calls import Verdict, call_judge, rule_on_call
from tournaments.services.cap import change_cap
from tournaments.services.check_in import check_in, undo_check_in
from tournaments.services.competitions import (
    archive,
    cancel,
    open_check_in,
    open_registration,
    pause,
    reopen_registration,
    resume,
    start,
)
from tournaments.services.corrections import correct_result, preview_reopening, reopen_match
from tournaments.services.drawing import draw
from tournaments.services.editing import edit_competition, is_settled
from tournaments.services.importing import Imported, examine, import_entries
from tournaments.services.officials import appoint, dismiss
from tournaments.services.ordering import order_entries
from tournaments.services.proposals import accept_time, decline_times, propose_times, set_time
from tournaments.services.ranking import forget_competition, rank_match
from tournaments.services.rebuilding import heal_outdated, rebuild_ranking
from tournaments.services.registering import (
    Registration,
    accept_invitation,
    register,
    renew_invitation,
)
from tournaments.services.reserves import add_reserve, drop_reserve
from tournaments.services.results import (
    annul_match,
    call_match,
    close_sit_down,
    give_walkover,
    record_finished_game,
)
from tournaments.services.rosters import Guest
from tournaments.services.scoring import Noted, keep_score
from tournaments.services.seasons import close_season
from tournaments.services.shape import Shape
from tournaments.services.submissions import submit_result
from tournaments.services.substituting import substitute
from tournaments.services.terms import Terms
from tournaments.services.undoing import undo_draw
from tournaments.services.waiting import extend_sit_down
from tournaments.services.withdrawing import withdraw

__all__ = [
    "Guest",
    "Imported",
    "Noted",
    "Registration",
    "Shape",
    "Terms",
    "Verdict",
    "accept_invitation",
    "accept_time",
    "add_entry",
    "add_reserve",
    "annul_match",
    "answer_appeal",
    "appeal",
    "appoint",
    "approve",
    "archive",
    "call_judge",
    "call_match",
    "cancel",
    "change_cap",
    "check_in",
    "close_season",
    "close_sit_down",
    "correct_result",
    "create_competition",
    "decline_times",
    "dismiss",
    "draw",
    "drop_reserve",
    "edit_competition",
    "examine",
    "extend_sit_down",
    "forget_competition",
    "give_walkover",
    "heal_outdated",
    "import_entries",
    "is_settled",
    "keep_score",
    "open_check_in",
    "open_registration",
    "order_entries",
    "pause",
    "preview_reopening",
    "propose_times",
    "rank_match",
    "rebuild_ranking",
    "record_finished_game",
    "register",
    "reject",
    "renew_invitation",
    "reopen_match",
    "reopen_registration",
    "resume",
    "rule_on_call",
    "set_paid",
    "set_time",
    "start",
    "submit_result",
    "substitute",
    "undo_check_in",
    "undo_draw",
    "withdraw",
]
