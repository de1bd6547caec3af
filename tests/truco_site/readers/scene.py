"""A club's private cup and a private table, nine who read, and an address for every route."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts.clubs import services as clubs
from accounts.models import Membership, User
from games.puzzles.services import day_of
from tests.accounts.factors import with_app
from tests.accounts.people import a_guest
from tests.games.puzzle_factories import a_puzzle
from tests.games.tables import a_person, a_table, fold_to_the_end
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, club_of, match_at, players_of
from tests.tournaments.federations.factories import a_federation
from tests.tournaments.nights import a_series
from tests.tournaments.team_factories import a_team
from tournaments.bulletins import services as bulletins
from tournaments.judging import officials
from tournaments.judging import services as judging
from tournaments.matches import services as matches
from tournaments.models import Berth, Feeder, Match, Pick, Series
from tournaments.schedule.calendars import renew_calendar, token_of
from tournaments.series.services import add_to_series
from tournaments.slips import services as slips
from tournaments.slips.services import code_of
from tournaments.staff_links import services as staff_links
from tournaments.teams import services as teams
from tournaments.venues import services as venues

Given = Mapping[str, Any]


def readers_of(cup: Any, organiser: User, now: datetime) -> dict[str, User | None]:
    """Nobody; a guest; a member of the club and one of another; who plays and who writes results;
    who organises and judges here, and elsewhere; and who administers the site."""
    rival, member, other, scorer, staff = an_organiser(), *(a_person() for _ in range(4))
    Membership.objects.create(club=cup.club, user=member)
    Membership.objects.create(club=club_of(rival), user=other)
    appointed = {"competition_id": cup.pk, "actor": organiser, "now": now}
    officials.appoint_official(**appointed, user=scorer, role="scorer")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    with_app(staff)  # who administers has a second factor
    return {
        "stranger": None,
        "guest": a_guest(now),
        "member": member,
        "other": other,
        "player": players_of(match_at(cup, 1, 1), 0)[0],
        "scorer": scorer,
        "organiser": organiser,
        "rival": rival,
        "staff": staff,
    }


def the_scene(now: datetime, *known: User) -> tuple[dict[str, User | None], Given]:
    """Fill the site; return its readers, and the objects for addresses.

    The `known` accounts enter first.
    """
    organiser = an_organiser()
    terms = {"public": False, "presencial": True, "with_cards": True, "seeding": "manual"}
    cup = a_running_cup(organiser, now, entries=8, first=known, **terms)
    readers = readers_of(cup, organiser, now)
    acting: Given = {"competition_id": cup.pk, "actor": organiser, "now": now}
    venues.use_tables(**acting, count=2)
    slips.make_slips(**acting)
    link, key = staff_links.make_link(**acting, label="Patio", role="scorer")
    match, player = match_at(cup, 1, 1), readers["player"]
    assert player is not None
    renew_calendar(user=player, now=now)
    return readers, {
        "cup": cup,
        "club": cup.club,
        "match": match,
        "entry": match.slots.get(side=0).entry,
        "official": cup.officials.get(user=readers["scorer"]),
        "link": link,
        "key": key,
        "bulletin": bulletins.send_bulletin(**acting, text="Se juega en el patio"),
        "call": judging.call_judge(match_id=match.pk, actor=player, text="¿Vale?", now=now),
        "player": player,
        "member": readers["member"],
        "berth": _a_berth(cup, organiser, now),
        "pick": _a_pick(cup, organiser, now),
        "slip": code_of(match.slips.get().nonce, 0),
        "calendar": token_of(player.calendar_key),
        **_a_team(player, readers["member"], now),
        "puzzle": a_puzzle(day_of(now)),
        "series": _a_series(cup, organiser, now),
        "venue": cup.club.venues.create(name="Bar Sur", table_count=2),
        "playing_day": cup.playing_days.create(day=now.date(), hours="20:30"),
        "federation": a_federation(organiser, now),
        "invite": clubs.invite(club_id=cup.club.pk, by=organiser, now=now),
        **_appealed(match_at(cup, 1, 2), organiser, now),
        **_tables(player, now),
    }


def _a_berth(cup: Any, organiser: User, now: datetime) -> Berth:
    """Create an open qualifying place from another competition of the club."""
    source = a_cup(organiser, now, public=False, name="Copa Norte")
    feeder = Feeder.objects.create(
        final=cup, source=source, places=1, made_by=organiser, made_at=now, agreed_at=now
    )
    return feeder.berths.create(rank=1, label="1.º de Copa Norte")


def _a_pick(cup: Any, organiser: User, now: datetime) -> Pick:
    """Note that one of the entries passed by a choice."""
    entry = cup.entries.earliest("pk")
    return Pick.objects.create(
        final=cup, entry=entry, reason="comisión", made_by=organiser, made_at=now
    )


def _a_series(cup: Any, organiser: User, now: datetime) -> Series:
    """Create a series of the club in which the private cup counts."""
    series = a_series(organiser, now)
    add_to_series(series_id=series.pk, competition_id=cup.pk, actor=organiser, now=now)
    return series


def _a_team(player: User, member: User | None, now: datetime) -> Given:
    """Create a team of the player; its vice-captain is a member of the club."""
    assert member is not None
    team = a_team(now, player, member)
    teams.name_vice(team_id=team.pk, user_id=member.pk, actor=player)
    return {"team": team, "team_invite": teams.invite(team_id=team.pk, actor=player, now=now)}


def _appealed(lost: Match, organiser: User, now: datetime) -> Given:
    """A match that was given away, and is asked for."""
    matches.give_walkover(match_id=lost.pk, winner=0, actor=organiser, reason="no vino", now=now)
    asker = players_of(lost, 1)[0]
    appeal = judging.appeal(match_id=lost.pk, actor=asker, text="Estábamos", now=now)
    return {"lost": lost, "appeal": appeal}


def _tables(player: User, now: datetime) -> Given:
    """Create private tables of the player: one in play, one ended."""
    table = a_table(now, people=[player, a_person()], public=False)
    over = a_table(now, people=[player, a_person()], public=False, preset="truc", target="12")
    fold_to_the_end(over, now)
    return {"table": table, "over": over}
