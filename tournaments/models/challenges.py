"""Challenges of a ladder, and the places that entries lose by inactivity.

The order of a ladder is derived from these rows and from the results of its matches.
"""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from tournaments.models.competitions import Competition
from tournaments.models.entries import Entry
from tournaments.models.matches import Match
from tournaments.models.stages import Group

COMPETITION = "group__stage__competition"


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    """Reads that several services and pages share."""

    def open(self) -> Self:
        """Return the challenges that await an answer or their match."""
        to_play = Q(answer=Challenge.Answer.ACCEPTED, settled_at__isnull=True) & ~Q(
            match__state__in=Match.DECIDED
        )
        return self.filter(Q(answer="") | to_play)

    def of(self, entry_id: int) -> Self:
        """Return the challenges that an entry made or received."""
        return self.filter(Q(challenger=entry_id) | Q(challenged=entry_id))

    def reopen(self, match: Match, now: datetime) -> None:
        """Give a locked match that is open again its whole time to play, if one asked for it."""
        assert match.round is not None, "only matches of competitions are opened again"
        stage = match.round.group.stage
        if stage.how.play.is_by_challenge:
            play_by = now + timedelta(days=stage.play_days)
            self.filter(match=match).update(settled_at=None, play_by=play_by)

    def due(self, now: datetime) -> Self:
        """Return the challenges that a sweep has to settle.

        Their time is over, their match is decided, a side has left, or the season has ended.
        """
        withdrawn = Entry.State.WITHDRAWN
        has_left = Q(challenger__state=withdrawn) | Q(challenged__state=withdrawn)
        running = Q(**{f"{COMPETITION}__state": Competition.State.RUNNING})
        unanswered = Q(answer="") & (
            running & Q(answer_by__lte=now)
            | has_left
            | Q(**{f"{COMPETITION}__state__in": Competition.OVER})
        )
        unplayed = running & Q(match__state__in=Match.PLAYABLE, play_by__lte=now)
        unplayed &= Q(match__scheduled_at__isnull=True)
        decided = Q(match__state__in=Match.DECIDED)
        accepted = Q(answer=Challenge.Answer.ACCEPTED, settled_at__isnull=True)
        return self.filter(unanswered | accepted & (decided | unplayed)).order_by("pk")


class Challenge(ChoiceLabels):
    """One entry asks another above it for a match; the challenger is the first side of it."""

    class Answer(models.TextChoices):
        ACCEPTED = "accepted", _("aceptado")
        REFUSED = "refused", _("rechazado")
        SILENT = "silent", _("sin contestar")
        TAKEN_BACK = "back", _("retirado")
        VOID = "void", _("anulado")

    CONCEDED = (Answer.REFUSED, Answer.SILENT)

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="challenges_made")
    challenged = models.ForeignKey(
        Entry, on_delete=models.RESTRICT, related_name="challenges_received"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    answer = models.CharField(max_length=8, choices=Answer, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    play_by = models.DateTimeField(null=True, blank=True)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="challenge"
    )
    # When its match was first decided: a later correction does not move it in the ladder's history.
    # Empty until the sweep has seen the result, and while the match is open again.
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        ordering = ("group", "made_at", "pk")
        indexes = (
            models.Index(
                fields=("id",),
                condition=Q(answer="") | Q(answer="accepted", settled_at__isnull=True),
                name="challenges_to_settle",
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("challenger",), condition=Q(answer=""), name="one_challenge_at_a_time"
            ),
            models.UniqueConstraint(
                fields=("challenged",), condition=Q(answer=""), name="one_challenger_at_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(challenger=F("challenged")), name="challenge_has_two_entries"
            ),
            models.CheckConstraint(
                condition=Q(answer="", answered_at__isnull=True)
                | ~Q(answer="") & Q(answered_at__isnull=False),
                name="an_answered_challenge_has_its_hour",
            ),
            models.CheckConstraint(
                condition=Q(answer="accepted", match__isnull=False, play_by__isnull=False)
                | ~Q(answer="accepted") & Q(match__isnull=True, play_by__isnull=True),
                name="an_accepted_challenge_has_a_match",
            ),
        )

    def __str__(self) -> str:
        return f"{self.challenger} → {self.challenged}"


class LadderFall(models.Model):
    """An entry fell by a place because it was inactive; the one below passed it."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="falls")
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="falls")
    passed_by = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("group", "at", "pk")

    def __str__(self) -> str:
        return f"{self.entry} · {self.at:%Y-%m-%d}"
