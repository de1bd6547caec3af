"""The user: the account behind seats, entries and results."""

from typing import TYPE_CHECKING

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import language_choices
from accounts.i18n.time_zones import DEFAULT_ZONE, validate_zone
from accounts.names.display import ERASED, FACES, guest_label
from accounts.names.validation import SkeletonField, validate_shown_name, validate_username

if TYPE_CHECKING:
    from accounts.models.tokens import ApiToken

# Recovery codes do not count as a factor.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class User(AbstractUser):
    """A person with an account, a guest, one of the site's robots, or a staff link.

    A link is no person: one row serves everyone who opened it, and their actions are logged under
    its label (`tournaments.models.StaffLink`).
    """

    class Motion(models.TextChoices):
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Rápida")
        NONE = "none", _("Sin movimiento")

    class Deck(models.TextChoices):
        CASTELLANA = "castellana", _("Castellana")
        CLASSIC = "classic", _("Clásica")

    class Felt(models.TextChoices):
        GREEN = "green", _("Verde")
        WINE = "wine", _("Bordó")

    username = models.CharField(
        _("nombre de usuario"),
        max_length=30,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("Ese nombre ya está tomado.")},
    )
    skeleton = SkeletonField(source="username", max_length=60)
    display_name = models.CharField(
        _("nombre a la vista"), max_length=40, blank=True, validators=[validate_shown_name]
    )
    language = models.CharField(
        _("idioma"), max_length=16, choices=language_choices, default=settings.LANGUAGE_CODE
    )
    zone = models.CharField(
        _("zona horaria"),
        max_length=64,
        default=DEFAULT_ZONE,
        validators=[validate_zone],
    )
    motion = models.CharField(_("animación"), max_length=6, choices=Motion, default=Motion.NORMAL)
    deck = models.CharField(
        _("cartas"),
        max_length=10,
        choices=Deck,
        default=Deck.CASTELLANA,
        db_default=Deck.CASTELLANA,
    )
    felt = models.CharField(
        _("paño"), max_length=5, choices=Felt, default=Felt.GREEN, db_default=Felt.GREEN
    )
    tap_twice = models.BooleanField(_("tocar dos veces para jugar"), default=False)
    sings_flor = models.BooleanField(_("cantar la flor sola"), default=False)
    match_mail = models.BooleanField(_("avisos por correo de mis partidos"), default=True)
    named_in_exports = models.BooleanField(
        _("mi nombre puede salir en archivos de mis clubes"), default=False
    )
    is_findable = models.BooleanField(
        _("mi página puede salir en buscadores"), default=True, db_default=True
    )
    # kinds of notifications (accounts.common.notification_types)
    muted = models.JSONField(default=list, blank=True)
    # one reminder a day at most (tournaments.reminders); off until chosen
    daily_reminder = models.BooleanField(default=False, db_default=False)
    reminded_on = models.DateField(null=True, blank=True, editable=False)  # the person's date
    # The drawn head (`static/img/faces.svg`); if None it depends on the row's key.
    avatar = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    is_robot = models.BooleanField(default=False, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)  # until their first sign-in
    is_link = models.BooleanField(default=False, editable=False)
    devices_noted = models.BooleanField(default=False, editable=False)  # since the first sign-in
    visited_at = models.DateTimeField(null=True, editable=False)  # of a guest, to the day
    anonymised_at = models.DateTimeField(null=True, editable=False)
    acting_token: "ApiToken | None" = None  # no column: what acts for them in a request to the API

    class Meta(AbstractUser.Meta):
        constraints = (
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(visited_at__isnull=False),
                name="guest_has_visited",
            ),
            models.CheckConstraint(
                condition=Q(is_link=False) | Q(is_guest=False, is_robot=False),
                name="link_is_nobody_else",
            ),
            models.CheckConstraint(
                condition=Q(avatar__isnull=True) | Q(avatar__lt=FACES), name="avatar_is_drawn"
            ),
        )
        indexes = (  # few rows: the last one says since when a cached page may hold a name
            models.Index(
                fields=["anonymised_at"],
                condition=Q(anonymised_at__isnull=False),
                name="anonymised_users",
            ),
        )

    def __str__(self) -> str:
        if self.anonymised_at:
            return gettext(ERASED)
        if self.is_nameless:
            return guest_label(self.pk % GUEST_NUMBERS)
        return self.display_name or self.username

    @property
    def is_nameless(self) -> bool:
        """Whether they are a guest without a chosen name."""
        return self.is_guest and not self.display_name

    @property
    def has_second_factor(self) -> bool:
        """Whether signing in requires more than the password."""
        return bool(Authenticator.objects.filter(user=self.pk, type__in=FACTORS).exists())

    @property
    def may_operate(self) -> bool:
        """Whether they can open the operators' pages: staff with a second factor."""
        return self.is_active and self.is_staff and self.has_second_factor

    @property
    def has_page(self) -> bool:
        """Whether they have a player page: guests, links and erased people have none."""
        return not self.is_guest and not self.is_link and self.anonymised_at is None


GUEST_NUMBERS = 10_000  # a guest without a name is shown with the last digits of their key


class FormerUsername(models.Model):
    """A username that a person had: it leads to their page, and nobody else can take it.

    Also the record of the change, for as long as the account exists.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_usernames")
    username = models.CharField(max_length=30, unique=True)
    skeleton = SkeletonField(source="username", max_length=60)
    at = models.DateTimeField()  # when the account got another one

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return self.username


class Rename(models.Model):
    """A person's former name; their clubs' organisers see it for a month."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="renames")
    before = models.CharField(max_length=40)
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return self.before
