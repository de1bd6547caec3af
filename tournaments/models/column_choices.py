"""The column roles that an organiser chose for a club's files."""

from django.db import models

from accounts.models import Club


class ColumnChoice(models.Model):
    """What the columns under some titles are, for the next file of the club with these titles.

    `titles` and `roles` are of one length; roles are those of `tournaments.entry_files.columns`.
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
