"""Penalties with real cards: a club's own list of them, and those that judges gave."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.values.erased import NameField
from accounts.values.names import validate_shown_name
from tournaments.formats.penalties import ARTICLES, MOST, SHIPPED, Effect
from tournaments.models.matches.sheet import ScoreMark


class PenaltyRule(models.Model):
    """A line of a club's list: one of its own, or how it changed one that is shipped (`key`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="penalty_rules")
    key = models.CharField(max_length=20, blank=True, choices=[(key, key) for key in SHIPPED])
    name = models.CharField(
        _("irregularidad"), max_length=60, blank=True, validators=(validate_shown_name,)
    )  # empty: as it is shipped
    article = models.CharField(
        _("artículo"), max_length=4, blank=True, choices=[(each, each) for each in ARTICLES]
    )
    effect = models.CharField(
        _("qué pasa"),
        max_length=6,
        choices=[
            (Effect.POINTS.value, _("tantos para el otro lado")),
            (Effect.ENVIDO.value, _("los tantos del envido pasan al otro lado")),
            (Effect.HAND.value, _("el otro lado gana la mano")),
            (Effect.GAME.value, _("el otro lado gana la partida")),
        ],
        default=Effect.POINTS.value,
    )
    points = models.PositiveSmallIntegerField(_("tantos"), default=1)
    is_off = models.BooleanField(default=False)

    class Meta:
        ordering = ("club", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "key"), condition=~Q(key=""), name="one_change_per_shipped_penalty"
            ),
            models.CheckConstraint(condition=~Q(key="", name=""), name="own_penalties_have_a_name"),
            models.CheckConstraint(
                condition=Q(effect="game", points=0)
                | (~Q(effect="game") & Q(points__gte=1, points__lte=MOST)),
                name="penalties_have_points_unless_they_end_the_game",
            ),
        )

    def __str__(self) -> str:
        return self.name or self.key


class Penalty(models.Model):
    """Why a judge wrote a mark: the line of the club's list as it was then, and a note."""

    mark = models.OneToOneField(ScoreMark, on_delete=models.CASCADE, related_name="penalty")
    key = models.CharField(max_length=20, blank=True)  # of a shipped line; its words are the site's
    name = models.CharField(
        max_length=60, blank=True
    )  # as the club called it; a correction has none
    article = models.CharField(max_length=4, blank=True)
    note = NameField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.mark} · {self.name or self.key}"
