"""Links by which people without an account score, judge or run one competition."""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.staff.official import Official

LINGERS = timedelta(days=1)  # after its competition is over: for what is corrected the day after


class StaffLinkQuerySet(models.QuerySet["StaffLink"]):
    """Questions about links."""

    def standing(self) -> Self:
        """Return those nobody has revoked."""
        return self.filter(revoked_at__isnull=True)

    def expired(self, now: datetime) -> Self:
        """Return those that stand although their time is over."""
        ended = Q(competition__state__in=Competition.OVER)
        late = ended & Q(competition__finished_at__lte=now - LINGERS)
        return self.standing().filter(late | Q(expires_at__lte=now))


class StaffLink(models.Model):
    """One link: its user is whoever opened it, its label the user's name. Its secret is not kept.

    What it may do is a post of that user (`Official`), as anybody else's.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="links")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_link"
    )
    role = models.CharField(_("función"), max_length=6, choices=Official.Role)
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)  # else with its competition
    opened = models.PositiveIntegerField(default=0)  # how many browsers it was exchanged in
    opened_at = models.DateTimeField(null=True, blank=True)  # the last time
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = StaffLinkQuerySet.as_manager()

    class Meta:
        ordering = ("role", "pk")

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"

    def is_open(self, now: datetime) -> bool:
        """Tell whether it still lets people in."""
        if self.revoked_at is not None or (self.expires_at is not None and now >= self.expires_at):
            return False
        ended = self.competition.finished_at if self.competition.is_over else None
        return ended is None or now < ended + LINGERS
