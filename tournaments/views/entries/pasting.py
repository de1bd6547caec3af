"""Entering a pasted list: read as it is written, mended in place, the good rows entered at once."""

from datetime import datetime
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from accounts.values.joining import together
from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.entry_files.pasted import ListError
from tournaments.forms.pasted import DIGITS, BadMendError, Sent, read_sent
from tournaments.models import Competition
from tournaments.pages.organisers.pasted_list import Forgotten, PastedList
from tournaments.services.entries.listed import Pasted
from tournaments.services.entries.pasting import Entered, enter_pasted
from tournaments.services.entries.teams import forget_team, recall_team
from tournaments.services.entries.understanding import understand
from tournaments.views.competition.competitions import sharing_of
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals, refuse
from tournaments.wording import pasted as wording

MOST: Final = 1024 * 1024  # bytes of a request; a list that is read takes a part of it
TYPING: Final = "list"  # the field whose change asks for a part of the page


@csrf_exempt  # a list is weighed before anything reads it; `_received` is protected
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a big field; read what is pasted into it; enter what is good of it."""
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST:
            raise RequestDataTooBig
        return _received(request, pk)
    except RequestDataTooBig:
        competition = _open(request, pk)
        return _page(request, competition, Sent(Pasted("")), ListError("too-large"))


@csrf_protect
def _received(request: HttpRequest, pk: int) -> HttpResponse:
    competition = _open(request, pk)
    if request.method != "POST":
        return _page(request, competition, Sent(Pasted("")))
    is_typing = HtmxDetails(request).trigger_name == TYPING
    try:
        sent = read_sent(request.POST, is_typing=is_typing)
    except BadMendError:
        return refuse(request, "badly-written")
    try:
        return _answered(request, competition, sent)
    except ListError as error:
        return _page(request, competition, sent, error)


def _answered(request: HttpRequest, competition: Competition, sent: Sent) -> HttpResponse:
    now = timezone.now()
    if {"forget", "recall"} & request.POST.keys():
        return _page(request, competition, sent, forgotten=_forgotten(request, competition, now))
    if "enter" not in request.POST:
        return _page(request, competition, sent)
    done = enter_pasted(
        competition_id=competition.pk, actor=person(request), pasted=sent.pasted, now=now
    )
    _tell(request, done)
    rest = understand(competition, done.rest)
    if rest.rows or rest.waiting:
        return _page(request, competition, Sent(done.rest))
    return redirect("competitions:manage", competition.pk)


def _forgotten(request: HttpRequest, competition: Competition, now: datetime) -> Forgotten | None:
    """Take a team from the regulars and tell which, or undo that."""
    is_undone = "recall" in request.POST
    number = request.POST["recall" if is_undone else "forget"]
    if not number.isdecimal() or len(number) > DIGITS:
        raise RefusedError("badly-written")
    team, actor = int(number), person(request)
    if is_undone:
        recall_team(competition_id=competition.pk, team_id=team, actor=actor)
        return None
    people = forget_team(competition_id=competition.pk, team_id=team, actor=actor, now=now)
    return Forgotten(team, together([each.name for each in people]))


def _open(request: HttpRequest, pk: int) -> Competition:
    """Return a competition that takes entries in numbers: before the draw."""
    competition = find_organised(request, pk)
    if competition.state not in Competition.UNDRAWN:
        raise RefusedError("registration-closed")
    return competition


def _page(
    request: HttpRequest,
    competition: Competition,
    sent: Sent,
    error: ListError | None = None,
    forgotten: Forgotten | None = None,
) -> HttpResponse:
    """Show the list as it stands; one that is not read stays as it was written."""
    read = Pasted("") if error else sent.pasted
    shown = PastedList(
        sent.pasted,
        understand(competition, read),
        sent.typed,
        competition.places.free().count(),
        forgotten,
    )
    context = {
        "competition": competition,
        "shown": shown,
        "error": error and wording.list_error(error),
        "mended": sent.is_mended,
        # With real cards nobody needs the site to play; on screen everybody comes by its link.
        "sharing": None if competition.with_cards else sharing_of(request, competition),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    return render(request, "tournaments/paste.html", context, status=status)


def _tell(request: HttpRequest, done: Entered) -> None:
    number = len(done.entries)
    if not number:
        messages.warning(request, _("Nadie entró: mirá lo que falta."))
        return
    told = ngettext("%(number)s inscripción entró.", "%(number)s inscripciones entraron.", number)
    messages.success(request, told % {"number": number})
    if done.waiting:
        words = _("En lista de espera: %(waiting)s.") % {"waiting": done.waiting}
        messages.info(request, words)
