"""Penalties with real cards: who gives them, what they do to the sheet, and taking them back."""

from datetime import datetime
from uuid import uuid4

import pytest

from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from games.common.errors import StaleError
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, players_of
from tests.tournaments.refusals import at_once, refusal
from tests.tournaments.soundness import sound
from tournaments.bulletins.services import send_bulletin
from tournaments.formats.score_sheet import Close, Point, Undo
from tournaments.judging.officials import appoint_official
from tournaments.matches.services import call_match
from tournaments.models import (
    AuditEvent,
    Competition,
    Match,
    Official,
    Penalty,
    ScoreMark,
    ScoreSheet,
)
from tournaments.penalties.services import (
    add_penalty,
    change_penalty,
    correct_score,
    give_penalty,
    penalties_of,
)
from tournaments.score_sheets import services as score_sheets
from tournaments.verification import violations

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Role = Official.Role


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """Four who play with real cards, to five points."""
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def match(cup: Competition, now: datetime) -> Match:
    """A semifinal that was called."""
    called = match_at(cup, 1, 1)
    assert call_match(match_id=called.pk, now=now)
    called.refresh_from_db()
    return called


def post(cup: Competition, organiser: User, role: str, now: datetime) -> User:
    person = a_person(f"con-{role}")
    appoint_official(competition_id=cup.pk, actor=organiser, user=person, role=role, now=now)
    return person


def version(match: Match) -> int:
    sheet = ScoreSheet.objects.filter(match=match).first()
    return sheet.version if sheet else 0


def mark_arguments(match: Match, **more: object) -> dict[str, object]:
    told = {"match_id": match.pk, "seen_version": version(match), "action_id": uuid4().hex}
    return {**told, **more}


def note(match: Match, actor: User, now: datetime, *marks: object) -> None:
    for mark in marks:
        score_sheets.keep_score(mark=mark, actor=actor, now=now, **mark_arguments(match))


def give(match: Match, actor: User, now: datetime, ident: str, side: int, **more: object):
    told = {"ident": ident, "side": side, "points": None, "note": "", **more}
    return give_penalty(actor=actor, now=now, **mark_arguments(match, **told))


def points(match: Match) -> list[int]:
    return ScoreSheet.objects.get(match=match).points


@pytest.mark.feature("Judging", "Penalties with real cards, with an article and a reason")
def test_a_judge_gives_points_with_the_article_and_a_reason(cup, match, organiser, now):
    judge = post(cup, organiser, Role.JUDGE, now)
    give(match, judge, now, "misdeal", 0, note="dio cuatro cartas")
    assert points(match) == [0, 1]
    penalty = Penalty.objects.get()
    assert (penalty.key, penalty.article, penalty.note) == (
        "misdeal",
        "R-J1",
        "dio cuatro cartas",
    )
    assert (penalty.mark.by, penalty.mark.at) == (judge, now)
    event = match.audit.get(act=AuditEvent.Act.PENALTY)
    assert (event.actor, event.reason) == (judge, "dio cuatro cartas")
    assert sound()


def test_the_judge_may_say_how_many(match, organiser, now):
    give(match, organiser, now, "outside-help", 1, points=3)
    assert points(match) == [3, 0]
    wrong = {"ident": "misdeal", "side": 0, "points": 31, "note": ""}
    assert (
        refusal(give_penalty, actor=organiser, now=now, **mark_arguments(match, **wrong))
        == "badly-written"
    )


def test_points_that_reach_the_target_leave_the_end_to_the_scorer(match, organiser, now):
    note(match, organiser, now, Point(1, 4))
    give(match, organiser, now, "outside-help", 0, points=4)
    assert points(match) == [0, 5]
    note(match, organiser, now, Close())
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.COMPLETED, 1)
    assert sound()


def test_a_game_that_is_lost_decides_the_match(match, organiser, now):
    note(match, organiser, now, Point(0, 3))
    give(match, organiser, now, "cheating", 0, note="una carta en la manga")
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.COMPLETED, 1)
    assert match.submissions.get().chicos == [[[3, 5]]]
    assert match.submissions.get().reason == "una carta en la manga"
    assert sound()


def test_a_score_is_corrected_with_a_reason_only(match, organiser, now):
    note(match, organiser, now, Point(0, 4))
    told = {"points": (2, 3), "actor": organiser, "now": now}
    assert refusal(correct_score, **mark_arguments(match, note=" ", **told)) == "reason-missing"
    correct_score(**mark_arguments(match, note="se anotó del lado que no era", **told))
    assert points(match) == [2, 3]
    assert Penalty.objects.get().article == "R-S6"
    told["points"] = (5, 5)
    assert refusal(correct_score, **mark_arguments(match, note="no", **told)) == "impossible-score"
    assert sound()


def test_scorers_players_and_strangers_give_nothing(cup, match, organiser, now):
    scorer = post(cup, organiser, Role.SCORER, now)
    player = players_of(match, 0)[0]
    told = {"ident": "misdeal", "side": 0, "points": None, "note": ""}
    for person in (scorer, player, a_person("nadie"), an_organiser()):
        assert (
            refusal(give_penalty, actor=person, now=now, **mark_arguments(match, **told))
            == "not-judge"
        )
        correcting = mark_arguments(match, points=(1, 1), note="no", actor=person, now=now)
        assert refusal(correct_score, **correcting) == "not-judge"
    assert not ScoreMark.objects.exists()


def test_a_judge_who_plays_in_a_match_does_not_judge_it(cup, match, organiser, now):
    player = players_of(match, 0)[0]
    appoint_official(competition_id=cup.pk, actor=organiser, user=player, role=Role.JUDGE, now=now)
    told = {"ident": "misdeal", "side": 1, "points": None, "note": ""}
    assert (
        refusal(give_penalty, actor=player, now=now, **mark_arguments(match, **told)) == "not-judge"
    )


@pytest.mark.feature("Judging", "Only a judge takes a penalty back")
def test_only_a_judge_takes_a_penalty_back_and_the_log_says_so(cup, match, organiser, now):
    scorer = post(cup, organiser, Role.SCORER, now)
    note(match, scorer, now, Point(0, 2))
    give(match, organiser, now, "misdeal", 0)
    undoing = mark_arguments(match, mark=Undo(), now=now)
    assert refusal(score_sheets.keep_score, actor=scorer, **undoing) == "not-judge"
    assert points(match) == [2, 1]
    score_sheets.keep_score(actor=organiser, **undoing)
    assert points(match) == [2, 0]
    assert match.audit.filter(act=AuditEvent.Act.LIFT_PENALTY, actor=organiser).count() == 1
    note(match, scorer, now, Undo())
    assert points(match) == [0, 0]
    assert sound()


def test_a_tap_that_is_sent_twice_counts_once(match, organiser, now):
    told = mark_arguments(
        match, ident="misdeal", side=0, points=None, note="", actor=organiser, now=now
    )
    assert not give_penalty(**told).repeated
    assert give_penalty(**told).repeated
    assert points(match) == [0, 1]
    assert refusal(give_penalty, **{**told, "side": 1}) == "other-action"


def test_a_page_that_is_out_of_date_gives_nothing(match, organiser, now):
    old = mark_arguments(
        match, ident="misdeal", side=0, points=None, note="", actor=organiser, now=now
    )
    note(match, organiser, now, Point(0, 1))
    with pytest.raises(StaleError):
        give_penalty(**old)
    assert points(match) == [1, 0]


def test_nothing_is_given_once_the_match_is_over_or_without_cards(cup, match, organiser, now):
    note(match, organiser, now, Point(0, 5), Close())
    told = {"ident": "misdeal", "side": 0, "points": None, "note": ""}
    late = mark_arguments(match, actor=organiser, now=now, **told)
    assert refusal(give_penalty, **late) == "match-not-open"
    owner = an_organiser()
    online = match_at(a_running_cup(owner, now), 1, 1)
    there = mark_arguments(online, actor=owner, now=now, **told)
    assert refusal(give_penalty, **there) == "not-with-cards"


def test_a_club_changes_its_list_and_what_was_given_stays_as_it_was(match, cup, organiser, now):
    club = cup.club
    row = {"club_id": club.pk, "actor": organiser, "effect": "points", "points": 2}
    give(match, organiser, now, "misdeal", 0)
    change_penalty(**row, ident="misdeal", name="Dio mal", article="R-J1", is_off=False)
    late = add_penalty(**row, name="Llegó tarde", article="")
    change_penalty(**row, ident="cheating", name="", article="R-J8", is_off=True)
    listed = {line.ident: line for line in penalties_of(club.pk)}
    assert (listed["misdeal"].name, listed["misdeal"].points) == ("Dio mal", 2)
    assert listed["cheating"].is_off
    own = f"own-{late.pk}"
    assert (listed[own].name, listed[own].article) == ("Llegó tarde", "")
    assert Penalty.objects.get().name == ""
    give(match, organiser, now, own, 1)
    assert points(match) == [2, 1]
    off = mark_arguments(
        match, ident="cheating", side=0, points=None, note="", actor=organiser, now=now
    )
    assert refusal(give_penalty, **off) == "no-such-penalty"


def test_a_list_is_its_clubs_own(cup, organiser, now):
    row = {"effect": "points", "points": 1, "name": "Llegó tarde", "article": ""}
    stranger = {"club_id": cup.club_id, "actor": a_person("nadie")}
    assert refusal(add_penalty, **stranger, **row) == "not-organiser"
    other = an_organiser()
    theirs = add_penalty(club_id=other.clubs.get().pk, actor=other, **row)
    here = {"club_id": cup.club_id, "actor": organiser, "is_off": False}
    for ident in (f"own-{theirs.pk}", "own-x", "nothing", "own-" + "9" * 30):
        assert refusal(change_penalty, ident=ident, **here, **row) == "no-such-penalty"
    for wrong in ({"effect": "nothing"}, {"points": 0}, {"article": "R-Z9"}, {"name": " "}):
        given = {"club_id": cup.club_id, "actor": organiser, **row, **wrong}
        assert refusal(add_penalty, **given) == "badly-written"


def test_a_judges_mark_without_its_reason_is_a_violation(match, organiser, now):
    give(match, organiser, now, "misdeal", 0)
    Penalty.objects.all().delete()
    assert [each.invariant for each in violations(live=False)] == ["I2"]


def test_who_deletes_their_account_is_named_in_no_note_or_bulletin(match, cup, organiser, now):
    zulema = players_of(match, 0)[0]
    User.objects.filter(pk=zulema.pk).update(display_name="Zulema Quispe")
    zulema.refresh_from_db()
    give(match, organiser, now, "misdeal", 0, note="Zulema Quispe dio cuatro")
    said = {"text": "Zulema Quispe a la mesa 1", "actor": organiser, "now": now}
    bulletin = send_bulletin(competition_id=cup.pk, **said)
    profiles.anonymise(user_id=zulema.pk, now=now)
    bulletin.refresh_from_db()
    assert bulletin.text == f"{ERASED} a la mesa 1"
    assert Penalty.objects.get().note == f"{ERASED} dio cuatro"


@pytest.mark.django_db(transaction=True)
def test_a_judge_and_a_scorer_at_once_leave_both_marks_or_one_is_told(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, with_cards=True)
    match = match_at(cup, 1, 1)
    call_match(match_id=match.pk, now=now)
    judging = mark_arguments(
        match, ident="misdeal", side=0, points=None, note="", actor=organiser, now=now
    )
    scored = mark_arguments(match, mark=Point(0, 2), actor=organiser, now=now)
    answers = at_once(lambda: give_penalty(**judging), lambda: score_sheets.keep_score(**scored))
    assert answers.count("stale") == 1
    assert version(match) == ScoreMark.objects.count() == 1
    assert sound()
