"""Chat lines of tables, kept for a week; they are not part of a game's log or record."""

from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.names.display import NameField
from games.models.tables import Game, Level


class LineQuerySet(models.QuerySet["Line"]):
    def heard_by(self, seat: int | None, *, is_over: bool) -> Self:
        """Return the lines that a seat (None: a spectator) sees.

        Players see spectators' lines only after the game.
        """
        return self if seat is None or is_over else self.filter(seat__isnull=False)


class Line(models.Model):
    """A line said at a table to everyone: a quick phrase or written text.

    `seat` is empty for a spectator's line. `speaker` identifies a person or, for anonymous
    visitors, an address; a speaker has one line in each `slot` of seconds, even if several arrive
    together.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="lines",
    )
    speaker = models.CharField(max_length=64)
    slot = models.PositiveBigIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    phrase = models.CharField(max_length=16, blank=True)
    text = NameField(max_length=200, blank=True)
    at = models.DateTimeField()

    objects = LineQuerySet.as_manager()

    class Meta:
        ordering = ("game", "pk")
        indexes = (
            models.Index(fields=("at",), name="lines_by_age"),
            models.Index(fields=("game", "-id"), name="lines_of_a_game"),
        )
        constraints = (
            models.UniqueConstraint(fields=("game", "speaker", "slot"), name="one_line_at_a_time"),
            models.CheckConstraint(
                condition=Q(phrase="") ^ Q(text=""), name="line_is_a_phrase_or_written"
            ),
        )

    def __str__(self) -> str:
        return self.text or self.phrase


BUBBLES: Final = 12  # of seats, within the seconds a bubble is visible


def last_lines(game: Game) -> list[Line]:
    """Return the newest lines of seats, and of anyone, the newest first.

    Spectators' lines, however many, never displace a seat's bubble.
    """
    if game.talk == Level.NONE:
        return []
    lines = game.lines.select_related("author").order_by("-pk")
    newest = [*lines.filter(seat__isnull=False)[:BUBBLES], *lines[:2]]
    return sorted(set(newest), key=lambda line: -line.pk)
