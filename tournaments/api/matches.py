"""Matches and their results: read, write, correct."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from accounts.common.pagination import Order, parse_number
from tournaments.api import schemas
from tournaments.api.answers import IDEMPOTENT, shaped
from tournaments.api.callers import ANYBODY, READER, RESULTS, caller_of
from tournaments.api.finds import find_competition, find_match
from tournaments.api.lists import Pages, list_page
from tournaments.api.schemas import Key, ListPage
from tournaments.api.writes import Written, written_once
from tournaments.common.errors import NotScorerError
from tournaments.common.permissions import may_score
from tournaments.exports.documents import Document, match_documents
from tournaments.models import Match
from tournaments.results import services as result_services
from tournaments.results.services import current_submission, save_row

router = Router(tags=["Matches"], by_alias=True)
BY_NUMBER = Order({"number": parse_number, "pk": parse_number})


@router.get("/competitions/{pk}/matches", auth=ANYBODY, response=ListPage[schemas.Match])
def list_matches(
    request: HttpRequest,
    response: HttpResponse,
    pk: Key,
    paging: Pages,
    state: Annotated[schemas.Text | None, Query(description="Only those in this state.")] = None,
    entry: Annotated[Key | None, Query(description="Only those of this entry.")] = None,
) -> Any:
    """List the matches of a competition by number."""
    matches = Match.objects.of(find_competition(caller_of(request), pk).pk)
    if state is not None:
        matches = matches.filter(state=state)
    if entry is not None:
        matches = matches.filter(pk__in=Match.objects.filter(slots__entry=entry).values("pk"))
    return list_page(request, response, paging, matches, BY_NUMBER, _documents)


@router.get("/matches/{pk}", auth=ANYBODY, response=schemas.Match)
def get_match(request: HttpRequest, pk: Key) -> Any:
    """Return a match with its sides and games."""
    return _document(find_match(caller_of(request), pk))


@router.get("/matches/{pk}/result", auth=ANYBODY, response=schemas.Result)
def get_result(request: HttpRequest, pk: Key) -> Any:
    """Return the result of a match, with the number to send as `seen`."""
    return _result(find_match(caller_of(request), pk))


@router.put(
    "/matches/{pk}/result",
    auth=RESULTS,
    response=schemas.Result,
    openapi_extra=IDEMPOTENT,
)
@written_once
def write_result(request: HttpRequest, pk: Key, body: schemas.NewResult) -> Written:
    """Write a first result, or replace the one that the caller saw.

    The same result again changes nothing. Where another one stands that the caller has not seen,
    the answer is 409 `saved-meanwhile`; where later matches would fall, `has-consequences`: then
    correct it. Where a slip says otherwise it is `slip-differs`, unless `against` repeats `games`.
    """
    caller = caller_of(request)
    match = find_match(caller, pk)
    assert match.competition is not None, "casual matches are not found"
    caller.require_club(match.competition.club_id)
    if not may_score(match, caller.user):
        raise NotScorerError()
    save_row(
        match_id=pk,
        games=body.games,
        seen=body.seen,
        actor=caller.person,
        reason=body.reason,
        against=body.against,
        now=timezone.now(),
    )
    return Written(shaped(schemas.Result, _result(Match.objects.get(pk=pk))))


@router.get("/matches/{pk}/correction", auth=READER, response=schemas.Falling)
def preview_correction(request: HttpRequest, pk: Key) -> Any:
    """Return the results and tables that a correction would take back. For organisers."""
    caller = caller_of(request)
    match = find_match(caller, pk)
    assert match.competition is not None, "casual matches are not found"
    caller.require_club(match.competition.club_id)
    return _falling(result_services.preview_reopening(match_id=pk, actor=caller.person))


@router.post(
    "/matches/{pk}/correction",
    auth=RESULTS,
    response=schemas.Result,
    openapi_extra=IDEMPOTENT,
)
@written_once
def correct_result(request: HttpRequest, pk: Key, body: schemas.Correction) -> Written:
    """Take a result back and write the right one at once. For organisers."""
    caller = caller_of(request)
    match = find_match(caller, pk)
    assert match.competition is not None, "casual matches are not found"
    caller.require_club(match.competition.club_id)
    result_services.correct_result(
        match_id=pk,
        games=body.games,
        actor=caller.person,
        reason=body.reason,
        seen=body.seen,
        now=timezone.now(),
    )
    return Written(shaped(schemas.Result, _result(Match.objects.get(pk=pk))))


def _documents(rows: Any) -> list[Document]:
    matches = Match.objects.filter(pk__in=[row.pk for row in rows])
    return match_documents(matches.order_by(*BY_NUMBER.ordering()))


def _document(match: Match) -> Document:
    return _documents([match])[0]


def _result(match: Match) -> Document:
    document, submission = _document(match), current_submission(match)
    return {
        "match": match.pk,
        "state": match.state,
        "winner": match.winner,
        "games": document["games"],
        "submission": 0 if submission is None else submission.pk,
    }


def _falling(cascade: Any) -> Document:
    return {
        "seen": cascade.mark,
        "results": [match.pk for match in cascade.results],
        "tables": [match.pk for match in cascade.tables],
    }
