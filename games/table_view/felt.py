"""Cards on the table by trick with their player and winner, and the card order.

The card order comes from the engine's own tables.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from accounts.i18n.languages import cached_per_language
from accounts.i18n.languages import gettext as _
from games.engine import Card, PlayView, Rules, TrickView, View, deck_for
from games.engine.ranks import COVERED_STRENGTH, RANKS, SUBSTITUTE, ranking
from games.engine.state import PARDA
from games.house_rules import is_french
from games.play.seat_names import TEAMS, Names
from games.table_view.labels import card_name
from games.table_view.seats import position

BACK = "back"
TRICKS = 3  # tricks per hand
LAST = TRICKS - 1


class Picture(NamedTuple):
    """A card as drawn by the sprite (`n7o`, `f7o`, `back`) and in words."""

    symbol: str
    words: str


class CardOnTable(NamedTuple):
    """A card on the table: its picture and its place."""

    symbol: str
    position: int
    initials: str  # of the seat that played the card
    won: bool  # whether it won the trick, or is winning it
    latest: bool
    is_wild: bool


class Trick(NamedTuple):
    """One trick, drawn and in words; the current one is the last trick with a card."""

    cards: tuple[CardOnTable, ...]
    words: str
    is_current: bool
    awaited: tuple[int, ...] = ()  # the positions whose card is awaited
    is_taken: bool = False  # whether the latest card completed it


NOT_BEGUN: Final = Trick((), "", False)


def tricks(view: View, names: Names) -> tuple[Trick, ...]:
    """Return the tricks with at least one card."""
    begun = [trick for trick in view.tricks if trick.plays]
    rules = view.rules
    of_hand = OfHand(names, view.playing, rules.ranks, view.muestra, rules.deck, rules.preset)
    void = _void_seats(view, begun)
    return tuple(
        _trick(trick, of_hand, is_current=trick is begun[-1], void=void if place == LAST else ())
        for place, trick in enumerate(begun)
    )


def _void_seats(view: View, begun: Sequence[TrickView]) -> tuple[int, ...]:
    """Return the seats whose card beneath is void: not lower than its cover (R-V1)."""
    if not view.rules.tie_two_cards or len(begun) < TRICKS or begun[0].winner != PARDA:
        return ()
    strength = view.ranking.strength
    covers = {play.seat: _strength(play, strength) for play in begun[1].plays}
    return tuple(
        play.seat for play in begun[LAST].plays if _strength(play, strength) >= covers[play.seat]
    )


def cards_on_table(view: View, names: Names) -> tuple[Trick, ...]:
    """Return the tricks to show: all of a hand for two players, otherwise those with a card."""
    begun = tricks(view, names)
    if len(view.playing) == len(TEAMS):
        return (*begun, *[NOT_BEGUN] * (TRICKS - len(begun)))
    awaited = tuple(position(seat, names) for seat in view.playing)
    return begun or (Trick((), "", False, awaited),)


class Mate(NamedTuple):
    """A team-mate's cards that the viewer may look at before a mão de X (R-B2)."""

    name: str
    cards: tuple[Picture, ...]


def mates(view: View, names: Names) -> tuple[Mate, ...]:
    """Return the team-mates whose cards the viewer sees now; usually none."""
    preset = view.rules.preset
    return tuple(
        Mate(names.plate(seat), _pictures(cards, preset)) for seat, cards in view.mates.items()
    )


class OfHand(NamedTuple):
    """Values shared by all tricks of a hand."""

    names: Names
    playing: tuple[int, ...]
    ranks: str
    muestra: Card | None
    deck: int
    preset: str


@cached_per_language
def _trick(trick: TrickView, hand: OfHand, *, is_current: bool, void: tuple[int, ...]) -> Trick:
    order = ranking(hand.ranks, hand.muestra, hand.deck)
    taker, names = _taker(trick, order.strength, void), hand.names
    cards = (
        CardOnTable(
            symbol=_face(play, hand.preset).symbol,
            position=position(play.seat, names),
            initials=names.tag(play.seat),
            won=play.seat == taker,
            latest=is_current and index == len(trick.plays) - 1,
            is_wild=play.card is not None and bool(order.wild_kind(play.card)),
        )
        for index, play in enumerate(trick.plays)
    )
    words = (f"{names.plate(play.seat)}: {_face(play, hand.preset).words}" for play in trick.plays)
    played = {play.seat for play in trick.plays}
    awaited = tuple(position(seat, names) for seat in hand.playing if seat not in played)
    is_taken = is_current and trick.winner is not None and taker is not None
    return Trick(tuple(cards), ", ".join(words), is_current, awaited, is_taken)


def _taker(trick: TrickView, strength: Mapping[Card, int], void: Collection[int]) -> int | None:
    """Return the seat whose card takes the trick, or is winning it: of a team's equals the first.

    Return None if the highest cards belong to both teams.
    """
    height = {
        play.seat: COVERED_STRENGTH if play.seat in void else _strength(play, strength)
        for play in trick.plays
    }
    highest = [seat for seat in height if height[seat] == max(height.values())]
    if trick.winner is None:
        return highest[0] if len({seat % 2 for seat in highest}) == 1 else None
    return next((seat for seat in highest if seat % 2 == trick.winner), None)


def _strength(play: PlayView, strength: Mapping[Card, int]) -> int:
    return COVERED_STRENGTH if play.covered or play.card is None else strength[play.card]


def _face(play: PlayView, preset: str) -> Picture:
    return picture(play.card, preset) if play.card else Picture(BACK, _("carta tapada"))


def picture(card: Card, preset: str) -> Picture:
    """Return the picture of a card face up, with the faces of the preset."""
    return Picture(face_symbol(card, preset), card_name(card, preset))


def face_symbol(card: Card, preset: str) -> str:
    """Return the id of a card's face in the sprite: `n7o`, or `f7o` with a French face."""
    return f"{'f' if is_french(preset) else 'n'}{card}"


class CardOrder(NamedTuple):
    """High to low; the cards of one line are equal.

    `piezas` has one row per suit, `manilhas` one per rank of the turned card.
    """

    piezas: tuple[tuple[str, tuple[Picture, ...]], ...]
    manilhas: tuple[tuple[int, tuple[Picture, ...]], ...]
    substitutes: tuple[tuple[str, Picture], ...]
    lines: tuple[tuple[Picture, ...], ...]


def card_order(rules: Rules) -> CardOrder:
    """Return the order of the cards at a table; without a muestra there are no piezas."""
    table, deck = RANKS[rules.ranks], {str(card): card for card in deck_for(rules)}
    preset = rules.preset
    has_piezas = rules.muestra and table.piezas
    suits = [line[-1] for line in table.plain[-1].split()] if has_piezas else []
    lines = (
        _pictures((deck[name] for name in line.split() if name in deck), preset)
        for line in table.plain
    )
    turned = {card.rank: card for card in deck.values()} if rules.muestra and table.manilhas else {}
    manilhas = {rank: ranking(rules.ranks, turned[rank], rules.deck).manilhas for rank in turned}
    return CardOrder(
        piezas=tuple(
            (suit, _pictures((deck[f"{pieza.rank}{suit}"] for pieza in table.piezas), preset))
            for suit in suits
        ),
        manilhas=tuple((rank, _pictures(cards, preset)) for rank, cards in manilhas.items()),
        substitutes=tuple((suit, picture(deck[f"{SUBSTITUTE}{suit}"], preset)) for suit in suits),
        lines=tuple(line for line in lines if line),
    )


def _pictures(cards: Iterable[Card], preset: str) -> tuple[Picture, ...]:
    return tuple(picture(card, preset) for card in cards)
