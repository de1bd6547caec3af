"""What is passed on of a competition: an address, and a line that says why one would look."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext

from tournaments.models import Competition


@dataclass(frozen=True)
class Sharing:
    """The address, the line in front of it, and both as a message for WhatsApp."""

    code: str
    link: str
    text: str

    @property
    def whatsapp(self) -> str:
        """Return the address that opens a message with it."""
        return f"https://wa.me/?{urlencode({'text': f'{self.text} {self.link}'})}"


def of_competition(competition: Competition, link: str) -> Sharing:
    """Say what goes on in it now: who may still enter, who plays, who has won."""
    told = {"name": competition, "champion": competition.champion}
    if competition.champion_id:
        text = gettext("¡%(champion)s ganó %(name)s! Todos los resultados:") % told
    elif competition.state in Competition.UNDRAWN:
        text = gettext("Anotate en %(name)s:") % told
    else:
        text = gettext("Así va %(name)s:") % told
    return Sharing(competition.code, link, text)


def of_draw(competition: Competition, link: str) -> Sharing:
    """Invite to see how it was drawn."""
    text = gettext("El sorteo de %(name)s, y cómo comprobarlo:") % {"name": competition}
    return Sharing(competition.code, link, text)
