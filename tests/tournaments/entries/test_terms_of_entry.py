"""Terms of entry: members of the club, and players within a skill band."""

from datetime import datetime

import pytest

from accounts.models import Membership, User
from games.engine import make_rules
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tests.tournaments.refusals import refusal
from tests.tournaments.team_factories import a_team, line_up
from tournaments.competitions.settings import CompetitionSettings
from tournaments.entries import services as entries
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer, eligibility_error
from tournaments.models import Competition, PlayerStanding
from tournaments.teams.entries import enter_as_team

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def a_player(skill: float) -> User:
    """Somebody whose page shows this skill: the mean less three deviations."""
    user = a_person()
    PlayerStanding.objects.create(user=user, mu=skill + 3, sigma=1)
    return user


def refused(cup: Competition, user: User, now: datetime) -> str:
    return refusal(entries.register, competition_id=cup.pk, user=user, now=now)


@pytest.mark.feature("Entries", "Entry limited to members or to a band of skill")
@pytest.mark.parametrize(
    ("band", "skill", "fits"),
    [
        ({"skill_from": 10}, 9.9, False),
        ({"skill_from": 10}, 10, True),
        ({"skill_to": 20}, 20, True),
        ({"skill_to": 20}, 20.1, False),
        ({"skill_from": 10, "skill_to": 20}, 15, True),
        ({"skill_from": 0, "skill_to": 0}, 3, False),
        ({}, 99, True),
    ],
)
def test_a_band_has_both_its_ends_in_it(organiser, now, band, skill, fits) -> None:
    cup, user = a_cup(organiser, now, **band), a_player(skill)
    if fits:
        entries.register(competition_id=cup.pk, user=user, now=now)
    else:
        assert refused(cup, user, now) == "outside-band"
        assert not cup.entries.exists()


def test_who_has_not_played_has_the_skill_of_newcomers(organiser, now) -> None:
    new = a_person()
    assert refused(a_cup(organiser, now, skill_from=1), new, now) == "outside-band"
    entries.register(competition_id=a_cup(organiser, now, skill_to=0).pk, user=new, now=now)


def test_members_alone_enter_where_the_terms_say_so(organiser, now) -> None:
    cup, user = a_cup(organiser, now, members_only=True), a_person()
    assert refused(cup, user, now) == "members-only"
    Membership.objects.create(club=cup.club, user=user, role=Membership.Role.MEMBER)
    entries.register(competition_id=cup.pk, user=user, now=now)


def test_the_partner_who_comes_by_the_link_has_to_fit_too(organiser, now) -> None:
    cup = a_cup(organiser, now, per_side=2, skill_to=20)
    formed = entries.register(competition_id=cup.pk, user=a_player(5), now=now)
    strong = a_player(30)
    comes = {"token": formed.token, "now": now}
    assert refusal(entries.accept_invitation, user=strong, **comes) == "outside-band"
    entries.accept_invitation(user=a_player(20), **comes)


def test_organisers_write_down_whom_they_want(organiser, now) -> None:
    cup = a_cup(organiser, now, members_only=True, skill_to=20)
    stranger = a_player(40)
    entries.add_entry(
        competition_id=cup.pk,
        players=[NamedPlayer("", stranger)],
        actor=organiser,
        now=now,
    )
    assert cup.entries.get().roster.get().user == stranger


def test_a_reserve_whom_the_captain_brings_has_to_fit_and_an_organisers_need_not(
    organiser, now
) -> None:
    cup = a_cup(organiser, now, reserves=1, skill_to=20)
    captain, strong = a_player(5), NamedPlayer("", a_player(30))
    entry = entries.register(competition_id=cup.pk, user=captain, now=now).entry
    adding = {"entry_id": entry.pk, "player": strong, "now": now}
    assert refusal(substitutes.add_reserve, actor=captain, **adding) == "outside-band"
    substitutes.add_reserve(actor=organiser, **adding)


@pytest.mark.feature("Entries", "A team enters with its admitted players, and the others are named")
def test_a_team_enters_with_those_who_fit(organiser, now) -> None:
    people = [a_player(skill) for skill in (5, 30, 6)]
    team, cup = a_team(now, *people), a_cup(organiser, now, per_side=2, skill_to=20)
    first, strong, third = line_up(team)
    entering = {"competition_id": cup.pk, "team_id": team.pk, "actor": people[0], "now": now}
    assert refusal(enter_as_team, players=[first, strong], **entering) == "outside-band"
    page = text_of(a_browser(people[0]).get(f"/competitions/{cup.pk}/team/?team={team.pk}"))
    assert page.count("no entra por las condiciones") == 1
    enter_as_team(players=[first, third], **entering)


def test_who_is_in_stays_when_the_terms_change(organiser, now) -> None:
    cup, user = a_cup(organiser, now), a_player(30)
    entries.register(competition_id=cup.pk, user=user, now=now)
    Competition.objects.update(skill_to=20)
    cup.refresh_from_db()
    assert eligibility_error(cup, [user.pk]) == {user.pk: "outside-band"}
    assert cup.entries.confirmed().count() == 1


def test_the_page_says_who_may_enter_and_why_somebody_may_not(organiser, now) -> None:
    cup = a_cup(organiser, now, members_only=True, skill_from=10, skill_to=20)
    browser = a_browser(a_person())
    page = text_of(browser.get(f"/competitions/{cup.pk}/"))
    assert "Solo se anota gente del club" in page
    assert "habilidad de 10 a 20" in page


@pytest.mark.parametrize(
    ("least", "most", "expected"), [(1, 1, []), (None, 0, []), (2, 1, ["band-upside-down"])]
)
def test_a_band_is_not_upside_down(least, most, expected) -> None:
    rules = make_rules("argentino")
    settings = CompetitionSettings(name="Copa", rules=rules, skill_from=least, skill_to=most)
    assert [code for _, code in settings.misfits()] == expected
