"""The tables of a club's hall, and validators for column limits.

Competitions of the same evening share the tables. Forms read the limits back from the columns.
"""

from typing import TYPE_CHECKING, Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

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
    """Allow nothing less, and nothing more; None is no bound."""
    lower = () if least is None else (MinValueValidator(least),)
    return lower if most is None else (*lower, MaxValueValidator(most))


def bounds(choice: Choice) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Allow what the formats do."""
    return within(choice.least, choice.most)


def validate_boards(text: str) -> None:
    """Refuse what names no boards."""
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
