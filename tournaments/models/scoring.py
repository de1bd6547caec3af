"""Results and their sources: score sheets, slips, and results entered by hand.

`RevokedResult` records results that were taken back. `HeldMarks` stores offline marks or results
that conflict with newer ones, for the organiser to resolve. A slip holds a code for each side of
a match.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Self, assert_never

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.names.display import NameField
from tournaments.formats.score_sheet import (
    Close,
    Correct,
    Deal,
    Deduction,
    Fine,
    Forfeit,
    Judged,
    LostDeal,
    LostHand,
    Mark,
    Point,
    Sheet,
    Shift,
    TimeUp,
    Undo,
    Void,
)
from tournaments.formats.series import MatchUnit, WrittenGame, stopped_game
from tournaments.models.entries import Entry
from tournaments.models.matches import Match, names_of_sides


class PlayerResultQuerySet(models.QuerySet["PlayerResult"]):
    """Reads that several pages and services share."""

    def standing(self) -> Self:
        """Return the players of current results, without revoked ones."""
        return self.filter(number=F("match__reopened"))


class PlayerResult(models.Model):
    """One person's part in a result: their side, and what keeps them from scoring."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="player_results")
    # Which of the match's results: as many had been taken back when it was written.
    number = models.PositiveSmallIntegerField(default=0)
    # In a competition the person of the club, and the account or guest that sat there, if any.
    person = models.ForeignKey(
        "Person", null=True, blank=True, on_delete=models.RESTRICT, related_name="match_results"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="match_results",
    )
    side = models.PositiveSmallIntegerField()
    automatic = models.BooleanField(default=False)  # a robot ended their game
    guest = models.BooleanField(default=False)  # they played without an account
    # In a match of boards: at which they sat, and whether that board was won.
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    won = models.BooleanField(null=True, blank=True)

    objects = PlayerResultQuerySet.as_manager()

    class Meta:
        ordering = ("match", "number", "side", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "user", "number"), name="one_word_per_player_and_result"
            ),
            models.UniqueConstraint(
                fields=("match", "person", "number"), name="one_result_per_person"
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False) | Q(user__isnull=False),
                name="result_is_of_somebody",
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="result_has_a_side"),
            models.CheckConstraint(
                condition=Q(board__isnull=True, won__isnull=True)
                | Q(board__isnull=False, won__isnull=False),
                name="who_sat_at_a_board_won_it_or_lost_it",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.person or self.user}"

    def has_won(self, winner: int | None) -> bool | None:
        """Return whether they won: their board if they sat at one, else the match.

        None if there is no winner.
        """
        if self.won is not None:
            return self.won
        return None if winner is None else self.side == winner


class RevokedResult(ChoiceLabels):
    """A revoked result as it was, with actor and reason. Rows are only ever added."""

    class State(models.TextChoices):
        COMPLETED = "completed", _("jugado")
        WALKOVER = "walkover", _("ganado por ausencia")
        DOUBLE_WALKOVER = "double_walkover", _("sin presentes")
        ANNULLED = "annulled", _("anulado")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="revoked")
    number = models.PositiveSmallIntegerField()  # 0 is the match's first result
    state = models.CharField(max_length=15, choices=State)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side
    points_reason = models.CharField(max_length=10, choices=Match.PointsReason)
    by_time = models.BooleanField(default=False)
    completed_at = models.DateTimeField()
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="revoked_results"
    )
    reason = NameField(max_length=200)
    revoked_at = models.DateTimeField()

    class Meta:
        ordering = ("match", "number")
        indexes = (models.Index(fields=("completed_at", "match"), name="revoked_in_ranking_order"),)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="a_result_is_revoked_once"),
            models.CheckConstraint(
                condition=(
                    Q(state="completed")
                    & (Q(winner__isnull=True) | Q(winner__in=(0, 1)))
                    & ~Q(points_reason__in=("", "walkover", "annulled"))
                )
                | Q(
                    state="walkover",
                    winner__isnull=False,
                    winner__in=(0, 1),
                    points_reason="walkover",
                )
                | Q(state="double_walkover", winner__isnull=True, points_reason="walkover")
                | Q(state="annulled", winner__isnull=True, points_reason="annulled"),
                name="revoked_result_was_one",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} ({self.number})"


class ScoreSheet(models.Model):
    """The cached totals of a match's marks; its version is their number."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="sheet")
    version = models.PositiveIntegerField(default=0)
    chicos = models.JSONField(default=list)  # finished; the first side's points first
    points = models.JSONField(default=list)  # of the current chico
    stopped = models.BooleanField(default=False)  # by the bell
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)  # a seat

    def __str__(self) -> str:
        return f"{self.match_id} · {self.version}"

    def value(self, measure: MatchUnit) -> Sheet:
        """What is written, as a value; what could be taken back is in the marks alone."""
        first, second = self.points
        chicos = tuple((a, b) for a, b in self.chicos)
        return Sheet(measure, chicos, (first, second), self.stopped, self.dealer)


class ScoreMark(ChoiceLabels):
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
        DEDUCTION = "minus", _("quitó tantos")
        LOST_HAND = "hand", _("quitó los tantos de la mano")
        LOST_DEAL = "pass", _("pasó el reparto")

    # each has a `penalty`
    JUDGED = (
        *(Act.FINE, Act.SHIFT, Act.FORFEIT, Act.CORRECT),
        *(Act.DEDUCTION, Act.LOST_HAND, Act.LOST_DEAL),
    )

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="marks")
    seq = models.PositiveIntegerField()
    act = models.CharField(max_length=5, choices=Act)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    # of a corrected score; what was noted in a lost hand
    second = models.PositiveSmallIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)  # that deals
    action_id = models.CharField(max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="score_marks",
    )  # null: the match is replayed
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
                    | Q(
                        act="minus",
                        side__isnull=False,
                        side__in=(0, 1),
                        points__gte=0,
                        second__isnull=True,
                    )
                    | Q(
                        act="hand",
                        side__isnull=False,
                        side__in=(0, 1),
                        points__gte=0,
                        second__gte=0,
                    )
                    | Q(
                        act__in=("lost", "pass"),
                        side__isnull=False,
                        side__in=(0, 1),
                        points__isnull=True,
                    )
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
                    Q(act__in=("deal", "pass"), seat__isnull=False)
                    | (~Q(act__in=("deal", "pass")) & Q(seat__isnull=True))
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
        """Return the mark as `tournaments.formats.score_sheet` reads it."""
        match self.act:
            case self.Act.POINT | self.Act.FINE | self.Act.SHIFT | self.Act.DEDUCTION:
                assert self.side is not None
                assert self.points is not None
                return _FOR_A_SIDE[self.Act(self.act)](self.side, self.points)
            case self.Act.FORFEIT:
                assert self.side is not None
                return Forfeit(self.side)
            case self.Act.LOST_HAND:
                assert self.side is not None
                assert self.points is not None
                assert self.second is not None
                return LostHand(self.side, self.second, self.points)
            case self.Act.LOST_DEAL:
                assert self.side is not None
                assert self.seat is not None
                return LostDeal(self.side, self.seat)
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


_FOR_A_SIDE: Final[Mapping[ScoreMark.Act, type[Point | Fine | Shift | Deduction]]] = {
    ScoreMark.Act.POINT: Point,
    ScoreMark.Act.FINE: Fine,
    ScoreMark.Act.SHIFT: Shift,
    ScoreMark.Act.DEDUCTION: Deduction,
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
        case Deduction(side, points):
            return {"act": ScoreMark.Act.DEDUCTION, "side": side, "points": points}
        case LostHand(side, noted, more):
            act = ScoreMark.Act.LOST_HAND
            return {"act": act, "side": side, "points": more, "second": noted}
        case LostDeal(side, seat):
            return {"act": ScoreMark.Act.LOST_DEAL, "side": side, "seat": seat}
        case Forfeit(side):
            return {"act": ScoreMark.Act.FORFEIT, "side": side}
        case Correct((first, second)):
            return {"act": ScoreMark.Act.CORRECT, "points": first, "second": second}
        case _:
            assert_never(mark)


GAMES = "games"  # what a whole result has in the place of a mark's columns


class HeldMarksQuerySet(models.QuerySet["HeldMarks"]):
    """Questions about marks that are held."""

    def open(self) -> Self:
        """Return the held marks that await a decision."""
        return self.filter(settled_at__isnull=True)


class HeldMarks(models.Model):
    """Marks that one browser sent late, in order and once, for the organiser to decide on.

    A whole result is held as one mark; `seen_version` is then the submission it was based on.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="held")
    batch = models.CharField(max_length=64)  # the id of the first of them
    seen_version = models.PositiveIntegerField()  # of their sheet; the submission of a result
    marks = models.JSONField()  # each its id and its columns
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="held_marks"
    )
    at = models.DateTimeField()
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    counted = models.BooleanField(default=False)

    objects = HeldMarksQuerySet.as_manager()

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "batch"), name="marks_are_held_once"),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, settled_by__isnull=True, counted=False)
                | Q(settled_at__isnull=False, settled_by__isnull=False),
                name="held_marks_are_settled_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.batch}"

    @property
    def values(self) -> list[tuple[str, Mark]]:
        """Return the marks with their ids, as `tournaments.formats.score_sheet` reads them."""
        return [(name, ScoreMark(**columns).value) for name, columns in self.marks]

    @property
    def games(self) -> list[tuple[int, int]]:
        """Return the submitted result; empty if these are marks of a score sheet."""
        ((_name, columns), *_) = self.marks
        return [(first, second) for first, second in columns.get(GAMES, ())]

    @staticmethod
    def of_result(
        name: str, games: Sequence[tuple[int, int]]
    ) -> list[tuple[str, dict[str, object]]]:
        """Return a result as it is kept."""
        return [(name, {GAMES: [list(game) for game in games]})]

    @staticmethod
    def written(marks: Sequence[tuple[str, Mark]]) -> list[tuple[str, dict[str, object]]]:
        """Return marks as they are kept."""
        return [(name, columns_of(mark)) for name, mark in marks]


class SlipQuerySet(models.QuerySet["Slip"]):
    """Reads that pages and services share."""

    def valid(self) -> Self:
        """Return those of matches that the same two still play, and were not taken back since."""
        return (
            self.filter(number=F("match__reopened"))
            .filter(match__slots__side=0, match__slots__entry=F("first"))
            .filter(match__slots__side=1, match__slots__entry=F("second"))
        )


class Slip(models.Model):
    """The paper of one match; its two codes follow from `nonce` and the site's secret.

    What is stored of a code is a keyed hash: who reads the database cannot write a result.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="slips")
    number = models.PositiveSmallIntegerField()  # which of the match's results it is for
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=32)
    first_key = models.CharField(max_length=64, unique=True)
    second_key = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="slips"
    )
    made_at = models.DateTimeField()

    objects = SlipQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "number", "first", "second"), name="one_slip_per_pairing"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} ({self.number})"

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both sides, with all players where partners change."""
        slots = self.match.slots.all()
        if len(slots) > len((self.first, self.second)):
            return names_of_sides(slots)
        return str(self.first), str(self.second)


class SlipClaimQuerySet(models.QuerySet["SlipClaim"]):
    """Reads that pages and services share."""

    def last_by_match(self, match_ids: Collection[int]) -> dict[int, list["SlipClaim"]]:
        """Return each side's last claim on its current, valid slip, by match."""
        slips = Slip.objects.valid().filter(match__in=match_ids)
        claims = self.filter(slip__in=slips).select_related("slip").order_by("pk")
        last = {(claim.slip.match_id, claim.side): claim for claim in claims}
        by_match: dict[int, list[SlipClaim]] = {}
        for (match_id, _side), claim in sorted(last.items()):
            by_match.setdefault(match_id, []).append(claim)
        return by_match


class SlipClaim(models.Model):
    """A result as one side claims it; a side's last claim counts. Rows are only ever added."""

    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="claims")
    side = models.PositiveSmallIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="slip_claims",
    )  # the account that claimed it, if it was signed in and a player of that side
    chicos = models.JSONField()  # points of each chico, the first side's first
    at = models.DateTimeField()

    objects = SlipClaimQuerySet.as_manager()

    class Meta:
        ordering = ("slip", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="claim_has_a_side"),
        )

    def __str__(self) -> str:
        return f"{self.slip_id}.{self.side}"

    @property
    def games(self) -> Sequence[tuple[int, int]]:
        """Return the claimed result in the form of a submission."""
        return [(first, second) for first, second in self.chicos]


class ResultSubmissionQuerySet(models.QuerySet["ResultSubmission"]):
    """Reads that several pages and services share."""

    def standing(self) -> Self:
        """Return those that were not taken back."""
        return self.filter(number=F("match__reopened"))


class ResultSubmission(ChoiceLabels):
    """A submitted result of a match. Rows are only ever added.

    A revoked submission stays; its number is lower than the match's `reopened`.
    """

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiza")
        SCORER = "scorer", _("anotador")
        SLIP = "slip", _("papeleta")
        BOARDS = "boards", _("mesa por mesa")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="submissions")
    number = models.PositiveSmallIntegerField(default=0)  # which of the match's results
    chicos = models.JSONField()  # of each game the points of its chicos, the first side's first
    stopped = models.BooleanField(default=False)  # the bell stopped its last game
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side; null: a draw
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="submissions",
    )  # null: derived from the boards' tables
    role = models.CharField(max_length=9, choices=Role)
    slip_of = NameField(max_length=200, blank=True)  # whose slip said it; its maker submitted it
    reason = NameField(max_length=200, blank=True)
    at = models.DateTimeField()

    objects = ResultSubmissionQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_submission_per_result"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__in=(0, 1)),
                name="submission_names_a_side",
            ),
            models.CheckConstraint(
                condition=Q(submitted_by__isnull=False) | Q(role="boards"),
                name="only_boards_speak_for_themselves",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.submitted_by}"

    @property
    def games(self) -> tuple[WrittenGame, ...]:
        """Return the games, with the last one closed if the match was stopped."""
        games = written_games(self.chicos)
        if not self.stopped:
            return games
        return (*games[:-1], stopped_game(games[:-1], games[-1], self.winner))

    @property
    def in_order(self) -> list[tuple[int, int]]:
        """Every chico, one game after the other."""
        return [chico for game in self.games for chico in game.chicos]


def written_games(chicos: Sequence[Sequence[Sequence[int]]]) -> tuple[WrittenGame, ...]:
    """Return games as values from the points of their chicos, as they are stored."""
    return tuple(WrittenGame(tuple((a, b) for a, b in game)) for game in chicos)
