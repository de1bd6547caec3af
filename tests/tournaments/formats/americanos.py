"""Whole events of changing partners: what was drawn, and what everybody has played by then."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.formats.americano import draw_round
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.swiss_field import Contender

Event = dict[int, Contender[int]]
Round = Sequence[SwissPairing[int]]


def field_of(entries: int) -> Event:
    return {number: Contender(number, number) for number in range(1, entries + 1)}


def after(event: Event, drawn: Round) -> Event:
    """Advance all entries by a round; no one wins, because results do not matter here."""
    event = dict(event)
    for one in drawn:
        first, second = one.sides
        if one.is_bye:
            rests = event[one.first].byes + (one.asked is None)
            event[one.first] = replace(event[one.first], byes=rests)
            continue
        for own, others in ((first, second), (second, first)):
            for entry in own:
                known = event[entry]
                beside = (*known.partners, *(each for each in own if each != entry))
                against = (*known.opponents, *others)
                event[entry] = replace(known, partners=beside, opponents=against)
    return event


def played(event: Event, rounds: int) -> Iterator[tuple[Round, Event]]:
    """Round after round: what was drawn, and what everybody has played by then."""
    for _ in range(rounds):
        drawn = draw_round(list(event.values()))
        event = after(event, drawn)
        yield drawn, event
