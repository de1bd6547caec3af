"""Officials: whom an organiser appointed to judge or to score, and where."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.matches.match import Match
from tournaments.models.staff.running import DESK
from tournaments.models.stage import Group


class Official(models.Model):
    """One post: a role in a whole competition, in one of its groups, or in one match."""

    class Role(models.TextChoices):
        JUDGE = "judge", _("juez")
        SCORER = "scorer", _("tanteador")
        DESK = DESK, _("mesa de control")  # held by links alone

    NAMED = (Role.JUDGE, Role.SCORER)  # what people are appointed as

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="officials")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="posts"
    )
    role = models.CharField(_("función"), max_length=6, choices=Role)
    group = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.CASCADE, related_name="officials"
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="officials"
    )

    class Meta:
        ordering = ("role", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("competition", "user", "role"),
                condition=Q(group__isnull=True, match__isnull=True),
                name="one_post_per_competition",
            ),
            models.UniqueConstraint(
                fields=("group", "user", "role"),
                condition=Q(group__isnull=False),
                name="one_post_per_group",
            ),
            models.UniqueConstraint(
                fields=("match", "user", "role"),
                condition=Q(match__isnull=False),
                name="one_post_per_match",
            ),
            models.CheckConstraint(
                condition=Q(group__isnull=True) | Q(match__isnull=True), name="post_has_one_scope"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
