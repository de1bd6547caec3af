"""Costs of a correction among many matches: `python -m bench.corrections --matches N [--json]`.

A scratch database with ten thousand players and N matches (`bench.dataset`). The ranking is
rebuilt; then the oldest result of a competition is withdrawn. While its ratings are replayed in a
thread of this process, as in the embedded mode, two players play at a table of the same database.
"""

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

from bench.pages import folder

WORKLOAD = (
    "10,000 players, {matches} matches, SQLite: CPU of rebuild_ranking; wall-clock time of "
    "reopen_match of the oldest result; clicks of a live table before and while its replay runs"
)
CLICKS = 300


def measure(home: Path, matches: int) -> dict[str, object]:
    """Create the dataset, rebuild the ranking, correct a result, and click."""
    os.environ |= {
        "VAR_DIR": str(home),
        "ALARM": "0",
        "DJANGO_SETTINGS_MODULE": "truco_site.settings",
    }
    # the site as it is served, with its garbage collection settings
    import_module("truco_site.asgi")
    from django.core.management import call_command
    from django.utils import timezone

    from bench.dataset.generate import furnish
    from tournaments.ranking.rebuild import rebuild_ranking

    call_command("migrate", verbosity=0)
    print("making the dataset", file=sys.stderr, flush=True)
    furnish(timezone.now(), matches)
    start = time.process_time()
    rebuild_ranking()
    rebuilt = time.process_time() - start
    table = clicks()
    before = [next(table) for _ in range(CLICKS)]
    corrected = correct()
    start, cpu = time.perf_counter(), time.process_time()
    replayed = Thread(target=replay)
    replayed.start()
    during = []
    while replayed.is_alive():
        during.append(next(table))
    return {
        "matches": matches,
        "rebuild_cpu_s": round(rebuilt, 1),
        "correction_ms": round(corrected, 1),
        "replay_s": round(time.perf_counter() - start, 1),
        "replay_cpu_s": round(time.process_time() - cpu, 1),
        **_figures("idle", before),
        **_figures("replaying", during),
    }


def correct() -> float:
    """Withdraw the oldest result of a competition; return the milliseconds."""
    from django.utils import timezone

    from accounts.models import Membership
    from tournaments.models import Match
    from tournaments.results.services import reopen_match

    played = Match.objects.filter(round__isnull=False, state="completed").order_by("completed_at")
    match = played.select_related("round__group__stage__competition__club")[0]
    assert match.competition is not None
    members = match.competition.club.memberships.select_related("user")
    owner = members.get(role=Membership.Role.OWNER).user
    start = time.perf_counter()
    reopen_match(match_id=match.pk, actor=owner, reason="bench", now=timezone.now())
    return (time.perf_counter() - start) * 1000


def replay() -> None:
    """Run the task's work until it is complete."""
    from django.db import connection
    from django.utils import timezone

    from tournaments.ranking.ratings import replay_ratings

    while not replay_ratings(clock=timezone.now):
        pass
    connection.close()


def clicks() -> Iterator[float]:
    """Play at tables of two, one after the other; yield the milliseconds of each click."""
    from random import Random
    from uuid import uuid4

    from django.utils import timezone

    from games.engine import legal_actions, to_token
    from games.models import Game
    from games.play import actions as play
    from games.play import clock
    from games.play import table_cache as memory

    rng, game = Random(1), opened()
    while True:
        game = Game.objects.get(pk=game.pk)
        if game.is_over:
            game = opened()
            continue
        state = memory.cached_table(game).state
        if state is None or state.over:
            assert game.act_by is not None, "the next hand is dealt by the clock"
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
            continue
        seat = state.to_act[0]
        token = to_token(rng.choice(legal_actions(state, seat)))
        start = time.perf_counter()
        play.play(
            game_id=game.pk,
            seat=seat,
            token=token,
            seen_version=game.version,
            action_id=uuid4().hex,
            now=timezone.now(),
        )
        yield (time.perf_counter() - start) * 1000


def opened() -> Any:
    """Seat two of the players at a new table."""
    from django.utils import timezone

    from accounts.models import User
    from games.engine import make_rules
    from games.play import seats as seating

    users = list(User.objects.order_by("pk")[:2])
    game = seating.open_game(
        rules=make_rules("argentino", {}),
        seats=[seating.SeatPlan(user=user) for user in users],
        competitive=False,
        public=True,
        turn_seconds=120,
        title="bench",
        now=timezone.now(),
    )
    for user in users:
        seating.sit_down(game_id=game.pk, user=user, corte_hash="", address="", now=timezone.now())
    return game


def _figures(when: str, times: Sequence[float]) -> dict[str, float]:
    cut = statistics.quantiles(times, n=100)
    return {
        f"{when}_clicks": len(times),
        f"{when}_p50_ms": round(cut[49], 1),
        f"{when}_p99_ms": round(cut[98], 1),
        f"{when}_max_ms": round(max(times), 1),
    }


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    options = parser.parse_args()
    workload = WORKLOAD.format(matches=options.matches)
    with folder(None) as home:
        row = measure(home, options.matches)
    if options.json:
        print(json.dumps({"workload": workload, "rows": [row]}))
        return
    print(workload)
    for name, value in row.items():
        print(f"{name:<20} {value:>10}")


if __name__ == "__main__":
    main()
