"""I9: results by hand: they can be, and they are those of their matches."""

from collections.abc import Iterator

from django.db.models import F

from tournaments.formats.by_time import ended
from tournaments.formats.errors import FormatError
from tournaments.models import Match, ResultSubmission
from tournaments.results.endings import measure_of
from tournaments.services.locks import WHOLE
from tournaments.verify.violation import Violation, found

BATCH = 500


def results_by_hand_are_those_of_their_matches() -> Iterator[Violation]:
    """I9: a submission that was not taken back decided its match, by points that can be."""
    standing = ResultSubmission.objects.filter(number__gte=F("match__reopened"))
    whole = standing.select_related(f"match__{WHOLE}").order_by("pk")
    for submission in whole.iterator(chunk_size=BATCH):
        match = submission.match
        is_of_boards = submission.role == ResultSubmission.Role.BOARDS
        if not _decided(match, submission):
            yield found("I9", submission, "it is not the result of its match")
        elif is_of_boards:  # which verify.boards reads
            continue
        elif match.games.filter(voided=False).exists():
            yield found("I9", submission, "its match has a table that counts, too")
        if not _can_be(submission):
            yield found("I9", submission, "no match ends so")


def matches_with_cards_were_written_down() -> Iterator[Violation]:
    """I9: what was played with real cards was written down (twice the database refuses)."""
    played = Match.objects.filter(
        round__group__stage__competition__with_cards=True, state=Match.State.COMPLETED
    )
    written = ResultSubmission.objects.standing().values("match")
    for match in played.exclude(pk__in=written).order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", match, "it was played with cards and nobody wrote its result")


def _decided(match: Match, submission: ResultSubmission) -> bool:
    outcome = (match.state, match.reopened, match.winner)
    return outcome == (Match.State.COMPLETED, submission.number, submission.winner)


def _can_be(submission: ResultSubmission) -> bool:
    chicos = [chico for game in submission.games for chico in game.chicos]
    match = submission.match
    try:
        ending = ended(chicos, measure_of(match), rung=match.by_time)
    except FormatError:
        return False
    return (ending.games, ending.winner, ending.by_time) == (
        submission.games,
        submission.winner,
        match.by_time,
    )
