"""The sets of house rules that a club has saved under names."""

from django.db import models

from accounts.models import Club
from accounts.names.validation import validate_shown_name
from games.engine import Rules, make_rules


class Rulebook(models.Model):
    """A club's own set of rules: a preset, and its options as a game keeps them."""

    MOST = 20
    """The number that a club can save."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulebooks")
    name = models.CharField(max_length=60, validators=(validate_shown_name,))
    preset = models.CharField(max_length=24)
    options = models.JSONField(default=dict)

    class Meta:
        ordering = ("club", "name")
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="one_rulebook_per_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Rules:
        """The rules as a value of the engine."""
        return make_rules(self.preset, self.options)
