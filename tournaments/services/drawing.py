"""The draw: entries get their seeds and the bracket is stored, once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.refusals import RefusedError
from games.services import retrying
from tournaments.announce import announce_competition
from tournaments.formats.graph import Bye, Graph, LoserOf, Seed, Slot, WinnerOf
from tournaments.formats.knockout import single_elimination
from tournaments.formats.seeds import seed_by_lot, seed_by_rating
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Group,
    Match,
    MatchSlot,
    RosterPlayer,
    Round,
)
from tournaments.ranking.rating import NEWCOMER, strength
from tournaments.services import audit
from tournaments.services.bracket import settle
from tournaments.services.competitions import require_organiser
from tournaments.services.locks import lock_competition

ENTRIES_AT_LEAST = 2


@retrying
@transaction.atomic
def draw(*, competition_id: int, actor: User, seed: str, now: datetime) -> None:
    """Close the registration, seed the confirmed entries and store their bracket.

    `seed` is published: with the entries in the order they came it gives the same draw again.
    Raises RefusedError `not-organiser`, `already-drawn`, `wrong-state` or `too-few-entries`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    _require_undrawn(competition)
    entries = list(competition.entries.confirmed().order_by("complete_at", "pk"))
    if len(entries) < ENTRIES_AT_LEAST:
        raise RefusedError("too-few-entries")
    competition.state, competition.draw_seed = Competition.State.DRAWN, seed
    competition.save(update_fields=["state", "draw_seed"])
    seeded = _seed_entries(competition, entries)
    _store_bracket(competition, single_elimination(len(seeded)), seeded, now)
    after = {"seed": seed, "seeding": competition.seeding, "order": [str(each) for each in seeded]}
    audit.record(AuditEvent.Act.DRAW, competition=competition, actor=actor, now=now, after=after)
    announce_competition(competition.pk)


def _require_undrawn(competition: Competition) -> None:
    if competition.draw_seed:
        raise RefusedError("already-drawn")
    if competition.state != Competition.State.REGISTRATION:
        raise RefusedError("wrong-state")


def _seed_entries(competition: Competition, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries from the first seed to the last."""
    by_pk = {entry.pk: entry for entry in entries}
    if competition.seeding == Competition.Seeding.RANDOM:
        seedings = seed_by_lot([*by_pk], competition.draw_seed)
    else:
        seedings = seed_by_rating(_strengths(entries), competition.draw_seed)
    for seeding in seedings:
        by_pk[seeding.entry].seed = seeding.seed
    Entry.objects.bulk_update(entries, ["seed"])
    return [by_pk[seeding.entry] for seeding in seedings]


def _strengths(entries: Sequence[Entry]) -> dict[int, float]:
    """Return each entry's strength: its players' ratings together, newcomers as such."""
    strengths = {entry.pk: 0.0 for entry in entries}
    players = RosterPlayer.objects.filter(entry__in=strengths)
    rated = players.values_list("entry_id", "user__standing__mu", "user__standing__sigma")
    for entry_id, mu, sigma in rated:
        strengths[entry_id] += strength(NEWCOMER if mu is None else (mu, sigma))
    return strengths


def _store_bracket(
    competition: Competition, graph: Graph, seeded: Sequence[Entry], now: datetime
) -> None:
    """Store matches after those that feed them, then let byes pass on."""
    group = Group.objects.create(stage=competition.stages.get())
    rounds = _store_rounds(competition, group, graph)
    matches = Match.objects.bulk_create(
        Match(round=rounds[node.part, node.round], position=node.position, number=number)
        for number, node in enumerate(graph.nodes, start=1)
    )
    by_key = {node.key: match for node, match in zip(graph.nodes, matches, strict=True)}
    slots = (
        MatchSlot(
            match=by_key[node.key],
            round=by_key[node.key].round,
            side=side,
            **_occupancy(slot, by_key, seeded),
        )
        for node in graph.nodes
        for side, slot in enumerate(node.slots)
    )
    MatchSlot.objects.bulk_create(slots)
    for match in matches:
        match.refresh_from_db()
        if not match.is_decided:
            settle(match, now=now)


def _store_rounds(
    competition: Competition, group: Group, graph: Graph
) -> dict[tuple[str, int], Round]:
    keys = dict.fromkeys((node.part, node.round) for node in graph.nodes)
    rounds = Round.objects.bulk_create(
        Round(group=group, part=part, number=number, best_of=competition.best_of)
        for part, number in keys
    )
    return dict(zip(keys, rounds, strict=True))


def _occupancy(slot: Slot, by_key: Mapping[str, Match], seeded: Sequence[Entry]) -> dict[str, Any]:
    """Return the columns that say who stands, or will stand, in a slot."""
    match slot:
        case Seed(number):
            return {"entry": seeded[number - 1]}
        case Bye():
            return {"bye": True}
        case WinnerOf(key):
            return {"source": by_key[key], "outcome": MatchSlot.Outcome.WINNER}
        case LoserOf(key):
            return {"source": by_key[key], "outcome": MatchSlot.Outcome.LOSER}
