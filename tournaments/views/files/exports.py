"""A competition as files to take away."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.utils.formats import get_format
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.access.costly import costly_answer
from tournaments.exports.cells import written
from tournaments.exports.documents import competition_document, match_documents
from tournaments.exports.rows import TABLES
from tournaments.live.versions import versions
from tournaments.models import Competition, Match
from tournaments.views.finding import find_competition

COMMA, SEMICOLON = ",", ";"


@require_safe
def table(request: HttpRequest, pk: int, name: str) -> HttpResponseBase:
    """Download entries, matches or standings as CSV in the reader's convention."""
    if name not in TABLES:
        raise Http404
    competition = find_competition(request, pk)

    def make() -> bytes:
        header, rows = TABLES[name](competition)
        decimal = get_format("DECIMAL_SEPARATOR")
        delimiter = SEMICOLON if decimal == COMMA else COMMA  # as spreadsheets of the language do
        return written(header, rows, delimiter=delimiter, decimal=decimal).encode()

    answer = costly_answer(
        request, _key(competition, name), make, content_type="text/csv; charset=utf-8"
    )
    return _attached(answer, competition, f"{name}.csv")


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


def _key(competition: Competition, name: str) -> str:
    version = versions([competition.pk])[competition.pk]
    return f"export:{name}:{competition.pk}:{version}:{get_language()}"


def _attached(answer: HttpResponseBase, competition: Competition, ending: str) -> HttpResponseBase:
    if answer.status_code != HTTPStatus.OK:
        return answer
    stem = slugify(competition.name) or "truco"
    answer["Content-Disposition"] = f'attachment; filename="{stem}-{competition.pk}.{ending}"'
    return answer
