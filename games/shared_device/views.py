"""Views for two people on one device: open a table, and pass the device."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.guests.views import acting_user
from games.casual import services as casual
from games.common.errors import BadlyWrittenError
from games.live.admission import Viewpoint
from games.shared_device import services as shared_device
from games.table_page.forms import HandForm, OpenTableForm
from games.table_page.responses import done, lead_to_table, posted_at_table, seat_of


def open_for_two(request: HttpRequest, form: OpenTableForm) -> HttpResponse:
    """Open the table of a valid form, and redirect to it."""
    with acting_user(request) as user:
        game = casual.open_for_two(
            user=user,
            companion=form.cleaned_data["companion"],
            rules=form.cleaned_data["rules"],
            now=timezone.now(),
        )
    return lead_to_table(request, game)


@posted_at_table
def hand(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Show the hand of the player who confirms that they hold the device."""
    form = HandForm(request.POST)
    if not form.is_valid():
        raise BadlyWrittenError()
    shared_device.show_hand(
        game_id=viewpoint.game_id,
        seat=seat_of(viewpoint, form.cleaned_data["who"]),
        seen_version=form.cleaned_data["seen_version"],
        now=timezone.now(),
    )
    return done(request, viewpoint)
