"""How much may be said at the tables of a competition."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.views.asked import signed_in
from tournaments.services.competition.talk import change_talk
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals


@posted_at_desk
@signed_in
@answers_refusals
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Allow more or less to be said at the tables of a competition."""
    find_organised(request, pk)
    asked, now = request.POST.get("talk", ""), timezone.now()
    change_talk(competition_id=pk, actor=person(request), talk=asked, now=now)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:manage", pk)
