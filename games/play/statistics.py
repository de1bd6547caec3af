"""Statistics and highlights of a finished game: pure functions of its hands, stored once.

A hand in which a robot acted for a seat does not count for that seat, since it says nothing about
its player. An envido is won by the seat that won the declaration or whose call was refused; a
truco by the seat that called or accepted it and won the hand.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

from games.engine import ENVIDOS, TRUCOS, Action, Answer, AnswerPerros, Call, CallName, State, apply
from games.engine.calls import Canto
from games.engine.deals import deal_opening
from games.engine.envido import counted_cards, value
from games.engine.state import Flor, Phase
from games.models import Game, Seat, SeatStatistics
from games.play.finished_game import GameRecord
from games.play.seat_names import seats_on_device

MOST: Final = 3
Kind = Literal["all-in", "truco", "bluff", "comeback", "flor", "turn", "last"]
ORDER: Final[tuple[Kind, ...]] = ("all-in", "truco", "comeback", "bluff", "flor", "turn", "last")
"""Kinds by precedence. There is at most one highlight of each kind, the greatest."""
RETRUCO, VALE4 = 3, 4  # levels of an accepted truco
OF_ENVIDO: Final = ("envido", "envido-refused")
OF_TRUCO: Final = ("truco", "truco-refused", "mazo")
OF_FLOR: Final = ("flor", "flor-refused")


class Highlight(NamedTuple):
    """A position in the record (`hand` counts from 1), the team it belongs to, and its points."""

    kind: Kind
    hand: int
    step: int
    team: int
    points: int
    call: Canto | None = None


def highlights(hands: Sequence[State]) -> tuple[Highlight, ...]:
    """Return the three best, in the order of play.

    A hand appears once if other hands have highlights too. Void hands and actions without points
    have none.
    """
    numbered = [
        (place, hand) for place, hand in enumerate(hands, 1) if hand.points and not hand.is_void
    ]
    scored = (moment for moment in chain(_of_hands(numbered), _comeback(numbered)) if moment.points)
    greatest = sorted(_greatest(scored), key=_rank)
    chosen: list[Highlight] = []
    for moment in (*_first_of_each_hand(greatest), *greatest):
        if len(chosen) < MOST and not _is_told(moment, chosen):
            chosen.append(moment)
    return tuple(sorted(chosen, key=lambda moment: (moment.hand, moment.step)))


def _rank(moment: Highlight) -> int:
    return ORDER.index(moment.kind)


def _greatest(moments: Iterable[Highlight]) -> Iterator[Highlight]:
    """Yield the greatest of each kind, by points; of equals the later."""
    kinds: dict[Kind, Highlight] = {}
    for moment in moments:
        best = kinds.get(moment.kind)
        if best is None or moment.points >= best.points:
            kinds[moment.kind] = moment
    yield from kinds.values()


def _first_of_each_hand(moments: Iterable[Highlight]) -> Iterator[Highlight]:
    hands: set[int] = set()
    for moment in moments:
        if moment.hand not in hands:
            hands.add(moment.hand)
            yield moment


def _is_told(moment: Highlight, chosen: Iterable[Highlight]) -> bool:
    return (moment.hand, moment.step) in {(other.hand, other.step) for other in chosen}


def _of_hands(numbered: Sequence[tuple[int, State]]) -> Iterator[Highlight]:
    for place, hand in numbered:
        yield from _all_in(place, hand)
        yield from _truco(place, hand)
        yield from _flor(place, hand)
        yield from _bluff(place, hand)
        yield _turn(place, hand)
    if numbered:
        yield _last(*numbered[-1])


def _turn(place: int, hand: State) -> Highlight:
    """Return the difference in points that the hand made."""
    points = [sum(_paid(hand, team)) for team in (0, 1)]
    team = points.index(max(points))
    return Highlight("turn", place, len(hand.actions), team, points[team] - points[1 - team])


def _last(place: int, hand: State) -> Highlight:
    """Return what the last hand paid the winner, whatever else the other side took in it."""
    if hand.winner is None:
        return _turn(place, hand)._replace(kind="last")
    paid = sum(_paid(hand, hand.winner))
    return Highlight("last", place, len(hand.actions), hand.winner, paid)


def _all_in(place: int, hand: State) -> Iterator[Highlight]:
    """Yield a falta or a resto that was accepted, with a flor or without."""
    flor, envido = hand.flor, hand.envido
    if _is_all_in(flor) and flor.declared is not None:
        call = flor.challenges[-1]
        yield _called("all-in", place, hand, call, flor.declared.winner % 2, OF_FLOR)
    elif CallName.FALTA in envido.calls and envido.declared is not None:
        yield _called("all-in", place, hand, CallName.FALTA, envido.declared.winner % 2, OF_ENVIDO)


def _is_all_in(flor: Flor) -> bool:
    return flor.challenges[-1:] in ((CallName.RESTO,), (CallName.CONFALTA,))


def _truco(place: int, hand: State) -> Iterator[Highlight]:
    """Yield a retruco or a higher call that was accepted."""
    if hand.truco.level < RETRUCO or hand.hand_winner is None:
        return
    call = TRUCOS[hand.truco.level - 2]
    if _call_indexes(hand, call):  # the dogs reach that level without it
        yield _called("truco", place, hand, call, hand.hand_winner, OF_TRUCO)


def _flor(place: int, hand: State) -> Iterator[Highlight]:
    """Yield a flor that scored."""
    paid = [entry for entry in hand.points if entry.reason in OF_FLOR]
    if paid and not _is_all_in(hand.flor):
        yield _called("flor", place, hand, CallName.FLOR, paid[0].team, OF_FLOR)


def _bluff(place: int, hand: State) -> Iterator[Highlight]:
    """Yield a call that the stronger side refused."""
    envido, truco = hand.envido, hand.truco
    if envido.accepted is False and _tantos(hand, envido.caller) < _tantos(hand, envido.caller + 1):
        yield _called("bluff", place, hand, envido.calls[-1], envido.caller % 2, OF_ENVIDO)
    if truco.caller is None or "truco-refused" not in {entry.reason for entry in hand.points}:
        return
    if _best_card(hand, truco.caller) < _best_card(hand, truco.caller + 1):
        call = TRUCOS[truco.level - 1]
        yield _called("bluff", place, hand, call, truco.caller % 2, ("truco-refused",))


def _comeback(numbered: Sequence[tuple[int, State]]) -> Iterator[Highlight]:
    """Yield the hand with the winner's largest deficit, if it was a third of the target."""
    last = numbered[-1][1] if numbered else None
    if last is None or last.winner is None:
        return
    team = last.winner
    behind = [
        Highlight(
            "comeback", place, len(hand.actions), team, hand.score[1 - team] - hand.score[team]
        )
        for place, hand in numbered
        if hand.start.legs == last.start.legs
    ]
    worst = max(behind, key=lambda moment: moment.points)
    if 3 * worst.points >= last.start.rules.target:
        yield worst


def _called(
    kind: Kind, place: int, hand: State, call: Canto, team: int, reasons: Sequence[str]
) -> Highlight:
    """Return a highlight that shows the table after the last such call was answered."""
    answered = [index + 2 for index in _call_indexes(hand, call)]
    step = min([*answered[-1:], len(hand.actions)])
    return Highlight(kind, place, step, team, sum(_paid(hand, team, reasons)), call)


def _call_indexes(hand: State, call: Canto) -> Sequence[int]:
    """Return the indexes of the hand's actions that made this call."""
    acts = enumerate(hand.actions)
    return [index for index, act in acts if isinstance(act, Call) and act.canto is call]


def _paid(hand: State, team: int, reasons: Sequence[str] = ()) -> Iterator[int]:
    for entry in hand.points:
        if entry.team == team and (not reasons or entry.reason in reasons):
            yield entry.points


def _tantos(hand: State, seat: int) -> int:
    """Return the envido of a seat's team."""
    ranking = hand.deal.ranking
    return max(value(counted_cards(hand, each), ranking) for each in hand.deal.teams[seat % 2])


def _best_card(hand: State, seat: int) -> int:
    """Return the strength of the best card that a seat's team had left."""
    strength = hand.deal.ranking.strength
    cards = chain.from_iterable(hand.held[each] for each in hand.deal.teams[seat % 2])
    return max((strength[card] for card in cards), default=0)


class SeatFigures(NamedTuple):
    """A seat's figures, counted in hands: each hand counts once."""

    hands: int = 0
    hands_won: int = 0
    envidos_called: int = 0
    envidos_won: int = 0
    trucos_called: int = 0
    trucos_accepted: int = 0
    trucos_won: int = 0
    flores: int = 0


def figures_of(
    hands: Sequence[State], automatic: Collection[tuple[str, int]], seat: int
) -> SeatFigures:
    """Add up a seat's hands; `automatic` holds (hand, seat) where a robot acted for it."""
    figures = (
        _in_hand(hand, seat)
        for hand in hands
        if seat in hand.deal.seats and (hand.start.label, seat) not in automatic
    )
    return SeatFigures(*map(sum, zip(*figures, strict=True)))


def team_figures(hands: Sequence[State], team: int) -> SeatFigures:
    """Add up a team's figures over all its seats: a hand counts once for the team."""
    seats = ([_in_hand(hand, seat) for seat in hand.deal.teams[team]] for hand in hands)
    per_hand = (SeatFigures(*map(max, zip(*figures, strict=True))) for figures in seats)
    return SeatFigures(*map(sum, zip(*per_hand, strict=True)))


def comeback(hands: Sequence[State], team: int) -> int:
    """Return the team's largest deficit in points in the leg that won it the game."""
    last = hands[-1]
    if last.winner != team:
        return 0
    leg = (hand for hand in hands if hand.start.legs == last.start.legs)
    return max(0, *(hand.score[1 - team] - hand.score[team] for hand in leg))


THIRTY: Final = 30
BEHIND: Final = 10


def deeds_in(
    hands: Sequence[State], automatic: Collection[tuple[str, int]], seat: int
) -> Counter[str]:
    """Count what a seat's player achieved in a game, for practice (`games.practice`)."""
    own_hands = [
        hand
        for hand in hands
        if seat in hand.deal.seats and (hand.start.label, seat) not in automatic
    ]
    deeds = Counter[str](figures_of(hands, automatic, seat)._asdict())
    for place, hand in enumerate(own_hands, 1):
        deeds.update(_deeds_in_hand(place, hand, seat))
    if own_hands:
        deeds["comebacks"] = int(comeback(hands, seat % 2) >= BEHIND)
    return deeds


def _deeds_in_hand(place: int, hand: State, seat: int) -> Iterator[str]:
    envido, team = hand.envido, seat % 2
    if envido.accepted is False and envido.caller == seat and envido.calls[-1] is CallName.REAL:
        yield "real_refused"
    declared = envido.declared
    if declared is not None and declared.winner == seat and _tantos(hand, seat) >= THIRTY:
        yield "envido_30"
    if CallName.FALTA in envido.calls and declared is not None and declared.winner % 2 == team:
        yield "faltas_won"
    if hand.hand_winner == team and _in_hand(hand, seat).trucos_won:
        if hand.truco.level >= RETRUCO:
            yield "retrucos_won"
        if hand.truco.level >= VALE4:
            yield "vale4_won"
    if any(moment.team == team for moment in _bluff(place, hand)):
        yield "bluffs"


def _in_hand(hand: State, seat: int) -> SeatFigures:
    called = {call.canto for call in hand.actions if isinstance(call, Call) and call.seat == seat}
    called_truco = not called.isdisjoint(TRUCOS)
    accepted_truco = seat in _accepters(hand)
    won = hand.hand_winner == seat % 2
    return SeatFigures(
        hands=1,
        hands_won=won,
        envidos_called=not called.isdisjoint(ENVIDOS),
        envidos_won=seat == _envido_winner(hand),
        trucos_called=called_truco,
        trucos_accepted=accepted_truco,
        trucos_won=won and (called_truco or accepted_truco),
        flores=seat in hand.flor.announced,
    )


def _envido_winner(hand: State) -> int | None:
    """Return the seat that won the envido points for its team, if they were paid."""
    reasons = {points.reason for points in hand.points}
    if "envido" in reasons and hand.envido.declared is not None:
        return hand.envido.declared.winner
    return hand.envido.caller if "envido-refused" in reasons else None


def _accepters(hand: State) -> set[int]:
    """Return the seats that accepted a truco, with *quiero* or by raising it (R-C3)."""
    return {action.seat for table, action in _moments(hand) if _accepts_truco(table, action)}


def _moments(hand: State) -> Iterator[tuple[State, Action]]:
    """Yield each action with the state before it."""
    table = deal_opening(hand.deal)
    for action in hand.actions:
        yield table, action
        table = apply(table, action, sings=False)  # what it sang is an action of its own (R-F11)


def _accepts_truco(table: State, action: Action) -> bool:
    match action:
        case Answer(accepted=True):
            return table.waiting.phase is Phase.TRUCO
        case Call(canto=canto):
            return canto in TRUCOS and table.truco.caller is not None
        case AnswerPerros(truco=taken):
            return taken
        case _:
            return False


def count_figures(*, game_id: int) -> bool:
    """Write the figures of each person's seat; return whether there was anything to count.

    Players who share a device know more than a seat does, so their games do not count. A finished
    game does not change: it needs no lock, and a repeated count has the same result.
    """
    game = Game.objects.with_players().get(pk=game_id)
    people = [seat for seat in game.seats.all() if seat.user_id is not None]
    if seats_on_device(list(game.seats.all())):
        return False
    existing = SeatStatistics.objects.filter(seat__in=people).count()
    if game.status != Game.Status.FINISHED or existing == len(people):
        return False
    record = GameRecord(game, list(game.seats.all()))
    SeatStatistics.objects.bulk_create(
        (statistics_of(seat, record.hands, record.played_by_robots) for seat in people),
        ignore_conflicts=True,
    )
    return True


def statistics_of(
    seat: Seat, hands: Sequence[State], automatic: Collection[tuple[str, int]]
) -> SeatStatistics:
    """Compute the figures of a seat from a finished game's hands."""
    figures = figures_of(hands, automatic, seat.number)
    behind = comeback(hands, seat.team) if figures.hands else 0
    return SeatStatistics(seat=seat, comeback=behind, **figures._asdict())
