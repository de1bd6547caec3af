"""Persons of a club: whoever has played there, with or without an account."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from accounts.names.display import NameField
from accounts.names.validation import validate_shown_name
from tournaments.names.comparison import comparison_key

NAME_LENGTH = 60


class PersonQuerySet(models.QuerySet["Person"]):
    """Reads that several pages and services share."""

    def known(self) -> Self:
        """Leave out erased persons, and those that were merged into another."""
        return self.filter(forgotten_at__isnull=True, merged_into__isnull=True)

    def named(self, name: str) -> Self:
        """Return those of exactly this name; accents, capitals and full stops are ignored."""
        return self.known().filter(match_key=comparison_key(name))


class Person(models.Model):
    """A person as one club knows them: entries, results, points and titles belong to persons.

    `user` is the account that belongs to the person: entered with it, or claimed and confirmed.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = NameField(_("nombre"), max_length=NAME_LENGTH, validators=(validate_shown_name,))
    match_key = models.CharField(
        max_length=2 * NAME_LENGTH, editable=False
    )  # `comparison_key(name)`
    nickname = NameField(
        _("apodo"),
        max_length=30,
        blank=True,
        default="",
        db_default="",
        validators=(validate_shown_name,),
    )
    notes = models.CharField(
        _("notas para organizadores"), max_length=400, blank=True, default="", db_default=""
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="persons",
    )
    hidden = models.BooleanField(
        _("no mostrar su nombre afuera"), default=False, db_default=False
    )  # initials alone on pages that anybody can read
    created_at = models.DateTimeField()
    forgotten_at = models.DateTimeField(null=True, blank=True)  # its data was erased
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="aliases"
    )  # this name leads there

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ("club", "name", "pk")
        verbose_name_plural = "people"
        indexes = (models.Index(fields=("club", "match_key"), name="people_by_name"),)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "user"),
                condition=Q(user__isnull=False),
                name="one_person_per_account_and_club",
            ),
            models.CheckConstraint(
                condition=Q(forgotten_at__isnull=True)
                | Q(user__isnull=True, nickname="", notes=""),
                name="a_forgotten_person_has_no_data",
            ),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(user__isnull=True),
                name="an_alias_has_no_account",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, **options: Any) -> None:
        """Keep `match_key` in step with the name."""
        self.match_key = comparison_key(self.name)
        fields = options.get("update_fields")
        if isinstance(fields, list | tuple | set) and "name" in fields:
            options["update_fields"] = {*fields, "match_key"}
        super().save(**options)

    @property
    def is_known(self) -> bool:
        """Whether it was neither erased nor merged into another."""
        return self.forgotten_at is None and self.merged_into_id is None

    @property
    def public_name(self) -> str:
        """Return the name for public pages: the initials of a hidden person.

        The owner of an account decides about its name.
        """
        if not self.hidden or self.user_id is not None:
            return self.name
        return " ".join(f"{word[0].upper()}." for word in self.name.split())


class Contact(models.Model):
    """How to reach a person, who has agreed that the club keeps it. Erased with the person."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    phone = models.CharField(max_length=20, blank=True)  # +, country, number
    email = models.EmailField(blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )  # the organiser who got the person's consent
    consented_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~Q(phone="", email=""), name="a_contact_reaches_somebody"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.phone or self.email}"


class PersonChange(ChoiceLabels):
    """A change that an organiser made to a person of the club, with its undo.

    Names are erased with the person (`tournaments.players.services`).
    """

    class Act(models.TextChoices):
        RENAME = "rename", _("corrigió el nombre")
        MERGE = "merge", _("unió a")
        SPLIT = "split", _("separó a")
        RECOGNISE = "recognise", _("dijo quién es")
        APART = "apart", _("dijo que es otra persona")
        HIDE = "hide", _("ocultó el nombre afuera")
        SHOW = "show", _("volvió a mostrar el nombre")
        FORGET = "forget", _("borró los datos")
        CLAIM = "claim", _("confirmó de quién es la cuenta:")
        UNCLAIM = "unclaim", _("separó la cuenta de")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="changes")
    other = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="person_changes"
    )
    act = models.CharField(max_length=9, choices=Act)
    before = NameField(max_length=NAME_LENGTH, blank=True)
    after = NameField(max_length=NAME_LENGTH, blank=True)
    restore = models.JSONField(default=dict, blank=True)  # what an undo writes back
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.actor} {self.get_act_display()} {self.after}"


class PersonClaim(ChoiceLabels):
    """A claim of an account to be a person of the club.

    With a `token` it is an invitation of the club, still without an account.
    """

    class State(models.TextChoices):
        INVITED = "invited", _("invitado")
        PENDING = "pending", _("sin confirmar")
        CONFIRMED = "confirmed", _("confirmado")
        CLOSED = "closed", _("descartado")

    OPEN = (State.INVITED, State.PENDING)

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="person_claims",
    )
    state = models.CharField(max_length=9, choices=State)
    token = models.CharField(max_length=64, blank=True)  # SHA-256 of the invitation
    at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    by_staff = models.BooleanField(default=False)  # an organiser confirmed it, or gave the link
    decided_at = models.DateTimeField(null=True, blank=True)
    merge = models.ForeignKey(
        PersonChange, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )  # of the person that the account had at the club already

    class Meta:
        ordering = ("person", "at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("person", "user"),
                condition=Q(state="pending"),
                name="one_pending_claim_per_person",
            ),
            models.UniqueConstraint(
                fields=("token",), condition=~Q(token=""), name="one_claim_per_invitation"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(state__in=("invited", "closed")),
                name="claim_is_of_an_account",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.person}"
