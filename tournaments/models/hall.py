"""The room of a club: its tables, which competitions of the same evening share."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.values.names import validate_shown_name


def sign_of(number: int, name: str) -> str:
    """Say what stands on the sign of a table: its number, and its name if it has one."""
    return f"{number} {name}".rstrip()


class HallTableQuerySet(models.QuerySet["HallTable"]):
    """Questions about tables."""

    def free(self) -> Self:
        """Return the tables in use at which no match stands."""
        return self.filter(is_out=False).exclude(matches__state="called")


class HallTable(models.Model):
    """One table of a club's room: a number, and a name if people call it by one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="hall_tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(
        _("nombre"), max_length=20, blank=True, validators=(validate_shown_name,)
    )
    is_out = models.BooleanField(default=False)  # broken, or needed for something else

    objects = HallTableQuerySet.as_manager()

    class Meta:
        ordering = ("club", "number")
        constraints = (
            models.UniqueConstraint(fields=("club", "number"), name="one_table_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tables_count_from_one"),
        )

    def __str__(self) -> str:
        return sign_of(self.number, self.name)
