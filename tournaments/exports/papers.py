"""Sheets of a competition: pairings, results, standings, cash box.

The same sheets are rendered as tables for paper and as plain text for a messenger.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.time_zones import short_date
from accounts.names.collation import by_letters
from tournaments.competitions.terms_labels import prize_share
from tournaments.entries.cash_box import CashBox
from tournaments.entries.queries import Rosters, rosters
from tournaments.formats.bracket import Part
from tournaments.matches.queries import MatchView
from tournaments.models import Entry, Match
from tournaments.stages.brackets import BracketPart, BracketRound
from tournaments.stages.queries import Event, Prize, StageView
from tournaments.stages.tables import StandingsLine, StandingsTableView, TableRound

UNSCORED: Final[Mapping[str, str | Promise]] = {
    Match.State.WALKOVER: _("por ausencia"),
    Match.State.DOUBLE_WALKOVER: _("no vino nadie"),
    Match.State.ANNULLED: _("anulado"),
}
STANDINGS_TOLD = 4  # rank, name, points and the first tie-break; the others are on paper only
Row = Sequence[str]


@dataclass(frozen=True)
class Sheet:
    """A table of a paper: title, column headings, rows and a note below.

    `told` is the number of columns that fit in a message; None is all.
    """

    title: str
    heads: Row
    rows: Sequence[Row]
    told: int | None = None
    note: str = ""

    @property
    def text(self) -> str:
        """The table as lines of a message, with its title in the bold of messengers."""
        titles = [head for head in self.heads[: self.told] if head]
        heads = [f"_{' · '.join(titles)}_"] if len(titles) > 1 else []
        notes = [f"_{self.note}_"] if self.note else []
        return "\n".join([f"*{self.title}*", *heads, *map(self._line, self.rows), *notes])

    def _line(self, row: Row) -> str:
        """Return a row of the message. Cells without a heading, such as ranks, come first."""
        columns = list(zip(self.heads, row, strict=True))[: self.told]
        leads = [cell for head, cell in columns if not head]
        cells = [cell for head, cell in columns if head and cell]
        return " ".join([*leads, " · ".join(cells)])


def by_name(event: Event) -> list[Sheet]:
    """Return the current players by name, with their place and opponent, and those who rest."""
    going = event.going
    resting = event.idle if going else []
    playing = [entry for view in going for side in view.sides for entry in side.entries]
    players = rosters([*playing, *resting])
    rows = [
        (name, *_at(view, event), other.name)
        for view in going
        for own, other in (view.sides, view.sides[::-1])
        for entry in own.entries
        for name in _people(entry, players)
    ]
    heads = (gettext("Nombre"), *_where(event), gettext("Contra"))
    nowhere = ("–", "")[: len(heads) - 2]
    rows += [
        (name, *nowhere, event.why_idle(entry))
        for entry in resting
        for name in _people(entry, players)
    ]
    return _sheet(gettext("Cruces por nombre"), heads, sorted(rows, key=_by_letters))


def by_table(event: Event) -> list[Sheet]:
    """Return the current matches, by table if there is a hall."""
    rows = [(*_at(view, event), *_sides(view)) for view in sorted(event.going, key=_by_place)]
    heads = (*_where(event), gettext("Primera"), gettext("Segunda"))
    title = gettext("Cruces por mesa") if event.in_hall else gettext("Cruces por partido")
    return _sheet(title, heads, rows)


def results(event: Event) -> list[Sheet]:
    """Return the results: of a bracket all rounds, of a table the latest round with a result."""
    heads = (gettext("Quién ganó"), gettext("Tantos"), gettext("Quién perdió"))
    return [
        Sheet(title, heads, [_result(view) for view in views])
        for stage in event.ordered_stages
        for title, views in _told_rounds(stage)
    ]


def bracket(event: Event) -> list[Sheet]:
    """Return the brackets round by round, with space to write in."""
    heads = (gettext("Partido"), gettext("Primera"), gettext("Tantos"), gettext("Segunda"))
    return [
        Sheet(
            _titled_round(stage, part, each),
            heads,
            [_in_bracket(view) for view in each.matches if not view.is_bye],
        )
        for stage in event.ordered_stages
        for part in stage.parts
        for each in part.rounds
        if not all(view.is_bye for view in each.matches)
    ]


def _in_bracket(view: MatchView) -> Row:
    """Return a match of a bracket. An open side shows where its entry comes from."""
    first, second = (side.name or side.origin_by_number or "…" for side in view.sides)
    figures = [side.score for side in view.sides]
    unscored = str(UNSCORED.get(view.match.state, ""))
    score = "–".join(map(str, figures)) if None not in figures else unscored
    return str(view.match.number), first, score, second


def standings(event: Event) -> list[Sheet]:
    """Return the current tables."""
    return [
        _standings(table, table.standings_title or stage.title or gettext("Posiciones"))
        for stage in event.ordered_stages
        for whole in stage.tables
        for table in whole.with_halves
        if table.has_begun
    ]


def cash_box(box: CashBox, prizes: Iterable[Prize]) -> list[Sheet]:
    """Return who owes, who has paid, who has left, the sums and the prizes; for organisers only."""
    name = (gettext("Nombre"),)
    out_rows = [(str(entry), _how_paid(entry)) for entry in box.out]
    prize_rows = [
        (f"{prize.number}.", prize.text, ", ".join(map(str, prize.winners))) for prize in prizes
    ]
    paid_rows = [(str(entry), entry.get_paid_by_display()) for entry in box.paid]
    return [
        *_counted(gettext("Deben"), name, [(str(entry),) for entry in box.owing]),
        *_counted(gettext("Pagaron"), (*name, gettext("Cómo")), paid_rows),
        *_counted(gettext("No vinieron o se fueron"), (*name, gettext("Pago")), out_rows),
        *_sheet(gettext("Cuentas"), ("", gettext("Monto")), _sums(box)),
        # Translators: columns of a sheet: the place, the prize, who gets it
        *_sheet(
            gettext("Premios"),
            ("", gettext("Premio"), pgettext("who gets the prize", "Para")),
            prize_rows,
        ),
    ]


def _how_paid(entry: Entry) -> str:
    """Return whether an entry has paid, and how if that was noted."""
    how = entry.get_paid_by_display() if entry.paid_by else ""
    return f"{gettext('pagó')} {how}".rstrip() if entry.paid else ""


def _sums(box: CashBox) -> list[Row]:
    """Return the total, by method, and the shares of the pot; nothing where no fee is set."""
    if not box.competition.fee:
        return []
    return [
        *((how or gettext("sin decir cómo"), amount) for how, _count, amount in box.by_method),
        (gettext("Total"), box.total_told),
        *((prize_share(one.rank, one.percent), one.amount) for one in box.pot),
        *([(gettext("Queda para el club"), box.left_over)] if box.pot else []),
    ]


def kinds(event: Event) -> Mapping[str, tuple[Promise | str, Callable[[Event], list[Sheet]]]]:
    """Return the public papers by the name in their address, each with title and function."""
    has_bracket = any(stage.parts for stage in event.stages)
    return {
        "names": (_("Por nombre"), by_name),
        "tables": (_("Por mesa") if event.in_hall else _("Por partido"), by_table),
        **({"bracket": (_("Cuadro"), bracket)} if has_bracket else {}),
        "results": (_("Resultados"), results),
        "standings": (_("Posiciones"), standings),
    }


def _where(event: Event) -> Row:
    """Return the headings for the places of matches, and for their times if they have any."""
    place = gettext("Mesa") if event.in_hall else gettext("Partido")
    return (place, gettext("Cuándo")) if event.is_scheduled else (place,)


def _at(view: MatchView, event: Event) -> Row:
    """Return the place of a match, and its time if matches have one."""
    match = view.match
    place = gettext("espera mesa") if match.in_hall and match.hall_table is None else match.place
    if not event.is_scheduled:
        return (place,)
    at = match.scheduled_at
    if match.awaits_date and not match.is_decided:
        return place, gettext("sin fecha")
    return place, short_date(timezone.localtime(at), "D j M H:i") if at else ""


def _people(entry: Entry, players: Rosters) -> Sequence[str]:
    """Return the players of an entry, or the entry itself if it has none."""
    return players.get(entry.pk) or [str(entry)]


def _counted(title: str, heads: Row, rows: Sequence[Row]) -> list[Sheet]:
    return _sheet(f"{title}: {len(rows)}", heads, rows)


def _sides(view: MatchView) -> tuple[str, str]:
    first, second = (side.name or "…" for side in view.sides)
    return first, second


def _sheet(title: str, heads: Row, rows: Sequence[Row]) -> list[Sheet]:
    return [Sheet(title, heads, rows)] if rows else []


def _told_rounds(stage: StageView) -> Iterator[tuple[str, list[MatchView]]]:
    """Yield the rounds that have results, each with its full title."""
    for part in stage.parts:
        for each in part.rounds:
            if matches := list(filter(_is_told, each.matches)):
                yield _titled_round(stage, part, each), matches
    for table in stage.tables:
        rounds = [each for each in table.rounds if any(map(_is_told, each.matches))]
        if rounds:
            last = max(rounds, key=_last_played) if stage.stage.is_scheduled else rounds[-1]
            yield _titled(table.title, last.title), list(filter(_is_told, last.matches))


def _last_played(each: TableRound) -> tuple[float, int]:
    """Return when a match of a round was last played to its end, and of equals the later round."""
    matches = (view.match for view in each.matches if view.match.state == Match.State.COMPLETED)
    last = max((one.completed_at.timestamp() for one in matches if one.completed_at), default=0.0)
    return last, each.row.number if last else -each.row.number


def _titled_round(stage: StageView, part: BracketPart, each: BracketRound) -> str:
    """Return the title of a round of a bracket; some rounds name their part."""
    names_part = part.name in (Part.LOSERS, Part.CONSOLATION)
    return _titled(stage.title, "" if names_part else part.title, each.title)


def _titled(*names: str) -> str:
    """Join the parts of a round's title without repetition: a final has the name of its part."""
    return ", ".join(dict.fromkeys(filter(None, names)))


def _is_told(view: MatchView) -> bool:
    return view.match.is_decided and not view.is_bye


def _result(view: MatchView) -> Row:
    won, lost = view.sides if view.match.is_drawn else (view.winner, view.loser)
    if won is None or lost is None:
        first, second = _sides(view)
        return first, str(UNSCORED.get(view.match.state, "")), second
    figures = [side.score for side in (won, lost)]
    unscored = str(UNSCORED.get(view.match.state, ""))
    score = unscored if None in figures else "–".join(map(str, figures))
    return won.name, score, lost.name or "…"


def _standings(table: StandingsTableView, title: str) -> Sheet:
    heads = ("", gettext("Nombre"), gettext("Puntos"), *(short for short, _ in table.heads))
    rows = [
        (f"{line.rank}." if line.rank else "–", _named(line), line.points, *line.figures)
        for line in table.lines
    ]
    return Sheet(title, heads, rows, told=STANDINGS_TOLD, note=table.order)


def _named(line: StandingsLine) -> str:
    """Return the name of a line. An entry that has left keeps its figures but has no rank."""
    name = str(line.entry)
    return f"{name} ({line.entry.get_state_display()})" if line.row.has_left else name


def _by_letters(row: Row) -> tuple[str, str]:
    return by_letters(row[0])


def _by_place(view: MatchView) -> tuple[bool, int]:
    """Return the sort key: matches at hall tables by table number, then the others."""
    table = view.match.hall_table
    return table is None, table.number if table else view.match.number
