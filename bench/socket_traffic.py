"""Traffic of a match: `python -m bench.socket_traffic [--json] [--matches N] [--only PRESET]`.

Workload: robots play matches to 30, or to `--target`. Each version is rendered for seat 0 and for a
spectator, and the difference is formatted as for a socket. The bytes are counted in UTF-8, with the
frame headers (RFC 6455) and the keep-alives between versions. Sockets have no per-message deflate,
so this is the traffic on the wire.
"""

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.engine import Rules
    from games.live.fragments import Pieces
TARGET = 30
SEATS = (2, 4, 6)
WATCHERS = {"player": 0, "spectator": None}
PULSE = len('<i id="pulse" data-version="100" hidden></i>') + 2
PULSES = 0.5  # per version: in six seconds one or two are due, and the version itself counts as one
NAME_OF_HASH = len(".0123456789ab")  # added to each URL by collectstatic
NAME = re.compile(r'id="([a-z]+)')


@dataclass
class Wire:
    """Bytes sent to one socket in a match."""

    total: float = 0
    frames: list[int] = field(default_factory=list)
    pieces: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)

    def add(self, lines: Sequence[str]) -> None:
        """Count a frame, and the bytes of each piece in it."""
        sizes = [size(line) for line in lines]
        self.frames.append(len("\n".join(lines).encode()))
        self.total += sum(sizes) + len(lines) - 1 + head(self.frames[-1])
        for line, length in zip(lines, sizes, strict=True):
            name = NAME.search(line)
            assert name is not None
            self.pieces[name[1]] += length
            self.times[name[1]] += 1


def size(text: str) -> int:
    """Return the bytes of a text after collectstatic."""
    return len(text.encode()) + NAME_OF_HASH * text.count(".svg")


def head(length: int) -> int:
    """Return the bytes of a server frame's header (RFC 6455, 5.2)."""
    return 2 if length < 126 else 4


def wire(rules: "Rules", seed: str, viewer: int | None) -> Wire:
    """Play a match and count the bytes sent to one socket."""
    from bench.robot_matches import match, render_version
    from games.live.fragments import fragment_patch

    sent = Wire()
    previous: Pieces = {}
    for moment in match(rules, Random(seed)):
        now = render_version(moment, viewer)
        for frame in fragment_patch(previous, now):
            sent.add(frame.split("\n"))
        previous = now
        sent.total += PULSES * PULSE
    return sent


def rows(presets: Iterable[str], matches: int, target: int = TARGET) -> Iterator[dict[str, Any]]:
    """Yield a row for each preset and number of seats, as a player and as a spectator."""
    from games.engine import make_rules

    for preset in presets:
        for seats in SEATS:
            rules = make_rules(
                preset, {"seats": str(seats), "target": str(target), "legs_to_win": "1"}
            )
            for watcher, viewer in WATCHERS.items():
                played = [wire(rules, f"{preset} {seats} {n}", viewer) for n in range(matches)]
                yield {"preset": preset, "seats": seats, "socket": watcher} | _row(played)


def _row(played: Sequence[Wire]) -> dict[str, Any]:
    totals = sorted(each.total for each in played)
    pieces, times = (
        sum((p.pieces for p in played), Counter()),
        sum((p.times for p in played), Counter()),
    )
    count = len(played)
    return {
        "median_kb": _kb(totals[count // 2]),
        "most_kb": _kb(totals[-1]),
        "frames": sum(len(each.frames) for each in played) // count,
        "first_b": max(each.frames[0] for each in played),
        "largest_b": max(size for each in played for size in each.frames[1:]),
        "pieces": {
            name: {"kb": _kb(bytes_ / count), "times": round(times[name] / count)}
            for name, bytes_ in pieces.most_common()
        },
    }


def _kb(count: float) -> float:
    return round(count / 1024, 1)


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    parser.add_argument("--matches", type=int, default=5, help="of each preset and number of seats")
    parser.add_argument("--only", default="", help="presets with this in their name")
    parser.add_argument("--target", type=int, default=TARGET, help="points of a match")
    options = parser.parse_args()
    os.environ |= {"DEBUG": "1", "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
    import django

    django.setup()
    from games.engine import PRESETS

    measured = rows(
        [preset for preset in PRESETS if options.only in preset], options.matches, options.target
    )
    if options.json:
        workload = f"matches to {options.target} of robots"
        print(json.dumps({"workload": workload, "rows": list(measured)}))
        return
    for row in measured:
        pieces = row.pop("pieces")
        print(", ".join(f"{key} {value}" for key, value in row.items()))
        print("   ", ", ".join(f"{name} {p['times']}x {p['kb']}" for name, p in pieces.items()))


if __name__ == "__main__":
    main()
