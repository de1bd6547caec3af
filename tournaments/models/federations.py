"""Federations: organisations of several clubs, with circuits over all of them."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.i18n.time_zones import DEFAULT_ZONE, validate_zone
from accounts.models import Club, User
from accounts.names.validation import SkeletonField, validate_shown_name, validate_unique_name
from tournaments.models.people import Person


class FederationQuerySet(models.QuerySet["Federation"]):
    """Reads that several pages share."""

    def organised_by(self, user: User | AnonymousUser) -> Self:
        """Return the federations whose circuits a user may run."""
        return self.filter(
            roles__in=FederationRole.objects.filter(
                user=user.pk, role=FederationRole.Role.ORGANISER
            )
        )

    def read_by(self, user: User | AnonymousUser) -> Self:
        """Return the federations whose closed tables a user may read.

        Those in which the user has a role, and those of the clubs that the user organises.
        """
        if not isinstance(user, User):
            return self.none()
        own = FederationClub.objects.members().filter(club__in=Club.objects.organised_by(user))
        roles = FederationRole.objects.filter(user=user)
        return self.filter(
            Q(pk__in=roles.values("federation")) | Q(pk__in=own.values("federation"))
        )


class Federation(models.Model):
    """An organisation of clubs. `zone` decides on which day a result of a circuit lapses."""

    name = models.CharField(
        _("nombre"), max_length=60, unique=True, validators=(validate_unique_name,)
    )
    skeleton = SkeletonField(source="name", max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    about = models.CharField(
        _("presentación"),
        max_length=400,
        blank=True,
        default="",
        validators=(validate_shown_name,),
    )
    zone = models.CharField(
        _("zona horaria"), max_length=64, default=DEFAULT_ZONE, validators=(validate_zone,)
    )
    created_at = models.DateTimeField()
    clubs = models.ManyToManyField(Club, through="FederationClub", related_name="federations")

    objects = FederationQuerySet.as_manager()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def role_of(self, user: User | AnonymousUser) -> "FederationRole.Role | None":
        """Return the role of a user in this federation, or None."""
        row = self.roles.filter(user_id=user.pk).first() if user.is_authenticated else None
        return FederationRole.Role(row.role) if row else None

    def can_organise(self, user: User | AnonymousUser) -> bool:
        """Return whether a user may run the federation, as operators may."""
        if not isinstance(user, User):
            return False
        return self.role_of(user) == FederationRole.Role.ORGANISER or user.may_operate


class FederationClubQuerySet(models.QuerySet["FederationClub"]):
    """Reads that several pages and services share."""

    def members(self) -> Self:
        """Return the clubs that accepted and have not left."""
        return self.filter(state=FederationClub.State.MEMBER)

    def ever(self) -> Self:
        """Return the clubs that are members or were."""
        return self.filter(joined_at__isnull=False)


class FederationClub(ChoiceLabels):
    """A club that was invited to a federation, is a member, or left it."""

    class State(models.TextChoices):
        INVITED = "invited", _("invitado")
        MEMBER = "member", _("miembro")
        LEFT = "left", _("se fue")

    federation = models.ForeignKey(
        Federation, on_delete=models.CASCADE, related_name="affiliations"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="affiliations")
    state = models.CharField(max_length=7, choices=State, default=State.INVITED)
    invited_at = models.DateTimeField()
    joined_at = models.DateTimeField(null=True, blank=True)  # the last time, if it came back
    left_at = models.DateTimeField(null=True, blank=True)

    objects = FederationClubQuerySet.as_manager()

    class Meta:
        ordering = ("federation", "pk")
        constraints = (
            models.UniqueConstraint(fields=("federation", "club"), name="one_affiliation_per_club"),
            models.CheckConstraint(
                condition=~Q(state="member") | Q(joined_at__isnull=False, left_at__isnull=True),
                name="a_member_club_has_joined",
            ),
        )

    def __str__(self) -> str:
        return f"{self.federation} · {self.club} · {self.get_state_display()}"


class FederationRole(ChoiceLabels):
    """The role of one person in a federation."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiza")
        READER = "reader", _("mira")

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="federation_roles"
    )
    role = models.CharField(_("rol"), max_length=9, choices=Role)

    class Meta:
        ordering = ("federation", "pk")
        constraints = (
            models.UniqueConstraint(fields=("federation", "user"), name="one_role_per_federation"),
        )

    def __str__(self) -> str:
        return f"{self.federation} · {self.user} · {self.get_role_display()}"


class PersonLink(models.Model):
    """A decision of a federation's organisers about two persons of different clubs.

    They are one player in the federation's tables, or are not. Deleting the row undoes it.
    """

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="links")
    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    is_same = models.BooleanField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("federation", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("federation", "first", "second"), name="one_link_per_pair_of_persons"
            ),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="linked_persons_are_ordered"
            ),
        )

    def __str__(self) -> str:
        return f"{self.first} {'=' if self.is_same else '≠'} {self.second}"


class FederationChange(ChoiceLabels):
    """The audit log of a federation. It refers to people and holds no names of them."""

    class Act(models.TextChoices):
        FOUND = "found", _("fundó la federación")
        EDIT = "edit", _("cambió los datos de la federación")
        INVITE = "invite", _("invitó al club")
        JOIN = "join", _("sumó al club")
        DECLINE = "decline", _("rechazó la invitación del club")
        LEAVE = "leave", _("retiró al club")
        APPOINT = "appoint", _("dio un rol a")
        DISMISS = "dismiss", _("quitó el rol de")
        OPEN_CIRCUIT = "open-circuit", _("abrió el circuito")
        CHANGE_CIRCUIT = "change-circuit", _("cambió el circuito")
        REMOVE_CIRCUIT = "remove-circuit", _("sacó el circuito")
        LINK = "link", _("dijo que son la misma persona:")
        APART = "apart", _("dijo que son personas distintas:")
        UNLINK = "unlink", _("deshizo lo dicho sobre")

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="changes")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="federation_changes"
    )
    act = models.CharField(max_length=14, choices=Act)
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    first = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    second = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    circuit = models.CharField(max_length=60, blank=True, default="")  # its name
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("federation", "-at"), name="changes_by_federation"),)

    def __str__(self) -> str:
        return f"{self.actor} {self.get_act_display()}"
