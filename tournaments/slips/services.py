"""Services for result slips: printed codes, and the results that sides report with them.

A result counts when both sides report the same; if they differ, the judge is called. Codes derive
from a secret and use letters that are not easily confused.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_match
from tournaments.common.errors import MatchOfBoardsError, WrongStateError
from tournaments.common.locks import lock_competition, lock_match
from tournaments.common.permissions import require_organiser
from tournaments.judging.services import open_call
from tournaments.matches.tables import void_games
from tournaments.models import (
    AuditEvent,
    Competition,
    Match,
    MatchQuerySet,
    ResultSubmission,
    Slip,
    SlipClaim,
    sides_of,
)
from tournaments.results.labels import format_games
from tournaments.results.services import Games, read_ending, require_playable, write_result


class BadSlipError(RefusedError):
    code = "bad-slip"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese código no es de ninguna papeleta.")


class SlipOverError(RefusedError):
    code = "slip-over"
    message = _("Esta papeleta ya no vale: el partido terminó o cambió.")


class TooManyClaimsError(RefusedError):
    code = "too-many-claims"
    message = _("Ya lo cambiaron muchas veces: díganselo a quien organiza.")


LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no 0 O, 1 I L, no U
LENGTH = 9  # of 30 letters each: 44 bits
GROUP = 3


def code_of(nonce: str, side: int) -> str:
    """Return the code of one side of a slip: `KTR4MW7QX`."""
    number = int(
        salted_hmac("tournaments.slips.code", f"{nonce}:{side}", algorithm="sha256").hexdigest(), 16
    )
    return "".join(_letters(number))


def key_of(code: str) -> str:
    """Return what is stored of a code, by which it is found."""
    return salted_hmac("tournaments.slips.key", code, algorithm="sha256").hexdigest()


def normalize_code(typed: str) -> str:
    """Return a code as it was meant: without spaces and dashes, in capitals."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)


def format_code(code: str) -> str:
    """Return a code as it is printed: `KTR-4MW-7QX`."""
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def _letters(number: int) -> Iterable[str]:
    for _place in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        yield LETTERS[letter]


NONCE_BYTES = 16
TEXT = 200  # of a dispute
CLAIMS_PER_SIDE = 10  # of one slip; after that an official decides


@dataclass(frozen=True)
class Side:
    """One side of a match, identified by its slip code."""

    slip: Slip
    number: int

    @property
    def name(self) -> str:
        return self.slip.names[self.number]

    @property
    def rival(self) -> str:
        """Whom they play."""
        return self.slip.names[1 - self.number]


def side_of_code(typed: str) -> Side | None:
    """Return the side with a code, its slip valid or not; None if no side has it."""
    key = key_of(normalize_code(typed))
    slips = Slip.objects.select_related("first", "second", "made_by")
    if slip := slips.filter(first_key=key).first():
        return Side(slip, 0)
    slip = slips.filter(second_key=key).first()
    return None if slip is None else Side(slip, 1)


def with_slips(competition: Competition) -> MatchQuerySet:
    """Return the matches of a competition that a slip can decide: no cards of the site do."""
    matches = Match.objects.of(competition.pk).filter(state__in=Match.PLAYABLE)
    return matches if competition.with_cards else matches.unattended()


@transactional
def make_slips(*, competition_id: int, actor: User, now: datetime) -> int:
    """Make the slips of all that can be played and has none; return how many.

    Raises RefusedError `not-organiser`, `wrong-state`, or `match-of-boards` where each board of a
    match is written down for itself.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.boards:
        raise MatchOfBoardsError()
    if competition.state not in Competition.GOING:
        raise WrongStateError()
    existing = Slip.objects.valid().filter(match__in=with_slips(competition))
    for slip in existing:
        _keep_up(slip)
    matches = (
        with_slips(competition)
        .exclude(pk__in=existing.values("match"))
        .prefetch_related("slots__entry")
    )
    new_slips = [_make(match, actor, now) for match in matches]
    if new_slips:
        audit.log_event(
            AuditEvent.Act.MAKE_SLIPS,
            competition=competition,
            actor=actor,
            now=now,
            after={"matches": [slip.match_id for slip in new_slips]},
        )
    return len(new_slips)


@transactional
def claim(
    *, code: str, games: Games, now: datetime, by: User | None = None
) -> ResultSubmission | None:
    """Store one side's claim; return the result if the other side claimed the same.

    A result that an account of each side claims is confirmed by both (docs/ranking.md); `by` is
    stored if it is of that side.

    The same claim again changes nothing, unless the first was made without an account and this one
    is not. Raises RefusedError `bad-slip`, `slip-over` or `too-many-claims`, and what
    `submit_result` raises of points that cannot be.
    """
    side = side_of_code(code)
    if side is None:
        raise BadSlipError()
    match = lock_match(side.slip.match_id)
    if match is None:  # the draw was redone in the meantime
        raise BadSlipError()
    if not is_valid_slip(side.slip, match):
        raise SlipOverError()
    require_playable(match)
    read_ending(match, games, now)
    last = last_claims(side.slip)
    own, by = last[side.number], _player_of(match, side, by)
    is_new = own is None or list(own.games) != list(games)
    if is_new or (own is not None and own.by_id is None and by is not None):
        _take_down(match, side, games, now, by)
    other = last[1 - side.number]
    if other is None:
        return None
    if list(other.games) == list(games):
        return _write(match, side, games, now)
    _disagree(match, side, games, other.games, now)
    return None


def is_valid_slip(slip: Slip, match: Match) -> bool:
    """Return whether a slip can still be used: its match is open, with the same two entries."""
    assert match.competition is not None, "casual matches have no slips"
    is_open = with_slips(match.competition).filter(pk=match.pk).exists()
    return is_open and Slip.objects.valid().filter(pk=slip.pk).exists()


def last_claims(slip: Slip) -> list[SlipClaim | None]:
    """Return the last claim of each side."""
    by_side = {one.side: one for one in slip.claims.order_by("pk")}
    return [by_side.get(0), by_side.get(1)]


def _make(match: Match, actor: User, now: datetime) -> Slip:
    nonce = secrets.token_hex(NONCE_BYTES)
    first, second = (side[0].entry for side in sides_of(match.slots.all()))
    assert first is not None, "what can be played has both its sides"
    assert second is not None, "what can be played has both its sides"
    return Slip.objects.create(
        match=match,
        number=match.reopened,
        first=first,
        second=second,
        nonce=nonce,
        first_key=key_of(code_of(nonce, 0)),
        second_key=key_of(code_of(nonce, 1)),
        made_by=actor,
        made_at=now,
    )


def _keep_up(slip: Slip) -> None:
    """Find a slip by the codes it has now: they are others once the site's secret is another."""
    keys = tuple(key_of(code_of(slip.nonce, side)) for side in (0, 1))
    if keys != (slip.first_key, slip.second_key):
        slip.first_key, slip.second_key = keys
        slip.save(update_fields=["first_key", "second_key"])


def _player_of(match: Match, side: Side, by: User | None) -> User | None:
    """Return the account if it is of a player of that side."""
    side_of_by = {"entry__slots__match": match, "entry__slots__side": side.number}
    if by is None or by.is_guest or not by.roster_places.filter(**side_of_by).exists():
        return None
    return by


def _take_down(match: Match, side: Side, games: Games, now: datetime, by: User | None) -> None:
    assert match.competition is not None, "casual matches have no slips"
    if side.slip.claims.filter(side=side.number).count() >= CLAIMS_PER_SIDE:
        raise TooManyClaimsError()
    chicos = [list(chico) for chico in games]
    SlipClaim.objects.create(slip=side.slip, side=side.number, by=by, chicos=chicos, at=now)
    audit.log_event(
        AuditEvent.Act.CLAIM,
        competition=match.competition,
        match=match,
        actor=side.slip.made_by,
        now=now,
        slip_of=side.name,
        reason=format_games(games),
    )
    broadcast_match(match)


def _write(match: Match, side: Side, games: Games, now: datetime) -> ResultSubmission:
    void_games(match, now=now)
    return write_result(
        match,
        read_ending(match, games, now),
        actor=side.slip.made_by,
        role=ResultSubmission.Role.SLIP,
        slip_of=side.name,
        now=now,
    )


def _disagree(match: Match, side: Side, games: Games, others: Games, now: datetime) -> None:
    """Open a dispute, once: later claims are for the judge who rules."""
    if match.disputes.open().exists():
        return
    text = f"{side.name}: {format_games(games)} · {side.rival}: {format_games(others)}"
    open_call(
        match,
        None,
        actor=side.slip.made_by,
        side=None,
        text=text[:TEXT],
        slip_of=side.name,
        now=now,
    )
