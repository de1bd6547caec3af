"""Decision cards of the dashboard: an event, its age and the likeliest action.

Cards are about tables, entries, the evening as a whole, places won in other competitions, offline
conflicts and name claims. An action takes one tap: a link, or a form with at most one field.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from tournaments.dashboard.matches import MatchCase, Urgency
from tournaments.entries.partner_search import PAIR
from tournaments.entries.queries import EntryLine, MissingAccounts, entered_alone
from tournaments.models import Competition, Entry, Match, RoundClock
from tournaments.models.matches import Plate
from tournaments.qualifiers.queries import BerthView, FeederView
from tournaments.results.forms import write_pairs
from tournaments.results.labels import format_games
from tournaments.round_clock.queries import ClockView
from tournaments.score_sheets.conflicts import HeldResult, HeldView
from tournaments.withdrawals.queries import FrequentAbsentee


@dataclass(frozen=True)
class CardAction:
    """Button that posts to an address, or a link."""

    words: str
    address: str
    is_posted: bool = False
    field: tuple[str, str] | None = None  # what is sent along
    confirm: str = ""  # asked before it is sent
    shares: bool = False  # the browser shares what is on that page, if it can


def link_action(words: str, name: str, *keys: object, more: str = "") -> CardAction:
    """Return a link to a page; `more` is appended to its address."""
    return CardAction(words, reverse(name, args=keys) + more)


def post_action(
    words: str, name: str, *keys: object, field: tuple[str, str] | None = None, confirm: str = ""
) -> CardAction:
    """Return a button that posts to a page."""
    return CardAction(words, reverse(name, args=keys), is_posted=True, field=field, confirm=confirm)


@dataclass(frozen=True)
class Claim:
    """Result claimed by one side or the scorer. `is_backed` if the scorer agrees."""

    who: str
    figures: str
    is_backed: bool = False


@dataclass(frozen=True)
class Card:
    """Item that needs an organiser. The first button is the likeliest action."""

    key: str  # the id of its fragment
    title: str
    words: str
    likeliest: CardAction
    others: Sequence[CardAction] = ()
    plate: Plate | None = None  # number of its match or hall table
    since: datetime | None = None
    reason: str | None = None  # default reason; None if the action takes none
    claims: Sequence[Claim] = ()
    is_grave: bool = False


def match_cards(cases: Iterable[MatchCase], zone: str, now: datetime) -> list[Card]:
    """Return a card for each match that needs a decision, in their order.

    Players who are missing get half of their time before the organiser is asked about them.
    """
    urgent = [case for case in cases if case.urgency in _OF and not case.is_early(now)]
    return [_at_table(case, _OF[case.urgency](case, zone)) for case in urgent]


def names_of(case: MatchCase) -> str:
    """Return the names of the sides: `Ana y Beto – Caro y Dani`."""
    return " – ".join(side.name for side in case.view.sides)


def _no_show(case: MatchCase, zone: str) -> Card:
    """Return the card for absent players; the side that is present may be awarded the match."""
    match, missing = case.view.match, join_names(case.missing)
    hour = _hour(match.sit_by, zone)
    values = {"here": join_names(case.sat), "hour": hour}
    card = Card(
        key=_key(case),
        title=ngettext("Falta %(who)s", "Faltan %(who)s", len(case.missing)) % {"who": missing},
        words=gettext("Ya está: %(here)s. El plazo es a las %(hour)s.") % values,
        since=match.called_at,
        likeliest=_wait(match),
        others=[_board_by_board(match)],
    )
    if case.view.tables:
        return card
    winner, ways = _side_that_came(case), _awards(case)
    return replace(
        card,
        likeliest=replace(ways[winner], confirm=""),  # the likeliest action takes one tap
        others=[_wait(match), ways[1 - winner], *_more(case)],
        reason=ngettext(
            "No se presentó: %(who)s, plazo %(hour)s",
            "No se presentaron: %(who)s, plazo %(hour)s",
            len(case.missing),
        )
        % {"who": missing[:REASON], "hour": hour},
    )


def _nobody(case: MatchCase, zone: str) -> Card:
    match = case.view.match
    hour = _hour(match.sit_by, zone)
    values = {"names": names_of(case), "hour": hour}
    card = Card(
        key=_key(case),
        title=gettext("Todavía no llegó nadie"),
        words=gettext("%(names)s. El plazo es a las %(hour)s.") % values,
        since=match.called_at,
        likeliest=_wait(match),
        others=[_board_by_board(match)],
    )
    if case.view.tables:
        return card
    reason = gettext("No se presentó, plazo %(hour)s") % {"hour": hour}
    return replace(card, others=[*_awards(case), *_more(case)], reason=reason)


def _frozen(case: MatchCase, zone: str) -> Card:
    match = case.view.match
    return Card(
        key=_key(case),
        title=gettext("La mesa quedó en revisión"),
        words=names_of(case),
        since=match.called_at,
        likeliest=CardAction(gettext("Mirar la mesa"), case.view.page),
        others=[_annul(match), *_awards(case)],
        reason=gettext("La mesa quedó en revisión"),
        is_grave=True,
    )


def _disputed(case: MatchCase, zone: str) -> Card:
    """Return the card of a dispute.

    Contradicting slips are compared; other calls link to the ruling.
    """
    match = case.view.match
    resolve = link_action(gettext("Ir a resolver"), "match", match.pk, more="#dispute")
    if not case.claims:
        return Card(
            key=_key(case),
            title=gettext("Llaman al juez"),
            words=case.asked_in_words,
            since=case.asked_at,
            likeliest=resolve,
            is_grave=True,
        )
    scored = _scorer_score(case)
    figures = [format_games(claim.games) for claim in case.claims]
    keep = [_keep(match, claim.games) for claim in case.claims]
    likely = figures.index(scored) if scored in figures else 0
    claims = [
        Claim(side.name, score, score == scored)
        for side, score in zip(case.view.sides, figures, strict=True)
    ]
    return Card(
        key=_key(case),
        title=gettext("No coinciden los resultados"),
        words=names_of(case),
        since=case.asked_at,
        likeliest=keep[likely],
        others=[*keep[:likely], *keep[likely + 1 :], _write(match), resolve],
        claims=[*claims, Claim(gettext("anotador"), scored)] if scored else claims,
        is_grave=True,
    )


def _appealed(case: MatchCase, zone: str) -> Card:
    return Card(
        key=_key(case),
        title=gettext("Apelaron el resultado"),
        words=case.asked_in_words,
        since=case.asked_at,
        likeliest=link_action(gettext("Contestar"), "match", case.view.match.pk, more="#dispute"),
        is_grave=True,
    )


def _unclaimed(case: MatchCase, zone: str) -> Card:
    """Return the card of a match in which no player of a side has an account.

    Its actions invite a player or write the result.
    """
    match = case.view.match
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    entries = [line.entry for line in case.unclaimed]
    ways = [
        post_action(
            gettext("Enlace para %(entry)s") % {"entry": entry},
            "competitions:invite",
            competition.pk,
            field=("entry", str(entry.pk)),
        )
        for entry in entries
    ]
    names = " – ".join(str(entry) for entry in entries)
    return Card(
        key=_key(case),
        title=gettext("Sin cuenta: %(names)s") % {"names": names},
        words=gettext(
            "Para abrir la mesa alguien tiene que tomar ese lugar, con su cuenta o como invitado."
        ),
        likeliest=ways[0],
        others=[*ways[1:], _write(match), *_awards(case)],
        reason=gettext("Sin cuenta"),
    )


def _key(case: MatchCase) -> str:
    return f"n{case.view.match.pk}"


def _at_table(case: MatchCase, card: Card) -> Card:
    """Add the number of its match or hall table to a card."""
    return replace(card, plate=case.view.match.plate)


def _awards(case: MatchCase) -> list[CardAction]:
    """Return the buttons that award a match to a side."""
    match = case.view.match
    question = gettext("¿Seguro? Lo que haya en la mesa deja de contar.")
    return [
        post_action(
            gettext("Dar por ganado a %(entry)s") % {"entry": side.name},
            "walkover",
            match.pk,
            field=("winner", str(side.slot.side)),
            confirm=question,
        )
        for side in case.view.sides
    ]


def _more(case: MatchCase) -> Iterator[CardAction]:
    """Yield the other actions for absent players."""
    match = case.view.match
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    for line in case.with_reserves:
        words = gettext("Cambiar a alguien de %(entry)s") % {"entry": line.entry}
        yield link_action(words, "competitions:entered_one", competition.pk, line.entry.pk)
    yield _annul(match)


def _annul(match: Match) -> CardAction:
    question = gettext("¿Seguro? Lo que haya en la mesa deja de contar.")
    return post_action(gettext("Anular y jugar de nuevo"), "annul", match.pk, confirm=question)


def _wait(match: Match) -> CardAction:
    return post_action(gettext("Esperar 5 minutos"), "wait", match.pk)


def _board_by_board(match: Match) -> CardAction:
    """Return the link to the boards of a match. An absent player loses a board, not the match."""
    return link_action(gettext("Ver el partido"), "match", match.pk, more="#boards")


def _write(match: Match) -> CardAction:
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    words = gettext("Escribir el resultado")
    return link_action(words, "competitions:results", competition.pk, more=f"?show=all#m{match.pk}")


def _keep(match: Match, games: Sequence[tuple[int, int]]) -> CardAction:
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    return post_action(
        gettext("Dejar %(score)s") % {"score": format_games(games)},
        "competitions:save_result",
        competition.pk,
        match.pk,
        field=("claimed", write_pairs(games)),
    )


def _scorer_score(case: MatchCase) -> str:
    """Return the score that the scorer of a match has; "" without a score sheet."""
    sheet = case.view.sheet
    if sheet is None:
        return ""
    begun = [sheet.points] if any(sheet.points) else []
    return format_games([*sheet.chicos, *begun])


def _side_that_came(case: MatchCase) -> int:
    """Return the side with more seated players, or the first if level."""
    seated = [0, 0]
    for seat in case.seats:
        seated[seat.team] += bool(seat.sat_at and seat.user)
    return int(seated[1] > seated[0])


def _hour(at: datetime | None, zone: str) -> str:
    return f"{localtime(at, ZoneInfo(zone)):%H:%M}" if at else ""


REASON: Final = 120  # maximum letters of names in a reason
_OF: Final[Mapping[Urgency, Callable[[MatchCase, str], Card]]] = {
    Urgency.DISPUTED: _disputed,
    Urgency.FROZEN: _frozen,
    Urgency.HALF_SEATED: _no_show,
    Urgency.EMPTY: _nobody,
    Urgency.UNCLAIMED: _unclaimed,
    Urgency.APPEALED: _appealed,
}
NAMED: Final = 3  # awaited berths that are named


def feeder_cards(
    competition: Competition, feeders: Iterable[FeederView], requests: int
) -> Iterator[Card]:
    """Yield the cards about feeders: requests, news, ties and awaited entries."""
    if requests:
        yield _feeder_request_card(competition, requests)
    berths = [berth for view in feeders for berth in view.berths]
    yield from (_news(competition, one) for one in berths if one.berth.is_news)
    if competition.is_over:
        return
    yield from (_equals(competition, one) for one in berths if one.equals)
    awaited = [one for one in berths if one.is_awaited]
    if awaited and competition.is_drawn:
        yield _awaited_berths_card(competition, awaited)


def _feeder_request_card(competition: Competition, number: int) -> Card:
    title = ngettext(
        "%(number)s competencia pide a tus primeros",
        "%(number)s competencias piden a tus primeros",
        number,
    )
    return Card(
        key="asked-for",
        title=title % {"number": number},
        words=gettext("Hasta que digas que sí no pasa nadie."),
        likeliest=link_action(gettext("Ver y contestar"), "competitions:feeders", competition.pk),
    )


def _news(competition: Competition, one: BerthView) -> Card:
    keys = ("competitions:berth", competition.pk, one.berth.pk)
    return Card(
        key=f"berth-{one.berth.pk}",
        title=one.berth.label,
        words=one.fate,
        likeliest=post_action(gettext("Entendido"), *keys),
        others=[link_action(gettext("Ver los pases"), "competitions:feeders", competition.pk)],
    )


def _equals(competition: Competition, one: BerthView) -> Card:
    names = join_names(str(entry) for entry in one.equals)
    text = gettext("Comparten ese puesto: %(names)s.")
    if one.has_left:
        text = gettext("%(names)s terminó en ese puesto, y se había ido antes del final.")
    return Card(
        key=f"equals-{one.berth.pk}",
        title=one.berth.label,
        words=text % {"names": names},
        likeliest=link_action(gettext("Elegir quién pasa"), "competitions:feeders", competition.pk),
    )


def _awaited_berths_card(competition: Competition, awaited: Sequence[BerthView]) -> Card:
    names = ", ".join(one.berth.label for one in awaited[:NAMED])
    more = len(awaited) - NAMED
    if more > 0:
        names = gettext("%(names)s y %(number)s más") % {"names": names, "number": more}
    return Card(
        key="awaited",
        title=gettext("Se espera a quien gane otra competencia"),
        words=gettext("%(names)s. Sus partidos se llaman cuando se sepa.") % {"names": names},
        likeliest=link_action(gettext("Ver los pases"), "competitions:feeders", competition.pk),
    )


State = Entry.State
MATES = 3  # number of other entries without a partner to name


def entry_cards(
    competition: Competition, lines: Sequence[EntryLine], *, may_join: bool
) -> list[Card]:
    """Return a card for each entry that waits for an organiser.

    One that lacks a player has a card as long as it can come in, also after the draw.
    """
    if competition.is_over:
        return []
    requested = [line for line in lines if line.entry.state == State.REQUESTED]
    forming = [line for line in lines if line.entry.state == State.FORMING]
    open_ = forming if may_join else []
    return [
        *(_requested(competition, line) for line in requested),
        *(_forming(competition, line, forming) for line in open_),
    ]


def evening_cards(
    competition: Competition,
    missing: MissingAccounts | None,
    reported: int,
    late: int,
    undated: int,
) -> Iterator[Card]:
    """Yield the cards about the whole event."""
    if missing is not None and missing.unattended:
        yield _without_account(competition, missing)
    elif missing is not None:
        yield _in_part(competition, missing)
    if reported:
        yield _reported(reported)
    if late:
        yield _late(competition, late)
    if undated:
        yield _undated(competition, undated)


def absentee_cards(
    competition: Competition, absentees: Iterable[FrequentAbsentee]
) -> Iterator[Card]:
    """Yield the proposals to withdraw entries that do not come to their matches."""
    people = competition.named_per_entry
    for one in absentees:
        values = {"entry": one.entry, "number": one.missed}
        yield Card(
            key=f"absentee{one.entry.pk}",
            title=ngettext("%(entry)s no viene", "%(entry)s no vienen", people) % values,
            words=ngettext(
                "Faltó a %(number)s partidos. Si se retira, nadie más lo espera.",
                "Faltaron a %(number)s partidos. Si se retiran, nadie más los espera.",
                people,
            )
            % values,
            likeliest=link_action(
                ngettext("Se retira", "Se retiran", people),
                "competitions:ask_withdrawal",
                competition.pk,
                one.entry.pk,
            ),
        )


def bell_cards(
    competition: Competition, clocks: Sequence[ClockView], cases: Sequence[MatchCase]
) -> Iterator[Card]:
    """Yield the cards for results missing after the bell of a round with real cards.

    The bell is stored, so all readers of one version of the dashboard see the same cards.
    """
    for view in clocks if competition.with_cards else ():
        unwritten = [case for case in cases if view.has_rung and _goes_on(case, view.clock)]
        if unwritten:
            yield _unwritten(competition, view, unwritten)


def _goes_on(case: MatchCase, clock: RoundClock | None) -> bool:
    """Return whether a match of a clock's round is open and needs no ruling first."""
    match = case.view.match
    is_open = match.state == Match.State.CALLED and not case.dispute
    return is_open and clock is not None and clock.is_of(match.round)


def _unwritten(competition: Competition, view: ClockView, cases: Sequence[MatchCase]) -> Card:
    names = "; ".join(names_of(case) for case in cases[:MATES])
    more = len(cases) - MATES
    if more > 0:
        names = gettext("%(names)s y %(number)s más") % {"names": names, "number": more}
    one, some = gettext("Cargar el que falta"), gettext("Cargar los %(number)s que faltan")
    words = one if len(cases) == 1 else some % {"number": len(cases)}
    return Card(
        key=f"b{view.round_id}",
        title=gettext("Sonó la campana"),
        words=gettext("Es la última mano, o nadie cargó: %(names)s.") % {"names": names},
        since=view.bell_at,
        likeliest=link_action(words, "competitions:results", competition.pk),
    )


def _requested(competition: Competition, line: EntryLine) -> Card:
    entry = line.entry
    decide = ("competitions:decide", competition.pk)
    only = ("only", str(entry.pk))
    return Card(
        key=f"r{entry.pk}",
        title=gettext("Quiere entrar: %(entry)s") % {"entry": entry},
        words=" · ".join(filter(None, (_players(line), entry.affiliation))),
        likeliest=post_action(
            gettext("Confirmar a %(entry)s") % {"entry": entry}, *decide, "approve", field=only
        ),
        others=[post_action(gettext("Esta vez no"), *decide, "reject", field=only)],
        reason="",
    )


def _forming(competition: Competition, line: EntryLine, forming: Sequence[EntryLine]) -> Card:
    entry = line.entry
    alone = [str(other.entry) for other in forming if other.entry.pk != entry.pk][:MATES]
    words = [gettext("Entra cuando esté completo.")]
    if alone:
        words = [gettext("También buscan: %(names)s.") % {"names": join_names(alone)}]
    one = (competition.pk, entry.pk)
    shows = link_action(gettext("Ver a %(entry)s") % {"entry": entry}, OF_ENTRY, *one)
    ways = [*_mates(competition, line, forming), shows]
    if competition.is_drawn:
        late = gettext(
            "Ya hay partidos armados, pero todavía puede entrar, en cuanto esté completo."
        )
        words = [late, *words[: len(alone)]]
        leaves = ngettext("Se retira", "Se retiran", len(line.players))
        ways.append(link_action(leaves, "competitions:ask_withdrawal", *one))
    return Card(
        key=f"f{entry.pk}",
        title=entered_alone(entry),
        words=" ".join(words),
        likeliest=ways[0],
        others=ways[1:],
    )


def _mates(
    competition: Competition, line: EntryLine, forming: Sequence[EntryLine]
) -> list[CardAction]:
    """Return the buttons that join a player who looks for a partner with another one."""
    alone = [each for each in forming if len(each.players) == 1]
    if competition.players_per_side != PAIR or line not in alone:
        return []
    names = gettext("Juntar con %(name)s")
    return [
        post_action(
            names % {"name": other.entry},
            "competitions:pair_up",
            competition.pk,
            line.entry.pk,
            field=("entry", str(other.entry.pk)),
        )
        for other in alone
        if other.entry.pk != line.entry.pk
    ][:MATES]


def _without_account(competition: Competition, missing: MissingAccounts) -> Card:
    ways = [_links(competition)]
    if competition.names_by_qr:
        words = gettext("Que elijan su nombre, con QR")
        ways.insert(0, link_action(words, "competitions:claims", competition.pk))
    if missing.may_take_cards:
        words = gettext("Jugar con cartas de verdad")
        # last if the organiser chose tables on the site
        place = len(ways) if competition.names_by_qr else 0
        ways.insert(place, post_action(words, "competitions:step", competition.pk, "with-cards"))
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


def _links(competition: Competition) -> CardAction:
    words, more = gettext("Mandarles sus enlaces"), "?show=unclaimed"
    return link_action(words, "competitions:entered", competition.pk, more=more)


def _reported(number: int) -> Card:
    title = ngettext("Se denunció %(number)s cosa", "Se denunciaron %(number)s cosas", number)
    return Card(
        key="reported",
        title=title % {"number": number},
        words=gettext("De lo que se dijo en las mesas."),
        likeliest=link_action(gettext("Lo que se denunció"), "talk_reports"),
    )


def _undated(competition: Competition, number: int) -> Card:
    title = ngettext(
        "%(number)s partido espera una fecha", "%(number)s partidos esperan una fecha", number
    )
    return Card(
        key="undated",
        title=title % {"number": number},
        words=gettext("No se juegan hasta que les pongas una, o la acuerden entre ellos."),
        likeliest=link_action(gettext("Ponerles fecha"), "competitions:days", competition.pk),
    )


def _late(competition: Competition, number: int) -> Card:
    title = ngettext(
        "%(number)s partido se quedó sin su hora",
        "%(number)s partidos se quedaron sin su hora",
        number,
    )
    dates = link_action(
        gettext("Ver los atrasados"),
        "competitions:manage",
        competition.pk,
        more="?s=standings#league-desk",
    )
    return Card(
        key="late",
        title=title % {"number": number},
        words=gettext("Se les pasó la fecha, o su mesa no se pudo abrir."),
        likeliest=dates,
    )


def _players(line: EntryLine) -> str:
    return join_names([player.name for player in line.players]) if line.has_own_name else ""


OF_ENTRY = "competitions:entered_one"


def held_cards(
    competition: Competition, conflicts: Iterable[HeldView | HeldResult]
) -> Iterator[Card]:
    """Yield a card for each conflicting offline score."""
    for view in conflicts:
        if isinstance(view, HeldResult):
            yield _two_results(competition, view)
        else:
            yield _held_marks_card(competition, view)


def claim_cards(competition: Competition, claimed: int) -> Iterator[Card]:
    """Yield one card for all name claims. Approving a claim lets tables open."""
    if claimed:
        yield _claims(competition, claimed)


def _held_marks_card(competition: Competition, view: HeldView) -> Card:
    """Return the card for marks that were made offline and conflict with the score sheet."""
    settle = ("competitions:resolve_conflict", competition.pk, view.held.pk)
    others: list[CardAction] = []
    if view.may_count:
        others.append(post_action(gettext("Sumar esas marcas"), *settle, field=("counts", "yes")))
    if view.match.state == view.match.State.CALLED:
        others.append(link_action(gettext("Ver la planilla"), "score", view.match.pk))
    return Card(
        key=f"held-{view.held.pk}",
        title=gettext("Marcas sin acuerdo"),
        words=_in_words(view),
        likeliest=post_action(
            gettext("Dejar la planilla como está"), *settle, field=("counts", "no")
        ),
        others=others,
        plate=view.match.plate,
        is_grave=True,
    )


def _two_results(competition: Competition, view: HeldResult) -> Card:
    """Return the card of a second, different result; the first one stands for now."""
    settle = ("competitions:resolve_conflict", competition.pk, view.held.pk)
    stood = format_games(view.standing.in_order)
    other = format_games(view.held.games)
    return Card(
        key=f"held-{view.held.pk}",
        title=gettext("Dos resultados distintos"),
        words=" – ".join(view.names),
        likeliest=post_action(
            gettext("Dejar %(score)s") % {"score": stood}, *settle, field=("counts", "no")
        ),
        others=[
            post_action(
                gettext("Vale %(score)s") % {"score": other}, *settle, field=("counts", "yes")
            ),
            link_action(gettext("Corregir el resultado…"), "reopen", view.match.pk),
        ],
        claims=[
            Claim(view.standing.slip_of or str(view.standing.submitted_by), stood, is_backed=True),
            Claim(str(view.held.by), other),
        ],
        plate=view.match.plate,
        is_grave=True,
    )


def _in_words(view: HeldView) -> str:
    values = {
        "who": view.held.by,
        "gained": ", ".join(f"{name} +{points}" for name, points in view.gained),
        "now": "–".join(map(str, view.now)),
        "then": "–".join(map(str, view.then or ())),
    }
    if not view.may_count:
        return (
            gettext(
                "%(who)s anotó sin señal (%(gained)s), y mientras tanto otra persona anotó: "
                "la planilla dice %(now)s."
            )
            % values
        )
    return (
        gettext(
            "%(who)s anotó sin señal (%(gained)s), y mientras tanto otra persona anotó: "
            "la planilla dice %(now)s; con esas marcas diría %(then)s."
        )
        % values
    )


def _claims(competition: Competition, number: int) -> Card:
    title = ngettext(
        "%(number)s persona dice quién es", "%(number)s personas dicen quiénes son", number
    )
    return Card(
        key="claims",
        title=title % {"number": number},
        words=gettext("Eligieron su nombre con el QR: falta que digas que sí."),
        likeliest=link_action(gettext("Ver quién es quién"), "competitions:claims", competition.pk),
    )
