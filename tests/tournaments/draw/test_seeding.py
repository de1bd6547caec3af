"""Seeding of a draw: the order of the entries, and which of them are kept apart."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.events import award_all, ready
from tournaments.draw import services as draw_services
from tournaments.entries import services as entries_services
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Match, MatchSlot, PlayerStanding
from tournaments.standings.queries import edition_ranks, previous_edition

pytestmark = pytest.mark.django_db


def enter_from(cup: Competition, organiser: User, now: datetime, *clubs: str) -> list[Entry]:
    """Enter a player of each club, the first the strongest."""
    entries = []
    for number, club in enumerate(clubs):
        person = a_person()
        PlayerStanding.objects.create(user=person, mu=40.0 - number, sigma=2.0)
        entries.append(
            entries_services.add_entry(
                competition_id=cup.pk,
                actor=organiser,
                players=[NamedPlayer(str(person), person)],
                affiliation=club,
                now=now + timedelta(seconds=number),
            )
        )
    return entries


def draw(cup: Competition, organiser: User, now: datetime) -> None:
    draw_services.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)


def clubs_of(matches) -> list[set[str]]:
    """The clubs that meet in each match."""
    return [
        {slot.entry.affiliation for slot in match.slots.select_related("entry")}
        for match in matches
    ]


@pytest.mark.feature("Competitions", "Club-mates are kept apart")
def test_mates_meet_as_late_as_possible_in_a_bracket(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    clubs = ["Sur", "Norte", "Este", "Oeste", "Oeste", "Este", "Norte", "Sur"]
    enter_from(cup, organiser, now, *clubs)  # by rating alone every first match is between mates
    draw(cup, organiser, now)
    first_round = Match.objects.of(cup.pk).filter(round__number=1)
    assert all(len(met) == 2 for met in clubs_of(first_round))
    assert cup.entries.get(seed=1).affiliation == "Sur"


def test_where_mates_are_not_kept_apart_the_rating_decides_alone(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, keep_apart=False)
    entries = enter_from(cup, organiser, now, "Sur", "Norte", "Norte", "Sur")
    draw(cup, organiser, now)
    assert list(cup.entries.order_by("seed")) == entries
    assert all(len(met) == 1 for met in clubs_of(Match.objects.of(cup.pk)[:2]))


def test_a_club_is_one_however_it_is_spelled(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    enter_from(cup, organiser, now, "Atlético Sur", "Norte", "Este", "ATLETICO SUR")
    draw(cup, organiser, now)
    met = clubs_of(Match.objects.of(cup.pk).filter(round__number=1))
    assert {"Atlético Sur", "ATLETICO SUR"} not in met


def test_groups_keep_mates_apart(now: datetime) -> None:
    organiser = an_organiser()
    shape = FormatOptions(format="groups", group_count=2, qualifiers=1)
    cup = a_cup(organiser, now, shape=shape)
    enter_from(cup, organiser, now, "Sur", "Norte", "Norte", "Sur")
    draw(cup, organiser, now)
    for group in cup.stages.get(number=1).groups.all():
        assert {slot.entry.affiliation for slot in group.slots.all()} == {"Sur", "Norte"}


def test_swiss_rounds_keep_mates_apart(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, shape=FormatOptions(format="swiss"))
    enter_from(cup, organiser, now, "Sur", "Norte", "Sur", "Norte")
    draw(cup, organiser, now)
    assert all(len(met) == 2 for met in clubs_of(Match.objects.of(cup.pk)))


def test_every_draw_stores_how_strong_each_entry_was(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, seeding=Competition.Seeding.RANDOM)
    first, second = enter_from(cup, organiser, now, "", "")
    draw(cup, organiser, now)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.strength, second.strength) == (34.0, 33.0)


def test_reserves_add_nothing_to_the_strength(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, reserves=1)
    first, _ = enter_from(cup, organiser, now, "", "")
    star = a_person()
    PlayerStanding.objects.create(user=star, mu=60.0, sigma=1.0)
    substitutes.add_reserve(
        entry_id=first.pk, player=NamedPlayer(str(star), star), actor=organiser, now=now
    )
    draw(cup, organiser, now)
    first.refresh_from_db()
    assert first.strength == 34.0


@pytest.mark.feature("Competitions", "Seeds by the previous edition")
def test_the_previous_edition_seeds_the_next_and_newcomers_follow_by_rating(now: datetime) -> None:
    organiser = an_organiser()
    people = [a_person() for _ in range(4)]
    earlier = _edition(organiser, people, now)
    draw(earlier, organiser, now)
    lifecycle.start(competition_id=earlier.pk, actor=organiser, now=now)
    award_all(earlier, now, winner=lambda match: 1)
    ranks = edition_ranks(earlier)
    later = now + timedelta(days=365)
    weak, strong = a_person(), a_person()
    PlayerStanding.objects.create(user=strong, mu=60.0, sigma=1.0)
    again = _edition(organiser, [weak, strong, *people], later, seeding="previous")
    assert previous_edition(again) == earlier
    draw(again, organiser, later)
    ordered = [entry.roster.get().user for entry in again.entries.order_by("seed")]
    assert ordered[4:] == [strong, weak]
    earned = [ranks[earlier.entries.get(roster__user=user).pk] for user in ordered[:4]]
    assert earned == sorted(earned)
    assert ordered[0] == earlier.champion.roster.get().user


@pytest.mark.feature(
    "Competitions", "Seeds from the final order of an earlier competition of the club"
)
def test_any_former_standing_is_proposed_and_counts_once_saved(now: datetime):
    organiser = an_organiser()
    people = [a_person() for _ in range(4)]
    earlier = _edition(organiser, people, now)
    draw(earlier, organiser, now)
    lifecycle.start(competition_id=earlier.pk, actor=organiser, now=now)
    award_all(earlier, now, winner=lambda match: 1)
    Competition.objects.filter(pk=earlier.pk).update(name="Copa de otro nombre")
    later = now + timedelta(days=365)
    again = _edition(organiser, [a_person(), *people], later, seeding="manual")
    assert previous_edition(again) is None
    champion = again.entries.get(roster__user=earlier.champion.roster.get().user)
    address, browser = f"/competitions/{again.pk}/order/", a_browser(organiser)
    proposed = browser.get(address, {"like": str(earlier.pk)})
    numbers = {
        field.html_name: field.value()
        for field in proposed.context["form"]
        if field.value() is not None
    }
    assert len(numbers) == 4
    assert numbers[f"number_{champion.pk}"] == 1
    assert "Copa de otro nombre" in text_of(proposed)
    assert not again.entries.exclude(manual_seed=None).exists()
    browser.post(address, numbers)
    draw(again, organiser, later)
    assert again.entries.get(seed=1) == champion


def test_a_standing_of_another_club_is_not_proposed(now: datetime) -> None:
    organiser, other = an_organiser(), an_organiser()
    foreign = _edition(other, [a_person(), a_person()], now)
    Competition.objects.filter(pk=foreign.pk).update(state="archived")
    cup = _edition(organiser, [a_person(), a_person()], now, seeding="manual")
    shown = a_browser(organiser).get(f"/competitions/{cup.pk}/order/", {"like": str(foreign.pk)})
    assert shown.context["source"] is None
    assert [field.value() for field in shown.context["form"]] == [None, None]


def test_without_a_previous_edition_the_rating_decides(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, seeding=Competition.Seeding.PREVIOUS)
    entries = enter_from(cup, organiser, now, "", "", "")
    draw(cup, organiser, now)
    assert list(cup.entries.order_by("seed")) == entries


def test_groups_and_knockout_end_in_one_order(now: datetime) -> None:
    organiser = an_organiser()
    shape = FormatOptions(format="groups", group_count=2, qualifiers=1)
    cup = _edition(organiser, [a_person() for _ in range(6)], now, shape=shape)
    draw(cup, organiser, now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    award_all(cup, now)
    ranks = edition_ranks(cup)
    assert sorted(ranks.values()) == [1, 2, 3, 3, 5, 5]
    assert ranks[cup.champion_id] == 1
    assert not ready(cup)
    assert MatchSlot.objects.filter(entry_id=cup.champion_id).exists()


def _edition(organiser: User, people: list[User], now: datetime, **terms: object) -> Competition:
    cup = a_cup(organiser, now, **terms)
    for number, person in enumerate(people):
        at = now + timedelta(seconds=number)
        entries_services.register(competition_id=cup.pk, user=person, now=at)
    return cup
