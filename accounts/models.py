"""People and clubs: who somebody is, and what they may do in which club."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.db.models import Case, Count, F, Q, Value, When
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.values.erased import ERASED
from accounts.values.names import validate_shown_name, validate_unique_name, validate_username
from accounts.values.skeletons import SkeletonField, skeleton
from accounts.values.zones import DEFAULT_ZONE, validate_zone

GUEST_NUMBERS = 10_000  # a nameless guest is called by the last digits of their key


class User(AbstractUser):
    """A person with an account, a guest without one, or a robot player of the house."""

    class Motion(models.TextChoices):
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Rápida")
        NONE = "none", _("Sin movimiento")

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
    language = models.CharField(_("idioma"), max_length=2, choices=settings.LANGUAGES, default="es")
    zone = models.CharField(
        _("zona horaria"),
        max_length=64,
        default=DEFAULT_ZONE,
        validators=[validate_zone],
    )
    motion = models.CharField(_("animación"), max_length=6, choices=Motion, default=Motion.NORMAL)
    tap_twice = models.BooleanField(_("tocar dos veces para jugar"), default=False)
    sings_flor = models.BooleanField(_("cantar la flor sola"), default=False)
    match_mail = models.BooleanField(_("avisos por correo de mis partidos"), default=True)
    is_robot = models.BooleanField(default=False, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)  # until their first sign-in
    visited_at = models.DateTimeField(null=True, editable=False)  # by a guest, to the day
    anonymised_at = models.DateTimeField(null=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = (
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(visited_at__isnull=False),
                name="guest_has_visited",
            ),
        )

    def __str__(self) -> str:
        if self.anonymised_at:
            return gettext(ERASED)
        if self.is_guest and not self.display_name:
            return gettext("Invitado %(number)s") % {"number": self.pk % GUEST_NUMBERS}
        return self.display_name or self.username

    @property
    def has_page(self) -> bool:
        """Whether they are shown among the players: guests and erased people are not."""
        return not self.is_guest and self.anonymised_at is None


class ClubQuerySet(models.QuerySet["Club"]):
    """Questions about clubs."""

    def named_like(self, words: str) -> "ClubQuerySet":
        """Keep the clubs whose name has the words in it, or looks so."""
        return self.filter(Q(name__icontains=words) | Q(skeleton__contains=skeleton(words)))

    def organised_by(self, user: User) -> "ClubQuerySet":
        """Keep the clubs whose competitions this person may run."""
        mine = user.memberships.filter(role__in=Membership.ORGANISERS)
        return self.filter(pk__in=mine.values("club"))

    def counted(self) -> "ClubQuerySet":
        """Add how many belong to each (as `size`); counting takes the order by name away."""
        return self.annotate(size=Count("memberships")).order_by("name")


class Club(models.Model):
    """A club: the home of competitions, with its own time zone."""

    name = models.CharField(
        _("nombre"), max_length=60, unique=True, validators=[validate_unique_name]
    )
    skeleton = SkeletonField(source="name", max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    zone = models.CharField(
        _("zona horaria"),
        max_length=64,
        default=DEFAULT_ZONE,
        validators=[validate_zone],
    )
    about = models.CharField(
        _("presentación"), max_length=400, blank=True, validators=[validate_shown_name]
    )
    created_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="clubs"
    )

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def role_of(self, user: User | AnonymousUser) -> "Membership.Role | None":
        """Return what `user` is in this club, if anything."""
        if not user.is_authenticated:
            return None
        membership = self.memberships.filter(user_id=user.pk).first()
        return Membership.Role(membership.role) if membership else None

    def can_organise(self, user: User | AnonymousUser) -> bool:
        """Tell whether `user` may run this club's competitions."""
        return self.role_of(user) in Membership.ORGANISERS


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Questions about who belongs to a club."""

    def by_rank(self) -> "MembershipQuerySet":
        """Order the owner first, then organisers, then members, the oldest first."""
        first_two = (Membership.Role.OWNER, Membership.Role.ORGANISER)
        ranks = [When(role=role, then=Value(place)) for place, role in enumerate(first_two)]
        return self.order_by(Case(*ranks, default=Value(len(ranks))), "joined_at", "pk")


class Membership(models.Model):
    """One person's role in one club."""

    class Role(models.TextChoices):
        OWNER = "owner", _("dueño")
        ORGANISER = "organiser", _("organizador")
        MEMBER = "member", _("socio")

    ORGANISERS = (Role.OWNER, Role.ORGANISER)

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("rol"), max_length=9, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="one_role_per_club"),
            models.UniqueConstraint(
                fields=("club",), condition=Q(role="owner"), name="one_owner_per_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.get_role_display()}"


class Invitation(models.Model):
    """A link that lets people join a club; the link's secret itself is not kept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    uses = models.PositiveSmallIntegerField(default=0)
    max_uses = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(uses__lte=F("max_uses")), name="invitation_uses_are_capped"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club} · {self.uses}/{self.max_uses}"

    def is_open(self, now: datetime) -> bool:
        """Tell whether one more person may use the link."""
        return self.uses < self.max_uses and now < self.expires_at
