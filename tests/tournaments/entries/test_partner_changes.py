"""An organiser changes partners: a substitute, a swap, a move."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter, match_at
from tests.tournaments.events import award, organiser_of, ready
from tests.tournaments.halls import an_evening, write
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.attribution import move_results
from tournaments.entries.partner_changes import bring_in, move_player, swap_players
from tournaments.entries.rosters import NamedPlayer, playing
from tournaments.formats.options import FormatOptions
from tournaments.formats.score_sheet import Point
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match
from tournaments.matches.tables import add_mark, sheet_of
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Match,
    Person,
    PlayerResult,
    RosterPlayer,
)
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SWISS = FormatOptions(format="swiss", swiss_rounds=3)


def pairs_by_name(now, *names, **terms) -> Competition:
    """A competition of pairs without accounts: `"Ana y Beto"`."""
    organiser = an_organiser()
    event = a_cup(organiser, now, per_side=2, with_cards=True, shape=SWISS, **terms)
    for name in names:
        team = [NamedPlayer(each) for each in name.split(" y ")]
        entries.add_entry(competition_id=event.pk, actor=organiser, players=team, now=now)
    return event


def player(event, name) -> RosterPlayer:
    return RosterPlayer.objects.get(competition=event, name=name)


def pair(event, number) -> Entry:
    return event.entries.order_by("pk")[number]


def who(event, now):
    return {"actor": organiser_of(event), "now": now}


def change(event, now, goes, comes):
    out = player(event, goes)
    return bring_in(
        entry_id=out.entry_id, out_player_id=out.pk, player=NamedPlayer(comes), **who(event, now)
    )


def swap(event, now, first, second):
    one, other = player(event, first), player(event, second)
    return swap_players(first_player_id=one.pk, second_player_id=other.pk, **who(event, now))


def a_running_pair_event(now, **terms) -> Competition:
    return a_running_cup(
        an_organiser(), now, entries=4, per_side=2, with_cards=True, shape=SWISS, **terms
    )


def test_a_substitute_takes_the_seat_and_the_pair_is_renamed(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    change(event, now, "Elena", "Marta")
    assert pair(event, 0).name == "Rosa y Marta"
    change(event, now, "Rosa", "Gino")
    first = pair(event, 0)
    assert (first.name, playing(first)) == ("Gino y Marta", ["Gino", "Marta"])
    assert event.audit.filter(act=AuditEvent.Act.SUBSTITUTE).count() == 2
    assert in_order()


def test_who_was_replaced_returns_in_the_same_way(now):
    event = a_running_pair_event(now)
    entry = pair(event, 0)
    captain = entry.roster.get(number=1)
    write(Match.objects.of(event.pk).first(), now)
    newcomer = bring_in(
        entry_id=entry.pk,
        out_player_id=captain.pk,
        player=NamedPlayer("Marta"),
        **who(event, now),
    )
    assert newcomer.number == 1
    back = NamedPlayer(str(captain.user), captain.user)
    bring_in(entry_id=entry.pk, out_player_id=newcomer.pk, player=back, **who(event, now))
    assert entry.roster.playing()[0].user == captain.user
    assert entry.roster.count() == 2
    assert in_order()


def test_points_stay_with_who_played(now):
    event = a_running_pair_event(now)
    match = ready(event)[0]
    entry = match.slots.get(side=0).entry
    write(match, now)
    out = entry.roster.get(number=2)
    bring_in(
        entry_id=entry.pk, out_player_id=out.pk, player=NamedPlayer("Marta"), **who(event, now)
    )
    assert PlayerResult.objects.filter(match=match, user=out.user).exists()
    assert in_order()


def test_a_reserve_stays_where_there_is_room(now):
    event = pairs_by_name(now, "Rosa y Elena", reserves=1)
    change(event, now, "Elena", "Marta")
    assert player(event, "Elena").reserve
    change(event, now, "Marta", "Elena")
    assert not player(event, "Elena").reserve
    assert player(event, "Marta").reserve


def test_a_substitute_of_another_pair_is_refused(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    out = player(event, "Elena")
    told = {"entry_id": out.entry_id, "out_player_id": out.pk, **who(event, now)}
    assert refusal(bring_in, **told, player=NamedPlayer("lóla")) == "in-another-pair"
    assert refusal(bring_in, **told, player=NamedPlayer("Rosa")) == "same-pair"
    user = a_person()
    enter(event, organiser_of(event), now, user, a_person())
    assert refusal(bring_in, **told, player=NamedPlayer(str(user), user)) == "in-another-pair"


def test_nobody_is_changed_while_points_are_on_the_sheet(now):
    event = a_running_pair_event(now)
    match = ready(event)[0]
    call_match(match_id=match.pk, now=now)
    add_mark(sheet_of(match), Point(0, 2), action_id="1", by=organiser_of(event), now=now)
    mine, theirs = (slot.entry.roster.get(number=2) for slot in match.slots.all())
    told = {"entry_id": mine.entry_id, "out_player_id": mine.pk, **who(event, now)}
    assert refusal(bring_in, **told, player=NamedPlayer("Marta")) == "cards-on-the-move"
    told = {"first_player_id": mine.pk, "second_player_id": theirs.pk, **who(event, now)}
    assert refusal(swap_players, **told) == "cards-on-the-move"


def test_two_pairs_exchange_partners_and_back(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    swap(event, now, "Elena", "Karim")
    assert [entry.name for entry in event.entries.order_by("pk")] == [
        "Rosa y Karim",
        "Elena y Lola",
    ]
    assert player(event, "Elena").number == 1
    swap(event, now, "Karim", "Elena")
    assert pair(event, 0).name == "Rosa y Elena"
    assert event.audit.filter(act=AuditEvent.Act.SWAP_PLAYERS).count() == 2


def test_a_swap_after_the_draw_keeps_results_and_points(now):
    event = a_running_pair_event(now)
    match = ready(event)[0]
    write(match, now)
    one, other = (slot.entry.roster.get(number=2) for slot in match.slots.order_by("side"))
    before = list(PlayerResult.objects.order_by("pk").values_list("match", "user", "side"))
    swap_players(first_player_id=one.pk, second_player_id=other.pk, **who(event, now))
    assert list(PlayerResult.objects.order_by("pk").values_list("match", "user", "side")) == before
    assert in_order()


def test_a_swap_with_a_pair_that_left(now):
    event = a_running_pair_event(now)
    gone, stays = pair(event, 0), pair(event, 1)
    withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    mine, theirs = gone.roster.get(number=1), stays.roster.get(number=1)
    swap_players(first_player_id=mine.pk, second_player_id=theirs.pk, **who(event, now))
    assert stays.roster.get(number=1).user == mine.user
    assert in_order()


def test_a_waiting_table_is_opened_again_for_the_new_players(now):
    event = a_running_cup(an_organiser(), now, entries=2, per_side=2)
    match = match_at(event, 1, 1)
    call_match(match_id=match.pk, now=now)
    one, other = (slot.entry.roster.get(number=2) for slot in match.slots.order_by("side"))
    swap_players(first_player_id=one.pk, second_player_id=other.pk, **who(event, now))
    game = match.games.get(voided=False).game
    seated = {seat.number: seat.user for seat in game.seats.all()}
    assert one.user in seated.values()
    assert in_order()


def test_a_swap_in_one_pair_or_by_a_stranger_is_refused(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    first, second, third = (player(event, name).pk for name in ("Rosa", "Elena", "Lola"))
    told = who(event, now)
    assert (
        refusal(swap_players, first_player_id=first, second_player_id=second, **told) == "same-pair"
    )
    told["actor"] = a_person()
    assert (
        refusal(swap_players, first_player_id=first, second_player_id=third, **told)
        == "not-organiser"
    )


def test_a_player_moves_to_a_pair_that_lacks_one(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    alone = enter_alone(event, now)
    lola = player(event, "Lola")
    move_player(player_id=lola.pk, to_entry_id=alone.pk, **who(event, now))
    alone.refresh_from_db()
    assert alone.state == Entry.State.CONFIRMED
    assert playing(alone)[1] == "Lola"
    assert pair(event, 1).state == Entry.State.FORMING
    assert in_order()


def enter_alone(event, now) -> Entry:
    return entries.register(competition_id=event.pk, user=a_person(), now=now).entry


def test_two_who_are_alone_become_a_pair(now):
    event = pairs_by_name(now, "Rosa y Elena")
    one, other = enter_alone(event, now), enter_alone(event, now)
    move_player(player_id=other.roster.get().pk, to_entry_id=one.pk, **who(event, now))
    assert not Entry.objects.filter(pk=other.pk).exists()
    assert Entry.objects.get(pk=one.pk).state == Entry.State.CONFIRMED


def test_a_full_pair_takes_nobody(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    told = {"player_id": player(event, "Rosa").pk, "to_entry_id": pair(event, 1).pk}
    assert refusal(move_player, **told, **who(event, now)) == "pair-full"


@pytest.mark.parametrize("format_", ["americano", "single", "round-robin"])
def test_somebody_plays_in_place_of_another_in_every_setup(format_, now):
    event = a_running_cup(
        an_organiser(), now, entries=8, with_cards=True, shape=FormatOptions(format=format_), cap=16
    )
    entry = pair(event, 0)
    out = entry.roster.get()
    bring_in(
        entry_id=entry.pk, out_player_id=out.pk, player=NamedPlayer("Marta"), **who(event, now)
    )
    entry.refresh_from_db()
    assert entry.name == "Marta"
    for match in ready(event)[:1]:
        award(match, 0, now)
    assert in_order()


def test_a_swap_in_a_hall_keeps_the_called_tables(now):
    event = an_evening(now, shape=SWISS, tables=2, per_side=2)
    called = Match.objects.of(event.pk).filter(state=Match.State.CALLED)
    one, other = (match.slots.get(side=0).entry.roster.get(number=2) for match in called)
    swap_players(first_player_id=one.pk, second_player_id=other.pk, **who(event, now))
    assert called.count() == 2
    assert in_order()


def test_a_change_is_read_before_it_is_made(now):
    event = pairs_by_name(now, "Rosa y Elena", "Karim y Lola")
    browser = a_browser(organiser_of(event))
    address = f"/competitions/{event.pk}/entered/{pair(event, 0).pk}/players/"
    assert "Cambia de lugar con otro" in text_of(browser.get(address))
    swapped = {"goes": player(event, "Elena").pk, "comes": player(event, "Karim").pk}
    page = text_of(browser.get(address, swapped))
    assert "Desde ahora juegan: Rosa y Karim; Elena y Lola." in page
    assert pair(event, 0).name == "Rosa y Elena"
    browser.post(address, swapped)
    assert pair(event, 0).name == "Rosa y Karim"
    replaced = {"goes": player(event, "Rosa").pk, "player": "Marta"}
    assert "Desde ahora juegan: Marta y Karim." in text_of(browser.get(address, replaced))
    browser.post(address, replaced)
    assert pair(event, 0).name == "Marta y Karim"
    replaced = {"goes": player(event, "Marta").pk, "player": "Lola"}
    assert browser.post(address, replaced).status_code == 409
    assert browser.post(address, {"goes": player(event, "Marta").pk}).status_code == 422


def test_the_page_says_whose_the_points_are(now):
    event = a_running_pair_event(now)
    match = ready(event)[0]
    write(match, now)
    entry = match.slots.get(side=0).entry
    address = f"/competitions/{event.pk}/entered/{entry.pk}/players/"
    asked = {"goes": entry.roster.get(number=2).pk, "player": "Marta"}
    page = text_of(a_browser(organiser_of(event)).get(address, asked))
    assert "Para el ranking, 1 partido jugado queda de quienes lo jugaron." in page
    assert "la inscripción sigue en su fila" in page


def test_results_before_a_swap_follow_the_person_that_a_place_turns_out_to_be(now):
    names = ("Rosa y Elena", "Karim y Lola", "Ana y Beto", "Gino y Haydée")
    event = pairs_by_name(now, *names)
    here = {"competition_id": event.pk, **who(event, now)}
    draw.draw(**here, seed="semilla")
    lifecycle.start(**here)
    for match in ready(event):
        write(match, now)
    swap(event, now, "Elena", "Karim")
    elena = player(event, "Elena")
    other = Person.objects.create(club=event.club, name="Elena R.", created_at=now)
    played = PlayerResult.objects.filter(person=elena.person)
    assert played.count() == 1
    move_results([(elena, other)])
    assert played.count() == 0
    assert PlayerResult.objects.filter(person=other).count() == 1
    assert in_order()
