"""Bulletins to everyone at a competition, and the guest Wi-Fi, with their forms.

The guest network belongs to a club, or to a single event that takes place elsewhere.
"""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.notification_types import BULLETIN
from accounts.common.qr_codes import is_network
from accounts.common.transactions import transactional
from accounts.models import User
from accounts.names.validation import tidy, validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import BadlyWrittenError, WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.notifications import notify
from tournaments.common.permissions import require_organiser
from tournaments.models import AuditEvent, Bulletin, Competition, GuestNetwork
from tournaments.models.bulletins import LIFE, LONGEST


class TooManyBulletinsError(RefusedError):
    code = "too-many-bulletins"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Van muchos avisos seguidos: esperá unos minutos.")


class NoBulletinError(RefusedError):
    code = "no-bulletin"
    message = _("Ese aviso ya no está a la vista.")


class BadNetworkError(RefusedError):
    code = "bad-network"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La red lleva un nombre de hasta 32 letras, y la contraseña de 8 a 63 (o ninguna).")


class BulletinForm(forms.Form):
    """Form of one bulletin in plain text."""

    text = TidyField(
        label=_("Qué les decís"),
        max_length=LONGEST,
        validators=[validate_shown_name],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Hasta 280 letras. Se ve en las páginas, en la pantalla y en los teléfonos."),
    )


def _require_printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError(_("El texto tiene signos invisibles o de control."), code="unseen")


class NetworkForm(forms.Form):
    """Form of a Wi-Fi network. Name and password may start or end with a space."""

    name = forms.CharField(
        label=_("Nombre de la red"),
        max_length=32,
        strip=False,
        required=False,
        validators=[_require_printable],
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Contraseña"),
        max_length=64,
        strip=False,
        required=False,
        validators=[_require_printable],
        help_text=_("Sin contraseña la red es abierta. Sin nombre no se muestra ninguna."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    is_hidden = forms.BooleanField(label=_("La red está oculta"), required=False)
    of_club = forms.BooleanField(label=_("Para todo lo del club, no solo hoy"), required=False)


AT_ONCE: Final = 5  # bulletins of a competition within `IN`; bulletins are no chat
IN: Final = timedelta(minutes=10)
UNHEARD: Final = (
    Competition.State.DRAFT,
    Competition.State.CANCELLED,
    Competition.State.ARCHIVED,
)


@transactional
def send_bulletin(*, competition_id: int, actor: User, text: str, now: datetime) -> Bulletin:
    """Show a text wherever the competition is followed, and end the previous bulletin.

    Raises RefusedError `not-organiser`, `wrong-state`, `badly-written` or `too-many-bulletins`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state in UNHEARD:
        raise WrongStateError()
    words = tidy(text)
    if not 1 <= len(words) <= LONGEST:
        raise BadlyWrittenError()
    if competition.bulletins.filter(at__gt=now - IN, at__lte=now).count() >= AT_ONCE:
        raise TooManyBulletinsError()
    # a bulletin from before the clock was set back cannot end before it began
    competition.bulletins.standing(now).update(at=Least(F("at"), now), until=now)
    sent = Bulletin.objects.create(
        competition=competition, text=words, by=actor, at=now, until=now + LIFE
    )
    _tell(AuditEvent.Act.BULLETIN, sent, actor, now)
    notify(BULLETIN, sent.pk, without=actor)
    return sent


@transactional
def take_bulletin_back(*, bulletin_id: int, actor: User, now: datetime) -> None:
    """Stop showing a bulletin. Notifications that were already sent stay.

    Raises RefusedError `not-organiser`, or `no-bulletin` if it is no longer current.
    """
    bulletins = Bulletin.objects.filter(pk=bulletin_id)
    competition_id = bulletins.values_list("competition", flat=True).first()
    if competition_id is None:
        raise NoBulletinError()
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    bulletin = competition.bulletins.standing(now).filter(pk=bulletin_id).first()
    if bulletin is None:
        raise NoBulletinError()
    bulletin.at, bulletin.until = min(bulletin.at, now), now  # the clock may have been set back
    bulletin.save(update_fields=["at", "until"])
    _tell(AuditEvent.Act.TAKE_BULLETIN_BACK, bulletin, actor, now)


def _tell(act: AuditEvent.Act, bulletin: Bulletin, actor: User, now: datetime) -> None:
    audit.log_event(
        act, competition=bulletin.competition, actor=actor, now=now, reason=bulletin.text[:200]
    )
    broadcast_competition(bulletin.competition_id)


@transaction.atomic
def set_network(
    *,
    competition_id: int,
    actor: User,
    name: str,
    password: str,
    is_hidden: bool,
    of_club: bool,
    now: datetime,
) -> None:
    """Save the guest network of a competition or of its club. An empty name deletes it.

    Raises RefusedError `not-organiser` or `bad-network`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    own = None if of_club else competition
    owner: dict[str, Any] = {"club": competition.club, "competition": own}
    if of_club:
        GuestNetwork.objects.filter(competition=competition).delete()
    if not name:
        GuestNetwork.objects.filter(**owner).delete()
    elif not is_network(name, password):
        raise BadNetworkError()
    else:
        values = {"name": name, "password": password, "is_hidden": is_hidden}
        GuestNetwork.objects.update_or_create(**owner, defaults=values)
    audit.log_event(AuditEvent.Act.SET_NETWORK, competition=competition, actor=actor, now=now)


def network_of(competition: Competition) -> GuestNetwork | None:
    """Return the guest network of a competition; that of its club if it has none."""
    own = GuestNetwork.objects.filter(competition=competition).first()
    club = GuestNetwork.objects.filter(club=competition.club_id, competition=None)
    return own or club.first()
