"""The tables and the score sheet of a match, and extra time to sit down or name line-ups.

Functions that open or void tables, or add marks, expect the caller to hold the lock of the match.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.urls import reverse

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.engine import Rules, seated
from games.models import Game
from games.play import time_limit
from games.play.seats import SeatPlan, annul_game, hold_for_players, open_game, start_game
from games.play.stakes import Walkover
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition, broadcast_match
from tournaments.common.errors import MatchNotOpenError, NotJudgeError
from tournaments.common.locks import WHOLE, lock_match, undecided_competition
from tournaments.common.permissions import may_judge
from tournaments.formats.score_sheet import Mark, Sheet, Void, read_sheet, write
from tournaments.formats.series import VERDICTS, Series, Verdict, leader
from tournaments.models import (
    AuditEvent,
    Competition,
    Match,
    MatchGame,
    RosterPlayer,
    RoundClock,
    ScoreMark,
    ScoreSheet,
    columns_of,
    names_of_sides,
    sides_of,
)
from tournaments.models.club_matches import are_open, sizes_of


def sheet_of(match: Match) -> ScoreSheet:
    """Return the sheet of a match; the first time an empty one."""
    fresh: Mapping[str, object] = {"points": [0, 0]}
    sheet = ScoreSheet.objects.get_or_create(match=match, defaults=fresh)[0]
    sheet.match = match
    return sheet


def add_mark(
    sheet: ScoreSheet, mark: Mark, *, action_id: str, by: User | None, now: datetime
) -> Sheet:
    """Append a mark and store the new score; raises FormatError for an impossible mark."""
    values = (row.value for row in sheet.match.marks.order_by("seq"))
    after = write(read_sheet(sheet.match.measure, values), mark)
    sheet.version += 1
    sheet.chicos, sheet.points = list(after.chicos), list(after.points)
    sheet.stopped, sheet.dealer = after.stopped, after.dealer
    ScoreMark.objects.create(
        match=sheet.match,
        seq=sheet.version,
        action_id=action_id,
        by=by,
        at=now,
        **columns_of(mark),
    )
    sheet.save(update_fields=["version", "chicos", "points", "stopped", "dealer"])
    return after


def reset_sheet(match: Match, *, now: datetime) -> None:
    """Void the current score sheet of a match."""
    if match.marks.exists():
        sheet = sheet_of(match)
        add_mark(sheet, Void(), action_id=f"void:{sheet.version}", by=None, now=now)


WINDOW_TASK = "tournaments.tasks.end_sit_down_window"
TITLE_LENGTH = 120
SIDES = " · "  # the separator between event and sides in a title


def open_table(match: Match, *, number: int, now: datetime) -> Game:
    """Open the table of a match's next game; start the game if no player has to sit down first."""
    competition = match.competition
    assert competition is not None, "a casual match has its table already"
    playing = RosterPlayer.objects.playing().select_related("user")
    slots = match.slots.select_related("entry").order_by("side")
    sides = [
        [player for slot in side for player in playing.filter(entry=slot.entry_id)]
        for side in sides_of(slots)
    ]
    game = _open(match, competition, match.rules, sides, now=now)
    _hang_bell(match, game)
    return _begin(MatchGame(match=match, game=game, number=number), now)


def open_board(
    match: Match, board: int, sides: Sequence[Sequence[RosterPlayer]], *, now: datetime
) -> Game:
    """Open the table of a board, with as many seats as its people need; it has no bell."""
    competition = match.competition
    assert competition is not None, "casual matches have no boards"
    rules = seated(match.rules, sum(map(len, sides)))
    game = _open(match, competition, rules, sides, now=now, board=board)
    return _begin(MatchGame(match=match, game=game, board=board), now)


def _open(
    match: Match,
    competition: Competition,
    rules: Rules,
    sides: Sequence[Sequence[RosterPlayer]],
    *,
    now: datetime,
    board: int = 0,
) -> Game:
    """Partners face each other: sides alternate around the table; reserves do not sit down."""
    return open_game(
        rules=rules,
        seats=[_seat_plan(player) for pair in zip(*sides, strict=True) for player in pair],
        competitive=True,
        public=competition.public,
        turn_seconds=competition.turn_seconds,
        bank_seconds=competition.bank_minutes and 60 * competition.bank_minutes,
        talk=competition.talk,
        title=_title(match, competition, board),
        page=reverse("match", args=[match.pk]),
        wait_until=_window(match, competition),
        now=now,
    )


def _begin(link: MatchGame, now: datetime) -> Game:
    link.save()
    if not link.game.seats.filter(sat_at__isnull=True).exists():
        start_game(game_id=link.game.pk, now=now)
    return link.game


def end_window_in_time(match: Match) -> None:
    """After the commit: set the alarm that ends the window of a called match."""
    on_commit(enqueue, WINDOW_TASK, match.pk, at=match.sit_by)


def winners_of(match: Match) -> list[Verdict]:
    """Return the winning sides of the decided games, in order; teams are sides."""
    games = match.games.filter(voided=False, game__status=Game.Status.FINISHED)
    return [VERDICTS[link.game.winner or 0] for link in games.select_related("game")]


def _hang_bell(match: Match, game: Game) -> None:
    """Set a new table's time limit from its round clock, which an organiser may be changing."""
    assert match.round is not None, "a casual match has its table already"
    clock = RoundClock.objects.select_for_update().of(match.round).first()
    if clock is not None or match.games.filter(voided=False).exists():
        is_level = leader(Series().wins(winners_of(match))) is None
        at, left = (clock.bell_at, clock.left) if clock else (None, None)
        time_limit.set_time_limit_of_new_table(game, at=at, left=left, decides=is_level)


def update_sit_down_window(match: Match, competition: Competition) -> None:
    """Update the sit-down deadline at the tables whose players are still sitting down."""
    for link in match.games.filter(voided=False, game__status=Game.Status.WAITING):
        hold_for_players(game_id=link.game_id, until=_window(match, competition))


def broadcast_started(*, game: Game) -> None:
    """Hint that the match of a table is live, if it is one of a competition."""
    matches = Match.objects.filter(games__game=game, round__isnull=False)
    if match := matches.select_related(WHOLE).first():
        broadcast_match(match)


def path_to_judge(game: Game) -> str:
    """Return where a player of a table's match calls the judge; "" if it belongs to none."""
    match = Match.objects.filter(games__game=game).values_list("pk", flat=True).first()
    return reverse("call_judge", args=(match,)) if match else ""


def walkover_of(game: Game) -> Walkover | None:
    """Return what being away from the match's newest table means or meant; None if nothing.

    Only the first game of a match is lost this way: from the second game on robots play for absent
    players. With several boards each board has its own first game, and an absence loses that board
    only.
    """
    links = MatchGame.objects.filter(match__games__game=game).select_related("match")
    all_links = list(links.order_by("pk"))
    own = next((link for link in all_links if link.game_id == game.pk), None)
    if own is None or own != [link for link in all_links if link.board == own.board][-1]:
        return None
    match = own.match
    walkovers = match.boards.standing().filter(board=own.board, walkover=True)
    if own.board and (row := walkovers.first()) is not None:
        return Walkover(is_given=True, winner=row.winner, is_board=True)
    if match.state in (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER):
        return Walkover(is_given=True, winner=match.winner)
    awaits = match.state == Match.State.CALLED and own.number == 1 and not own.voided
    return Walkover() if awaits else None


def sides_present(game: Game) -> list[int]:
    """Return the sides with a person seated; a substitute robot does not count."""
    seated = game.seats.filter(sat_at__isnull=False, user__isnull=False)
    return sorted({seat.team for seat in seated})


def void_games(match: Match, *, tables: Sequence[int] | None = None, now: datetime) -> None:
    """Annul whatever this match has on a table: the seeds are opened, nothing counts.

    Nor is anything disputed any more, nor does its score sheet count, nor what boards were won.
    `tables` are the games that count, by pk, where the caller knows them under their locks.
    """
    competition = match.competition
    assert competition is not None, "casual games are not voided"
    links = match.games.filter(voided=False)
    if tables is None:
        tables = list(links.order_by("game_id").values_list("game_id", flat=True))
    for game_id in tables:
        annul_game(game_id=game_id, now=now)
    if tables:
        links.update(voided=True)
    match.disputes.drop(now)
    if competition.boards:
        match.boards.standing().update(voided=True)
    if competition.with_cards:
        reset_sheet(match, now=now)


def _window(match: Match, competition: Competition) -> datetime | None:
    """Return the sit-down deadline; there is none while the competition is paused."""
    return match.sit_by if competition.state == Competition.State.RUNNING else None


def _seat_plan(player: RosterPlayer) -> SeatPlan:
    """Plan a seat:

    robot players sit down automatically, also in place of a partner with no account.
    """
    return SeatPlan(user=player.user, robot=player.user is None or player.user.is_robot)


def _title(match: Match, competition: Competition, board: int) -> str:
    sides = " – ".join(names_of_sides(match.slots.select_related("entry")))
    which = f" ({board})" if board else ""
    return f"{competition.name}{SIDES}{sides}"[: TITLE_LENGTH - len(which)] + which


MORE = timedelta(minutes=5)


@transactional
def extend_sit_down(*, match_id: int, actor: User, now: datetime) -> datetime:
    """Extend the sit-down window of a called match by five minutes; return the new deadline.

    If line-ups are still due, the extension is for the captains. Line-ups that are already visible
    stay visible: the extension is then for sitting down at their tables. Raises RefusedError
    `no-competition`, `wrong-state`, `not-judge` or `match-not-open`.
    """
    match = lock_match(match_id)
    if match is None:
        raise MatchNotOpenError()
    competition = undecided_competition(match.competition)
    if not may_judge(match, actor):
        raise NotJudgeError()
    hooks.club_matches.keep_revealed_line_ups(match, now=now)
    if match.sit_by is None or not _is_awaited(match, now):
        raise MatchNotOpenError()
    before = match.sit_by
    until = (now if _is_at_real_table(match) else max(match.sit_by, now)) + MORE
    match.sit_by = until
    match.save(update_fields=["sit_by"])
    update_sit_down_window(match, competition)
    audit.log_event(
        AuditEvent.Act.EXTEND,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        before={"sit_by": before.isoformat()},
        after={"sit_by": until.isoformat()},
    )
    end_window_in_time(match)
    broadcast_competition(competition.pk)
    return until


def _is_awaited(match: Match, now: datetime) -> bool:
    """Return whether players still have to sit down, or captains to name a line-up.

    At real tables nobody sits down on the site: a called match is awaited until it has a result.
    """
    if _is_at_real_table(match):
        return match.state == Match.State.CALLED
    names = match.state == Match.State.CALLED and bool(sizes_of(match)) and not are_open(match, now)
    return names or Match.objects.awaiting_players().filter(pk=match.pk).exists()


def _is_at_real_table(match: Match) -> bool:
    competition = match.competition
    return competition is not None and competition.with_cards and not competition.boards


def awaited_until(match: Match, now: datetime) -> datetime | None:
    """Return until when an organiser said to wait for the players at a real table; else None.

    Pauses, outages and another window move the deadline too, and nobody said so.
    """
    competition, until = match.competition, match.sit_by
    if until is None or until <= now or match.called_at is None or competition is None:
        return None
    window = timedelta(minutes=competition.sit_down_minutes)
    if until == match.called_at + window or not _is_at_real_table(match):
        return None
    told = AuditEvent.objects.filter(match=match, act=AuditEvent.Act.EXTEND)
    return until if told.filter(after__sit_by=until.isoformat()).exists() else None
