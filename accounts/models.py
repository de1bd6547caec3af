"""People and clubs: who somebody is, and what they may do in which club."""

import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def validate_zone(name: str) -> None:
    """Refuse anything but an IANA zone name."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("No conocemos esa zona horaria."), code="zone")


class User(AbstractUser):
    """A person with an account, or a robot player of the house."""

    class Motion(models.TextChoices):
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Rápida")
        NONE = "none", _("Sin movimiento")

    display_name = models.CharField(_("nombre a la vista"), max_length=40, blank=True)
    language = models.CharField(
        _("idioma"), max_length=2, choices=settings.LANGUAGES, default="es"
    )
    zone = models.CharField(
        _("zona horaria"),
        max_length=64,
        default="America/Argentina/Buenos_Aires",
        validators=[validate_zone],
    )
    motion = models.CharField(_("animación"), max_length=6, choices=Motion, default=Motion.NORMAL)
    tap_twice = models.BooleanField(_("tocar dos veces para jugar"), default=False)
    is_robot = models.BooleanField(default=False, editable=False)

    class Meta(AbstractUser.Meta):
        pass

    def __str__(self) -> str:
        return self.display_name or self.username


class Club(models.Model):
    """A club: the home of competitions, with its own time zone."""

    name = models.CharField(_("nombre"), max_length=60, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    zone = models.CharField(
        _("zona horaria"),
        max_length=64,
        default="America/Argentina/Buenos_Aires",
        validators=[validate_zone],
    )
    created_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="clubs"
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One person's role in one club."""

    class Role(models.TextChoices):
        OWNER = "owner", _("dueño")
        ORGANISER = "organiser", _("organizador")
        MEMBER = "member", _("socio")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("rol"), max_length=9, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="one_role_per_club"),
            models.UniqueConstraint(
                fields=("club",), condition=Q(role="owner"), name="one_owner_per_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.get_role_display()}"
