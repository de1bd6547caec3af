"""Decision cards: what happened at a table, since when, and the likeliest thing to do about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from accounts.values.joining import together
from tournaments.forms.grid import write_pairs
from tournaments.models import Match
from tournaments.pages.organisers.desk.cases import Case, Urgency
from tournaments.pages.organisers.desk.ways import Way, link, post
from tournaments.pages.screens.plates import Plate, plate_of
from tournaments.services.matches.slips import in_figures


@dataclass(frozen=True)
class Claim:
    """What one side says, or the scorer; `is_backed` if the scorer says the same."""

    who: str
    figures: str
    is_backed: bool = False


@dataclass(frozen=True)
class Card:
    """One thing that needs an organiser: the likeliest button names its outcome."""

    key: str  # the id of its piece
    title: str
    words: str
    likeliest: Way
    others: Sequence[Way] = ()
    plate: Plate | None = None  # of its match
    since: datetime | None = None
    reason: str | None = None  # filled in; None where nobody asks for one
    claims: Sequence[Claim] = ()
    is_grave: bool = False


def match_cards(cases: Iterable[Case], zone: str, now: datetime) -> list[Card]:
    """Return a card for each match that needs a decision, in their order.

    Players who are missing get half of their time before the organiser is asked about them.
    """
    asked = [case for case in cases if case.urgency in _OF and not case.is_early(now)]
    return [_at_table(case, _OF[case.urgency](case, zone)) for case in asked]


def names_of(case: Case) -> str:
    """Say who plays: `Ana y Beto – Caro y Dani`."""
    return " – ".join(side.name for side in case.view.sides)


def _no_show(case: Case, zone: str) -> Card:
    """Somebody sat down and somebody did not: whoever came gets it."""
    match, missing = case.view.match, together(case.missing)
    hour = _hour(match.sit_by, zone)
    told = {"here": together(case.sat), "hour": hour}
    card = Card(
        key=_key(case),
        title=ngettext("Falta %(who)s", "Faltan %(who)s", len(case.missing)) % {"who": missing},
        words=gettext("Ya está: %(here)s. El plazo es a las %(hour)s.") % told,
        since=match.called_at,
        likeliest=_wait(match),
        others=[_board_by_board(match)],
    )
    if case.view.tables:
        return card
    winner, ways = _side_that_came(case), _awards(case)
    return replace(
        card,
        likeliest=replace(ways[winner], confirm=""),  # what is likeliest takes one tap
        others=[_wait(match), ways[1 - winner], *_more(case)],
        reason=gettext("No se presentó: %(who)s, plazo %(hour)s")
        % {"who": missing[:REASON], "hour": hour},
    )


def _nobody(case: Case, zone: str) -> Card:
    match = case.view.match
    hour = _hour(match.sit_by, zone)
    told = {"names": names_of(case), "hour": hour}
    card = Card(
        key=_key(case),
        title=gettext("Todavía no llegó nadie"),
        words=gettext("%(names)s. El plazo es a las %(hour)s.") % told,
        since=match.called_at,
        likeliest=_wait(match),
        others=[_board_by_board(match)],
    )
    if case.view.tables:
        return card
    reason = gettext("No se presentó, plazo %(hour)s") % {"hour": hour}
    return replace(card, others=[*_awards(case), *_more(case)], reason=reason)


def _frozen(case: Case, zone: str) -> Card:
    match = case.view.match
    return Card(
        key=_key(case),
        title=gettext("La mesa quedó en revisión"),
        words=names_of(case),
        since=match.called_at,
        likeliest=Way(gettext("Mirar la mesa"), case.view.page),
        others=[_annul(match), *_awards(case)],
        reason=gettext("La mesa quedó en revisión"),
        is_grave=True,
    )


def _disputed(case: Case, zone: str) -> Card:
    """Slips that disagree stand side by side; any other call is read where it is ruled."""
    match = case.view.match
    resolve = link(gettext("Ir a resolver"), "match", match.pk, more="#dispute")
    if not case.claims:
        return Card(
            key=_key(case),
            title=gettext("Llaman al juez"),
            words=case.asked_in_words,
            since=case.asked_at,
            likeliest=resolve,
            is_grave=True,
        )
    kept = _kept(case)
    figures = [in_figures(claim.games) for claim in case.claims]
    keep = [_keep(match, claim.games) for claim in case.claims]
    likely = figures.index(kept) if kept in figures else 0
    claims = [
        Claim(side.name, said, said == kept)
        for side, said in zip(case.view.sides, figures, strict=True)
    ]
    return Card(
        key=_key(case),
        title=gettext("No coinciden los resultados"),
        words=names_of(case),
        since=case.asked_at,
        likeliest=keep[likely],
        others=[*keep[:likely], *keep[likely + 1 :], _write(match), resolve],
        claims=[*claims, Claim(gettext("tanteador"), kept)] if kept else claims,
        is_grave=True,
    )


def _appealed(case: Case, zone: str) -> Card:
    return Card(
        key=_key(case),
        title=gettext("Apelaron el resultado"),
        words=case.asked_in_words,
        since=case.asked_at,
        likeliest=link(gettext("Contestar"), "match", case.view.match.pk, more="#dispute"),
        is_grave=True,
    )


def _unclaimed(case: Case, zone: str) -> Card:
    """Nobody of a side can sit down on the site: somebody takes the place, or it is written."""
    match = case.view.match
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    entries = [line.entry for line in case.unclaimed]
    ways = [
        post(
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


def _key(case: Case) -> str:
    return f"n{case.view.match.pk}"


def _at_table(case: Case, card: Card) -> Card:
    """Put the plate of its match on a card."""
    return replace(card, plate=plate_of(case.view.match))


def _awards(case: Case) -> list[Way]:
    """The ways to give a match to a side."""
    match = case.view.match
    question = gettext("¿Seguro? Lo que haya en la mesa deja de contar.")
    return [
        post(
            gettext("Dar por ganado a %(entry)s") % {"entry": side.name},
            "walkover",
            match.pk,
            field=("winner", str(side.slot.side)),
            confirm=question,
        )
        for side in case.view.sides
    ]


def _more(case: Case) -> Iterator[Way]:
    """What else can be done about who is missing."""
    match = case.view.match
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    for line in case.with_reserves:
        words = gettext("Cambiar a alguien de %(entry)s") % {"entry": line.entry}
        yield link(words, "competitions:entered_one", competition.pk, line.entry.pk)
    yield _annul(match)


def _annul(match: Match) -> Way:
    question = gettext("¿Seguro? Lo que haya en la mesa deja de contar.")
    return post(gettext("Anular y jugar de nuevo"), "annul", match.pk, confirm=question)


def _wait(match: Match) -> Way:
    return post(gettext("Esperar 5 minutos"), "wait", match.pk)


def _board_by_board(match: Match) -> Way:
    """Who stays away loses a board, not the match: boards are given one by one on its page."""
    return link(gettext("Ver el partido"), "match", match.pk, more="#boards")


def _write(match: Match) -> Way:
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    words = gettext("Escribir el resultado")
    return link(words, "competitions:results", competition.pk, more=f"?show=all#m{match.pk}")


def _keep(match: Match, games: Sequence[tuple[int, int]]) -> Way:
    competition = match.competition
    assert competition is not None, "casual matches are on no desk"
    return post(
        gettext("Dejar %(score)s") % {"score": in_figures(games)},
        "competitions:save_result",
        competition.pk,
        match.pk,
        field=("claimed", write_pairs(games)),
    )


def _kept(case: Case) -> str:
    """Say what the scorer of a match has; "" if nobody kept its points to the end."""
    sheet = case.view.sheet
    if sheet is None:
        return ""
    begun = [sheet.points] if any(sheet.points) else []
    return in_figures([*sheet.chicos, *begun])


def _side_that_came(case: Case) -> int:
    """Return the side of which more have sat down, the first if it is the same."""
    here = [0, 0]
    for seat in case.seats:
        here[seat.team] += bool(seat.sat_at and seat.user)
    return int(here[1] > here[0])


def _hour(at: datetime | None, zone: str) -> str:
    return f"{localtime(at, ZoneInfo(zone)):%H:%M}" if at else ""


REASON: Final = 120  # letters of names in it
_OF: Final[Mapping[Urgency, Callable[[Case, str], Card]]] = {
    Urgency.DISPUTED: _disputed,
    Urgency.FROZEN: _frozen,
    Urgency.HALF_SEATED: _no_show,
    Urgency.EMPTY: _nobody,
    Urgency.UNCLAIMED: _unclaimed,
    Urgency.APPEALED: _appealed,
}
