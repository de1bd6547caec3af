"""What a finished game taught one of its people, weighed when they asked for it."""

from typing import Self

from django.db import models
from django.db.models import Q

from games.models.tables import Seat
from games.review import VERSION


class ReviewQuerySet(models.QuerySet["Review"]):
    """Reads that services share."""

    def awaited(self) -> Self:
        """Return those that will be read without asking again."""
        return self.filter(status__in=(Review.Status.ASKED, Review.Status.BEGUN))


class Review(models.Model):
    """What the decisions of a seat were worth (`games.review`); only its person reads it."""

    class Status(models.TextChoices):
        ASKED = "asked"
        BEGUN = "begun"
        READY = "ready"
        FAILED = "failed"

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="review"
    )
    status = models.CharField(max_length=6, choices=Status, default=Status.ASKED)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    content = models.JSONField(default=dict, blank=True)  # with its `version`

    objects = ReviewQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("status",), condition=Q(status="begun"), name="one_review_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat_id}"

    @property
    def is_ready(self) -> bool:
        """Whether there is something to read, weighed as decisions are weighed today."""
        return self.status == self.Status.READY and self.content.get("version") == VERSION

    @property
    def is_awaited(self) -> bool:
        """Whether it will be read without asking again."""
        return self.status in (self.Status.ASKED, self.Status.BEGUN)
