"""Views of quick pairing: one page with the wish, the search, and the table that was found."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import answers_refusals
from accounts.guests.services import of_tables
from accounts.guests.views import acting_user
from accounts.models import User
from games.casual.arrival import redirect_to_table
from games.casual.forms import PlayNowForm
from games.casual.visitor_rules import home_preset
from games.pairing import services as pairing
from games.pairing.forms import SearchForm
from games.pairing.live import render_search
from games.pairing.queries import search_of

UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def quick(request: HttpRequest) -> HttpResponse:
    """Show the reader's search, or the form for one; a POST begins it."""
    if request.method == "POST":
        form = SearchForm(request.POST)
        return _begin(request, form) if form.is_valid() else _page(request, form, UNPROCESSABLE)
    return _page(request, SearchForm.liked(request.session, home_preset(request)))


def _begin(request: HttpRequest, form: SearchForm) -> HttpResponse:
    address = address_key(client_address(request))
    with acting_user(request, of_tables()) as user:
        pairing.search(user=user, wish=form.wish, address=address, now=timezone.now())
    form.remember(request.session)
    return redirect("tables:quick")


def _page(request: HttpRequest, form: PlayNowForm, status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    now = timezone.now()
    search = search_of(user, now) if user else None
    context = {
        "form": form,
        "search": search,
        "piece": mark_safe(render_search(search, now)),
        "has_account": user is not None and not user.is_guest,
    }
    return render(request, "games/pairing/quick.html", context, status=status)


@require_POST
@answers_refusals
def stop(request: HttpRequest) -> HttpResponse:
    """Stop searching; whoever does not search is led to the page all the same."""
    if isinstance(request.user, User):
        pairing.stop(user=request.user)
    return redirect("tables:quick")


@require_POST
@answers_refusals
def company(request: HttpRequest) -> HttpResponse:
    """Play against a robot until rivals come."""
    user = _searcher(request)
    return redirect_to_table(request, pairing.open_company(user=user, now=timezone.now()))


@require_POST
@answers_refusals
def sit(request: HttpRequest) -> HttpResponse:
    """Go to the table that was found, where the page takes the seat."""
    user = _searcher(request)
    return redirect_to_table(request, pairing.accept(user=user, now=timezone.now()))


def _searcher(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise pairing.NotSearchingError()
    return request.user
