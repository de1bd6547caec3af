"""The venues of a club, the tables of its hall, and validators for column limits.

Competitions of the same evening share the tables. Forms read the limits back from the columns.
Dates and hours of a venue are those that the clocks of its club show.
"""

from datetime import time
from typing import TYPE_CHECKING, Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from accounts.names.validation import validate_shown_name
from tournaments.formats.club_match import read_boards
from tournaments.formats.errors import FormatError
from tournaments.formats.options import Choice

if TYPE_CHECKING:
    from tournaments.models.competitions import Competition


def within(
    least: int | None, most: int | None
) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Return the validators of a range; None is no bound."""
    lower = () if least is None else (MinValueValidator(least),)
    return lower if most is None else (*lower, MaxValueValidator(most))


def bounds(choice: Choice) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Return the validators of a choice of the formats."""
    return within(choice.least, choice.most)


def validate_boards(text: str) -> None:
    """Refuse a text that names no boards."""
    try:
        read_boards(text)
    except FormatError as error:
        raise ValidationError(
            _("Se escriben de 2 a 9 mesas, cada una con 1, 2 o 3 por lado: 2,2,1."),
            code="bad-boards",
        ) from error


MOST_TABLES = 200  # of a room


def sign_of(number: int, name: str) -> str:
    """Return the label of a table: its number, and its name if it has one."""
    return f"{number} {name}".rstrip()


class HallTableQuerySet(models.QuerySet["HallTable"]):
    """Questions about tables."""

    def of_room(self, competition: "Competition") -> Self:
        """Return the tables that a competition can use, by number: a rehearsal only its own."""
        own = competition if competition.rehearsal else None
        return self.filter(club=competition.club_id, rehearsal=own).order_by("number")

    def free(self) -> Self:
        """Return the tables in use without a match."""
        return self.filter(is_out=False).exclude(matches__state="called")


class HallTable(models.Model):
    """One table of a club's room: a number, and a name if people call it by one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="hall_tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(
        _("nombre"), max_length=20, blank=True, validators=(validate_shown_name,)
    )
    is_out = models.BooleanField(default=False)  # broken, or needed for something else
    rehearsal = models.ForeignKey(  # whose own table it is; None: of the club's room
        "Competition", null=True, blank=True, on_delete=models.CASCADE, related_name="own_tables"
    )

    objects = HallTableQuerySet.as_manager()

    class Meta:
        ordering = ("club", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "number"),
                condition=Q(rehearsal=None),
                name="one_table_per_number",
            ),
            models.UniqueConstraint(
                fields=("rehearsal", "number"), name="one_rehearsed_table_per_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="tables_count_from_one"),
        )

    def __str__(self) -> str:
        return sign_of(self.number, self.name)


MOST_HOURS = 12  # of one playing day


def read_hours(text: str) -> tuple[time, ...]:
    """Return the hours in `20:30, 22:00`; raises ValueError unless they rise."""
    parts = [part.strip().rjust(len("20:30"), "0") for part in text.split(",")]
    hours = tuple(map(time.fromisoformat, parts))
    is_rising = sorted(set(hours)) == list(hours)
    if len(hours) > MOST_HOURS or any(len(part) > len("20:30") for part in parts) or not is_rising:
        raise ValueError(text)
    return hours


def validate_hours(text: str) -> None:
    """Refuse anything but one to twelve rising hours."""
    try:
        read_hours(text)
    except ValueError as error:
        raise ValidationError(
            _("Van de una a doce horas, de la más temprana a la más tardía: 20:30, 22:00."),
            code="hours",
        ) from error


class Venue(models.Model):
    """A room in which matches of dated competitions are played: the club's own, or a bar's."""

    class Weekday(models.IntegerChoices):
        MONDAY = 0, _("lunes")
        TUESDAY = 1, _("martes")
        WEDNESDAY = 2, _("miércoles")
        THURSDAY = 3, _("jueves")
        FRIDAY = 4, _("viernes")
        SATURDAY = 5, _("sábado")
        SUNDAY = 6, _("domingo")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(_("nombre"), max_length=60, validators=(validate_shown_name,))
    address = models.CharField(
        _("dirección"),
        max_length=120,
        blank=True,
        validators=(validate_shown_name,),
        help_text=_("Calle, número y ciudad: con eso se busca en el mapa."),
    )
    town = models.CharField(
        _("ciudad"),
        max_length=60,
        blank=True,
        db_default="",
        validators=(validate_shown_name,),
        help_text=_(
            "Si los lugares de una liga están en ciudades distintas, el calendario que se "
            "busca deja los viajes para el viernes, el sábado o el domingo."
        ),
    )
    table_count = models.PositiveSmallIntegerField(
        _("mesas"),
        default=1,
        validators=within(1, MOST_TABLES),
        help_text=_("Cuántos partidos se juegan a la vez."),
    )

    class Meta:
        ordering = ("club", "name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="one_venue_per_name"),
            models.CheckConstraint(condition=Q(table_count__gte=1), name="a_venue_has_a_table"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def location(self) -> str:
        """Return its name and address in one line."""
        return ", ".join(filter(None, (self.name, self.address)))


class VenueNight(ChoiceLabels):
    """When a venue is free on one day of the week; a venue without any is free on all of them.

    A night that closes before it opens closes on the next day.
    """

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="nights")
    weekday = models.PositiveSmallIntegerField(_("día"), choices=Venue.Weekday)
    opens_at = models.TimeField(_("desde"))
    closes_at = models.TimeField(_("hasta"))

    class Meta:
        ordering = ("venue", "weekday")
        constraints = (
            models.UniqueConstraint(fields=("venue", "weekday"), name="one_night_per_weekday"),
            models.CheckConstraint(condition=Q(weekday__lte=6), name="a_week_has_seven_days"),
        )

    def __str__(self) -> str:
        return f"{self.get_weekday_display()} {self.opens_at:%H:%M}-{self.closes_at:%H:%M}"


class ClosedDay(models.Model):
    """A day on which a venue is closed, or without a venue a holiday of the whole club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="closed_days")
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.CASCADE, related_name="closed_days"
    )
    day = models.DateField(_("día"))
    reason = models.CharField(
        _("motivo"), max_length=60, blank=True, validators=(validate_shown_name,)
    )

    class Meta:
        ordering = ("day", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "day"), condition=Q(venue=None), name="one_holiday_per_day"
            ),
            models.UniqueConstraint(fields=("venue", "day"), name="closed_once_a_day"),
        )

    def __str__(self) -> str:
        return f"{self.venue or self.club} · {self.day}"


class PlayingDay(models.Model):
    """A date of a competition: its hours, how many rounds are played on it, and where.

    `Round.day` says which rounds. Without a venue each match is played at the home side's.
    """

    competition = models.ForeignKey(
        "Competition", on_delete=models.CASCADE, related_name="playing_days"
    )
    day = models.DateField(_("día"))  # by the clocks of the competition's club
    hours = models.CharField(
        _("horas"),
        max_length=7 * MOST_HOURS,
        validators=(validate_hours,),
        help_text=_("Una, o varias separadas por comas: 20:30, 22:00."),
    )
    round_count = models.PositiveSmallIntegerField(
        _("rondas ese día"), default=1, validators=within(1, MOST_HOURS)
    )
    venue = models.ForeignKey(
        Venue,
        verbose_name=_("lugar"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="playing_days",
    )

    class Meta:
        ordering = ("competition", "day")
        constraints = (
            models.UniqueConstraint(fields=("competition", "day"), name="one_playing_day_per_date"),
            models.CheckConstraint(
                condition=Q(round_count__gte=1), name="a_playing_day_has_a_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.day}"

    def hours_of(self, place: int) -> tuple[time, ...]:
        """Return the hours of its round in that place, from 0: its rounds share the hours."""
        hours = read_hours(self.hours)
        size = max(len(hours) // self.round_count, 1)
        return hours[place * size : (place + 1) * size] or hours[-1:]
