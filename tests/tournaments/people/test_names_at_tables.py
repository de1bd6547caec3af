"""A guest plays under a person's name: what erases or hides the person does so at tables too."""

from datetime import datetime
from typing import Any

import pytest

from accounts.guests.services import join_account
from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles.services import anonymise
from games.fair.signatures import name_hash
from games.models import Game, RecordSignature
from tests.accounts.people import a_guest
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person, a_table, fold_to_the_end
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import call, match_at, play_match, seated_people
from tests.tournaments.names import an_event_of_names, claims, draw_and_start, named
from tests.tournaments.people.test_changes import traces
from tests.tournaments.people.test_pages_people import a_night, person_named
from tests.tournaments.soundness import sound
from tournaments.models import Competition
from tournaments.name_claims import services as name_claims
from tournaments.people import services
from tournaments.people.claims import claim_person, confirm_claim

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
NAME = "Zulema Quispe"
PAIRS = ((NAME, "Beto Paz"), ("Carla Gil", "Dani Sosa"))


def a_night_of_guests(organiser: User, now: datetime, **terms: Any) -> Competition:
    """Play a final of pairs on screens, all of them guests under the names of the list."""
    cup = draw_and_start(an_event_of_names(organiser, now, PAIRS, **terms), organiser, now)
    for name in (name for pair in PAIRS for name in pair):
        claims(cup, name, now)
    name_claims.confirm_all(competition=cup, actor=organiser, now=now)
    play_match(match_at(cup, 1, 1), 0, now)
    cup.refresh_from_db()
    return cup


def tables() -> dict[str, list[Any]]:
    """Return all that tables and their records say about names."""
    guests = User.objects.filter(is_guest=True).order_by("pk")
    return {
        "guests": list(guests.values_list("pk", "display_name")),
        "titles": list(Game.objects.order_by("pk").values_list("pk", "title")),
        "records": list(RecordSignature.objects.order_by("pk").values()),
    }


def pages_of(game: Game) -> str:
    """Return what a stranger reads about a table that has ended."""
    whole = f"/tables/{game.pk}/"
    addresses = [f"{whole}{part}" for part in ("", "record/", "record.tgn", "record.json")]
    answers = [a_browser().get(address, follow=True) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return "\n".join(map(text_of, answers))


@pytest.mark.feature("The club's people", "The name of a forgotten person leaves tables, too")
def test_a_forgotten_guest_is_named_at_no_table(organiser: User, now: datetime) -> None:
    cup = a_night_of_guests(organiser, now)
    game, guest = Game.objects.get(), named(cup, NAME).user
    alone = a_table(now, people=[guest, a_person()], target="5")
    fold_to_the_end(alone, now)
    assert NAME in pages_of(game)
    zulema = person_named(NAME)
    services.forget_person(person_id=zulema.pk, actor=organiser, now=now)
    assert traces("zulema") == []
    assert traces("quispe") == []
    seen = pages_of(game)
    assert NAME not in seen
    assert all(name in seen for name in ("Beto Paz", "Carla Gil", "Dani Sosa"))
    assert sound()


def test_a_forgotten_name_leaves_a_running_table(organiser: User, now: datetime) -> None:
    cup = an_event_of_names(organiser, now, (("Z" * 45,), ("Carla Gil",)))
    for name in ("Z" * 45, "Carla Gil"):
        claims(cup, name, now)
    name_claims.confirm_all(competition=cup, actor=organiser, now=now)
    game = call(match_at(draw_and_start(cup, organiser, now), 1, 1), now)
    assert sorted(map(str, seated_people(game))) == ["Carla Gil", "Z" * 40]
    services.forget_person(person_id=person_named("Z" * 45).pk, actor=organiser, now=now)
    assert traces("z" * 20) == []


def test_a_namesake_keeps_the_name_at_tables(organiser: User, now: datetime) -> None:
    cup = an_event_of_names(organiser, now, ((NAME,), (NAME,)))
    places = list(cup.entries.order_by("pk").values_list("roster", flat=True))
    cup = draw_and_start(cup, organiser, now)
    for place in places:
        name_claims.claim_name(player_id=place, user=a_guest(now), now=now)
    name_claims.confirm_all(competition=cup, actor=organiser, now=now)
    play_match(match_at(cup, 1, 1), 0, now)
    person = cup.entries.earliest("pk").roster.get().person
    services.forget_person(person_id=person.pk, actor=organiser, now=now)
    guests = User.objects.filter(is_guest=True).order_by("pk")
    assert list(guests.values_list("display_name", flat=True)) == ["", NAME]
    assert [*RecordSignature.objects.get().names[1:]].count(NAME) == 1


def test_a_deleted_account_leaves_the_tables_it_played_at_as_a_guest(
    organiser: User, now: datetime
) -> None:
    pairs = (*PAIRS, ("Eli Mar", "Fede Rey"), ("Gabi Sol", "Hugo Paz"))
    cup = draw_and_start(an_event_of_names(organiser, now, pairs), organiser, now)
    for name in (name for pair in pairs for name in pair):
        claims(cup, name, now)
    name_claims.confirm_all(competition=cup, actor=organiser, now=now)
    play_match(named(cup, NAME).entry.slots.get().match, 0, now)
    account = a_named_person("zule", display_name="Zule")
    join_account(guest_id=named(cup, NAME).user_id, user=account, now=now)
    assert named(cup, NAME).person.user == account
    anonymise(user_id=account.pk, now=now)
    assert traces("zule") == []
    assert traces("quispe") == []


def test_a_deleted_account_leaves_tables_of_nights_by_name(organiser: User, now: datetime) -> None:
    a_night_of_guests(organiser, now)
    account = a_named_person("zule", display_name="Zule")
    claim = claim_person(person_id=person_named(NAME).pk, user=account, now=now)
    confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    anonymise(user_id=account.pk, now=now)
    assert traces("zule") == []
    assert traces("quispe") == []


@pytest.mark.feature("The club's people", "A hidden person is shown by initials at tables, too")
def test_a_hidden_guest_is_shown_by_initials_at_tables(organiser: User, now: datetime) -> None:
    a_night_of_guests(organiser, now)
    game, before = Game.objects.get(), tables()
    zulema = person_named(NAME)
    told = {"person_id": zulema.pk, "actor": organiser, "now": now}
    services.hide_person(hidden=True, **told)
    seen = pages_of(game)
    assert NAME not in seen
    assert "Z. Q." in seen
    assert sound()
    services.hide_person(hidden=False, **told)
    assert tables() == before
    assert NAME in pages_of(game)


@pytest.mark.parametrize("event", ["Copa", "C" * 80])
@pytest.mark.parametrize(("first", "second"), [PAIRS[0], PAIRS[0][::-1]])
def test_who_is_shown_at_tables_again_uncovers_nobody_else(
    first: str, second: str, event: str, organiser: User, now: datetime
) -> None:
    """A long title keeps its event alone while somebody in it is hidden."""
    a_night_of_guests(organiser, now, name=event)
    before, people = tables(), {name: person_named(name).pk for name in PAIRS[0]}

    def hide(*names: str, hidden: bool = True) -> None:
        for name in names:
            services.hide_person(person_id=people[name], hidden=hidden, actor=organiser, now=now)

    def named_at_tables() -> list[str]:
        return [name for name in people if name in str(tables())]

    hide(*PAIRS[0])
    hide(first, hidden=False)
    assert named_at_tables() == [first]
    hide(second, hidden=False)
    assert tables() == before
    hide(*PAIRS[0])
    hide(first, hidden=False)
    hide(first)
    hide(second, hidden=False)
    assert named_at_tables() == [second]
    hide(first, hidden=False)
    assert tables() == before


def test_a_merge_with_a_hidden_person_hides_at_tables_until_undone(
    organiser: User, now: datetime
) -> None:
    a_night_of_guests(organiser, now)
    a_night(organiser, now, (("Zule Quispe", "Eli Mar"), ("Fede Rey", "Gabi Sol")))
    before, kept, other = tables(), person_named(NAME), person_named("Zule Quispe")
    services.hide_person(person_id=other.pk, hidden=True, actor=organiser, now=now)
    told = {"person_id": kept.pk, "other_id": other.pk, "name": NAME, "actor": organiser}
    change = services.merge_people(**told, now=now)
    assert NAME not in str(tables())
    services.undo_merge(change_id=change.pk, actor=organiser, now=now)
    assert tables() == before


def test_what_is_hidden_at_tables_is_erased_with_the_person(organiser: User, now: datetime) -> None:
    a_night_of_guests(organiser, now)
    told = {"person_id": person_named(NAME).pk, "actor": organiser, "now": now}
    services.hide_person(hidden=True, **told)
    services.forget_person(**told)
    assert traces("zulema") == []
    (signed,) = RecordSignature.objects.all()
    seats = dict(zip(signed.names, zip(signed.hashes, signed.salts, strict=True), strict=True))
    assert seats["Beto Paz"][0] == name_hash("Beto Paz", seats["Beto Paz"][1])
    assert signed.names.count(None) == 2  # the title, and the seat
    assert sound()


def test_a_forgotten_partner_is_in_nothing_that_is_shown_again(
    organiser: User, now: datetime
) -> None:
    cup = a_night_of_guests(organiser, now)
    told = {"person_id": person_named(NAME).pk, "actor": organiser, "now": now}
    services.hide_person(hidden=True, **told)
    services.forget_person(person_id=person_named("Beto Paz").pk, actor=organiser, now=now)
    assert traces("beto paz") == []
    services.hide_person(hidden=False, **told)
    title = Game.objects.get().title
    assert f"{NAME} y {ERASED}" in title
    assert title.startswith(f"{cup.name} · ")
    assert sound()
