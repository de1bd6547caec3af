"""A club's titles, player records, leaderboard seasons and imported history.

Titles (podium places) and records are derived from results. A club dates its own seasons.
`ClubFile` records exports and imports.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from accounts.names.display import NameField
from accounts.names.validation import validate_shown_name
from games.models import Game
from tournaments.models.competitions import Competition
from tournaments.models.entries import Entry
from tournaments.models.matches import Match


class Feat(ChoiceLabels):
    """One player's best of a kind in a club's competitions: in a year, or without one ever."""

    class Kind(models.TextChoices):
        STREAK = "streak", _("Racha más larga")
        COMEBACK = "comeback", _("Mayor remontada")
        ENVIDOS = "envidos", _("Más envidos ganados en una partida")
        YEAR = "year", _("Más envidos ganados en un año")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="feats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="feats"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    year = models.CharField(max_length=4, blank=True)  # of a YEAR always; else empty is ever
    value = models.PositiveIntegerField()
    at = models.DateTimeField()  # when the result was written that made it so
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )  # whose record tells it card by card

    class Meta:
        ordering = ("club", "kind", "year", "-value", "at", "user")
        indexes = (
            models.Index(
                fields=("club", "kind", "year", "-value", "at", "user"), name="feats_by_value"
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("user", "club", "kind", "year"), name="one_best_of_a_kind"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self.kind} {self.year} {self.user} {self.value}"


class Season(models.Model):
    """Some days of a club, the last of them left open or not; two never share a day.

    What was written in them counts by the instants, which are those of the club's clock when its
    days were chosen: a club that moves keeps the seasons it had.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=30, validators=(validate_shown_name,))
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)
    begins_at = models.DateTimeField(editable=False)
    ends_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("club", "-starts_on")
        constraints = (
            models.UniqueConstraint(fields=("club", "begins_at"), name="one_season_at_a_time"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("begins_at")),
                name="a_season_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True, ends_on__isnull=True)
                | Q(ends_at__isnull=False, ends_on__isnull=False),
                name="a_season_has_a_last_day_or_none",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def period(self) -> str:
        """How leaderboards call it: `s12`."""
        return f"s{self.pk}"


STEPS = 3  # of a podium


class Title(models.Model):
    """One place of a finished competition: champion, runner-up, third; several may share one."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="titles")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="titles")
    rank = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("competition", "rank", "pk")
        constraints = (
            models.UniqueConstraint(fields=("competition", "entry"), name="one_title_per_entry"),
            models.CheckConstraint(
                condition=Q(rank__gte=1, rank__lte=STEPS), name="a_title_is_a_step_of_the_podium"
            ),
        )

    def __str__(self) -> str:
        return f"{self.competition}: {self.rank}. {self.entry}"


class PastEvent(models.Model):
    """A competition that was played elsewhere, imported from a file: shown, but never counted.

    The document is a `competition` of `docs/api.md`. It yields no results, points or ratings
    on this site, because the site cannot verify them. Pages read the columns; `digest` is of the
    document as imported, regardless of names erased since.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_events")
    document = models.JSONField()
    imported_at = models.DateTimeField()
    name = NameField(max_length=80)
    finished_at = models.DateTimeField(null=True)
    champion = NameField(max_length=200, blank=True)
    entries = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("club", "pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "digest"), name="past_event_once_per_club"),
        )

    def __str__(self) -> str:
        return self.name


class PastSeries(models.Model):
    """A series that was played elsewhere, imported from a file: shown, but never counted.

    The document is a `series` of `docs/api.md`; `digest` is of the document as imported, regardless
    of names erased since.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_series")
    document = models.JSONField()
    imported_at = models.DateTimeField()
    name = NameField(max_length=60)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("club", "pk")
        verbose_name_plural = "past series"
        constraints = (
            models.UniqueConstraint(fields=("club", "digest"), name="past_series_once_per_club"),
        )

    def __str__(self) -> str:
        return self.name


class ClubFile(ChoiceLabels):
    """A club's file: uploaded and awaiting confirmation (`data`), imported, or exported.

    Imports and exports stay as an audit log: who, when, how many competitions. An uploaded file is
    dropped when the same person uploads another.
    """

    class State(models.TextChoices):
        HELD = "held"
        BROUGHT = "brought"
        TAKEN = "taken"

    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="files")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=7, choices=State)
    at = models.DateTimeField()
    competitions = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    data = models.BinaryField(null=True)

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("by",), condition=Q(state="held"), name="one_file_held_of_a_person"
            ),
            models.CheckConstraint(
                condition=Q(state="held") ^ Q(data__isnull=True), name="data_of_held_files_alone"
            ),
            models.CheckConstraint(
                condition=Q(state="held") | Q(club__isnull=False), name="files_are_of_a_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club} · {self.state} · {self.at}"
