"""Views of calendar feeds; they use no session, only their address."""

from datetime import timedelta
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
from accounts.common.replayed_post import login_required_keep_post
from accounts.i18n.languages import supported_or_default
from tournaments.common.lookups import person
from tournaments.live.versions import versions
from tournaments.models import Competition, Entry, Match, MatchQuerySet
from tournaments.schedule.calendars import agenda, owner_of, renew_calendar, revoke_calendar

FRESH = 300  # seconds for which a client may cache it
KIND = "text/calendar; charset=utf-8"
REMEMBERED = timedelta(days=90)  # age of the oldest matches in a player's calendar


@require_safe
def competition(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the calendar of a public competition."""
    found = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    return _of_public(request, found, str(found), "", Match.objects.of(pk))


@require_safe
def entry(request: HttpRequest, pk: int, entry: int) -> HttpResponseBase:
    """Return the calendar of one entry of a public competition."""
    found = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    who = get_object_or_404(found.entries, pk=entry)
    matches = Match.objects.of(pk).filter(slots__entry=who)
    return _of_public(request, found, f"{who} · {found}", str(who.pk), matches)


@require_safe
def player(request: HttpRequest, pk: int, token: str) -> HttpResponseBase:
    """Return the calendar of a user by a secret token. Wrong tokens count towards a rate limit."""
    owner = owner_of(pk, token)
    if owner is None:
        if refusal := refuse_guess(request):
            return refusal
        raise Http404
    since = timezone.now() - REMEMBERED
    recent = Q(scheduled_at__gt=since) | Q(scheduled_at__isnull=True, called_at__gt=since)
    entered = Competition.objects.filter(
        entries__in=Entry.objects.of_person(owner.pk), starts_at__gt=since
    )
    origin = _origin(request)

    def make() -> bytes:
        return agenda(
            _("Mis partidos de truco"),
            Match.objects.for_user(owner.pk).filter(recent),
            entered.exclude(state=Competition.State.DRAFT).select_related("club").order_by("pk"),
            origin=origin,
            language=owner.language,
        )

    # Not cached: many competitions change it.
    answer = costly_answer(
        request, f"calendar-of:{owner.pk}:{origin}", make, content_type=KIND, fresh=0
    )
    return _fresh(answer, public=False)


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
    request: HttpRequest, found: Competition, title: str, entry: str, matches: MatchQuerySet
) -> HttpResponseBase:
    origin, language = _origin(request), _language(request)

    def make() -> bytes:
        return agenda(title, matches, [found], origin=origin, language=language)

    version = versions([found.pk])[found.pk]
    key = sha256(f"{found.pk}:{entry}:{version}:{origin}:{language}".encode()).hexdigest()
    return _fresh(costly_answer(request, f"calendar:{key}", make, content_type=KIND), public=True)


def _fresh(answer: HttpResponseBase, *, public: bool) -> HttpResponseBase:
    """Allow clients to cache a calendar, but not a refusal."""
    if answer.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        patch_cache_control(answer, public=public, private=not public, max_age=FRESH)
    return answer
