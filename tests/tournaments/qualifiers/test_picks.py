"""Entries that pass by a committee's list, or as the best of those left out."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tests.tournaments.events import award_all
from tests.tournaments.feeders import a_final, feed, unsound
from tests.tournaments.webhooks.hooked import kinds_of
from tournaments.common.errors import (
    AlreadyDrawnError,
    NoFreePlaceError,
    NothingThereError,
    NotOrganiserError,
    ReasonMissingError,
)
from tournaments.draw.services import draw
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Entry, Pick
from tournaments.qualifiers.errors import CannotPassError, NotComparableError
from tournaments.qualifiers.picks import (
    best_of_the_rest,
    candidates_in,
    drop_pick,
    pick_best,
    pick_entries,
    sources_for,
)
from tournaments.tasks import follow_sources

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def organiser() -> User:
    return an_organiser()


def a_zone(
    organiser: User, now: datetime, name: str, entries: int, **choices: object
) -> Competition:
    """A round robin that has ended: the better seed won every match."""
    shape = FormatOptions(format="round-robin", **choices)
    zone = a_running_cup(organiser, now, name=name, entries=entries, cap=32, shape=shape)
    award_all(zone, now)
    return zone


def of_seed(zone: Competition, seed: int) -> Entry:
    return zone.entries.get(seed=seed)


def pick(
    final: Competition, actor: User, now: datetime, *chosen: Entry, reason: str = "comisión"
) -> list[Entry]:
    return pick_entries(
        competition_id=final.pk,
        entries=[entry.pk for entry in chosen],
        reason=reason,
        actor=actor,
        now=now,
    )


@pytest.mark.both
@pytest.mark.feature("Formats", "A committee names who passes, with a reason, and can undo it")
def test_a_committee_names_who_passes_and_takes_it_back(organiser: User, now: datetime) -> None:
    zone, final = a_zone(organiser, now, "Norte", 4), a_cup(organiser, now)
    assert list(sources_for(final)) == [zone]
    winner = of_seed(zone, 3)
    (entered,) = pick(final, organiser, now, winner)
    assert (entered.name, entered.state) == (winner.name, Entry.State.CONFIRMED)
    assert [one.user for one in entered.roster.all()] == [one.user for one in winner.roster.all()]
    assert winner not in candidates_in(final, zone)
    event = final.audit.latest("pk")
    assert (event.act, event.reason, event.after["source"]) == ("pick", "comisión", zone.name)
    assert unsound() == []
    drop_pick(pick_id=Pick.objects.get().pk, actor=organiser, now=now)
    assert not final.entries.exists()
    assert final.audit.latest("pk").act == "drop-pick"
    assert kinds_of(final, now) == ["entry.added", "entry.withdrawn"]
    assert winner in candidates_in(final, zone)


@pytest.mark.both
def test_what_cannot_be_chosen_is_refused(organiser: User, now: datetime) -> None:
    zone, final = a_zone(organiser, now, "Norte", 4), a_cup(organiser, now, cap=2)
    first, second, third, _ = (of_seed(zone, seed) for seed in range(1, 5))
    refused: list[tuple[type[RefusedError], User, list[Entry], str]] = [
        (ReasonMissingError, organiser, [first], " "),
        (NotOrganiserError, an_organiser(), [first], "comisión"),
        (NothingThereError, organiser, [], "comisión"),
        (NoFreePlaceError, organiser, [first, second, third], "comisión"),
    ]
    for error, actor, chosen, reason in refused:
        with pytest.raises(error):
            pick(final, actor, now, *chosen, reason=reason)
    of_others = a_zone(an_organiser(), now, "Sur", 3)
    with pytest.raises(NothingThereError):
        pick(final, organiser, now, of_seed(of_others, 1))
    captain = first.roster.get().user
    assert captain is not None
    enter(final, organiser, now, captain)
    with pytest.raises(CannotPassError):
        pick(final, organiser, now, first)
    pick(final, organiser, now, second)
    draw(competition_id=final.pk, actor=organiser, seed="1", now=now)
    with pytest.raises(AlreadyDrawnError):
        drop_pick(pick_id=Pick.objects.get().pk, actor=organiser, now=now)
    with pytest.raises(NothingThereError):
        drop_pick(pick_id=0, actor=organiser, now=now)


@pytest.mark.both
@pytest.mark.feature("Formats", "The best of those left out of several competitions pass")
def test_the_best_of_the_rest_compare_by_match(organiser: User, now: datetime) -> None:
    north, south = a_zone(organiser, now, "Norte", 6), a_zone(organiser, now, "Sur", 4)
    final = a_final(organiser, now)
    for zone in (north, south):
        feed(final, zone, organiser, now, places=1)
    follow_sources()
    best = best_of_the_rest(final, [north, south], 3)
    # of five matches four and three are won, of three two: 0.8, 0.67, 0.6
    assert [one.entry for one in best] == [of_seed(north, 2), of_seed(south, 2), of_seed(north, 3)]
    assert [one.played for one in best] == [5, 3, 5]
    entered = pick_best(
        competition_id=final.pk, sources=[north.pk, south.pk], places=2, actor=organiser, now=now
    )
    assert [entry.name for entry in entered] == [one.entry.name for one in best[:2]]
    assert [one.entry for one in best_of_the_rest(final, [north, south], 1)] == [of_seed(north, 3)]
    assert unsound() == []


def test_tables_that_count_otherwise_are_not_compared(organiser: User, now: datetime) -> None:
    north, south = (
        a_zone(organiser, now, "Norte", 4),
        a_zone(organiser, now, "Sur", 4, scale="3-1-0"),
    )
    cup = a_running_cup(organiser, now, entries=4)
    award_all(cup, now)
    final = a_cup(organiser, now)
    for sources in ([north, south], [cup], [north, cup], []):
        with pytest.raises(NotComparableError):
            best_of_the_rest(final, sources, 1)
    with pytest.raises(NothingThereError):
        pick_best(competition_id=final.pk, sources=[0], places=1, actor=organiser, now=now)


def test_organisers_choose_on_a_page(organiser: User, now: datetime) -> None:
    zone, final = a_zone(organiser, now, "Norte", 4), a_cup(organiser, now)
    browser, page = a_browser(organiser), f"/competitions/{final.pk}/picks/"
    chosen = of_seed(zone, 4)
    assert chosen.name in text_of(browser.get(f"{page}?source={zone.pk}"))
    sent = {"entries": [chosen.pk], "reason": "invitación"}
    answer = browser.post(f"{page}?source={zone.pk}", sent, follow=True)
    assert "invitación" in text_of(answer)
    assert browser.post(f"{page}?source={zone.pk}", sent).status_code == 422
    shown = text_of(browser.get(f"{page}best/?sources={zone.pk}&places=2"))
    assert of_seed(zone, 1).name in shown
    browser.post(f"{page}best/", {"sources": [zone.pk], "places": 1})
    assert [one.is_best for one in final.picks.order_by("pk")] == [False, True]
    assert browser.post(f"{page}best/", {"sources": [zone.pk]}).status_code == 422
    cup = a_running_cup(organiser, now, entries=2)
    award_all(cup, now)
    assert "no tiene tabla" in text_of(browser.get(f"{page}best/?sources={cup.pk}&places=2"))
    browser.post(f"{page}{final.picks.earliest('pk').pk}/drop/")
    assert final.picks.count() == 1
