"""Service to repeat a competition: its settings, tables, staff and people, on another day."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_club_organiser
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.entries import rosters
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.judging.officials import appoint_official
from tournaments.models import AuditEvent, Competition, Entry, RosterPlayer, StaffLink
from tournaments.ranking.services import forget_competition
from tournaments.repeats.queries import Original, RepeatedEntry, read_original
from tournaments.schedule.day_settings import copy_days
from tournaments.series.services import add_to_series
from tournaments.staff_links.services import make_link
from tournaments.venues.services import choose_tables

SENT_TWICE: Final = timedelta(minutes=1)
"""Time within which a second request is taken for the same one."""


class RehearsalNotRepeatedError(RefusedError):
    code = "rehearsal-not-repeated"
    message = _("Un ensayo no se repite: armá una competencia de verdad.")


class NotOfTheOriginalError(RefusedError):
    code = "not-of-the-original"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Algo de lo elegido ya no está en la competencia que repetís: mirá la lista.")


class RepeatUsedError(RefusedError):
    code = "repeat-used"
    message = _("Ya pasó algo en esta competencia. Si no se juega, cancelala.")


@dataclass(frozen=True)
class Repeated:
    """The new competition, and its staff links with their secrets, which are not stored."""

    competition: Competition
    links: Sequence[tuple[StaffLink, str]]


@transactional
def repeat_competition(
    *,
    competition_id: int,
    actor: User,
    name: str,
    starts_at: datetime | None,
    entry_ids: Collection[int],
    link_ids: Collection[int],
    with_officials: bool,
    series_id: int | None,
    now: datetime,
) -> Repeated:
    """Create a competition like another of the club, and open its registration.

    Copies settings, tables, playing days and the chosen entries with their home venues, officials
    and staff links; links get new secrets. A cancelled competition can be repeated too.

    Raises RefusedError `not-organiser`, `rehearsal-not-repeated`, `not-of-the-original`,
    `no-such-series`, and those of `create_competition`, `make_link` and
    `rosters.require_newcomers`.
    """
    source = Competition.objects.select_related("club").get(pk=competition_id)
    require_club_organiser(source, actor)
    if source.rehearsal:
        raise RehearsalNotRepeatedError()
    original = read_original(source)
    chosen = [each for each in original.takes if each.line.entry.pk in set(entry_ids)]
    links = [link for link in original.links if link.pk in set(link_ids)]
    if len(chosen) < len(set(entry_ids)) or len(links) < len(set(link_ids)):
        raise NotOfTheOriginalError()
    new = _create(original, actor, name, starts_at, now)
    _enter(new, chosen, now)
    copy_days(source, new)
    common: dict[str, Any] = {"competition_id": new.pk, "actor": actor, "now": now}
    if original.tables:
        choose_tables(names={}, used=original.tables, **common)
    for post in original.officials if with_officials else ():
        appoint_official(user=post.user, role=post.role, **common)
    new_links = [
        make_link(label=str(link.user), role=link.role, life=_life(link), **common)
        for link in links
    ]
    if series_id is not None:
        add_to_series(series_id=series_id, **common)
    new.refresh_from_db()
    after = {"entry": source.name, "other": source.pk, "number": len(chosen)}
    audit.log_event(AuditEvent.Act.REPEAT, competition=new, actor=actor, now=now, after=after)
    return Repeated(new, new_links)


@transactional
def undo_repeat(*, competition_id: int, actor: User) -> int | None:
    """Delete a repeated competition in which nothing has happened; return the original's id.

    The original may be gone: then return None. Raises RefusedError `not-organiser` or
    `repeat-used`.
    """
    competition = lock_competition(competition_id)
    require_club_organiser(competition, actor)
    if not is_unused(competition):
        raise RepeatUsedError()
    event = competition.audit.get(act=AuditEvent.Act.REPEAT)
    forget_competition(competition_id=competition.pk)
    original = Competition.objects.filter(pk=event.after["other"])
    return original.values_list("pk", flat=True).first()


def is_unused(competition: Competition) -> bool:
    """Return whether the competition is as a repeat created it: its last act is the repeat."""
    last = competition.audit.first()
    is_fresh = last is not None and last.act == AuditEvent.Act.REPEAT
    return is_fresh and not competition.feeds.exists()


def repeated_just_now(*, competition_id: int, actor: User, now: datetime) -> Competition | None:
    """Return the competition that the same request has just created, if it was sent twice."""
    acts = AuditEvent.objects.filter(
        act=AuditEvent.Act.REPEAT,
        actor=actor,
        at__gt=now - SENT_TWICE,
        after__other=competition_id,
    )
    last = acts.select_related("competition").first()
    return None if last is None else last.competition


def _create(
    original: Original, actor: User, name: str, starts_at: datetime | None, now: datetime
) -> Competition:
    source = original.competition
    terms = CompetitionSettings.of(source)
    closes = terms.transfers_until
    if closes is not None and starts_at and source.starts_at:
        closes += starts_at - source.starts_at
    has_sequel = Competition.objects.filter(previous=source).exists()
    new = competitions.create_competition(
        club=source.club,
        actor=actor,
        terms=terms.replace(name=name, starts_at=starts_at, transfers_until=closes),
        now=now,
        previous=None if has_sequel else source,
    )
    if source.names_by_qr:
        new.names_by_qr = True
        new.save(update_fields=["names_by_qr"])
    state.open_registration(competition_id=new.pk, actor=actor, now=now)
    new.refresh_from_db()
    return new


def _enter(new: Competition, chosen: Sequence[RepeatedEntry], now: datetime) -> None:
    """Enter the same people, best seeds first, with their reserves and affiliation."""
    new_entries = [
        NewEntry(
            [rosters.person_of(player) for player in each.line.players],
            each.line.entry.name if each.line.has_own_name else "",
            each.line.entry.affiliation,
            each.line.entry.manual_seed,
        )
        for each in chosen
    ]
    players = [player.user for one in new_entries for player in one.players if player.user]
    rosters.require_newcomers(new, players)
    entries = write_entries(new, new_entries, now)
    for each, entry in zip(chosen, entries, strict=True):
        _add_reserves(entry, each.line.reserves, new)
        entry.home_id = each.line.entry.home_id
    Entry.objects.bulk_update(entries, ["home"])
    broadcast_competition(new.pk)


def _add_reserves(entry: Entry, reserves: Iterable[RosterPlayer], new: Competition) -> None:
    """Add the reserves that are not suspended or deleted."""
    reserves = list(reserves)
    unable = rosters.unable(new, reserves)
    for player in reserves:
        if player not in unable:
            rosters.add_player(entry, rosters.person_of(player), reserve=True)


def _life(link: StaffLink) -> timedelta | None:
    return None if link.expires_at is None else link.expires_at - link.created_at
