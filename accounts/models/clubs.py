"""Clubs, their memberships and invitation links."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Value, When
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.i18n.time_zones import DEFAULT_ZONE, validate_zone
from accounts.models.users import FACTORS, User
from accounts.names.collation import SortKey, fold
from accounts.names.validation import (
    SkeletonField,
    confusable_skeleton,
    validate_shown_name,
    validate_unique_name,
)


class ClubQuerySet(models.QuerySet["Club"]):
    def named_like(self, words: str) -> "ClubQuerySet":
        """Filter the clubs whose name contains the words or looks like them."""
        return self.filter(
            Q(name__fold__contains=fold(words)) | Q(skeleton__contains=confusable_skeleton(words))
        )

    def organised_by(self, user: User) -> "ClubQuerySet":
        """Filter the clubs whose competitions this user may run."""
        mine = user.memberships.filter(role__in=Membership.ORGANISERS)
        factors = Authenticator.objects.filter(user=user.pk, type__in=FACTORS)
        return self.filter(Q(is_guarded=False) | Exists(factors), pk__in=mine.values("club"))

    def holding_back(self, user: User | AnonymousUser) -> "ClubQuerySet":
        """Filter the clubs that this user cannot organise without a second factor."""
        if not user.is_authenticated or user.has_second_factor:
            return self.none()
        mine = user.memberships.filter(role__in=Membership.ORGANISERS)
        return self.filter(is_guarded=True, pk__in=mine.values("club"))

    def counted(self) -> "ClubQuerySet":
        """Annotate the number of members (`size`) and whether robots play there (`is_demo`).

        The result has no order by name.
        """
        of_robots = Exists(Membership.objects.of_demo().filter(club=OuterRef("pk")))
        return self.annotate(size=Count("memberships"), is_demo=of_robots).order_by(SortKey("name"))

    def with_contact(self) -> "ClubQuerySet":
        """Annotate whether there is a contact or a legal text to read (`has_contact`)."""
        imprints = ClubImprint.objects.with_content().filter(club=OuterRef("pk"))
        return self.annotate(has_contact=Exists(imprints))


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
    is_guarded = models.BooleanField(_("segundo factor para organizar"), default=False)
    # Its own look (accounts.clubs.look); empty where it has none.
    short_name = models.CharField(
        max_length=24, blank=True, default="", db_default="", editable=False
    )
    colour = models.CharField(max_length=7, blank=True, default="", db_default="", editable=False)
    text_colour = models.CharField(
        max_length=7, blank=True, default="", db_default="", editable=False
    )
    logo_version = models.CharField(
        max_length=16, blank=True, default="", db_default="", editable=False
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

    @property
    def has_look(self) -> bool:
        """Whether its pages have a band of their own."""
        return bool(self.colour or self.logo_version or self.short_name)

    @property
    def look_version(self) -> str:
        """Return what changes with the style sheet."""
        return f"{self.colour}{self.text_colour}".replace("#", "")

    def role_of(self, user: User | AnonymousUser) -> "Membership.Role | None":
        """Return the role of `user` in this club, or None."""
        if not user.is_authenticated:
            return None
        membership = self.memberships.filter(user_id=user.pk).first()
        return Membership.Role(membership.role) if membership else None

    def can_organise(self, user: User | AnonymousUser) -> bool:
        """Return whether `user` may run this club's competitions."""
        return self.role_of(user) in Membership.ORGANISERS and not self.holds_back(user)

    def holds_back(self, user: User | AnonymousUser) -> bool:
        """Return whether organising requires a second factor that `user` does not have."""
        return self.is_guarded and not (user.is_authenticated and user.has_second_factor)


class ClubImprintQuerySet(models.QuerySet["ClubImprint"]):
    def with_content(self) -> "ClubImprintQuerySet":
        """Keep those with a contact or a legal text."""
        return self.exclude(email="", phone="", web="", legal="")


class ClubImprint(models.Model):
    """A club's contact, legal text and logo (an encoded PNG), apart from what lists read."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="imprint"
    )
    logo = models.BinaryField(null=True)
    email = models.EmailField(max_length=120, blank=True, default="")
    phone = models.CharField(max_length=30, blank=True, default="")
    web = models.URLField(max_length=200, blank=True, default="")
    legal = models.TextField(max_length=4000, blank=True, default="")

    objects = ClubImprintQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.club)


class MembershipQuerySet(models.QuerySet["Membership"]):
    def named_like(self, words: str) -> "MembershipQuerySet":
        """Filter members whose name contains or resembles the words; erased people have no name."""
        alike = confusable_skeleton(words)
        looks = Q(user__skeleton__contains=alike) if alike else Q()
        has_words = Q(user__display_name__fold__contains=fold(words)) | Q(
            user__username__icontains=words
        )
        return self.filter(Q(user__anonymised_at=None) & (has_words | looks))

    def of_demo(self) -> "MembershipQuerySet":
        """Filter the memberships that identify a demo club: its owner is a robot."""
        return self.filter(role=Membership.Role.OWNER, user__is_robot=True)

    def by_rank(self) -> "MembershipQuerySet":
        """Order the owner first, then organisers (`rank`), then members, the oldest first."""
        first_two = (Membership.Role.OWNER, Membership.Role.ORGANISER)
        ranks = [When(role=role, then=Value(place)) for place, role in enumerate(first_two)]
        ranked = self.annotate(rank=Case(*ranks, default=Value(len(ranks))))
        return ranked.order_by("rank", "joined_at", "pk")


class Membership(ChoiceLabels):
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
    """A link that lets people join a club; only a hash of its secret is stored."""

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
        """Return whether one more person can use the link."""
        return self.uses < self.max_uses and now < self.expires_at
