"""A competition's entries, matches and standings as tables of cells: a header and its rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from tournaments.exports.cells import Cell
from tournaments.exports.documents import Document, match_documents, standings_of
from tournaments.models import Competition, Group, Match, MatchSlot
from tournaments.pages.entry_list import entry_list
from tournaments.results.standings import bracket_places, is_seeded

Rows = Iterator[Sequence[Cell]]
Table = tuple[Sequence[str], Rows]
JOINED = " / "


def entries(competition: Competition) -> Table:
    """One row for each entry, by seed; these columns can be imported again."""
    return ("seed", "name", "players", "affiliation", "state"), _entries(competition)


def matches(competition: Competition) -> Table:
    """One row for each match, by number."""
    header = (
        *("number", "stage", "group", "part", "round", "first", "second"),
        *("state", "winner", "scores", "scheduled_at", "completed_at", "by_time"),
    )
    return header, _matches(competition)


def standings(competition: Competition) -> Table:
    """One row for each entry of each table and bracket, best first."""
    header = ("stage", "division", "group", "rank", "entry", "points", "decided_by")
    return header, _standings(competition)


TABLES: Final[Mapping[str, Callable[[Competition], Table]]] = {
    "entries": entries,
    "matches": matches,
    "standings": standings,
}


def _entries(competition: Competition) -> Rows:
    for line in entry_list(competition):
        entry, players = line.entry, JOINED.join(player.name for player in line.players)
        yield entry.seed, entry.name, players, entry.affiliation, entry.state


def _matches(competition: Competition) -> Rows:
    for match in match_documents(Match.objects.of(competition.pk)):
        first, second = match["sides"]
        yield (
            *(match[key] for key in ("number", "stage", "group", "part", "round")),
            first["name"],
            second["name"],
            match["state"],
            None if match["winner"] is None else match["sides"][match["winner"]]["name"],
            _scores(match),
            match["scheduled_at"],
            match["completed_at"],
            "yes" if match["by_time"] else None,
        )


def _scores(match: Document) -> str:
    """Say how the games ended: `30–22 / 18–30`."""
    return JOINED.join("–".join(map(str, game["score"])) for game in match["games"])


def _standings(competition: Competition) -> Rows:
    groups = Group.objects.filter(stage__competition=competition)
    for group in groups.select_related("stage__competition"):
        where = group.stage.number, group.stage.tier, group.number
        for line in _reached(group) if group.stage.is_bracket else _ranked(group):
            yield (*where, *line)


def _ranked(group: Group) -> Rows:
    for row in standings_of(group):
        yield row["rank"], row["name"], row["values"].get("points"), row["decided_by"]


def _reached(group: Group) -> Rows:
    """The places of a bracket whose entries are all known; one is sure once they all are."""
    names = dict(
        MatchSlot.objects.filter(match__round__group=group, entry__isnull=False)
        .order_by()
        .values_list("entry", "entry__name")
    )
    places = bracket_places(group) if is_seeded(group) else []
    is_over = all(place.rank is not None for place in places)
    for place in places:
        yield place.rank if is_over else None, names[place.seed], None, None
