"""A match and its tables: opening the next game, voiding what was played."""

from datetime import datetime

from django.urls import reverse

from games.models import Game
from games.records.walkover import Walkover
from games.services.tables import bell
from games.services.tables.seating import SeatPlan, annul_game, open_game, start_game, wait
from tournaments.formats.by_time import leader
from tournaments.formats.series import VERDICTS, Series, Verdict
from tournaments.models import (
    Competition,
    Match,
    MatchGame,
    MatchSlot,
    RosterPlayer,
    RoundClock,
    names_of_sides,
    sides_of,
)
from tournaments.services.hints import announce_match
from tournaments.services.locks import WHOLE
from tournaments.services.matches.sheets import start_anew

TITLE_LENGTH = 120
SIDES = " · "  # what stands between the event and the sides in a title


def open_table(match: Match, *, number: int, now: datetime) -> Game:
    """Open the table of a match's next game; if nobody has to sit down first, it starts."""
    competition = match.competition
    assert competition is not None, "a casual match has its table already"
    slots = list(match.slots.select_related("entry").order_by("side"))
    game = open_game(
        rules=competition.rules,
        seats=_seat_plans(slots),
        competitive=True,
        public=competition.public,
        turn_seconds=competition.turn_seconds,
        talk=competition.talk,
        title=_title(competition, slots),
        page=reverse("match", args=[match.pk]),
        wait_until=_window(match, competition),
        now=now,
    )
    _hang_bell(match, game)
    MatchGame.objects.create(match=match, game=game, number=number)
    if not game.seats.filter(sat_at__isnull=True).exists():
        start_game(game_id=game.pk, now=now)
    return game


def winners_of(match: Match) -> list[Verdict]:
    """Return the winning sides of the games that somebody won, in order; teams are sides."""
    games = match.games.filter(voided=False, game__status=Game.Status.FINISHED)
    return [VERDICTS[link.game.winner or 0] for link in games.select_related("game")]


def _hang_bell(match: Match, game: Game) -> None:
    """Give a new table the bell of its round, whose clock the house may be moving."""
    assert match.round is not None, "a casual match has its table already"
    clock = RoundClock.objects.select_for_update().of(match.round).first()
    if clock is not None or match.games.filter(voided=False).exists():
        is_level = leader(Series().wins(winners_of(match))) is None
        at, left = (clock.bell_at, clock.left) if clock else (None, None)
        bell.hang(game, at=at, left=left, decides=is_level)


def show_window(match: Match, competition: Competition) -> None:
    """Tell the table at which people still sit down until when they are awaited."""
    for link in match.games.filter(voided=False, game__status=Game.Status.WAITING):
        wait(game_id=link.game_id, until=_window(match, competition))


def announce_started(*, game: Game) -> None:
    """Hint that the match of a table is live, if it is one of a competition."""
    matches = Match.objects.filter(games__game=game, round__isnull=False)
    if match := matches.select_related(WHOLE).first():
        announce_match(match)


def path_to_judge(game: Game) -> str:
    """Return where a player of a table's match calls the judge; "" if it belongs to none."""
    match = Match.objects.filter(games__game=game).values_list("pk", flat=True).first()
    return reverse("call_judge", args=(match,)) if match else ""


def walkover_of(game: Game) -> Walkover | None:
    """Return what being away from the newest table of a match means, or meant; None if nothing.

    Only the first game of a match is lost so: from the second on robots play for who is away.
    """
    links = MatchGame.objects.filter(match__games__game=game).select_related("match")
    link = links.order_by("pk").last()
    if link is None or link.game_id != game.pk:
        return None
    match = link.match
    if match.state in (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER):
        return Walkover(is_given=True, winner=match.winner)
    awaits = match.state == Match.State.CALLED and link.number == 1 and not link.voided
    return Walkover() if awaits else None


def sides_present(game: Game) -> list[int]:
    """Return the sides with a person seated; a robot that stands in does not count."""
    there = game.seats.filter(sat_at__isnull=False, user__isnull=False)
    return sorted({seat.team for seat in there})


def void_games(match: Match, *, now: datetime) -> None:
    """Annul whatever this match has on a table: the seeds are opened, nothing counts.

    Nor is anything disputed any more, nor does its score sheet count, nor what boards were won.
    """
    links = match.games.filter(voided=False)
    for link in links.order_by("game_id"):
        annul_game(game_id=link.game_id, now=now)
    links.update(voided=True)
    match.disputes.drop(now)
    match.boards.standing().update(voided=True)
    start_anew(match, now=now)


def _window(match: Match, competition: Competition) -> datetime | None:
    """The end of the window to sit down; a paused competition waits."""
    return match.sit_by if competition.state == Competition.State.RUNNING else None


def _seat_plans(slots: list[MatchSlot]) -> list[SeatPlan]:
    """Partners face each other: sides alternate around the table; reserves do not sit down."""
    playing = RosterPlayer.objects.playing().select_related("user")
    sides = [
        [player for slot in side for player in playing.filter(entry=slot.entry_id)]
        for side in sides_of(slots)
    ]
    return [_seat_plan(player) for pair in zip(*sides, strict=True) for player in pair]


def _seat_plan(player: RosterPlayer) -> SeatPlan:
    """A robot player sits down by itself; a robot stands in for a partner without an account."""
    return SeatPlan(user=player.user, robot=player.user is None or player.user.is_robot)


def _title(competition: Competition, slots: list[MatchSlot]) -> str:
    sides = " – ".join(names_of_sides(slots))
    return f"{competition.name}{SIDES}{sides}"[:TITLE_LENGTH]
