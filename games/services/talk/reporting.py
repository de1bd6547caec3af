"""Reporting what was said, deciding on it, and forgetting it in time."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.values.erased import ERASED
from accounts.values.whole_words import whole_words
from games.models import Game, Line, LineReport
from games.services.hints import announce_game
from games.services.refusals import RefusedError
from games.services.retry import retrying

KEPT: Final = timedelta(days=7)
KEPT_REPORTED: Final = timedelta(days=30)  # if nobody decides


@retrying
@transaction.atomic
def report(*, game_id: int, seat: int | None, line_id: int, user: User, now: datetime) -> None:
    """Report a line that this person heard; once is enough.

    Raises RefusedError with code `no-such-line`.
    """
    game = Game.objects.get(pk=game_id)
    heard = game.lines.heard_by(seat, is_over=game.is_over)
    line = heard.exclude(author=user).filter(pk=line_id).select_for_update().first()
    if line is None:
        raise RefusedError("no-such-line")
    LineReport.objects.get_or_create(line=line, reporter=user, defaults={"at": now})


@retrying
@transaction.atomic
def settle(*, line_id: int, take_away: bool) -> None:
    """Decide on a reported line: it goes, or its reports do. Twice is the same."""
    line = Line.objects.select_for_update().filter(pk=line_id).select_related(None).first()
    if line is None:
        return
    if take_away:
        game = line.game
        line.delete()
        transaction.on_commit(partial(announce_game, game.pk, game.version), robust=True)
    else:
        line.reports.all().delete()


@transaction.atomic
def erase(*, user: User, names: Collection[str]) -> None:
    """Take out what a person said and reported, and their names from what others said there.

    Called when they delete their account.
    """
    heard = Line.objects.filter(
        Q(game__seats__user=user) | Q(game__lines__author=user), ~Q(text="")
    )
    found = whole_words(names)
    for line in heard.exclude(author=user).distinct():
        Line.objects.filter(pk=line.pk).update(text=found.sub(ERASED, line.text)[:200])
    user.lines.all().delete()
    user.line_reports.all().delete()


def forget_old(*, now: datetime) -> int:
    """Delete what has been kept long enough; returns how many lines."""
    old = Line.objects.filter(at__lt=now - KEPT, reports__isnull=True)
    reported = Line.objects.filter(at__lt=now - KEPT_REPORTED)
    return sum(found.delete()[0] for found in (old, reported))
