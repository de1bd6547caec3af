"""Line-ups as they are written down, also for who named nobody."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from tournaments.models import LineUp, LineUpPlace, Match, RosterPlayer
from tournaments.results.boards import named, sizes_of, usual_order

Boards = Sequence[Sequence[RosterPlayer]]


def write(match: Match, side: int, people: Boards, *, by: User | None, now: datetime) -> None:
    """Write down who plays at which board for one side of a locked match."""
    line_up = LineUp.objects.create(match=match, side=side, by=by, at=now)
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=line_up, board=board, place=place, player=player)
        for board, players in enumerate(people, start=1)
        for place, player in enumerate(players)
    )


def settle(match: Match, *, now: datetime) -> None:
    """Write down the line-ups of a locked match that nobody named: the order of the list."""
    there = set(match.line_ups.values_list("side", flat=True))
    for slot in match.slots.select_related("entry"):
        if slot.side not in there and slot.entry is not None:
            people = usual_order(slot.entry, sizes_of(match))
            write(match, slot.side, people, by=None, now=now)


def line_up_tie_break(match: Match) -> None:
    """Let the first board's people play the tie-break, unless their captain sends others.

    Who has left since a board that stays is replaced.
    """
    number = len(sizes_of(match)) + 1
    for line_up in match.line_ups.exclude(places__board=number):
        LineUpPlace.objects.bulk_create(
            LineUpPlace(line_up=line_up, board=number, place=place, player=player, tie_break=True)
            for place, player in enumerate(named(line_up)[1])
        )
    replace_who_left(match, number)


def forget_who_left(match: Match) -> None:
    """Delete line-ups of a locked match that include players who left: they are named anew."""
    match.line_ups.filter(places__player__left_at__isnull=False).delete()


def replace_who_left(match: Match, board: int) -> None:
    """Let the next of the list play at a board in the place of who left; captains may send others.

    For each who leaves somebody comes, so there is one; whoever was taken out is the last.
    """
    places = LineUpPlace.objects.filter(line_up__match=match, board=board)
    gone = places.filter(player__left_at__isnull=False).select_related("line_up", "player")
    for place in gone.order_by("line_up", "place"):
        out, entry = place.line_up.taken_out, place.player.entry_id
        there = place.line_up.places.filter(tie_break=place.tie_break)
        free = RosterPlayer.objects.filter(entry=entry).exclude(pk__in=there.values("player"))
        place.player = min(free, key=lambda one: (one.pk in out, one.reserve, one.number))
        place.save(update_fields=["player"])
