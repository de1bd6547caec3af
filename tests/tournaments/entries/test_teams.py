"""Known teams of a club's competitions."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter
from tournaments.entries import services as entries
from tournaments.entries.known_teams import forget_team, known_teams, recall_team
from tournaments.entry_import.resolve import resolve_list
from tournaments.entry_import.services import enter_pasted
from tournaments.entry_import.warnings import ImportDraft
from tournaments.models import Competition, Entry, Team, TeamPlayer
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


def enter_teams(organiser: User, at: datetime, text: str, per_side: int = 2) -> Competition:
    cup = a_cup(organiser, at, per_side=per_side)
    pasted = ImportDraft(text, others=frozenset(text.split("\n")))
    enter_pasted(competition_id=cup.pk, actor=organiser, pasted=pasted, now=at)
    return cup


def regulars(cup: Competition, text: str = "") -> list[str]:
    found = resolve_list(cup, ImportDraft(text)).regulars
    return [" y ".join(person.written for person in regular.people) for regular in found]


def test_the_most_frequent_come_first_then_the_most_recent(organiser, now) -> None:
    enter_teams(organiser, now - 3 * DAY, "Ana y Beto\nCaro y Dani")
    enter_teams(organiser, now - 2 * DAY, "Caro y Dani\nEli y Fede")
    enter_teams(organiser, now - DAY, "Gabi y Hugo")
    cup = a_cup(organiser, now, per_side=2)
    assert regulars(cup) == ["Caro y Dani", "Gabi y Hugo", "Eli y Fede", "Ana y Beto"]


def test_who_is_in_the_list_or_in_the_competition_is_not_offered(organiser, now) -> None:
    enter_teams(organiser, now - DAY, "Ana y Beto\nCaro y Dani\nEli y Fede")
    cup = enter_teams(organiser, now, "Caro y Olga")
    assert regulars(cup, "ÉLI y Nico") == ["Ana y Beto"]


def test_teams_of_another_size_or_club_are_not_offered(organiser, now) -> None:
    enter_teams(organiser, now - DAY, "Ana\nBeto", per_side=1)
    enter_teams(an_organiser(), now - DAY, "Caro y Dani")
    assert regulars(a_cup(organiser, now, per_side=2)) == []
    assert set(regulars(a_cup(organiser, now))) == {"Ana", "Beto"}


def test_one_team_however_its_names_are_written_and_by_whatever_way_it_enters(
    organiser, now
) -> None:
    enter_teams(organiser, now - 2 * DAY, "Ana Ruiz y Beto")
    enter_teams(organiser, now - DAY, "beto / ana ruíz")
    assert Team.objects.count() == 1
    zoe, club = a_person("zoe"), club_of(organiser)
    for past in (a_cup(organiser, now), a_cup(organiser, now)):
        entries.register(competition_id=past.pk, user=zoe, now=now)
    by_hand = enter(a_cup(organiser, now), organiser, now, zoe)
    team = Team.objects.exclude(pk=1).get(captain=zoe)
    assert team.entries.count() == 3
    assert Entry.objects.get(pk=by_hand.pk).team == team
    assert regulars(a_cup(organiser, now)) == ["@zoe"]
    known = known_teams(club, besides=past).people
    assert {name: person.name for name, person in known.items()} == {
        "zoe": "zoe",
        "ana ruiz": "Ana Ruiz",
        "beto": "Beto",
    }


def test_a_pair_that_forms_by_its_link_is_remembered_once_it_is_whole(organiser, now) -> None:
    cup, ana, beto = a_cup(organiser, now, per_side=2), a_person(), a_person()
    token = entries.register(competition_id=cup.pk, user=ana, now=now).token
    assert not Team.objects.exists()
    entries.accept_invitation(token=token, user=beto, now=now)
    assert set(TeamPlayer.objects.values_list("user", flat=True)) == {ana.pk, beto.pk}


def test_who_deletes_their_account_is_remembered_no_more(organiser, now) -> None:
    zoe = a_named_person("zoe.unica", display_name="Zoe Única")
    enter_teams(organiser, now - 3 * DAY, "@zoe.unica y Beto\nCaro y Dani")
    claimed = enter_teams(organiser, now - 2 * DAY, "Zoe Unica y Eli", per_side=2)
    gone = enter_teams(organiser, now - DAY, "Zoe Única y Fede")
    entry = claimed.entries.get()
    entry.roster.filter(number=1).update(user=zoe)
    withdrawals.withdraw(entry_id=gone.entries.get().pk, actor=organiser, now=now)
    profiles.anonymise(user_id=zoe.pk, now=now)
    assert not TeamPlayer.objects.filter(name__icontains="zoe").exists()
    ended = TeamPlayer.objects.filter(name=ERASED)
    assert {(row.user, row.until) for row in ended} == {(None, now)}
    cup = a_cup(organiser, now, per_side=2)
    assert regulars(cup) == ["Caro y Dani"]
    assert "Beto" in {person.name for person in known_teams(cup.club, besides=cup).people.values()}


def test_what_is_left_of_a_team_is_not_one_that_plays_alone(organiser, now) -> None:
    zoe = a_named_person("zoe", display_name="Zoe")
    enter_teams(organiser, now - DAY, "@zoe y Beto")
    profiles.anonymise(user_id=zoe.pk, now=now)
    alone = enter_teams(organiser, now, "Beto", per_side=1)
    assert alone.entries.get().team.players.count() == 1


def test_another_of_the_same_name_stays(organiser, now) -> None:
    zoe = a_named_person("zoe", display_name="Zoe")
    enter_teams(organiser, now - DAY, "Zoe y Caro")
    enter_teams(organiser, now - DAY, "@zoe y Beto")
    profiles.anonymise(user_id=zoe.pk, now=now)
    assert regulars(a_cup(organiser, now, per_side=2)) == ["Zoe y Caro"]


def test_a_team_is_forgotten_until_it_enters_again_and_that_is_undone(organiser, now) -> None:
    enter_teams(organiser, now - 2 * DAY, "Ana y Beto\nCaro y Dani")
    cup = a_cup(organiser, now, per_side=2)
    (ana, _) = resolve_list(cup, ImportDraft("")).regulars
    here = {"competition_id": cup.pk, "team_id": ana.team, "actor": organiser}
    assert [person.name for person in forget_team(**here, now=now)] == ["Ana", "Beto"]
    assert regulars(cup) == ["Caro y Dani"]
    with pytest.raises(RefusedError, match="no-such-name"):
        forget_team(**here, now=now)
    recall_team(**here)
    assert regulars(cup) == ["Ana y Beto", "Caro y Dani"]
    with pytest.raises(RefusedError, match="no-such-name"):
        recall_team(**here)
    forget_team(**here, now=now)
    enter_teams(organiser, now - DAY, "Ana y Beto")
    assert regulars(cup) == ["Ana y Beto", "Caro y Dani"]


def test_only_organisers_of_its_club_forget_a_team(organiser, now) -> None:
    enter_teams(organiser, now - DAY, "Ana y Beto")
    other = an_organiser()
    cup, elsewhere = a_cup(organiser, now, per_side=2), a_cup(other, now, per_side=2)
    (ana,) = resolve_list(cup, ImportDraft("")).regulars
    for competition, code in ((cup, "not-organiser"), (elsewhere, "no-such-name")):
        with pytest.raises(RefusedError, match=code):
            forget_team(competition_id=competition.pk, team_id=ana.team, actor=other, now=now)
    assert regulars(cup) == ["Ana y Beto"]
