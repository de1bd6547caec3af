"""Practice: what a person has done, apart from the points of competitions, and La Gira."""

from django.conf import settings
from django.db import models

from accounts.i18n.languages import ChoiceLabels
from games.models.tables import Game


class Deed(ChoiceLabels):
    """Something that counts as practice, once: a game, a lesson, a puzzle, a quest.

    Level, streak, quests and achievements are sums of these rows. `facts` counts what happened
    ("envidos_won": 2). `day` is the date where the person was.
    """

    class Kind(models.TextChoices):
        LESSON = "lesson"
        ROBOTS = "robots"
        PEOPLE = "people"
        PUZZLE = "puzzle"
        TOUR = "tour"
        QUEST = "quest"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deeds"
    )
    key = models.CharField(max_length=64)  # of its cause: the same cause counts once
    kind = models.CharField(max_length=6, choices=Kind)
    day = models.DateField()
    at = models.DateTimeField()
    points = models.PositiveSmallIntegerField()
    facts = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "key"), name="one_deed_for_each_cause"),
        )
        indexes = (models.Index(fields=("user", "-day"), name="deeds_by_day"),)

    def __str__(self) -> str:
        return f"{self.user_id} · {self.key}"


class TourGame(models.Model):
    """A game of La Gira: a round of a bar (`games.tour.road`), won or lost once it is over."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="tour_game"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tour_games"
    )
    bar = models.CharField(max_length=16)
    round = models.PositiveSmallIntegerField()  # counted from 1
    won = models.BooleanField(null=True)  # None while it is played, or if it was annulled

    class Meta:
        indexes = (models.Index(fields=("user", "bar"), name="tour_by_bar"),)

    def __str__(self) -> str:
        return f"{self.user_id} · {self.bar} {self.round}"
