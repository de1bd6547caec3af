"""Reserves: who writes them down, when they take a player's place, and that they do not sit."""

from datetime import datetime, timedelta

import pytest

from games.models import Game
from tests.games.tables import a_person, act, state_of
from tests.tournaments.cups import (
    a_card,
    a_running_cup,
    call,
    everybody_sits,
    match_at,
    play_match,
    seated_people,
    sit,
    table_of,
)
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.entries import services as entries
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.matches import services as matches
from tournaments.models import Entry, Match, RosterPlayer, ScoreSheet
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser, now):
    return a_running_cup(organiser, now, entries=4, per_side=2, reserves=1)


@pytest.fixture
def match(cup):
    return match_at(cup, 1, 1)


@pytest.fixture
def team(match):
    return match.slots.get(side=0).entry


def captain_of(entry: Entry):
    return entry.roster.get(number=1).user


def add(entry: Entry, now: datetime, person=None) -> RosterPlayer:
    person = person or a_person()
    return substitutes.add_reserve(
        entry_id=entry.pk,
        player=NamedPlayer(str(person), person),
        actor=captain_of(entry),
        now=now,
    )


def swap(entry: Entry, reserve: RosterPlayer, now: datetime, **changed: object) -> None:
    goes = entry.roster.playing().last()
    arguments = {"out_player_id": goes.pk, "in_player_id": reserve.pk, "actor": captain_of(entry)}
    substitutes.substitute(entry_id=entry.pk, now=now, **(arguments | changed))


def seated(match: Match) -> list[object]:
    return seated_people(table_of(match))


def test_captains_and_organisers_write_reserves_down_up_to_the_number(team, organiser, now):
    adding = {"entry_id": team.pk, "now": now}
    partner, person = team.roster.get(number=2).user, a_person()
    guest = NamedPlayer(str(person), person)
    assert refusal(substitutes.add_reserve, actor=partner, player=guest, **adding) == "not-captain"
    reserve = substitutes.add_reserve(actor=organiser, player=guest, **adding)
    assert (reserve.number, reserve.reserve, reserve.user) == (3, True, person)
    more = NamedPlayer("Otro")
    captain = captain_of(team)
    assert (
        refusal(substitutes.add_reserve, actor=captain, player=more, **adding) == "no-more-reserves"
    )


def test_nobody_is_in_two_entries_not_even_as_a_reserve(cup, team, match, now):
    rival = match.slots.get(side=1).entry
    player = captain_of(rival)
    adding = {"entry_id": team.pk, "actor": captain_of(team), "now": now}
    guest = NamedPlayer(str(player), player)
    assert refusal(substitutes.add_reserve, player=guest, **adding) == "already-entered"
    reserve = add(team, now)
    taken = NamedPlayer(str(reserve.user), reserve.user)
    adding = {"entry_id": rival.pk, "actor": player, "now": now}
    assert refusal(substitutes.add_reserve, player=taken, **adding) == "already-entered"


def test_a_reserve_by_name_claims_the_place_by_the_captains_link(team, now):
    captain, ana = captain_of(team), a_person("ana")
    substitutes.add_reserve(entry_id=team.pk, player=NamedPlayer("Anita"), actor=captain, now=now)
    token = entries.renew_invitation(entry_id=team.pk, user=captain)
    entries.accept_invitation(token=token, user=ana, now=now)
    assert team.roster.get(user=ana).reserve


def test_reserves_do_not_sit_down_nor_count_in_a_walkover(team, match, organiser, now):
    reserve = add(team, now)
    call(match, now)
    assert reserve.user not in seated(match)
    matches.give_walkover(
        match_id=match.pk, winner=0, actor=organiser, reason="no vinieron", now=now
    )
    assert match.player_results.count() == 4
    assert not match.player_results.filter(user=reserve.user).exists()


def test_before_the_table_opens_a_reserve_takes_a_players_place(team, match, now):
    reserve = add(team, now)
    goes = team.roster.playing().last()
    swap(team, reserve, now, reason="se lesionó")
    call(match, now)
    assert reserve.user in seated(match)
    assert goes.user not in seated(match)
    event = match.competition.audit.get(act="substitute")
    assert (event.reason, event.before["playing"][1]) == ("se lesionó", goes.name)
    assert event.after["playing"] == [str(captain_of(team)), str(reserve.user)]


def test_a_name_that_is_only_the_players_follows_them(team, now):
    reserve = add(team, now)
    swap(team, reserve, now)
    team.refresh_from_db()
    assert str(reserve.user) in team.name


@pytest.mark.parametrize("word", ["and", "i"])
def test_a_name_that_was_stored_in_another_language_follows_them_too(team, now, word):
    team.name = f" {word} ".join(str(player.user) for player in team.roster.playing())
    team.save()
    reserve = add(team, now)
    swap(team, reserve, now)
    team.refresh_from_db()
    assert team.name == f"{captain_of(team)} y {reserve.user}"


def test_a_waiting_table_is_opened_anew_and_its_window_stays(team, match, now):
    reserve = add(team, now)
    old = call(match, now)
    sit(old, captain_of(team), now=now)
    window = match.sit_by
    swap(team, reserve, now + timedelta(minutes=1))
    match.refresh_from_db()
    old.refresh_from_db()
    assert (match.state, match.sit_by) == (Match.State.CALLED, window)
    assert (old.status, bool(old.revealed_seed)) == (Game.Status.ANNULLED, True)
    assert table_of(match).status == Game.Status.WAITING
    assert reserve.user in seated(match)
    everybody_sits_again = table_of(match)
    sit(everybody_sits_again, *filter(None, seated(match)), now=now)
    assert table_of(match).status == Game.Status.LIVE
    assert sound()


def test_a_change_in_the_last_second_leaves_time_to_sit_down(team, match, now, settings):
    reserve = add(team, now)
    call(match, now)
    late = match.sit_by - timedelta(seconds=1)
    swap(team, reserve, late)
    match.refresh_from_db()
    assert match.sit_by == late + timedelta(seconds=settings.NEXT_GAME_WINDOW)


def test_while_cards_are_on_the_move_nobody_changes(team, match, now):
    reserve = add(team, now)
    call(match, now)
    everybody_sits(match, now)
    with pytest.raises(Exception, match="cards-on-the-move"):
        swap(team, reserve, now)
    assert team.roster.get(pk=reserve.pk).reserve


@pytest.mark.feature("Entries", "Reserves take a player's place")
def test_between_matches_a_reserve_comes_in(cup, team, match, now):
    reserve = add(team, now)
    now = play_match(match, 0, now)
    swap(team, reserve, now)
    now = play_match(match_at(cup, 1, 2), 0, now)
    final = match_at(cup, 2, 1)
    call(final, now)
    assert reserve.user in seated(final)
    assert sound()


def test_only_the_captain_or_an_organiser_changes_and_only_with_their_own(
    team, match, organiser, now
):
    reserve = add(team, now)
    rival = match.slots.get(side=1).entry
    foreign = add(rival, now)
    goes = team.roster.playing().last()
    changing = {"entry_id": team.pk, "out_player_id": goes.pk, "now": now}
    by = {"in_player_id": reserve.pk}
    assert refusal(substitutes.substitute, actor=goes.user, **changing, **by) == "not-captain"
    by = {"in_player_id": foreign.pk}
    assert refusal(substitutes.substitute, actor=organiser, **changing, **by) == "wrong-roster"
    by = {"in_player_id": goes.pk}
    assert refusal(substitutes.substitute, actor=organiser, **changing, **by) == "wrong-roster"
    substitutes.substitute(actor=organiser, in_player_id=reserve.pk, **changing)
    by = {"in_player_id": reserve.pk}
    assert refusal(substitutes.substitute, actor=organiser, **changing, **by) == "wrong-roster"


def test_a_team_that_has_left_changes_nobody(team, organiser, now):
    reserve = add(team, now)
    withdrawals.withdraw(entry_id=team.pk, actor=organiser, now=now)
    with pytest.raises(Exception, match="wrong-state"):
        swap(team, reserve, now, actor=organiser)


def test_a_reserve_is_taken_off_by_the_captain_or_goes_by_themselves(team, now):
    reserve = add(team, now)
    dropping = {"entry_id": team.pk, "player_id": reserve.pk, "now": now}
    assert refusal(substitutes.drop_reserve, actor=a_person(), **dropping) == "not-captain"
    substitutes.drop_reserve(actor=reserve.user, **dropping)
    assert refusal(substitutes.drop_reserve, actor=captain_of(team), **dropping) == "wrong-state"
    add(team, now, reserve.user)


def test_who_has_played_stays_on_the_list_and_so_does_the_captain(team, match, now):
    reserve = add(team, now)
    captain = team.roster.get(number=1)
    now = play_match(match, 0, now)
    swap(team, reserve, now, out_player_id=captain.pk)
    dropping = {"entry_id": team.pk, "actor": captain.user, "now": now}
    assert refusal(substitutes.drop_reserve, player_id=captain.pk, **dropping) == "wrong-state"
    swap(team, captain, now, out_player_id=reserve.pk)
    partner = team.roster.get(number=2)
    swap(team, reserve, now, out_player_id=partner.pk)
    assert refusal(substitutes.drop_reserve, player_id=partner.pk, **dropping) == "wrong-state"


def test_a_place_claimed_after_the_draw_is_a_seat_at_the_next_table(organiser, now):
    cup = a_running_cup(organiser, now, entries=2, per_side=2)
    match = match_at(cup, 1, 1)
    entry = match.slots.get(side=0).entry
    guest = entry.roster.get(number=2)
    RosterPlayer.objects.filter(pk=guest.pk).update(user=None, name="Don Beto")
    token = entries.renew_invitation(entry_id=entry.pk, user=captain_of(entry))
    beto = a_person()
    entries.accept_invitation(token=token, user=beto, now=now)
    call(match, now)
    assert beto in seated(match)
    assert not table_of(match).seats.get(user=beto).robot


def test_a_card_played_is_never_undone_by_a_change(team, match, now):
    reserve = add(team, now)
    call(match, now)
    game = everybody_sits(match, now)
    act(game, a_card(state_of(game)), now)
    with pytest.raises(Exception, match="cards-on-the-move"):
        swap(team, reserve, now)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_with_real_cards_a_reserve_comes_in_until_a_point_is_written(organiser, now):
    cup = a_running_cup(organiser, now, per_side=2, reserves=1, with_cards=True)
    match = match_at(cup, 1, 1)
    team = match.slots.get(side=0).entry
    reserve = add(team, now)
    goes = team.roster.playing().last()
    assert matches.call_match(match_id=match.pk, now=now)
    swap(team, reserve, now)
    ScoreSheet.objects.create(match=match, version=1, chicos=[], points=[1, 0])
    with pytest.raises(Exception, match="cards-on-the-move"):
        swap(team, goes, now, out_player_id=reserve.pk)
