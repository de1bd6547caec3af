"""Finding a competition, and its public page."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Club
from accounts.values.collation import fold
from accounts.values.keyset import Order, instant, number, page
from accounts.values.names import searchable
from accounts.views.places import span_asked_for
from games.live.pieces import placed
from tournaments.forms.entries import GuestNameForm, TeamForm
from tournaments.live.competition import Shown
from tournaments.models import Competition, Entry, RosterPlayer
from tournaments.pages import sharing
from tournaments.pages.matches import MatchView
from tournaments.pages.people.leaving import AbsentRounds, absent_rounds_in, may_leave
from tournaments.pages.people.next_match import at_own_board
from tournaments.pages.people.own_place import OwnPlace
from tournaments.pages.podium import Ended
from tournaments.pages.stages import Event
from tournaments.pages.summary import who_may_enter
from tournaments.pages.way import Step, way_of
from tournaments.services.entries.registering import takes_entries
from tournaments.services.names.door import is_open
from tournaments.views.entries.following import can_be_followed, followed_in
from tournaments.views.finding import find_competition, person
from tournaments.wording import refusals

A_PAGE = 24
BY_STATE = Order({"urgency": number, "-created_at": instant, "-pk": number})


@require_safe
def competition_list(request: HttpRequest) -> HttpResponse:
    """List what the reader may see, what goes on first; `?club=` and `?q=` keep some of it."""
    shown = Competition.objects.visible_to(request.user)
    club = club_asked_for(request)
    if club is not None:
        shown = shown.filter(club=club)
    wanted = searchable(request.GET.get("q", ""))[:60]
    going_on = shown.exclude(state=Competition.State.ARCHIVED)
    kept = going_on.filter(name__fold__contains=fold(wanted))
    listed = page(
        kept.by_state().only("created_at"), BY_STATE, span_asked_for(request, BY_STATE), A_PAGE
    )
    context = {
        "wanted": wanted,
        "found": Competition.objects.filter(pk__in=[row.pk for row in listed.rows])
        .by_state()
        .told(),
        "has_archive": shown.archived().exists(),
        "page": listed,
        "club": club,
        "organises": request.user.is_authenticated
        and Club.objects.organised_by(request.user).exists(),
    }
    return render(request, "tournaments/competition_list.html", context)


@require_safe
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition: who plays, its brackets and tables as they fill, how it was drawn."""
    return competition_page(request, find_competition(request, pk))


@require_safe
@never_cache
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a reader who plays their own place alone: it changes while they look at the page."""
    found = find_competition(request, pk)
    team_form = TeamForm(size=found.players_per_side)
    context = {"competition": found, **_own(request, Shown.of(found)), "team_form": team_form}
    return render(request, "tournaments/_own.html", context)


def competition_page(
    request: HttpRequest,
    found: Competition,
    team_form: TeamForm | None = None,
    guest_form: GuestNameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with a competition's page, and with what is wrong in the forms of its players."""
    shown = Shown.of(found)
    personal = _own(request, shown)
    reader = personal["own"] or personal["followed"]
    own = shown.own_pieces(reader) if reader else {}
    context = {
        "competition": found,
        "pieces": placed({**shown.pieces(), **own}),
        "how": shown.how(),
        "organises": found.organised,  # type: ignore[attr-defined]  # annotated
        "team_form": team_form or TeamForm(size=found.players_per_side),
        "guest_form": guest_form or GuestNameForm(),
        "who_may_enter": list(who_may_enter(found)),
        "rules_in_words": refusals.rules(found.rules, found.board_sizes),
        "sharing": sharing_of(request, found),
        "offers_names": not personal["own"] and _offers_names(found),
        **personal,
    }
    return render(request, "tournaments/competition.html", context, status=status)


def _offers_names(found: Competition) -> bool:
    """Tell whether a reader may be somebody who was written down by name."""
    roster = RosterPlayer.objects.filter(competition=found)
    return is_open(found) and roster.without_account().exists()


def sharing_of(
    request: HttpRequest, found: Competition, podium: Sequence[Ended] = ()
) -> sharing.Sharing | None:
    """Return how a competition is passed on; None where it is not open to all."""
    link = request.build_absolute_uri(reverse("short", args=[found.code]))
    return sharing.of_competition(found, link, podium) if found.is_open_to_all else None


def _own_match(request: HttpRequest, way: Sequence[Step]) -> MatchView | None:
    """Return what the reader plays next there: of several boards their own."""
    view = next((step.view for step in way if step.is_to_come), None)
    return view and at_own_board(view, person(request))  # whose way it is


def _own(request: HttpRequest, shown: Shown) -> dict[str, Any]:
    """Return what concerns the reader alone, if they play: their way, and why they were drawn."""
    own = shown.entry(shown.competition.own_id)  # type: ignore[attr-defined]  # annotated
    way = way_of(shown.event, own.pk) if own else []
    followed = None if own else shown.entry(followed_in(request, shown.competition.pk))
    ahead = way_of(shown.event, followed.pk) if followed else []
    return {
        "own": own,
        "place": OwnPlace.of(request.user, own) if own else None,
        "absent_rounds": _absent_rounds(shown, own) if own else None,
        "may_leave": own is not None and may_leave(own, plays=_plays(shown.event, way)),
        "takes_entries": takes_entries(shown.competition),
        "is_full": shown.is_full,
        "own_match": _own_match(request, way),
        "way": way,
        "followed": followed,
        "followed_step": next((step for step in ahead if step.is_to_come), None),
        "rests": followed is not None and followed in shown.event.resting,
        "in_hall": shown.event.in_hall,
        "may_follow": own is None and can_be_followed(shown.competition),
        "reasons": shown.draw.reasons(own) if own else [],
    }


def _absent_rounds(shown: Shown, own: Entry) -> AbsentRounds | None:
    """Return in which rounds the reader may say they are not there; most never did."""
    is_absent: bool = shown.competition.is_absent  # type: ignore[attr-defined]  # annotated
    return absent_rounds_in(shown.event, own, is_absent=is_absent)


def _plays(event: Event, way: Sequence[Step]) -> bool | None:
    """Whether who goes this way may yet play; None where a table has to tell."""
    return any(step.is_to_come for step in way) or (None if event.tables else False)


def club_asked_for(request: HttpRequest) -> Club | None:
    """Return the club that the address names, if it names one; 404 if there is no such club."""
    slug = request.GET.get("club")
    if not slug:
        return None
    if "\0" in slug:
        raise Http404
    return get_object_or_404(Club, slug=slug)
