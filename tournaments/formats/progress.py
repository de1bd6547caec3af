"""How far a bracket has come: verdicts go in, the occupant of every slot comes out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import BYE, Bye, Graph, LoserOf, Node, Part, Seed, Slot, WinnerOf
from tournaments.formats.series import Verdict

Occupant = Seed | Bye | None
"""Who stands in a slot; None while that is not known yet."""


@dataclass(frozen=True)
class MatchState:
    """One match as it stands. A match against a bye has its verdict at once."""

    slots: tuple[Occupant, Occupant]
    verdict: Verdict | None

    @property
    def is_bye(self) -> bool:
        return BYE in self.slots

    @property
    def is_paired(self) -> bool:
        """Both sides are known entries."""
        return all(isinstance(slot, Seed) for slot in self.slots)

    @property
    def is_ready(self) -> bool:
        """It can be played now."""
        return self.is_paired and self.verdict is None

    @property
    def winner(self) -> Occupant:
        """Who passes on: None while open, a bye after a double walkover."""
        return self._outcome(self.slots)

    @property
    def loser(self) -> Occupant:
        """Who falls: None while open, a bye after a double walkover."""
        return self._outcome((self.slots[1], self.slots[0]))

    def _outcome(self, if_first_then_second: tuple[Occupant, Occupant]) -> Occupant:
        match self.verdict:
            case Verdict.FIRST:
                return if_first_then_second[0]
            case Verdict.SECOND:
                return if_first_then_second[1]
            case None:
                return None
            case _:
                return BYE


def settle(graph: Graph, verdicts: Mapping[str, Verdict]) -> dict[str, MatchState]:
    """Fold the verdicts of played matches into the graph; byes pass on and propagate.

    A verdict for a match that is not ready, or that the graph has not, is refused.
    """
    unknown = verdicts.keys() - graph.by_key.keys()
    if unknown:
        raise FormatError("unknown-match", *sorted(unknown))
    states: dict[str, MatchState] = {}
    for node in graph.nodes:
        states[node.key] = _settled(node, states, verdicts.get(node.key))
    return states


def _settled(node: Node, states: Mapping[str, MatchState], verdict: Verdict | None) -> MatchState:
    slots = _occupants(node, states)
    state = MatchState(slots, _bye_verdict(slots))
    if verdict is None:
        return state
    if verdict is Verdict.DRAW:
        raise FormatError("tie-in-elimination", node.key)
    if not state.is_paired:
        raise FormatError("match-not-ready", node.key)
    return MatchState(slots, verdict)


def _occupants(node: Node, states: Mapping[str, MatchState]) -> tuple[Occupant, Occupant]:
    if node.is_reset and states[node.sources[0]].verdict is Verdict.FIRST:
        return BYE, BYE
    first, second = node.slots
    return _occupant(first, states), _occupant(second, states)


def _occupant(slot: Slot, states: Mapping[str, MatchState]) -> Occupant:
    match slot:
        case WinnerOf(key):
            return states[key].winner
        case LoserOf(key):
            return states[key].loser
        case _:
            return slot


def _bye_verdict(slots: tuple[Occupant, Occupant]) -> Verdict | None:
    match slots:
        case Bye(), Bye():
            return Verdict.NEITHER
        case Seed(), Bye():
            return Verdict.FIRST
        case Bye(), Seed():
            return Verdict.SECOND
        case _:
            return None


def champion(graph: Graph, states: Mapping[str, MatchState]) -> Occupant:
    """Who won it all: None while it is open, a bye if a double walkover left nobody."""
    finals = [node for node in graph.nodes if node.part is Part.FINAL] or [
        next(node for node in reversed(graph.nodes) if node.part is Part.MAIN)
    ]
    decisive = states[finals[-1].key]
    if finals[-1].is_reset and decisive.slots == (BYE, BYE):
        decisive = states[finals[0].key]
    return decisive.winner


def fallen(graph: Graph, verdicts: Mapping[str, Verdict], key: str) -> tuple[str, ...]:
    """The played matches that fall with this one when its result is reopened."""
    return tuple(node.key for node in graph.downstream(key) if node.key in verdicts)


def correct(
    graph: Graph,
    verdicts: Mapping[str, Verdict],
    key: str,
    verdict: Verdict | None,
    *,
    started: Collection[str] = (),
    cascade: bool = False,
) -> dict[str, Verdict]:
    """The verdicts after this one is changed, or withdrawn with None.

    Matches that lean on it and are played or `started` lock it, unless `cascade` clears them.
    """
    leaning = {node.key for node in graph.downstream(key)}
    locking = leaning.intersection({*verdicts, *started})
    if locking and not cascade:
        raise FormatError("locked", *sorted(locking))
    kept = {other: known for other, known in verdicts.items() if other not in {key, *leaning}}
    corrected = kept if verdict is None else {**kept, key: verdict}
    settle(graph, corrected)
    return corrected
