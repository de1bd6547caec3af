"""A finished game, hand by hand with all cards open, and its record as JSON.

The JSON holds the content of the notation, and values derived from it by the rules.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import (
    Action,
    Card,
    DealerDraw,
    HandRecord,
    Record,
    Replay,
    State,
    View,
    deck_for,
    log_entries,
    replay_summary,
    to_token,
    view,
)
from games.engine.tgn.record import AGREED, TERMINATION, TIME
from games.fair import shuffle
from games.models import Action as LogRow
from games.models import Game, RecordSignature, Seat
from games.play.packed_logs import read_log
from games.play.replay import DealSource, every_hand
from games.play.seat_names import seats_on_device

FIRST_SCHEME = 1  # its records have neither sealed cortes nor a signature
NOBODY, NO_SALT = "?", "-"  # for a name removed from a signed record


@dataclass(frozen=True)
class Step:
    """One moment of a hand: the table after `index` of its `total` actions."""

    state: State
    index: int
    total: int

    @property
    def action(self) -> Action | None:
        """The last action; None right after the deal."""
        return self.state.actions[-1] if self.state.actions else None

    @property
    def table(self) -> View:
        """The public view at that moment."""
        return view(self.state, None)

    def cards_held_by(self, seat: int) -> Sequence[Card]:
        """Return the cards that a seat still held."""
        return self.state.held[seat]


@dataclass(frozen=True)
class GameRecord:
    """All hands of a finished game, from its revealed seed and its log."""

    game: Game
    seats: Sequence[Seat]
    signed: RecordSignature | None = None  # given while it is not in the database

    @cached_property
    def hands(self) -> Sequence[State]:
        """The last state of each hand, in order; none if the game was annulled before its deal."""
        return every_hand(self.game, self._dealer, self._log) if self.game.started_at else ()

    @cached_property
    def played_by_robots(self) -> set[tuple[str, int]]:
        """Return (hand, seat) where a robot acted for a person or before their arrival."""
        people = {
            seat.number
            for seat in self.seats
            if seat.companion or (seat.user and not seat.user.is_robot)
        }
        return {
            (row.hand, row.seat)
            for row in self._log
            if row.by == LogRow.By.CLOCK or (row.by == LogRow.By.ROBOT and row.seat in people)
        }

    @cached_property
    def judge_said(self) -> Mapping[str, Sequence[str]]:
        """Return the judge's rulings in each hand, by its label."""
        rulings: dict[str, list[str]] = defaultdict(list)
        for row in self._log:
            if row.by == LogRow.By.JUDGE:
                rulings[row.hand].append(row.note)
        return rulings

    @cached_property
    def _log(self) -> Sequence[LogRow]:
        return read_log(self.game)

    @cached_property
    def draw(self) -> DealerDraw | None:
        """Return the draw for the dealer (R-D1); None if nothing was dealt."""
        return self._dealer.draw() if self.hands else None

    def step(self, hand: int, index: int) -> Step:
        """Return a moment of the hand at that place; an index beyond the end is the end."""
        last = self.hands[hand]
        moments = [entry.before for entry in log_entries(last) if isinstance(entry.line, Action)]
        index = min(max(0, index), len(moments))
        return Step([*moments, last][index], index, len(moments))

    def notation(self) -> Record:
        """Return the record in the notation, with the tags needed to verify it."""
        return Record(
            rules=self.game.rules,
            seats=self._names[1:],
            hands=tuple(map(_hand_record, self.hands)),
            tags=tuple(self._tags()),
        )

    def plain(self) -> Record:
        """Return the rules and the hands only, without anything that identifies the players."""
        seats = tuple(str(seat.number + 1) for seat in self.seats)
        return Record(self.game.rules, seats, tuple(map(_hand_record, self.hands)))

    @cached_property
    def seal(self) -> RecordSignature | None:
        """The site's signature; None for older games and for records that could not be read."""
        stored: RecordSignature | None = getattr(self.game, "signature", None)
        return self.signed or stored

    def _tags(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the tags needed to verify the deals (`games.fair`)."""
        game = self.game
        yield "Event", (self._names[0],)
        yield "Date", ((game.started_at or game.created_at).date().isoformat(),)
        yield "Game", (str(game.pk),)
        if game.agreed:
            yield TERMINATION, (AGREED,)
        if game.by_time:
            yield TERMINATION, (TIME,)
        if game.robot_level:
            yield "Robots", (game.robot_level,)
        if game.bank_seconds is not None:
            yield "TimeBank", (str(game.bank_seconds),)
            yield "Thought", tuple(str(spent // 1000) for spent in game.thought)
        yield "Deck", (str(len(deck_for(game.rules))),)
        yield "Commitment", (game.commitment,)
        yield "Seed", (game.revealed_seed,)
        if game.scheme == FIRST_SCHEME:
            yield "Cortes", (",".join(seat.contribution for seat in self.seats),)
        else:
            yield from self._sealed_tags()

    def _sealed_tags(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the sealed and revealed cortes, and the site's signature."""
        winner = self.game.winner
        yield "Scheme", (str(self.game.scheme),)
        yield "Result", ("annulled" if winner is None else str(winner),)
        yield "Hashes", tuple(seat.corte_hash or shuffle.NONE for seat in self.seats)
        yield "Cortes", tuple(map(cut_of_record, self.seats))
        if self.seal is not None:
            yield "Names", tuple(self.seal.hashes)
            yield "Salts", tuple(salt or NO_SALT for salt in self.seal.salts)
            yield "Key", (self.seal.key,)
            yield "Digest", (self.seal.digest,)
            yield "Signature", (self.seal.signature,)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The title and the players' names, as of the signature of the record."""
        if self.seal is None:
            return (self.game.title, *map(str, self.seats))
        return tuple(NOBODY if name is None else name for name in self.seal.names)

    @cached_property
    def _dealer(self) -> DealSource:
        return DealSource(self.game, self.seats)


def cut_of_record(seat: Seat) -> str:
    """Return a seat's contribution to the shuffle, or the reason why it has none."""
    return seat.contribution or (shuffle.WITHHELD if seat.corte_hash else shuffle.NONE)


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


def as_json(record: GameRecord) -> dict[str, Any]:
    """Return a finished game as JSON-compatible values (docs/api.md)."""
    notation = record.notation()
    summary = replay_summary(Replay(notation, tuple(record.hands)))
    played = zip(notation.hands, summary["hands"], strict=True)
    return {
        "game": record.game.pk,
        "tags": {name: values[0] if len(values) == 1 else values for name, values in notation.tags},
        "rules": summary["rules"],
        "options": notation.rules.options(),
        "seats": list(notation.seats),
        "hands": [{**_dealt(hand), **outcome} for hand, outcome in played],
        "legs": summary["legs"],
        "score": summary["score"],
        "winner": record.game.winner,
    }


def _dealt(hand: HandRecord) -> dict[str, Any]:
    return {
        "deal": [[str(card) for card in cards] for cards in hand.hands],
        "muestra": str(hand.muestra) if hand.muestra else None,
        "perros": hand.perros,
        "actions": [f"{action.seat}:{to_token(action)}" for action in hand.actions],
    }


def is_reviewable(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether the game was played to its end and no player saw another seat's cards.

    Games that were annulled, ended by agreement or decided by a manual result do not count: they
    have no winner here.
    """
    return game.status == Game.Status.FINISHED and not seats_on_device(seats)


def is_practice(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether one person plays here with robots only, in a game without points."""
    people = [seat for seat in seats if not seat.robot]
    return game.is_casual and not game.competitive and len(people) == 1
