"""Export of a club as a document: its members, finished competitions and series.

A person appears by name if they agreed to it, otherwise by a number.
"""

import copy
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import Prefetch

from accounts.clubs.look import logo_text, look_document
from accounts.i18n.time_zones import iso_instant
from accounts.models import Club, User
from games.engine import write_tgn
from games.models import Game, RecordSignature
from games.play.finished_game import GameRecord
from tournaments.club_matches.standing import results_of
from tournaments.models import (
    BoardResult,
    Competition,
    CompetitionQuerySet,
    Entry,
    Match,
    MatchGame,
    MatchSlot,
    RosterPlayer,
    Series,
    sides_of,
)
from tournaments.series.queries import Line, read_table
from tournaments.series.services import TERMS
from tournaments.standings.queries import EndedGame, written_of

NUMBERED: Final = "jugador {}"


@dataclass
class Names:
    """Names in an exported file. Each person without consent gets one number throughout."""

    _numbers: dict[int | str, int] = field(default_factory=dict)

    def of(self, user: User | None, name: str) -> str:
        """Return the name of a person who consented, else the person's number."""
        if agreed(user):
            return str(user)
        key = name if user is None else user.pk
        return NUMBERED.format(self._numbers.setdefault(key, len(self._numbers) + 1))


def agreed(user: User | None) -> bool:
    """Return whether a user consented to be named in the exports of a club."""
    return user is not None and user.named_in_exports and user.anonymised_at is None


def all_agreed(users: Iterable[User | None]) -> bool:
    """Return whether all consented, so that a name for all of them may be shown."""
    return all(map(agreed, users))


Document = dict[str, Any]
FORMAT: Final = "truco-club"
VERSION: Final = 3
BETWEEN: Final = " / "
LONGEST_NAME: Final = 200  # letters of an entry


def club_document(club: Club, *, now: datetime) -> Document:
    """Return the history of a club. Running competitions are left out."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "site": settings.SITE_URL,
        "written_at": now.isoformat(),
        "club": {"name": club.name, "zone": club.zone, "about": club.about},
        "look": {**look_document(club), "logo": logo_text(club)},
        "members": list(_members(club)),
        "competitions": [
            *[event.document for event in club.past_events.order_by("pk")],
            *map(competition_document, own_events(club)),
        ],
        "series": list(_series_documents(club, now)),
    }


def own_events(club: Club) -> CompetitionQuerySet:
    """Return the finished, visible competitions of the club, oldest first, without rehearsals."""
    completed = club.competitions.filter(state__in=Competition.COMPLETED)
    return completed.filter(rehearsal="", hidden_at=None).order_by("created_at", "pk")


def as_text(document: Document) -> str:
    """Return a club's document as the text of its file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def competition_document(competition: Competition) -> Document:
    """Return a finished competition: numbered entries, and its matches in order."""
    names = Names()
    players = Prefetch("roster", RosterPlayer.objects.playing().select_related("user"))
    entries = list(competition.entries.order_by("pk").prefetch_related(players))
    numbers = {entry.pk: number for number, entry in enumerate(entries, start=1)}
    champion = competition.champion_id
    return {
        "origin": settings.SITE_URL,
        "name": competition.name,
        "season": competition.season,
        "rules": {"preset": competition.preset, "options": dict(competition.rules.options())},
        "best_of": competition.best_of,
        "started_at": iso_instant(competition.started_at),
        "finished_at": iso_instant(competition.finished_at),
        "champion": champion and numbers[champion],
        "entries": [_entry(entry, names) for entry in entries],
        "matches": [_match(match, numbers) for match in _matches(competition)],
    }


def _series_documents(club: Club, now: datetime) -> Iterator[Document]:
    """Yield the series brought from other sites, then the club's own that have a table.

    A series with a competition that moderators hid is left out: its points would reveal results.
    """
    for past in club.past_series.order_by("pk"):
        yield past.document
    hidden = club.competitions.exclude(hidden_at=None)
    for series in club.series.exclude(competitions__in=hidden).order_by("created_at", "pk"):
        document = series_document(series, now)
        if document["competitions"]:
            yield document


def series_document(series: Series, now: datetime) -> Document:
    """Return the terms of a series, its finished competitions, and its table as it stands."""
    table, names = read_table(series, now), Names()
    accounts = User.objects.in_bulk({line.player.user_id for line in table.lines} - {None})
    return {
        "origin": settings.SITE_URL,
        **{name: _plain(getattr(series, name)) for name in TERMS},
        "competitions": [
            {"name": event.name, "finished_at": iso_instant(event.finished_at)}
            for event in table.events
        ],
        "table": [
            {
                "name": names.of(accounts.get(line.player.user_id or 0), line.player.name),
                "rank": line.rank,
                "total": line.total,
                "points": _points(line),
            }
            for line in table.lines
        ],
    }


def _points(line: Line) -> list[Document | None]:
    """Return the points of each competition; None where the player was missing."""
    return [
        None if cell is None else {"points": cell.points, "counts": cell.is_counted}
        for cell in line.row.cells
    ]


def _plain(term: object) -> object:
    return term.isoformat() if isinstance(term, date) else term


def _members(club: Club) -> Iterator[Document]:
    names = Names()
    for each in club.memberships.by_rank().select_related("user"):
        name = names.of(each.user, "")
        yield {"name": name, "role": each.role, "joined_at": each.joined_at.isoformat()}


def _entry(entry: Entry, names: Names) -> Document:
    players = list(entry.roster.all())
    player_names = [names.of(player.user, player.name) for player in players]
    has_consent = all_agreed(player.user for player in players)
    return {
        "name": entry.name if has_consent and players else _joined(player_names) or "?",
        "state": entry.state,
        "players": player_names,
    }


def _joined(names: Sequence[str]) -> str:
    """Return the names as one: as many of them as fit."""
    name = BETWEEN.join(names)
    return name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME].rpartition(BETWEEN)[0]


def _matches(competition: Competition) -> Iterator[Match]:
    slots = Prefetch("slots", MatchSlot.objects.order_by("side"))
    links = MatchGame.objects.filter(voided=False).select_related("game__signature")
    tables = Prefetch("games", links.order_by("number"))
    rows = Match.objects.of(competition.pk).filter(state__in=Match.DECIDED)
    rows = rows.select_related("round__group__stage__competition")
    yield from rows.prefetch_related(
        slots, tables, "submissions", "boards", "games__game__seats__user"
    )


def _match(match: Match, numbers: Mapping[int, int]) -> Document:
    assert match.round is not None, "a competition's matches have a round"
    group = match.round.group
    return {
        "number": match.number,
        "stage": group.stage.number,
        "group": group.number,
        "round": match.round.number,
        "state": match.state,
        "winner": match.winner,
        "by_time": match.by_time,
        "reason": match.points_reason,
        "completed_at": iso_instant(match.completed_at),
        "sides": [_side(side, numbers) for side in sides_of(match.slots.all())],
        "games": _games(match),
    }


def _side(slots: Iterable[MatchSlot], numbers: Mapping[int, int]) -> int | list[int] | None:
    """Return the entry of a side, a list of entries where partners change, or None."""
    entries = [numbers[slot.entry_id] for slot in slots if slot.entry_id is not None]
    return entries if len(entries) > 1 else next(iter(entries), None)


def _games(match: Match) -> list[Document]:
    ended = written_of(match)
    if boards := results_of(match):
        return _boards(match, ended, [row for _, row in sorted(boards.items())])
    if ended:
        return [{"score": list(game.score), "record": None} for game in ended]
    games = [link.game for link in match.games.all()]
    return [{"score": list(game.score or (0, 0)), "record": _record(game)} for game in games]


def _boards(
    match: Match, ended: Sequence[EndedGame], results: Sequence[BoardResult]
) -> list[Document]:
    """Return the decided boards in order, with the records of those played on the site."""
    tables = {link.board: link.game for link in match.games.all()}
    won = [row for row in results if row.winner is not None]
    return [
        {"score": list(game.score), "record": _record_of_board(row, tables.get(row.board))}
        for game, row in zip(ended, won, strict=False)
    ]


def _record_of_board(row: BoardResult, game: Game | None) -> str | None:
    is_of_cards = game is not None and row.by_id is None and not row.walkover
    return _record(game) if game is not None and is_of_cards else None


def _record(game: Game) -> str | None:
    """Return the signed record of a game, without the names of players who did not consent.

    The signature covers hashes of the names, so digest and signature stay valid.
    """
    signed: RecordSignature | None = getattr(game, "signature", None)
    if signed is None or not game.is_over:
        return None
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    consents = [all_agreed(seat.user for seat in seats), *(agreed(seat.user) for seat in seats)]
    redacted = copy.copy(signed)
    redacted.names = [
        name if may else None for name, may in zip(signed.names, consents, strict=True)
    ]
    redacted.salts = [salt if may else "" for salt, may in zip(signed.salts, consents, strict=True)]
    return write_tgn(GameRecord(game, seats, redacted).notation())
