"""The log of actions, heartbeats of the processes that drive the clock, and outages."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.names.display import NameField
from games.models.tables import Game


class Heartbeat(models.Model):
    """The last run of the clock, Celery's sweep or a web process's sweep (docs/adr/0003).

    Each process that serves sockets has a row, too (`games.play.outages`).
    """

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()
    holder = models.CharField(max_length=32, blank=True)  # the web process that sweeps

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"


class Outage(models.Model):
    """A period in which the entire site was down (`games.play.outages`); kept for two months."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("since",)

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d %H:%M:%S} · {self.until - self.since}"


class Action(ChoiceLabels):
    """One line of a game's log. Rows are only added, until `compact` packs those of an old game."""

    class By(models.TextChoices):
        PERSON = "person", _("jugador")
        ROBOT = "robot", _("robot")
        CLOCK = "clock", _("reloj")
        JUDGE = "judge", _("juez")
        BELL = "bell", _("campana")

    HOUSE = (By.JUDGE, By.BELL)  # their lines are rulings

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="actions")
    seq = models.PositiveIntegerField()
    hand = models.CharField(max_length=8)  # the hand's label in the record: 5, 5a
    seat = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=24)
    action_id = models.CharField(max_length=64)
    by = models.CharField(max_length=6, choices=By, default=By.PERSON)
    version = models.PositiveIntegerField()  # the game's version after this action
    note = NameField(max_length=200, blank=True)  # the judge's note
    at = models.DateTimeField()

    class Meta:
        ordering = ("game", "seq")
        constraints = (
            models.UniqueConstraint(fields=("game", "seq"), name="one_action_per_seq"),
            models.UniqueConstraint(
                fields=("game", "seat", "action_id"), name="one_outcome_per_action_id"
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}:{self.token}"


class PackedLog(models.Model):
    """The log of a game that ended long ago, in place of its rows (`games.play.packed_logs`)."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="packed_log"
    )
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.pk}"
