"""Public pages of competitions: list, archive, short codes, entries, draw and registration."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.clubs import services as clubs
from accounts.common.client_address import address_key, client_address
from accounts.common.errors import RefusedError
from accounts.common.page_meta import PageMeta, site_origin
from accounts.common.pagination import (
    LATEST_FIRST,
    Order,
    older_rows,
    page,
    parse_instant,
    parse_number,
    requested_cursor,
    requested_range,
)
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import login_required_keep_post, person
from accounts.common.tokens import hash_token
from accounts.guests.views import acting_user
from accounts.models import Club, User
from accounts.names.collation import fold
from accounts.names.validation import searchable
from games.invitations.codes import waiting_table
from games.invitations.views import path_to_join
from games.live.fragments import positioned_children
from tournaments.common.errors import RegistrationClosedError, answers_refusals
from tournaments.common.lookups import club_asked_for, find_competition
from tournaments.competitions.announcement import Announcement
from tournaments.competitions.describe import who_may_enter
from tournaments.competitions.event_data import sports_events
from tournaments.competitions.settings import rules_in_words
from tournaments.competitions.terms_labels import describe_draw
from tournaments.draw.explanations import explain_pairing
from tournaments.entries import services as entries
from tournaments.entries.forms import GuestNameForm, TeamForm
from tournaments.entries.own_entry import OwnEntryView
from tournaments.entries.queries import EntryLine
from tournaments.entries.services import takes_entries
from tournaments.entries.views import (
    ENTERED,
    OUT,
    _partner_link,
    allowance,
    can_be_followed,
    followed_in,
)
from tournaments.live.competition import CompetitionView
from tournaments.matches.queries import MatchView
from tournaments.models import Berth, Challenge, Competition, Entry, RosterPlayer, StageSlot
from tournaments.models.competitions import number_of
from tournaments.name_claims import services as name_claims
from tournaments.round_clock.queries import next_free_at
from tournaments.schedule.next_match import at_own_board
from tournaments.stages import share_links
from tournaments.stages.queries import Event, Step, entry_path
from tournaments.stages.share_links import sharing_of
from tournaments.teams.queries import team_figures
from tournaments.trf.export import is_one_table
from tournaments.withdrawals import pauses
from tournaments.withdrawals.queries import AbsentRounds, absent_rounds_in, may_leave

LONGEST: Final = 400
SECRET: Final = re.compile(r"[\w-]{20,64}")  # what the links of clubs and entries end in


@require_safe
@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Ask for a code and redirect to its page. Only wrong codes count towards the rate limit."""
    text = request.GET.get("code", "").strip()[:LONGEST]
    if not text:
        return render(request, "tournaments/public_pages/code.html")
    place = _place(request, text)
    if place is not None:
        return redirect(place)
    if refusal := refuse_guess(request):
        return refusal
    context = {
        "written": text,
        "refused": _(
            "Ese código no lleva a ningún lado. Fijate si está completo, o pedilo otra vez."
        ),
    }
    return render(request, "tournaments/public_pages/code.html", context, status=404)


@require_safe
@never_cache
def short(request: HttpRequest, code: str, key: str = "") -> HttpResponse:
    """Redirect from a competition's short address to its page, if the reader may see it.

    While its names are taken by QR, readers without a name who do not run it go to the list of
    names. With real cards readers go to the list of players. The names of a private competition
    open with its `key`. Wrong keys are counted.
    """
    number = number_of(code) or 0
    if key and not _opens(request, number, key):
        if refusal := refuse_guess(request):
            return refusal
        raise Http404
    if key or _chooses(request, number):
        return redirect("competitions:names", number)
    return redirect(f"competitions:{_page_of(request, find_competition(request, number))}", number)


def _page_of(request: HttpRequest, competition: Competition) -> str:
    """Return the URL name of the reader's first page; players with real cards find their table."""
    has_place = competition.organised or competition.own_id is not None  # type: ignore[attr-defined]  # annotated
    knows = has_place or followed_in(request, competition.pk) is not None
    return "follow" if can_be_followed(competition) and not knows else "competition"


def _opens(request: HttpRequest, number: int, key: str) -> bool:
    """Let this session see the names if the key is right; return whether it is."""
    competition = Competition.objects.filter(pk=number, names_by_qr=True).first()
    if competition is None or not name_claims.key_matches(competition, key):
        return False
    opened = request.session.get(name_claims.NAMED, [])
    if number not in opened:
        request.session[name_claims.NAMED] = [*opened, number]
    return True


def _chooses(request: HttpRequest, number: int) -> bool:
    """Return whether the reader should choose a name: they have none and do not run the event."""
    visible = Competition.objects.visible_to(request.user).with_role_of(request.user)
    competition = visible.filter(pk=number).first()
    if competition is None or competition.organised or competition.own_id is not None:  # type: ignore[attr-defined]  # annotated
        return False
    return competition.can_claim_names


def _place(request: HttpRequest, text: str) -> str | None:
    if "/" in text:
        return _page(request, text)
    table = waiting_table(text, address_key(client_address(request)))
    if table is not None:
        return path_to_join(table)
    number = number_of(text)
    if number and Competition.objects.visible_to(request.user).filter(pk=number).exists():
        page = "names" if _chooses(request, number) else "competition"
        return reverse(f"competitions:{page}", args=[number])
    return _invitation(text) if SECRET.fullmatch(text) else None


def _page(request: HttpRequest, link: str) -> str | None:
    """Return the page of this site that a link names; of other sites none."""
    try:
        parts = urlsplit(link if "://" in link or link.startswith("/") else f"//{link}")
        resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if parts.netloc not in ("", request.get_host()) or "\\" in parts.path:
        return None
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path}{query}"


def _invitation(token: str) -> str | None:
    """Return the page of a club's or an entry's invitation."""
    if Entry.objects.filter(invitation=hash_token(token)).exists():
        return reverse("invitation", args=[token])
    try:
        clubs.open_invitation(token=token, now=timezone.now())
    except RefusedError:
        return None
    return reverse("clubs:join", args=[token])


A_PAGE = 24
BY_STATE = Order({"urgency": parse_number, "-created_at": parse_instant, "-pk": parse_number})


@require_safe
def competition_list(request: HttpRequest) -> HttpResponse:
    """List the competitions the reader may see, running ones first; `?club=` and `?q=` filter."""
    visible = Competition.objects.visible_to(request.user)
    club = club_asked_for(request)
    if club is not None:
        visible = visible.filter(club=club)
    query = searchable(request.GET.get("q", ""))[:60]
    going_on = visible.exclude(state=Competition.State.ARCHIVED)
    matching = going_on.filter(name__fold__contains=fold(query))
    listed = page(
        matching.by_state().only("created_at"), BY_STATE, requested_range(request, BY_STATE), A_PAGE
    )
    context = {
        "meta": PageMeta(
            (_("Competencias de truco"),),
            (_("Torneos, ligas y copas de truco: qué se juega ahora y dónde anotarse."),),
        ),
        "wanted": query,
        "found": Competition.objects.filter(pk__in=[row.pk for row in listed.rows])
        .by_state()
        .for_lists(),
        "has_archive": visible.archived().exists(),
        "page": listed,
        "club": club,
        "organises": request.user.is_authenticated
        and Club.objects.organised_by(request.user).exists(),
    }
    return render(request, "tournaments/public_pages/competition_list.html", context)


@require_safe
def show_competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition: its entries, its brackets and tables as they fill, and its draw."""
    return competition_page(request, find_competition(request, pk))


@require_safe
@never_cache
def show_own_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Render a player's own part of the page only: it changes while they look at it."""
    competition = find_competition(request, pk)
    context = {
        "competition": competition,
        **_own(request, CompetitionView.of(competition)),
        **_entry_forms(competition),
    }
    return render(request, "tournaments/public_pages/_own.html", context)


def competition_page(
    request: HttpRequest,
    competition: Competition,
    team_form: TeamForm | None = None,
    guest_form: GuestNameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a competition's page, with the errors in the forms of its players."""
    competition_view = CompetitionView.of(competition)
    personal = _own(request, competition_view)
    reader = personal["own"] or personal["followed"]
    own = competition_view.own_pieces(reader) if reader else {}
    context = {
        "competition": competition,
        "pieces": positioned_children({**competition_view.pieces(), **own}),
        "how": competition_view.describe_terms(),
        "organises": competition.organised,  # type: ignore[attr-defined]  # annotated
        "rules_in_words": rules_in_words(competition.rules, competition.board_sizes),
        "announcement": Announcement.of(competition),
        "sharing": sharing_of(request, competition),
        "has_report": is_one_table(
            competition,
            [
                view.stage
                for view in competition_view.event.stages
                for _each in (*view.parts, *view.tables)
            ],
        ),
        "meta": competition_meta(request, competition) if competition.is_open_to_all else None,
        "offers_names": not personal["own"] and _offers_names(competition),
        **personal,
        **_entry_forms(competition, team_form, guest_form),
    }
    return render(request, "tournaments/public_pages/competition.html", context, status=status)


def _entry_forms(
    competition: Competition,
    team_form: TeamForm | None = None,
    guest_form: GuestNameForm | None = None,
) -> dict[str, object]:
    """Return the forms to enter, and who may."""
    return {
        "team_form": team_form or TeamForm(size=competition.players_per_side),
        "guest_form": guest_form or GuestNameForm(),
        "who_may_enter": list(who_may_enter(competition)),
    }


def competition_meta(request: HttpRequest, competition: Competition) -> PageMeta:
    """Return the head of the page of a competition that a stranger may follow."""
    rules = rules_in_words(competition.rules, competition.board_sizes)
    sentences = (
        _("%(competition)s, torneo de truco de %(club)s.")
        % {"competition": competition, "club": competition.club},
        f"{rules}.",
        f"{competition.location}." if competition.location else "",
    )
    origin, path = site_origin(request), reverse("competitions:competition", args=[competition.pk])
    meta = PageMeta(
        (competition, competition.club),
        sentences,
        picture=reverse("competitions:picture", args=[competition.pk]),
        feed=reverse("competitions:news", args=[competition.pk]),
        embed=f"{reverse('oembed')}?{urlencode({'url': f'{origin}{path}'})}",
    )
    events = sports_events(competition, origin, f"{origin}{path}", meta.description)
    return replace(meta, data=events)


def _offers_names(competition: Competition) -> bool:
    """Return whether the reader may be a player who was entered by name only."""
    roster = RosterPlayer.objects.filter(competition=competition)
    return competition.can_claim_names and roster.without_account().exists()


def _next_step(entry: Entry | None, way: Sequence[Step]) -> Step | None:
    """Return the next match of an entry; one that was withdrawn plays none, though it stands."""
    if entry is None or entry.state == Entry.State.WITHDRAWN:
        return None
    return next((step for step in way if step.is_to_come), None)


def _own_match(request: HttpRequest, step: Step | None) -> MatchView | None:
    """Return what the reader plays next there: of several boards their own."""
    return at_own_board(step.view, person(request)) if step else None


def _starts_without_draw(competition: Competition) -> bool:
    """Return whether the entries of a competition that has not begun wait for no draw."""
    return not competition.is_drawn and any(
        stage.starts_without_draw for stage in competition.stages.all()
    )


def _has_closed(competition_view: CompetitionView) -> bool:
    """Return whether the time is over in which the matches of a format without rounds begin."""
    ends = (view.stage.closes_at for view in competition_view.event.stages)
    return any(at is not None and at <= timezone.now() for at in ends)


def _own(request: HttpRequest, competition_view: CompetitionView) -> dict[str, Any]:
    """Return what concerns the reader alone, if they play: their way, and why they were drawn."""
    own = competition_view.entry(competition_view.competition.own_id)  # type: ignore[attr-defined]  # annotated
    way = entry_path(competition_view.event, own.pk) if own else []
    followed = (
        None
        if own
        else competition_view.entry(followed_in(request, competition_view.competition.pk))
    )
    ahead = entry_path(competition_view.event, followed.pk) if followed else []
    open_place = _open_place(competition_view, own) if own else None
    draw = competition_view.draw
    return {
        "own": own,
        "place": OwnEntryView.of(request.user, own) if own else None,
        "absent_rounds": _absent_rounds(competition_view, own) if own else None,
        "open_place": open_place,
        "next_free_at": _next_free_at(open_place),
        "own_challenge": _unanswered(open_place) if open_place else None,
        "is_ladder": any(
            view.stage.how.play.is_by_challenge for view in competition_view.event.stages
        ),
        "starts_without_draw": own is not None
        and _starts_without_draw(competition_view.competition),
        "closes": any(view.stage.pairs_when_free for view in competition_view.event.stages),
        "may_leave": own is not None and may_leave(own, plays=_plays(competition_view.event, way)),
        "takes_entries": takes_entries(competition_view.competition)
        and not _has_closed(competition_view),
        "is_full": competition_view.is_full,
        "own_match": _own_match(request, _next_step(own, way)),
        "way": way,
        "followed": followed,
        "followed_step": _next_step(followed, ahead),
        "rests": followed is not None and followed in competition_view.event.resting,
        "in_hall": competition_view.event.in_hall,
        "may_follow": own is None and can_be_followed(competition_view.competition),
        "reasons": draw.reasons(own) if own else [],
        "was_drawn": own is not None and draw.was_drawn(own),
    }


def _absent_rounds(competition_view: CompetitionView, own: Entry) -> AbsentRounds | None:
    """Return the rounds the reader may miss; empty for most readers."""
    is_absent: bool = competition_view.competition.is_absent  # type: ignore[attr-defined]  # annotated
    return absent_rounds_in(competition_view.event, own, is_absent=is_absent)


def _open_place(competition_view: CompetitionView, own: Entry) -> StageSlot | None:
    """Return the reader's place in a table that is open for a set time."""
    is_open = any(
        table.stage.closes_at and table.has(own) for table in competition_view.event.tables
    )
    return pauses.open_place(own) if is_open else None


def _next_free_at(place: StageSlot | None) -> datetime | None:
    """Return about when the reader, who waits in an arena, gets an opponent; None if unknown."""
    if place is None or place.paused or not place.stage.pairs_when_free:
        return None
    return next_free_at(place.group, timezone.now())


def _unanswered(place: StageSlot) -> Challenge | None:
    """Return the challenge of the reader's entry that awaits an answer; None in other formats."""
    if not place.stage.how.play.is_by_challenge or place.entry_id is None:
        return None
    challenges = Challenge.objects.of(place.entry_id).filter(group=place.group_id, answer="")
    return challenges.select_related("challenger", "challenged").first()


def _plays(event: Event, way: Sequence[Step]) -> bool | None:
    """Return whether an entry on this path can still play; None if that depends on a table."""
    return any(step.is_to_come for step in way) or (None if event.tables else False)


ARCHIVE_PAGE_SIZE = 50


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """List archived competitions, latest first; `?club=`, `?year=` and `?q=` filter.

    Pages are cut by position (`?before=`), not by offset.
    """
    competitions: QuerySet[Any] = Competition.objects.visible_to(request.user).archived()
    club, year = club_asked_for(request), _year(request)
    before = requested_cursor(request, LATEST_FIRST)
    query = searchable(request.GET.get("q", ""))[:60]
    if club is not None:
        competitions = competitions.filter(club=club)
    years = [date.year for date in competitions.dates("finished_at", "year", order="DESC")]
    if year in years:
        competitions = competitions.filter(finished_at__year=year)
    if query:
        competitions = competitions.filter(name__fold__contains=fold(query))
    page = older_rows(
        competitions.select_related("club", "champion"), before, "finished_at", ARCHIVE_PAGE_SIZE
    )
    context = {
        "meta": PageMeta(
            (_("Competencias terminadas"),),
            (_("Los torneos de truco que ya se jugaron, con sus campeones y sus resultados."),),
        ),
        "found": page.rows,
        "older": page.older,
        "before": before,
        "wanted": query,
        "club": club,
        "years": years,
        "year": year,
    }
    return render(request, "tournaments/public_pages/archive.html", context)


def _year(request: HttpRequest) -> int | None:
    text = request.GET.get("year", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None


@require_safe
def show_entry(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show one entry: its players, its past and next matches, and why it was drawn there."""
    competition = find_competition(request, pk)
    competition_view = CompetitionView.of(competition)
    row = competition_view.entry(entry)
    if row is None:
        raise Http404
    line = EntryLine(row, row.roster.select_related("user"))
    draw = competition_view.draw
    context: dict[str, Any] = {
        "competition": competition,
        "line": line,
        "gone": RosterPlayer.ever.filter(entry=row).exclude(left_at=None).order_by("left_at"),
        "is_own": request.user.pk is not None and line.has(request.user.pk),
        "entry": row,
        "way": [
            (step, explain_pairing(step)) for step in entry_path(competition_view.event, entry)
        ],
        "reasons": draw.reasons(row),
        "was_drawn": draw.was_drawn(row),
        "team": row.team if row.team is not None and row.team.name else None,
        "figures": team_figures(row),
        "berth": _berth(row),
    }
    return render(request, "tournaments/public_pages/entry.html", context)


def _berth(entry: Entry) -> Berth | None:
    """Return the place of another competition by which an entry is in, where all may follow it."""
    rows = Berth.objects.filter(entry=entry, feeder__agreed_at__isnull=False)
    berth = rows.select_related("feeder__source").first()
    return berth if berth is not None and berth.feeder.source.is_open_to_all else None


@require_safe
def draw_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how the draw was made; 404 before the draw."""
    competition = find_competition(request, pk)
    if not competition.draw_seed:
        raise Http404
    draw = CompetitionView.of(competition).draw
    link = request.build_absolute_uri()
    context = {
        "sharing": share_links.of_draw(competition, link) if competition.is_open_to_all else None,
        "competition": competition,
        "draw_in_words": describe_draw(competition.seeding),
        "entries": [(each, draw.reasons(each)) for each in draw.entries],
    }
    return render(request, "tournaments/public_pages/draw.html", context)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter; a player of a pair gets the link for their partner, this once."""
    competition = find_competition(request, pk)
    form = TeamForm(request.POST, size=competition.players_per_side)
    if not form.is_valid():
        return competition_page(request, competition, form, status=422)
    return _enter(request, competition, person(request), form)


@require_POST
@never_cache
@answers_refusals
def register_as_guest(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter under a name without an account; a reader with an account enters with it."""
    competition = find_competition(request, pk)
    names = RosterPlayer.objects.filter(entry__in=competition.entries.exclude(state=OUT))
    names_taken = names.values_list("name", flat=True)
    form = TeamForm(request.POST, size=competition.players_per_side)
    name_form = GuestNameForm(request.POST, known=names_taken)
    if not (form.is_valid() and name_form.is_valid()):
        return competition_page(request, competition, form, name_form, status=422)
    if not takes_entries(competition):  # before a guest is counted
        raise RegistrationClosedError()
    with acting_user(
        request, allowance(competition), name=name_form.cleaned_data["display_name"]
    ) as user:
        return _enter(request, competition, user, form)


def _enter(
    request: HttpRequest, competition: Competition, user: User, form: TeamForm
) -> HttpResponse:
    """Enter a person as a valid form says; show the invitation link for missing partners."""
    registration = entries.register(
        competition_id=competition.pk, user=user, now=timezone.now(), **form.cleaned_data
    )
    if registration.token:
        return _partner_link(request, user, registration.entry, registration.token)
    messages.success(request, ENTERED[Entry.State(registration.entry.state)])
    return redirect("competitions:competition", competition.pk)
