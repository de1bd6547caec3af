"""Costs of organisers' actions: `python -m bench.services [--json] [--only WORD]`.

A scratch SQLite database, or the empty PostgreSQL database of `DATABASE_URL`. Each action is one
call of its service in a separate transaction, on a new competition; its preparation is not
measured. Queries are those of one call, including BEGIN and savepoints; CPU is that of the process,
the median of all calls. `--statements` prints the statements of the last call instead.
"""

import argparse
import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.pages import folder

if TYPE_CHECKING:
    from accounts.models import User
    from tournaments.models import Competition, Match

RUNS: Final = 9
WARM: Final = 2
WORKLOAD: Final = (
    "one call of a service on a new competition of a new club, {runs} calls an act after {warm} to "
    "warm up, {database}; median CPU of the process, queries of one call"
)
Act = Callable[[], object]


@dataclass
class Statements:
    """The statements sent while recording is on."""

    sent: list[str] = field(default_factory=list)
    records: bool = False

    def __call__(self, execute: Callable[..., object], sql: str, *rest: object) -> object:
        """Record a statement and execute it."""
        if self.records:
            self.sent.append(sql)
        return execute(sql, *rest)


class Organiser:
    """The owner of a new club, who prepares the measured actions."""

    numbers = count()

    def __init__(self, now: datetime) -> None:
        from accounts.clubs.services import open_club
        from accounts.models import Club

        self.now = now
        self.user = self.people(1)[0]
        open_club(owner=self.user, name=f"Club {self.user.pk}", zone="America/Buenos_Aires")
        self.club: Club = Club.objects.get(memberships__user=self.user)

    def people(self, number: int) -> "list[User]":
        """Return new accounts."""
        from accounts.models import User

        names = [f"u{next(self.numbers)}" for _ in range(number)]
        return User.objects.bulk_create(User(username=name, password="!") for name in names)

    def competition(self, *, pairs: bool = False, **terms: Any) -> "Competition":
        """Open a competition that accepts entries."""
        from games.engine import make_rules
        from tournaments.competitions import services as announcing
        from tournaments.competitions import state
        from tournaments.competitions.settings import CompetitionSettings as Terms

        rules = make_rules("argentino", {"seats": "4" if pairs else "2", "target": "15"})
        competition = announcing.create_competition(
            club=self.club,
            actor=self.user,
            terms=Terms(name=f"Copa {next(self.numbers)}", rules=rules, cap=128, **terms),
            now=self.now,
        )
        state.open_registration(competition_id=competition.pk, actor=self.user, now=self.now)
        competition.refresh_from_db()
        return competition

    def filled(self, people: "Sequence[User]", **terms: Any) -> "Competition":
        """Open a competition and enter these people, one per entry."""
        from tournaments.entry_import import Row
        from tournaments.entry_import.services import import_entries

        competition = self.competition(**terms)
        rows = [Row(number, (f"@{user.username}",)) for number, user in enumerate(people, start=1)]
        import_entries(competition_id=competition.pk, actor=self.user, rows=rows, now=self.now)
        return competition

    def running(self, people: "Sequence[User]", **terms: Any) -> "Competition":
        """Start a competition with these people."""
        from tournaments.draw.services import draw
        from tournaments.lifecycle import services as lifecycle

        competition = self.filled(people, **terms)
        draw(competition_id=competition.pk, actor=self.user, seed="semilla", now=self.now)
        lifecycle.start(competition_id=competition.pk, actor=self.user, now=self.now)
        return competition

    def final(self, people: "Sequence[User]") -> int:
        """Enter the result of a competition between two people; return the match."""
        from tournaments.results.services import submit_result

        match = _ready(self.running(people))
        submit_result(match_id=match.pk, games=[(15, 7)], actor=self.user, now=self.now)
        self.now += timedelta(minutes=1)
        return match.pk


def paste(organiser: Organiser, *, pairs: bool) -> Act:
    """Return the action that enters 64 lines of a pasted list."""
    from tournaments.entry_import.services import enter_pasted
    from tournaments.entry_import.warnings import ImportDraft as Pasted

    competition = organiser.competition(pairs=pairs)
    entries = (f"{one} / {other}" if pairs else one for one, other in _names(64))
    pasted = Pasted("\n".join(entries))

    def act() -> None:
        entered = enter_pasted(
            competition_id=competition.pk,
            actor=organiser.user,
            pasted=pasted,
            now=organiser.now,
        )
        assert len(entered.entries) == 64, "every line goes in"

    return act


def add_pair(organiser: Organiser) -> Act:
    """Return the action that enters one pair by hand."""
    from tournaments.entries.rosters import NamedPlayer
    from tournaments.entries.services import add_entry

    competition = organiser.competition(pairs=True)
    players = [NamedPlayer("Ana Sosa"), NamedPlayer("Beto Gil")]
    return lambda: add_entry(
        competition_id=competition.pk, actor=organiser.user, players=players, now=organiser.now
    )


def draw_cup(organiser: Organiser, *, entries: int, **terms: Any) -> Act:
    """Return the action that draws a competition."""
    from tournaments.draw.services import draw

    competition = organiser.filled(organiser.people(entries), **terms)
    return lambda: draw(
        competition_id=competition.pk, actor=organiser.user, seed="semilla", now=organiser.now
    )


def type_result(organiser: Organiser, *, entries: int = 8, **terms: Any) -> Act:
    """Return the action that enters the result of the first match that is ready."""
    from tournaments.results.services import submit_result

    match = _ready(organiser.running(organiser.people(entries), **terms))
    return lambda: submit_result(
        match_id=match.pk, games=[(15, 7)], actor=organiser.user, now=organiser.now
    )


def rank_two(organiser: Organiser) -> Act:
    """Return the action that ranks a second result of two people in one club."""
    from tournaments.ranking.services import rank_match

    people = organiser.people(2)
    rank_match(match_id=organiser.final(people))
    return partial(rank_match, match_id=organiser.final(people))


def pair_crowd(organiser: Organiser) -> Act:
    """Return one run of pairing after a thousand people began to search in one second."""
    from random import Random

    from games.engine import make_rules
    from games.models import Game, PairingRequest
    from games.pairing.services import pair_waiting

    PairingRequest.objects.all().delete()
    Game.objects.all().delete()
    random, rules = Random(1), make_rules("argentino", {"seats": "2", "target": "15"})
    PairingRequest.objects.bulk_create(
        PairingRequest(
            user=user,
            preset=rules.preset,
            options=rules.options(),
            strength=random.gauss(25, 4),
            asked_at=organiser.now - timedelta(seconds=random.random()),
            seen_at=organiser.now,
        )
        for user in organiser.people(1000)
    )
    return partial(pair_waiting, now=organiser.now)


def decide_crowd(organiser: Organiser) -> Act:
    """Return the decision alone: who of a thousand people plays whom."""
    from random import Random

    from games.pairing.windows import Player, pair

    random = Random(1)
    crowd = [Player(pk, random.gauss(25, 4), random.random()) for pk in range(1000)]
    return partial(pair, crowd, 2)


def _ready(competition: "Competition") -> "Match":
    from tournaments.models import Match

    return Match.objects.of(competition.pk).filter(state=Match.State.READY).order_by("pk")[0]


def _names(number: int) -> Sequence[tuple[str, str]]:
    first = ("Ana", "Beto", "Carla", "Darío", "Elsa", "Fito", "Gala", "Hugo")
    last = ("Sosa", "Ríos", "Vega", "Paz", "Gil", "Mar", "Luna", "Cruz")
    whole = [f"{name} {one} {other}" for other in last[:2] for one in last for name in first]
    return list(zip(whole[:number], whole[number:], strict=True))


def acts() -> Mapping[str, Callable[[Organiser], Act]]:
    """Return the actions by name: each prepares a competition and returns its action."""
    from tournaments.formats.options import FormatOptions as Shape

    league, swiss = Shape(format="league"), Shape(format="swiss")
    return {
        "64 pasted names entered": lambda organiser: paste(organiser, pairs=False),
        "64 pasted pairs entered": lambda organiser: paste(organiser, pairs=True),
        "a pair entered by hand": add_pair,
        "a draw of 8": lambda organiser: draw_cup(organiser, entries=8),
        "a draw of 64": lambda organiser: draw_cup(organiser, entries=64),
        "a league of 8 drawn": lambda organiser: draw_cup(organiser, entries=8, shape=league),
        "a Swiss of 64 drawn": lambda organiser: draw_cup(organiser, entries=64, shape=swiss),
        "a result typed in a bracket": lambda organiser: type_result(organiser, with_cards=True),
        "a result typed in a league": lambda organiser: type_result(
            organiser, with_cards=True, shape=league
        ),
        "a final typed": lambda organiser: type_result(organiser, entries=2, with_cards=True),
        "a ranking update of two people": rank_two,
        "a run of pairing, 1,000 searching": pair_crowd,
        "who plays whom, of 1,000": decide_crowd,
    }


def measure(only: str, statements: Statements) -> list[dict[str, object]]:
    """Measure every action whose name contains `only`."""
    return [_row(name, arrange, statements) for name, arrange in acts().items() if only in name]


def _row(
    name: str, arrange: Callable[[Organiser], Act], statements: Statements
) -> dict[str, object]:
    from django.utils import timezone

    times = []
    for _ in range(WARM + RUNS):
        act = arrange(Organiser(timezone.now()))
        gc.collect()
        statements.sent.clear()
        statements.records, start = True, time.process_time()
        act()
        times.append((time.process_time() - start) * 1000)
        statements.records = False
    return {
        "act": name,
        "queries": len(statements.sent),
        "cpu_ms": round(statistics.median(times[WARM:]), 1),
        "least_cpu_ms": round(min(times[WARM:]), 1),
    }


def prepare(home: Path) -> Statements:
    """Create the database in the folder, or in `DATABASE_URL`; return the statement recorder."""
    os.environ |= {
        "VAR_DIR": str(home),
        "ALARM": "0",
        "DJANGO_SETTINGS_MODULE": "truco_site.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    print("making the database", file=sys.stderr, flush=True)
    call_command("migrate", verbosity=0)
    statements = Statements()
    connection.execute_wrappers.append(statements)
    return statements


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    parser.add_argument("--only", default="", help="acts with this in their name")
    parser.add_argument("--statements", action="store_true", help="what the last act sent")
    options = parser.parse_args()
    with folder(None) as home:
        statements = prepare(home)
        from django.db import connection

        rows = measure(options.only, statements)
        database = connection.vendor
        connection.close()
    workload = WORKLOAD.format(runs=RUNS, warm=WARM, database=database)
    if options.statements:
        print(*statements.sent, sep="\n")
        return
    if options.json:
        print(json.dumps({"workload": workload, "rows": rows}))
        return
    print(workload)
    for row in rows:
        print(f"{row['act']:<34} {row['queries']:>4} queries {row['cpu_ms']:>7} ms of CPU")


if __name__ == "__main__":
    main()
