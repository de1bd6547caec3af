"""The choices of each change, with their consequences in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from tournaments.changes.rounds import (
    published_rounds,
    refusal_to_change_rounds,
    stage_with_rounds,
)
from tournaments.competitions import labels
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Competition, Entry, Match, Stage
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


def rounds_options(competition: Competition) -> Options | None:
    """Return one round more and one fewer; None where rounds cannot be chosen."""
    stage = stage_with_rounds(competition)
    if stage is None or not competition.is_drawn or stage.swiss_rounds is None:
        return None
    now = stage.swiss_rounds
    choices = [
        _rounds(stage, number)
        for number in (now - 1, now + 1)
        if refusal_to_change_rounds(stage, number) is None
    ]
    state = ngettext("%(number)s ronda", "%(number)s rondas", now) % {"number": now}
    return Options(state, choices) if choices else None


def _rounds(stage: Stage, number: int) -> Option:
    said = ngettext("%(number)s ronda", "%(number)s rondas", number) % {"number": number}
    return Option(
        value=str(number),
        label=said,
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
        if not stage.how.partners_change and number > rounds_per_cycle(max(field, 2)):
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
    named = names_in_words([entries[row.entry] for row in level])
    if len(level) == 1:
        yield gettext("Hoy va primero: %(name)s.") % {"name": named}
        return
    said = gettext("Hoy están iguales arriba: %(names)s.") % {"names": named}
    rule = next(iter(stage.tie_breaks[1:]), None)
    if rule is not None:
        decides = gettext("Entre iguales decide: %(rule)s.")
        said += " " + decides % {"rule": labels.rule(TieBreak(rule))}
    yield said
