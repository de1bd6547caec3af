"""The column roles that an organiser chose for a club's files."""

from django.db import models

from accounts.models import Club


class ColumnChoice(models.Model):
    """Column roles that a club chose for a header row, reused for its next file with that header.

    `titles` and `roles` have the same length; the roles are those of
    `tournaments.entry_import.columns`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="column_choices")
    titles = models.JSONField()
    roles = models.JSONField()
    digest = models.CharField(max_length=64)  # of the titles
    chosen_at = models.DateTimeField()

    class Meta:
        ordering = ("club", "-chosen_at")
        constraints = (
            models.UniqueConstraint(fields=("club", "digest"), name="one_choice_of_columns"),
        )

    def __str__(self) -> str:
        return f"{self.club}: {', '.join(self.titles)}"
