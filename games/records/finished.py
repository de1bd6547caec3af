"""A finished game as it is read afterwards: hand by hand, card by card, with all hands open."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from games.engine import (
    Action,
    Card,
    DealerDraw,
    HandRecord,
    Record,
    State,
    View,
    deck_for,
    fold,
    lines,
    view,
)
from games.models import Action as LogRow
from games.models import Game, Seat
from games.records.dealing import Dealer, every_hand


@dataclass(frozen=True)
class Step:
    """One moment of a hand: the table after `index` of its `total` actions."""

    state: State
    index: int
    total: int

    @property
    def action(self) -> Action | None:
        """What brought the table here; None right after the deal."""
        return self.state.actions[-1] if self.state.actions else None

    @property
    def table(self) -> View:
        """What everybody could see at that moment."""
        return view(self.state, None)

    def held(self, seat: int) -> Sequence[Card]:
        """The cards a seat still held."""
        return self.state.held[seat]


@dataclass(frozen=True)
class GameRecord:
    """Every hand of a game that is over, from its opened seed and its log."""

    game: Game
    seats: Sequence[Seat]

    @cached_property
    def hands(self) -> Sequence[State]:
        """The last state of each hand, in order; none if the game was annulled before its deal."""
        return every_hand(self.game, self._dealer) if self.game.started_at else ()

    @cached_property
    def played_by_robots(self) -> set[tuple[str, int]]:
        """Return (hand, seat) wherever a robot acted for a person, or before they came."""
        people = [seat.number for seat in self.seats if seat.user_id or seat.companion]
        by_robots = Q(by=LogRow.By.CLOCK) | Q(by=LogRow.By.ROBOT, seat__in=people)
        rows = self.game.actions.filter(by_robots)
        return set(rows.values_list("hand", "seat"))

    @cached_property
    def judge_said(self) -> Mapping[str, Sequence[str]]:
        """Return what the judge said in each hand, by its label."""
        said: dict[str, list[str]] = defaultdict(list)
        ruled = self.game.actions.filter(by=LogRow.By.JUDGE).order_by("seq")
        for hand, note in ruled.values_list("hand", "note"):
            said[hand].append(note)
        return said

    @cached_property
    def draw(self) -> DealerDraw | None:
        """Return the draw for the dealer (R-D1); None if nothing was dealt."""
        return self._dealer.draw() if self.hands else None

    def step(self, hand: int, index: int) -> Step:
        """Return a moment of the hand at that place; an index beyond the end is the end."""
        last = self.hands[hand]
        actions = last.actions[: max(0, index)]
        rulings = tuple(each for each in last.rulings if each[0] <= len(actions))
        dealt = self._dealer.deal(last.deal.start)
        state = fold(dealt, lines(last.deal.perros, actions, rulings))
        return Step(state, len(actions), len(last.actions))

    def notation(self) -> Record:
        """The record in the notation, with the tags that let anybody check its deals."""
        return Record(
            rules=self.game.rules,
            seats=tuple(map(str, self.seats)),
            hands=tuple(map(_hand_record, self.hands)),
            tags=tuple((name, (text,)) for name, text in self.tags().items()),
        )

    def tags(self) -> dict[str, str]:
        """The record's own tags: all that is needed to check its deals (`games.fair.shuffles`)."""
        started = self.game.started_at or self.game.created_at
        return {
            "Event": self.game.title,
            "Date": started.date().isoformat(),
            "Game": str(self.game.pk),
            "Deck": str(len(deck_for(self.game.rules))),
            "Commitment": self.game.commitment,
            "Seed": self.game.revealed_seed,
            "Cortes": ",".join(seat.contribution for seat in self.seats),
        }

    @cached_property
    def _dealer(self) -> Dealer:
        return Dealer(self.game, self.seats)


def _hand_record(hand: State) -> HandRecord:
    start = hand.start
    return HandRecord(
        number=start.number,
        part=start.part,
        mano=start.round_mano,
        hands=hand.deal.hands,
        muestra=hand.deal.muestra,
        perros=hand.deal.perros,
        actions=hand.actions,
        rulings=hand.rulings,
    )
