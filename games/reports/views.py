"""View to report a table or a person, with a reason and a comment."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.errors import RefusedError
from accounts.common.requests import login_required_keep_post, person
from accounts.models import User
from accounts.profiles.forms import TidyField
from games.live.admission import viewpoint_of
from games.models import Game, Report
from games.reports.services import Complaint, report_person, report_table

LONGEST_NUMBER = 18  # in digits


class ReportForm(forms.Form):
    """A reason from the list, and a description of the incident."""

    reason = forms.ChoiceField(
        label=_("Motivo"), choices=Report.Reason.choices, widget=forms.RadioSelect
    )
    text = TidyField(label=_("Qué pasó"), required=False, max_length=Report.LONGEST)

    def complaint(self) -> Complaint:
        """Return the complaint of a valid form."""
        return Complaint(self.cleaned_data["reason"], self.cleaned_data["text"])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@never_cache
def report(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Show the form for reporting a table or a person; then confirm the report."""
    about = _find(request, kind, pk)
    form = ReportForm(request.POST or None)
    context: dict[str, Any] = {"kind": kind, "about": about, "form": form}
    status = HTTPStatus.OK
    if request.method == "POST" and not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    elif request.method == "POST":
        try:
            _file(request, about, form.complaint())
            context["is_done"] = True
        except RefusedError as error:
            context["error"], status = error, error.status
    return render(request, "games/reports/report.html", context, status=status)


def _find(request: HttpRequest, kind: str, pk: int) -> User | Game:
    """Return the subject of the report if the reader can see it, or 404."""
    if kind == Report.Kind.TABLE:
        viewpoint_of(request, pk)
        return Game.objects.get(pk=pk)
    if kind == Report.Kind.PERSON:
        people = User.objects.filter(is_robot=False, is_guest=False, is_link=False)
        return get_object_or_404(people, pk=pk, anonymised_at=None)
    raise Http404


def _file(request: HttpRequest, about: User | Game, complaint: Complaint) -> None:
    user, now = person(request), timezone.now()
    if isinstance(about, Game):
        report_table(game_id=about.pk, user=user, now=now, complaint=complaint)
        return
    report_person(
        person_id=about.pk,
        user=user,
        now=now,
        complaint=complaint,
        game_id=_table(request, about),
        event_id=_number(request, "event"),
    )


def _table(request: HttpRequest, about: User) -> int | None:
    """Return the table where both are, if the person was reported from one."""
    pk = _number(request, "table")
    if pk is None or not about.seats.filter(game=pk).exists():
        return None
    viewpoint_of(request, pk)
    return pk


def _number(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    is_number = value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER
    return int(value) if is_number else None
