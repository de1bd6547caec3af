"""Views of calendar feeds; they use no session, only their address."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.common.costly_answers import costly_answer
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import login_required_keep_post, person
from accounts.i18n.languages import supported_or_default
from accounts.models import Club
from tournaments.live.versions import versions
from tournaments.models import Competition, Entry, Match, MatchQuerySet, Team, Venue
from tournaments.models.matches import COMPETITION
from tournaments.schedule.calendars import agenda, owner_of, renew_calendar, revoke_calendar

FRESH = 300  # seconds for which a client may cache it
KIND = "text/calendar; charset=utf-8"
REMEMBERED = timedelta(days=90)  # age of the oldest matches in a player's calendar


@require_safe
def competition_calendar(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the calendar of a public competition."""
    competition = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    return _of_public(request, competition, str(competition), "", Match.objects.of(pk))


@require_safe
def entry_calendar(request: HttpRequest, pk: int, entry: int) -> HttpResponseBase:
    """Return the calendar of one entry of a public competition."""
    competition = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    own = get_object_or_404(competition.entries, pk=entry)
    matches = Match.objects.of(pk).filter(slots__entry=own)
    return _of_public(request, competition, f"{own} · {competition}", str(own.pk), matches)


@require_safe
def player_calendar(request: HttpRequest, pk: int, token: str) -> HttpResponseBase:
    """Return the calendar of a user by a secret token. Wrong tokens count towards a rate limit."""
    owner = owner_of(pk, token)
    if owner is None:
        if refusal := refuse_guess(request):
            return refusal
        raise Http404
    since = timezone.now() - REMEMBERED
    entered = Competition.objects.filter(
        entries__in=Entry.objects.of_person(owner.pk), starts_at__gt=since
    )
    origin = _origin(request)

    def make() -> bytes:
        return agenda(
            _("Mis partidos de truco"),
            Match.objects.for_user(owner.pk).filter(_recent(since)),
            entered.exclude(state=Competition.State.DRAFT).select_related("club").order_by("pk"),
            origin=origin,
            language=owner.language,
        )

    # Not cached: many competitions change it.
    answer = costly_answer(
        request, f"calendar-of:{owner.pk}:{origin}", make, content_type=KIND, fresh=0
    )
    return _fresh(answer, public=False)


def _recent(since: datetime) -> Q:
    """Filter for the matches that calendars still show, those without a date among them."""
    called = Q(scheduled_at__isnull=True, called_at__gt=since)
    return Q(scheduled_at__gt=since) | Q(former_hour__gt=since) | called


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the calendar of a club: the matches of its public competitions."""
    club = get_object_or_404(Club, slug=slug)
    competitions = Competition.objects.public().filter(club=club)
    matches = Match.objects.filter(**{f"{COMPETITION}__in": competitions})
    since = timezone.now() - REMEMBERED
    begun = competitions.filter(starts_at__gt=since).select_related("club").order_by("pk")
    return _of_many(request, f"club:{club.pk}", str(club), matches, begun)


@require_safe
def venue_calendar(request: HttpRequest, slug: str, venue: int) -> HttpResponseBase:
    """Return the calendar of a venue: its matches in public competitions."""
    place = get_object_or_404(Venue.objects.select_related("club"), club__slug=slug, pk=venue)
    public = Competition.objects.public()
    matches = Match.objects.filter(venue=place, **{f"{COMPETITION}__in": public})
    return _of_many(request, f"venue:{place.pk}", f"{place} · {place.club}", matches, ())


@require_safe
def team_calendar(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the calendar of a team with a name: its matches in public competitions."""
    team = get_object_or_404(Team.objects.named(), pk=pk)
    public = Competition.objects.public()
    own = Match.objects.filter(slots__entry__team=team, **{f"{COMPETITION}__in": public})
    entered = public.filter(entries__team=team).select_related("club").order_by("pk")
    begun = entered.filter(starts_at__gt=timezone.now() - REMEMBERED)
    return _of_many(request, f"team:{team.pk}", team.name, own, begun)


def _of_many(
    request: HttpRequest,
    key: str,
    title: str,
    matches: MatchQuerySet,
    begun: Iterable[Competition],
) -> HttpResponseBase:
    """Return a calendar of many competitions; it is not cached, since each of them changes it."""
    origin, language = _origin(request), _language(request)
    recent = matches.filter(_recent(timezone.now() - REMEMBERED)).distinct()

    def make() -> bytes:
        return agenda(title, recent, begun, origin=origin, language=language)

    answer = costly_answer(
        request, f"calendar-of:{key}:{origin}:{language}", make, content_type=KIND, fresh=0
    )
    return _fresh(answer, public=True)


@require_POST
@login_required_keep_post
def renew(request: HttpRequest) -> HttpResponse:
    """Create a new address for the user's calendar."""
    renew_calendar(user=person(request), now=timezone.now())
    messages.success(request, _("Tu agenda tiene dirección nueva; la anterior ya no sirve."))
    return redirect("profile")


@require_POST
@login_required_keep_post
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke the address of the user's calendar."""
    revoke_calendar(user=person(request))
    messages.success(request, _("Tu agenda ya no se puede leer desde afuera."))
    return redirect("profile")


def _origin(request: HttpRequest) -> str:
    return settings.SITE_URL or f"{request.scheme}://{request.get_host()}"


def _language(request: HttpRequest) -> str:
    """Return the language in the query string, or the site's default."""
    return supported_or_default(request.GET.get("language", "")) or settings.LANGUAGE_CODE


def _of_public(
    request: HttpRequest, competition: Competition, title: str, entry: str, matches: MatchQuerySet
) -> HttpResponseBase:
    origin, language = _origin(request), _language(request)

    def make() -> bytes:
        return agenda(title, matches, [competition], origin=origin, language=language)

    version = versions([competition.pk])[competition.pk]
    key = sha256(f"{competition.pk}:{entry}:{version}:{origin}:{language}".encode()).hexdigest()
    return _fresh(costly_answer(request, f"calendar:{key}", make, content_type=KIND), public=True)


def _fresh(answer: HttpResponseBase, *, public: bool) -> HttpResponseBase:
    """Allow clients to cache a calendar, but not a refusal."""
    if answer.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        patch_cache_control(answer, public=public, private=not public, max_age=FRESH)
    return answer
