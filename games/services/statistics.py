"""Counting what people did at a finished table, once."""

from collections.abc import Collection, Sequence

from games.engine import State
from games.models import Game, Seat, SeatStatistics
from games.records import statistics
from games.records.finished import GameRecord
from games.records.one_device import seats_on_device


def count_figures(*, game_id: int) -> bool:
    """Write the figures of every person's seat; return whether there was anything to count.

    Who played with another on one device knew more than a seat does: that counts for nobody.
    A game that is over does not change, so it needs no lock, and counting again finds the same.
    """
    game = Game.objects.with_players().get(pk=game_id)
    people = [seat for seat in game.seats.all() if seat.user_id is not None]
    if seats_on_device(list(game.seats.all())):
        return False
    counted = SeatStatistics.objects.filter(seat__in=people).count()
    if game.status != Game.Status.FINISHED or counted == len(people):
        return False
    record = GameRecord(game, list(game.seats.all()))
    SeatStatistics.objects.bulk_create(
        (statistics_of(seat, record.hands, record.played_by_robots) for seat in people),
        ignore_conflicts=True,
    )
    return True


def statistics_of(
    seat: Seat, hands: Sequence[State], automatic: Collection[tuple[str, int]]
) -> SeatStatistics:
    """Compute the figures of a seat from a finished game's hands."""
    done = statistics.figures_of(hands, automatic, seat.number)
    behind = statistics.comeback(hands, seat.team) if done.hands else 0
    return SeatStatistics(seat=seat, comeback=behind, **done._asdict())
