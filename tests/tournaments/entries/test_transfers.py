"""Transfers until a date: additions, replacements, kept results, and closed rosters."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, captain_of, entry_of, name, roster_of
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter, match_at, play_match
from tests.tournaments.events import award
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import HOUR, reopen
from tests.tournaments.soundness import sound
from tests.tournaments.team_factories import a_team, let_in, line_up
from tournaments.bulletins.queries import bulletin_for
from tournaments.bulletins.services import send_bulletin
from tournaments.club_matches import line_ups
from tournaments.draw.services import undo_draw
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import (
    Competition,
    Entry,
    LineUp,
    Match,
    PlayerResult,
    PointsEntry,
    RosterPlayer,
)
from tournaments.results.services import correct_result, submit_result
from tournaments.tasks import heal_rankings
from tournaments.teams.entries import enter_as_team

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Two clubs of three; their lists are open for a day more."""
    cup = a_club_cup(organiser, now, boards="2,1", reserves=1, transfers_until=now + DAY)
    return match_at(cup, 1, 1)


def transfer_arguments(
    entry: Entry, goes: int, person: User, now: datetime, **changed: object
) -> dict:
    """A transfer by the captain; who goes by their number."""
    asking = {
        "entry_id": entry.pk,
        "out_player_id": entry.roster.get(number=goes).pk,
        "player": NamedPlayer(str(person), person),
        "actor": entry.roster.captains().get().user,
        "now": now,
    }
    return asking | changed


def has_played(player: RosterPlayer, match: Match) -> None:
    """Make a result of the match name the players."""
    match.player_results.create(user=player.user, side=0)


def names(entry: Entry) -> list[str]:
    return [player.name for player in entry.roster.order_by("number")]


def test_one_comes_in_anothers_place_and_their_past_is_kept(organiser, now):
    cup = a_club_cup(organiser, now, entries=4, boards="", with_cards=False, per_side=2,
                     transfers_until=now + DAY)  # fmt: skip
    match = match_at(cup, 1, 1)
    now = play_match(match, 0, now)
    entry, comes = entry_of(match, 0), a_person()
    goes = entry.roster.get(number=2)
    substitutes.transfer(**transfer_arguments(entry, 2, comes, now))
    assert names(entry) == [str(captain_of(match, 0)), str(comes)]
    entry.refresh_from_db()
    assert entry.name == f"{captain_of(match, 0)} y {comes}"
    left = RosterPlayer.ever.get(pk=goes.pk)
    assert (left.left_at, left.reserve) == (now, True)
    heal_rankings()
    assert PointsEntry.objects.filter(user=goes.user).exists()
    assert not PointsEntry.objects.filter(user=comes).exists()
    event = cup.audit.get(act="transfer")
    assert (event.before["player"], event.after["player"]) == (goes.name, str(comes))
    final = match_at(cup, 2, 1)
    assert Match.objects.for_user(comes.pk).filter(pk=final.pk).exists()
    assert not Match.objects.for_user(goes.user_id).filter(pk=final.pk).exists()
    assert sound()


def test_a_result_that_is_corrected_is_of_who_played_it_and_not_of_who_came(organiser, now):
    cup = a_club_cup(organiser, now, entries=4, boards="", per_side=2, transfers_until=now + DAY)
    match, given = match_at(cup, 1, 1), {"actor": organiser, "reason": "al revés"}
    submit_result(match_id=match.pk, games=[(5, 2)], now=now, **given)
    entry, comes = entry_of(match, 0), a_person()
    goes = entry.roster.get(number=2).user
    substitutes.transfer(**transfer_arguments(entry, 2, comes, now))
    for hour, games in enumerate(([(2, 5)], [(5, 3)]), start=1):
        later = now + timedelta(hours=hour)
        correct_result(match_id=match.pk, games=games, now=later, **given)
        heal_rankings()
    stand = PlayerResult.objects.standing().filter(match=match)
    assert set(stand.filter(side=0).values_list("user", flat=True)) == {
        captain_of(match, 0).pk,
        goes.pk,
    }
    assert PointsEntry.objects.filter(user=goes).summed().get()["total"] == 20
    assert not PointsEntry.objects.filter(user=comes).exists()
    # but the players of the replay are those entered by then
    reopen(match, now + 3 * timedelta(hours=1))
    submit_result(match_id=match.pk, games=[(5, 2)], now=now + 4 * timedelta(hours=1), **given)
    heal_rankings()
    assert stand.filter(user=comes).exists()
    assert not stand.filter(user=goes).exists()
    assert sound()


def test_a_walkover_that_was_played_after_all_is_of_who_played_it(organiser, now):
    cup = a_club_cup(organiser, now, entries=4, boards="", per_side=2, transfers_until=now + DAY)
    match = match_at(cup, 1, 1)
    award(match, 1, now)
    entry, played, later = entry_of(match, 0), a_person(), a_person()
    absent = entry.roster.get(number=2).user
    correcting = {"match_id": match.pk, "actor": organiser, "reason": "jugaron"}
    substitutes.transfer(**transfer_arguments(entry, 2, played, now))
    correct_result(games=[(5, 2)], now=now + HOUR, **correcting)
    number = entry.roster.get(user=played).number
    substitutes.transfer(**transfer_arguments(entry, number, later, now + 2 * HOUR))
    correct_result(games=[(5, 3)], now=now + 3 * HOUR, **correcting)
    heal_rankings()
    stand = PlayerResult.objects.standing().filter(match=match, side=0)
    assert set(stand.values_list("user", flat=True)) == {captain_of(match, 0).pk, played.pk}
    assert PointsEntry.objects.filter(user=played).summed().get()["total"] == 20
    assert PointsEntry.objects.filter(user=absent).summed().get()["total"] == 0
    assert not PointsEntry.objects.filter(user=later).exists()
    assert sound()


@pytest.mark.feature("Formats", "Transfers until a date")
def test_after_the_date_nobody_is_added_replaced_or_removed(match, now):
    entry, late = entry_of(match, 0), now + DAY
    guest = {"entry_id": entry.pk, "player": NamedPlayer("Otra"), "actor": captain_of(match, 0)}
    reserve = substitutes.add_reserve(**guest, now=late - timedelta(seconds=1))
    before = names(entry)
    dropping = {"entry_id": entry.pk, "player_id": reserve.pk, "actor": captain_of(match, 0)}
    assert (
        refusal(substitutes.transfer, **transfer_arguments(entry, 2, a_person(), late))
        == "transfers-closed"
    )
    assert refusal(substitutes.add_reserve, **guest, now=late) == "transfers-closed"
    assert refusal(substitutes.drop_reserve, **dropping, now=late) == "transfers-closed"
    assert names(entry) == before


def test_without_a_date_lists_are_open_until_the_draw(organiser, now):
    cup = a_cup(organiser, now, per_side=2)
    first, _second = (enter(cup, organiser, now, a_person(), a_person()) for _ in range(2))
    gone = first.roster.get(number=2).user
    substitutes.transfer(**transfer_arguments(first, 2, a_person(), now))
    enter(cup, organiser, now, gone, a_person())  # before the draw no player is bound
    assert not RosterPlayer.ever.exclude(left_at=None).exists()
    drawn = match_at(a_club_cup(organiser, now), 1, 1)
    entry = entry_of(drawn, 0)
    assert (
        refusal(substitutes.transfer, **transfer_arguments(entry, 2, a_person(), now))
        == "transfers-closed"
    )


@pytest.mark.feature("Formats", "A transferred player plays for no other team of the competition")
def test_one_person_is_in_one_team_also_when_they_left_another(match, now):
    first, second = entry_of(match, 0), entry_of(match, 1)
    goes, there = first.roster.get(number=2).user, second.roster.get(number=3).user
    assert (
        refusal(substitutes.transfer, **transfer_arguments(first, 2, there, now))
        == "already-entered"
    )
    has_played(first.roster.get(number=2), match)
    substitutes.transfer(**transfer_arguments(first, 2, a_person(), now))
    assert (
        refusal(substitutes.transfer, **transfer_arguments(second, 2, goes, now))
        == "already-entered"
    )
    substitutes.transfer(**transfer_arguments(first, 3, goes, now))  # but may come back
    assert [one.user for one in roster_of(match, 0)][1] == goes
    assert RosterPlayer.ever.filter(user=goes).count() == 1


def test_who_never_played_there_was_never_there(match, now):
    first, second = entry_of(match, 0), entry_of(match, 1)
    star = a_person()
    substitutes.transfer(**transfer_arguments(first, 2, star, now))
    came = first.roster.get(user=star)
    substitutes.transfer(**transfer_arguments(first, came.number, a_person(), now))
    substitutes.transfer(**transfer_arguments(second, 2, star, now))
    assert not RosterPlayer.ever.exclude(left_at=None).exists()


def test_an_undone_draw_keeps_nobody_from_entering(match, organiser, now):
    first, cup = entry_of(match, 0), match.competition
    goes = first.roster.get(number=2)
    has_played(goes, match)
    substitutes.transfer(**transfer_arguments(first, 2, a_person(), now))
    match.player_results.all().delete()
    undo_draw(competition_id=cup.pk, actor=organiser, reason="llueve", now=now)
    assert not RosterPlayer.ever.exclude(left_at=None).exists()


def test_the_log_of_a_transfer_forgets_deleted_names(match, now):
    first = entry_of(match, 0)
    goes, comes = first.roster.get(number=2), a_person()
    substitutes.transfer(**transfer_arguments(first, 2, comes, now))
    for person in (goes.user, comes):
        profiles.anonymise(user_id=person.pk, now=now)
    event = match.competition.audit.get(act="transfer")
    assert {event.before["player"], event.after["player"]} == {str(ERASED)}


def test_who_left_hears_no_more_of_the_team(match, organiser, now):
    first = entry_of(match, 0)
    goes = first.roster.get(number=2)
    has_played(goes, match)
    send_bulletin(competition_id=first.competition_id, text="A comer", actor=organiser, now=now)
    assert bulletin_for(goes.user, now) is not None
    substitutes.transfer(**transfer_arguments(first, 2, a_person(), now))
    assert bulletin_for(goes.user, now) is None
    assert bulletin_for(captain_of(match, 0), now) is not None


def test_who_may_not_and_who_stays(match, organiser, now):
    entry = entry_of(match, 0)
    partner = entry.roster.get(number=2).user
    comes = a_person()
    for changed, code in (
        ({"actor": partner}, "not-captain"),
        ({"actor": captain_of(match, 1)}, "not-captain"),
        ({"out_player_id": entry_of(match, 1).roster.last().pk}, "wrong-roster"),
        ({"out_player_id": entry.roster.get(number=1).pk}, "captain-goes"),
    ):
        assert (
            refusal(substitutes.transfer, **transfer_arguments(entry, 2, comes, now) | changed)
            == code
        )
    substitutes.transfer(**transfer_arguments(entry, 2, comes, now, actor=organiser))
    Competition.objects.filter(pk=match.competition.pk).update(state="cancelled")
    assert (
        refusal(substitutes.transfer, **transfer_arguments(entry, 3, a_person(), now))
        == "wrong-state"
    )


def test_a_line_up_with_who_was_transferred_is_refused_and_a_secret_one_is_named_anew(match, now):
    entry = entry_of(match, 0)
    name(match, 0, now)
    places = [[place.pk for place in roster_of(match, 0)[:2]], [roster_of(match, 0)[2].pk]]
    substitutes.transfer(**transfer_arguments(entry, 2, a_person(), now))
    assert not LineUp.objects.exists()
    naming = {"match_id": match.pk, "entry_id": entry.pk, "actor": captain_of(match, 0), "now": now}
    assert refusal(line_ups.name_line_up, boards=places, **naming) == "not-of-the-roster"
    assert name(match, 0, now) is False
    substitutes.transfer(**transfer_arguments(entry_of(match, 1), 2, a_person(), now))
    assert LineUp.objects.filter(side=0).exists()


def test_while_a_match_is_under_way_or_line_ups_are_seen_nobody_changes(match, now):
    for side in (0, 1):
        name(match, side, now)
    entry = entry_of(match, 0)
    assert (
        refusal(substitutes.transfer, **transfer_arguments(entry, 2, a_person(), now))
        == "match-called"
    )
    assert LineUp.objects.count() == 2


def test_a_captain_sees_until_when_and_whom_of_the_team(organiser, now):
    cup = a_cup(organiser, now, per_side=2, transfers_until=now + 400 * DAY, opened=True)
    ana, beto, caro, dani = (a_person(who) for who in ("ana", "beto", "caro", "dani"))
    team = a_team(now, ana, beto)
    entry = enter_as_team(
        competition_id=cup.pk, team_id=team.pk, actor=ana, players=line_up(team), now=now
    )
    let_in(team, now, caro)
    browser = a_browser(ana)
    page = text_of(browser.get(f"/competitions/{cup.pk}/"))
    assert '<option value="@caro">' in page
    assert "El plantel cambia hasta el" in page
    assert "Hacer una transferencia" not in text_of(a_browser(beto).get(f"/competitions/{cup.pk}/"))
    for address in (f"/competitions/{cup.pk}/entries/{entry.pk}/", f"/teams/{team.pk}/"):
        assert "ransferencias hasta el" in text_of(a_browser(dani).get(address))
    goes = entry.roster.get(number=2).pk
    path, form = f"/competitions/{cup.pk}/transfer/", {"entry": entry.pk, "goes": goes}
    assert browser.post(path, {**form, "player": "@nadie"}).status_code == 422
    assert browser.post(path, {**form, "player": ""}).status_code == 422
    assert a_browser(dani).post(path, {**form, "player": "@caro"}).status_code == 403
    assert browser.post(path, {**form, "player": "@caro"}).url == f"/competitions/{cup.pk}/"
    assert names(entry) == [str(ana), str(caro)]


def test_who_left_is_named_on_the_page_of_the_entry(match, now):
    entry = entry_of(match, 0)
    goes = entry.roster.get(number=2)
    has_played(goes, match)
    substitutes.transfer(**transfer_arguments(entry, 2, a_person(), now))
    page = text_of(a_browser().get(f"/competitions/{entry.competition_id}/entries/{entry.pk}/"))
    assert goes.name in page.partition("Ya no están")[2]
