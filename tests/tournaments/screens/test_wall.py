"""The screen in the hall: everybody finds themselves, leaf after leaf, without signing in."""

import re
from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.names.collation import sort_key
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, call, enter, match_at
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.models import Competition, Entry, RosterPlayer, RoundClock
from tournaments.round_clock.services import (
    notify_round_time_up,
    pause_clock,
    resume_clock,
    start_clock,
)
from tournaments.tasks import call_ready_matches
from tournaments.venues.services import use_tables
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db


def address_of(event: Competition) -> str:
    """Where its organiser is led."""
    answer = a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/wall/")
    assert answer.status_code == 302
    return answer["location"]


def leaves_of(event: Competition, browser: Client | None = None) -> list[str]:
    """Every leaf, as its script asks for them: from the first until it comes round."""
    address, browser = address_of(event), browser or a_browser()
    leaves: list[str] = []
    asked = 0
    while not leaves or asked % len(dots(leaves[0])):
        answer = browser.get(address, {"leaf": asked}, headers={"hx-request": "true"})
        assert answer.status_code == 200
        leaves.append(text_of(answer))
        asked = int(re.findall(r'data-next="(\d+)"', leaves[-1])[0])
    return leaves


def dots(leaf: str) -> list[str]:
    """Count the leaves, as a leaf shows it."""
    return re.findall(r"<i(?: class=\"here\")?></i>", leaf) or ["alone"]


def names_in(leaf: str) -> list[str]:
    return re.findall(r"<bdi(?: data-short=[^>]*)?>([^<]*)</bdi>", leaf.partition("<aside>")[0])


def test_before_the_draw_it_shows_who_has_entered(now: datetime) -> None:
    cup = a_cup(an_organiser(), now)
    (leaf,) = leaves_of(cup)
    assert "Todavía no hay anotados." in leaf
    organiser = organiser_of(cup)
    for name in ("zoe", "ana"):
        enter(cup, organiser, now, a_person(name))
    (leaf,) = leaves_of(cup)
    assert names_in(leaf) == ["ana", "zoe"]
    assert "2 anotados" in leaf


def test_before_the_draw_who_left_is_gone_and_who_is_alone_is_looked_for(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, per_side=2)
    for names in ("Ana y Beto", "Caro y Dani"):
        players = [NamedPlayer(name) for name in names.split(" y ")]
        last = add_entry(competition_id=cup.pk, actor=organiser_of(cup), players=players, now=now)
    withdraw(entry_id=last.pk, actor=organiser_of(cup), now=now)
    Entry.objects.create(competition=cup, name="Chicho", created_at=now)
    (leaf,) = leaves_of(cup)
    assert names_in(leaf) == ["Ana y Beto", "Chicho, busca pareja"]
    assert "1 anotado" in leaf
    assert "anotados" not in leaf


def test_a_team_of_three_that_is_not_complete_is_no_pair(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, per_side=3)
    Entry.objects.create(competition=cup, name="Los Tigres", created_at=now)
    (leaf,) = leaves_of(cup)
    assert names_in(leaf) == ["Los Tigres, les falta gente"]


@pytest.mark.feature("Competitions", "The hall screen shows everybody by name, page after page")
def test_everybody_who_plays_now_finds_themselves_by_name(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=40, cap=64)
    leaves = leaves_of(cup)
    found = [name for leaf in leaves for name in names_in(leaf)]
    assert sorted(found) == sorted(map(str, cup.entries.all()))
    assert found == sorted(found, key=str.casefold)


def test_many_are_shared_out_over_leaves_that_tell_their_span(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=64, cap=64)
    first, second = leaves_of(cup)
    assert len(names_in(first)) == len(names_in(second)) == 32
    assert re.search(r'class="span">\w{3} – \w{3}<', first)
    assert 'class="find columns-3 rows-12 many"' in first


def test_players_of_pairs_are_listed_singly_on_up_to_two_slides(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=16, cap=16, per_side=2)
    leaves = leaves_of(cup)
    names = RosterPlayer.objects.filter(competition=cup).values_list("name", flat=True)
    assert [name for leaf in leaves for name in names_in(leaf)] == sorted(names, key=sort_key)
    assert len(leaves) == 2


def test_many_pairs_are_listed_as_pairs_with_their_rival(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=32, cap=32, per_side=2)
    longest = cup.entries.earliest("pk")
    people = ["Graciela Fernández Irigoyen", "María de los Ángeles Paz"]
    for player, name in zip(longest.roster.order_by("number"), people, strict=True):
        RosterPlayer.objects.filter(pk=player.pk).update(name=name)
    cup.entries.filter(pk=longest.pk).update(name=" y ".join(people))
    leaves = leaves_of(cup)
    names = [name for leaf in leaves for name in names_in(leaf)]
    assert sorted(names) == sorted(map(str, cup.entries.all()))
    assert 'data-short="Graciela F. y María Á."' in "".join(leaves)
    assert sum(leaf.count('<li class="side">') for leaf in leaves) == 32
    assert "64 jugadores" in leaves[0]


def test_a_bye_alone_makes_no_leaf_of_standings(now: datetime) -> None:
    event = an_event(now, "swiss", 5, swiss_rounds=3)
    assert not any("Posiciones" in leaf for leaf in leaves_of(event))


def test_a_published_round_is_shown_at_once(now: datetime) -> None:
    event = an_event(now, "swiss", 4, swiss_rounds=2)
    address, part = address_of(event), {"hx-request": "true"}
    shown = text_of(a_browser().get(address, headers=part))
    known = re.findall(r'data-played="([^"]+)"', shown)[0]
    assert a_browser().get(address, {"known": known}, headers=part).status_code == 204
    for match in ready(event):
        award(match, 0, now)
    answer = a_browser().get(address, {"known": known}, headers=part)
    assert "Ronda 2 de 2" in text_of(answer)


def test_partners_and_rivals_stand_below_where_there_is_room(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, per_side=2)
    (leaf,) = leaves_of(cup)
    assert len(names_in(leaf)) == 4
    assert len(re.findall(r"<small[^>]*>\s*con \w+\s*contra [^<]+</small>", leaf)) == 4


def test_who_is_waited_for_has_a_leaf_with_the_time_left(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4)
    call(match_at(cup, 1, 1), now)
    _, calls = leaves_of(cup)
    assert "A la mesa" in calls
    assert len(names_in(calls)) == 2
    assert "data-until" in calls


def test_standings_come_once_there_are_results_and_the_podium_at_the_end(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    assert not any("Posiciones" in leaf for leaf in leaves_of(event))
    award_all(event, now)
    (podium,) = leaves_of(event)
    assert "Podio" in podium
    assert len(names_in(podium)) == 3
    assert "1.º" in podium
    (abroad,) = leaves_of(event, Client(headers={"accept-language": "en"}))
    assert "Podium" in abroad
    assert "º" not in abroad
    swiss = an_event(now, "swiss", 8, swiss_rounds=3, organiser=organiser_of(event))
    first, *_ = ready(swiss)
    award(first, 0, now)
    *_, standings = leaves_of(swiss)
    assert len(names_in(standings)) == 8
    assert "Ronda 1 de 3" in standings
    assert "Si empatan en puntos: puntos de los rivales" in standings


def test_only_organisers_are_led_there_and_whoever_has_the_address_sees_it(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, public=False)
    assert a_browser(a_person()).get(f"/competitions/{cup.pk}/wall/").status_code in (403, 404)
    address = address_of(cup)
    assert a_browser().get(address).status_code == 200
    for forged in (address[:-2] + "x/", f"/wall/{cup.pk}/", "/wall/1~x/", "/wall/a%00~b/"):
        assert a_browser().get(forged).status_code == 404


@pytest.mark.parametrize("asked", ["", "x", "-1", "9" * 40, "٣"])
def test_any_leaf_that_is_asked_for_is_some_leaf(now: datetime, asked: str) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    assert a_browser().get(address_of(cup), {"leaf": asked}).status_code == 200


@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
def test_it_speaks_the_language_of_the_browser(now: datetime, language: str) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    (leaf,) = leaves_of(cup, a_browser(language=language))
    title = {"en": "Find your match", "ca-valencia": "Busca la teua partida", "pt-br": "Ache"}.get(
        language, "Busc"
    )
    assert title in leaf


def test_in_a_hall_everybody_finds_their_table_or_that_they_wait_for_one(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=8, cap=8, with_cards=True)
    use_tables(competition_id=cup.pk, count=2, actor=organiser_of(cup), now=now)
    cup.club.hall_tables.filter(number=2).update(name="Ventana")
    call_ready_matches()
    leaf, *_ = leaves_of(cup)
    signs = re.findall(r'<b class="num">(.*?)</b>', leaf.partition("<aside>")[0])
    assert Counter(signs) == {"1": 2, "2<i>Ventana</i>": 2}
    assert leaf.count('<b class="waits">espera mesa</b>') == 4


def test_without_tables_of_the_hall_they_are_numbered_by_match_as_on_paper(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4, with_cards=True)
    leaf, *_ = leaves_of(cup)
    signs = re.findall(
        r'<b class="num" data-word="Partido">([^<]*)</b>', leaf.partition("<aside>")[0]
    )
    assert Counter(signs) == {"1": 2, "2": 2}


def test_few_are_large_and_names_are_whole_with_a_short_one_for_who_does_not_fit(
    now: datetime,
) -> None:
    cup = a_running_cup(an_organiser(), now, entries=8)
    longest = cup.entries.earliest("pk")
    RosterPlayer.objects.filter(entry=longest).update(name="Graciela Fernández Irigoyen")
    leaf, *_ = leaves_of(cup)
    assert "columns-1 rows-8" in leaf
    assert '<bdi data-short="Graciela F.">Graciela Fernández Irigoyen</bdi>' in leaf
    many = a_running_cup(an_organiser(), now, entries=30, cap=32)
    assert "columns-3 rows-10" in leaves_of(many)[0]


@pytest.mark.parametrize("format_", ["swiss", "round-robin"])
def test_who_rests_finds_so_by_name(now: datetime, format_: str) -> None:
    event = an_event(now, format_, 5)
    leaf, *_ = leaves_of(event)
    assert len(set(names_in(leaf))) == 5
    (rests,) = re.findall(r"<bdi>(?:(?!<bdi>).)*?descansa\s*</small>", leaf, re.DOTALL)
    assert '<b class="num">–</b>' in leaf
    assert not any(
        f"<bdi>{slot.entry}</bdi>" in rests for match in ready(event) for slot in match.slots.all()
    )


def test_who_passes_the_first_round_finds_so_until_their_own_match(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=5, cap=8)
    leaf, *_ = leaves_of(cup)
    assert len(names_in(leaf)) == 5
    assert len(re.findall(r"pasa libre\s*</small>", leaf)) == 1  # two of the byes meet each other
    award(ready(cup)[0], 0, now)
    assert "pasa libre" not in leaves_of(cup)[0]


def test_who_left_has_no_rank_in_the_standings_as_on_the_page(now: datetime) -> None:
    event = an_event(now, "swiss", 6, swiss_rounds=3)
    first, *_ = ready(event)
    award(first, 0, now)
    gone = event.entries.latest("pk")
    withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    *_, standings = leaves_of(event)
    ranks = re.findall(r'<i class="num">([^<]*)</i><bdi>([^<]*)</bdi>', standings)
    assert [name for rank, name in ranks if rank == "–"] == [f"{gone} (retirado)"]
    page = text_of(a_browser().get(f"/competitions/{event.pk}/"))
    rows = page.partition('class="standings"')[2].partition("</table>")[0]
    assert [name.removesuffix(" (retirado)") for _, name in ranks] == names_in(rows)


def test_the_address_beside_is_the_short_one(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    assert f"testserver<wbr>/c/{cup.code}/" in leaves_of(cup)[0]


def test_after_the_bell_it_says_so_instead_of_the_time_left(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4, with_cards=True, round_minutes=45)
    round_id, actor = match_at(cup, 1, 1).round_id, organiser_of(cup)
    start_clock(round_id=round_id, actor=actor, now=timezone.now())
    assert 'class="clock"' in leaves_of(cup)[0]
    RoundClock.objects.update(bell_at=timezone.now() - timedelta(seconds=1))
    leaf = leaves_of(cup)[0]
    assert 'class="clock rung"' in leaf
    assert re.search(r"campana</strong>\s*<span>terminen la mano<", leaf)


def test_the_clock_of_a_timed_round_stands_beside(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4, with_cards=True, round_minutes=45)
    assert "quedan" not in leaves_of(cup)[0]
    round_id, actor = match_at(cup, 1, 1).round_id, organiser_of(cup)
    start_clock(round_id=round_id, actor=actor, now=now)
    assert re.search(r"quedan</small>\s*<b class=\"num\" data-until=\"\d+\">", leaves_of(cup)[0])
    pause_clock(round_id=round_id, actor=actor, now=now + timedelta(minutes=5))
    assert re.search(r"quedan</small>\s*<b class=\"num\">40:00</b>", leaves_of(cup)[0])
    later = now + timedelta(minutes=50)
    resume_clock(round_id=round_id, actor=actor, now=later)
    notify_round_time_up(clock_id=RoundClock.objects.get().pk, now=later + timedelta(minutes=40))
    assert 'class="clock rung"' in leaves_of(cup)[0]
