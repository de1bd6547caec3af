"""Effects of a withdrawal and possible absences, shown for confirmation.

Texts use the language that is active at the call.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, OuterRef, Subquery
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from tournaments.common import errors
from tournaments.common.form_fields import NEITHER
from tournaments.competitions.round_labels import table_round
from tournaments.competitions.terms_labels import what_a_round_gives
from tournaments.entries.places import round_to_join
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Outcome
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Match,
    MatchSlot,
    names_of_sides,
    rival_of,
)
from tournaments.models.competitions import bye_in_words
from tournaments.stages.queries import Event
from tournaments.withdrawals.absences import Rounds, next_round_to_miss, rounds_in, rounds_of
from tournaments.withdrawals.no_shows import (
    PROPOSED_AFTER,
    absent_entries,
    can_play_on,
    missed,
    missed_matches,
    rests_until_return,
    stay_field,
)
from tournaments.withdrawals.returns import Out, why_out
from tournaments.withdrawals.services import (
    Departure,
    departure_of,
    has_more_to_play,
    refusal_to_reinstate,
    with_more_to_play,
)

REASON: Final = 120  # maximum letters of names in a reason


@dataclass(frozen=True)
class AbsentRound:
    """A round that is still to be drawn, to an entry that may be absent from it."""

    number: int
    is_absent: bool
    is_next: bool

    @property
    def title(self) -> str:
        return table_round(self.number)


@dataclass(frozen=True)
class AbsentRounds:
    """The rounds from which an entry is absent, or may be."""

    rounds: Rounds

    @property
    def offered_rounds(self) -> list[AbsentRound]:
        """The next round, those it asked for, and the others as long as it may ask for one."""
        may_ask = self.rounds.taken < self.rounds.terms.most
        return [
            AbsentRound(number, number in self.rounds.absent, number == self.rounds.following)
            for number in self.rounds.open
            if may_ask or number == self.rounds.following or number in self.rounds.absent
        ]

    @property
    def terms(self) -> str:
        """Describe the points of a requested bye, and of any other absence."""
        if not self.points:
            return gettext("Quien falta no se sortea en esa ronda y no suma.")
        remaining = self.rounds.terms.most - self.rounds.taken
        message = ngettext(
            "Quien pide una ronda libre no se sortea en ella y suma %(points)s. Le queda"
            " %(number)s. Quien falta sin pedirla no suma.",
            "Quien pide una ronda libre no se sortea en ella y suma %(points)s. Le quedan"
            " %(number)s. Quien falta sin pedirla no suma.",
            remaining,
        )
        return message % {"points": self.points, "number": remaining}

    @property
    def points(self) -> str:
        """What the next requested bye gives, in words; "" if nothing."""
        gives = self.rounds.gives
        if gives == Outcome.ZERO_BYE:
            return ""
        return bye_in_words(gives, self.rounds.group.stage.shape)


def absent_rounds(entry: Entry) -> AbsentRounds | None:
    """Read the rounds from which an entry may be absent; None where there are none."""
    rounds = rounds_of(entry)
    return None if rounds is None else AbsentRounds(rounds)


def absent_rounds_in(event: Event, entry: Entry, *, is_absent: bool = True) -> AbsentRounds | None:
    """Read them of a competition that was read before; `is_absent` unless it is known to be not."""
    own = next((each for each in event.tables if each.has(entry)), None)
    if own is None or not own.stage.how.pairs_rounds:
        return None
    rounds = rounds_in(own.group, own.last_round_number, entry, is_absent=is_absent)
    return None if rounds is None else AbsentRounds(rounds)


@dataclass(frozen=True)
class ComingRound:
    """The next round paired by results, with its absent entries."""

    number: int
    absent: frozenset[int]  # entries, by pk
    shape: FormatOptions  # of its stage


def coming_round(competition: Competition) -> ComingRound | None:
    """Read the next round's absences; None where no round is paired by results."""
    if not competition.is_drawn or competition.is_over:
        return None
    first = competition.entries.confirmed().order_by("pk").first()
    rounds = None if first is None else rounds_of(first)
    if rounds is None:
        return None
    absences = rounds.group.absences.filter(number=rounds.following)
    absent = frozenset(absences.values_list("entry", flat=True))
    return ComingRound(rounds.following, absent, rounds.group.stage.shape)


def may_leave(entry: Entry, *, plays: bool | None = None) -> bool:
    """Return whether an entry can withdraw; `plays`, if known, is whether it can still play."""
    competition = entry.competition
    if competition.state in Competition.UNDRAWN or entry.state != Entry.State.CONFIRMED:
        return not competition.is_over and entry.state != Entry.State.WITHDRAWN
    if competition.is_over:
        return False
    return has_more_to_play(entry) if plays is None else plays


def those_who_may_leave(competition: Competition, entries: Collection[Entry]) -> frozenset[int]:
    """Return those of the entries that can withdraw, by pk."""
    playing = frozenset[int]()
    if competition.state in Competition.IN_PROGRESS:
        rows = with_more_to_play([entry.pk for entry in entries])
        playing = frozenset(rows.values_list("pk", flat=True))
    return frozenset(entry.pk for entry in entries if may_leave(entry, plays=entry.pk in playing))


def left_out(entry: Entry) -> bool:
    """Return whether an entry was absent or unconfirmed when its competition was drawn.

    One that left before the draw and had paid is not complete: it only stays in the cash box.
    """
    is_out = entry.state == Entry.State.WITHDRAWN and entry.left_at is None
    return is_out and entry.complete_at is not None


def why_it_stays_out(entry: Entry) -> str:
    """Return why an entry cannot be reinstated; "" if it can be."""
    code = refusal_to_reinstate(entry)
    return "" if code is None else errors.refusal(code)


def why_it_left(entry: Entry) -> str:
    """Return the reason of a withdrawal; "" without one."""
    event = entry.competition.audit.filter(
        act=AuditEvent.Act.WITHDRAW, before__entry_id=entry.pk
    ).first()
    return "" if event is None else event.reason


def what_falls(entry: Entry) -> list[str]:
    """Return one sentence for each thing that follows if an entry leaves now."""
    if entry.competition.state in Competition.UNDRAWN or entry.state != Entry.State.CONFIRMED:
        return [_place_goes_on(entry)]
    return list(_after_the_draw(entry, departure_of(entry)))


def _place_goes_on(entry: Entry) -> str:
    following = entry.competition.entries.waiting().first()
    if entry.state != Entry.State.CONFIRMED:
        return gettext("Todavía no tenía un lugar: nadie más cambia.")
    if following is None:
        return gettext("Su lugar queda libre: no hay nadie en la lista de espera.")
    return gettext("Su lugar pasa al primero de la lista de espera: %(entry)s.") % {
        "entry": following
    }


def _after_the_draw(entry: Entry, falls: Departure) -> Iterator[str]:
    people = entry.competition.named_per_entry
    if falls.matches and falls.annuls:
        yield ngettext(
            "Jugó %(played)s de sus %(matches)s partidos: se anulan todos, nadie suma por ellos.",
            "Jugaron %(played)s de sus %(matches)s partidos: se anulan todos, nadie suma por"
            " ellos.",
            people,
        ) % {"played": falls.played, "matches": falls.matches}
        yield from _results_annulled(entry, falls.annulled)
    elif falls.matches:
        yield ngettext(
            "Jugó %(played)s de sus %(matches)s partidos: lo jugado vale.",
            "Jugaron %(played)s de sus %(matches)s partidos: lo jugado vale.",
            people,
        ) % {"played": falls.played, "matches": falls.matches}
    for match in falls.lost:
        yield _lost(entry, match)
    if falls.to_come and not falls.annuls:
        yield ngettext(
            "También se pierde por ausencia %(number)s partido que viene.",
            "También se pierden por ausencia los %(number)s partidos que vienen.",
            falls.to_come,
        ) % {"number": falls.to_come}
    yield from _in_its_tables(entry, falls)
    yield gettext("Se puede deshacer hasta que se sortee o se juegue lo que sigue.")
    if any(FORMATS[slot.stage.format].pairs_rounds for slot in falls.tables):
        yield ngettext(
            "Después de un sorteo puede volver para la ronda siguiente.",
            "Después de un sorteo pueden volver para la ronda siguiente.",
            people,
        )


def _results_annulled(entry: Entry, annulled: Sequence[Match]) -> Iterator[str]:
    against = [_rival(entry, match) for match in annulled if match.state in Match.WITH_RESULT]
    if against:
        yield ngettext(
            "Se anula el resultado contra %(names)s.",
            "Se anulan los resultados contra %(names)s.",
            len(against),
        ) % {"names": join_names(against)}


def _lost(entry: Entry, match: Match) -> str:
    assert match.round is not None, "only matches of competitions are lost by leaving"
    rival, is_bracket = _rival(entry, match), match.round.group.stage.is_bracket
    people = entry.competition.named_per_side
    if is_bracket:
        message = ngettext(
            "%(place)s: gana %(rival)s por ausencia y pasa.",
            "%(place)s: ganan %(rival)s por ausencia y pasan.",
            people,
        )
    else:
        message = ngettext(
            "%(place)s: gana %(rival)s por ausencia.",
            "%(place)s: ganan %(rival)s por ausencia.",
            people,
        )
    return message % {"place": match.place, "rival": rival}


def _in_its_tables(entry: Entry, falls: Departure) -> Iterator[str]:
    for slot in falls.tables:
        how = FORMATS[slot.stage.format]
        if how.play.is_paired_in_play:
            remaining = slot.group.slots.exclude(entry__state=Entry.State.WITHDRAWN).count() - 1
            yield ngettext(
                "En los sorteos que vienen queda %(number)s.",
                "En los sorteos que vienen quedan %(number)s.",
                remaining,
            ) % {"number": remaining}
            if how.play.partners_change:
                yield gettext("Los que quedan siguen con las rondas que faltan.")
            elif remaining % 2:
                yield gettext("Son impares: en cada ronda uno descansa.")
        if how.sends_on:
            yield ngettext(
                "No clasifica: su lugar es de quien le sigue en la tabla.",
                "No clasifican: su lugar es de quien les sigue en la tabla.",
                entry.competition.named_per_entry,
            )
        else:
            yield ngettext(
                "En la tabla queda al final, como retirado.",
                "En la tabla quedan al final, como retirados.",
                entry.competition.named_per_entry,
            )


def _rival(entry: Entry, match: Match) -> str:
    return rival_of(match.slots.select_related("entry"), [entry]) or "…"


@dataclass(frozen=True)
class Absentee:
    """An entry that did not come to a match, with what it may do next."""

    entry: Entry
    missed: int  # matches it lost so, before this one
    next_round: int | None  # the round it may rest from; None where no round is paired by results
    rests: bool  # until it returns, if it stays in
    can_play_on: bool
    falls: Sequence[str]  # the consequences if it leaves

    @property
    def is_proposed_to_leave(self) -> bool:
        """Whether the site proposes its withdrawal."""
        return self.can_play_on and self.missed + 1 >= PROPOSED_AFTER

    @property
    def field(self) -> str:
        """The name of the input that says what it does next."""
        return stay_field(self.entry)

    @property
    def missed_in_words(self) -> str:
        message = ngettext(
            "Con este falta a %(number)s partidos: conviene retirar la inscripción.",
            "Con este faltan a %(number)s partidos: conviene retirar la inscripción.",
            self.entry.competition.named_per_entry,
        )
        return message % {"number": self.missed + 1}


@dataclass(frozen=True)
class NoShow:
    """The verdict of a match that a side did not come to, before it is recorded."""

    match: Match
    absent: Sequence[int]
    names: tuple[str, str]
    absentees: Sequence[Absentee]
    reason: str
    may_wait: bool
    per_side: int  # people whom the name of a side means

    @property
    def who(self) -> str:
        """The choice, as its address has it: "0", "1" or "neither"."""
        return NEITHER if len(self.absent) > 1 else str(self.absent[0])

    @property
    def verdict(self) -> str:
        if len(self.absent) > 1:
            return gettext("Nadie suma: pierden los dos.")
        message = ngettext(
            "Gana %(winner)s por ausencia.", "Ganan %(winner)s por ausencia.", self.per_side
        )
        return message % {"winner": self.names[1 - self.absent[0]]}

    @property
    def frees(self) -> str:
        """The hall table that becomes free; "" without one."""
        if self.match.hall_table is None:
            return ""
        return gettext("Queda libre: %(table)s.") % {"table": self.match.place}


def no_show(match: Match, absent: Sequence[int], now: datetime) -> NoShow:
    """Return the verdict and its consequences if these sides of an open match did not come."""
    names = names_of_sides(match.slots.select_related("entry"))
    missing = join_names([names[side] for side in absent])
    competition = match.competition
    assert competition is not None, "nobody is absent from a casual match"
    hour = f"{localtime(now, ZoneInfo(competition.club.zone)):%H:%M}"
    per_side = competition.named_per_side
    message = ngettext(
        "No vino: %(who)s, %(hour)s", "No vinieron: %(who)s, %(hour)s", per_side * len(absent)
    )
    return NoShow(
        match,
        absent,
        names,
        [_absentee(entry, match) for entry in absent_entries(match, absent)],
        message % {"who": missing[:REASON], "hour": hour},
        match.state == Match.State.CALLED,
        per_side,
    )


def _absentee(entry: Entry, match: Match) -> Absentee:
    plays_on = can_play_on(entry, match)
    falls = [text for text in what_falls(entry) if plays_on]
    return Absentee(
        entry,
        missed_matches(entry),
        next_round_to_miss(entry),
        rests_until_return(match),
        plays_on,
        falls,
    )


@dataclass(frozen=True)
class FrequentAbsentee:
    """An entry that missed matches and still plays."""

    entry: Entry
    missed: int


def frequent_absentees(competition: Competition) -> list[FrequentAbsentee]:
    """Return the entries that the site proposes to withdraw: they missed their last matches."""
    played = Match.objects.of(competition.pk).filter(
        state=Match.State.COMPLETED, slots__entry=OuterRef("pk")
    )
    lost = MatchSlot.objects.filter(missed(), match__round__group__stage__competition=competition)
    confirmed = competition.entries.confirmed().filter(slots__in=lost)
    entries = confirmed.annotate(
        times=Count("slots"),
        lately=Max("slots__match__completed_at"),
        played=Subquery(played.order_by("-completed_at").values("completed_at")[:1]),
    )
    rows: Iterable[Any] = entries.filter(times__gte=PROPOSED_AFTER).order_by("pk")
    return [
        FrequentAbsentee(entry, entry.times)
        for entry in rows
        if entry.played is None or entry.played < entry.lately
    ]


@dataclass(frozen=True)
class EntryOut:
    """An entry of a drawn competition that is out of play, with the consequences of its return."""

    entry: Entry
    why: str
    follows: str  # "" if its own page says what is possible


def entries_out(competition: Competition, entries: Iterable[Entry]) -> list[EntryOut]:
    """Return which of the entries are out of play in a competition in progress.

    Those that lack a player are among them once nobody can join; before, the desk has their card.
    """
    if competition.state not in Competition.IN_PROGRESS:
        return []
    coming = coming_round(competition)
    absent = frozenset[int]() if coming is None else coming.absent
    out = [(entry, why) for entry in entries if (why := why_out(entry, absent)) is not None]
    is_late = any(why in (Out.NOT_DRAWN, Out.ALONE) for _, why in out)
    joins = round_to_join(competition) if is_late else None
    if joins is not None:
        out = [(entry, why) for entry, why in out if why != Out.ALONE]
    people = competition.named_per_entry
    return [
        EntryOut(
            entry,
            _why_out(entry, why, coming, people),
            _if_back(why, coming, joins, competition),
        )
        for entry, why in out
    ]


def _why_out(entry: Entry, why: Out, coming: ComingRound | None, people: int) -> str:
    match why:
        case Out.ALONE if entry.competition.is_of_teams:
            return gettext("no está completo")
        case Out.ALONE:
            return gettext("está sin compañero")
        case Out.LEFT:
            return ngettext("se retiró", "se retiraron", people)
        case Out.NOT_DRAWN:
            return ngettext("no estaba en el sorteo", "no estaban en el sorteo", people)
        case Out.ABSENT:
            message = ngettext(
                "falta en la ronda %(number)s", "faltan en la ronda %(number)s", people
            )
            return message % {"number": coming and coming.number}


def _if_back(
    why: Out, coming: ComingRound | None, joins: int | None, competition: Competition
) -> str:
    if coming is None:
        return ""
    people = competition.named_per_entry
    match why:
        case Out.LEFT:
            return ngettext(
                "Vuelve con sus puntos, en la misma fila.",
                "Vuelven con sus puntos, en la misma fila.",
                people,
            )
        case Out.ALONE:
            return ""
        case Out.NOT_DRAWN if joins is None:
            return ""
        case Out.NOT_DRAWN:
            message = ngettext(
                "Entra en la ronda %(number)s: cada ronda que no jugó %(gives)s.",
                "Entran en la ronda %(number)s: cada ronda que no jugaron %(gives)s.",
                people,
            )
            gives = what_a_round_gives(competition.late_points, coming.shape)
            return message % {"number": joins, "gives": gives}
        case Out.ABSENT:
            message = ngettext("Juega la ronda %(number)s.", "Juegan la ronda %(number)s.", people)
            return message % {"number": coming.number}
