"""Teams: regular line-ups that a club remembers, and teams with a name."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import User
from accounts.names.display import NameField
from accounts.names.validation import validate_shown_name
from games.artwork.heads import COLOURS


class TeamQuerySet(models.QuerySet["Team"]):
    """Reads that several pages and services share."""

    def named(self) -> Self:
        """Keep the teams that their captains named."""
        return self.exclude(name="")

    def going(self) -> Self:
        """Keep those named and not dissolved."""
        return self.named().filter(dissolved_at__isnull=True)

    def led_by(self, user: User | AnonymousUser) -> Self:
        """Keep the teams a person leads, as their captain or their vice."""
        return self.filter(Q(captain=user.pk) | Q(vice=user.pk)) if user.pk else self.none()


class Team(ChoiceLabels):
    """People who enter together; an entry is their snapshot in one competition.

    Without a name it is a club's record of exactly those people, or of a single player. With a name
    it persists while members change, and belongs to a club or to friends without one.
    """

    class Sign(models.TextChoices):
        COIN = "o", _("un oro")
        CUP = "c", _("una copa")
        SWORD = "e", _("una espada")
        CLUB = "b", _("un basto")
        SWORDS = "ee", _("dos espadas")
        CLUBS = "bb", _("dos bastos")
        SWORD_AND_CLUB = "eb", _("espada y basto")
        COINS = "oo", _("tres oros")

    class Pattern(models.TextChoices):
        PLAIN = "plain", _("liso")
        HALVES = "halves", _("por mitades")
        BAND = "band", _("con una franja")
        SASH = "sash", _("con una banda")
        STRIPES = "stripes", _("a bastones")
        QUARTERS = "quarters", _("a cuartos")

    class Colour(models.TextChoices):
        RED = "red", _("rojo")
        BLUE = "blue", _("azul")
        SKY = "sky", _("celeste")
        GREEN = "green", _("verde")
        GOLD = "gold", _("oro")
        LEATHER = "leather", _("cuero")
        INK = "ink", _("negro")
        WHITE = "white", _("blanco")

    MOST = 30  # people at once: for nine boards of three, and three reserves
    LONG, SHORT = 40, 5  # letters of its names

    club = models.ForeignKey(
        "accounts.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="teams"
    )
    name = NameField(
        _("nombre"),
        max_length=LONG,
        blank=True,
        default="",
        db_default="",
        validators=(validate_shown_name,),
    )
    short_name = NameField(
        _("nombre corto"),
        max_length=SHORT,
        blank=True,
        default="",
        db_default="",
        validators=(validate_shown_name,),
    )
    sign = models.CharField(
        _("figura"), max_length=2, choices=Sign, default=Sign.SWORD, db_default=Sign.SWORD
    )
    pattern = models.CharField(
        _("escudo"),
        max_length=8,
        choices=Pattern,
        default=Pattern.HALVES,
        db_default=Pattern.HALVES,
    )
    first_colour = models.CharField(
        _("primer color"), max_length=7, choices=Colour, default=Colour.SKY, db_default=Colour.SKY
    )
    second_colour = models.CharField(
        _("segundo color"),
        max_length=7,
        choices=Colour,
        default=Colour.WHITE,
        db_default=Colour.WHITE,
    )
    captain = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="captained_teams",
    )
    vice = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    heir = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )  # the member offered the captaincy
    invitation = models.CharField(
        max_length=64, blank=True, default="", db_default="", editable=False
    )  # SHA-256 of the token
    invites_until = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField()
    dissolved_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = TeamQuerySet.as_manager()

    class Meta:
        ordering = ("club", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("invitation",),
                condition=~Q(invitation=""),
                name="one_team_per_invitation",
            ),
            models.CheckConstraint(
                condition=Q(club__isnull=False) | ~Q(name=""), name="unnamed_team_is_of_a_club"
            ),
            models.CheckConstraint(
                condition=Q(dissolved_at__isnull=True) | ~Q(name=""),
                name="only_a_named_team_is_dissolved",
            ),
        )

    def __str__(self) -> str:
        return self.name or f"{self.club} · {self.pk}"

    @property
    def first_hex(self) -> str:
        """Return the hex code of its first colour."""
        return COLOURS[self.first_colour]

    @property
    def second_hex(self) -> str:
        """Return the hex code of its second colour."""
        return COLOURS[self.second_colour]

    def is_led_by(self, user: User | AnonymousUser) -> bool:
        """Return whether a person is its captain or vice-captain."""
        return user.pk is not None and user.pk in (self.captain_id, self.vice_id)


class TeamPlayer(models.Model):
    """One person of a team, with or without an account, from when until when."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()  # as in a roster; in a named team as they came
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="team_places",
    )
    name = NameField(_("nombre"), max_length=60, validators=(validate_shown_name,))
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("team", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("team", "number"),
                condition=Q(until__isnull=True),
                name="one_team_player_per_number",
            ),
        )

    def __str__(self) -> str:
        return self.name
