"""Line-ups: named by captains, secret until both are in or the hour has come."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.boards import (
    a_club_cup,
    call_and_name,
    captain_of,
    entry_of,
    name,
    play,
    roster_of,
)
from tests.tournaments.cups import match_at
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.club_matches import line_ups
from tournaments.club_matches.standing import boards_of
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.substitutes import add_reserve, drop_reserve
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match
from tournaments.matches.tables import extend_sit_down
from tournaments.models import (
    AuditEvent,
    LineUp,
    LineUpPlace,
    Match,
    PlayerResult,
    RosterPlayer,
)
from tournaments.models.club_matches import are_open

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SECOND = timedelta(seconds=1)


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    """Two clubs of five meet at two pairs and a single, with a reserve each at most."""
    cup = a_club_cup(organiser, now, boards="2,2,1", reserves=1)
    return match_at(cup, 1, 1)


def visible_line_ups(match: Match, now: datetime) -> list[list[list[int]]]:
    """Whom everybody sees at each board, by their numbers, the first side first."""
    return [
        [[one.number for one in side] for side in board.people] for board in boards_of(match, now)
    ]


def refused(match: Match, side: int, now: datetime, *args: object, **more: object) -> str:
    rows = LineUpPlace.objects.count(), AuditEvent.objects.count()
    with pytest.raises(RefusedError) as error:
        name(match, side, now, *args, **more)
    assert rows == (LineUpPlace.objects.count(), AuditEvent.objects.count())
    return error.value.code


NOTHING = [[[], []]] * 3


@pytest.mark.feature("Formats", "Line-ups are secret until both are in")
def test_a_line_up_is_seen_by_nobody_until_the_other_is_in(match: Match, now: datetime) -> None:
    assert not name(match, 0, now, [5, 4, 3, 2, 1])
    assert visible_line_ups(match, now) == NOTHING
    assert name(match, 1, now)
    assert visible_line_ups(match, now) == [[[5, 4], [1, 2]], [[3, 2], [3, 4]], [[1], [5]]]


def test_a_captain_may_name_another_as_long_as_it_is_secret(match: Match, now: datetime) -> None:
    name(match, 0, now, [5, 4, 3, 2, 1])
    name(match, 0, now, [2, 1, 3, 4, 5])
    name(match, 1, now)
    assert visible_line_ups(match, now)[0] == [[2, 1], [1, 2]]
    assert refused(match, 0, now, [5, 4, 3, 2, 1]) == "line-ups-closed"


def test_at_the_hour_the_list_counts_for_who_named_nobody(match: Match, now: datetime) -> None:
    call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    name(match, 1, now, [5, 4, 3, 2, 1])
    hour = match.sit_by
    assert not are_open(match, hour - SECOND)
    assert visible_line_ups(match, hour - SECOND) == NOTHING
    assert visible_line_ups(match, hour) == [[[1, 2], [5, 4]], [[3, 4], [3, 2]], [[5], [1]]]
    assert refused(match, 0, hour, [5, 4, 3, 2, 1]) == "line-ups-closed"


def test_a_league_has_its_hour_in_its_dates(match: Match, now: datetime) -> None:
    Match.objects.filter(pk=match.pk).update(scheduled_at=now + SECOND)
    match.refresh_from_db()
    assert name(match, 0, now) is False
    assert are_open(match, now + SECOND)
    assert refused(match, 1, now + SECOND) == "line-ups-closed"


def test_a_paused_competition_waits(match: Match, now: datetime) -> None:
    call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    match.competition.state = "paused"
    assert not are_open(match, match.sit_by + SECOND)


def test_nothing_that_is_kept_for_others_to_read_says_who_plays(
    match: Match, now: datetime
) -> None:
    name(match, 0, now, [5, 4, 3, 2, 1])
    event = AuditEvent.objects.get(match=match)
    entry = entry_of(match, 0)
    assert (event.act, event.before) == ("line-up", {})
    assert event.after == {"entry": entry.name, "entry_id": entry.pk}


def test_only_the_captain_or_an_organiser_names_it(
    match: Match, organiser: User, now: datetime
) -> None:
    assert refused(match, 0, now, by=roster_of(match, 0)[1].user) == "not-captain"
    assert refused(match, 0, now, by=captain_of(match, 1)) == "not-captain"
    assert not name(match, 0, now, by=organiser)


def test_only_the_roster_plays_and_each_of_it_once(match: Match, now: datetime) -> None:
    own, others = roster_of(match, 0), roster_of(match, 1)
    entry, captain = entry_of(match, 0), captain_of(match, 0)

    def code(*boards: list[RosterPlayer]) -> str:
        asked = [[player.pk for player in board] for board in boards]
        with pytest.raises(RefusedError) as error:
            line_ups.name_line_up(
                match_id=match.pk, entry_id=entry.pk, boards=asked, actor=captain, now=now
            )
        return error.value.code

    assert code(own[:2], own[2:4], [others[0]]) == "not-of-the-roster"
    assert code(own[:2], own[2:4], [own[0]]) == "plays-twice"
    assert code(own[:2], own[2:4]) == "line-up-not-whole"
    assert code(own[:2], own[2:4], []) == "line-up-not-whole"
    assert code(own[:2], own[2:5], []) == "line-up-not-whole"
    assert not LineUp.objects.exists()


def test_an_organiser_closes_them_before_the_hour(
    match: Match, organiser: User, now: datetime
) -> None:
    name(match, 1, now, [5, 4, 3, 2, 1])
    with pytest.raises(RefusedError, match="not-organiser"):
        line_ups.close_line_ups(match_id=match.pk, actor=captain_of(match, 0), now=now)
    line_ups.close_line_ups(match_id=match.pk, actor=organiser, now=now)
    assert visible_line_ups(match, now)[2] == [[5], [1]]
    assert sound()


def test_a_match_of_one_table_has_no_line_up(organiser: User, now: datetime) -> None:
    cup = a_club_cup(organiser, now, boards="1,1")
    cup.boards = ""
    cup.save()
    with pytest.raises(RefusedError, match="no-boards"):
        name(match_at(cup, 1, 1), 0, now)


# ---- substitutes between boards ----
def reserve_of(match: Match, side: int, now: datetime) -> RosterPlayer:
    return add_reserve(
        entry_id=entry_of(match, side).pk,
        player=NamedPlayer("Rosa", a_person()),
        actor=captain_of(match, side),
        now=now,
    )


def change(
    match: Match,
    side: int,
    board: int,
    out: RosterPlayer,
    comes: RosterPlayer,
    now: datetime,
    *,
    by: User | None = None,
) -> str:
    """Change a place as the captain of a side, or as somebody else; return the refusal's code."""
    try:
        line_ups.change_place(
            match_id=match.pk,
            entry_id=entry_of(match, side).pk,
            board=board,
            out_player_id=out.pk,
            in_player_id=comes.pk,
            actor=by or captain_of(match, side),
            now=now,
        )
    except RefusedError as error:
        return error.code
    return ""


def test_with_real_cards_an_organiser_brings_a_reserve_in(
    match: Match, organiser: User, now: datetime
) -> None:
    reserve, people = reserve_of(match, 0, now), roster_of(match, 0)
    change_as = partial(change, match, 0, now=now, by=organiser)
    assert change_as(3, people[4], reserve) == "line-ups-secret"
    call_and_name(match, now)
    assert change_as(2, people[4], reserve) == "line-up-not-whole"
    assert change_as(2, people[2], people[4]) == "plays-twice"
    assert change_as(2, people[2], roster_of(match, 1)[0]) == "not-of-the-roster"
    assert change_as(2, people[2], reserve) == ""
    assert visible_line_ups(match, now)[1] == [[6, 4], [3, 4]]
    told = AuditEvent.objects.filter(act="board-change").get()
    assert told.before == {"playing": [people[2].name, people[3].name]}
    assert told.after["playing"] == [reserve.name, people[3].name]
    assert sound()


def test_with_real_cards_no_captain_gives_a_board_to_another(
    match: Match, organiser: User, now: datetime
) -> None:
    reserve, people = reserve_of(match, 0, now), roster_of(match, 0)
    call_and_name(match, now)
    assert change(match, 0, 3, people[4], reserve, now) == "not-organiser"
    assert change(match, 0, 3, people[4], reserve, now, by=organiser) == ""
    play(match, organiser, now, 0, 1, 0)
    match.refresh_from_db()
    assert match.is_decided


def test_an_organiser_puts_a_player_back_at_a_board_written_down(
    match: Match, organiser: User, now: datetime
) -> None:
    reserve, people = reserve_of(match, 0, now), roster_of(match, 0)
    call_and_name(match, now)
    assert change(match, 0, 1, people[0], reserve, now, by=organiser) == ""
    play(match, organiser, now, 0)
    assert change(match, 0, 1, reserve, people[0], now, by=organiser) == ""
    assert visible_line_ups(match, now)[0] == [[1, 2], [1, 2]]
    assert match.line_ups.get(side=0).taken_out == [reserve.pk]
    play(match, organiser, now, 0, 0)
    assert set(PlayerResult.objects.filter(board=1, side=0).values_list("user", flat=True)) == {
        people[0].user_id,
        people[1].user_id,
    }
    assert sound()


@pytest.mark.feature("Formats", "A captain cannot exchange boards after seeing the other line-up")
def test_boards_that_were_seen_are_not_traded_by_way_of_a_reserve(
    organiser: User, now: datetime
) -> None:
    cup = a_club_cup(organiser, now, boards="2,2,1", reserves=1, with_cards=False)
    match = match_at(cup, 1, 1)
    reserve, people = reserve_of(match, 0, now), roster_of(match, 0)
    call_and_name(match, now)
    assert change(match, 0, 1, people[1], reserve, now) == ""
    assert change(match, 0, 3, people[4], people[1], now) == "was-taken-out"
    assert visible_line_ups(match, now)[2] == [[5], [5]]
    gone = people[1]
    RosterPlayer.objects.filter(pk=gone.pk).update(reserve=True)
    with pytest.raises(RefusedError, match="wrong-state"):  # nor by being listed again
        drop_reserve(entry_id=gone.entry_id, player_id=gone.pk, actor=captain_of(match, 0), now=now)


def test_who_was_named_stays_on_the_list(match: Match, now: datetime) -> None:
    reserve = reserve_of(match, 0, now)
    name(match, 0, now, [6, 2, 3, 4, 5])
    name(match, 1, now)
    with pytest.raises(RefusedError, match="wrong-state"):
        drop_reserve(
            entry_id=reserve.entry_id, player_id=reserve.pk, actor=captain_of(match, 0), now=now
        )


def test_at_the_tie_break_whoever_played_may_play_again(organiser: User, now: datetime) -> None:
    match = match_at(a_club_cup(organiser, now, boards="1,1"), 1, 1)
    call_and_name(match, now)
    play(match, organiser, now, 0, 1)
    assert visible_line_ups(match, now) == [[[1], [1]], [[2], [2]], [[1], [1]]]
    first, second = roster_of(match, 0)
    assert change(match, 0, 3, first, second, now, by=organiser) == ""
    assert visible_line_ups(match, now)[2] == [[2], [1]]
    assert change(match, 0, 3, second, second, now, by=organiser) == "plays-twice"


# ---- once seen they stay so ----
@pytest.mark.parametrize("with_cards", [True, False])
def test_more_time_is_for_naming_and_hides_nothing_that_was_seen(
    organiser: User, now: datetime, with_cards: bool
) -> None:
    match = match_at(a_club_cup(organiser, now, with_cards=with_cards), 1, 1)
    call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    hour = extend_sit_down(match_id=match.pk, actor=organiser, now=now)
    assert hour == match.sit_by + timedelta(minutes=5)
    match.refresh_from_db()
    assert not are_open(match, hour - SECOND)
    if with_cards:  # no player has to sit down
        code = refusal(extend_sit_down, match_id=match.pk, actor=organiser, now=hour)
        assert code == "match-not-open"
    else:
        extend_sit_down(match_id=match.pk, actor=organiser, now=hour)
        assert match.games.filter(voided=False).count() == 3
    match.refresh_from_db()
    assert are_open(match, hour)


def test_a_pause_hides_nothing_that_was_seen(match: Match, organiser: User, now: datetime) -> None:
    call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    hour = match.sit_by
    lifecycle.pause(competition_id=match.competition.pk, actor=organiser, now=hour)
    match = Match.objects.get(pk=match.pk)
    assert are_open(match, hour)
    assert refused(match, 0, hour, [5, 4, 3, 2, 1]) == "line-ups-closed"
    lifecycle.resume(competition_id=match.competition.pk, actor=organiser, now=hour)
    assert are_open(Match.objects.get(pk=match.pk), hour)


def test_taking_a_reserve_off_the_list_tells_nothing_of_a_secret_line_up(
    match: Match, organiser: User, now: datetime
) -> None:
    rosa = NamedPlayer("Rosa")
    add_reserve(entry_id=entry_of(match, 0).pk, player=rosa, actor=organiser, now=now)
    name(match, 0, now, [6, 1, 2, 3, 4])
    drop = {"actor": organiser, "now": now}
    codes = {
        refusal(drop_reserve, entry_id=entry_of(match, 0).pk, player_id=pk, **drop)
        for pk in (roster_of(match, 0)[5].pk, 0)
    }
    assert codes == {"line-up-in"}
    name(match, 0, now, [1, 2, 3, 4, 5])
    drop |= {"entry_id": entry_of(match, 0).pk, "player_id": roster_of(match, 0)[5].pk}
    assert refusal(drop_reserve, **drop) == "line-up-in"
    name(match, 1, now)
    drop_reserve(**drop)
    assert len(roster_of(match, 0)) == 5
