"""Views of printed papers, file exports, embedded pages and preview images of a competition.

The embedded pages are the only ones that other sites may frame.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from typing import Final, TypeVar

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.common.costly_answers import costly_answer
from accounts.models import Club
from games.common.picture_responses import picture_answer
from games.common.posters import Poster, render_poster
from games.live.fragments import positioned_children
from tournaments.common.errors import refuse, signed_in_page
from tournaments.common.lookups import find_competition, find_organised
from tournaments.entries.cash_box import CashBox
from tournaments.exports.bracket_sheet import bracket_sheets
from tournaments.exports.brackets_viewer import viewer_data
from tournaments.exports.documents import competition_document, match_documents
from tournaments.exports.papers import Sheet, by_table, cash_box, kinds, results, standings
from tournaments.exports.posters import club_poster, competition_poster, draw_poster, match_poster
from tournaments.exports.spreadsheets import (
    TABLES,
    federation_players,
    localized_csv,
    payments,
    series_table_rows,
)
from tournaments.federations.views import find_read
from tournaments.live.competition import CompetitionView
from tournaments.live.versions import versions
from tournaments.matches.lookups import find_match
from tournaments.models import Competition, Match, Series
from tournaments.screens.wall import round_told
from tournaments.series.queries import read_table
from tournaments.series.views import find_series
from tournaments.stages.queries import Event, prizes
from tournaments.trf.crosstable import crosstable_of
from tournaments.trf.export import NoReportError, has_report, report_of
from tournaments.trf.reports import Version, write_report

CASH, BRACKET = "cash", "bracket"
PAPER_SIZES: Final = ("a4", "a3")  # of a bracket
Answer = TypeVar("Answer", bound=HttpResponseBase)
Papers = dict[str, tuple[Promise | str, Callable[[], list[Sheet]]]]
ENDED = ("standings", "results")
"""Papers shown first after the end of a competition."""


@require_safe
@never_cache
def show_papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one paper (`?show=`), or the first that is not empty."""
    competition = find_competition(request, pk)
    view = CompetitionView.of(competition)
    papers = _papers(competition, view)
    chosen = request.GET.get("show") or _first(competition, papers)
    if chosen not in papers:
        raise Http404
    sheets = papers[chosen][1]()
    paper = request.GET.get("paper")
    context = {
        "brackets": bracket_sheets(view.event) if chosen == BRACKET else [],
        "paper": paper if paper in PAPER_SIZES else PAPER_SIZES[0],
        "paper_sizes": PAPER_SIZES,
        "competition": competition,
        "kinds": {name: label for name, (label, _made) in papers.items()},
        "chosen": chosen,
        "sheets": sheets,
        "text": "\n\n".join(_message(request, view, sheets)),
    }
    return render(request, "tournaments/exports/papers.html", context)


def _message(request: HttpRequest, view: CompetitionView, sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield the paragraphs of a message: its heading, the sheets, and the link."""
    competition = view.competition
    yield ", ".join(filter(None, (str(competition), round_told(view.event))))
    yield from (sheet.text for sheet in sheets)
    if competition.is_open_to_all:
        yield request.build_absolute_uri(reverse("short", args=[competition.code]))


def _papers(competition: Competition, view: CompetitionView) -> Papers:
    """Return the papers that the reader may see. The cash box is for organisers."""
    papers: Papers = {
        name: (label, partial(make, view.event))
        for name, (label, make) in kinds(view.event).items()
    }
    if competition.organised:  # type: ignore[attr-defined]  # annotated
        box = CashBox.of(competition, [line.entry for line in view.entries])
        papers[CASH] = (_("Caja"), partial(cash_box, box, prizes(competition, view.ended)))
    return papers


def _first(competition: Competition, papers: Papers) -> str:
    """Return the first paper that is not empty; after the end, results come first."""
    order = [*ENDED, *papers] if competition.is_over else list(papers)
    return next((name for name in order if papers[name][1]()), order[0])


A_MINUTE: Final = 60  # seconds for which a browser caches a sheet; it reloads after twice that
SHEETS: Final[Mapping[str, Callable[[Event], list[Sheet]]]] = {
    "standings": standings,
    "fixtures": lambda event: [*by_table(event), *results(event)],
}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views without arguments
def embedded_competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the public view of a competition, live and without actions."""
    competition = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    view = CompetitionView.of(competition)
    context = {"competition": competition, "pieces": positioned_children(view.pieces())}
    return render(request, "tournaments/exports/embed.html", context)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views without arguments
@cache_control(max_age=A_MINUTE)
def embedded_sheet(request: HttpRequest, pk: int, sheet: str) -> HttpResponse:
    """Show the standings, or the current matches and latest results, as plain tables."""
    if sheet not in SHEETS:
        raise Http404
    competition = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    sheets = SHEETS[sheet](CompetitionView.of(competition).event)
    context = {"competition": competition, "sheets": sheets, "again": 2 * A_MINUTE}
    return render(request, "tournaments/exports/embed_sheet.html", context)


CSV: Final = "text/csv; charset=utf-8"


@require_safe
def table(request: HttpRequest, pk: int, name: str) -> HttpResponseBase:
    """Download entries, matches or standings as CSV in the reader's locale."""
    if name not in TABLES:
        raise Http404
    competition = find_competition(request, pk)

    def make() -> bytes:
        return localized_csv(*TABLES[name](competition))

    answer = costly_answer(request, _key(competition, name), make, content_type=CSV)
    return _attached(answer, competition, f"{name}.csv")


@signed_in_page
def cash_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Download who has paid as CSV; for organisers only."""
    competition = find_organised(request, pk)
    answer = HttpResponse(localized_csv(*payments(competition)), content_type=CSV)
    return _attached(answer, competition, "cash.csv")


@require_safe
def series_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the table of a series as CSV in the reader's locale."""
    series = find_series(request, pk)
    content = localized_csv(*series_table_rows(read_table(series, timezone.now())))
    return _attached(HttpResponse(content, content_type=CSV), series, "csv")


@require_safe
def federation_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the players of a federation as CSV, for its readers."""
    federation = find_read(request, slug)
    content = localized_csv(*federation_players(federation))
    answer = HttpResponse(content, content_type=CSV)
    answer["Content-Disposition"] = f'attachment; filename="{federation.slug}.csv"'
    return answer


@require_safe
def document(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download the whole competition as one JSON document."""
    competition = find_competition(request, pk)

    def make() -> bytes:
        whole = competition_document(competition)
        whole["matches"] = match_documents(Match.objects.of(pk))
        return JsonResponse(whole, json_dumps_params={"indent": 1}).content

    answer = costly_answer(
        request, _key(competition, "json"), make, content_type="application/json"
    )
    return _attached(answer, competition, "json")


@require_safe
def report(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download a Swiss or a league as a tournament report file: TRF26, or with `?version=16`."""
    competition = find_competition(request, pk)
    version: Version = 16 if request.GET.get("version") == "16" else 26
    if not has_report(competition):
        return refuse(request, NoReportError())

    def make() -> bytes:
        return write_report(report_of(competition), version).encode()

    answer = costly_answer(
        request, _key(competition, f"trf{version}"), make, content_type="text/plain; charset=utf-8"
    )
    return _attached(answer, competition, "trf")


@require_safe
def crosstable(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show a Swiss or a league as one table: each round of each entry, by rank."""
    competition = find_competition(request, pk)
    if not has_report(competition):
        return refuse(request, NoReportError())

    def make() -> bytes:
        lines = crosstable_of(report_of(competition))
        rounds = range(1, len(lines[0].cells) + 1 if lines else 1)
        context = {"competition": competition, "lines": lines, "rounds": rounds}
        return render(request, "tournaments/exports/crosstable.html", context).content

    html = "text/html; charset=utf-8"
    return costly_answer(request, _key(competition, "crosstable"), make, content_type=html)


@require_safe
def brackets(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download the matches as brackets-viewer draws them."""
    competition = find_competition(request, pk)

    def make() -> bytes:
        return JsonResponse(viewer_data(competition), json_dumps_params={"indent": 1}).content

    json = "application/json"
    answer = costly_answer(request, _key(competition, "brackets"), make, content_type=json)
    return _attached(answer, competition, "brackets.json")


def _key(competition: Competition, name: str) -> str:
    version = versions([competition.pk])[competition.pk]
    return f"export:{name}:{competition.pk}:{version}:{get_language()}"


def _attached(answer: Answer, subject: Competition | Series, ending: str) -> Answer:
    if answer.status_code != HTTPStatus.OK:
        return answer
    stem = slugify(subject.name) or "truco"
    answer["Content-Disposition"] = f'attachment; filename="{stem}-{subject.pk}.{ending}"'
    return answer


@require_safe
def competition_picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the picture of a competition: its terms, or its podium."""
    competition = find_competition(request, pk)
    return _picture(
        request, f"{pk}", pk, lambda: competition_poster(competition), public=competition.public
    )


@require_safe
def club_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the picture of a club: its name and its description."""
    club = get_object_or_404(Club, slug=slug)
    digest = sha256(f"{club.name}\0{club.about}".encode()).hexdigest()
    key = f"picture:club:{club.pk}:{digest}:{get_language()}"
    return picture_answer(request, key, lambda: render_poster(club_poster(club)), public=True)


@require_safe
def draw_picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the picture of the groups or of the first round; 404 before the draw."""
    competition = find_competition(request, pk)
    if not competition.is_drawn:
        raise Http404
    return _picture(
        request,
        f"draw:{pk}",
        pk,
        lambda: draw_poster(competition, CompetitionView.of(competition).event),
        public=competition.public,
    )


@require_safe
def match_picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the picture of a match: sides and score."""
    view = find_match(request, pk)
    competition = view.match.competition
    if competition is None:
        raise Http404
    return _picture(
        request,
        f"{competition.pk}:{pk}",
        competition.pk,
        lambda: match_poster(competition, view),
        public=competition.public,
    )


def _picture(
    request: HttpRequest,
    name: str,
    competition: int,
    poster: Callable[[], Poster],
    *,
    public: bool,
) -> HttpResponseBase:
    """Return a picture that is rendered at most once per change and language."""
    version = versions([competition])[competition]
    key = f"picture:{name}:{version}:{get_language()}"
    return picture_answer(request, key, lambda: render_poster(poster()), public=public)
