"""Score sheets: the points of a match with real cards, mark by mark."""

from collections.abc import Mapping
from typing import Final, assert_never

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.formats.chicos import Measure
from tournaments.formats.sheet import (
    Close,
    Correct,
    Deal,
    Fine,
    Forfeit,
    Judged,
    Mark,
    Point,
    Sheet,
    Shift,
    TimeUp,
    Undo,
    Void,
)
from tournaments.models.matches.match import Match


class ScoreSheet(models.Model):
    """What the marks of a match add up to, kept at hand; its version counts them."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="sheet")
    version = models.PositiveIntegerField(default=0)
    chicos = models.JSONField(default=list)  # finished; the first side's points first
    points = models.JSONField(default=list)  # of the chico that goes on
    stopped = models.BooleanField(default=False)  # by the bell
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)  # a seat

    def __str__(self) -> str:
        return f"{self.match_id} · {self.version}"

    def value(self, measure: Measure) -> Sheet:
        """What is written, as a value; what could be taken back is in the marks alone."""
        first, second = self.points
        chicos = tuple((a, b) for a, b in self.chicos)
        return Sheet(measure, chicos, (first, second), self.stopped, self.dealer)


class ScoreMark(models.Model):
    """One mark on the sheet of a match. Rows are only ever added: a mistake is taken back."""

    class Act(models.TextChoices):
        POINT = "point", _("sumó")
        UNDO = "undo", _("deshizo")
        CLOSE = "close", _("cerró")
        TIME = "time", _("cerró por tiempo")
        VOID = "void", _("borró todo")
        DEAL = "deal", _("marcó quién reparte")
        FINE = "fine", _("dio tantos")
        SHIFT = "shift", _("pasó tantos")
        FORFEIT = "lost", _("dio por perdida")
        CORRECT = "set", _("corrigió")

    JUDGED = (Act.FINE, Act.SHIFT, Act.FORFEIT, Act.CORRECT)  # each has a `penalty` beside it

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="marks")
    seq = models.PositiveIntegerField()
    act = models.CharField(max_length=5, choices=Act)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    second = models.PositiveSmallIntegerField(null=True, blank=True)  # of a corrected score
    seat = models.PositiveSmallIntegerField(null=True, blank=True)  # that deals
    action_id = models.CharField(max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="score_marks",
    )  # nobody: the match is played again
    at = models.DateTimeField()

    class Meta:
        ordering = ("match", "seq")
        constraints = (
            models.UniqueConstraint(fields=("match", "seq"), name="one_mark_per_seq"),
            models.UniqueConstraint(fields=("match", "action_id"), name="one_mark_per_action"),
            models.CheckConstraint(
                condition=(
                    Q(
                        act__in=("point", "fine", "shift"),
                        side__isnull=False,
                        side__in=(0, 1),
                        points__gte=1,
                        second__isnull=True,
                    )
                    | Q(act="lost", side__isnull=False, side__in=(0, 1), points__isnull=True)
                    | Q(act="set", side__isnull=True, points__gte=0, second__gte=0)
                    | Q(
                        act__in=("undo", "close", "time", "void", "deal"),
                        side__isnull=True,
                        points__isnull=True,
                        second__isnull=True,
                    )
                ),
                name="only_points_have_a_side",
            ),
            models.CheckConstraint(
                condition=(
                    Q(act="deal", seat__isnull=False) | (~Q(act="deal") & Q(seat__isnull=True))
                ),
                name="only_deals_have_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(act="void") | Q(by__isnull=False), name="mark_has_somebody_who_made_it"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}.{self.seq}"

    @property
    def value(self) -> Mark:
        """The mark as `tournaments.formats.sheet` reads it."""
        match self.act:
            case self.Act.POINT | self.Act.FINE | self.Act.SHIFT:
                assert self.side is not None
                assert self.points is not None
                return _FOR_A_SIDE[self.Act(self.act)](self.side, self.points)
            case self.Act.FORFEIT:
                assert self.side is not None
                return Forfeit(self.side)
            case self.Act.CORRECT:
                assert self.points is not None
                assert self.second is not None
                return Correct((self.points, self.second))
            case self.Act.UNDO:
                return Undo()
            case self.Act.CLOSE:
                return Close()
            case self.Act.TIME:
                return TimeUp()
            case self.Act.DEAL:
                assert self.seat is not None
                return Deal(self.seat)
            case _:
                return Void()


_FOR_A_SIDE: Final[Mapping[ScoreMark.Act, type[Point | Fine | Shift]]] = {
    ScoreMark.Act.POINT: Point,
    ScoreMark.Act.FINE: Fine,
    ScoreMark.Act.SHIFT: Shift,
}


def columns_of(mark: Mark) -> dict[str, object]:
    """Return a mark as the columns of its row."""
    match mark:
        case Point(side, points):
            return {"act": ScoreMark.Act.POINT, "side": side, "points": points}
        case Undo():
            return {"act": ScoreMark.Act.UNDO}
        case Close():
            return {"act": ScoreMark.Act.CLOSE}
        case TimeUp():
            return {"act": ScoreMark.Act.TIME}
        case Void():
            return {"act": ScoreMark.Act.VOID}
        case Deal(seat):
            return {"act": ScoreMark.Act.DEAL, "seat": seat}
        case _:
            return _judged_columns(mark)


def _judged_columns(mark: Judged) -> dict[str, object]:
    match mark:
        case Fine(side, points):
            return {"act": ScoreMark.Act.FINE, "side": side, "points": points}
        case Shift(side, points):
            return {"act": ScoreMark.Act.SHIFT, "side": side, "points": points}
        case Forfeit(side):
            return {"act": ScoreMark.Act.FORFEIT, "side": side}
        case Correct((first, second)):
            return {"act": ScoreMark.Act.CORRECT, "points": first, "second": second}
        case _:
            assert_never(mark)
