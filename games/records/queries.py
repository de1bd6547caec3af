"""View models of a record and its poster, and a user's latest games without competition.

A record page shows one moment of the game, with links to every other. Texts use the active
language.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self
from urllib.parse import urlencode

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.i18n.time_zones import short_date
from accounts.models import User
from accounts.names.display import join_names
from games.common.posters import Poster
from games.engine import State, View, view
from games.house_rules import essentials, turned_card
from games.models import Game
from games.play.finished_game import GameRecord, Step, cut_of_record, is_reviewable
from games.play.seat_names import TEAMS, Names, names_for
from games.table_view.faces import seat_faces
from games.table_view.felt import BACK, Picture, Trick, picture, tricks
from games.table_view.game_over import MomentLink, moment_links
from games.table_view.history import dealer_draw_view, story, whole_story

SHOWN = 5


class Ended(NamedTuple):
    """A finished game from the perspective of one of its seats."""

    game: Game
    rules: str
    rivals: str
    is_won: bool
    points: Sequence[int]  # the own team's first
    has_review: bool


def latest(user: User) -> Sequence[Ended]:
    """Return the newest finished games of this person outside competitions."""
    finished = Game.objects.filter(page="", status=Game.Status.FINISHED).seated(user.pk)
    newest = finished.with_players().order_by("-finished_at", "-pk")[:SHOWN]
    return [_ended(game, user) for game in newest]


def _ended(game: Game, user: User) -> Ended:
    seats = list(game.seats.all())
    own = next(seat for seat in seats if seat.user_id == user.pk)
    names = names_for(seats, own.number)
    rivals = range(1 - own.team, len(seats), len(TEAMS))
    return Ended(
        game=game,
        rules=essentials(game.rules),
        rivals=join_names(names.plate(number) for number in rivals),
        is_won=game.winner == own.team,
        points=game.score[:: -1 if own.team else 1],
        has_review=is_reviewable(game, seats),
    )


@dataclass(frozen=True)
class HandLink:
    """One hand in the list: its name, the score after it, and its URL."""

    label: str
    score: tuple[int, int]
    winner: str
    query: str
    is_current: bool
    by_robots: Sequence[str]
    is_void: bool


@dataclass(frozen=True)
class RecordedSeat:
    """A seat at this moment: its player, and the cards they still hold."""

    name: str
    face: str  # a symbol of the faces' sprite; "" for a seat that nobody had
    team: int
    cards: Sequence[Picture]
    folded: bool
    is_mano: bool
    is_dealer: bool


@dataclass(frozen=True)
class RecordPosition:
    """A position in the record for links: with all hands open, or as one seat saw it."""

    hand: int
    step: int
    seat: int | None = None

    @property
    def query(self) -> str:
        """The query string of the page."""
        params = {"hand": self.hand, "step": self.step}
        return "?" + urlencode(params if self.seat is None else {**params, "seat": self.seat})


@dataclass(frozen=True)
class WholeHand:
    """A hand from its deal to its end: the cards of each seat, every line, the score after it."""

    label: str
    turned: str
    """What the family calls the turned card."""
    muestra: Picture | None
    dealt: Sequence[tuple[str, Sequence[Picture]]]
    lines: Sequence[str]
    score: tuple[int, int]


@dataclass(frozen=True)
class Eyes:
    """A perspective from which the record can be read, and its URL."""

    name: str
    query: str
    is_current: bool


@dataclass(frozen=True)
class Steps:
    """The position within the hand, and the targets of the buttons."""

    index: int
    total: int
    first: RecordPosition
    back: RecordPosition | None
    on: RecordPosition | None
    last: RecordPosition

    @classmethod
    def from_position(cls, at: RecordPosition, total: int, hands: Sequence[State]) -> Self:
        """Return the links from one moment.

        The neighbouring hands are beyond the ends of a hand.
        """
        return cls(
            index=at.step,
            total=total,
            first=replace(at, step=0),
            back=_previous_position(at, hands),
            on=_next_position(at, total, hands),
            last=replace(at, step=total),
        )


@dataclass(frozen=True)
class RecordPage:
    """Everything `games/records/record.html` shows."""

    game: Game
    teams: tuple[str, str]
    draw: str  # for the dealer; "" without a deal
    hands: Sequence[HandLink]
    moment: "MomentView | None"
    moments: Sequence[MomentLink]
    outcome: str
    cortes: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class MomentView:
    """The table at one moment: with all hands open, or as one seat saw it."""

    label: str
    score: tuple[int, int]
    stake: int
    turned: str
    """What the family calls the turned card."""
    muestra: Picture | None
    places: Sequence[RecordedSeat]
    tricks: Sequence[Trick]
    story: Sequence[str]
    judge_said: Sequence[str]
    steps: Steps
    eyes: Sequence[Eyes]
    query: str

    @property
    def last_line(self) -> str:
        """The newest line of the log; "" before the first."""
        return self.story[-1] if self.story else ""


def page(record: GameRecord, at: RecordPosition) -> RecordPage:
    """Build the page of one moment; hands count from 1."""
    names = names_for(record.seats, None)
    return RecordPage(
        game=record.game,
        teams=(names.team(0), names.team(1)),
        draw=dealer_draw_view(record.draw, names, record.game.preset).words if record.draw else "",
        hands=list(_links(record, at, names)),
        moment=moment_at(record, at, names) if record.hands else None,
        moments=moment_links(record, names),
        outcome=_outcome(record.game, names),
        cortes=[(names.seat(seat.number), cut_of_record(seat)) for seat in record.seats],
    )


def whole_game(record: GameRecord) -> tuple[RecordPage, Sequence[WholeHand]]:
    """Return everything of a game for one page that needs no other."""
    names = names_for(record.seats, None)
    hands = [_whole_hand(record, place, names) for place in range(len(record.hands))]
    return page(record, RecordPosition(1, 0)), hands


def _whole_hand(record: GameRecord, place: int, names: Names) -> WholeHand:
    dealt, ended = record.step(place, 0), record.step(place, _END)
    table = view(ended.state, None)
    return WholeHand(
        label=table.label,
        turned=turned_card(table.rules.preset),
        muestra=picture(table.muestra, table.rules.preset) if table.muestra else None,
        dealt=[
            (names.seat(seat), _cards(dealt, view(dealt.state, None), seat))
            for seat in range(table.seats)
        ],
        lines=whole_story(table, names),
        score=ended.state.score,
    )


def _outcome(game: Game, names: Names) -> str:
    if game.agreed:
        return _("Terminada de común acuerdo")
    if game.by_time and game.winner is None:
        return _("Terminó por tiempo")
    if game.winner is None:
        return ""
    if game.by_time:
        name = names.in_sentence(game.winner)
        return _("Por tiempo, partida para %(name)s") % {"name": name}
    return _("Partida para %(name)s") % {"name": names.in_sentence(game.winner)}


def _links(record: GameRecord, at: RecordPosition, names: Names) -> Iterator[HandLink]:
    for place, state in enumerate(record.hands, start=1):
        label = state.deal.start.label
        yield HandLink(
            label=label,
            score=state.score,
            winner="" if state.hand_winner is None else names.team(state.hand_winner),
            query=RecordPosition(place, 0, at.seat).query,
            is_current=place == at.hand,
            by_robots=[
                names.seat(seat) for hand, seat in sorted(record.played_by_robots) if hand == label
            ],
            is_void=state.is_void,
        )


def moment_at(record: GameRecord, at: RecordPosition, names: Names) -> MomentView:
    """Return one moment; a step beyond the end of its hand means the end."""
    step = record.step(at.hand - 1, at.step)
    at = replace(at, step=step.index)
    table = view(step.state, at.seat)
    faces = seat_faces(record.seats, names.people)
    return MomentView(
        label=table.label,
        score=table.score,
        stake=table.stake,
        turned=turned_card(table.rules.preset),
        muestra=picture(table.muestra, table.rules.preset) if table.muestra else None,
        places=[
            RecordedSeat(
                name=names.seat(number),
                face=faces[number],
                team=number % 2,
                cards=_cards(step, table, number),
                folded=number in table.folded,
                is_mano=number == table.mano,
                is_dealer=number == table.dealer,
            )
            for number in range(table.seats)
        ],
        tricks=tricks(table, names),
        story=[line.words for line in story(table, names)[1]],
        judge_said=record.judge_said.get(table.label, ()),
        steps=Steps.from_position(at, step.total, record.hands),
        eyes=list(_eyes(at, names)),
        query=at.query,
    )


def _cards(step: Step, table: View, seat: int) -> Sequence[Picture]:
    """Return the cards of a seat that are visible from the chosen perspective."""
    if table.viewer is None:
        return [picture(card, table.rules.preset) for card in step.cards_held_by(seat)]
    if seat == table.viewer and table.own:
        return [picture(card, table.rules.preset) for card in table.own]
    return [Picture(BACK, _("carta tapada"))] * table.counts[seat]


def _eyes(at: RecordPosition, names: Names) -> Iterator[Eyes]:
    yield Eyes(_("Todas las cartas"), replace(at, seat=None).query, at.seat is None)
    for seat in range(len(names.people)):
        yield Eyes(names.plate(seat), replace(at, seat=seat).query, at.seat == seat)


def _previous_position(at: RecordPosition, hands: Sequence[State]) -> RecordPosition | None:
    if at.step > 0:
        return replace(at, step=at.step - 1)
    if at.hand == 1:
        return None
    return replace(at, hand=at.hand - 1, step=len(hands[at.hand - 2].actions))


def _next_position(at: RecordPosition, total: int, hands: Sequence[State]) -> RecordPosition | None:
    if at.step < total:
        return replace(at, step=at.step + 1)
    return replace(at, hand=at.hand + 1, step=0) if at.hand < len(hands) else None


def ending_poster(record: GameRecord) -> Poster:
    """Return a poster with the result and the cards of the last hand."""
    game, names = record.game, names_for(record.seats, None)
    winner, score = game.winner, game.score or (0, 0)
    result = _describe_result(game, names)
    last = record.step(len(record.hands) - 1, _END).table if record.hands else None
    return Poster(
        eyebrow=_eyebrow(game),
        title=_sides(names),
        lines=[f"{score[0]} – {score[1]}", result],
        tally=score[winner] if winner is not None else 0,
        cards=_trick_symbols(tricks(last, names)) if last else (),
    )


def _describe_result(game: Game, names: Names) -> str:
    """Name the winner, or say how the game ended without one."""
    if game.winner is not None:
        name = {"name": names.team(game.winner)}
        if game.by_time:
            return _("Por tiempo, partida para %(name)s") % name
        return _("Partida para %(name)s") % name
    if game.by_time:
        return _("Terminó por tiempo")
    return _("Terminada de común acuerdo") if game.agreed else _("Partida anulada")


def moment_poster(record: GameRecord, at: RecordPosition) -> Poster:
    """Return a poster of one moment: hand, score, last action and the cards on the table."""
    names = names_for(record.seats, None)
    moment = moment_at(record, at, names)
    hand = _("Mano %(label)s") % {"label": moment.label}
    return Poster(
        eyebrow=_eyebrow(record.game),
        title=_sides(names),
        lines=[f"{hand} · {moment.score[0]} – {moment.score[1]}", moment.last_line],
        cards=_trick_symbols(moment.tricks),
    )


_END = 9999  # more steps than any hand has


def _eyebrow(game: Game) -> str:
    when = short_date(localtime(game.started_at or game.created_at), "j M Y")
    return f"{game.title} · {when}" if game.title else when


def _sides(names: Names) -> str:
    return " – ".join(names.team(team) for team in TEAMS)


def _trick_symbols(tricks_: Sequence[Trick]) -> Sequence[Sequence[str]]:
    return [[laid.symbol for laid in trick.cards] for trick in tricks_]
