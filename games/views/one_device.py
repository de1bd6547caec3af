"""Two people on one device: opening their table, and passing the device on."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from accounts.views.guests import somebody
from games.services import casual, one_device
from games.services.refusals import RefusedError
from games.views.answering import (
    CONFLICT,
    FORBIDDEN,
    UNPROCESSABLE,
    answer,
    done,
    viewpoint_of,
)
from games.views.arriving import lead_to
from games.views.forms import HandForm, OpenTableForm


def open_for_two(request: HttpRequest, form: OpenTableForm) -> HttpResponse:
    """Open the table that a valid form asks for, and lead there."""
    companion = form.cleaned_data["companion"]
    with somebody(request) as user:
        game = casual.open_for_two(
            user=user,
            companion=companion,
            rules=form.cleaned_data["rules"],
            title=_("%(one)s y %(other)s") % {"one": user, "other": companion},
            now=timezone.now(),
        )
    return lead_to(request, game)


@require_POST
@signed_in
@never_cache
def hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the hand of whoever says that they hold the device."""
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    form = HandForm(request.POST)
    if not form.is_valid():
        return answer(request, viewpoint, UNPROCESSABLE, "badly-written")
    try:
        one_device.show_hand(
            game_id=pk,
            seat=viewpoint.acting(form.cleaned_data["who"]),
            seen_version=form.cleaned_data["seen_version"],
            now=timezone.now(),
        )
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    return done(request, viewpoint)
