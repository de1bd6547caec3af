"""A person's search for rivals, as pages and sockets show it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from accounts.models import User
from games.common.hooks import PlayerFigures, player_figures
from games.house_rules import essentials
from games.models import Game, PairingRequest
from games.pairing.services import AWAY, usual_wait
from games.pairing.windows import EVERYBODY_AFTER

EXACT: Final = 10
"""Larger crowds are shown in tens, so that a page does not change with each person."""


@dataclass(frozen=True)
class Rival:
    """Somebody at the table that was found; `share` of their games won, in percent."""

    name: str
    played: int = 0
    share: int = 0


@dataclass(frozen=True)
class Search:
    """A search in progress, or the table that it has found."""

    rules: str
    competitive: bool
    is_near: bool
    asked_at: datetime
    others: int  # who look for the same game, as many as are shown
    is_crowd: bool  # there are more than `others`
    wait: int | None  # usual seconds, rounded up to five
    game: int | None = None
    company: int | None = None
    rivals: Sequence[Rival] = ()
    everybody_after: int = int(EVERYBODY_AFTER)


def request_of(user: User) -> PairingRequest | None:
    """Return a person's request, if its table has not begun and was not given up."""
    rows = PairingRequest.objects.filter(user=user).select_related("game", "company")
    request = rows.first()
    if request is None or (request.game and request.game.status != Game.Status.WAITING):
        return None
    return request


def search_of(user: User, now: datetime) -> Search | None:
    """Return what a person's pages show of their search; None if there is none."""
    request = request_of(user)
    return None if request is None else _search_view(request, now)


def search_at(user: User, game_id: int, now: datetime) -> Search | None:
    """Return a person's search if this is their practice table, or the table that was found."""
    request = request_of(user)
    is_there = request is not None and game_id in (request.company_id, request.game_id)
    return _search_view(request, now) if request is not None and is_there else None


def marks(user_ids: Collection[int], now: datetime) -> Mapping[int, str]:
    """Return for each person what changes with their search, in two queries."""
    rows = list(PairingRequest.objects.filter(user__in=user_ids))
    crowds = [_terms(each) for each in PairingRequest.objects.searching(now - AWAY)]
    return dict.fromkeys(user_ids, "") | {
        row.user_id: f"{row.pk}.{row.game_id}.{_rounded(crowds.count(_terms(row)))}" for row in rows
    }


def _terms(request: PairingRequest) -> tuple[object, ...]:
    return request.preset, sorted(request.options.items()), request.competitive


def _rounded(number: int) -> int:
    return number if number <= EXACT else number - number % EXACT


def _search_view(request: PairingRequest, now: datetime) -> Search:
    alike = PairingRequest.objects.searching(now - AWAY).alike(request)
    others = alike.exclude(pk=request.pk).count()
    wait = usual_wait(request)
    return Search(
        rules=essentials(request.rules),
        competitive=request.competitive,
        is_near=request.is_near,
        asked_at=request.asked_at,
        others=_rounded(others),
        is_crowd=others > _rounded(others),
        wait=None if wait is None else max(5, -int(-wait // 5) * 5),
        game=request.game_id,
        company=request.company_id,
        rivals=_rivals(request) if request.game_id else (),
    )


def _rivals(request: PairingRequest) -> Sequence[Rival]:
    others = request.game.seats.exclude(user=request.user_id) if request.game else ()
    people = [seat.user for seat in others if seat.user is not None]
    return [_rival(person) for person in people]


def _rival(person: User) -> Rival:
    if person.is_guest:
        return Rival(str(person))
    sent: Any = player_figures.send(User, player=person, reader=None)
    figures: PlayerFigures | None = next((one for _, one in sent if one is not None), None)
    if figures is None or not figures.played:
        return Rival(str(person))
    return Rival(str(person), figures.played, round(100 * figures.won / figures.played))
