"""Matches as a stored graph, with their slots, their games and the clock of a timed round.

A slot whose occupant comes out of another match is an edge of the graph. All matches of a round
share one clock (R-S5).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.names.display import join_names
from games.engine import Rules
from games.models import Action, Game, PackedLog
from tournaments.formats import ranking_points
from tournaments.formats.pairing import Outcome
from tournaments.formats.series import VERDICTS, MatchUnit, Verdict
from tournaments.models.competitions import AskedBye, Competition, bye_in_words
from tournaments.models.entries import Entry, RosterPlayer
from tournaments.models.stages import Round, Stage, StageSlot
from tournaments.models.venues import HallTable, Venue


class MatchSlot(ChoiceLabels):
    """One side of a match: an entry, a bye, or the entry that another match sends.

    Where partners change a side is several entries, and has a slot for each of them.
    """

    class SourceRole(models.TextChoices):
        WINNER = "winner", _("ganador")
        LOSER = "loser", _("perdedor")

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="slots")
    # The match's own round, kept here because it makes "one entry once per round" a constraint.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    side = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(default=1, db_default=1)  # in its side, as they sit
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.RESTRICT, related_name="slots"
    )
    bye = models.BooleanField(default=False)
    source = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="feeds"
    )
    outcome = models.CharField(max_length=6, choices=SourceRole, blank=True)
    # The side of the source that comes here; the loser of the other side played before.
    only_side = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.OneToOneField(
        StageSlot, null=True, blank=True, on_delete=models.CASCADE, related_name="match_slot"
    )  # where a qualifier comes in
    score = models.FloatField(null=True, blank=True)  # in the table, as a Swiss round was paired

    class Meta:
        ordering = ("match", "side", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "side", "number"), name="one_slot_per_chair_of_a_side"
            ),
            models.UniqueConstraint(
                fields=("round", "entry"),
                condition=Q(entry__isnull=False),
                name="one_match_per_entry_and_round",
            ),
            models.UniqueConstraint(
                fields=("source", "outcome"),
                condition=Q(source__isnull=False),
                name="one_slot_per_outcome",
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="slot_has_a_side"),
            models.CheckConstraint(
                condition=Q(bye=False) | Q(entry__isnull=True), name="slot_is_entry_or_bye"
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=True, outcome="")
                    | Q(source__isnull=False, outcome__in=("winner", "loser"))
                ),
                name="source_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(only_side__isnull=True) | Q(only_side__in=(0, 1), outcome="loser"),
                name="only_one_side_loses_here",
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=False)
                    | Q(seed__isnull=False)
                    | Q(entry__isnull=False)
                    | Q(bye=True)
                ),
                name="slot_without_source_is_filled",
            ),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(source__isnull=True, bye=False),
                name="slot_has_one_origin",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}:{self.side}"

    @property
    def is_settled(self) -> bool:
        """Whether the slot has an entry or is a bye."""
        return self.bye or self.entry_id is not None

    @property
    def is_awaited(self) -> bool:
        """Whether the entry still comes from another competition."""
        return self.entry is not None and self.entry.awaited


def sides_of(slots: Iterable[MatchSlot]) -> tuple[Sequence[MatchSlot], Sequence[MatchSlot]]:
    """Return the slots of each side, as they sit."""
    ordered = sorted(slots, key=lambda slot: slot.number)
    first, second = ([slot for slot in ordered if slot.side == side] for side in (0, 1))
    return first, second


def who_stands(side: Iterable[MatchSlot]) -> str:
    """Return the names of the players on a side: `Ana y Beto`; empty while none is known."""
    names = [str(slot.entry) for slot in side if slot.entry is not None]
    return join_names(names) if names else ""


def names_of_sides(slots: Iterable[MatchSlot]) -> tuple[str, str]:
    """Return the names of both sides, the first side first."""
    first, second = map(who_stands, sides_of(slots))
    return first, second


def rival_of(slots: Iterable[MatchSlot], own: Iterable[Entry]) -> str:
    """Name the side of a match on which none of these entries plays."""
    theirs = {entry.pk for entry in own}
    others = (side for side in sides_of(slots) if theirs.isdisjoint(slot.entry_id for slot in side))
    return who_stands(next(others, ()))


class RoundClockQuerySet(models.QuerySet["RoundClock"]):
    """Reads that several services and pages share."""

    def of(self, round_: Round) -> Self:
        """Return the clock of a round, which rounds of other groups share; none if not started."""
        stage = round_.group.stage_id
        return self.filter(stage=stage, part=round_.part, number=round_.number)

    def forget(self, match: "Match") -> None:
        """Delete the clock of a match that waits again if its round has nothing open or played."""
        round_, competition = match.round, match.competition
        if round_ is None or competition is None or competition.round_minutes is None:
            return
        own = Round.objects.filter(
            group__stage=round_.group.stage_id, part=round_.part, number=round_.number
        )
        begun = (*Match.PLAYABLE, Match.State.COMPLETED)
        if not Match.objects.filter(round__in=own, state__in=begun).exists():
            self.of(round_).delete()

    def due(self, now: datetime) -> Self:
        """Return the clocks whose bell has rung but was not announced to the tables."""
        untold = Q(told_at__isnull=True) | Q(told_at__lt=F("bell_at"))
        return self.filter(untold, bell_at__lte=now)


class RoundClock(models.Model):
    """A started clock: the instant of its bell or, while it is paused, what is left.

    Its columns are the truth; a table keeps a copy of the bell (`games.play.time_limit`).
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="clocks")
    part = models.CharField(max_length=8)
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    bell_at = models.DateTimeField(null=True, blank=True)
    left = models.DurationField(null=True, blank=True)
    rang_at = models.DateTimeField(null=True, blank=True)  # the first time; it may be given more
    told_at = models.DateTimeField(null=True, blank=True)  # when the tables were last notified

    objects = RoundClockQuerySet.as_manager()

    class Meta:
        ordering = ("stage", "part", "number")
        indexes = (models.Index(fields=("bell_at",), name="clocks_by_bell"),)
        constraints = (
            models.UniqueConstraint(
                fields=("stage", "part", "number"), name="one_clock_per_round_of_a_stage"
            ),
            models.CheckConstraint(
                condition=Q(bell_at__isnull=False, left__isnull=True)
                | Q(bell_at__isnull=True, left__isnull=False),
                name="clock_runs_or_is_paused",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stage_id} · {self.part}.{self.number}"

    def is_of(self, round_: Round | None) -> bool:
        """Return whether this is the clock of a round."""
        key = (self.stage_id, self.part, self.number)
        return round_ is not None and (round_.group.stage_id, round_.part, round_.number) == key

    @property
    def is_paused(self) -> bool:
        return self.bell_at is None

    def has_rung(self, now: datetime) -> bool:
        """Return whether the bell has rung; a round that was given more time continues."""
        return self.bell_at is not None and self.bell_at <= now

    def is_due(self, now: datetime) -> bool:
        """Return whether the bell has rung but was not announced to the tables."""
        if self.bell_at is None or self.bell_at > now:
            return False
        return self.told_at is None or self.told_at < self.bell_at

    def remaining(self, now: datetime) -> timedelta:
        """Return what is left; nothing once it has rung."""
        if self.bell_at is None:
            assert self.left is not None, "a paused clock knows what is left"
            return self.left
        return max(timedelta(), self.bell_at - now)


class MatchQuerySet(models.QuerySet["Match"]):
    """Reads that several pages and tasks share."""

    def of(self, competition_id: int) -> Self:
        """Return the matches of one competition, in the order of its bracket."""
        return self.filter(round__group__stage__competition_id=competition_id).order_by("number")

    def placed(self) -> Self:
        """Fetch what `place` and the match's plate need."""
        tables = HallTable.competitions.through.objects
        used = tables.filter(competition=OuterRef(COMPETITION))
        return self.select_related("hall_table").annotate(in_hall=Exists(used))

    def undecided(self) -> Self:
        """Return the matches whose outcome is still open."""
        return self.exclude(state__in=self.model.DECIDED)

    def callable(self, now: datetime) -> Self:
        """Return the playable matches but those that wait in a hall in which no table is free."""
        free = HallTable.objects.free().filter(competitions=OuterRef(COMPETITION))
        return self.playable(now).filter(Q(waits_since__isnull=True) | Exists(free))

    def playable(self, now: datetime) -> Self:
        """Return the matches whose table can be opened now, if there is one.

        Their hour has come, each side has a player to sit down, and no player is at another table.
        Real cards need no account.
        """
        elsewhere = MatchSlot.objects.filter(entry=OuterRef("entry"), match__state="called")
        busy = MatchSlot.objects.filter(Exists(elsewhere), match=OuterRef("pk"))
        return self.filter(
            Q(scheduled_at__isnull=True) | Q(scheduled_at__lte=now),
            Q(awaits_date=False),
            ~_unattended(),
            ~Exists(busy),
            state=self.model.State.READY,
            **{f"{COMPETITION}__state": Competition.State.RUNNING},
        )

    def unattended(self) -> Self:
        """Return the matches whose table cannot open: one side has no player with an account."""
        return self.filter(_unattended())

    def live(self) -> Self:
        """Return the matches at whose table the cards are on the move, or whose points are kept."""
        moving = _at_tables(Game.MOVING)
        return self.filter(moving | Q(sheet__version__gt=0), state=self.model.State.CALLED)

    def sitting_down(self) -> Self:
        """Return the called matches of which a table has not started."""
        waiting = _at_tables((Game.Status.WAITING,))
        return self.filter(waiting, state=self.model.State.CALLED)

    def naming(self) -> Self:
        """Return the called matches whose boards wait for a line-up, to be opened at tables."""
        sides = (
            self.model.objects.filter(pk=OuterRef("pk"), line_ups__side=side) for side in (0, 1)
        )
        called = self.filter(state=self.model.State.CALLED, **{f"{COMPETITION}__with_cards": False})
        return called.exclude(**{f"{COMPETITION}__boards": ""}).exclude(*map(Exists, sides))

    def awaiting_players(self) -> Self:
        """Return the called matches that wait for players or for a line-up."""
        sitting, naming = self.sitting_down(), self.naming()
        return self.filter(Q(pk__in=sitting.values("pk")) | Q(pk__in=naming.values("pk")))

    def overdue(self, now: datetime) -> Self:
        """Return the matches whose window is over; a paused competition waits."""
        running = {f"{COMPETITION}__state": Competition.State.RUNNING}
        called = self.awaiting_players().filter(state=self.model.State.CALLED)
        return called.filter(sit_by__lte=now, **running)

    def with_play(self) -> Self:
        """Return the matches with play in them, void or not; a draw is then no longer undone."""
        of_match = {"game__match_game__match": OuterRef("pk")}
        acted = Exists(Action.objects.filter(**of_match)) | Exists(
            PackedLog.objects.filter(**of_match)
        )
        claimed = Q(slips__claims__isnull=False)
        written_down = Q(marks__isnull=False) | Q(submissions__isnull=False) | claimed
        written_down |= Q(boards__isnull=False)
        return self.filter(Q(state=self.model.State.COMPLETED) | written_down | acted).distinct()

    def for_user(self, user_id: int | OuterRef) -> Self:
        """Return the competition matches in which a user plays; `user_id` may be an OuterRef.

        A reserve plays in the matches whose line-ups include them.
        """
        person = OuterRef(user_id) if isinstance(user_id, OuterRef) else user_id
        lined_up = RosterPlayer.objects.filter(user=person, lined_up__line_up__match=OuterRef("pk"))
        plays = Q(slots__entry__roster__reserve=False) | Exists(lined_up)
        on_roster = {"slots__entry__roster__user": user_id, "slots__entry__roster__left_at": None}
        return self.filter(plays, **on_roster)

    def unranked(self) -> Self:
        """Return the matches whose results the ledger has yet to follow, in ranking order."""
        return self.filter(awaits_ranking=True).order_by("completed_at", "pk")


@dataclass(frozen=True)
class Plate:
    """A number and what it is one of; `name` is the table's, if people call it by one."""

    word: str  # empty as long as there is no number
    number: str
    name: str = ""


class Match(ChoiceLabels):
    """Two sides play until one wins, or draw; without a round it is a casual competitive game."""

    class State(models.TextChoices):
        PENDING = "pending", _("por definirse")
        READY = "ready", _("listo")
        CALLED = "called", _("a la mesa")
        COMPLETED = "completed", _("jugado")
        WALKOVER = "walkover", _("ganado por ausencia")
        DOUBLE_WALKOVER = "double_walkover", _("sin presentes")
        ANNULLED = "annulled", _("anulado")
        BYE = "bye", _("pasa libre")

    PLAYABLE = (State.READY, State.CALLED)
    DECIDED = (
        State.COMPLETED,
        State.WALKOVER,
        State.DOUBLE_WALKOVER,
        State.ANNULLED,
        State.BYE,
    )

    class PointsReason(models.TextChoices):
        PLAYED = "played", _("jugado")
        PRESENCIAL = "presencial", _("jugado en un evento presencial")
        BY_HAND = "by-hand", _("anotado a mano")
        SHARED_IP = "shared-ip", _("no puntúa: misma conexión")
        SHORT = "short", _("no puntúa: otra entre los mismos, de menos de tres manos")
        REPEATED = "repeated", _("no puntúa: ya jugaron tres por puntos ese día")
        WALKOVER = "walkover", _("no puntúa: ganado por ausencia")
        ANNULLED = "annulled", _("no puntúa: anulado")
        PRACTICE = "practice", _("no puntúa: jugó un robot")

    WITH_RESULT = (State.COMPLETED, State.WALKOVER, State.DOUBLE_WALKOVER)
    SCORING = tuple(sorted(ranking_points.SCORING))

    round = models.ForeignKey(
        Round, null=True, blank=True, on_delete=models.CASCADE, related_name="matches"
    )
    position = models.PositiveSmallIntegerField(default=1)  # in its round, from the top
    number = models.PositiveSmallIntegerField(default=1)  # in its competition; its table bears it
    state = models.CharField(max_length=15, choices=State, default=State.PENDING)
    scheduled_at = models.DateTimeField(null=True, blank=True)  # its table opens then, not before
    awaits_date = models.BooleanField(default=False, db_default=False)  # postponed without a date
    former_hour = models.DateTimeField(null=True, blank=True)  # before it was postponed
    venue = models.ForeignKey(  # where it is to be played, in a competition with dates
        Venue, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches"
    )
    moves = models.PositiveSmallIntegerField(default=0, db_default=0)  # of its hour or its place
    moved_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    sit_by = models.DateTimeField(null=True, blank=True)
    hall_table = models.ForeignKey(  # where it stands while called; afterwards where it was played
        HallTable, null=True, blank=True, on_delete=models.RESTRICT, related_name="matches"
    )
    waits_since = models.DateTimeField(null=True, blank=True)  # for a table of the hall
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side
    points_reason = models.CharField(max_length=10, choices=PointsReason, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    awaits_ranking = models.BooleanField(default=False)  # the ledger has yet to follow its results
    reopened = models.PositiveSmallIntegerField(default=0)  # how many results were taken back
    by_time = models.BooleanField(default=False)  # the bell of its round decided it
    rematch = models.BooleanField(default=False)  # a Swiss round could not avoid it
    asked_bye = models.CharField(max_length=8, choices=AskedBye, blank=True)  # what it gave
    by_hand = models.BooleanField(default=False)  # an organiser made it of the draft, not the draw

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "matches"
        indexes = (
            models.Index(fields=("sit_by",), condition=Q(state="called"), name="called_by_window"),
            models.Index(fields=("id",), condition=Q(state="ready"), name="matches_to_call"),
            models.Index(fields=("id",), condition=Q(awaits_ranking=True), name="matches_to_rank"),
            models.Index(
                fields=("id",), condition=Q(waits_since__isnull=False), name="matches_that_wait"
            ),
            models.Index(fields=("completed_at", "id"), name="matches_in_ranking_order"),
        )
        constraints = (
            models.UniqueConstraint(fields=("round", "position"), name="one_match_per_position"),
            models.CheckConstraint(
                condition=(
                    Q(
                        state="walkover",
                        winner__isnull=False,  # a check that is null passes
                        winner__in=(0, 1),
                    )
                    | Q(state="completed", winner__in=(0, 1))
                    | Q(state="completed", winner__isnull=True)  # drawn
                    | Q(state="bye")
                    | Q(
                        state__in=("pending", "ready", "called", "double_walkover", "annulled"),
                        winner__isnull=True,
                    )
                ),
                name="only_a_won_match_has_a_winner",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state__in=("pending", "ready", "called"), completed_at__isnull=True)
                    | Q(
                        state__in=("completed", "walkover", "double_walkover", "annulled", "bye"),
                        completed_at__isnull=False,
                    )
                ),
                name="only_a_decided_match_has_an_hour",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        state="completed",
                        points_reason__in=(
                            *("played", "presencial", "by-hand"),
                            *("shared-ip", "short", "repeated", "practice"),
                        ),
                    )
                    | Q(state__in=("walkover", "double_walkover"), points_reason="walkover")
                    | Q(state="annulled", points_reason="annulled")
                    | Q(state__in=("pending", "ready", "called", "bye"), points_reason="")
                ),
                name="points_reason_follows_the_state",
            ),
            models.UniqueConstraint(
                fields=("hall_table",), condition=Q(state="called"), name="one_match_per_hall_table"
            ),
            models.CheckConstraint(
                condition=Q(hall_table__isnull=True) | ~Q(state__in=("pending", "ready", "bye")),
                name="only_a_called_match_gets_a_table",
            ),
            models.CheckConstraint(
                condition=Q(waits_since__isnull=True)
                | Q(state__in=("ready", "called"), hall_table__isnull=True),
                name="only_a_match_without_a_table_waits",
            ),
            models.CheckConstraint(
                condition=~Q(state="called") | Q(called_at__isnull=False, sit_by__isnull=False),
                name="called_match_has_a_window",
            ),
            models.CheckConstraint(
                condition=Q(awaits_date=False) | Q(scheduled_at__isnull=True),
                name="what_awaits_a_date_has_no_hour",
            ),
            models.CheckConstraint(
                condition=Q(asked_bye="") | Q(state__in=("pending", "bye", "annulled")),
                name="only_a_bye_was_asked_for",
            ),
            models.CheckConstraint(
                condition=Q(by_time=False) | Q(state="completed"),
                name="the_bell_decides_what_is_played",
            ),
            models.CheckConstraint(
                condition=Q(awaits_ranking=False) | ~Q(points_reason="") | Q(reopened__gt=0),
                name="only_a_result_awaits_ranking",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_state_display(self) -> str:  # type: ignore[no-redef]  # in the place of Django's own
        """Return the state in words: `por tiempo` where the bell decided (R-S5)."""
        if self.asked_bye == AskedBye.NONE:
            return str(AskedBye.NONE.label)
        if self.asked_bye:
            assert self.round is not None, "only a round of a table is asked off"
            points = bye_in_words(Outcome(self.asked_bye), self.round.group.stage.shape)
            return gettext("libre pedida: %(points)s") % {"points": points}
        if self.state == self.State.CALLED and self.hall_table_id is None:
            return gettext("ya pueden jugar")  # at a table of the site, or at no table at all
        if self.state == self.State.BYE and self.round and not self.round.group.stage.is_bracket:
            return gettext("descansa")
        if self.awaits_date and self.state in (self.State.PENDING, self.State.READY):
            return gettext("sin fecha")
        if self.state == self.State.READY:
            return gettext("por jugarse")
        if self.is_drawn:
            return gettext("empate")
        return gettext("por tiempo") if self.by_time else str(self.State(self.state).label)

    @property
    def competition(self) -> Competition | None:
        """Its competition; None for a casual game. Select `round__group__stage__competition`."""
        return self.round.group.stage.competition if self.round else None

    @property
    def named_per_side(self) -> int:
        """Return how many people the name of a side means (`Competition.named_per_side`)."""
        competition = self.competition
        return 1 if competition is None else competition.named_per_side

    @property
    def is_decided(self) -> bool:
        """Whether it has an outcome."""
        return self.state in self.DECIDED

    @property
    def is_correctable(self) -> bool:
        """Whether it has a result that an organiser may take back."""
        competition = self.competition
        if competition is None or competition.state not in Competition.CORRECTABLE:
            return False
        if competition.early_end:
            return False
        return self.state in self.WITH_RESULT

    @property
    def best_of(self) -> int:
        """At most how many games it takes."""
        return self.round.best_of if self.round else 1

    @property
    def rules(self) -> Rules:
        """The rules of its games: those of its competition, with the target of its round."""
        assert self.competition is not None, "a casual match has the rules of its table"
        rules, target = self.competition.rules, self.round and self.round.target
        return replace(rules, target=target) if target else rules

    @property
    def measure(self) -> MatchUnit:
        """The length of its games."""
        rules = self.rules
        plays_all = self.round is not None and self.round.group.stage.plays_all_games
        return MatchUnit(rules.target, rules.legs_to_win, self.best_of, plays_all)

    @property
    def may_be_drawn(self) -> bool:
        """Whether it may end level."""
        return self.round is not None and self.round.group.stage.has_draws

    @property
    def verdict(self) -> Verdict | None:
        """How the match ended; None while it is open, or if it was given up."""
        if not self.is_decided or self.state == self.State.ANNULLED:
            return None
        if self.winner is not None:
            return VERDICTS[self.winner]
        return Verdict.DRAW if self.is_drawn else Verdict.NEITHER

    @property
    def is_drawn(self) -> bool:
        """Whether it was played and ended level."""
        return self.state == self.State.COMPLETED and self.winner is None

    def is_time_up(self, now: datetime) -> bool:
        """Return whether the bell of its round has rung. The caller has locked it."""
        competition = self.competition
        if self.round is None or competition is None or competition.round_minutes is None:
            return False
        clock = RoundClock.objects.of(self.round).first()
        return clock is not None and clock.has_rung(now)

    @cached_property
    def in_hall(self) -> bool:
        """Whether its competition uses tables of a hall; `placed` reads it along."""
        competition = self.competition
        return competition is not None and competition.hall_tables.exists()

    @property
    def place(self) -> str:
        """Return where it is played: the hall table `Mesa 6 Escalera`, else the match's number.

        Tables are not numbered after matches.
        """
        if self.hall_table is not None:
            return gettext("Mesa %(number)s") % {"number": self.hall_table}
        return gettext("Partido %(number)s") % {"number": self.number}

    @property
    def plate(self) -> Plate:
        """Return its plate; in a hall one that waits for a table bears no number."""
        table = self.hall_table
        if table is not None:
            return Plate(gettext("Mesa"), str(table.number), table.name)
        if self.in_hall and not self.is_decided:
            return Plate("", "…")
        return Plate(gettext("Partido"), str(self.number))


class MatchGame(models.Model):
    """One game of a match, or of one of its boards; of an annulled match they stay, voided."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="match_game")
    board = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # none: the match has one table
    number = models.PositiveSmallIntegerField(default=1)
    voided = models.BooleanField(default=False)

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "board", "number"),
                condition=Q(voided=False),
                name="one_game_per_board_and_number",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}.{self.board or self.number}"


COMPETITION = "round__group__stage__competition"


def _unattended() -> Q:
    """Filter for matches with a side that has no player with an account; real cards need none."""
    players = RosterPlayer.objects.playing().filter(entry=OuterRef("entry"))
    with_account = players.filter(user__isnull=False)
    empty = MatchSlot.objects.filter(~Exists(with_account), match=OuterRef("pk"))
    return Q(Exists(empty), **{f"{COMPETITION}__with_cards": False})


def _at_tables(statuses: Collection[str]) -> Exists:
    """Build the condition that a table of the match has one of these statuses."""
    games = Game.objects.filter(match_game__match=OuterRef("pk"), match_game__voided=False)
    return Exists(games.filter(status__in=statuses))
