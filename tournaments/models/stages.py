"""The stages of a competition: groups, rounds, seeds, absences and drafts.

A draft is a drawn round that is not published. It has no matches, so it cannot be played.
"""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from tournaments.formats import options
from tournaments.formats.bracket import Part
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import Format
from tournaments.formats.options import (
    Dealing,
    FormatOptions,
    GrandFinal,
    LadderClimb,
    Layout,
    LosersPlay,
    Refusal,
)
from tournaments.formats.points_scale import PointsScale, scale_of
from tournaments.formats.round_draft import Pools
from tournaments.formats.series import games_of_round, read_round_games
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models.competitions import BEST_OF, Competition
from tournaments.models.entries import Entry
from tournaments.models.venues import PlayingDay, bounds

FORMAT_COLUMNS = tuple(each.name for each in fields(FormatOptions) if each.name != "divisions")
"""What a stage keeps of a shape; divisions are stages of their own."""


def validate_tie_breaks(names: Sequence[str]) -> None:
    """Refuse a list with a name that is no tie-break, or with one twice."""
    if not set(names) <= set(TieBreak) or len(set(names)) < len(names):
        raise ValidationError(_("Esos desempates no se entienden."), code="tie-breaks")


def format_names() -> list[tuple[str, str]]:
    """Return the formats of the catalogue, for choices without labels."""
    return [(name, name) for name in FORMATS]


class Stage(ChoiceLabels):
    """One phase of a competition, played in one format with what that format lets one choose."""

    GRAND_FINALS = (
        (GrandFinal.NONE.value, _("sin final")),
        (GrandFinal.SINGLE.value, _("una final")),
        (GrandFinal.RESET.value, _("con revancha si cae el invicto")),
    )
    LAYOUTS = (
        (Layout.BRACKET.value, _("una llave")),
        (Layout.PAGE.value, _("sistema Page, entre cuatro")),
        (
            Layout.STEPLADDER.value,
            _("escalera: de los últimos al primero"),
        ),
    )
    LOSERS = (
        (LosersPlay.NOTHING.value, _("no juegan más")),
        (LosersPlay.CONSOLATION.value, _("consolación: quienes pierden su primer partido")),
        (LosersPlay.FEED_IN.value, _("consolación: quienes pierden hasta los cuartos")),
        (LosersPlay.PLACES.value, _("juegan por cada puesto")),
    )
    DEALINGS = (
        (Dealing.SNAKE.value, _("en serpiente")),
        (Dealing.BRACKET.value, _("pensando en las llaves")),
    )
    CLIMBS = (
        (LadderClimb.INSERT.value, _("el puesto del vencido; los de en medio bajan uno")),
        (LadderClimb.SWAP.value, _("el puesto del vencido, y el vencido el suyo")),
    )
    REFUSALS = (
        (Refusal.CONCEDES.value, _("se pierde, como si se hubiera jugado")),
        (Refusal.LAPSES.value, _("no pasa nada: cada cual sigue en su puesto")),
    )
    CYCLES = ((1, _("una vuelta")), (2, _("ida y vuelta")))
    FINALISTS = (
        (0, _("no hay")),
        (2, _("la final")),
        (3, _("los tres primeros")),
        (4, _("semifinales y final")),
        (5, _("los cinco primeros")),
        (6, _("los seis primeros")),
        (8, _("desde cuartos")),
        (12, _("los doce primeros")),
        (16, _("desde octavos")),
    )

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    tier = models.PositiveSmallIntegerField(_("división"), default=1)  # 1 is the highest
    format = models.CharField(
        _("formato"), max_length=12, choices=format_names, default=FormatOptions.format
    )
    tie_breaks = models.JSONField(
        _("desempates"), default=list, blank=True, validators=(validate_tie_breaks,)
    )
    layout = models.CharField(
        _("cómo se cruzan"),
        max_length=12,
        choices=LAYOUTS,
        default=FormatOptions.layout,
        db_default=FormatOptions.layout,
        help_text=_("Page y escalera son para los primeros de una tabla: al mejor le toca menos."),
    )
    losers = models.CharField(
        _("quienes pierden"),
        max_length=12,
        choices=LOSERS,
        default=FormatOptions.losers,
        db_default=FormatOptions.losers,
    )
    third_place = models.BooleanField(
        _("partido por el tercer puesto"), default=FormatOptions.third_place
    )
    grand_final = models.CharField(
        _("gran final"), max_length=6, choices=GRAND_FINALS, default=FormatOptions.grand_final
    )
    cycles = models.PositiveSmallIntegerField(
        _("todos contra todos"), default=1, choices=CYCLES, validators=bounds(options.CYCLES)
    )
    swiss_rounds = models.PositiveSmallIntegerField(
        _("rondas"),
        null=True,
        blank=True,
        validators=bounds(options.SWISS_ROUNDS),
        help_text=_("Vacío: las que hagan falta para que quede un solo invicto."),
    )
    group_count = models.PositiveSmallIntegerField(
        _("grupos"),
        null=True,
        blank=True,
        validators=bounds(options.GROUP_COUNT),
        help_text=_("Vacío: de a cuatro, según cuántos se anoten."),
    )
    group_sizes = models.CharField(
        _("tamaño de cada grupo"),
        max_length=80,
        blank=True,
        default="",
        db_default="",
        help_text=_("Grupos desparejos: 8,6,6. Vacío: parejos, con uno de diferencia a lo sumo."),
    )
    dealing = models.CharField(
        _("reparto en los grupos"),
        max_length=7,
        choices=DEALINGS,
        default=FormatOptions.dealing,
        db_default=FormatOptions.dealing,
        help_text=_("Según el ranking. Lo segundo es para una cantidad par de grupos parejos."),
    )
    qualifiers = models.PositiveSmallIntegerField(
        _("pasan por grupo"),
        default=FormatOptions.qualifiers,
        validators=bounds(options.QUALIFIERS),
    )
    best_next = models.PositiveSmallIntegerField(
        _("mejores de los que siguen"),
        default=FormatOptions.best_next,
        db_default=FormatOptions.best_next,
        validators=bounds(options.BEST_NEXT),
        help_text=_("Si pasan 2 por grupo, cuántos mejores terceros pasan también."),
    )
    silver = models.BooleanField(
        _("copa de plata"),
        default=FormatOptions.silver,
        db_default=FormatOptions.silver,
        help_text=_("Quienes no pasan de los grupos juegan una llave aparte."),
    )
    then_swiss = models.PositiveSmallIntegerField(
        _("suizo después de los grupos"),
        default=FormatOptions.then_swiss,
        db_default=FormatOptions.then_swiss,
        validators=bounds(options.THEN_SWISS),
        help_text=_("Cuántas rondas juegan los que pasan; con 0 van derecho a la eliminación."),
    )
    finalists = models.PositiveSmallIntegerField(
        _("llaves al final"),
        default=FormatOptions.finalists,
        db_default=FormatOptions.finalists,
        choices=FINALISTS,
        validators=bounds(options.FINALISTS),
        help_text=_("Las juegan los primeros de la tabla."),
    )
    promotion = models.PositiveSmallIntegerField(
        _("partidos de promoción"),
        default=FormatOptions.promotion,
        db_default=FormatOptions.promotion,
        validators=bounds(options.PROMOTION),
        help_text=_(
            "Cuántos de los que siguen a los que suben y bajan lo deciden en un partido, "
            "entre una división y la otra."
        ),
    )
    every_division = models.BooleanField(
        _("llaves en cada división"),
        default=FormatOptions.every_division,
        db_default=FormatOptions.every_division,
        help_text=_("Si no, solo en la primera."),
    )
    split_season = models.BooleanField(
        _("Apertura y Clausura"),
        default=FormatOptions.split_season,
        db_default=FormatOptions.split_season,
        help_text=_(
            "Cada vuelta tiene su tabla y su campeón, y los dos juegan la final. Si uno gana las "
            "dos, la juega con el mejor de los demás en la tabla anual."
        ),
    )
    play_in = models.PositiveSmallIntegerField(
        _("repechaje"),
        default=FormatOptions.play_in,
        db_default=FormatOptions.play_in,
        validators=bounds(options.PLAY_IN),
        help_text=_("Cuántos de los últimos lugares de las llaves se deciden en un partido antes."),
    )
    open_minutes = models.PositiveSmallIntegerField(
        _("minutos abierta"),
        default=FormatOptions.open_minutes,
        db_default=FormatOptions.open_minutes,
        validators=bounds(options.OPEN_MINUTES),
        help_text=_("Cuánto tiempo empiezan partidos. Los que ya empezaron se terminan y cuentan."),
    )
    king_tables = models.PositiveSmallIntegerField(
        _("mesas con rey"),
        null=True,
        blank=True,
        validators=bounds(options.KING_TABLES),
        help_text=_("Vacío: una cada cuatro, así siempre hay alguien esperando."),
    )
    season_days = models.PositiveSmallIntegerField(
        _("días que dura"),
        default=FormatOptions.season_days,
        db_default=FormatOptions.season_days,
        validators=bounds(options.SEASON_DAYS),
        help_text=_("Desde que empieza. Quien esté primero al final es el campeón."),
    )
    challenge_range = models.PositiveSmallIntegerField(
        _("puestos de alcance"),
        default=FormatOptions.challenge_range,
        db_default=FormatOptions.challenge_range,
        validators=bounds(options.CHALLENGE_RANGE),
        help_text=_("Cuántos puestos más arriba se puede desafiar."),
    )
    climb = models.CharField(
        _("quien gana un desafío toma"),
        max_length=6,
        choices=CLIMBS,
        default=FormatOptions.climb,
        db_default=FormatOptions.climb,
    )
    answer_days = models.PositiveSmallIntegerField(
        _("días para contestar"),
        default=FormatOptions.answer_days,
        db_default=FormatOptions.answer_days,
        validators=bounds(options.ANSWER_DAYS),
    )
    refusal = models.CharField(
        _("un desafío rechazado o sin contestar"),
        max_length=8,
        choices=REFUSALS,
        default=FormatOptions.refusal,
        db_default=FormatOptions.refusal,
    )
    play_days = models.PositiveSmallIntegerField(
        _("días para jugarlo"),
        default=FormatOptions.play_days,
        db_default=FormatOptions.play_days,
        validators=bounds(options.PLAY_DAYS),
        help_text=_("Desde que se acepta. El que no se jugó se anula."),
    )
    rematch_days = models.PositiveSmallIntegerField(
        _("días hasta la revancha"),
        default=FormatOptions.rematch_days,
        db_default=FormatOptions.rematch_days,
        validators=bounds(options.REMATCH_DAYS),
        help_text=_("Antes no vuelven a desafiarse los mismos dos."),
    )
    inactive_days = models.PositiveSmallIntegerField(
        _("días sin jugar"),
        default=FormatOptions.inactive_days,
        db_default=FormatOptions.inactive_days,
        validators=bounds(options.INACTIVE_DAYS),
        help_text=_("Quien pasa tantos sin un desafío baja un puesto. Con 0 nadie baja."),
    )
    holiday_days = models.PositiveSmallIntegerField(
        _("días de licencia"),
        default=FormatOptions.holiday_days,
        db_default=FormatOptions.holiday_days,
        validators=bounds(options.HOLIDAY_DAYS),
        help_text=_("De descanso: no cuentan como días sin jugar."),
    )
    by_tantos = models.BooleanField(
        _("se suman los tantos"),
        default=FormatOptions.by_tantos,
        db_default=FormatOptions.by_tantos,
        help_text=_("La tabla cuenta los tantos que hizo cada uno, no los partidos que ganó."),
    )
    round_games = models.CharField(
        _("partidas en cada ronda"),
        max_length=80,
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "1,1,3: al mejor de tres desde la tercera. Si se juegan todas las partidas, cuántas"
            " son. Vacío: en todas lo mismo."
        ),
    )
    final_best_of = models.PositiveSmallIntegerField(
        _("la final"),
        choices=[(None, _("como los demás partidos")), *BEST_OF],
        null=True,
        blank=True,
    )

    scale = models.CharField(
        _("puntos por partido"),
        max_length=24,
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "De lo mejor a lo peor: 3-1-0 es ganado, empatado y perdido; 2-1, sin empates; 3-2-1-0,"
            " además ganar y perder por una partida. Vacío: 1-½-0."
        ),
    )
    bye_value = models.SmallIntegerField(
        _("puntos por quedar libre"),
        null=True,
        blank=True,
        validators=bounds(options.BYE_VALUE),
        help_text=_("Vacío: los mismos que por ganar."),
    )
    absence_value = models.SmallIntegerField(
        _("puntos por no venir"),
        null=True,
        blank=True,
        validators=bounds(options.ABSENCE_VALUE),
        help_text=_("Vacío: los mismos que por perder. Pueden ser menos que cero."),
    )

    class Meta:
        ordering = ("competition", "number")
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="one_stage_per_number"),
            models.CheckConstraint(condition=Q(cycles__in=(1, 2)), name="one_cycle_or_two"),
            models.CheckConstraint(condition=Q(qualifiers__gte=1), name="somebody_qualifies"),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.format}"

    @property
    def how(self) -> Format:
        """Return the catalogue entry of the format."""
        return FORMATS[self.format]

    @property
    def shape(self) -> FormatOptions:
        """Return the options chosen for the format."""
        chosen = {name: getattr(self, name) for name in FORMAT_COLUMNS}
        return FormatOptions(**chosen | {"tie_breaks": tuple(self.tie_breaks)})

    @cached_property
    def points_scale(self) -> PointsScale:
        """Return the points of its matches in a table."""
        return scale_of(self.shape)

    @property
    def closes_at(self) -> datetime | None:
        """The instant from which no match begins, if a clock ends it; None before the start.

        While the competition is paused it is the instant that holds if play resumed at once.
        """
        open_for = self.how.play.closes_after(self.shape)
        return None if open_for is None else self.competition.instant_after(open_for)

    @property
    def starts_without_draw(self) -> bool:
        """Whether entries wait for its start alone, and are then paired automatically."""
        play = self.how.play
        return play.closes_after(self.shape) is not None and not play.is_by_challenge

    @property
    def pairs_when_free(self) -> bool:
        """Whether it pairs entries automatically as long as it is open."""
        return self.starts_without_draw and self.closes_at is not None

    @property
    def is_bracket(self) -> bool:
        """Whether defeats throw out; else results add up to a table."""
        return self.how.play.is_bracket

    @property
    def games(self) -> int:
        """The maximum number of games of a match, where no round has a number of its own."""
        return self.games_of(0)

    def games_of(self, number: int) -> int:
        """Return the maximum number of games of a round; 0 is one without a number of its own.

        In a bracket one more decides a level match.
        """
        own = read_round_games(self.round_games) if number else ()
        return games_of_round(own, number, self.competition.best_of) | self.is_bracket

    @property
    def plays_all_games(self) -> bool:
        """Whether its matches go on when they are won, and so may be drawn."""
        most = max((self.competition.best_of, *read_round_games(self.round_games)))
        return self.competition.all_games and most > 1 and not self.is_bracket

    @property
    def has_draws(self) -> bool:
        """Whether its matches may end level, at one table or at several boards."""
        if not self.competition.boards:
            return self.plays_all_games
        return self.competition.level_stands and not self.is_bracket

    @property
    def is_dated(self) -> bool:
        """Whether its matches have hours: its rounds have days, or challengers agree on them."""
        return self.competition.is_dated or self.how.play.is_by_challenge

    @property
    def is_scheduled(self) -> bool:
        """Whether all its rounds are open at once: a league or zones by dates, with play-offs."""
        has_calendar = self.how.has_seasons or self.how.sends_on
        is_league = has_calendar and self.competition.is_dated
        return is_league or self.competition.round_days is not None


class GroupQuerySet(models.QuerySet["Group"]):
    """Reads that services and tasks share."""

    def awaiting(self) -> Self:
        """Return the groups whose next round or dependent groups still have to be processed."""
        return self.filter(awaits_round__isnull=False).order_by("pk")

    def due(self, now: datetime) -> Self:
        """Return those of them that do not wait for their time to be over."""
        return self.awaiting().exclude(asked_again_at__gt=now)


class Group(models.Model):
    """Entries of a stage that play among themselves: a knockout has one. It exists once drawn."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(default=1)
    awaits_round = models.PositiveSmallIntegerField(null=True, blank=True)  # or its end
    # When a sweep asks again, if nobody can be paired before its time is over.
    asked_again_at = models.DateTimeField(null=True, blank=True)

    objects = GroupQuerySet.as_manager()

    class Meta:
        ordering = ("stage", "number")
        indexes = (
            models.Index(
                fields=("id",), condition=Q(awaits_round__isnull=False), name="groups_that_await"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("stage", "number"), name="one_group_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"


class StageSlot(models.Model):
    """One seed: an entry, or a rank in an earlier stage's group, or a place among all at a rank."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="slots")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="slots")
    number = models.PositiveSmallIntegerField()  # 1 is the best
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.RESTRICT, related_name="stage_slots"
    )
    source_group = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.CASCADE, related_name="qualifies"
    )
    source_stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="sends"
    )
    source_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    source_place = models.PositiveSmallIntegerField(null=True, blank=True)  # 1 is the best
    # 1 or 2: the champion of that half of the group's season; 0: the rank in the whole table.
    source_half = models.PositiveSmallIntegerField(default=0, db_default=0)
    left = models.BooleanField(default=False)  # its entry, before this table had its say
    paused = models.BooleanField(default=False, db_default=False)  # not paired until it returns
    # When it joined late; where the free are paired, also when its last rest began or ended.
    rested_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("stage", "number")
        constraints = (
            models.UniqueConstraint(fields=("stage", "number"), name="one_slot_per_seed"),
            models.UniqueConstraint(
                fields=("stage", "entry"),
                condition=Q(entry__isnull=False),
                name="one_slot_per_entry_and_stage",
            ),
            models.UniqueConstraint(
                fields=("group", "source_group", "source_rank", "source_half"),
                condition=Q(source_group__isnull=False),
                name="one_slot_per_qualifier",
            ),
            models.UniqueConstraint(
                fields=("source_stage", "source_rank", "source_place"),
                condition=Q(source_stage__isnull=False),
                name="one_slot_per_best",
            ),
            models.CheckConstraint(
                condition=Q(source_half=0) | Q(source_half__in=(1, 2), source_group__isnull=False),
                name="halves_send_their_champion",
            ),
            models.CheckConstraint(  # what is compared with nothing is not refused, so each says so
                condition=(
                    Q(
                        source_group__isnull=True,
                        source_stage__isnull=True,
                        source_rank__isnull=True,
                        source_place__isnull=True,
                        entry__isnull=False,
                    )
                    | Q(
                        source_group__isnull=False,
                        source_stage__isnull=True,
                        source_rank__isnull=False,
                        source_rank__gte=1,
                        source_place__isnull=True,
                    )
                    | Q(
                        source_group__isnull=True,
                        source_stage__isnull=False,
                        source_rank__isnull=False,
                        source_rank__gte=1,
                        source_place__isnull=False,
                        source_place__gte=1,
                    )
                ),
                name="slot_has_an_entry_or_a_source",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"

    @property
    def is_dealt(self) -> bool:
        """Whether the draw put an entry here, rather than the results of an earlier stage."""
        return self.source_group_id is None and self.source_stage_id is None


class Round(models.Model):
    """Matches that are played alongside each other; parts are those of `tournaments.formats`."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rounds")
    part = models.CharField(max_length=8, default="main")
    number = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField(default=1)
    # The points of its games, if the target of the competition changed after it began.
    target = models.PositiveSmallIntegerField(null=True, blank=True)
    opens_at = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    day = models.ForeignKey(  # the date on which it is played, where the competition has dates
        PlayingDay, null=True, blank=True, on_delete=models.SET_NULL, related_name="rounds"
    )

    class Meta:
        ordering = ("group", "part", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("group", "part", "number"), name="one_round_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.part}.{self.number}"

    @property
    def ends_at(self) -> datetime | None:
        """A moment before it runs out, which is still of its last day."""
        return self.deadline_at - timedelta(minutes=1) if self.deadline_at else None

    @property
    def is_reset(self) -> bool:
        """Whether it is the second grand final, for when the first beats the unbeaten side."""
        return self.part == Part.FINAL and self.number == 2


class Absence(models.Model):
    """The absence of an entry from a round that is still to be drawn: it is not paired.

    Points are given only to an absence that the entry `asked` for.
    Once the round is published, what it gave stands in the match that the entry has there.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="absences")
    number = models.PositiveSmallIntegerField()  # of the round in its group
    at = models.DateTimeField()
    asked = models.BooleanField(default=True, db_default=True)

    class Meta:
        ordering = ("group", "number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "group", "number"), name="one_absence_per_entry_and_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} · {self.number}"


class Draft(models.Model):
    """The next round of a competition, visible to its organisers only.

    Entries are identified by pk. Without a group this is the first draw: nothing of the competition
    is drawn yet, and `seeded` and `dealt` keep what the published seed made of the checked-in
    entries.
    """

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="draft")
    group = models.OneToOneField(
        Group, null=True, blank=True, on_delete=models.CASCADE, related_name="draft"
    )
    number = models.PositiveSmallIntegerField(default=1)  # of the round in its group
    basis = models.CharField(max_length=64)  # a digest of what it was drawn from
    seed = models.CharField(max_length=64, blank=True)
    seeded = models.JSONField(default=list, blank=True)  # [entry, strength], the best first
    dealt = models.JSONField(default=list, blank=True)  # of each tier, the entries of its groups
    drawn = models.JSONField()  # the pools at the draw
    pools = models.JSONField()  # and as they stand
    version = models.PositiveIntegerField(default=0)  # how often it was changed by hand
    anew = models.BooleanField(default=False)  # what the one before it was drawn from has changed
    drawn_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(group__isnull=True) & ~Q(seed="") | Q(group__isnull=False, seed=""),
                name="draft_has_a_group_or_a_seed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"

    @property
    def mark(self) -> str:
        """Return a version key, so that an action on a stale draft can be refused."""
        return f"{self.pk}.{self.version}"

    @property
    def as_drawn(self) -> Pools[int]:
        """Return its pools before any manual change."""
        return _pools(self.drawn)

    @property
    def as_it_stands(self) -> Pools[int]:
        """Return its pools as they would be published now."""
        return _pools(self.pools)


def _pools(pools: list[list[Any]]) -> Pools[int]:
    return tuple(map(tuple, pools))
