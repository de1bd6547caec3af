"""The organiser's next step by the state of the competition, and the steps of the evening.

A step can be taken in every state. The steps include the round after the current one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments.competitions.round_labels import round_of_table
from tournaments.competitions.terms_labels import count_sides
from tournaments.dashboard.cards import CardAction, link_action, post_action
from tournaments.formats.format import FEWEST
from tournaments.models import Competition, Stage
from tournaments.results.queries import CurrentRound

State = Competition.State


class NextPhase(Enum):
    """The phase after all open matches are decided."""

    ROUND = "round"
    DRAWN_ROUND = "drawn round"  # all of its rounds were drawn together
    STAGE = "stage"
    BY_ITSELF = "by itself"
    MATCHES = "matches"  # without rounds
    CHALLENGES = "challenges"
    PODIUM = "podium"


@dataclass(frozen=True)
class Drafted:
    """A draft that waits to be published."""

    publishing: str  # text of its button
    mark: str
    is_current: bool


@dataclass(frozen=True)
class DeskState:
    """The facts that determine the next step."""

    pk: int
    status: str
    per_side: int
    cap: int
    least: int = FEWEST  # minimum entries of its format
    entered: int = 0
    checked_in: int = 0
    to_draw: int = 0  # entries that a draw would take now
    outlook: str = ""  # what those would play
    publishes_alone: bool = True
    draft: Drafted | None = None
    being_drawn: str = ""  # description of what is being drawn from the results
    decisions: int = 0  # disputes, appeals, tables in review
    first_decision: tuple[int, str] = (0, "")  # the match, and where it is played
    missing: int = 0  # results that can be written now
    playing: int = 0  # undecided matches with known sides
    clock_to_start: int | None = None  # the round whose clock has not started
    is_dated: bool = False
    in_seasons: bool = False  # a league, whose rounds are dates
    by_hand: bool = False  # with real cards: a result can be written before its day
    follows: NextPhase = NextPhase.BY_ITSELF
    next_round: int = 0
    may_close_season: bool = False
    has_champion: bool = False


@dataclass(frozen=True)
class NextStep:
    """The current state, the next action, its consequence, and an alternative."""

    stands: str
    way: CardAction
    after: str
    other: CardAction | None = None


def next_step(state: DeskState) -> NextStep:
    """Return the next action for the state of a competition."""
    return _STEPS[state.status](state)


def _draft(state: DeskState) -> NextStep:
    return NextStep(
        gettext("Todavía nadie más la ve."),
        post_action(gettext("Abrir la inscripción"), "competitions:act", state.pk, "open"),
        gettext("Después se anotan, o los anotás vos."),
        link_action(gettext("Cambiar las condiciones"), "competitions:edit", state.pk),
    )


def _registration(state: DeskState) -> NextStep:
    if state.draft is not None:
        return _drafted(state, state.draft)
    if state.entered < state.least:
        two = gettext("Con dos ya se puede sortear.")
        more = gettext("Con %(number)s ya se puede sortear.") % {"number": state.least}
        return NextStep(
            gettext("Falta gente."),
            link_action(gettext("Pegar una lista"), "competitions:paste", state.pk),
            two if state.least == FEWEST else more,
            link_action(gettext("Anotar a mano"), "competitions:manage", state.pk, more=BY_HAND),
        )
    room = state.cap - state.entered
    text = ngettext("Queda %(number)s lugar.", "Quedan %(number)s lugares.", room)
    stands = text % {"number": room} if room > 0 else gettext("Están todos los lugares.")
    question = gettext("¿Cerrar la inscripción y sortear?")
    return NextStep(
        stands,
        _draw(state, question),
        _after_draw(state),
        post_action(gettext("¿Vinieron todos?"), "competitions:step", state.pk, "roll-call"),
    )


def _check_in(state: DeskState) -> NextStep:
    if state.draft is not None:
        return _drafted(state, state.draft)
    values = {"here": state.checked_in, "number": state.entered}
    stands = gettext("Acreditados: %(here)s de %(number)s.") % values
    question = gettext(
        "¿Cerrar la acreditación y sortear? "
        "Quien no se acreditó queda afuera y entra la lista de espera."
    )
    check_in = link_action(
        gettext("Acreditar"), "competitions:entered", state.pk, more="?show=absent"
    )
    if state.to_draw < state.least:
        return NextStep(stands, check_in, gettext("Cuando estén los que vinieron, sorteá."))
    if state.checked_in >= state.entered:
        check_in = link_action(gettext("¿Falta alguien?"), "competitions:entered", state.pk)
    return NextStep(stands, _draw(state, question), _after_draw(state), check_in)


def _start_step(state: DeskState) -> NextStep:
    return NextStep(
        gettext("El sorteo está hecho."),
        post_action(gettext("Dar comienzo"), "competitions:act", state.pk, "start"),
        gettext("Después se llama a los que juegan."),
        link_action(
            gettext("Mirar el sorteo"), "competitions:manage", state.pk, more="?s=standings"
        ),
    )


def _running(state: DeskState) -> NextStep:
    """Return the action that everything else waits for."""
    if state.decisions:
        return _decide(state)
    if state.draft is not None and (state.draft.is_current or not state.missing):
        return _drafted(state, state.draft)
    if state.clock_to_start is not None:
        return _start_clock(state, state.clock_to_start)
    if state.missing:
        return _missing(state)
    return _playing(state)


def _decide(state: DeskState) -> NextStep:
    match, place = state.first_decision
    stands = ngettext(
        "%(number)s partido pide una decisión.",
        "%(number)s partidos piden una decisión.",
        state.decisions,
    ) % {"number": state.decisions}
    words = gettext("Decidir: %(place)s") % {"place": place}
    return NextStep(stands, link_action(words, "match", match, more="#dispute"), _then(state))


def _drafted(state: DeskState, draft: Drafted) -> NextStep:
    look = link_action(gettext("Mirar el borrador"), "competitions:draft", state.pk)
    if not draft.is_current:
        stands = gettext("Cambió algo: el borrador ya no sirve.")
        return NextStep(stands, look, gettext("Ahí se sortea otra vez."))
    seen = ("seen", draft.mark)
    way = post_action(draft.publishing, "competitions:draft_act", state.pk, "publish", field=seen)
    after = gettext("Al publicar, sale en la pantalla y en cada teléfono.")
    return NextStep(gettext("Nadie la ve todavía."), way, after, look)


def _start_clock(state: DeskState, round_id: int) -> NextStep:
    words, field = gettext("Empezar el reloj"), ("act", "start")
    way = post_action(words, "competitions:clock", state.pk, round_id, field=field)
    stands = gettext("El reloj de la ronda no empezó.")
    other = _results(state, gettext("Cargar resultados")) if state.missing else None
    return NextStep(stands, way, gettext("Empezalo cuando estén todos sentados."), other)


def _missing(state: DeskState) -> NextStep:
    number = {"number": state.missing}
    stands = ngettext("Falta %(number)s resultado.", "Faltan %(number)s resultados.", state.missing)
    words = gettext("Cargar los %(number)s que faltan")
    if state.missing == 1:
        words = gettext("Cargar el que falta")
    return NextStep(stands % number, _results(state, words % number), _then(state))


def _playing(state: DeskState) -> NextStep:
    if state.is_dated:
        return _between_dates(state)
    stands = gettext("Los partidos están en sus mesas: nada para cargar todavía.")
    if not state.playing:
        stands = state.being_drawn or gettext("No queda ningún partido por jugar.")
        if state.follows == NextPhase.CHALLENGES:
            stands = gettext("No hay ningún desafío por jugar.")
    return NextStep(stands, _results(state, gettext("Ver resultados")), _then(state))


def _between_dates(state: DeskState) -> NextStep:
    stands, other = gettext("Cada partido tiene su hora: nada para cargar todavía."), None
    if state.by_hand:
        stands = gettext("Cada partido tiene su hora; el que ya se jugó se puede cargar.")
        other = _results(state, gettext("Cargar resultados"))
    page = "competitions:fixture" if state.in_seasons else "competitions:days"
    dates = link_action(gettext("Ver las fechas"), page, state.pk)
    return NextStep(stands, dates, _then(state), other)


def _paused(state: DeskState) -> NextStep:
    return NextStep(
        gettext("Está en pausa: no se llama a nadie."),
        post_action(gettext("Reanudar"), "competitions:act", state.pk, "resume"),
        gettext("Después siguen los partidos como estaban."),
        _results(state, gettext("Cargar resultados")) if state.missing else None,
    )


def _finished(state: DeskState) -> NextStep:
    if state.may_close_season:
        where = "?s=standings#close-season"
        close = link_action(
            gettext("Cerrar la temporada"), "competitions:manage", state.pk, more=where
        )
        after = gettext("Después se arma la que sigue, con los mismos equipos.")
        return NextStep(gettext("Terminó la temporada."), close, after, _repeat(state))
    if state.has_champion:
        where = "?s=notices#sharing"
        share = link_action(
            gettext("Compartir el podio"), "competitions:manage", state.pk, more=where
        )
        after = gettext("El podio ya está en la pantalla del salón.")
        way = replace(share, shares=True)
        return NextStep(gettext("Terminó."), way, after, _repeat(state))
    return _over(state)


def _over(state: DeskState) -> NextStep:
    words = State(state.status).label
    stands = gettext("Está %(state)s.") % {"state": words}
    return NextStep(stands, _repeat(state), gettext("Sale otra igual, sin nadie anotado."))


def _then(state: DeskState) -> str:
    """Describe the phase after the open matches."""
    match state.follows:
        case NextPhase.ROUND if state.publishes_alone:
            text = gettext("Después sale sola la ronda %(number)s.")
        case NextPhase.ROUND:
            text = gettext("Después, el borrador de la ronda %(number)s.")
        case NextPhase.DRAWN_ROUND if state.in_seasons:
            text = gettext("Después sigue la fecha %(number)s.")
        case NextPhase.DRAWN_ROUND:
            text = gettext("Después sigue la ronda %(number)s.")
        case NextPhase.STAGE:
            text = gettext("Después, la eliminación.")
        case NextPhase.BY_ITSELF:
            text = gettext("Quien gana pasa solo al partido que sigue.")
        case NextPhase.MATCHES:
            text = gettext("Quien queda libre pasa solo a su próximo partido.")
        case NextPhase.CHALLENGES:
            text = gettext("Cada uno desafía a quien quiere pasar.")
        case NextPhase.PODIUM:
            text = gettext("Después, el podio.")
    return text % {"number": state.next_round}


def _after_draw(state: DeskState) -> str:
    values = {"sides": count_sides(state.to_draw, state.per_side)}
    if state.publishes_alone:
        return gettext("Entran %(sides)s. Después, dar comienzo.") % values
    return (
        gettext("Entran %(sides)s. Sale un borrador: nadie lo ve hasta que lo publiques.") % values
    )


def _draw(state: DeskState, question: str) -> CardAction:
    words = gettext("Sortear con %(number)s") % {"number": state.to_draw}
    if state.publishes_alone:
        confirm = " ".join(filter(None, (question, state.outlook)))
        return post_action(words, "competitions:draw", state.pk, confirm=confirm)
    return post_action(words, "competitions:draw", state.pk, field=("draft", "1"))


def _results(state: DeskState, words: str) -> CardAction:
    return link_action(words, "competitions:results", state.pk)


def _repeat(state: DeskState) -> CardAction:
    return link_action(gettext("Repetir"), "competitions:repeat", state.pk)


BY_HAND: Final = "?s=entries#by-hand"
_STEPS: Final[Mapping[str, Callable[[DeskState], NextStep]]] = {
    State.DRAFT: _draft,
    State.REGISTRATION: _registration,
    State.CHECK_IN: _check_in,
    State.DRAWN: _start_step,
    State.RUNNING: _running,
    State.PAUSED: _paused,
    State.FINISHED: _finished,
    State.CANCELLED: _over,
    State.ARCHIVED: _over,
}
SHOWN: Final = 6  # rounds with a step each; more rounds share one step


@dataclass(frozen=True)
class Step:
    """One step: done, current or ahead."""

    name: str
    look: str


def progress_steps(
    competition: Competition, rounds: Sequence[CurrentRound], last_stage: int
) -> list[Step]:
    """Return the steps of a competition up to its podium, or up to its cancellation."""
    names = list(_names(rounds, last_stage))
    if competition.state == State.CANCELLED:
        completed = names[: _reached(competition, rounds)]
        return [*(Step(name, "done") for name in completed), Step(gettext("Cancelada"), "now")]
    at = _at(competition, rounds, len(names))
    looks = ["done" if place < at else "now" if place == at else "ahead" for place in range(99)]
    return [Step(name, look) for name, look in zip(names, looks, strict=False)]


def upcoming_rounds(rounds: Sequence[CurrentRound], last_stage: int) -> NextPhase:
    """Return the phase after the open matches."""
    stage = _stage(rounds)
    if stage is None or stage.is_bracket:
        return NextPhase.BY_ITSELF
    if not stage.how.play.is_round_by_round:
        return NextPhase.MATCHES
    if stage.how.pairs_rounds and round_number(rounds) < (stage.swiss_rounds or 0):
        return NextPhase.ROUND
    if rounds[0].last_number >= next_round(rounds):
        return NextPhase.DRAWN_ROUND
    if _goes_on(stage, last_stage):
        return NextPhase.STAGE
    return NextPhase.PODIUM


def round_number(rounds: Sequence[CurrentRound]) -> int:
    """Return the number of the round in play; 0 before the first."""
    return min((one.row.number for one in rounds), default=0)


def next_round(rounds: Sequence[CurrentRound]) -> int:
    """Return the number of the next round: of groups, in the one that is behind."""
    return round_number(rounds) + 1


def _names(rounds: Sequence[CurrentRound], last_stage: int) -> Iterator[str]:
    stage = _stage(rounds)
    yield gettext("Anotar")
    yield gettext("Sortear")
    yield from _rounds(rounds) or [gettext("Jugar")]
    if stage is not None and _goes_on(stage, last_stage):
        yield gettext("Eliminación")
    yield gettext("Podio")


def _rounds(rounds: Sequence[CurrentRound]) -> list[str]:
    """Return the step names of a table's rounds. A bracket has one step, its current round."""
    stage, count = _stage(rounds), _count(rounds)
    if stage is None or count is None:
        return [rounds[0].name] if rounds else []
    if count > SHOWN or stage.how.has_seasons:
        name = round_of_table(stage, round_number(rounds))
        return [gettext("%(round)s de %(count)s") % {"round": name, "count": count}]
    return [gettext("R%(number)s") % {"number": number} for number in range(1, count + 1)]


def _at(competition: Competition, rounds: Sequence[CurrentRound], length: int) -> int:
    """Return the index of the current step; one past the last when the competition is over."""
    if competition.state in Competition.UNDRAWN:
        return 0
    if competition.state == State.DRAWN:
        return 1
    if competition.is_over:
        return length
    return _count_playing(rounds)


def _reached(competition: Competition, rounds: Sequence[CurrentRound]) -> int:
    """Return the number of steps that a cancelled competition completed."""
    if competition.started_at is None:
        return 2 if competition.is_drawn else 0
    return _count_playing(rounds)


def _count_playing(rounds: Sequence[CurrentRound]) -> int:
    """Return the index of the step of the round in play."""
    one_each = len(_rounds(rounds)) == _count(rounds)
    return 1 + (round_number(rounds) if one_each else 1)


def _goes_on(stage: Stage, last_stage: int) -> bool:
    """Return whether a bracket follows a table. No stage follows the divisions of a league."""
    return last_stage > stage.number and not stage.is_bracket and not stage.how.has_seasons


def _count(rounds: Sequence[CurrentRound]) -> int | None:
    """Return the number of rounds of a stage; None where they do not follow each other."""
    stage = _stage(rounds)
    if stage is None or not stage.how.play.is_round_by_round:
        return None
    if stage.swiss_rounds:
        return stage.swiss_rounds
    return rounds[0].last_number


def _stage(rounds: Sequence[CurrentRound]) -> Stage | None:
    return rounds[0].row.group.stage if rounds else None
