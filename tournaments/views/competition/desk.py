"""The pages of an organiser's desk, each section at an address of its own (`?s=`)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import NON_FIELD_ERRORS
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from accounts.values.keyset import LATEST_FIRST, behind
from accounts.values.names import searchable
from accounts.views.asked import signed_in
from accounts.views.places import place_asked_for
from games.live.pieces import placed
from tournaments.forms.entries import PlayersForm
from tournaments.live.competition import Shown
from tournaments.live.desk import DeskFrame, DeskNow, with_token
from tournaments.models import AuditEvent, Competition, Match
from tournaments.pages.organisers.desk.sections import sections
from tournaments.pages.organisers.draft import title_of_draft
from tournaments.pages.organisers.entry_desk import Tally, may_undo
from tournaments.pages.organisers.missing_accounts import missing_accounts
from tournaments.views.competition.competitions import sharing_of
from tournaments.views.finding import find_organised
from tournaments.views.link_sessions import link_of
from tournaments.views.refusal import answers_refusals

ACTS = 40
ENTRIES = 64
NOW: Final = "now"
UNDO_FIRST: Final = "undo-the-draw-first"  # the refusal that the desk offers to mend


@require_safe
@signed_in
@never_cache
@answers_refusals
def manage(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one section of the desk, what needs the organiser first."""
    competition = find_organised(request, pk)
    section = request.GET.get("s", NOW)
    if section not in SECTIONS:
        raise Http404
    return show(request, competition, section, SECTIONS[section](request, competition))


def show(
    request: HttpRequest,
    competition: Competition,
    section: str,
    told: Mapping[str, object],
    status: int = 200,
) -> HttpResponse:
    """Show a section with what it tells."""
    context = {"competition": competition, **told}
    page = "manage" if section == NOW else f"desk_{section}"
    return render(request, f"tournaments/{page}.html", context, status=status)


def entries_shown(
    request: HttpRequest, competition: Competition, form: PlayersForm | None = None
) -> dict[str, object]:
    """Tell who takes part; the form of entries by hand may ask for itself and the list alone."""
    desk = DeskFrame.of(competition)
    lines = desk.snapshot.lines
    form = form or PlayersForm(players=competition.players_per_side)
    if is_in_place(request):
        form.fields["player_1"].widget.attrs["autofocus"] = True
    return {
        "desk": desk,
        "entries": Paginator(lines, ENTRIES).get_page(request.GET.get("page")),
        "tally": Tally.of(competition, lines),
        "missing": missing_accounts(competition, lines),
        "by_hand_form": form,
        "by_hand_again": is_in_place(request),
        "has_to_undo": form.has_error(NON_FIELD_ERRORS, UNDO_FIRST),
    }


def is_in_place(request: HttpRequest) -> bool:
    """Tell whether the form of entries by hand asks for itself and for the list alone."""
    return HtmxDetails(request).target == "by-hand"


def _now(request: HttpRequest, competition: Competition) -> dict[str, object]:
    drawn = DeskNow.of(competition).pieces()
    pieces = with_token(drawn, get_token(request))
    podium = Shown.of(competition).podium if competition.champion_id else ()
    sharing = sharing_of(request, competition, podium)
    return {"drawn": drawn, "pieces": pieces, "sharing": sharing}


def _standings(request: HttpRequest, competition: Competition) -> dict[str, object]:
    return {"shown": placed(Shown.of(competition).pieces())}


def _notices(request: HttpRequest, competition: Competition) -> dict[str, object]:
    if competition.champion_id is None:
        return {"sharing": sharing_of(request, competition)}
    shown = Shown.of(competition)
    return {
        "sharing": sharing_of(request, competition, shown.podium),
        "podium": placed(shown.pieces())["podium"],
    }


def _rules(request: HttpRequest, competition: Competition) -> dict[str, object]:
    return {
        "how": Shown.of(competition).how(),
        "draft": title_of_draft(competition),
        "may_undo": may_undo(competition),
    }


def _log(request: HttpRequest, competition: Competition) -> dict[str, object]:
    told = Prefetch("match", Match.objects.placed())
    log = AuditEvent.objects.filter(competition=competition)
    wanted = searchable(request.GET.get("q", ""))[:60]
    before = place_asked_for(request, LATEST_FIRST)
    found = log.with_words(wanted) if wanted else log
    page = behind(found.select_related("actor").prefetch_related(told), before, "at", ACTS)
    return {"log": page.rows, "older": page.older, "before": before, "wanted": wanted}


def _more(request: HttpRequest, competition: Competition) -> dict[str, object]:
    found = sections(competition, by_link=link_of(request) is not None)
    return {"more": [one for one in found if not one.is_docked]}


Shower = Callable[[HttpRequest, Competition], dict[str, Any]]
SECTIONS: Final[Mapping[str, Shower]] = {
    NOW: _now,
    "entries": entries_shown,
    "standings": _standings,
    "notices": _notices,
    "rules": _rules,
    "log": _log,
    "more": _more,
}
