"""Writer: records to text."""

from collections.abc import Iterable, Iterator

from ..actions import to_token
from .record import HandRecord, Record
from .tags import EDITION, means_more, parse_rulings_tag, written_options


def write_tgn(record: Record) -> str:
    """Return the record as text; parsing it gives the same record."""
    blocks = ["\n".join(_tag_lines(record))]
    numbers = [None, *(hand.number for hand in record.hands)]
    blocks += [
        "\n".join(_hand_lines(hand, has_header=hand.number != before or not hand.part))
        for before, hand in zip(numbers, record.hands, strict=False)
    ]
    return "\n\n".join(blocks) + "\n"


def _tag_lines(record: Record) -> Iterator[str]:
    for name, values in record.tags:
        yield _tag_line(name, values)
    yield _tag_line("Rules", [record.rules.preset])
    if means_more(record.rules):
        yield _tag_line(EDITION, ["2"])
    options = written_options(record.rules)
    if options:
        yield _tag_line("Options", [" ".join(f"{key}={text}" for key, text in options.items())])
    yield _tag_line("Seats", record.seats)
    if record.score != (0, 0):
        yield _tag_line("Score", [f"{record.score[0]}-{record.score[1]}"])
    if rulings := parse_rulings_tag(record.hands):
        yield _tag_line("Rulings", rulings)


def _tag_line(name: str, values: Iterable[str]) -> str:
    quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return f"[{name} " + " ".join(f'"{value}"' for value in quoted) + "]"


def _hand_lines(hand: HandRecord, *, has_header: bool) -> Iterator[str]:
    if has_header:
        yield " ".join(_header(hand))
    if hand.part:
        yield f"hand {hand.label}"
    if hand.actions:
        yield " ".join(f"{action.seat}:{to_token(action)}" for action in hand.actions)


def _header(hand: HandRecord) -> Iterator[str]:
    yield f"hand {hand.number}"
    if hand.part:
        yield "kind=pico"
    yield f"mano={hand.mano}"
    yield "deal=" + "/".join(",".join(map(str, cards)) for cards in hand.hands)
    if hand.muestra is not None:
        yield f"muestra={hand.muestra}"
    if hand.perros is not None:
        yield f"perros={hand.perros}"
