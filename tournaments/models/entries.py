"""Entries and their players."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.names.display import NameField
from accounts.names.validation import confusable_skeleton, validate_shown_name


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reads that several pages and services share."""

    def confirmed(self) -> Self:
        """Return the entries that are drawn, or will be."""
        return self.filter(state=Entry.State.CONFIRMED)

    def of_person(self, user_id: int | OuterRef | None) -> Self:
        """Return the entries with a user in their roster; `user_id` may be an OuterRef."""
        return self.filter(roster__user=user_id, roster__left_at=None)

    def waiting(self) -> Self:
        """Return the waiting list, first come first."""
        return self.filter(state=Entry.State.WAITING).order_by("complete_at", "pk")


class Entry(ChoiceLabels):
    """A player or a fixed team in one competition."""

    class State(models.TextChoices):
        FORMING = "forming", _("le falta compañero")
        REQUESTED = "requested", _("a confirmar")
        CONFIRMED = "confirmed", _("confirmado")
        WAITING = "waiting", _("en lista de espera")
        WITHDRAWN = "withdrawn", _("retirado")

    class PaidBy(models.TextChoices):
        CASH = "cash", _("en efectivo")
        TRANSFER = "transfer", _("por transferencia")

    IN = (State.CONFIRMED, State.WAITING)

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="entries")
    name = NameField(_("nombre"), max_length=190, validators=(validate_shown_name,))
    state = models.CharField(max_length=9, choices=State, default=State.FORMING)
    place = models.OneToOneField(
        "Place", null=True, blank=True, on_delete=models.RESTRICT, related_name="entry"
    )
    team = models.ForeignKey(
        "Team", null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )  # who it is from one competition to the next: as its club remembers it, or by name
    affiliation = NameField(
        _("club de origen"), max_length=60, blank=True, validators=(validate_shown_name,)
    )
    home = models.ForeignKey(  # where it plays its matches of the first side
        "Venue", null=True, blank=True, on_delete=models.SET_NULL, related_name="home_entries"
    )
    paid = models.BooleanField(_("pagó"), default=False)
    paid_by = models.CharField(
        _("cómo pagó"), max_length=8, choices=PaidBy, blank=True, default="", db_default=""
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    manual_seed = models.PositiveSmallIntegerField(
        _("cabeza de serie"), null=True, blank=True
    )  # where the organiser wants it; 1 is the best
    seed = models.PositiveSmallIntegerField(null=True, blank=True)  # as drawn; 1 is the best
    strength = models.FloatField(null=True, blank=True)  # its players' ratings at the draw
    tier = models.PositiveSmallIntegerField(_("división"), default=1)  # 1 is the highest
    previous = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="next_season",
        editable=False,
    )  # itself in the season before
    final_rank = models.PositiveSmallIntegerField(
        null=True, blank=True, editable=False
    )  # in a finished competition of a series, if it played; equals share it
    first_round = models.PositiveSmallIntegerField(default=1)  # of a table; more if it came late
    left_at = models.DateTimeField(null=True, blank=True)  # after the draw
    annulled = models.BooleanField(default=False)  # as it left, its results in a table
    invitation = models.CharField(max_length=64, blank=True, editable=False)  # SHA-256 of the token
    created_at = models.DateTimeField()
    complete_at = models.DateTimeField(null=True, blank=True)
    awaited = models.BooleanField(
        default=False, db_default=False
    )  # an entry sent by another competition (`berth`)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("competition", "seed", "pk")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(
                fields=("competition", "seed"),
                condition=Q(seed__isnull=False),
                name="one_entry_per_seed",
            ),
            models.UniqueConstraint(
                fields=("invitation",),
                condition=~Q(invitation=""),
                name="one_entry_per_invitation",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state="confirmed", place__isnull=False)
                    | Q(state__in=("forming", "requested", "waiting"), place__isnull=True)
                    | Q(state="withdrawn")
                ),
                name="confirmed_entry_has_a_place",
            ),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True, annulled=False) | Q(state="withdrawn"),
                name="only_a_withdrawn_entry_has_left",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def owes(self) -> bool:
        """Whether it has still to pay a fee: who is out, or has no place, owes nothing."""
        return not (self.paid or self.awaited) and self.state in (
            self.State.CONFIRMED,
            self.State.FORMING,
        )

    @property
    def club_key(self) -> str | None:
        """Return the normalised affiliation, equal for entries of one club; None without a club."""
        return club_key(self.affiliation)


def club_key(affiliation: str) -> str | None:
    """Return the same for what looks the same: `Atlético Sur` and `ATLETICO SUR`."""
    return confusable_skeleton(affiliation.strip()) or None


class PartnerProposal(models.Model):
    """The request of a player to another one to be partners.

    It goes with either entry, and once one of them is complete.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="proposals_made")
    to = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="proposals")
    at = models.DateTimeField()

    class Meta:
        ordering = ("to", "at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("entry", "to"), name="one_proposal_to_each_partner"),
        )

    def __str__(self) -> str:
        return f"{self.entry} → {self.to}"


class RosterPlayerQuerySet(models.QuerySet["RosterPlayer"]):
    """Reads that several pages and services share."""

    def playing(self) -> Self:
        """Return the seated players in seating order, without reserves."""
        return self.filter(reserve=False).order_by("entry", "number")

    def without_account(self) -> Self:
        """Return those written down by name, whose places are still to be claimed."""
        return self.filter(user__isnull=True)

    def captains(self) -> Self:
        """Return the captains: player 1 of an entry, whatever else changes in it."""
        return self.filter(number=RosterPlayer.CAPTAIN)


_RosterPlayers = models.Manager.from_queryset(RosterPlayerQuerySet)


class RosterPlayerManager(_RosterPlayers["RosterPlayer"]):
    """Manager that hides former roster players, also in `entry.roster`."""

    def get_queryset(self) -> RosterPlayerQuerySet:
        """Exclude former players."""
        return RosterPlayerQuerySet(self.model, using=self._db).filter(left_at=None)


class RosterPlayer(models.Model):
    """One player of an entry, with or without an account, in the order they sit."""

    CAPTAIN = 1

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="roster")
    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()  # 1 is who entered the team
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="roster_places",
    )
    person = models.ForeignKey(
        "Person", null=True, blank=True, on_delete=models.RESTRICT, related_name="roster_places"
    )  # None in a rehearsal, and for names of release 0.7.0 that no organiser has assigned yet
    name = NameField(_("nombre"), max_length=60, validators=(validate_shown_name,))
    reserve = models.BooleanField(_("suplente"), default=False)
    left_at = models.DateTimeField(null=True, blank=True)  # transferred after the draw

    objects = RosterPlayerManager()
    ever = RosterPlayerQuerySet.as_manager()  # with who has left

    class Meta:
        ordering = ("entry", "number")
        constraints = (
            models.UniqueConstraint(fields=("entry", "number"), name="one_roster_place_per_number"),
            models.UniqueConstraint(
                fields=("competition", "user"),
                condition=Q(user__isnull=False),
                name="one_entry_per_person",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def club_name(self) -> str:
        """Return the name as organisers know it, also of a player who is shown by initials."""
        hidden = self.user_id is None and self.person is not None and self.person.hidden
        return self.person.name if hidden and self.person else self.name
