"""View model of a game review, for the player of its seat."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine import AnswerPerros, PlayCard, PlayPair, from_token, parse_card
from games.evaluation import KINDS, Kind
from games.house_rules import call_name
from games.models import Review
from games.reviews.services import Sums
from games.table_view.felt import picture
from games.table_view.labels import PERROS_ANSWERS, card_name

MOST: Final = 3
SELDOM: Final = 0.05
"""The share from which an action of the tahúr is mentioned."""


class Own(NamedTuple):
    """One of the seat's three cards, and whether it was already played."""

    symbol: str
    words: str
    is_played: bool


class CostlyDecision(NamedTuple):
    """A costly decision, the state of the hand, and a link to it."""

    name: str
    hand: str
    stood: Sequence[str]
    did: str
    tahur: str
    cost: str
    cards: Sequence[Own]
    query: str


class KindRow(NamedTuple):
    """How often decisions of one kind differed from the tahúr's, and the points gained."""

    name: str
    times: int
    points: str


class Priced(NamedTuple):
    """An action, its share of the tahúr's choices in percent, and its value."""

    said: str
    share: int
    points: str
    is_advised: bool
    """Whether it may be named the best."""


class ReviewPage(NamedTuple):
    """Everything that a finished review shows."""

    decisions: int
    told: Sequence[CostlyDecision]
    kinds: Sequence[KindRow]


def review_page(review: Review, preset: str, seat: int) -> ReviewPage:
    """Return the page of a review: the three costliest decisions, and the sums by kind."""
    content = review.content
    costly = [each for each in content["told"] if each["cost"] > 0][:MOST]
    return ReviewPage(
        decisions=content["decisions"],
        told=[_costly_decision(each, preset, seat) for each in costly],
        kinds=list(_kinds(content["sums"], preset)),
    )


def kind_name(kind: Kind, preset: str = "argentino") -> str:
    """Return the name of a kind of decision; calls are terms of the table's family."""
    if kind == "cards":
        return _("Cartas")
    return _("Irse al mazo") if kind == "mazo" else call_name(kind, preset)


def sums_in_words(sums: Sums) -> Sequence[str]:
    """Compare a person's games with the tahúr's, kind by kind."""
    return [
        f"{kind_name(kind)} {_signed(points)}" for kind, points in sums.kinds if round(points, 1)
    ]


def points_in_words(points: float) -> str:
    """Format points with one decimal in the reader's language."""
    return str(number_format(round(points, 1), decimal_pos=1))  # it truncates, so round first


def describe_action(token: str, preset: str) -> str:
    """Return an action in words: a call by its term, a card by its name."""
    match from_token(0, token):
        case PlayCard(_, card, covered):
            name = card_name(card, preset)
            return _("%(card)s, tapada") % {"card": name} if covered else name
        case PlayPair(_, card, beneath, _):
            both = {"card": card_name(card, preset), "beneath": card_name(beneath, preset)}
            return _("%(card)s sobre %(beneath)s") % both
        case AnswerPerros():
            return PERROS_ANSWERS[token]
        case _:
            return call_name(token, preset)


def priced(prices: Sequence[Mapping[str, Any]], preset: str) -> Sequence[Priced]:
    """Return all actions, the most valuable first; of equal ones the tahúr's choice."""
    ranked = sorted(prices, key=lambda price: (-round(price["mean"], 1), -price["share"]))
    return [
        Priced(
            said=describe_action(price["token"], preset),
            share=round(100 * price["share"]),
            points=_signed(price["mean"]),
            is_advised=price["advised"],
        )
        for price in ranked
    ]


def shares(prices: Sequence[Mapping[str, Any]], preset: str) -> str:
    """Return the tahúr's actions with their percentages, the most frequent first."""
    ordered = sorted(prices, key=lambda price: -price["share"])
    return ", ".join(
        f"{describe_action(price['token'], preset)} {round(100 * price['share'])} %"
        for price in ordered
        if price["share"] >= SELDOM
    )


def _costly_decision(each: Mapping[str, Any], preset: str, seat: int) -> CostlyDecision:
    params = {"hand": each["hand"], "step": each["step"], "seat": seat}
    cost = {"points": points_in_words(each["cost"]), "best": describe_action(each["best"], preset)}
    own, theirs = each["score"]
    return CostlyDecision(
        name=f"m{each['hand']}-{each['step']}",
        hand=_("Mano %(label)s, iban %(own)s a %(theirs)s")
        % {"label": each["label"], "own": own, "theirs": theirs},
        stood=list(_stood(each, preset)),
        did=_did(each, preset),
        tahur=_("El tahúr: %(shares)s.") % {"shares": shares(each["prices"], preset)},
        cost=_("Te costó %(points)s puntos; en promedio rendía más: %(best)s.") % cost,
        cards=[_own(card, preset, is_played=card not in each["held"]) for card in each["dealt"]],
        query="?" + urlencode(params),
    )


def _did(each: Mapping[str, Any], preset: str) -> str:
    words = {"said": describe_action(each["taken"], preset)}
    if each["asked"]:
        words["call"] = call_name(each["asked"], preset)
        return _("Te cantaron %(call)s. Elegiste: %(said)s.") % words
    return _("Te tocaba. Elegiste: %(said)s.") % words


def _stood(each: Mapping[str, Any], preset: str) -> Iterator[str]:
    """Yield the results of finished tricks, and the other seats' cards in the open one."""
    won = {1: _("ganada"), 0: _("parda"), -1: _("perdida")}
    tricks = zip((_("Primera"), _("Segunda")), each["tricks"], strict=False)
    yield from (f"{name}: {won[trick]}." for name, trick in tricks)
    if each["lying"]:
        lying = ", ".join(card_name(parse_card(card), preset) for card in each["lying"])
        yield _("En la mesa: %(cards)s.") % {"cards": lying}


def _own(card: str, preset: str, *, is_played: bool) -> Own:
    image = picture(parse_card(card), preset)
    words = _("%(card)s, ya jugada") % {"card": image.words} if is_played else image.words
    return Own(image.symbol, words, is_played)


def _kinds(sums: Mapping[str, Mapping[str, Any]], preset: str) -> Iterator[KindRow]:
    for kind in KINDS:
        row = sums.get(kind)
        if row and row["times"]:
            yield KindRow(kind_name(kind, preset), row["times"], _signed(row["against"]))


def _signed(points: float) -> str:
    if not round(points, 1):
        return "0"
    words = points_in_words(abs(points))
    return f"+{words}" if points > 0 else f"−{words}"
