"""The kinds of case that are about competitions: each is a function of the formats, asked."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance import (
    americano,
    brackets,
    chains,
    fixtures,
    free_play,
    ladders,
    matches,
    penalties,
    second_brackets,
    swiss,
    ties,
    timed,
)

Case = Mapping[str, Any]
KINDS: Mapping[str, Callable[[Case], None]] = {
    **brackets.KINDS,
    **fixtures.KINDS,
    **swiss.KINDS,
    **matches.KINDS,
    **penalties.KINDS,
    **timed.KINDS,
    **ties.KINDS,
    **chains.KINDS,
    **second_brackets.KINDS,
    **americano.KINDS,
    **free_play.KINDS,
    **ladders.KINDS,
}
