"""How to reach persons without an account: phone and e-mail, stored with their consent alone.

Only organisers see them: on the person's page, and next to news that the site cannot send.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.models import Competition, Contact, Entry, Match, RosterPlayer
from tournaments.people.services import lock_organised

Reader = User | AnonymousUser


@transactional
def keep_contact(*, person_id: int, phone: str, email: str, actor: User, now: datetime) -> None:
    """Store how to reach a person who has agreed to it; with neither, forget it.

    Raises RefusedError `not-organiser` or `no-such-person`.
    """
    person = lock_organised([person_id], actor).known(person_id)
    Contact.objects.filter(person=person).delete()
    if phone or email:
        Contact.objects.create(
            person=person, phone=phone, email=email, recorded_by=actor, consented_at=now
        )


@dataclass(frozen=True)
class Untold:
    """A player without a channel for news, with a link that writes to the player."""

    name: str
    whatsapp: str  # "" if no phone is known
    email: str


@dataclass(frozen=True)
class Message:
    """A text for the players whom the site cannot notify."""

    text: str
    people: Sequence[Untold]

    @property
    def whatsapp(self) -> str:
        """Return the WhatsApp address that shares the text."""
        return whatsapp_link(self.text)


def message_to_all(competition: Competition, text: str, reader: Reader) -> Message:
    """Return a text for the players of a competition without an account."""
    out = Q(entry__state=Entry.State.WITHDRAWN)
    players = _players_without_account(competition.pk).exclude(out)
    return _message(competition, players, text, reader)


def message_to_players(match: Match, text: str, reader: Reader) -> Message:
    """Return a text for the players of a match without an account."""
    assert match.competition is not None, "only matches of competitions have an hour"
    playing = _players_without_account(match.competition.pk).filter(entry__slots__match=match)
    return _message(match.competition, playing, text, reader)


def whatsapp_link(text: str, phone: str = "") -> str:
    """Return the address that opens a chat with a text, with a phone number if there is one."""
    return f"https://wa.me/{phone.removeprefix('+')}?{urlencode({'text': text})}"


def _players_without_account(competition_id: int) -> QuerySet[RosterPlayer]:
    listed = RosterPlayer.objects.filter(competition=competition_id, user=None)
    return listed.select_related("person__contact").order_by("entry__name", "entry", "number")


def _message(
    competition: Competition, players: QuerySet[RosterPlayer], text: str, reader: Reader
) -> Message:
    """Return a text for players: a desk, which runs the event alone, reads no contacts."""
    if not competition.club.can_organise(reader):
        return Message(text, [Untold(player.name, "", "") for player in players])
    return Message(text, [_one(player, text) for player in players])


def _one(player: RosterPlayer, text: str) -> Untold:
    contact: Contact | None = getattr(player.person, "contact", None)
    if contact is None:
        return Untold(player.club_name, "", "")
    chat = whatsapp_link(text, contact.phone) if contact.phone else ""
    return Untold(player.club_name, chat, contact.email)
