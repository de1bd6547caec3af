"""Where the QR of an event leads: who may come in, who may not, and who decides about them."""

import hmac
from typing import Final

from django.db.models import Q
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import Competition, NameClaim, RosterPlayer
from tournaments.models.codes import SIGNS

KEY_SIGNS: Final = 8
SALT: Final = "tournaments.names"
NAMED: Final = "names"  # in the session: the events whose QR its browser has opened


def is_open(competition: Competition) -> bool:
    """Tell whether names are being taken by phone now."""
    stopped = competition.is_over or competition.with_cards or competition.rehearsal
    is_draft = competition.state == Competition.State.DRAFT
    return competition.names_by_qr and not stopped and not is_draft


def require_open(competition: Competition) -> None:
    """Raise RefusedError `names-closed` where no names are taken, or not any more."""
    if not is_open(competition):
        raise RefusedError("names-closed")


def key_of(competition: Competition) -> str:
    """Return what the QR of an event that is not public holds besides its code; "" of a public one.

    It follows from the site's secret: nobody who knows the code alone is shown a list of names.
    """
    if competition.is_open_to_all:
        return ""
    digest = salted_hmac(SALT, str(competition.pk), algorithm="sha256").digest()
    return "".join(SIGNS[byte % len(SIGNS)] for byte in digest[:KEY_SIGNS])


def fits(competition: Competition, key: str) -> bool:
    """Tell whether a key opens the list of an event."""
    return hmac.compare_digest(key.encode(), key_of(competition).encode())


def may_confirm_all(competition: Competition, actor: User) -> bool:
    """Tell whether a person is staff of the whole event: its organisers, judges and scorers."""
    if competition.club.can_organise(actor):
        return True
    everywhere = Q(user=actor, group__isnull=True, match__isnull=True)
    return competition.officials.filter(everywhere).exists()


def is_staff_for(player: RosterPlayer, actor: User) -> bool:
    """Tell whether a person may decide on a player's claim; an official not in their own entry."""
    competition = player.entry.competition
    if competition.club.can_organise(actor):
        return True
    plays = RosterPlayer.objects.filter(entry=player.entry_id, user=actor).exists()
    claims = NameClaim.objects.filter(player__entry=player.entry_id, user=actor).exists()
    return not plays and not claims and may_confirm_all(competition, actor)
