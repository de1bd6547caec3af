"""The choices of each change, with their consequences in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from games.engine import RANGES, USUAL
from tournaments.changes.endings import Cut, Ending, endings_of, rules_of
from tournaments.changes.formats import (
    OFFERED,
    fitting_shape,
    refusal_to_change_format,
    stored_shape,
)
from tournaments.changes.lengths import refusal_to_change_length
from tournaments.changes.rounds import (
    possible_rounds,
    published_rounds,
    stage_with_rounds,
)
from tournaments.changes.stages import refusal_to_change_stages, stages_in_order
from tournaments.competitions.format_labels import (
    afterwards,
    best_in_words,
    format_in_words,
    through_in_words,
)
from tournaments.competitions.settings import shape_of
from tournaments.competitions.table_labels import tie_break_name
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.groups import GROUPS
from tournaments.formats.options import FormatOptions, Layout, LosersPlay
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.seeding import bracket_size
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import AuditEvent, Competition, Entry, Match, Stage
from tournaments.models.competitions import EarlyEnd, games_in_words
from tournaments.standings.queries import group_rows


@dataclass(frozen=True)
class Option:
    """One choice of a change: what is posted, its consequences, and its button."""

    value: str
    label: str
    effects: Sequence[str]
    button: str
    note: str = ""
    is_grave: bool = False


@dataclass(frozen=True)
class Options:
    """A change with its state now, and what can be chosen."""

    state: str
    choices: Sequence[Option]


MANY = 4  # names that a sentence holds


def names_in_words(entries: Sequence[Entry]) -> str:
    """Name a few entries; of more the first ones, and how many others."""
    if len(entries) <= MANY:
        return join_names([str(entry) for entry in entries])
    others = len(entries) - MANY + 1
    first = ", ".join(str(entry) for entry in entries[: MANY - 1])
    return ngettext("%(first)s y %(others)s más", "%(first)s y %(others)s más", others) % {
        "first": first,
        "others": others,
    }


def ending_options(competition: Competition) -> Options | None:
    """Return the ways to end now, each with its champion; None if it cannot end early."""
    endings = endings_of(competition)
    if not endings:
        return None
    champions = [ending.champion for ending in endings if ending.champion is not None]
    entries = Entry.objects.in_bulk(champions)
    per_side = competition.named_per_entry
    return Options(
        gettext("con la tabla como está"),
        [_ending(ending, entries.get(ending.champion or 0), per_side) for ending in endings],
    )


def _ending(ending: Ending, champion: Entry | None, per_side: int) -> Option:
    label = _cut(ending)
    if ending.rule == EarlyEnd.NOBODY:
        label = gettext("%(cut)s, sin campeón") % {"cut": label}
    return Option(
        value=f"{ending.cut}.{ending.rule}",
        label=label,
        effects=list(_of_ending(ending)),
        button=_end_button(ending, champion, per_side),
        note=_crowned(ending, champion, per_side),
    )


def _cut(ending: Ending) -> str:
    """Name what still counts."""
    match ending.cut:
        case Cut.ROUNDS if ending.rounds is not None:
            return ngettext(
                "Con %(number)s ronda completa",
                "Con las %(number)s rondas completas",
                ending.rounds,
            ) % {"number": ending.rounds}
        case Cut.ROUNDS:
            return gettext("Con las rondas completas")
        case Cut.RESULTS:
            return gettext("Con todo lo jugado hasta ahora")
        case Cut.TABLES:
            return ngettext(
                "Esperar %(number)s mesa que falta",
                "Esperar las %(number)s mesas que faltan",
                ending.open,
            ) % {"number": ending.open}
    assert_never(ending.cut)


def _crowned(ending: Ending, champion: Entry | None, per_side: int) -> str:
    """Describe the champion, and the rule if results do not name one."""
    if ending.open:
        return gettext("Cuando se anotan esos resultados, termina sola.")
    if champion is None:
        return gettext("Queda sin campeón: nadie lo ganó todavía.")
    text = ngettext("Campeón: %(name)s.", "Campeones: %(name)s.", per_side) % {"name": champion}
    return f"{text} {_rule(ending)}".strip()


def _rule(ending: Ending) -> str:
    if ending.rule == EarlyEnd.SEED:
        return gettext(
            "Entre quienes siguen: menos derrotas, quien llegó más lejos y, si siguen iguales, "
            "quien entró mejor ubicado al cuadro."
        )
    if EarlyEnd.NOBODY in rules_of(ending.stage, ending.annulled):
        return gettext("Es quien mejor terminó entre los primeros de cada grupo, por partido.")
    return ""


def _of_ending(ending: Ending) -> Iterator[str]:
    """Yield what an end now leads to."""
    if ending.taken_back:
        yield ngettext(
            "%(number)s resultado de la ronda sin terminar no cuenta: ni en la tabla ni en los "
            "puntos.",
            "%(number)s resultados de la ronda sin terminar no cuentan: ni en la tabla ni en los "
            "puntos.",
            ending.taken_back,
        ) % {"number": ending.taken_back}
    if ending.unplayed:
        yield ngettext(
            "Se anula %(number)s partido sin jugar.",
            "Se anulan %(number)s partidos sin jugar.",
            ending.unplayed,
        ) % {"number": ending.unplayed}
    if ending.stage.competition.stages.filter(
        number__gt=ending.stage.number, tier=ending.stage.tier
    ).exists():
        yield gettext("La etapa que sigue no se juega.")
    if ending.open:
        yield gettext("No se sortea ni se llama nada más.")
    yield gettext("La pantalla y la página muestran el podio; los puntos salen de lo que cuenta.")
    yield gettext("Se puede deshacer: se reabre todo lo que esto cierra.")


def _end_button(ending: Ending, champion: Entry | None, per_side: int) -> str:
    if ending.open:
        return gettext("Terminar después de estas mesas")
    if champion is None:
        return gettext("Terminar sin campeón")
    return ngettext("Terminar: campeón %(name)s", "Terminar: campeones %(name)s", per_side) % {
        "name": champion
    }


def rounds_options(competition: Competition) -> Options | None:
    """Return fewer rounds and one more; None where rounds cannot be chosen."""
    stage = stage_with_rounds(competition)
    if stage is None or stage.swiss_rounds is None:
        return None
    now = stage.swiss_rounds
    choices = [_rounds(stage, number) for number in possible_rounds(stage) if number != now]
    state = ngettext("%(number)s ronda", "%(number)s rondas", now) % {"number": now}
    return Options(state, choices) if choices else None


def _rounds(stage: Stage, number: int) -> Option:
    label = ngettext("%(number)s ronda", "%(number)s rondas", number) % {"number": number}
    return Option(
        value=str(number),
        label=label,
        effects=list(_of_rounds(stage, number)),
        button=ngettext(
            "Que sea %(number)s ronda", "Que sean %(number)s rondas", number
        ) % {"number": number},
    )  # fmt: skip


def _of_rounds(stage: Stage, number: int) -> Iterator[str]:
    """Yield what another number of rounds leads to."""
    group, published = stage.groups.get(), published_rounds(stage)
    field = group.slots.exclude(entry__state=Entry.State.WITHDRAWN).count()
    if number > (stage.swiss_rounds or 0):
        if stage.competition.state == Competition.State.FINISHED:
            yield gettext("La competencia sigue: el podio espera a la ronda %(number)s.") % {
                "number": number
            }
        if not stage.how.play.partners_change and number > rounds_per_cycle(max(field, 2)):
            yield gettext("Hay más rondas que rivales: algunos se cruzan otra vez.")
    elif number == published:
        open_ = Match.objects.filter(round__group=group).undecided().count()
        yield (
            ngettext(
                "Termina con la ronda %(number)s: falta %(open)s partido.",
                "Termina con la ronda %(number)s: faltan %(open)s partidos.",
                open_,
            )
            % {"number": number, "open": open_}
            if open_
            else gettext("Termina ahora: no se sortea otra ronda.")
        )
    yield from _top_of(stage)
    yield gettext("Sale en la página, en la pantalla y en los avisos que se lean desde ahora.")


def _top_of(stage: Stage) -> Iterator[str]:
    """Yield who is first now, and what decides among those who are level."""
    rows = group_rows(stage.groups.get())
    if not rows or not rows[0].appearances:
        return
    first = stage.tie_breaks[0]
    level = [row for row in rows if row.values[TieBreak(first)] == rows[0].values[TieBreak(first)]]
    entries = Entry.objects.in_bulk([row.entry for row in level])
    leaders = names_in_words([entries[row.entry] for row in level])
    if len(level) == 1:
        per_side = stage.competition.named_per_entry
        text = ngettext("Hoy va primero: %(name)s.", "Hoy van primero: %(name)s.", per_side)
        yield text % {"name": leaders}
        return
    text = gettext("Hoy están iguales arriba: %(names)s.") % {"names": leaders}
    rule = next(iter(stage.tie_breaks[1:]), None)
    if rule is not None:
        decides = gettext("Entre iguales decide: %(rule)s.")
        text += " " + decides % {"rule": tie_break_name(TieBreak(rule))}
    yield text


HALVES = (15, 20)  # targets that clubs play besides the usual ones of a family


def length_options(competition: Competition) -> Options | None:
    """Return other targets and another best-of; None if no round is to come."""
    if competition.state not in Competition.IN_PROGRESS:
        return None
    target, best_of = competition.rules.target, competition.best_of
    usual = (int(text) for text in USUAL[competition.preset]["target"])
    targets = sorted({*usual, *HALVES, (target + 1) // 2} - {target})
    lengths = [(other, best_of) for other in targets if other in RANGES["target"]]
    numbers = dict(Competition._meta.get_field("best_of").flatchoices)
    lengths += [(target, other) for other in sorted(numbers) if other != best_of]
    choices = [
        _length(competition, *length)
        for length in lengths
        if refusal_to_change_length(competition, *length) is None
    ]
    now = _length_in_words(competition, target, best_of)
    return Options(now, choices) if choices else None


def _length_in_words(competition: Competition, target: int, best_of: int) -> str:
    points = gettext("a %(target)s") % {"target": target}
    games = games_in_words(best_of, plays_all=competition.all_games)
    return points if best_of == 1 else f"{points}, {games}"


def _length(competition: Competition, target: int, best_of: int) -> Option:
    now = _length_in_words(competition, competition.rules.target, competition.best_of)
    if target != competition.rules.target:
        value, label = f"target.{target}", gettext("a %(target)s") % {"target": target}
    else:
        value = f"games.{best_of}"
        label = games_in_words(best_of, plays_all=competition.all_games)
    return Option(
        value=value,
        label=label,
        effects=[
            gettext("Vale para las rondas que no empezaron."),
            gettext("Lo que ya está en la mesa sigue %(length)s.") % {"length": now},
            gettext("Sale en la página, en la pantalla y en las papeletas que se impriman."),
        ],
        button=gettext("Desde la próxima ronda, %(length)s") % {"length": label},
    )


def stages_options(competition: Competition) -> Options | None:
    """Return who else could qualify, and other later stages; None where there is no such choice."""
    if not competition.is_drawn:
        return None
    stages = stages_in_order(competition)
    shape = shape_of(stages)
    sizes = [group.slots.count() for group in stages[0].groups.order_by("number")]
    choices = [
        _stages(changed, shape, sizes)
        for changed in _other_stages(shape, sizes)
        if refusal_to_change_stages(competition, changed) is None
    ]
    through = [_through(shape.qualifiers, shape.best_next)] if shape.format == GROUPS.name else []
    state = ", ".join([*through, *afterwards(shape)]) or gettext("sin etapas después")
    return Options(state, choices) if choices else None


def _other_stages(shape: FormatOptions, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the changes that a club asks for: fewer or more who go on, cups, finals."""
    if shape.format == GROUPS.name:
        for per_group in range(1, min(sizes)):
            through = per_group * len(sizes)
            for best in sorted({0, bracket_size(max(through, 2)) - through}):
                yield {"qualifiers": per_group, "best_next": best}
        yield {"silver": not shape.silver}
        if shape.then_swiss:
            yield {"then_swiss": 0, "finalists": 0}
        else:
            yield {"third_place": not shape.third_place}
            yield from _other_losers(shape)
    else:
        if shape.finalists:
            yield from _other_losers(shape)
        yield from ({"finalists": number, "play_in": 0} for number, _ in Stage.FINALISTS)


def _other_losers(shape: FormatOptions) -> Iterator[dict[str, Any]]:
    if shape.layout == Layout.BRACKET:
        yield from ({"losers": each} for each in LosersPlay if each != shape.losers)


def _stages(changed: dict[str, Any], shape: FormatOptions, sizes: Sequence[int]) -> Option:
    new_shape = replace(shape, **changed)
    label = _stage_label(changed)
    plans = FORMATS[new_shape.format].stages(new_shape)
    onwards = [plan.takes.number(sizes) for plan in plans if plan.takes and plan.takes.stage == 1]
    effects = [gettext("La primera etapa sigue igual, con los mismos resultados.")]
    if onwards:
        counts = {"number": onwards[0], "all": sum(sizes)}
        effects.append(gettext("Siguen %(number)s de %(all)s.") % counts)
    effects.append(gettext("Lo que viene después se arma de nuevo; nadie lo jugó todavía."))
    return Option(
        value=urlencode({name: _written(value) for name, value in changed.items()}),
        label=label,
        effects=effects,
        button=gettext("Que sea así: %(label)s") % {"label": label[0].lower() + label[1:]},
    )


def _written(value: Any) -> Any:
    return value if isinstance(value, str) else int(value)


def _through(per_group: int, best: int) -> str:
    passing = through_in_words(per_group, 0)
    text = gettext("%(passing)s por grupo") % {"passing": passing}
    return f"{text} + {best_in_words(per_group + 1, best)}" if best else text


def _stage_label(changed: dict[str, Any]) -> str:
    match changed:
        case {"qualifiers": per_group, "best_next": best}:
            label = _through(per_group, best)
        case {"silver": True}:
            label = gettext("Con copa de plata para quienes no pasan")
        case {"silver": False}:
            label = gettext("Sin copa de plata")
        case {"third_place": True}:
            label = gettext("Con partido por el tercer puesto")
        case {"third_place": False}:
            label = gettext("Sin partido por el tercer puesto")
        case {"losers": losers}:
            choice = dict(Stage.LOSERS)[losers]
            label = gettext("Quienes pierden en las llaves: %(what)s") % {"what": choice}
        case {"then_swiss": 0}:
            label = gettext("De los grupos derecho a la eliminación")
        case {"finalists": 0}:
            label = gettext("Sin llaves: decide la tabla")
        case {"finalists": number}:
            label = gettext("Los %(number)s primeros juegan llaves") % {"number": number}
        case _:  # from a program, or undone: not among those offered
            return ""
    return label[0].upper() + label[1:]


def changed_to(event: AuditEvent) -> str:
    """Return what a logged change made of the competition, as `3 rondas`; "" for other acts."""
    after = event.after
    match event.act:
        case AuditEvent.Act.CHANGE_ROUNDS if number := after["rounds"]:
            text = ngettext("%(number)s ronda", "%(number)s rondas", number)
            return text % {"number": number}
        case AuditEvent.Act.CHANGE_LENGTH if competition := event.competition:
            return _length_in_words(competition, after["target"], after["best_of"])
        case AuditEvent.Act.CHANGE_STAGES:
            return _stage_label(after)
        case AuditEvent.Act.CHANGE_FORMAT:
            return format_in_words(stored_shape(after["shape"]))
    return ""


def format_options(competition: Competition) -> Options | None:
    """Return the other formats of a competition in which nothing has been played."""
    if competition.state not in Competition.IN_PROGRESS:
        return None
    now = shape_of(stages_in_order(competition))
    shapes = {name: fitting_shape(competition, name) for name in OFFERED if name != now.format}
    choices = [
        _format(competition, name, shape)
        for name, shape in shapes.items()
        if shape is not None and refusal_to_change_format(competition, shape) is None
    ]
    return Options(format_in_words(now), choices) if choices else None


def _format(competition: Competition, name: str, shape: FormatOptions) -> Option:
    words = format_in_words(shape)
    label = words[0].upper() + words[1:]
    effects = [gettext("Se sortea de nuevo entre quienes están: los cruces de ahora se borran.")]
    if Match.objects.of(competition.pk).filter(state=Match.State.CALLED).exists():
        effects.append(gettext("Las mesas que ya se llamaron se levantan; nadie anotó nada ahí."))
    effects.append(gettext("Se puede hasta el primer resultado, y también deshacerlo."))
    return Option(
        value=name,
        label=label,
        effects=effects,
        button=gettext("Sortear de nuevo: %(format)s") % {"format": words},
        is_grave=True,
    )
