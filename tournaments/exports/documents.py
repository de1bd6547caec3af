"""Competitions, matches and players as documents of plain values, for the API and files.

Instants are ISO 8601 in UTC; entries and sides are identified by their pk; keys are English and
stable.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from accounts.i18n.time_zones import iso_instant
from accounts.models import User
from games.models import Game
from tournaments.entries.queries import EntryLine, entry_list
from tournaments.models import (
    Competition,
    Group,
    Match,
    MatchGame,
    MatchQuerySet,
    MatchSlot,
    Stage,
    sides_of,
    who_stands,
)
from tournaments.models.competitions import read_prize_shares
from tournaments.ranking.queries import LeaderboardRow
from tournaments.standings.queries import group_rows, written_of

Document = dict[str, Any]


def competition_line(competition: Competition) -> Document:
    """Return a competition for a list."""
    return {
        "id": competition.pk,
        "name": competition.name,
        "club": {"slug": competition.club.slug, "name": competition.club.name},
        "state": competition.state,
        "rules": {"preset": competition.preset, "options": dict(competition.rules.options())},
        "players_per_side": competition.players_per_side,
        "cap": competition.cap,
        "starts_at": iso_instant(competition.starts_at),
        "started_at": iso_instant(competition.started_at),
        "finished_at": iso_instant(competition.finished_at),
        "champion": competition.champion and competition.champion.name,
        "page": reverse("competitions:competition", args=[competition.pk]),
        "self": reverse("api:competition", args=[competition.pk]),
    }


def competition_terms(competition: Competition) -> Document:
    """Return a competition with the settings that other programs read."""
    return {
        **competition_line(competition),
        "season": competition.season,
        "best_of": competition.best_of,
        "all_games": competition.all_games,
        "level_stands": competition.level_stands,
        "round_minutes": competition.round_minutes,
        "seeding": competition.seeding,
        "draw_seed": competition.draw_seed,
        "venue": competition.venue,
        "address": competition.address,
        "description": competition.description,
        "fee": _fee(competition),
        "prizes": competition.prizes.splitlines(),
        "prize_shares": list(read_prize_shares(competition.prize_shares)),
    }


def competition_document(competition: Competition) -> Document:
    """Return a competition with its entries, its stages and their standings."""
    stages = competition.stages.prefetch_related("groups").order_by("number")
    return {
        **competition_terms(competition),
        "entries": [entry_document(line) for line in entry_list(competition)],
        "stages": [_stage(stage) for stage in stages],
        "matches": reverse("api:matches", args=[competition.pk]),
    }


def _fee(competition: Competition) -> Document | None:
    """Return what it costs, the amount as a decimal text; None where no fee is set."""
    if not competition.fee:
        return None
    return {
        "amount": f"{competition.fee:.2f}",
        "currency": competition.currency,
        "per": competition.fee_per,
        "includes": competition.fee_includes,
    }


def entry_document(line: EntryLine) -> Document:
    """Return an entry with its players and the user names of those with an account."""
    entry = line.entry
    return {
        "id": entry.pk,
        "name": entry.name,
        "state": entry.state,
        "seed": entry.seed,
        "affiliation": entry.affiliation,
        "players": [
            {"name": player.name, "username": _username(player.user), "reserve": player.reserve}
            for player in line.players
        ],
    }


def match_documents(matches: MatchQuerySet) -> list[Document]:
    """Return matches with their sides and games, in the given order."""
    slots = MatchSlot.objects.select_related("entry", "source").order_by("side")
    links = (
        MatchGame.objects.filter(voided=False).select_related("game").order_by("board", "number")
    )
    whole = matches.select_related("round__group__stage", "hall_table").prefetch_related(
        Prefetch("slots", slots), Prefetch("games", links), "submissions"
    )
    return [_match(match) for match in whole]


def player_line(line: LeaderboardRow) -> Document:
    """Return a line of the leaderboard. The page of a deleted account is None."""
    username = None if line.user is None else _username(line.user)
    return {
        "rank": line.rank,
        "username": username,
        "name": line.name,
        "points": line.points,
        "matches": line.matches,
        "wins": line.wins,
        "skill": None if line.skill is None else round(line.skill, 2),
        "page": username and reverse("player", args=[username]),
    }


def standings_of(group: Group) -> list[Document]:
    """Return the current table of a group, with the rule that decided each place."""
    names = dict(group.slots.filter(entry__isnull=False).values_list("entry", "entry__name"))
    return [
        {
            "rank": None if row.has_left else row.rank,
            "left": row.has_left,
            "entry": row.entry,
            "name": names[row.entry],
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "scored": row.chico_points[0],
            "conceded": row.chico_points[1],
            "values": {str(name): value for name, value in row.values.items()},
            "decided_by": row.decided_by and str(row.decided_by),
        }
        for row in group_rows(group)
    ]


def _stage(stage: Stage) -> Document:
    return {
        "number": stage.number,
        "tier": stage.tier,
        "format": stage.format,
        "tie_breaks": list(stage.tie_breaks),
        "scale": stage.scale,
        "bye_value": stage.bye_value,
        "absence_value": stage.absence_value,
        "groups": [
            {"number": group.number, "standings": _standings(stage, group)}
            for group in stage.groups.all()
        ],
    }


def _standings(stage: Stage, group: Group) -> list[Document]:
    return [] if stage.is_bracket else standings_of(group)


def _match(match: Match) -> Document:
    assert match.round is not None, "a competition's matches have a round"
    stage = match.round.group.stage
    return {
        "id": match.pk,
        "number": match.number,
        "stage": stage.number,
        "group": match.round.group.number,
        "part": match.round.part,
        "round": match.round.number,
        "position": match.position,
        "table": match.hall_table and match.hall_table.number,
        "best_of": match.best_of,
        "state": match.state,
        "winner": match.winner,
        "by_time": match.by_time,
        "sides": [_side(side) for side in sides_of(match.slots.all()) if side],
        "games": _games(match),
        "scheduled_at": iso_instant(match.scheduled_at),
        "completed_at": iso_instant(match.completed_at),
        "page": reverse("match", args=[match.pk]),
    }


def _side(slots: Sequence[MatchSlot]) -> Document:
    """Return the entries of a side; for an open side, the match that decides it.

    Where partners change, `entry` is None and `entries` has all of them.
    """
    slot = slots[0]
    source = slot.source and {"match": slot.source.number, "outcome": slot.outcome}
    return {
        "entry": slot.entry_id if len(slots) == 1 else None,
        "entries": [each.entry_id for each in slots if each.entry_id is not None],
        "name": who_stands(slots) or None,
        "bye": slot.bye,
        "from": source,
    }


def _games(match: Match) -> list[Document]:
    """Return the games that count. Games of a result written by hand have no record."""
    hand_games = written_of(match) if match.is_decided else ()
    if hand_games:
        return [_game(number, game.score) for number, game in enumerate(hand_games, start=1)]
    games = ((link.board or link.number, link.game) for link in match.games.all())
    return [_game(number, game.score or (0, 0), _record(game)) for number, game in games]


def _game(number: int, score: Sequence[int], record: str | None = None) -> Document:
    return {"number": number, "score": list(score), "record": record}


def _record(game: Game) -> str | None:
    """Return the address of a game's record, which is public once the game is over."""
    return reverse("tables:record", args=[game.pk]) if game.is_over and game.public else None


def _username(user: User | None) -> str | None:
    """Return the user name of an account that has not been deleted."""
    return user.username if user is not None and user.anonymised_at is None else None
