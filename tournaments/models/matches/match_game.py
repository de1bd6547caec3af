"""The games of a match, those at tables of the site."""

from django.db import models
from django.db.models import Q

from games.models import Game
from tournaments.models.matches.match import Match


class MatchGame(models.Model):
    """One game of a match, or of one of its boards; of an annulled match they stay, voided."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="match_game")
    board = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # none: the match has one table
    number = models.PositiveSmallIntegerField(default=1)
    voided = models.BooleanField(default=False)

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "board", "number"),
                condition=Q(voided=False),
                name="one_game_per_board_and_number",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}.{self.board or self.number}"
