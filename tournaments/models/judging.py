"""Disputes (judge calls and appeals), penalties, officials and staff links.

A staff link lets a person without an account score, judge or run one competition.
"""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from accounts.names.display import NameField
from accounts.names.validation import validate_shown_name
from games.models import Game
from tournaments.formats.penalty_list import ARTICLES, MOST, SHIPPED, Effect
from tournaments.models.competitions import DESK, Competition
from tournaments.models.matches import Match
from tournaments.models.scoring import ScoreMark
from tournaments.models.stages import Group


class DisputeQuerySet(models.QuerySet["Dispute"]):
    """Reads that services and pages share."""

    def open(self) -> Self:
        """Return the disputes without a ruling."""
        return self.filter(ruling="")

    def calls(self) -> Self:
        """Return the calls of the judge."""
        return self.filter(kind=Dispute.Kind.CALL)

    def drop(self, now: datetime) -> None:
        """Close what is open without a ruling: what it was about does not count any more."""
        self.open().update(ruling=Dispute.Ruling.MOOT, ruled_at=now)

    def with_people(self) -> Self:
        """Fetch the people who raised and who ruled."""
        return self.select_related("raised_by", "ruled_by")


class Dispute(ChoiceLabels):
    """A question of the players that a judge or an organiser answers, once and in public."""

    class Kind(models.TextChoices):
        CALL = "call", _("llamado al juez")
        APPEAL = "appeal", _("apelación")

    class Ruling(models.TextChoices):
        CONTINUE = "continue", _("sigue el juego")
        REPLAY = "replay", _("la mano se juega de nuevo")
        SCORE = "score", _("marcador corregido")
        POINTS = "points", _("sanción en puntos")
        LOSS = "loss", _("sanción: pierde la partida")
        FORFEIT = "forfeit", _("sanción: pierde el partido")
        UPHELD = "upheld", _("la decisión queda firme")
        GRANTED = "granted", _("apelación aceptada: se juega")
        MOOT = "moot", _("quedó sin efecto")

    OF_CALLS = (
        Ruling.CONTINUE,
        Ruling.REPLAY,
        Ruling.SCORE,
        Ruling.POINTS,
        Ruling.LOSS,
        Ruling.FORFEIT,
    )

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="disputes"
    )  # the paused table; null with real cards
    board = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # none: it is about the whole match
    kind = models.CharField(max_length=6, choices=Kind)
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="disputes_raised"
    )
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # none: an official's own act
    text = NameField(max_length=200)
    opened_at = models.DateTimeField()
    ruling = models.CharField(max_length=8, choices=Ruling, blank=True)
    word = models.CharField(max_length=24, blank=True)  # the ruling as the game's log holds it
    note = NameField(max_length=200, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="disputes_ruled",
    )
    ruled_at = models.DateTimeField(null=True, blank=True)

    objects = DisputeQuerySet.as_manager()

    class Meta:
        ordering = ("-opened_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "board"),
                condition=Q(ruling=""),
                name="one_open_dispute_per_match",
            ),
            models.CheckConstraint(
                condition=(
                    Q(ruling="", ruled_at__isnull=True, ruled_by__isnull=True)
                    | Q(ruling="moot", ruled_at__isnull=False, ruled_by__isnull=True)
                    | Q(
                        ~Q(ruling__in=("", "moot")),
                        ruled_at__isnull=False,
                        ruled_by__isnull=False,
                    )
                ),
                name="ruling_has_a_judge_and_an_hour",
            ),
            models.CheckConstraint(
                condition=(
                    Q(ruling__in=("", "moot"))
                    | Q(
                        kind="call",
                        ruling__in=("continue", "replay", "score", "points", "loss", "forfeit"),
                    )
                    | Q(kind="appeal", ruling__in=("upheld", "granted"))
                ),
                name="ruling_answers_its_dispute",
            ),
            models.CheckConstraint(
                condition=Q(side__isnull=True) | Q(side__in=(0, 1)), name="dispute_has_a_side"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.text}"

    @property
    def is_open(self) -> bool:
        """Whether it still waits for a ruling."""
        return self.ruling == ""


class PenaltyRule(ChoiceLabels):
    """A line of a club's list: one of its own, or how it changed one that is shipped (`key`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="penalty_rules")
    key = models.CharField(max_length=20, blank=True, choices=[(key, key) for key in SHIPPED])
    name = models.CharField(
        _("irregularidad"), max_length=60, blank=True, validators=(validate_shown_name,)
    )  # empty: as it is shipped
    article = models.CharField(
        _("artículo"), max_length=5, blank=True, choices=[(each, each) for each in ARTICLES]
    )
    effect = models.CharField(
        _("qué pasa"),
        max_length=9,
        choices=[
            (Effect.POINTS.value, _("tantos para el otro lado")),
            (Effect.ENVIDO.value, _("los tantos del envido pasan al otro lado")),
            (Effect.HAND.value, _("el otro lado gana la mano")),
            (Effect.GAME.value, _("el otro lado gana la partida")),
            (Effect.MINUS.value, _("se le quitan tantos")),
            (Effect.HAND_PLUS.value, _("pierde lo anotado en la mano, y tantos más")),
            (Effect.DEAL.value, _("reparte el que sigue")),
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
                condition=Q(effect__in=("game", "deal"), points=0)
                | Q(effect__in=("minus", "hand_plus"), points__lte=MOST)
                | Q(
                    ~Q(effect__in=("game", "deal", "minus", "hand_plus")),
                    points__gte=1,
                    points__lte=MOST,
                ),
                name="penalties_have_the_points_of_their_effect",
            ),
        )

    def __str__(self) -> str:
        return self.name or self.key


class Penalty(models.Model):
    """The reason for a judge's mark: a copy of the line of the club's list, and a note."""

    mark = models.OneToOneField(ScoreMark, on_delete=models.CASCADE, related_name="penalty")
    key = models.CharField(max_length=20, blank=True)  # of a shipped line; its words are the site's
    name = models.CharField(
        max_length=60, blank=True
    )  # as the club called it; a correction has none
    article = models.CharField(max_length=5, blank=True)
    note = NameField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.mark} · {self.name or self.key}"


class Official(ChoiceLabels):
    """One post: a role in a whole competition, in one of its groups, or in one match."""

    class Role(models.TextChoices):
        JUDGE = "judge", _("juez")
        SCORER = "scorer", _("anotador")
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


LINGERS = timedelta(days=1)  # after its competition is over: for what is corrected the day after


class StaffLinkQuerySet(models.QuerySet["StaffLink"]):
    """Questions about links."""

    def standing(self) -> Self:
        """Return the links that were not revoked."""
        return self.filter(revoked_at__isnull=True)

    def expired(self, now: datetime) -> Self:
        """Return the links that were not revoked although they have expired."""
        ended = Q(competition__state__in=Competition.OVER)
        late = ended & Q(competition__finished_at__lte=now - LINGERS)
        return self.standing().filter(late | Q(expires_at__lte=now))


class StaffLink(ChoiceLabels):
    """One staff link. Its user row acts for its holder, its label is that user's name.

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
        """Return whether the link still grants access."""
        if self.revoked_at is not None or (self.expires_at is not None and now >= self.expires_at):
            return False
        ended = self.competition.finished_at if self.competition.is_over else None
        return ended is None or now < ended + LINGERS
