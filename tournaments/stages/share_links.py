"""Share links of a competition: an address with a line of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.i18n.time_zones import short_date, zone_in_words
from tournaments.models import Competition
from tournaments.stages.queries import Ended


@dataclass(frozen=True)
class Sharing:
    """The address, the line in front of it, both as a message for WhatsApp, and a picture."""

    code: str
    link: str
    text: str
    picture: str = ""  # its address: a poster before the end, then the podium; or the draw

    @property
    def whatsapp(self) -> str:
        """Return the address that opens a message with it."""
        return f"https://wa.me/?{urlencode({'text': f'{self.text} {self.link}'})}"


def of_competition(competition: Competition, link: str, podium: Sequence[Ended] = ()) -> Sharing:
    """Return the text to share: an invitation, the state of play, the champion or the podium."""
    params = {"name": competition, "champion": competition.champion}
    if podium:
        places = [f"{rank}. {entry}" for rank, entries in podium for entry in entries]
        lines = [gettext("Podio de %(name)s") % params, *places, gettext("Todos los resultados:")]
        text = "\n".join(lines)
    elif competition.champion_id and competition.named_per_entry > 1:
        text = gettext("¡%(champion)s ganaron %(name)s! Todos los resultados:") % params
    elif competition.champion_id:
        text = gettext("¡%(champion)s ganó %(name)s! Todos los resultados:") % params
    elif competition.state == Competition.State.CANCELLED:
        text = gettext("Se canceló %(name)s:") % params
    elif competition.state in Competition.UNDRAWN:
        text = _invited(competition)
    else:
        text = gettext("Así va %(name)s:") % params
    url_name = "draw_picture" if competition.state in Competition.IN_PROGRESS else "picture"
    picture = reverse(f"competitions:{url_name}", args=[competition.pk])
    return Sharing(competition.code, link, text, picture)


def of_place(competition: Competition, link: str, *, is_partner: bool) -> Sharing:
    """Return the text that offers a place in a team, as a partner or in the reader's name."""
    words = (
        gettext("Juguemos juntos en %(event)s:")
        if is_partner
        else gettext("Tu lugar en %(event)s:")
    )
    return Sharing(competition.code, link, words % {"event": _dated(competition)})


def _invited(competition: Competition) -> str:
    return gettext("Anotate en %(name)s:") % {"name": _dated(competition)}


def _dated(competition: Competition) -> str:
    """Return the name of a competition, with its start in the club's time zone if it has one."""
    if competition.starts_at is None:
        return str(competition)
    zone = competition.club.zone
    at = short_date(timezone.localtime(competition.starts_at, ZoneInfo(zone)), "D j M, H:i")
    return f"{competition} ({at}, {zone_in_words(zone)})"


def of_draw(competition: Competition, link: str) -> Sharing:
    """Invite to see how it was drawn."""
    text = gettext("El sorteo de %(name)s, y cómo comprobarlo:") % {"name": competition}
    picture = reverse("competitions:draw_picture", args=[competition.pk])
    return Sharing(competition.code, link, text, picture)


def sharing_of(
    request: HttpRequest, competition: Competition, podium: Sequence[Ended] = ()
) -> Sharing | None:
    """Return how a competition is passed on; None where it is not open to all."""
    link = request.build_absolute_uri(reverse("short", args=[competition.code]))
    return of_competition(competition, link, podium) if competition.is_open_to_all else None
