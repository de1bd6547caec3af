"""The ledger of points, ratings, statistics and leaderboards, all derived from results.

A leaderboard covers a period, a club, a format or a family of rules; its lines are sums of the
ledger. Statistics are sums over the ledger and the games of matches played to the end.
"""

from typing import Any, Self, cast

from django.conf import settings
from django.db import models
from django.db.models import Case, OuterRef, Q, Subquery, Sum, Value, When
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from games.models import FigureCounts
from tournaments.models.club_history import Season
from tournaments.models.matches import Match
from tournaments.models.people import Person


class Leaderboard(models.Model):
    """One leaderboard: what is empty is not asked about. It exists once it has had a line.

    It is of competitions, or, by its kind, of casual tables.
    """

    key = models.CharField(max_length=60, unique=True)  # the columns below, joined
    kind = models.CharField(max_length=6, blank=True)
    period = models.CharField(max_length=7, blank=True)  # 2026-11, or the season 2026
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="leaderboards"
    )
    format = models.CharField(max_length=12, blank=True)
    family = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ("key",)
        indexes = (
            models.Index(fields=("format", "family", "club", "period"), name="boards_by_what"),
        )

    def __str__(self) -> str:
        return self.key


class LeaderboardLine(models.Model):
    """One player on one leaderboard, with the totals of the ledger.

    Leaderboards of a club list its persons, those of the whole site list accounts.
    """

    board = models.ForeignKey(Leaderboard, on_delete=models.CASCADE, related_name="lines")
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.RESTRICT, related_name="leaderboard_lines"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="leaderboard_lines",
    )
    points = models.IntegerField()
    matches = models.PositiveIntegerField()  # played to the end
    wins = models.PositiveIntegerField()
    # The same without what organisers wrote down or vouched for.
    table_points = models.IntegerField(default=0)
    table_matches = models.PositiveIntegerField(default=0)
    table_wins = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=("board", "-points", "user", "person"), name="board_by_points"),
            models.Index(
                fields=("board", "-table_points", "user", "person"), name="board_by_table_points"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("user", "board"), name="one_line_per_player"),
            models.UniqueConstraint(fields=("person", "board"), name="one_line_per_person"),
            models.CheckConstraint(
                condition=Q(person__isnull=True, user__isnull=False)
                | Q(person__isnull=False, user__isnull=True),
                name="line_is_of_a_person_or_an_account",
            ),
        )

    def __str__(self) -> str:
        return f"{self.board}: {self.person or self.user} {self.points}"


class PointsEntryQuerySet(models.QuerySet["PointsEntry"]):
    """Reads that several pages and services share."""

    def in_seasons(self) -> Self:
        """Add in which season of its club each line was written (as `season`), by pk; or None."""
        open_then = Q(ends_at__isnull=True) | Q(ends_at__gt=OuterRef("at"))
        own = Season.objects.filter(open_then, club=OuterRef("club"), begins_at__lte=OuterRef("at"))
        return self.annotate(season=Subquery(own.order_by("-begins_at").values("pk")[:1]))

    def summed(
        self, *by: str, player: str = "user_id"
    ) -> models.QuerySet["PointsEntry", dict[str, Any]]:
        """Return per account or person (`player`) `total` points, `played` and `won` matches.

        A line that takes another back takes its match back too. `by` divides the sums further;
        those that begin with `table_` leave out what was written down or vouched for. The reason of
        some lines without points does not tell whether they are of a table; their provenance does.
        """
        sign = Case(When(reversal=True, then=Value(-1)), default=Value(1))
        played = Q(reason__in=PointsEntry.COUNTED)
        unclear = Q(reason__in=PointsEntry.PERHAPS_AT_TABLES)
        of_table = Q(provenance=PointsEntry.Provenance.TABLE)
        at_tables = Q(reason__in=PointsEntry.AT_TABLES) | (unclear & of_table)
        sums = (
            self.order_by()
            .values(player, *by)
            .annotate(
                total=Sum("points"),
                played=Sum(sign, filter=played, default=0),
                table_total=Sum("points", filter=at_tables, default=0),
                table_played=Sum(sign, filter=at_tables, default=0),
                table_won=Sum(sign, filter=at_tables & Q(won=True), default=0),
                won=Sum(sign, filter=played & Q(won=True), default=0),
            )
        )
        return cast("models.QuerySet[PointsEntry, dict[str, Any]]", sums)


class PointsEntry(ChoiceLabels):
    """One line of the ledger, computed from the stored results alone.

    A change of a result only adds rows: one that was taken back keeps its lines, and has others
    that reverse them.
    """

    class Reason(models.TextChoices):
        PLAYED = "played", _("jugado")
        PRESENCIAL = "presencial", _("jugado en un evento presencial")
        BY_HAND = "by-hand", _("anotado a mano")
        SHARED_IP = "shared-ip", _("no puntúa: misma conexión")
        SHORT = "short", _("no puntúa: otra entre los mismos, de menos de tres manos")
        REPEATED = "repeated", _("no puntúa: ya jugaron tres por puntos ese día")
        WALKOVER = "walkover", _("no puntúa: ganado por ausencia")
        ANNULLED = "annulled", _("no puntúa: anulado")
        PRACTICE = "practice", _("no puntúa: jugó un robot")
        AUTOMATIC = "automatic", _("no puntúa: jugó en automático")

    class Provenance(models.TextChoices):
        TABLE = "table", _("jugado en una mesa del sitio, con cuenta")
        CONFIRMED = "confirmed", _("confirmado por una cuenta de cada lado")
        CLUB = "club", _("anotado por el club")

    COUNTED = (
        *(Reason.PLAYED, Reason.PRESENCIAL, Reason.BY_HAND),
        *(Reason.SHARED_IP, Reason.SHORT, Reason.REPEATED, Reason.AUTOMATIC),
    )
    AT_TABLES = (Reason.PLAYED, Reason.SHORT, Reason.REPEATED)
    PERHAPS_AT_TABLES = (Reason.SHARED_IP, Reason.AUTOMATIC)  # also of results written down

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="points")
    # In a competition the person, and the account that gets the points too: the person's, or the
    # one that sat at the table.
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.RESTRICT, related_name="points"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="points",
    )
    number = models.PositiveSmallIntegerField(default=0)  # which of the match's results
    reversal = models.BooleanField(default=False)
    at = models.DateTimeField()  # when that result was written, also for its reversal
    # Where it counts: the month at the club, whose club, the event's format, the family of rules.
    month = models.CharField(max_length=7)  # 2026-11
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    format = models.CharField(max_length=12, blank=True)
    family = models.CharField(max_length=12, blank=True)
    won = models.BooleanField(null=True)  # null: a draw
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=10, choices=Reason)
    provenance = models.CharField(
        max_length=9, choices=Provenance, default=Provenance.CLUB, db_default=Provenance.CLUB
    )

    objects = PointsEntryQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        verbose_name_plural = "points entries"
        indexes = (models.Index(fields=("user", "at", "match"), name="points_in_order"),)
        constraints = (
            models.UniqueConstraint(
                fields=("match", "user", "number", "reversal"), name="points_once_per_result"
            ),
            models.UniqueConstraint(
                fields=("match", "person", "number", "reversal"), name="points_once_per_person"
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False) | Q(user__isnull=False),
                name="points_are_of_somebody",
            ),
            models.CheckConstraint(
                condition=Q(reversal=False, points__gte=0) | Q(reversal=True, points__lte=0),
                name="only_a_reversal_takes_points",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.person or self.user}: {self.points:+d}"

    @property
    def player_name(self) -> str:
        """Return the player's name for public pages."""
        return str(self.user) if self.person is None else self.person.public_name


class VerifiedClub(models.Model):
    """A club whose written results count on the leaderboards of the whole site."""

    club = models.OneToOneField(
        Club, primary_key=True, on_delete=models.CASCADE, related_name="verification"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )  # the operator; None if two clubs verified it, or if it had results in release 0.7.0
    vouched = models.BooleanField(default=False, db_default=False)  # two clubs verified it
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.club)


class RingReview(ChoiceLabels):
    """A group of accounts that may be a ring, which a person has to look at.

    The games of an open or confirmed review do not count on the leaderboards of the whole site.
    """

    class State(models.TextChoices):
        OPEN = "open", _("espera a una persona")
        CONFIRMED = "confirmed", _("no cuentan")
        DISMISSED = "dismissed", _("cuentan")

    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    found_at = models.DateTimeField()
    signs = models.JSONField()  # by `tournaments.ranking.rings.Sign`, from 0 to 1
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-found_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(state="open", decided_by__isnull=True, decided_at__isnull=True)
                | Q(state__in=("confirmed", "dismissed"), decided_at__isnull=False),
                name="decided_ring_has_its_hour",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk} {self.state}"


class HeldMatch(models.Model):
    """A game of a possible ring; its ledger lines do not count for the whole site."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="hold"
    )
    review = models.ForeignKey(RingReview, on_delete=models.CASCADE, related_name="held")

    def __str__(self) -> str:
        return str(self.match_id)


class ClubVoucher(models.Model):
    """A verified club says that another one is real; two of them verify it."""

    NEEDED = 2

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="vouchers")
    by_club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="vouchers_given")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("club", "at")
        constraints = (
            models.UniqueConstraint(fields=("club", "by_club"), name="one_voucher_per_club"),
            models.CheckConstraint(
                condition=~Q(club=models.F("by_club")), name="no_club_vouches_for_itself"
            ),
        )

    def __str__(self) -> str:
        return f"{self.by_club} → {self.club}"


class RatingChange(models.Model):
    """A person's skill rating after one match, in the order of (at, match)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    number = models.PositiveSmallIntegerField(default=0)  # which of the match's results
    at = models.DateTimeField()  # when that result was written
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("match", "pk")
        indexes = (models.Index(fields=("user", "at", "match"), name="ratings_in_order"),)
        constraints = (
            models.UniqueConstraint(fields=("match", "user"), name="one_rating_change_per_match"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}: {self.mu:.1f}"


class PlayerStanding(models.Model):
    """A player's totals: sums over the whole ledger and the latest rating, cached."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="standing",
    )
    points = models.IntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)  # played to the end
    wins = models.PositiveIntegerField(default=0)
    mu = models.FloatField()
    sigma = models.FloatField()

    def __str__(self) -> str:
        return f"{self.user}: {self.points}"


class RankingTurn(models.Model):
    """The row that a writer of the ranking locks: ratings depend on the order of results."""

    # Whether the derived records have to be recomputed: the ledger is older than these columns.
    outdated = models.BooleanField(default=False)
    # Ratings are still to be replayed from this result on: when it was written, and its match.
    replay_at = models.DateTimeField(null=True, blank=True)
    replay_match = models.BigIntegerField(null=True, blank=True)
    replayed_at = models.DateTimeField(null=True, blank=True)  # time of the last replay step
    writers = models.PositiveBigIntegerField(default=0)  # how often the ranking was written

    def __str__(self) -> str:
        return "ranking"


class PlayerStatistics(FigureCounts):
    """One player's figures in one family of rules; without a family in all of them together."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="statistics"
    )
    family = models.CharField(max_length=12, blank=True)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)  # matches won in a row, up to the last
    best_streak = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("user", "family")
        verbose_name_plural = "player statistics"
        constraints = (
            models.UniqueConstraint(fields=("user", "family"), name="one_row_per_family"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.family}"
