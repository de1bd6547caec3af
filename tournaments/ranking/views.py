"""Views of the leaderboards, and of suspicious series of games."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.common.page_meta import PageMeta
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club, User
from tournaments.common.errors import BadlyWrittenError, answers_refusals, signed_in_post
from tournaments.common.lookups import club_asked_for
from tournaments.models import ClubVoucher, RingReview, Season, VerifiedClub
from tournaments.ranking.held_points import decide_ring, ring_reviews
from tournaments.ranking.queries import (
    LONGEST_SEARCH,
    LeaderboardFilter,
    LeaderboardPage,
    choices,
    period_at_club,
)
from tournaments.ranking.ratings import pending_mark
from tournaments.ranking.repeat_opponents import may_watch, suspicious_series
from tournaments.ranking.ring_lines import RingLine
from tournaments.ranking.verified_clubs import (
    counted_vouchers,
    own_vouchers,
    unverify_club,
    verify_club,
    vouch_for,
    vouching_clubs,
    withdraw_voucher,
)

LONGEST_KEY = 19  # digits of a key that databases hold
LINES_A_PAGE = 50
LONGEST_REASON = 200


@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard that is asked for, fifty a page, and always the reader's own line."""
    club = club_asked_for(request)
    seasons = list(club.seasons.all()) if club else []
    board = LeaderboardPage(_read_filter(request, club, seasons))
    page = Paginator(board.found, LINES_A_PAGE).get_page(request.GET.get("page"))
    own = board.line_of(request.user) if isinstance(request.user, User) else None
    context = {
        "asked": board.asked,
        "meta": PageMeta(
            (_("Ranking de truco"),),
            (_("La tabla de quienes juegan torneos de truco: puntos, partidos y habilidad."),),
        ),
        "choices": choices(club, seasons),
        "season": next((each for each in seasons if each.period == board.asked.period), None),
        "page": page,
        "lines": list(board.lines(page.object_list)),
        "own": own,
        "replays": pending_mark() is not None,
        "watches": isinstance(request.user, User) and may_watch(request.user),
    }
    return render(request, "tournaments/ranking/ranking.html", context)


@require_safe
@never_cache
def series(request: HttpRequest) -> HttpResponse:
    """Show the odd series of casual games to site staff and to the organisers of a club."""
    if not (isinstance(request.user, User) and may_watch(request.user)):
        raise Http404
    context = {
        "series": suspicious_series(request.user, now=timezone.now()),
        "rings": list(map(RingLine, ring_reviews())) if request.user.may_operate else [],
    }
    return render(request, "tournaments/ranking/odd_series.html", context)


@signed_in_post
def ring(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide whether the games of a possible ring count."""
    review = get_object_or_404(RingReview, pk=pk)
    counts = request.POST.get("counts")
    if counts not in {"yes", "no"}:
        raise BadlyWrittenError()
    decide_ring(
        review_id=review.pk,
        counts=counts == "yes",
        reason=request.POST.get("reason", "").strip()[:LONGEST_REASON],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("odd_series")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def club_verification(request: HttpRequest, slug: str) -> HttpResponse:
    """Show whether a club is verified, and its verifiers; verify it, or vouch for it."""
    club = get_object_or_404(Club, slug=slug)
    if request.method == "POST":
        return _verify(request, club)
    reader = request.user if isinstance(request.user, User) else None
    context: dict[str, object] = {
        "club": club,
        "verified": VerifiedClub.objects.filter(club=club).select_related("by").first(),
        "vouchers": list(club.vouchers.filter(counted_vouchers()).select_related("by_club")),
        "needed": ClubVoucher.NEEDED,
        "operates": reader is not None and reader.may_operate,
    }
    if reader is not None:
        own = vouching_clubs(reader, club)
        context["vouching"] = own.exclude(vouchers_given__club=club)
        context["own_vouchers"] = own_vouchers(reader, club).select_related("by_club")
    return render(request, "tournaments/ranking/club_verification.html", context)


@login_required_keep_post
def _verify(request: HttpRequest, club: Club) -> HttpResponse:
    actor, now = person(request), timezone.now()
    own = request.POST.get("club", "")
    by_club = int(own) if own.isdecimal() and len(own) < LONGEST_KEY else 0
    match request.POST.get("act"):
        case "verify":
            verify_club(club_id=club.pk, actor=actor, now=now)
        case "unverify":
            unverify_club(club_id=club.pk, actor=actor)
        case "vouch":
            vouch_for(club_id=club.pk, by_club_id=by_club, actor=actor, now=now)
        case "withdraw":
            withdraw_voucher(club_id=club.pk, by_club_id=by_club, actor=actor)
        case _:
            raise BadlyWrittenError()
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("club_verification", club.slug)


def _read_filter(
    request: HttpRequest, club: Club | None, seasons: Sequence[Season]
) -> LeaderboardFilter:
    """Read the address; what no form of this site asks does not exist."""
    params = request.GET
    words = params.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    board_filter = LeaderboardFilter(
        period=period_at_club(params.get("period", ""), seasons),
        club=club,
        format=params.get("format", ""),
        family=params.get("family", ""),
        words=words,
        kind=params.get("kind", ""),
    )
    if not board_filter.is_known:
        raise Http404
    return board_filter
