"""Links without an account: who makes them, what they may do, and how they end."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.guests import services as guests
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, club_of, match_at
from tests.tournaments.events import organiser_of
from tournaments.common.permissions import may_judge, may_score
from tournaments.competitions import services as competitions
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import free_name
from tournaments.demo import rehearsals
from tournaments.formats.score_sheet import Point
from tournaments.judging import officials
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Official, StaffLink
from tournaments.score_sheets import services as score_sheets
from tournaments.staff_links import services as staff_links
from tournaments.tasks import end_links
from tournaments.venues import services as venues

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SCORER, JUDGE, DESK = Official.Role.SCORER, Official.Role.JUDGE, Official.Role.DESK
DAY = timedelta(days=1)


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_running_cup(organiser, now, with_cards=True)


def make(cup: Competition, now: datetime, role: str = SCORER, label: str = "Patio", **more):
    """A link and its secret."""
    actor = more.pop("actor", None) or organiser_of(cup)
    return staff_links.make_link(
        competition_id=cup.pk, actor=actor, label=label, role=role, now=now, **more
    )


def refused(code: str):
    return pytest.raises(RefusedError, match=f"^{code}$")


def test_its_secret_has_128_bits_and_only_its_hash_is_kept(cup: Competition, now: datetime) -> None:
    link, token = make(cup, now)
    assert len(token) == 22  # base64 of 16 bytes
    assert token not in str(StaffLink.objects.filter(pk=link.pk).values().get())
    assert staff_links.find_link(token=token, now=now) == link
    with refused("bad-link"):
        staff_links.find_link(token=link.token_hash, now=now)


def test_each_role_may_what_its_name_says(cup: Competition, now: datetime) -> None:
    match, other = match_at(cup, 1, 1), match_at(a_running_cup(an_organiser(), now), 1, 1)
    for role, scores, judges, runs in (
        (SCORER, True, False, False),
        (JUDGE, True, True, False),
        (DESK, True, True, True),
    ):
        user = make(cup, now, role, role)[0].user
        assert (may_score(match, user), may_judge(match, user)) == (scores, judges)
        assert cup.is_run_by(user) is runs
        found = Competition.objects.with_role_of(user).get(pk=cup.pk)
        assert bool(found.organised) is runs
        assert not may_score(other, user)
        assert not other.competition.is_run_by(user)


def test_what_it_does_is_logged_under_its_label(cup: Competition, now: datetime) -> None:
    link = make(cup, now, label="Anotador patio")[0]
    match = match_at(cup, 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    score_sheets.keep_score(
        match_id=match.pk,
        mark=Point(0, 2),
        seen_version=0,
        action_id="tap-0001",
        actor=link.user,
        now=now,
    )
    assert str(match.marks.get().by) == "Anotador patio"
    desk = make(cup, now, DESK, "Mesa de control")[0]
    matches.give_walkover(
        match_id=match_at(cup, 1, 2).pk, winner=0, actor=desk.user, reason="no vino", now=now
    )
    assert str(AuditEvent.objects.get(act="walkover").actor) == "Mesa de control"
    assert AuditEvent.objects.filter(act="make-link", after__official="Anotador patio").exists()


def test_the_desk_runs_one_competition_and_nothing_of_the_club(
    cup: Competition, organiser: User, now: datetime
) -> None:
    desk, person = make(cup, now, DESK)[0].user, a_person()
    lifecycle.pause(competition_id=cup.pk, actor=desk, now=now)
    lifecycle.resume(competition_id=cup.pk, actor=desk, now=now)
    by_desk = {"competition_id": cup.pk, "actor": desk, "now": now}
    with refused("not-organiser"):
        staff_links.make_link(**by_desk, label="Otro", role=SCORER)
    with refused("not-organiser"):
        officials.appoint_official(**by_desk, user=person, role=SCORER)
    with refused("not-organiser"):
        lifecycle.cancel(**by_desk, reason="porque sí")
    with refused("not-organiser"):
        venues.use_tables(**by_desk, count=3)
    with refused("not-organiser"):
        competitions.create_competition(
            club=club_of(organiser),
            actor=desk,
            terms=CompetitionSettings(name=free_name(cup.club, "Copa"), rules=cup.rules),
            now=now,
        )
    beside = a_running_cup(organiser, now)
    with refused("not-organiser"):
        lifecycle.pause(competition_id=beside.pk, actor=desk, now=now)


def test_a_rehearsal_is_not_forgotten_by_its_desk(cup: Competition, now: datetime) -> None:
    desk = make(cup, now, DESK)[0].user
    Competition.objects.filter(pk=cup.pk).update(rehearsal="event")
    with refused("not-organiser"):
        rehearsals.forget_rehearsal(competition_id=cup.pk, actor=desk)


def test_only_the_clubs_organisers_make_and_revoke_them(cup: Competition, now: datetime) -> None:
    link, _ = make(cup, now)
    for nobody in (a_person(), an_organiser(), link.user):
        with refused("not-organiser"):
            make(cup, now, label="Otro", actor=nobody)
        with refused("not-organiser"):
            staff_links.revoke_link(link_id=link.pk, actor=nobody, now=now)


def test_two_that_stand_differ_in_their_labels(cup: Competition, now: datetime) -> None:
    link, _ = make(cup, now, label="Patio")
    with refused("label-taken"):
        make(cup, now, label="patio")
    with refused("badly-written"):
        make(cup, now, label="  ")
    with refused("badly-written"):
        make(cup, now, label="Salón", life=staff_links.LONGEST + DAY)
    staff_links.revoke_link(link_id=link.pk, actor=organiser_of(cup), now=now)
    make(cup, now, label="Patio")


def test_revoking_takes_secret_post_and_sessions_at_once(cup: Competition, now: datetime) -> None:
    link, token = make(cup, now)
    staff_links.revoke_link(link_id=link.pk, actor=organiser_of(cup), now=now)
    with refused("bad-link"):
        staff_links.open_link(token=token, now=now)
    link.user.refresh_from_db()
    assert not link.user.is_active  # so no session is of it any more
    assert not may_score(match_at(cup, 1, 1), link.user)
    with refused("wrong-state"):
        staff_links.revoke_link(link_id=link.pk, actor=organiser_of(cup), now=now)


def test_it_ends_after_its_days_or_the_day_after_the_event(cup: Competition, now: datetime) -> None:
    of_days, secret = make(cup, now, label="Dos días", life=2 * DAY)
    whole, token = make(cup, now, label="Hasta el final")
    assert staff_links.open_link(token=secret, now=now + DAY) == of_days
    with refused("bad-link"):
        staff_links.open_link(token=secret, now=now + 2 * DAY)
    assert staff_links.open_link(token=token, now=now + 50 * DAY) == whole
    lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), now=now, reason="llovió")
    assert staff_links.open_link(token=token, now=now + 0.9 * DAY) == whole
    with refused("bad-link"):
        staff_links.open_link(token=token, now=now + DAY)
    assert whole in StaffLink.objects.expired(now + DAY)
    assert whole not in StaffLink.objects.expired(now + 0.9 * DAY)
    with refused("wrong-state"):
        make(cup, now, label="Tarde")


def test_the_sweep_ends_those_whose_time_is_over(cup: Competition, now: datetime) -> None:
    late, standing = make(cup, now, label="Tarde")[0], make(cup, now, label="Sigue")[0]
    StaffLink.objects.filter(pk=late.pk).update(expires_at=now - DAY)
    end_links()
    assert set(StaffLink.objects.standing()) == {standing}
    assert not User.objects.get(pk=late.user_id).is_active


def test_a_link_is_no_guest_and_no_guests_sweep_takes_it(cup: Competition, now: datetime) -> None:
    link, token = make(cup, now, label="Liga larga")
    guests.forget_old(now=now + 90 * DAY)
    assert staff_links.find_link(token=token, now=now + 90 * DAY) == link
    assert not guests.is_claimed("Liga larga")
