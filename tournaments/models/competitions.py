"""Competitions and their places, absences, permissions and short codes.

A competition is one event of one club. The database enforces its capacity. A short code is the
competition's number, permuted, in characters that are not easily confused. It is computed in both
directions and not stored. Most codes are unassigned, so a typo seldom leads to another
competition.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Final, Self

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club, Membership, User
from accounts.names.validation import validate_shown_name
from games.engine import Rules, make_rules
from games.models.tables import Level
from tournaments.formats import options as formats_options
from tournaments.formats import swiss_field
from tournaments.formats.club_match import read_boards
from tournaments.formats.format import FEWEST, MOST
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Outcome
from tournaments.formats.points_scale import (
    CHESS_SCALE,
    misfits_of_scale,
    scale_of,
    write_figure,
)
from tournaments.formats.results_table import Edition
from tournaments.formats.series import LONGEST_ROUND, SHORTEST_ROUND
from tournaments.formats.series_table import MOST_WEIGHT, NORMAL_WEIGHT
from tournaments.formats.withdrawal import WithdrawalPolicy
from tournaments.models.entries import Entry, RosterPlayer
from tournaments.models.venues import HallTable, bounds, validate_boards, within

SIGNS: Final = "23456789bcdfghjkmnpqrstvwxyz"  # no 0 and o, no 1, i and l, no vowels: no words
SHORTEST: Final = 4
SPREAD: Final = 397_337  # a prime; it divides no power of the number of signs


BEST_OF: Final = (
    (1, _("a una partida")),
    (3, _("al mejor de tres")),
    (5, _("al mejor de cinco")),
    (7, _("al mejor de siete")),
    (9, _("al mejor de nueve")),
)
ALL_GAMES: Final = {
    2: _("a dos partidas"),
    3: _("a tres partidas"),
    4: _("a cuatro partidas"),
    5: _("a cinco partidas"),
    6: _("a seis partidas"),
    7: _("a siete partidas"),
    9: _("a nueve partidas"),
}
"""Numbers of games if all of them are played: an even number may end level."""


def games_in_words(best_of: int, *, plays_all: bool) -> str:
    """Return how many games a match has: `al mejor de tres`, `a tres partidas`."""
    is_fixed = best_of % 2 == 0 or (plays_all and best_of > 1)
    return str(ALL_GAMES[best_of] if is_fixed else dict(BEST_OF)[best_of])


def code_of(number: int) -> str:
    """Return the code of the competition with that number."""
    length = SHORTEST
    while number >= len(SIGNS) ** length:
        length += 1
    rest, signs = number * SPREAD % len(SIGNS) ** length, ""
    for _position in range(length):
        rest, sign = divmod(rest, len(SIGNS))
        signs += SIGNS[sign]
    return signs


def number_of(code: str) -> int | None:
    """Return the number behind a code, however it is spelled; None if there is none."""
    signs = [sign for sign in code.lower() if sign not in " -"]
    if not SHORTEST <= len(signs) <= 2 * SHORTEST or not set(signs) <= set(SIGNS):
        return None
    shuffled = 0
    for sign in reversed(signs):
        shuffled = shuffled * len(SIGNS) + SIGNS.index(sign)
    size = len(SIGNS) ** len(signs)
    number = shuffled * pow(SPREAD, -1, size) % size
    return number if code_of(number) == "".join(signs) else None


class Leaving(models.TextChoices):
    """Policies for the matches of an entry that withdraws from a table."""

    HALF = WithdrawalPolicy.HALF, _("se anulan sus partidos si jugó menos de la mitad")
    WALKOVER = WithdrawalPolicy.WALKOVER, _("pierde los partidos que le quedan")
    ANNUL = WithdrawalPolicy.ANNUL, _("se anulan todos sus partidos")


class ByePoints(models.TextChoices):
    """Scores of a requested bye, as columns store them."""

    NONE = swiss_field.ByePoints.NONE, _("no suma")
    HALF = swiss_field.ByePoints.HALF, _("suma ½ punto")
    FULL = swiss_field.ByePoints.FULL, _("suma 1 punto")


class AskedBye(models.TextChoices):
    """Results of a requested bye."""

    FULL = Outcome.BYE, _("libre pedida: 1 punto")
    HALF = Outcome.HALF_BYE, _("libre pedida: ½ punto")
    NONE = Outcome.ZERO_BYE, _("ausente")


def bye_in_words(outcome: Outcome, shape: FormatOptions) -> str:
    """Say what a table gives for a round without play: `½ punto`, `3 puntos`."""
    if shape.by_tantos:
        if outcome == Outcome.HALF_BYE:
            return gettext("la mitad de los tantos de un partido ganado")
        return gettext("los tantos de un partido ganado")
    is_wrong = next(misfits_of_scale(shape), None) is not None  # of a form
    points = (CHESS_SCALE if is_wrong else scale_of(shape)).points(outcome)
    return points_in_words(points)


def points_in_words(points: float) -> str:
    """Write points of a table with their noun: `½ punto`, `3 puntos`."""
    text = ngettext("%(points)s punto", "%(points)s puntos", 1 if 0 < points <= 1 else 2)
    return text % {"points": write_figure(points)}


class Currency(models.TextChoices):
    """Currencies of a fee, by ISO 4217; the label is how it is written before an amount."""

    PESO = "ARS", "$"
    URUGUAYAN = "UYU", "$U"
    REAL = "BRL", "R$"
    EURO = "EUR", "€"
    DOLLAR = "USD", "US$"


class FeePer(models.TextChoices):
    """The payers of the fee: each player, or the entry together."""

    PERSON = "person", _("por persona")
    ENTRY = "entry", _("por pareja o equipo")


MOST_FEE: Final = 9_999_999
WHOLE_POT: Final = 100


def read_prize_shares(text: str) -> tuple[int, ...]:
    """Return the percentages of the takings, from the first prize; raises ValueError."""
    return tuple(int(share) for share in text.split(",")) if text.strip() else ()


def validate_prize_shares(text: str) -> None:
    """Refuse anything but whole percentages that sum to 100 at most."""
    try:
        shares = read_prize_shares(text)
    except ValueError:
        shares = (0,)
    if any(share < 1 for share in shares) or sum(shares) > WHOLE_POT:
        raise ValidationError(
            _("Van porcentajes enteros separados por comas que sumen 100 o menos: 50,30,20."),
            code="shares",
        )


class EarlyEnd(models.TextChoices):
    """The way to name the champion of a competition that organisers ended early."""

    STANDINGS = "standings", _("el primero por lo jugado")
    SEED = "seed", _("quien llegó más lejos y, si son varios, el mejor ubicado en el sorteo")
    NOBODY = "nobody", _("sin campeón")


DESK: Final = "desk"  # the role of such a post (`Official`)


@lru_cache(maxsize=256)
def _rules_of(preset: str, options: tuple[tuple[str, str], ...]) -> Rules:
    """Build the rules of a preset once; pages ask for them with each row."""
    return make_rules(preset, dict(options))


def run_by(user: User | AnonymousUser, along: str = "") -> Q:
    """Filter for competitions that a user runs; `along` is the lookup prefix to the competition."""
    if not user.is_authenticated:
        return Q(pk__in=())
    clubs, posts = Club.objects.organised_by(user), user.posts.filter(role=DESK)
    return Q(**{f"{along}club__in": clubs}) | Q(**{f"{along}pk__in": posts.values("competition")})


class CompetitionQuerySet(models.QuerySet["Competition"]):
    """Reads that several pages and tasks share."""

    def public(self) -> Self:
        """Return the competitions that anybody may follow; drafts are left out."""
        return self.filter(public=True, rehearsal="").exclude(state=self.model.State.DRAFT)

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Return what a reader may see: public competitions, and those of their clubs or entries.

        Officials see what they judge or score in; drafts and rehearsals are their organisers' own.
        """
        if not user.is_authenticated:
            return self.public()
        theirs = Q(club__in=user.memberships.values("club"))
        played = Q(pk__in=RosterPlayer.objects.filter(user=user).values("competition"))
        served = Q(pk__in=user.posts.values("competition"))
        visible = Q(Q(public=True) | theirs | played | served, ~Q(state="draft"), rehearsal="")
        return self.filter(visible | run_by(user))

    def with_role_of(self, user: User | AnonymousUser) -> Self:
        """Annotate whether a user runs each row (`organised`), and their entry (`own_id`)."""
        run = self.model.objects.filter(run_by(user), pk=OuterRef("pk"))
        places = RosterPlayer.objects.filter(user=user.pk, competition=OuterRef("pk"))
        return self.annotate(
            organised=Exists(run),
            own_id=Subquery((places if user.pk else places.none()).values("entry")[:1]),
        )

    def by_state(self) -> Self:
        """Order by what matters most now (`urgency`), then the newest first."""
        listed = enumerate(self.model.LISTED)
        places = [When(state=state, then=Value(place)) for place, state in listed]
        return self.annotate(urgency=Case(*places)).order_by("urgency", "-created_at", "-pk")

    def for_lists(self) -> Self:
        """Load what lists show of each competition: club, champion, number of entries, demo.

        Apply it to the listed rows only: the counts are computed for every row that is sorted.
        """
        return self.counted().with_demo().select_related("club", "champion")

    def with_demo(self) -> Self:
        """Add whether each is of the site's demo club, where robots play (`is_demo`)."""
        of_robots = Membership.objects.of_demo().filter(club=OuterRef("club"))
        return self.annotate(is_demo=Exists(of_robots))

    def archived(self) -> Self:
        """Return the archived competitions, latest first."""
        return self.filter(state=self.model.State.ARCHIVED).order_by("-finished_at", "-pk")

    def counted(self) -> Self:
        """Add how many entries are confirmed (as `entered`)."""
        own = Entry.objects.filter(competition=OuterRef("pk"), place__isnull=False)
        number = own.order_by().values("competition").annotate(number=Count("pk"))
        return self.annotate(entered=Coalesce(Subquery(number.values("number")), 0))

    def undecided_in(self, club: Club) -> Self:
        """Return the competitions of a club that are not over: their names differ."""
        return self.filter(club=club).exclude(state__in=self.model.OVER)

    def running(self) -> Self:
        """Return the competitions in which matches are called."""
        return self.filter(state=self.model.State.RUNNING)


class Competition(ChoiceLabels):
    """One event of one club, from its announcement to its champion."""

    class State(models.TextChoices):
        DRAFT = "draft", _("en preparación")
        REGISTRATION = "registration", _("inscripción abierta")
        CHECK_IN = "check-in", _("acreditación")
        DRAWN = "drawn", _("sorteada")
        RUNNING = "running", _("en juego")
        PAUSED = "paused", _("en pausa")
        FINISHED = "finished", _("terminada")
        CANCELLED = "cancelled", _("cancelada")
        ARCHIVED = "archived", _("archivada")

    LISTED = (
        State.RUNNING, State.PAUSED, State.DRAWN, State.CHECK_IN, State.REGISTRATION, State.DRAFT,
        State.FINISHED, State.CANCELLED, State.ARCHIVED,
    )  # fmt: skip
    DRAWABLE = (State.REGISTRATION, State.CHECK_IN)
    UNDRAWN = (State.DRAFT, *DRAWABLE)
    GOING = (State.RUNNING, State.PAUSED)
    IN_PROGRESS = (State.DRAWN, *GOING)
    CORRECTABLE = (*IN_PROGRESS, State.FINISHED)
    COMPLETED = (State.FINISHED, State.ARCHIVED)
    OVER = (*COMPLETED, State.CANCELLED)

    class Seeding(models.TextChoices):
        RATING = "rating", _("por ranking")
        RANDOM = "random", _("al azar")
        MANUAL = "manual", _("a mano")
        PREVIOUS = "previous", _("por la edición anterior")

    class Rehearsal(models.TextChoices):
        NONE, EVENT, CLUB = "", "event", "club"  # alone, or with a club that was opened for it

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(_("nombre"), max_length=80, validators=(validate_shown_name,))
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    preset = models.CharField(_("reglamento"), max_length=24)
    options = models.JSONField(_("opciones del reglamento"), default=dict, blank=True)
    cap = models.PositiveSmallIntegerField(
        _("cupo"), default=16, validators=within(FEWEST, MOST), help_text=_("De 2 a 1000.")
    )
    best_of = models.PositiveSmallIntegerField(
        _("cada partido"), choices=[*BEST_OF, *((n, ALL_GAMES[n]) for n in (2, 4, 6))], default=1
    )
    all_games = models.BooleanField(
        _("se juegan todas las partidas"),
        default=False,
        db_default=False,
        help_text=_(
            "También las que ya no deciden. Con una cantidad par puede haber empate en la tabla;"
            " en una llave, si quedan iguales, se juega una más."
        ),
    )
    boards = models.CharField(
        _("mesas de cada encuentro"),
        max_length=17,
        blank=True,
        default="",
        db_default="",
        validators=(validate_boards,),
        help_text=_(
            "Club contra club: cuántos de cada lado juegan en cada mesa. Con 2,2,1 son dos parejas"
            " y un individual. Vacío: una sola mesa."
        ),
    )
    first_board_decides = models.BooleanField(
        _("a igual cantidad, gana quien ganó la primera mesa"),
        default=False,
        db_default=False,
        help_text=_("Si no, se juega una mesa más, el desempate."),
    )
    level_stands = models.BooleanField(
        _("a igual cantidad, empate en la tabla"),
        default=False,
        db_default=False,
        help_text=_("El encuentro queda empatado. En una llave se desempata igual."),
    )
    turn_seconds = models.PositiveSmallIntegerField(
        _("segundos por turno"), default=30, validators=within(15, 120), help_text=_("De 15 a 120.")
    )
    bank_minutes = models.PositiveSmallIntegerField(
        _("minutos para pensar por partida"),
        null=True,
        blank=True,
        validators=within(2, 60),
        help_text=_(
            "Para cada jugador. Cuando se le acaban, sus turnos duran diez segundos. Vacío: solo"
            " el límite de cada turno."
        ),
    )
    sit_down_minutes = models.PositiveSmallIntegerField(
        _("minutos para sentarse"),
        default=10,
        validators=within(1, 120),
        help_text=_("Desde que se llama al partido; después gana quien está."),
    )
    talk = models.CharField(
        _("lo que se dice en las mesas"),
        max_length=7,
        choices=Level,
        default=Level.PHRASES,
        help_text=_("Aparte de los cantos y las señas. Vale para las mesas que se abran."),
    )
    starts_at = models.DateTimeField(_("comienzo"), null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, editable=False)  # by operators: not public
    presencial = models.BooleanField(
        _("presencial"),
        default=False,
        help_text=_("En un salón, con una misma conexión: igual se suman puntos."),
    )
    with_cards = models.BooleanField(
        _("con cartas de verdad"),
        default=False,
        help_text=_("En mesas de verdad: el sitio solo lleva los puntos y el cuadro."),
    )
    # Whether players without an account choose their name from the list of entries.
    names_by_qr = models.BooleanField(_("nombres por QR"), default=False, editable=False)
    names_unconfirmed = models.BooleanField(
        _("en individuales, sin confirmar"),
        default=False,
        help_text=_("Quien elige su nombre con el QR del salón lo tiene enseguida."),
    )
    # As its format has it.
    changing_partners = models.BooleanField(default=False, db_default=False, editable=False)
    public = models.BooleanField(
        _("pública"), default=True, help_text=_("La ve todo el mundo, también sus mesas.")
    )
    approval = models.BooleanField(
        _("confirmar a cada uno"),
        default=False,
        help_text=_("Quien se anota espera tu visto bueno."),
    )
    members_only = models.BooleanField(
        _("solo para gente del club"),
        default=False,
        db_default=False,
        help_text=_("Quien organiza puede anotar también a otra gente."),
    )
    skill_from = models.PositiveSmallIntegerField(
        _("habilidad desde"),
        null=True,
        blank=True,
        validators=within(0, 100),
        help_text=_("La que muestra la página de cada persona. Quien empieza tiene 0."),
    )
    skill_to = models.PositiveSmallIntegerField(
        _("habilidad hasta"),
        null=True,
        blank=True,
        validators=within(0, 100),
        help_text=_("Vacío: sin tope. Vale al anotarse; después nadie queda afuera."),
    )
    late_entries = models.BooleanField(
        _("inscripción tardía"),
        default=False,
        help_text=_("Se puede entrar hasta la mitad de las rondas."),
    )
    reserves = models.PositiveSmallIntegerField(
        _("suplentes por equipo"), default=0, validators=within(0, 3)
    )
    transfers_until = models.DateTimeField(
        _("transferencias hasta"),
        null=True,
        blank=True,
        help_text=_("Hasta cuándo cambian los planteles. Vacío: hasta el sorteo, salvo suplentes."),
    )
    publishes_alone = models.BooleanField(
        _("publicar por sí sola"),
        default=True,
        help_text=_("Cada ronda se publica apenas está; si no, antes la mirás en borrador."),
    )
    keep_apart = models.BooleanField(_("separar a los del mismo club"), default=True)
    venue = models.CharField(
        _("lugar"),
        max_length=80,
        blank=True,
        default="",
        db_default="",
        validators=(validate_shown_name,),
    )
    address = models.CharField(
        _("dirección"),
        max_length=120,
        blank=True,
        default="",
        db_default="",
        validators=(validate_shown_name,),
        help_text=_("Calle, número y ciudad: con eso se busca en el mapa."),
    )
    fee = models.DecimalField(
        _("precio"),
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        validators=within(0, MOST_FEE),
        help_text=_("Vacío: no se cobra, y nadie debe nada."),
    )
    currency = models.CharField(
        _("moneda"), max_length=3, choices=Currency, default=Currency.PESO, db_default=Currency.PESO
    )
    fee_per = models.CharField(
        _("se paga"), max_length=6, choices=FeePer, default=FeePer.PERSON, db_default=FeePer.PERSON
    )
    fee_includes = models.CharField(
        _("qué incluye"),
        max_length=120,
        blank=True,
        default="",
        db_default="",
        validators=(validate_shown_name,),
        help_text=_("Por ejemplo: empanadas y una bebida."),
    )
    prizes = models.TextField(
        _("premios"),
        max_length=1000,
        blank=True,
        help_text=_("Uno por línea, del primero al último."),
    )
    prize_shares = models.CharField(
        _("pozo en porcentajes"),
        max_length=40,
        blank=True,
        default="",
        db_default="",
        validators=(validate_prize_shares,),
        help_text=_(
            "De lo que se junta, del primero al último: con 50,30,20 se reparte todo. Lo que falta"
            " hasta 100 queda para el club."
        ),
    )
    description = models.TextField(
        _("descripción"),
        max_length=4000,
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "Un renglón en blanco separa párrafos; **negrita**, - para una lista,"
            " [texto](https://…) para un enlace."
        ),
    )
    season = models.CharField(
        _("temporada"), max_length=30, blank=True, validators=(validate_shown_name,)
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("minutos por ronda"),
        null=True,
        blank=True,
        validators=within(SHORTEST_ROUND, LONGEST_ROUND),
        help_text=_("De 10 a 180. A la campana se termina la mano y gana quien va adelante."),
    )
    round_days = models.PositiveSmallIntegerField(
        _("días por fecha"),
        null=True,
        blank=True,
        validators=bounds(formats_options.ROUND_DAYS),
        help_text=_("Vacío: se juega de corrido, una fecha tras otra."),
    )
    # Whether organisers chose its playing days; those of `round_days` are made at the draw.
    has_own_days = models.BooleanField(default=False, db_default=False, editable=False)
    available_minutes = models.PositiveSmallIntegerField(
        _("minutos disponibles"),
        null=True,
        blank=True,
        validators=within(10, 1440),
        help_text=_("Desde el comienzo. Si el final pasa esa hora, antes del sorteo se avisa."),
    )
    movers = models.PositiveSmallIntegerField(
        _("suben y bajan"),
        default=0,
        validators=bounds(formats_options.MOVERS),
        help_text=_("De una división a otra, al terminar la temporada."),
    )
    previous = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="next_season",
        editable=False,
    )
    series = models.ForeignKey(
        "Series",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="competitions",
        editable=False,
    )
    series_weight = models.PositiveSmallIntegerField(
        _("peso en el circuito, en %"),
        default=NORMAL_WEIGHT,
        db_default=NORMAL_WEIGHT,
        validators=within(1, MOST_WEIGHT),
        editable=False,
    )
    # The event of the same series whose points those of this one replace.
    defends = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="defended_by",
        editable=False,
    )
    leaving = models.CharField(
        _("si alguien se retira"), max_length=8, choices=Leaving, default=Leaving.HALF
    )
    bye_points = models.CharField(
        _("una ronda libre pedida"), max_length=4, choices=ByePoints, default=ByePoints.HALF
    )
    byes = models.PositiveSmallIntegerField(
        _("rondas libres por inscripción"),
        default=1,
        validators=bounds(formats_options.BYES),
        help_text=_("Las que puede pedir cada uno. Más ausencias no suman; con 0 no se ofrecen."),
    )
    late_points = models.CharField(
        _("una ronda perdida por llegar tarde"),
        max_length=4,
        choices=ByePoints,
        default=ByePoints.NONE,
        db_default=ByePoints.NONE,
        help_text=_("Lo que suma quien entra después del sorteo, por cada ronda que no jugó."),
    )
    seeding = models.CharField(_("sorteo"), max_length=8, choices=Seeding, default=Seeding.RATING)
    hall_tables = models.ManyToManyField(
        HallTable, related_name="competitions", blank=True, editable=False
    )  # of its club's room; with none its matches bear numbers alone
    rehearsal = models.CharField(max_length=5, choices=Rehearsal, blank=True, editable=False)
    draw_seed = models.CharField(max_length=64, blank=True, editable=False)
    # The edition of FIDE C.07 that its tables follow; the draw sets it. Those drawn before the
    # column existed keep the edition of their tables.
    tie_break_edition = models.PositiveSmallIntegerField(
        default=Edition.AUGUST_2024, db_default=Edition.AUGUST_2024, editable=False
    )
    champion = models.ForeignKey(
        "Entry", null=True, blank=True, on_delete=models.RESTRICT, related_name="+", editable=False
    )
    # Set if organisers ended it before its last match; empty if it is played out.
    early_end = models.CharField(
        max_length=9, choices=EarlyEnd, blank=True, default="", db_default="", editable=False
    )
    # Its end has changed.
    awaits_titles = models.BooleanField(default=False, db_default=False, editable=False)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(  # while it is paused, or since it ended in a pause
        null=True, blank=True, editable=False
    )
    paused_for = models.DurationField(  # before that, in all
        default=timedelta(), db_default=timedelta(), editable=False
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        indexes = (models.Index(fields=("state", "-created_at"), name="competitions_by_state"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    state__in=("draft", "registration", "check-in", "cancelled", "archived")
                )
                | ~Q(draw_seed=""),
                name="drawn_competition_has_seed",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("finished", "archived")) | Q(champion__isnull=True),
                name="champion_only_at_the_end",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def games_in_words(self) -> str:
        """Return how many games a match of a table has."""
        return games_in_words(self.best_of, plays_all=self.all_games)

    @property
    def most_tantos(self) -> int:
        """The points of the games that win a match."""
        return self.rules.target * self.rules.legs_to_win * (self.best_of // 2 + 1)

    @property
    def rules(self) -> Rules:
        """Return the rules as a value of the engine."""
        return _rules_of(self.preset, tuple(self.options.items()))

    def is_run_by(self, user: User | AnonymousUser) -> bool:
        """Return whether a user may act as organiser here; club-wide powers are not included."""
        return self.club.can_organise(user) or (
            user.is_authenticated and user.posts.filter(role=DESK, competition=self.pk).exists()
        )

    code = property(lambda self: code_of(self.pk), doc="What people write down: `k7qm`.")

    @property
    def board_sizes(self) -> tuple[int, ...]:
        """Return the number of players per side at each board; empty if a match has one table."""
        return read_boards(self.boards)

    @property
    def players_per_side(self) -> int:
        """Return the roster size:

        half a table, the players of all boards, or one if partners change.
        """
        if self.changing_partners:
            return 1
        return sum(self.board_sizes) or self.rules.seats // 2

    @property
    def named_per_side(self) -> int:
        """Return how many people the name of a match's side means, for the number of its verbs:

        half a table, two entries if partners change; one where clubs play at several boards.
        """
        return 1 if self.boards else self.rules.seats // 2

    @property
    def named_per_entry(self) -> int:
        """Return the same for the name of an entry."""
        return 1 if self.changing_partners else self.named_per_side

    @property
    def location(self) -> str:
        """Return the place and its address in one line; "" if neither is known."""
        return ", ".join(filter(None, (self.venue, self.address)))

    @property
    def amount_due(self) -> Decimal:
        """Return what one entry pays; 0 where no fee is set."""
        people = self.players_per_side if self.fee_per == FeePer.PERSON else 1
        return (self.fee or Decimal(0)) * people

    is_of_teams = property(lambda self: self.players_per_side > 2, doc="Larger ones than pairs.")

    @property
    def is_open_to_all(self) -> bool:
        """Whether a stranger may follow it."""
        return self.public and not self.rehearsal and self.state != self.State.DRAFT

    @property
    def can_claim_names(self) -> bool:
        """Whether players can claim names by QR now."""
        is_stopped = self.is_over or self.with_cards or self.rehearsal
        return self.names_by_qr and not is_stopped and self.state != self.State.DRAFT

    def count_tables(self) -> int | None:
        """Count the tables that it can use now; None if it uses no tables of a hall."""
        if hasattr(self, "usable_tables"):  # read with the competition
            return self.usable_tables or None
        return self.hall_tables.filter(is_out=False).count() or None

    @property
    def is_dated(self) -> bool:
        """Whether its rounds are played on days of their own, instead of one after the other."""
        return self.has_own_days or self.round_days is not None

    def time_played(self, now: datetime) -> timedelta:
        """Return the time since the start, without pauses; nothing before it."""
        if self.started_at is None:
            return timedelta()
        return (self.paused_at or now) - self.started_at - self.paused_for

    def instant_after(self, seconds: float) -> datetime | None:
        """Return when it was played for so long; None before the start.

        The current pause is not counted.
        """
        if self.started_at is None:
            return None
        return self.started_at + self.paused_for + timedelta(seconds=seconds)

    @property
    def is_drawn(self) -> bool:
        """Whether the draw has been made."""
        return bool(self.draw_seed)

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen in it any more."""
        return self.state in self.OVER

    @property
    def is_completed(self) -> bool:
        """Whether it was played to its end."""
        return self.state in self.COMPLETED


class PlaceQuerySet(models.QuerySet["Place"]):
    """Reads that several services share."""

    def free(self) -> Self:
        """Return the free places, lowest number first."""
        return self.filter(entry__isnull=True).order_by("number")


class Place(models.Model):
    """One place of a competition.

    It has as many rows as its cap, so entries cannot exceed the cap.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()

    objects = PlaceQuerySet.as_manager()

    class Meta:
        ordering = ("competition", "number")
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="one_place_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"
