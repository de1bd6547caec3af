"""Practice deeds: what counts, once for each cause, and what moves with a guest.

Deeds are apart from the ledger: no leaderboard, rating or seeding reads them.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, Value
from django.db.models.functions import Cast, Concat

from accounts.models import User
from games.models import Deed, Game, Seat, TourGame
from games.play.finished_game import GameRecord, is_reviewable
from games.play.statistics import deeds_in
from games.practice.progress import Quest, quests_of, total_facts

QUEST_POINTS: Final = 15
LESSON_POINTS: Final = 5
PUZZLE_POINTS: Final = {True: 6, False: 2}
TOUR_POINTS: Final = 20
GAME_POINTS: Final = {Deed.Kind.ROBOTS: (3, 5), Deed.Kind.PEOPLE: (8, 8)}
"""For a game, and as much again for winning it."""
FEWEST_HANDS: Final = 3
"""A game in which a person played fewer hands counts only if they won it."""
CATCH_UP: Final = timedelta(days=2)
logger = logging.getLogger(__name__)


def local_day(user: User, instant: datetime) -> date:
    """Return the date on the user's clock. It advances with the calendar, whatever clocks do."""
    return instant.astimezone(ZoneInfo(user.zone)).date()


@transaction.atomic
def record_deed(
    *, user: User, key: str, kind: Deed.Kind, points: int, facts: Mapping[str, int], now: datetime
) -> bool:
    """Count a deed unless its cause has counted already; then count the quests that it completes.

    Return whether it is new.
    """
    day = local_day(user, now)
    defaults = {"kind": kind, "day": day, "at": now, "points": points, "facts": dict(facts)}
    _, is_new = Deed.objects.get_or_create(user=user, key=key, defaults=defaults)
    if is_new:
        _complete_quests(user, day, now)
    return is_new


def _complete_quests(user: User, day: date, now: datetime) -> None:
    facts = total_facts(
        list(Deed.objects.filter(user=user, day=day).values_list("facts", flat=True))
    )
    for quest in quests_of(day):
        if facts[quest.fact] >= quest.goal:
            Deed.objects.get_or_create(
                user=user,
                key=quest_key(day, quest),
                defaults={
                    "kind": Deed.Kind.QUEST,
                    "day": day,
                    "at": now,
                    "points": QUEST_POINTS,
                    "facts": {"quests": 1},
                },
            )


def quest_key(day: date, quest: Quest) -> str:
    """Return the key of a quest's deed: the quest counts once on its day."""
    return f"quest:{day.isoformat()}:{quest.code}"


def record_lesson(*, user: User, course: str, number: int, now: datetime) -> None:
    """Count a finished lesson."""
    record_deed(
        user=user,
        key=f"lesson:{course}:{number}",
        kind=Deed.Kind.LESSON,
        points=LESSON_POINTS,
        facts={"lessons": 1},
        now=now,
    )


def lessons_of(*, user: User) -> defaultdict[str, set[int]]:
    """Return the numbers of a user's finished lessons by course."""
    by_course = defaultdict[str, set[int]](set)
    lessons = Deed.objects.filter(user=user, kind=Deed.Kind.LESSON)
    for key in lessons.values_list("key", flat=True):
        _, course, number = key.split(":")
        by_course[course].add(int(number))
    return by_course


def record_puzzle(*, user: User, puzzle_id: int, is_right: bool, now: datetime) -> None:
    """Count an answered puzzle."""
    record_deed(
        user=user,
        key=f"puzzle:{puzzle_id}",
        kind=Deed.Kind.PUZZLE,
        points=PUZZLE_POINTS[is_right],
        facts={"puzzles": 1, **({"puzzles_right": 1} if is_right else {})},
        now=now,
    )


def record_game(*, game_id: int, now: datetime) -> None:
    """Count a finished game for each person who played it."""
    game = Game.objects.with_players().get(pk=game_id)
    seats = list(game.seats.all())
    if not is_reviewable(game, seats):
        return
    record = GameRecord(game, seats)
    people = [seat for seat in seats if seat.user is not None and not seat.user.is_robot]
    kind = Deed.Kind.PEOPLE if len(people) > 1 else Deed.Kind.ROBOTS
    winners = TourGame.objects.filter(game=game, won=True).values_list("user", flat=True)
    tour_winner = winners.first()
    for seat in people:
        if seat.user is None or seat.user.anonymised_at:  # their practice is deleted
            continue
        is_won = game.winner == seat.team
        facts = deeds_in(record.hands, record.played_by_robots, seat.number)
        if facts["hands"] < FEWEST_HANDS and not (is_won and facts["hands"]):
            continue
        facts.update(games=1, won=is_won, fours=len(seats) > 2, people=kind == Deed.Kind.PEOPLE)
        facts["tour_won"] = seat.user.pk == tour_winner
        base, more = GAME_POINTS[kind]
        record_deed(
            user=seat.user,
            key=f"game:{game.pk}",
            kind=kind,
            points=base + more * is_won,
            facts={fact: times for fact, times in facts.items() if times},
            now=now,
        )


def catch_up(*, now: datetime) -> None:
    """Count the games of the last days that were not counted when they ended."""
    key = Concat(Value("game:"), Cast(OuterRef("game_id"), CharField()))
    seats = Seat.objects.filter(
        ~Exists(Deed.objects.filter(user=OuterRef("user"), key=key)),
        user__is_robot=False,
        user__anonymised_at=None,
        game__status=Game.Status.FINISHED,
        game__finished_at__gte=now - CATCH_UP,
    )
    missed = seats.order_by("game").values_list("game", "game__finished_at").distinct()
    for game_id, ended in missed:
        assert ended is not None, "it is finished"
        try:
            record_game(game_id=game_id, now=ended)
        except Exception:  # one game that cannot be read keeps no other from counting
            logger.exception("game %s does not count as practice", game_id)


def move(*, guest: User, user: User) -> None:
    """Move a guest's deeds to an account, except those whose cause has counted there."""
    own = Deed.objects.filter(user=user).values("key")
    Deed.objects.filter(user=guest).exclude(key__in=own).update(user=user)
    Deed.objects.filter(user=guest).delete()


def deeds_of(*, user: User) -> list[dict[str, Any]]:
    """Return a user's deeds, as exported."""
    rows = Deed.objects.filter(user=user).order_by("pk")
    return [dict(row) for row in rows.values("key", "kind", "day", "points", "facts")]


def forget(*, user: User) -> None:
    """Delete the deeds of a person who leaves the site."""
    Deed.objects.filter(user=user).delete()
