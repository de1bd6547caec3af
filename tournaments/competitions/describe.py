"""The settings of a competition in words: `Description`, and a plan of its stages.

A form that is still being filled in is described by the same words as a stored competition.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from accounts.i18n.time_zones import city, short_date
from accounts.names.display import join_names
from games import house_rules
from games.live.templates import render_template
from games.models.tables import Level
from tournaments.competitions.board_labels import boards_in_words
from tournaments.competitions.format_labels import (
    count_tables,
    format_in_words,
    format_name,
    of_a_knockout,
    other_games_in_words,
    play_in_label,
    rough_duration,
    through_in_words,
)
from tournaments.competitions.round_labels import knockout
from tournaments.competitions.settings import (
    CompetitionSettings,
    estimated_minutes,
    pace,
    rules_in_words,
    waves,
)
from tournaments.competitions.table_labels import ranking_order, scale_in_words
from tournaments.competitions.terms_labels import (
    count_sides,
    fee_in_words,
    who_is_absent,
    who_is_late,
    who_leaves,
)
from tournaments.formats.catalogue import FORMATS, open_for_a_time
from tournaments.formats.format import SeededGroups, StagePlan
from tournaments.formats.later_stages import has_silver, sizes_of
from tournaments.formats.options import GRAND_FINAL, Dealing, FormatOptions
from tournaments.formats.outline import turns
from tournaments.formats.qualification import Intake
from tournaments.formats.ranking_points import LOSS, WIN
from tournaments.models import Competition, Stage
from tournaments.models.competitions import games_in_words


@dataclass(frozen=True)
class Topic:
    """A heading, and what is said under it. A clause needs its heading to be understood."""

    heading: str
    lines: Sequence[str]
    is_clause: bool = False

    @property
    def sentences(self) -> list[str]:
        """The lines as they are said without a heading."""
        return [f"{self.heading}: {line}" if self.is_clause else line for line in self.lines]


@dataclass(frozen=True)
class Description:
    """A competition in words; a page chooses what it shows. Each fact is said here alone."""

    terms: CompetitionSettings | Competition
    shape: FormatOptions

    @classmethod
    def of(cls, terms: CompetitionSettings) -> "Description":
        """Describe settings, also of a form that is not stored yet."""
        return cls(terms, terms.shape)

    @property
    def format(self) -> str:
        """The format and other numbers of games: `4 grupos, pasan 2, final al mejor de 3`."""
        return ", ".join([format_in_words(self.shape), *self._other_games])

    @property
    def matches(self) -> list[str]:
        """What is played: the format and the games of a match, or its boards."""
        if self.terms.boards:
            return [format_in_words(self.shape), *self.boards]
        games = games_in_words(self.terms.best_of, plays_all=self.terms.all_games)
        return [", ".join([format_in_words(self.shape), games, *self._other_games])]

    @property
    def boards(self) -> list[str]:
        """The boards of a match; empty if it is played at one table."""
        return [*boards_in_words(self.terms)] if self.terms.boards else []

    @property
    def topics(self) -> list[Topic]:
        """The settings that matter during play, by topic."""
        return [topic for topic in self._topics() if topic.lines and all(topic.lines)]

    @property
    def plan(self) -> SafeString:
        """The stages of a full field as a picture; "" if there is one."""
        return stage_plan(self.shape, self.terms.cap, self.terms.players_per_side)

    @property
    def _other_games(self) -> list[str]:
        return other_games_in_words(self.shape, self.terms.best_of)

    def _topics(self) -> Iterator[Topic]:
        terms, format_ = self.terms, self.shape.format
        if terms.with_cards:
            text = gettext("Con cartas de verdad: los puntos los lleva el anotador")
            yield Topic(gettext("Mesas"), [text])
        else:
            text = gettext("%(seconds)s segundos por turno") % {"seconds": terms.turn_seconds}
            # Translators: heads the line "30 seconds a turn"
            lines = [text]
            if terms.bank_minutes is not None:
                more = gettext("%(minutes)s minutos para pensar en cada partida, por jugador")
                lines.append(more % {"minutes": terms.bank_minutes})
            yield Topic(pgettext("time for one's turn", "Turno"), lines)
            text = ngettext(
                "Al cabo de %(minutes)s minuto gana quien está",
                "A los %(minutes)s minutos gana quien está",
                terms.sit_down_minutes,
            )
            yield Topic(gettext("Ausencias"), [text % {"minutes": terms.sit_down_minutes}])
        if terms.round_minutes is not None:
            text = gettext(
                "Rondas de %(minutes)s minutos: "
                "a la campana se termina la mano y gana quien va adelante"
            )
            yield Topic(gettext("Rondas"), [text % {"minutes": terms.round_minutes}])
        leaving = who_leaves(format_, terms)
        yield Topic(gettext("Si alguien se retira"), [leaving], is_clause=True)
        sentences = [who_is_absent(self.shape, terms), who_is_late(self.shape, terms)]
        yield Topic(gettext("Rondas libres"), [each for each in sentences if each])
        yield Topic(gettext("Para el ranking"), [stakes(terms)], is_clause=True)


def stakes(terms: CompetitionSettings | Competition) -> str:
    """Describe the ranking points of a match."""
    text = gettext("%(win)s para quien gana, %(loss)s para quien pierde")
    points = text % {"win": WIN, "loss": LOSS}
    if terms.with_cards:
        return points
    if terms.presencial:
        shared = gettext("también con una misma conexión (presencial)")
    else:
        shared = gettext("0 si dos jugadores comparten conexión")
    return f"{points}; {shared}"


def sentences(terms: CompetitionSettings, tables: int | None = None) -> list[str]:
    """Return one sentence for each consequence of the terms, the headline first.

    It is `Hasta 16 parejas, 4 grupos, pasan 2, unas 3 h 20`.
    """
    headline = gettext("Hasta %(sides)s") % {"sides": in_short(terms, tables)}
    others = [sentence for describe in _SENTENCES for sentence in describe(terms)]
    return [headline, *matches(terms, tables), *others]


def in_short(terms: CompetitionSettings, tables: int | None = None, sizes: str = "") -> str:
    """Describe a full field: `7 parejas, 2 grupos, pasan 2 (grupos de 4 y 3), unas 2 h`."""
    sides = count_sides(terms.cap, terms.players_per_side)
    parts = [sides, format_in_words(terms.shape) + sizes]
    return ", ".join(
        [*parts, *other_games_in_words(terms.shape, terms.best_of), length(terms, tables)]
    )


def length(terms: CompetitionSettings, tables: int | None = None) -> str:
    """Return the duration of a full competition: hours at `tables` tables, or rounds of days."""
    if terms.round_days is None:
        return rough_duration(estimated_minutes(terms, tables))
    number = len(waves(terms))
    rounds = ngettext("%(number)s fecha", "%(number)s fechas", number) % {"number": number}
    days = ngettext("%(number)s día", "%(number)s días", terms.round_days)
    return gettext("%(rounds)s de %(days)s") % {
        "rounds": rounds,
        "days": days % {"number": terms.round_days},
    }


def matches(terms: CompetitionSettings, tables: int | None = None) -> Iterator[str]:
    """Yield the number of rounds and matches of a full field, and what the estimate assumes."""
    played = waves(terms)
    number, of_all = len(played), sum(wave.matches for wave in played)
    rounds = ngettext("%(number)s ronda", "%(number)s rondas", number) % {"number": number}
    text = ngettext("%(number)s partido", "%(number)s partidos", of_all) % {"number": of_all}
    if rounds in format_in_words(terms.shape):  # the headline has said them
        yield gettext("%(matches)s en total") % {"matches": text}
    else:
        yield gettext("%(rounds)s, %(matches)s en total") % {"rounds": rounds, "matches": text}
    if terms.round_days is not None:
        return
    game = {"minutes": round(pace(terms).game_minutes)}
    if tables:
        most = max((turns(wave.matches, tables) for wave in played), default=0)
        text = ngettext(
            "Con partidas de unos %(minutes)s minutos y %(tables)s; cada ronda en %(turns)s tanda",
            "Con partidas de unos %(minutes)s minutos y %(tables)s; hay rondas de %(turns)s tandas",
            most,
        )
        yield text % {**game, "tables": count_tables(tables), "turns": most}
    else:
        text = gettext(
            "Con partidas de unos %(minutes)s minutos y mesas para todos a la vez; "
            "con menos mesas dura más"
        )
        yield text % game


def _format(terms: CompetitionSettings) -> Iterator[str]:
    how = FORMATS[terms.shape.format]
    shape = how.settled(terms.shape)
    if terms.season:
        yield gettext("Temporada %(season)s") % {"season": terms.season}
    if terms.round_days and terms.starts_at is None:
        yield gettext("Antes de empezar va a hacer falta el día del comienzo")
    if terms.movers:
        yield ngettext(
            "Sube y baja %(number)s por división",
            "Suben y bajan %(number)s por división",
            terms.movers,
        ) % {"number": terms.movers}
    if GRAND_FINAL in how.choices:
        final = dict(Stage.GRAND_FINALS)[shape.grand_final]
        yield gettext("Gran final: %(how)s") % {"how": final}
    if shape.dealing == Dealing.BRACKET:
        yield gettext("Los grupos se reparten pensando en las llaves")
    if shape.third_place:
        yield gettext("Hay partido por el tercer puesto")
    yield from _counting(terms, shape)


def _counting(terms: CompetitionSettings, shape: FormatOptions) -> Iterator[str]:
    yield from scale_in_words(shape)
    if shape.tie_breaks:
        yield ranking_order(shape.tie_breaks, by_boards=bool(terms.boards))
    if shape.best_next:
        yield gettext("Los de grupos distintos se comparan por partido jugado: puntos y desempates")
    if terms.boards:
        yield from Description.of(terms).boards
    else:
        games = games_in_words(terms.best_of, plays_all=terms.all_games)
        yield gettext("Cada partido %(how)s") % {"how": games}


def _rules(terms: CompetitionSettings) -> Iterator[str]:
    clauses = [clause.words for clause in house_rules.summary(terms.rules)]
    if terms.boards:  # each board seats its own number
        clauses[0] = rules_in_words(terms.rules, terms.board_sizes)
    yield from clauses


def _play(terms: CompetitionSettings) -> Iterator[str]:
    for topic in Description.of(terms).topics:
        yield from topic.sentences
    if not terms.with_cards:
        yield gettext("En las mesas se dice: %(what)s") % {"what": Level(terms.talk).label}


def _entering(terms: CompetitionSettings) -> Iterator[str]:
    yield gettext("Sorteo %(how)s") % {"how": Competition.Seeding(terms.seeding).label}
    if not terms.publishes_alone:
        yield gettext("Cada ronda es un borrador hasta que la publican quienes organizan")
    if terms.approval:
        yield gettext("Quien organiza confirma a cada uno")
    if terms.names_unconfirmed and terms.players_per_side == 1:
        yield gettext("Quien elige su nombre con el QR lo tiene sin que se lo confirmen")
    yield from who_may_enter(terms)
    if terms.late_entries:
        yield (
            gettext("Se puede entrar mientras está abierta")
            if terms.shape.format in open_for_a_time()
            else gettext("Se puede entrar hasta la mitad de las rondas")
        )
    yield from _lists(terms)
    if fee := fee_in_words(terms):
        yield gettext("Precio: %(fee)s") % {"fee": fee}
    prizes = len(terms.prizes.splitlines())
    if prizes:
        yield ngettext("%(number)s premio", "%(number)s premios", prizes) % {"number": prizes}
    if not terms.public:
        yield gettext("Solo la ven el club y quienes juegan")


def who_may_enter(terms: CompetitionSettings | Competition) -> Iterator[str]:
    """Yield the entry restrictions."""
    if terms.members_only:
        yield gettext("Solo se anota gente del club")
    limits = {"least": terms.skill_from, "most": terms.skill_to}
    match terms.skill_from, terms.skill_to:
        case None, None:
            return
        case _, None:
            yield gettext("Para quienes tienen una habilidad de %(least)s o más") % limits
        case None, _:
            yield gettext("Para quienes tienen una habilidad de %(most)s o menos") % limits
        case _:
            yield gettext("Para quienes tienen una habilidad de %(least)s a %(most)s") % limits


def _lists(terms: CompetitionSettings) -> Iterator[str]:
    if terms.reserves:
        text = ngettext(
            "%(number)s suplente por equipo",
            "Hasta %(number)s suplentes por equipo",
            terms.reserves,
        )
        yield text % {"number": terms.reserves}
    if terms.transfers_until:
        at = timezone.localtime(terms.transfers_until)
        text = gettext("Los planteles cambian hasta el %(at)s (hora de %(city)s)")
        yield text % {"at": short_date(at, "j M, H:i"), "city": city(str(at.tzinfo))}


_SENTENCES: Final[tuple[Callable[[CompetitionSettings], Iterator[str]], ...]] = (
    _format,
    _rules,
    _play,
    _entering,
)
OF_A_FINAL = 2
OF_A_MATCH = 2  # a group that is one match: the second is the loser


@dataclass(frozen=True)
class Box:
    """One stage of the plan: where its entries come from, its title, and what is played."""

    comes: str
    title: str
    note: str


@dataclass(frozen=True)
class StagePlanView:
    """The first stage, and the chains of stages after it, side by side."""

    entries: str
    first: Box
    ways: Sequence[Sequence[Box]]

    @classmethod
    def of(cls, shape: FormatOptions, entries: int, players: int) -> "StagePlanView | None":
        """Return the plan for a number of entries; None for one stage or an unplayable format."""
        how = FORMATS[shape.format]
        settled = how.settled(shape)
        plans = how.stages(how.decide(settled, entries))
        if how.has_seasons or not any(plan.takes for plan in plans):
            return None
        if [*how.misfits(settled, entries)]:
            return None
        (dealt,) = how.deal(plans[0].shape, SeededGroups(entries=range(entries)))
        sizes = sizes_of(plans, [len(group) for group in dealt])
        ways: dict[int, list[Box]] = {}
        for plan, (number,) in zip(plans[1:], sizes[1:], strict=True):
            ways.setdefault(plan.tier, []).append(_following(plan, plans, sizes[0], number))
        first = Box("", *_of_all(plans[0].shape, sizes[0]))
        return cls(count_sides(entries, players), first, tuple(ways.values()))


def _of_all(shape: FormatOptions, sizes: Sequence[int]) -> tuple[str, str]:
    if _are_matches(shape, sizes):
        matches = ngettext("%(number)s partido", "%(number)s partidos", len(sizes))
        return gettext("Primera ronda"), matches % {"number": len(sizes)}
    if FORMATS[shape.format].sends_on:
        groups = ngettext("%(number)s grupo", "%(number)s grupos", len(sizes))
        joined = join_names(dict.fromkeys(map(str, sizes)))
        return groups % {"number": len(sizes)}, gettext("de %(sizes)s") % {"sizes": joined}
    return capfirst(format_name(shape.format)), _rounds(shape)


def _are_matches(shape: FormatOptions, sizes: Sequence[int]) -> bool:
    return FORMATS[shape.format].sends_on and set(sizes) == {OF_A_MATCH} and shape.cycles == 1


def _following(
    plan: StagePlan, plans: Sequence[StagePlan], sizes: Sequence[int], number: int
) -> Box:
    assert plan.takes is not None, "the entries are dealt once"
    comes = _describe_intake(plan.takes, plans[0].shape, sizes)
    if not FORMATS[plan.shape.format].play.is_bracket:
        return Box(comes, capfirst(format_name(plan.shape.format)), _rounds(plan.shape))
    title = knockout(plan.tier, has_silver=has_silver(plans))
    places = _places(number - plan.shape.play_in, plan.shape.play_in)
    return Box(comes, title, ", ".join([places, *of_a_knockout(plan.shape)]))


def _places(number: int, play_in: int) -> str:
    """Return the size of a bracket, and the play-in for its last places."""
    of = gettext("llaves de %(number)s") % {"number": number}
    bracket = gettext("la final") if number == OF_A_FINAL else of
    return f"{bracket}, {play_in_label(play_in)}" if play_in else bracket


def _rounds(shape: FormatOptions) -> str:
    if not shape.swiss_rounds:
        return ""
    rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.swiss_rounds)
    return rounds % {"number": shape.swiss_rounds}


def _describe_intake(takes: Intake, first: FormatOptions, sizes: Sequence[int]) -> str:
    if takes.is_rest:
        return gettext("los demás")
    if takes.stage > 1 or not FORMATS[first.format].sends_on:
        return gettext("los %(number)s primeros") % {"number": takes.per_group}
    if _are_matches(first, sizes) and takes.per_group == 1:
        return _winners(len(sizes), takes.best_next)
    return through_in_words(takes.per_group, takes.best_next)


def _winners(number: int, best_losers: int) -> str:
    """Return who passes a first round: `los 6 ganadores + 2 mejores perdedores`."""
    winners = gettext("los %(number)s ganadores") % {"number": number}
    if not best_losers:
        return winners
    best = ngettext("%(number)s mejor perdedor", "%(number)s mejores perdedores", best_losers)
    return f"{winners} + {best % {'number': best_losers}}"


def stage_plan(shape: FormatOptions, entries: int, players: int) -> SafeString:
    """Render the stages of a format; "" if it has one stage."""
    plan = StagePlanView.of(shape, entries, players)
    return mark_safe(render_template("competition/plan", plan=plan) if plan else "")


def has_ended(competition: Competition) -> bool:
    """Return whether the competition was completed, not cancelled."""
    return bool(competition.finished_at) and competition.state != Competition.State.CANCELLED
