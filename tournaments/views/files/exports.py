"""A competition as files to take away."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.formats import get_format
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tournaments.exports.cells import written
from tournaments.exports.documents import competition_document, match_documents
from tournaments.exports.rows import TABLES
from tournaments.models import Competition, Match
from tournaments.views.finding import find_competition

COMMA, SEMICOLON = ",", ";"


@require_safe
def table(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Download entries, matches or standings as CSV in the reader's convention."""
    if name not in TABLES:
        raise Http404
    competition = find_competition(request, pk)
    header, rows = TABLES[name](competition)
    decimal = get_format("DECIMAL_SEPARATOR")
    delimiter = SEMICOLON if decimal == COMMA else COMMA  # as spreadsheets of the language expect
    text = written(header, rows, delimiter=delimiter, decimal=decimal)
    return _attached(HttpResponse(text, content_type="text/csv"), competition, f"{name}.csv")


@require_safe
def document(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the whole competition as one JSON document."""
    competition = find_competition(request, pk)
    whole = competition_document(competition)
    whole["matches"] = match_documents(Match.objects.of(pk))
    answer = JsonResponse(whole, status=HTTPStatus.OK, json_dumps_params={"indent": 1})
    return _attached(answer, competition, "json")


def _attached(answer: HttpResponse, competition: Competition, ending: str) -> HttpResponse:
    stem = slugify(competition.name) or "truco"
    answer["Content-Disposition"] = f'attachment; filename="{stem}-{competition.pk}.{ending}"'
    return answer
