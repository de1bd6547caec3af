"""Middleware for sessions of staff links.

On a view that is not open to its role, a link's session is anonymous. Views need not handle
links, so none can forget to. What a link may change depends on its role, as with officials; the
middleware only decides where the link is signed in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.models import Official, StaffLink
from tournaments.staff_links import services as staff_links

_EVERYBODY: Final = frozenset(
    {"judging", "judging_now", "match", "score", "mark", "held_marks", "result", "language"}
    | {"account_logout", "staff_link", "write_board", "penalties"}
    | {f"competitions:{name}" for name in ("competition", "results", "results_file", "save_result")}
)
_JUDGES: Final = _EVERYBODY | {"call_judge", "rule", "wait", "give_penalty", "correct_score"}
_ENTRIES: Final = (
    *("add_entry", "import", "paste", "entered", "entered_one", "entry", "decide"),
    *("invite", "pair_up", "claims", "picks", "picks_best", "drop_pick"),
    *("feeders", "feeder", "ranked", "berth"),
)
_MONEY: Final = ("cash", "cash_file")
_ROSTERS: Final = (
    *("change_cap", "add_reserve", "drop_reserve", "substitute", "transfer"),
    *("change_players", "rename_player", "ask_withdrawal", "withdraw", "reinstate", "bring_back"),
    *("absent", "pause_entry"),
)
_RUNNING: Final = (
    *("manage", "edit", "order", "step", "how", "act", "change", "undo_change"),
    *("draw", "drawn", "draft", "draft_act", "replan", "undo_replan"),
    *("ladder", "challenge", "challenge_act"),
)
_IN_THE_HALL: Final = (
    *("clock", "hall", "hall_move", "hall_use", "no_show", "slips", "papers"),
    *("open_wall", "screens", "send_bulletin", "bulletin_back", "signs"),
)
_DATES: Final = (
    *("fixture", "days", "move_day", "homes"),
    *("planner", "plan_progress", "lost_night", "plan_act"),
)
_REST: Final = (
    *("talk", "export", "export_table", "export_report", "export_brackets", "crosstable"),
)
_ABOUT_MATCHES: Final = (
    *("walkover", "annul", "match_set_time", "match_postpone", "reopen", "answer_appeal"),
    *("line_up", "close_line_ups", "change_board", "award_board", "correct_board"),
)
OPEN: Final[Mapping[str, frozenset[str]]] = {
    Official.Role.SCORER: _EVERYBODY,
    Official.Role.JUDGE: _JUDGES,
    Official.Role.DESK: frozenset(
        {*_JUDGES, *_ABOUT_MATCHES, "competitions:resolve_conflict"}
        | {
            f"competitions:{name}"
            for name in (
                *(*_ENTRIES, *_MONEY, *_ROSTERS, *_RUNNING),
                *(*_IN_THE_HALL, *_DATES, *_REST),
            )
        }
    ),
}
_OF_ONE_EVENT: Final = "competitions:"


class LinkMiddleware:
    """Sets `request.link`; signs the link's user in only for views open to its role."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Find the link; the session of one whose time is over ends here."""
        request.link = link = _link_of(request)  # type: ignore[attr-defined]  # read by pages
        if link is not None and not link.is_open(timezone.now()):
            logout(request)
            request.link = None  # type: ignore[attr-defined]  # the same
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        """Hide the link from a view that its role has nothing to do with."""
        assert request.resolver_match is not None, "the view has just been found"
        link, name = link_of(request), request.resolver_match.view_name
        if link is not None and not _is_open(link, name, kwargs):
            request.user = AnonymousUser()


def link_of(request: HttpRequest) -> StaffLink | None:
    """Return the link whose session this is, also where a view takes it for a stranger."""
    link: StaffLink | None = getattr(request, "link", None)
    return link


def _is_open(link: StaffLink, view: str, kwargs: Mapping[str, Any]) -> bool:
    """Return whether the role of the link may open a view, within the link's competition."""
    is_elsewhere = view.startswith(_OF_ONE_EVENT) and kwargs.get("pk") != link.competition_id
    return view in OPEN[link.role] and not is_elsewhere


def _link_of(request: HttpRequest) -> StaffLink | None:
    user = request.user
    if not user.is_authenticated or not user.is_link:
        return None
    link = staff_links.link_of(user)
    if link is None:  # its competition was deleted
        request.user = AnonymousUser()
    return link
