"""Costs of loading a learned table in a process."""

import json
import subprocess
import sys
from collections.abc import Mapping

from games.robots import policy_tables

READ = """
import json, resource, sys, time
from games.robots import policy_tables as tables

def resident():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * resource.getpagesize()

before, began = resident(), time.process_time()
table = tables.load_named(sys.argv[1])
print(json.dumps({
    "situations": len(table.keys),
    "load_cpu_ms": 1000 * (time.process_time() - began),
    "memory_mb": (resident() - before) / 2**20,
    "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10 - before / 2**20,
}))
"""


def load(name: str) -> Mapping[str, object]:
    """Load a table in a separate process: return its time, its memory and its peak."""
    command = [sys.executable, "-c", READ, name]
    figures = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    size = (policy_tables.FOLDER / f"{name}.table").stat().st_size
    rounded = {name: round(value, 1) for name, value in figures.items()}
    return {"table": name, "file_kb": round(size / 1024), **rounded}
