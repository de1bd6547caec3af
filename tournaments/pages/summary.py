"""What the terms of a competition come to, in words, while they are still being filled in."""

from collections.abc import Callable, Iterator
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.values.dates import short_date
from accounts.values.zones import city
from games import house_rules
from games.talk.levels import Level
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.choices import GRAND_FINAL
from tournaments.formats.shape import Shape
from tournaments.forms.terms.competition import CompetitionForm
from tournaments.models import Competition, Stage
from tournaments.pages.estimate import estimated_minutes, pace, waves
from tournaments.services.competition.terms import Terms
from tournaments.wording import by_boards, refusals, tie_breaks
from tournaments.wording.formats import duration, final_in_words, format_in_words
from tournaments.wording.leaving import who_is_absent, who_leaves

BestOf = Competition.BestOf


def summary(form: CompetitionForm) -> list[str]:
    """Return one sentence for each thing that follows; none as long as the terms do not hold."""
    terms = form.proposed()
    return [] if terms is None else sentences(terms)


def sentences(terms: Terms) -> list[str]:
    """Return one sentence for each thing that follows from terms, the whole in one first."""
    return [sentence for told in _SENTENCES for sentence in told(terms)]


def _headline(terms: Terms) -> Iterator[str]:
    """Say it as a poster would: `Hasta 16 parejas, 4 grupos, pasan 2, unas 3 h 20`."""
    sides = refusals.sides(terms.cap, terms.players_per_side)
    said = [gettext("Hasta %(sides)s") % {"sides": sides}, format_in_words(terms.shape)]
    yield ", ".join([*said, *final_in_words(terms.shape, terms.best_of), length(terms)])


def length(terms: Terms, tables: int | None = None) -> str:
    """Say how long a full field takes at so many tables: hours, or rounds of days."""
    if terms.round_days is None:
        return duration(estimated_minutes(terms, tables))
    rounds = len(waves(terms))
    told = ngettext("%(number)s fecha", "%(number)s fechas", rounds) % {"number": rounds}
    days = ngettext("%(number)s día", "%(number)s días", terms.round_days)
    return gettext("%(rounds)s de %(days)s") % {
        "rounds": told,
        "days": days % {"number": terms.round_days},
    }


def matches(terms: Terms) -> Iterator[str]:
    """Count rounds and matches of a full field, and say what the estimate assumes."""
    played = waves(terms)
    number, of_all = len(played), sum(wave.matches for wave in played)
    rounds = ngettext("%(number)s ronda", "%(number)s rondas", number) % {"number": number}
    told = ngettext("%(number)s partido", "%(number)s partidos", of_all) % {"number": of_all}
    yield gettext("%(rounds)s, %(matches)s en total") % {"rounds": rounds, "matches": told}
    if terms.round_days is None:
        game = {"minutes": round(pace(terms).game_minutes)}
        yield (
            gettext(
                "Con partidas de unos %(minutes)s minutos y mesas para todos a la vez; "
                "con menos mesas dura más"
            )
            % game
        )


def _format(terms: Terms) -> Iterator[str]:
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
    if shape.third_place:
        yield gettext("Hay partido por el tercer puesto")
    yield from _counting(terms, shape)


def _counting(terms: Terms, shape: Shape) -> Iterator[str]:
    if shape.tie_breaks:
        yield tie_breaks.order(shape.tie_breaks, by_boards=bool(terms.boards))
    if shape.best_next:
        yield gettext("Los de grupos distintos se comparan por partido jugado: puntos y desempates")
    if terms.boards:
        yield from by_boards.in_words(terms.board_sizes, first_decides=terms.first_board_decides)
    else:
        yield gettext("Cada partido %(how)s") % {"how": BestOf(terms.best_of).label}


def _not_there(terms: Terms) -> Iterator[str]:
    """Say what becomes of who leaves, and of who misses a round."""
    how, absent = (told(terms.shape.format, terms) for told in (who_leaves, who_is_absent))
    if how:
        yield gettext("Si alguien se retira: %(how)s") % {"how": how}
    if absent:
        yield absent


def _rules(terms: Terms) -> Iterator[str]:
    clauses = [clause.words for clause in house_rules.summary(terms.rules)]
    if terms.boards:  # each board seats its own number
        clauses[0] = refusals.rules(terms.rules, terms.board_sizes)
    yield from clauses


def _tables(terms: Terms) -> Iterator[str]:
    if terms.with_cards:
        yield gettext("Con cartas de verdad: los puntos los lleva el tanteador")
    else:
        yield gettext("%(seconds)s segundos por turno; %(minutes)s minutos para sentarse") % {
            "seconds": terms.turn_seconds,
            "minutes": terms.sit_down_minutes,
        }
        yield gettext("En las mesas se dice: %(what)s") % {"what": Level(terms.talk).label}
    if terms.round_minutes is not None:
        yield gettext(
            "Rondas de %(minutes)s minutos: "
            "a la campana se termina la mano y gana quien va adelante"
        ) % {"minutes": terms.round_minutes}
    if terms.presencial:
        yield gettext("Presencial: con una misma conexión también se puntúa")


def _entering(terms: Terms) -> Iterator[str]:
    yield gettext("Sorteo %(how)s") % {"how": Competition.Seeding(terms.seeding).label}
    if not terms.publishes_alone:
        yield gettext("Cada ronda es un borrador hasta que la publican quienes organizan")
    if terms.approval:
        yield gettext("Quien organiza confirma a cada uno")
    if terms.names_unconfirmed and terms.players_per_side == 1:
        yield gettext("Quien elige su nombre con el QR lo tiene sin que se lo confirmen")
    yield from who_may_enter(terms)
    if terms.late_entries:
        yield gettext("Se puede entrar hasta la mitad de las rondas")
    yield from _lists(terms)
    prizes = len(terms.prizes.splitlines())
    if prizes:
        yield ngettext("%(number)s premio", "%(number)s premios", prizes) % {"number": prizes}
    if not terms.public:
        yield gettext("Solo la ven el club y quienes juegan")


def who_may_enter(terms: Terms | Competition) -> Iterator[str]:
    """Say whom the terms of entry let in, if not everybody."""
    if terms.members_only:
        yield gettext("Solo se anota gente del club")
    told = {"least": terms.skill_from, "most": terms.skill_to}
    match terms.skill_from, terms.skill_to:
        case None, None:
            return
        case _, None:
            yield gettext("Para quienes tienen una habilidad de %(least)s o más") % told
        case None, _:
            yield gettext("Para quienes tienen una habilidad de %(most)s o menos") % told
        case _:
            yield gettext("Para quienes tienen una habilidad de %(least)s a %(most)s") % told


def _lists(terms: Terms) -> Iterator[str]:
    if terms.reserves:
        told = ngettext(
            "%(number)s suplente por equipo",
            "Hasta %(number)s suplentes por equipo",
            terms.reserves,
        )
        yield told % {"number": terms.reserves}
    if terms.transfers_until:
        at = timezone.localtime(terms.transfers_until)
        told = gettext("Los planteles cambian hasta el %(at)s (hora de %(city)s)")
        yield told % {"at": short_date(at, "j M, H:i"), "city": city(str(at.tzinfo))}


_SENTENCES: Final[tuple[Callable[[Terms], Iterator[str]], ...]] = (
    _headline,
    matches,
    _format,
    _not_there,
    _rules,
    _tables,
    _entering,
)
