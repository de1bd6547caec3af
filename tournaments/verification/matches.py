"""Invariants of matches: club matches, disputes, score sheets, manual results, timed rounds.

- I2, I5: score sheets equal the sum of their marks and never pass the target.
- I9: the boards of a club match give its result, and line-ups are complete; results by hand are
  possible and are those of their matches.
- I9, I13: a result by time came after the bell, and tables have the bell of their round.
- I13: a table that waits for a judge has an open call, and finished matches have no open dispute.
"""

from collections.abc import Iterator

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet

from games.models import Game
from tournaments.club_matches.standing import (
    chicos_at_table,
    measure_of_board,
    named,
    results_of,
    standing_of,
    summed_up,
    winner_of,
)
from tournaments.common.locks import WHOLE
from tournaments.formats.club_match import Standing
from tournaments.formats.errors import FormatError
from tournaments.formats.score_sheet import Sheet, read_sheet
from tournaments.formats.series import decide_match
from tournaments.models import (
    BoardResult,
    Dispute,
    LineUp,
    LineUpPlace,
    Match,
    MatchGame,
    Official,
    ResultSubmission,
    RoundClock,
    ScoreMark,
    ScoreSheet,
)
from tournaments.models.club_matches import sizes_of
from tournaments.standings.queries import written_of
from tournaments.verification.games import Check, Violation, make_violation

BATCH = 500
IN_BOARDS = "round__group__stage__competition__boards"


def matches_of_boards_were_won_at_them() -> Iterator[Violation]:
    """I9: what the boards come to is the result of the match, and is what tables read of it."""
    played = Match.objects.filter(state=Match.State.COMPLETED).exclude(**{IN_BOARDS: ""})
    rows = played.filter(round__isnull=False).select_related(WHOLE).prefetch_related("submissions")
    for match in rows.order_by("pk").iterator(chunk_size=BATCH):
        results = results_of(match)
        is_decided = standing_of(match, results) is Standing.DECIDED
        if not is_decided or winner_of(match, results) != match.winner:
            yield make_violation("I9", match, "its boards do not say who won it")
        elif [list(map(list, game.chicos)) for game in written_of(match)] != summed_up(
            match, results
        ):
            yield make_violation("I9", match, "its boards are not what was summed up of them")


def boards_end_as_games_do() -> Iterator[Violation]:
    """I9: a board that was played ended by points that can be, and its winner made them."""
    rows = BoardResult.objects.standing().select_related(f"match__{WHOLE}")
    for row in rows.order_by("pk").iterator(chunk_size=BATCH):
        if row.match.competition is None or not row.match.competition.boards:
            yield make_violation("I9", row, "its match has no boards")
        elif not row.walkover and not _can_be(row):
            yield make_violation("I9", row, "no board ends so")


def boards_at_tables_are_their_cards() -> Iterator[Violation]:
    """I9: a board neither written down nor given away ended as its cards did, and vice versa."""
    tables = MatchGame.objects.filter(voided=False, board__gt=0)
    over = tables.filter(game__status=Game.Status.FINISHED).select_related("game")
    finished = {(link.match_id, link.board): link.game for link in over.iterator(chunk_size=BATCH)}
    rows = BoardResult.objects.standing().filter(by__isnull=True, walkover=False)
    for row in rows.order_by("pk").iterator(chunk_size=BATCH):
        game = finished.pop((row.match_id, row.board), None)
        if game is None or (row.winner, row.chicos) != (game.winner, chicos_at_table(game)):
            yield make_violation("I9", row, "the cards of its table do not say so")
    for (match, board), game in finished.items():
        yield make_violation("I9", game, f"board {board} of match {match} does not count it")


def line_ups_are_whole() -> Iterator[Violation]:
    """I9: every board of a line-up has its players, all of them from the side's entry."""
    for line_up in LineUp.objects.select_related(f"match__{WHOLE}").order_by("pk"):
        boards, sizes = named(line_up), sizes_of(line_up.match)
        if tuple(len(boards.get(number, ())) for number in range(1, len(sizes) + 1)) != sizes:
            yield make_violation("I9", line_up, "somebody is missing, or one too many")
    own = LineUpPlace.objects.filter(
        line_up__match__slots__side=F("line_up__side"),
        line_up__match__slots__entry=F("player__entry"),
    )
    for place in LineUpPlace.objects.exclude(pk__in=own.values("pk")).order_by("pk"):
        yield make_violation("I9", place, "who plays there is of another entry")


BOARD_CHECKS: tuple[Check, ...] = (
    matches_of_boards_were_won_at_them,
    boards_end_as_games_do,
    boards_at_tables_are_their_cards,
    line_ups_are_whole,
)


def _can_be(row: BoardResult) -> bool:
    try:
        ending = decide_match(
            [(a, b) for a, b in row.chicos], measure_of_board(row.match), rung=False
        )
    except FormatError:
        return False
    return ending.winner == row.winner


GROUP_OF, MATCH_OF = "group__stage__competition", "match__round__group__stage__competition"


def stopped_tables_have_a_call() -> Iterator[Violation]:
    """I13: a table is paused for a judge if and only if it has an open call."""
    called = Dispute.objects.open().calls().filter(game=OuterRef("pk"))
    stopped = Game.objects.filter(~Exists(called), status=Game.Status.JUDGED)
    for game in stopped.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I13", game, "it waits for a judge whom nobody called")
    moving = Dispute.objects.open().filter(game__isnull=False)
    for call in moving.exclude(game__status=Game.Status.JUDGED).order_by("pk").iterator():
        yield make_violation("I13", call, "the judge was called and its table did not stop")


def open_disputes_are_about_what_they_can_be() -> Iterator[Violation]:
    """I13: the judge is called to what is played, an appeal is about a result."""
    decided = Q(match__state__in=Match.DECIDED)
    rows = BoardResult.objects.filter(match=OuterRef("match"), board=OuterRef("board"))
    about = Q(board=0) & decided | Q(Exists(rows.filter(voided=False)))
    wrong = Q(kind=Dispute.Kind.CALL) & decided | Q(kind=Dispute.Kind.APPEAL) & ~about
    strays = Dispute.objects.open().filter(wrong).order_by("pk")
    for dispute in strays.iterator(chunk_size=BATCH):
        yield make_violation("I13", dispute, "it is open, and there is nothing to rule on")


def posts_are_in_their_competition() -> Iterator[Violation]:
    """I9: the group or the match of a post belongs to its competition."""
    elsewhere = Q(group__isnull=False) & ~Q(**{GROUP_OF: F("competition")})
    elsewhere |= Q(match__isnull=False) & ~Q(**{MATCH_OF: F("competition")})
    for post in Official.objects.filter(elsewhere).order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", post, "its scope is in another competition")


DISPUTE_CHECKS: tuple[Check, ...] = (
    stopped_tables_have_a_call,
    open_disputes_are_about_what_they_can_be,
    posts_are_in_their_competition,
)


def sheets_are_what_their_marks_add_up_to() -> Iterator[Violation]:
    """I2: one gapless log of marks per match; the stored figures are its fold. I5: no more."""
    for sheet in _sheets().prefetch_related("match__marks").iterator(chunk_size=BATCH):
        marks = list(sheet.match.marks.all())
        if [mark.seq for mark in marks] != list(range(1, sheet.version + 1)):
            yield make_violation(
                "I2", sheet, "its marks have a gap, or are not as many as its version"
            )
        try:
            folded = read_sheet(sheet.match.measure, (mark.value for mark in marks))
        except FormatError as refused:
            yield make_violation("I5", sheet, f"its marks cannot be: {refused.code}")
        else:
            if folded != _stored(sheet):
                yield make_violation("I2", sheet, "it is not what its marks add up to")
    bare = ScoreMark.objects.filter(act__in=ScoreMark.JUDGED, penalty__isnull=True)
    for mark in bare.iterator(chunk_size=BATCH):
        yield make_violation("I2", mark, "a judge's mark without its reason")
    lost = ScoreMark.objects.filter(match__sheet__isnull=True).values("match")
    for row in lost.annotate(last=Max("pk")).order_by("match").iterator(chunk_size=BATCH):
        yield make_violation("I2", ScoreMark(pk=row["last"]), "a mark without a sheet")


def sheets_are_those_of_their_matches() -> Iterator[Violation]:
    """I9: a sheet is empty or shows the submitted result of its match."""
    sheets = _sheets().prefetch_related("match__submissions")
    for sheet in sheets.iterator(chunk_size=BATCH):
        stored = _stored(sheet)
        if stored == Sheet(stored.measure):
            continue
        if sheet.match.state == Match.State.CALLED:
            if stored.is_decided:
                yield make_violation("I9", sheet, "it is decided and its match is not")
        elif not _is_result(sheet, stored):
            yield make_violation("I9", sheet, "it is not the result of its match")


def _sheets() -> QuerySet[ScoreSheet]:
    return ScoreSheet.objects.select_related(f"match__{WHOLE}").order_by("pk")


def _stored(sheet: ScoreSheet) -> Sheet:
    return sheet.value(sheet.match.measure)


def _is_result(sheet: ScoreSheet, stored: Sheet) -> bool:
    match = sheet.match
    standing = [one for one in match.submissions.all() if one.number == match.reopened]
    if not stored.is_decided or (stored.points != (0, 0) and not stored.stopped):
        return False
    return [one.games for one in standing] == [stored.ending.games]


def results_by_hand_are_those_of_their_matches() -> Iterator[Violation]:
    """I9: a submission that was not taken back decided its match, by points that can be."""
    standing = ResultSubmission.objects.filter(number__gte=F("match__reopened"))
    rows = standing.select_related(f"match__{WHOLE}").order_by("pk")
    for submission in rows.iterator(chunk_size=BATCH):
        match = submission.match
        is_of_boards = submission.role == ResultSubmission.Role.BOARDS
        if not _decided(match, submission):
            yield make_violation("I9", submission, "it is not the result of its match")
        elif is_of_boards:  # which verify.boards reads
            continue
        elif match.games.filter(voided=False).exists():
            yield make_violation("I9", submission, "its match has a table that counts, too")
        if not _is_possible_submission(submission):
            yield make_violation("I9", submission, "no match ends so")


def matches_with_cards_were_written_down() -> Iterator[Violation]:
    """I9: what was played with real cards was written down (twice the database refuses)."""
    played = Match.objects.filter(
        round__group__stage__competition__with_cards=True, state=Match.State.COMPLETED
    )
    submitted = ResultSubmission.objects.standing().values("match")
    for match in played.exclude(pk__in=submitted).order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", match, "it was played with cards and nobody wrote its result")


def _decided(match: Match, submission: ResultSubmission) -> bool:
    outcome = (match.state, match.reopened, match.winner)
    return outcome == (Match.State.COMPLETED, submission.number, submission.winner)


def _is_possible_submission(submission: ResultSubmission) -> bool:
    chicos = [chico for game in submission.games for chico in game.chicos]
    match = submission.match
    try:
        ending = decide_match(chicos, match.measure, rung=match.by_time)
    except FormatError:
        return False
    return (ending.games, ending.winner, ending.by_time) == (
        submission.games,
        submission.winner,
        match.by_time,
    )


CLOCK = {
    "stage": OuterRef("round__group__stage"),
    "part": OuterRef("round__part"),
    "number": OuterRef("round__number"),
}


def what_the_bell_decided_came_after_it() -> Iterator[Violation]:
    """I9: a result by time needs a timed round whose bell had rung."""
    completed_at = OuterRef("completed_at")
    rung = RoundClock.objects.filter(
        Q(bell_at__lte=completed_at) | Q(rang_at__lte=completed_at), **CLOCK
    )
    is_timed = Q(round__group__stage__competition__round_minutes__isnull=False)
    early = Match.objects.filter(Q(by_time=True), ~(Exists(rung) & is_timed))
    for match in early.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", match, "it was decided by time before any bell")


def what_is_by_time_says_so() -> Iterator[Violation]:
    """I9: a match at tables is by time if the bell stopped a game of it, or it is short of one."""
    stopped = MatchGame.objects.filter(match=OuterRef("pk"), voided=False, game__by_time=True)
    unsaid = Match.objects.filter(Exists(stopped), state=Match.State.COMPLETED, by_time=False)
    for match in unsaid.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", match, "the bell stopped a game of it, and it does not say so")


def tables_have_the_bell_of_their_round() -> Iterator[Violation]:
    """I13: a table that plays a timed round rings with its clock."""
    for clock in RoundClock.objects.order_by("pk").iterator(chunk_size=BATCH):
        rounds = Q(match_game__match__round__group__stage=clock.stage_id)
        rounds &= Q(
            match_game__match__round__part=clock.part,
            match_game__match__round__number=clock.number,
        )
        tables = Game.objects.filter(rounds, match_game__voided=False)
        going = tables.exclude(status__in=(Game.Status.FINISHED, Game.Status.ANNULLED))
        for game in going.order_by("pk"):
            if (game.bell_at, game.bell_left) != (clock.bell_at, clock.left):
                yield make_violation("I13", game, "its bell is not the one of its round")


TIMED_CHECKS: tuple[Check, ...] = (
    what_the_bell_decided_came_after_it,
    what_is_by_time_says_so,
    tables_have_the_bell_of_their_round,
)
