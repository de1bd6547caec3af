"""Series: competitions of a club or of a federation whose results add up to one table."""

from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club, User
from accounts.names.validation import validate_shown_name
from tournaments.formats.errors import FormatError
from tournaments.formats.series_table import (
    ATTENDED,
    MOST_POINTS,
    USUAL_POINTS,
    SeriesRules,
    read_points,
    write_points,
)
from tournaments.models.competitions import Competition
from tournaments.models.entries import Entry, RosterPlayer
from tournaments.models.federations import Federation
from tournaments.models.venues import within


def validate_points(text: str) -> None:
    """Refuse a text that is no list of falling points."""
    try:
        read_points(text)
    except FormatError as error:
        raise ValidationError(
            _("Van de mayor a menor, separados por espacios: 10 8 6 5 4 3 2 1."), code="bad-points"
        ) from error


class SeriesQuerySet(models.QuerySet["Series"]):
    """Reads that several pages share."""

    def visible_to(self, reader: User | AnonymousUser) -> Self:
        """Return the series whose table a reader may see.

        The table names players of every competition, so one that is not public closes it: to
        members of the club, or to `Federation.read_by`.
        """
        closed = Competition.objects.filter(series=OuterRef("pk"), public=False)
        visible = Q(~Exists(closed))
        if reader.is_authenticated:
            visible |= Q(club__in=reader.memberships.values("club"))
            visible |= Q(federation__in=Federation.objects.read_by(reader))
        return self.filter(visible)


class Series(ChoiceLabels):
    """Competitions with one table: the Tuesdays of a club, the circuit of a federation."""

    class Scoring(models.TextChoices):
        PLACES = "places", _("puntos por puesto")
        SUMS = "sums", _("la suma de los partidos: 20 por ganado, 5 por perdido")

    class Validity(models.TextChoices):
        ALWAYS = "always", _("siempre")
        YEAR = "year", _("un año: después se vence")
        EDITION = "edition", _("hasta que termina la edición siguiente: se defienden los puntos")

    MOST_PLANNED = 400

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="series"
    )
    federation = models.ForeignKey(
        Federation, null=True, blank=True, on_delete=models.CASCADE, related_name="series"
    )
    name = models.CharField(_("nombre"), max_length=60, validators=(validate_shown_name,))
    starts_on = models.DateField(_("primer día"), null=True, blank=True)
    ends_on = models.DateField(_("último día"), null=True, blank=True)
    scoring = models.CharField(_("qué suma"), max_length=6, choices=Scoring, default=Scoring.PLACES)
    place_points = models.CharField(
        _("puntos por puesto"),
        max_length=120,
        default=write_points(USUAL_POINTS),
        validators=(validate_points,),
        help_text=_("Del primero en adelante. De pareja, los mismos puntos para los dos."),
    )
    attended_points = models.PositiveSmallIntegerField(
        _("para los demás que vinieron"), default=ATTENDED, validators=within(0, MOST_POINTS)
    )
    attendance_bonus = models.PositiveSmallIntegerField(
        _("además, por cada vez que vino"),
        default=0,
        validators=within(0, MOST_POINTS),
        help_text=_("Se suma siempre, también por las fechas que se descartan."),
    )
    counted = models.PositiveSmallIntegerField(
        _("cuentan las mejores"),
        null=True,
        blank=True,
        validators=within(1, MOST_PLANNED),
        help_text=_("De cada uno. Vacío: cuentan todas."),
    )
    validity = models.CharField(
        _("cada resultado cuenta"),
        max_length=7,
        choices=Validity,
        default=Validity.ALWAYS,
        db_default=Validity.ALWAYS,
    )
    planned = models.PositiveSmallIntegerField(
        _("cuántas fechas va a tener"),
        null=True,
        blank=True,
        validators=within(1, MOST_PLANNED),
        help_text=_("Con esto la tabla dice qué se juega en las que faltan."),
    )
    finalists = models.PositiveSmallIntegerField(
        _("pasan a la final"),
        null=True,
        blank=True,
        validators=within(2, 128),
        help_text=_("Los primeros de la tabla. Vacío: no hay final, gana quien queda primero."),
    )
    final = models.OneToOneField(
        Competition, null=True, blank=True, on_delete=models.SET_NULL, related_name="final_of"
    )
    silver_finalists = models.PositiveSmallIntegerField(
        _("pasan los siguientes a la final de plata"),
        null=True,
        blank=True,
        validators=within(2, 128),
        help_text=_("Vacío: hay una sola final. Si no, la primera es la de oro."),
    )
    silver_final = models.OneToOneField(
        Competition, null=True, blank=True, on_delete=models.SET_NULL, related_name="silver_of"
    )
    created_at = models.DateTimeField()

    objects = SeriesQuerySet.as_manager()

    class Meta:
        ordering = ("club", "-created_at", "-pk")
        verbose_name_plural = "series"
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="one_series_per_name"),
            models.UniqueConstraint(
                fields=("federation", "name"), name="one_circuit_per_name_and_federation"
            ),
            models.CheckConstraint(
                condition=Q(club__isnull=True, federation__isnull=False)
                | Q(club__isnull=False, federation__isnull=True),
                name="a_series_has_one_owner",
            ),
            models.CheckConstraint(
                condition=Q(silver_finalists__isnull=True) | Q(finalists__isnull=False),
                name="silver_comes_after_gold",
            ),
            models.CheckConstraint(
                condition=Q(starts_on__isnull=True)
                | Q(ends_on__isnull=True)
                | Q(ends_on__gte=F("starts_on")),
                name="a_series_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def owner(self) -> Club | Federation:
        """Return the club or the federation whose series it is."""
        owner = self.club or self.federation
        assert owner is not None, "a constraint gives each series one owner"
        return owner

    @property
    def rules(self) -> SeriesRules:
        """Return what its table follows."""
        is_by_places = self.scoring == self.Scoring.PLACES
        return SeriesRules(
            points=read_points(self.place_points) if is_by_places else (),
            attended=self.attended_points if is_by_places else 0,
            bonus=self.attendance_bonus,
            counted=self.counted,
        )


class Finalist(models.Model):
    """A player who was entered in a final of a series, with the place in the table at that time.

    `player` is the row of that player in the roster of the last competition they played in. The
    table of today has other finalists if a correction since then moved players.
    """

    final = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="entered_from_table"
    )
    player = models.ForeignKey(RosterPlayer, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="places_in_table"
    )
    rank = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("final", "rank", "pk")
        constraints = (
            models.UniqueConstraint(fields=("final", "player"), name="one_finalist_per_player"),
        )

    def __str__(self) -> str:
        return f"{self.rank} · {self.player} · {self.final}"
