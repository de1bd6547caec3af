"""The kinds of push notification, one line each.

All are on until a person switches one off, except the daily reminder (`User.daily_reminder`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Kind:
    """A kind of notification: its label on the settings page, and its time to live.

    An urgent one wakes a sleeping phone.
    """

    label: str | Promise
    life: timedelta
    is_urgent: bool = False


CALLED, TURN, INVITED = "called", "turn", "invited"
PROPOSAL, JUDGE, NEWS = "proposal", "judge", "news"
BULLETIN, THROUGH, PARTNER = "bulletin", "through", "partner"
CHALLENGE = "challenge"
REMINDER = "reminder"
KINDS: Final[Mapping[str, Kind]] = {
    CALLED: Kind(_("Mi partido está por empezar"), timedelta(minutes=15), is_urgent=True),
    TURN: Kind(_("Me esperan en una mesa que dejé"), timedelta(minutes=5), is_urgent=True),
    INVITED: Kind(_("Un amigo me invita a su mesa"), timedelta(minutes=10), is_urgent=True),
    PROPOSAL: Kind(_("Me proponen o cambian el horario de un partido"), DAY),
    CHALLENGE: Kind(_("Me desafían, o contestan un desafío mío"), DAY),
    JUDGE: Kind(_("Llaman al juez en un partido a mi cargo"), timedelta(hours=1), is_urgent=True),
    BULLETIN: Kind(
        _("Avisan algo a todos en una competencia mía"), timedelta(hours=1), is_urgent=True
    ),
    PARTNER: Kind(_("Me proponen jugar de compañeros"), DAY),
    THROUGH: Kind(_("Paso a otra competencia por el puesto en que terminé"), DAY),
    NEWS: Kind(_("Mi club abre la inscripción de una competencia"), DAY),
    REMINDER: Kind(
        _("Un recordatorio por día, a las siete: copa de hoy, racha, amigos o acertijo"),
        timedelta(hours=4),
    ),
}


@dataclass(frozen=True)
class Notice:
    """A notification in the reader's language. It contains no card, only facts public to them."""

    kind: str
    about: int  # id of its subject: a later notification replaces an earlier one
    title: str
    body: str
    url: str  # a path of this site
