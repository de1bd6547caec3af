"""Views of the organiser's dashboard and its actions.

Each section has its own address (`?s=`).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_htmx.middleware import HtmxDetails

from accounts.common.errors import RefusedError
from accounts.common.pagination import LATEST_FIRST, older_rows, requested_cursor
from accounts.common.requests import person
from accounts.names.validation import searchable
from games.live.fragments import positioned_children
from tournaments.common.errors import (
    BadlyWrittenError,
    EndedEarlyError,
    refuse,
    signed_in_page,
    signed_in_post,
)
from tournaments.common.form_fields import ReasonForm, WalkoverForm
from tournaments.common.lookups import find_competition, find_organised, posted_at_desk
from tournaments.competitions import state
from tournaments.competitions.terms_labels import who_is_late
from tournaments.dashboard.changes import change_cards
from tournaments.dashboard.entries import Tally, may_undo
from tournaments.dashboard.live import DeskFrame, DeskNow, sections, with_token
from tournaments.dashboard.queries import Snapshot
from tournaments.draw import play_mode
from tournaments.draw.draft_page import current_draft_title
from tournaments.entries import services as entries
from tournaments.entries.cash_box import CashBox
from tournaments.entries.errors import NoLateEntriesError, TooLateToJoinError
from tournaments.entries.forms import PlayersForm, WithdrawalForm
from tournaments.entries.queries import missing_accounts
from tournaments.formats.catalogue import FORMATS, paired_by_rounds, paired_in_play
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.queries import first_matches
from tournaments.live.competition import CompetitionView
from tournaments.matches import services as matches
from tournaments.matches.lookups import find_competition_match
from tournaments.models import Competition, Match
from tournaments.staff_links.middleware import link_of
from tournaments.stages.share_links import sharing_of
from tournaments.withdrawals import services as withdrawals
from tournaments.withdrawals.queries import those_who_may_leave

ACTS = 40
ENTRIES = 64
NOW: Final = "now"
UNDO_FIRST: Final = "undo-the-draw-first"  # the refusal for which the page offers to undo the draw


@signed_in_page
def manage(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one section of the dashboard; by default what needs the organiser."""
    competition = find_organised(request, pk)
    section = request.GET.get("s", NOW)
    if section not in SECTIONS:
        raise Http404
    return show(request, competition, section, SECTIONS[section](request, competition))


def show(
    request: HttpRequest,
    competition: Competition,
    section: str,
    content: Mapping[str, object],
    status: int = 200,
) -> HttpResponse:
    """Render a section with its content."""
    context = {"competition": competition, **content}
    page = "manage" if section == NOW else f"desk_{section}"
    return render(request, f"tournaments/dashboard/{page}.html", context, status=status)


def entries_shown(
    request: HttpRequest, competition: Competition, form: PlayersForm | None = None
) -> dict[str, object]:
    """Return the context of the entries section. htmx may request only the form and the list."""
    desk = DeskFrame.of(competition)
    lines = desk.snapshot.lines
    form = form or PlayersForm(players=competition.players_per_side)
    if is_in_place(request):
        form.fields["player_1"].widget.attrs["autofocus"] = True
    page = Paginator(lines, ENTRIES).get_page(request.GET.get("page"))
    return {
        "desk": desk,
        "entries": page,
        "may_leave": those_who_may_leave(competition, [line.entry for line in page]),
        "tally": Tally.of(competition, lines),
        "missing": missing_accounts(competition, lines),
        "by_hand_form": form,
        "late_terms": _late_terms(competition, desk.snapshot),
        "by_hand_again": is_in_place(request),
        "has_to_undo": form.has_error(NON_FIELD_ERRORS, UNDO_FIRST),
    }


def _late_terms(competition: Competition, snapshot: Snapshot) -> str:
    """Return what an entry that comes now plays and scores, or why none may come; "" if all."""
    if competition.state not in Competition.IN_PROGRESS:
        return ""
    if competition.early_end:
        return str(EndedEarlyError.message)
    flags = snapshot.flags
    if flags.format in paired_by_rounds():
        if not _may_join(snapshot):
            return str(TooLateToJoinError.message)
        scores = who_is_late(snapshot.settings.shape, competition)
        return scores or _("Entra desde la ronda que viene; las que se perdió no suman.")
    is_fixed = flags.has_moved and flags.format not in paired_in_play()
    return str(NoLateEntriesError.message) if is_fixed else ""


def _may_join(snapshot: Snapshot) -> bool:
    """Return whether the rounds in play let an entry join.

    `entries.places.refusal_to_join` decides it; here the rounds are read already.
    """
    shape = snapshot.settings.shape
    play = FORMATS[shape.format].play
    rows = [each.row for each in snapshot.rounds]
    return all(row.group.stage.number == 1 and play.may_join(shape, row.number) for row in rows)


def is_in_place(request: HttpRequest) -> bool:
    """Return whether htmx requests only the form of manual entries and the list."""
    return HtmxDetails(request).target == "by-hand"


def _now(request: HttpRequest, competition: Competition) -> dict[str, object]:
    desk = DeskNow.of(competition)
    rendered = desk.pieces()
    pieces = with_token(rendered, get_token(request))
    sharing = None
    if competition.champion_id:
        podium = CompetitionView.of(competition).podium
        sharing = sharing_of(request, competition, podium)
    elif not competition.is_drawn:
        sharing = sharing_of(request, competition)
    return {"desk": desk, "drawn": rendered, "pieces": pieces, "sharing": sharing}


def _change(request: HttpRequest, competition: Competition) -> dict[str, object]:
    desk = DeskFrame.of(competition)
    return {
        "desk": desk,
        "cards": change_cards(competition, timezone.now()),
        "opened": request.GET.get("open", ""),
        "latest": with_token({"latest": desk.latest()}, get_token(request))["latest"],
    }


def _standings(request: HttpRequest, competition: Competition) -> dict[str, object]:
    return {"shown": positioned_children(CompetitionView.of(competition).pieces())}


def _notices(request: HttpRequest, competition: Competition) -> dict[str, object]:
    if competition.champion_id is None:
        return {"sharing": sharing_of(request, competition)}
    view = CompetitionView.of(competition)
    return {
        "sharing": sharing_of(request, competition, view.podium),
        "podium": positioned_children(view.pieces())["podium"],
    }


def _rules(request: HttpRequest, competition: Competition) -> dict[str, object]:
    return {
        "how": CompetitionView.of(competition).describe_terms(),
        "draft": current_draft_title(competition),
        "may_undo": may_undo(competition),
    }


def _log(request: HttpRequest, competition: Competition) -> dict[str, object]:
    with_match = Prefetch("match", Match.objects.placed())
    log = competition.audit.all()
    words = searchable(request.GET.get("q", ""))[:60]
    before = requested_cursor(request, LATEST_FIRST)
    acts = log.with_words(words) if words else log
    page = older_rows(
        acts.select_related("actor", "token").prefetch_related(with_match), before, "at", ACTS
    )
    return {"log": page.rows, "older": page.older, "before": before, "wanted": words}


def _more(request: HttpRequest, competition: Competition) -> dict[str, object]:
    all_sections = sections(competition, by_link=link_of(request) is not None)
    listed = [one for one in all_sections if not one.is_docked]
    return {"desk": DeskFrame.of(competition), "more": listed}


SectionContent = Callable[[HttpRequest, Competition], dict[str, Any]]
SECTIONS: Final[Mapping[str, SectionContent]] = {
    NOW: _now,
    "entries": entries_shown,
    "change": _change,
    "standings": _standings,
    "notices": _notices,
    "rules": _rules,
    "log": _log,
    "more": _more,
}
DONE = {  # without `start`, whose effects vary
    "open": gettext_lazy("La inscripción está abierta."),
    "pause": gettext_lazy("En pausa: las mesas que juegan siguen, no se llama a nadie más."),
    "resume": gettext_lazy("Sigue el juego."),
    "cancel": gettext_lazy("La competencia quedó cancelada."),
    "archive": gettext_lazy("La competencia quedó en el archivo."),
}


@posted_at_desk
def add_entry(request: HttpRequest, pk: int) -> HttpResponse:
    competition = find_organised(request, pk)
    form = PlayersForm(request.POST, players=competition.players_per_side)
    if not form.is_valid():
        return _entries(request, competition, form, 422)
    try:
        entry = entries.add_entry(
            competition_id=pk,
            actor=person(request),
            players=form.players(),
            name=form.cleaned_data.get("name", ""),
            affiliation=form.cleaned_data["affiliation"],
            now=timezone.now(),
        )
    except RefusedError as error:
        if not is_in_place(request) and error.code != UNDO_FIRST:
            raise
        form.add_error(None, ValidationError(error.message, code=error.code))
        return _entries(request, competition, form, error.status)
    people = competition.named_per_entry
    message = ngettext("%(entry)s está en la lista.", "%(entry)s están en la lista.", people)
    messages.success(request, message % {"entry": entry})
    return redirect(f"{reverse('competitions:manage', args=[pk])}?s=entries#by-hand")


@signed_in_post
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    competition = find_competition(request, pk)
    form = WithdrawalForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    entry = get_object_or_404(competition.entries, pk=form.cleaned_data["entry"])
    withdrawals.withdraw(
        entry_id=entry.pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    people = competition.named_per_entry
    message = ngettext("%(entry)s ya no juega.", "%(entry)s ya no juegan.", people)
    messages.success(request, message % {"entry": entry})
    if competition.entries.filter(pk=entry.pk).exists():  # its page offers to undo it
        return redirect("competitions:entered_one", pk, entry.pk)
    return redirect(f"{reverse('competitions:manage', args=[pk])}?s=entries")


@posted_at_desk
def run_act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Apply an act that changes the state of a competition."""
    competition = find_competition(request, pk)
    form = ReasonForm(request.POST)
    if act not in (*DONE, "start"):
        raise Http404
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    if act == "start" and play_mode.asks_first(request, pk, play_mode.START):
        return play_mode.ask(request, pk, then=play_mode.START)
    now = timezone.now()
    _act(act, form.cleaned_data["reason"], competition_id=pk, actor=person(request), now=now)
    messages.success(request, DONE.get(act) or first_matches(competition, now).in_words())
    return redirect("competitions:manage", competition.pk)


@signed_in_post
def walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Award a match to one side."""
    match = find_competition_match(request, pk)
    form = WalkoverForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    matches.give_walkover(
        match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    messages.success(request, _("%(place)s: está decidido.") % {"place": match.place})
    return _back(match)


@signed_in_post
def annul(request: HttpRequest, pk: int) -> HttpResponse:
    """Void the games of a match. It is called again."""
    match = find_competition_match(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    matches.annul_match(
        match_id=pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    messages.success(request, _("%(place)s: se juega de nuevo.") % {"place": match.place})
    return _back(match)


def _act(name: str, reason: str, **arguments: Any) -> None:
    match name:
        case "open":
            state.open_registration(**arguments)
        case "start":
            lifecycle.start(**arguments)
        case "pause":
            lifecycle.pause(**arguments, reason=reason)
        case "resume":
            lifecycle.resume(**arguments)
        case "cancel":
            lifecycle.cancel(**arguments, reason=reason)
        case "archive":
            lifecycle.archive(**arguments)


def _back(match: Match) -> HttpResponse:
    assert match.competition is not None, "only matches of competitions are decided by hand"
    return redirect("competitions:manage", match.competition.pk)


def _entries(
    request: HttpRequest, competition: Competition, form: PlayersForm, status: int
) -> HttpResponse:
    """Show the entries section again, with the errors of the form."""
    content = entries_shown(request, competition, form)
    return show(request, competition, "entries", content, status)


@signed_in_page
def cash_box(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who has paid, how, and what that makes; one tap notes a payment."""
    competition = find_organised(request, pk)
    entries = [line.entry for line in DeskFrame.of(competition).snapshot.lines]
    context = {"competition": competition, "box": CashBox.of(competition, entries)}
    return render(request, "tournaments/dashboard/cash_box.html", context)
