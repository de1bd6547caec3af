"""A competition as the data of brackets-manager, which brackets-viewer draws on other pages.

Keys and numbers are theirs (brackets-model 1): `participant`, `stage`, `group`, `round`, `match`,
`match_game`. Brackets become eliminations, and everything else a round robin.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tournaments.exports.documents import Document, match_documents
from tournaments.formats.bracket import Part
from tournaments.models import Competition, Match, Stage

State = Match.State
STATUSES: Final = {State.PENDING: 0, State.READY: 2, State.CALLED: 3}
COMPLETED: Final = 4
PARTS: Final = (Part.MAIN, Part.LOSERS, Part.FINAL, Part.THIRD, Part.CONSOLATION)
DOUBLE: Final = "double"


def viewer_data(competition: Competition) -> Document:
    """Return the drawn stages with their groups, rounds and matches, and who plays."""
    stages = list(competition.stages.order_by("tier", "number"))
    matches = match_documents(Match.objects.of(competition.pk))
    groups, rounds = _Ids(), _Ids()
    viewer_matches = [
        _match(match, groups, rounds, stage)
        for stage in stages
        for match in matches
        if match["stage"] == stage.number
    ]
    entries = competition.entries.filter(slots__isnull=False).order_by("seed", "pk").distinct()
    return {
        "participant": [
            {"id": entry.pk, "tournament_id": competition.pk, "name": entry.name}
            for entry in entries
        ],
        "stage": [_stage(stage, competition) for stage in stages],
        "group": groups.rows,
        "round": rounds.rows,
        "match": viewer_matches,
        "match_game": [],
    }


class _Ids:
    """Ids of groups and rounds, in the order in which they are met."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], int] = {}
        self.rows: list[Document] = []

    def of(self, *key: object, **columns: object) -> int:
        if key not in self._known:
            self._known[key] = len(self._known)
            self.rows.append({"id": self._known[key], **columns})
        return self._known[key]


def _stage(stage: Stage, competition: Competition) -> Document:
    kind = "round_robin"
    if stage.is_bracket:
        kind = "double_elimination" if stage.format == DOUBLE else "single_elimination"
    return {
        "id": stage.number,
        "tournament_id": competition.pk,
        "name": competition.name,
        "type": kind,
        "number": stage.number,
        "settings": {},
    }


def _match(match: Document, groups: _Ids, rounds: _Ids, stage: Stage) -> Document:
    part = match["part"]
    number = match["group"]
    if stage.is_bracket:
        number = PARTS.index(part) + 1 if part in PARTS else len(PARTS) + 1
    group = groups.of(stage.number, number, part, stage_id=stage.number, number=number)
    round_ = rounds.of(
        group, match["round"], stage_id=stage.number, group_id=group, number=match["round"]
    )
    first, second = _opponents(match)
    return {
        "id": match["id"],
        "stage_id": stage.number,
        "group_id": group,
        "round_id": round_,
        "number": match["position"],
        "child_count": 0,
        "status": STATUSES.get(match["state"], COMPLETED),
        "opponent1": first,
        "opponent2": second,
    }


def _opponents(match: Document) -> Sequence[Document | None]:
    """Return both sides: None is a bye, an id of None is not known yet."""
    sides = match["sides"]
    scores = _scores(match["games"])
    return [_opponent(match, side, sides[side], scores) for side in range(2)]


def _opponent(
    match: Document, number: int, side: Document, scores: Sequence[int] | None
) -> Document | None:
    if side["bye"]:
        return None
    opponent: dict[str, Any] = {"id": side["entry"]}
    if match["state"] not in (State.COMPLETED, State.WALKOVER, State.DOUBLE_WALKOVER):
        return opponent
    if scores is not None:
        opponent["score"] = scores[number]
    if match["winner"] is None:
        opponent["result"] = "draw" if match["state"] == State.COMPLETED else "loss"
    else:
        opponent["result"] = "win" if match["winner"] == number else "loss"
    if match["state"] != State.COMPLETED and opponent["result"] == "loss":
        opponent["forfeit"] = True
    return opponent


def _scores(games: Sequence[Document]) -> Sequence[int] | None:
    """Return the points of a single game, or the games that each side won."""
    if len(games) == 1:
        return list(games[0]["score"])
    if not games:
        return None
    won: Iterable[Sequence[int]] = [game["score"] for game in games]
    return [sum(score[side] > score[1 - side] for score in won) for side in range(2)]
