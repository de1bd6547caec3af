"""Cards about those who enter and about the whole evening: none of them is about a table."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from accounts.values.joining import together
from tournaments.models import Competition, Entry, Match, RoundClock
from tournaments.pages.entry_list import EntryLine
from tournaments.pages.organisers.desk.cards import Card, names_of
from tournaments.pages.organisers.desk.cases import Case
from tournaments.pages.organisers.desk.ways import Way, link, post
from tournaments.pages.organisers.missing_accounts import MissingAccounts
from tournaments.pages.round_clock import ClockView
from tournaments.wording.forming import entered_alone

State = Entry.State
MATES = 3  # others without a partner that are named


def entry_cards(competition: Competition, lines: Sequence[EntryLine]) -> list[Card]:
    """Return a card for each entry that waits for an organiser."""
    if competition.is_over:
        return []
    asked = [line for line in lines if line.entry.state == State.REQUESTED]
    forming = [line for line in lines if line.entry.state == State.FORMING]
    open_ = [] if competition.is_drawn else forming
    return [
        *(_requested(competition, line) for line in asked),
        *(_forming(competition, line, forming) for line in open_),
    ]


def evening_cards(
    competition: Competition,
    missing: MissingAccounts | None,
    reported: int,
    late: int,
) -> Iterator[Card]:
    """Return what is about the whole evening."""
    if missing is not None and missing.unattended:
        yield _without_account(competition, missing)
    elif missing is not None:
        yield _in_part(competition, missing)
    if reported:
        yield _reported(reported)
    if late:
        yield _late(competition, late)


def bell_cards(
    competition: Competition, clocks: Sequence[ClockView], cases: Sequence[Case]
) -> Iterator[Card]:
    """Return what a round with real cards lacks once its tables were told of the bell.

    That they were told is written down, so all who read one version of the desk are shown the same.
    """
    for view in clocks if competition.with_cards else ():
        unwritten = [case for case in cases if view.has_rung and _goes_on(case, view.clock)]
        if unwritten:
            yield _unwritten(competition, view, unwritten)


def _goes_on(case: Case, clock: RoundClock | None) -> bool:
    """Tell whether a match of a clock's round is open, and nobody has to rule first."""
    match = case.view.match
    is_open = match.state == Match.State.CALLED and not case.dispute
    return is_open and clock is not None and clock.is_of(match.round)


def _unwritten(competition: Competition, view: ClockView, cases: Sequence[Case]) -> Card:
    named = "; ".join(names_of(case) for case in cases[:MATES])
    more = len(cases) - MATES
    if more > 0:
        named = gettext("%(names)s y %(number)s más") % {"names": named, "number": more}
    one, some = gettext("Cargar el que falta"), gettext("Cargar los %(number)s que faltan")
    words = one if len(cases) == 1 else some % {"number": len(cases)}
    return Card(
        key=f"b{view.round_id}",
        title=gettext("Sonó la campana"),
        words=gettext("Es la última mano, o nadie cargó: %(names)s.") % {"names": named},
        since=view.bell_at,
        likeliest=link(words, "competitions:results", competition.pk),
    )


def _requested(competition: Competition, line: EntryLine) -> Card:
    entry = line.entry
    decide = ("competitions:decide", competition.pk)
    only = ("only", str(entry.pk))
    return Card(
        key=f"r{entry.pk}",
        title=gettext("Quiere entrar: %(entry)s") % {"entry": entry},
        words=" · ".join(filter(None, (_players(line), entry.affiliation))),
        likeliest=post(
            gettext("Confirmar a %(entry)s") % {"entry": entry}, *decide, "approve", field=only
        ),
        others=[post(gettext("Esta vez no"), *decide, "reject", field=only)],
        reason="",
    )


def _forming(competition: Competition, line: EntryLine, forming: Sequence[EntryLine]) -> Card:
    entry = line.entry
    alone = [str(other.entry) for other in forming if other.entry.pk != entry.pk][:MATES]
    words = gettext("Entra cuando esté completo.")
    if alone:
        words = gettext("También buscan: %(names)s.") % {"names": together(alone)}
    one = (competition.pk, entry.pk)
    return Card(
        key=f"f{entry.pk}",
        title=entered_alone(entry),
        words=words,
        likeliest=link(gettext("Ver a %(entry)s") % {"entry": entry}, OF_ENTRY, *one),
    )


def _without_account(competition: Competition, missing: MissingAccounts) -> Card:
    ways = [_links(competition)]
    if competition.names_by_qr:
        words = gettext("Que elijan su nombre, con QR")
        ways.insert(0, link(words, "competitions:claims", competition.pk))
    if missing.may_take_cards:
        words = gettext("Jugar con cartas de verdad")
        place = len(ways) if competition.names_by_qr else 0  # last where screens were chosen
        ways.insert(place, post(words, "competitions:step", competition.pk, "with-cards"))
    return Card(
        key="missing-accounts",
        title=missing.in_words,
        words=gettext(
            "Nadie se puede sentar por ellos en las mesas del sitio: sus partidos no se llaman."
        ),
        likeliest=ways[0],
        others=ways[1:],
    )


def _in_part(competition: Competition, missing: MissingAccounts) -> Card:
    return Card(
        key="missing-accounts",
        title=missing.part_in_words,
        words=gettext("Con su enlace cada uno toma su lugar con una cuenta."),
        likeliest=_links(competition),
    )


def _links(competition: Competition) -> Way:
    words, more = gettext("Mandarles sus enlaces"), "?show=unclaimed"
    return link(words, "competitions:entered", competition.pk, more=more)


def _reported(number: int) -> Card:
    told = ngettext("Se denunció %(number)s cosa", "Se denunciaron %(number)s cosas", number)
    return Card(
        key="reported",
        title=told % {"number": number},
        words=gettext("De lo que se dijo en las mesas."),
        likeliest=link(gettext("Lo que se denunció"), "talk_reports"),
    )


def _late(competition: Competition, number: int) -> Card:
    told = ngettext(
        "%(number)s partido se quedó sin su hora",
        "%(number)s partidos se quedaron sin su hora",
        number,
    )
    dates = link(
        gettext("Ver los atrasados"),
        "competitions:manage",
        competition.pk,
        more="?s=standings#league-desk",
    )
    return Card(
        key="late",
        title=told % {"number": number},
        words=gettext("Se les pasó la fecha, o su mesa no se pudo abrir."),
        likeliest=dates,
    )


def _players(line: EntryLine) -> str:
    return together([player.name for player in line.players]) if line.has_own_name else ""


OF_ENTRY = "competitions:entered_one"
