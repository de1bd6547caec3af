"""Results written by hand: permissions, valid scores, consequences, and `verify`."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.common.errors import RefusedError
from accounts.models import User
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    play_match,
    players_of,
    sit,
    table_of,
    win,
)
from tests.tournaments.events import ready
from tests.tournaments.judging.judges import ask
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.judging import officials
from tournaments.lifecycle import services as lifecycle
from tournaments.models import (
    AuditEvent,
    Competition,
    Match,
    Official,
    ResultSubmission,
    RosterPlayer,
)
from tournaments.results import services as result_services
from tournaments.standings.queries import group_table
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = pytest.mark.django_db
State = Match.State
FIRST, SECOND = [(5, 2)], [(3, 5)]


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """Four who play with real cards, to five points."""
    return a_running_cup(organiser, now, with_cards=True)


def submit(match: Match, actor: User, now: datetime, games=FIRST, reason: str = ""):
    written = result_services.submit_result(
        match_id=match.pk, games=games, actor=actor, now=now, reason=reason
    )
    match.refresh_from_db()
    return written


def refusal(match: Match, actor: User, now: datetime, games=FIRST, reason: str = "") -> str:
    rows = ResultSubmission.objects.count(), AuditEvent.objects.count()
    with pytest.raises(RefusedError) as refused:
        submit(match, actor, now, games, reason)
    assert rows == (ResultSubmission.objects.count(), AuditEvent.objects.count())
    return refused.value.code


@pytest.mark.feature("Real cards", "Organisers write results by hand")
def test_an_organiser_writes_who_won_and_by_how_much(
    cup: Competition, organiser: User, now: datetime
) -> None:
    match = match_at(cup, 1, 1)
    written = submit(match, organiser, now, SECOND)
    assert (match.state, match.winner, match.completed_at) == (State.COMPLETED, 1, now)
    assert (match.points_reason, written.role) == ("presencial", "organiser")
    assert [game.score for game in written.games] == [(3, 5)]
    final = match_at(cup, 2, 1)
    assert final.slots.get(side=0).entry == match.slots.get(side=1).entry
    event = AuditEvent.objects.get(match=match)
    assert (event.act, event.actor) == ("submit-result", organiser)
    assert event.before == {"state": "ready", "games": []}
    assert event.after == {"state": "completed", "winner": 1, "games": [[[3, 5]]]}


def test_a_whole_cup_by_hand_gives_points_and_a_champion(
    cup: Competition, organiser: User, now: datetime
) -> None:
    for number, place in enumerate([(1, 1), (1, 2), (2, 1)]):
        submit(match_at(cup, *place), organiser, now + timedelta(minutes=number))
    heal_rankings()
    cup.refresh_from_db()
    assert cup.state == Competition.State.FINISHED
    assert cup.champion == match_at(cup, 2, 1).slots.get(side=0).entry
    final = match_at(cup, 2, 1)
    assert sorted(final.points.values_list("points", flat=True)) == [5, 20]
    assert sound()


def test_the_players_are_those_of_the_rosters_without_reserves_and_guests(
    organiser: User, now: datetime
) -> None:
    cup = a_running_cup(organiser, now, entries=2, with_cards=True)
    match = match_at(cup, 1, 1)
    ana, rosa = players_of(match, 0)[0], a_person()
    entry = match.slots.get(side=0).entry
    RosterPlayer.objects.create(
        entry=entry, competition=cup, number=2, user=rosa, name="Rosa", reserve=True
    )
    RosterPlayer.objects.filter(entry=match.slots.get(side=1).entry).update(user=None)
    submit(match, organiser, now)
    persons = [row.person.name for row in match.player_results.order_by("side")]
    assert [row.user for row in match.player_results.order_by("side")] == [ana, None]
    assert "Rosa" not in persons


def test_scorers_write_where_they_were_appointed_and_real_cards_are_played(
    cup: Competition, organiser: User, now: datetime
) -> None:
    match, other, scorer = match_at(cup, 1, 1), match_at(cup, 1, 2), a_person()
    appointing = {"actor": organiser, "user": scorer, "role": Official.Role.SCORER, "now": now}
    officials.appoint_official(competition_id=cup.pk, match=match, **appointing)
    assert refusal(other, scorer, now) == "not-scorer"
    assert submit(match, scorer, now).role == "scorer"
    online = a_running_cup(organiser, now)
    officials.appoint_official(competition_id=online.pk, **appointing)
    assert refusal(match_at(online, 1, 1), scorer, now) == "not-scorer"


def test_players_and_the_organisers_of_other_clubs_write_nothing(
    cup: Competition, organiser: User, now: datetime
) -> None:
    match = match_at(cup, 1, 1)
    player = players_of(match, 0)[0]
    officials.appoint_official(
        competition_id=cup.pk, actor=organiser, user=player, role=Official.Role.SCORER, now=now
    )
    for stranger in (a_person(), an_organiser(), player):
        assert refusal(match, stranger, now) == "not-scorer"


@pytest.mark.parametrize(
    ("best_of", "games", "code"),
    [
        (1, [(6, 2)], "impossible-score"),
        (1, [(5, 5)], "impossible-score"),
        (1, [(5, -1)], "impossible-score"),
        (1, [(4, 3)], "impossible-score"),
        (1, [(10**30, 0)], "impossible-score"),
        (1, [], "series-open"),
        (1, [(5, 0), (5, 0)], "game-after-the-end"),
        (3, [(5, 0)], "series-open"),
        (3, [(5, 0), (0, 5)], "series-open"),
        (3, [(5, 0), (5, 0), (5, 0)], "game-after-the-end"),
    ],
)
def test_what_no_match_ends_with_is_refused(
    organiser: User, now: datetime, best_of: int, games: list[tuple[int, int]], code: str
) -> None:
    match = match_at(a_running_cup(organiser, now, best_of=best_of, with_cards=True), 1, 1)
    assert refusal(match, organiser, now, games) == code
    match.refresh_from_db()
    assert match.state == State.READY


def test_a_match_is_written_once_and_not_before_its_sides_are_known(
    cup: Competition, organiser: User, now: datetime
) -> None:
    match = match_at(cup, 1, 1)
    assert refusal(match_at(cup, 2, 1), organiser, now) == "match-not-open"
    submit(match, organiser, now)
    assert refusal(match, organiser, now, SECOND) == "match-not-open"


def test_nothing_is_written_before_the_start_or_after_the_end(
    organiser: User, now: datetime
) -> None:
    cup = a_cup(organiser, now, with_cards=True)
    for _ in range(2):
        enter(cup, organiser, now, a_person())
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    match = match_at(cup, 1, 1)
    assert refusal(match, organiser, now) == "wrong-state"
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, now=now, reason="lluvia")
    assert refusal(match, organiser, now) == "wrong-state"


def test_at_a_table_of_the_site_a_result_by_hand_has_a_reason_and_voids_the_table(
    organiser: User, now: datetime
) -> None:
    match = match_at(a_running_cup(organiser, now, best_of=3), 1, 1)
    call(match, now)
    now = win(everybody_sits(match, now), 0, now)
    assert refusal(match, organiser, now, [(5, 2), (5, 0)], " ") == "reason-missing"
    second = table_of(match)
    submit(match, organiser, now, [(2, 5), (0, 5)], "jugaron en la barra")
    second.refresh_from_db()
    assert second.status == Game.Status.ANNULLED
    assert not match.games.filter(voided=False).exists()
    assert (match.winner, match.points_reason) == (1, "by-hand")
    heal_rankings()
    assert sound()


def test_a_shared_address_scores_no_more_because_the_result_is_written_by_hand(
    organiser: User, now: datetime
) -> None:
    match = match_at(a_running_cup(organiser, now), 1, 1)
    game = call(match, now)
    for side in (0, 1):
        sit(game, *players_of(match, side), now=now, address="a")
    submit(match, organiser, now, reason="se cortó la luz")
    assert match.points_reason == "shared-ip"


def test_a_table_counts_the_games_and_points_of_what_was_written(
    organiser: User, now: datetime
) -> None:
    shape = FormatOptions(format="round-robin")
    event = a_running_cup(organiser, now, entries=3, shape=shape, best_of=3, with_cards=True)
    match = ready(event)[0]
    submit(match, organiser, now, [(5, 2), (1, 5), (5, 4)])
    table = group_table(match.round.group)
    first, second = (slot.entry_id for slot in match.slots.order_by("side"))
    own, rival = table.appearances[first][-1], table.appearances[second][-1]
    assert (own.games, own.chico_points) == ((2, 1), (11, 11))
    assert (rival.games, rival.chico_points) == ((1, 2), (11, 11))


def test_two_results_that_count_are_refused_by_the_database(
    cup: Competition, organiser: User, now: datetime
) -> None:
    written = submit(match_at(cup, 1, 1), organiser, now)
    written.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        written.save()


def let_another_side_win(match: Match) -> None:
    ResultSubmission.objects.filter(match=match).update(winner=1, chicos=[[[0, 5]]])


def write_points_past_the_target(match: Match) -> None:
    ResultSubmission.objects.filter(match=match).update(chicos=[[[6, 2]]])


def forget_that_anything_was_written(match: Match) -> None:
    ResultSubmission.objects.filter(match=match).delete()


def write_a_result_of_what_is_not_over(match: Match) -> None:
    written = ResultSubmission.objects.get(match=match)
    written.pk, written.match = None, Match.objects.filter(state=State.READY).first()
    written.save()


def write_a_result_beside_a_table(match: Match) -> None:
    played = Match.objects.get(state=State.COMPLETED, games__isnull=False)
    written = ResultSubmission.objects.get(match=match)
    written.pk, written.match, written.winner = None, played, played.winner
    written.save()


@pytest.mark.parametrize(
    "break_",
    [
        let_another_side_win,
        write_points_past_the_target,
        forget_that_anything_was_written,
        write_a_result_of_what_is_not_over,
        write_a_result_beside_a_table,
    ],
)
def test_verify_names_a_result_that_is_not_what_was_written(
    break_, cup: Competition, organiser: User, now: datetime
) -> None:
    match = match_at(cup, 1, 1)
    submit(match, organiser, now)
    play_match(match_at(a_running_cup(organiser, now), 1, 1), 0, now)
    heal_rankings()
    assert sound()
    break_(match)
    assert {violation.invariant for violation in violations(live=False)} == {"I9"}


def test_a_typed_result_drops_an_open_call_of_the_judge(
    cup: Competition, organiser: User, now: datetime
) -> None:
    dispute = ask(match_at(cup, 1, 1), now)
    result_services.submit_result(match_id=dispute.match_id, games=FIRST, actor=organiser, now=now)
    dispute.refresh_from_db()
    assert dispute.ruling == "moot"
