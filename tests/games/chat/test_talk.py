"""Table chat: permissions, rate limit, recipients and retention."""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.common.errors import RefusedError
from accounts.profiles import services as profiles
from games.chat import services as chat_services
from games.chat.services import Speaker
from games.models import Game, Line, Report, chat
from games.play import seats
from games.reports import services as reports
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person, a_table, fold_to_the_end

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
SECOND = timedelta(seconds=1)
STRANGER = Speaker(None, "f" * 64)
OF_THE_GAME = [
    field.name for field in Game._meta.concrete_fields if field.name != "seats_version"
]  # which counts what is said


@pytest.fixture
def game(now) -> Game:
    return a_table(now, people=[a_person("ana"), a_person("beto")], target="5")


def speaker(game: Game, seat: int = 0) -> Speaker:
    return Speaker(game.seats.get(number=seat).user, "")


def phrase(game: Game, now, *, seat: int | None = 0, who: Speaker | None = None, code="luck"):
    who = who or speaker(game, seat or 0)
    return chat_services.say_phrase(game_id=game.pk, seat=seat, speaker=who, phrase=code, now=now)


def write(game: Game, text: str, now, *, seat: int | None = 0, who: Speaker | None = None):
    who = who or speaker(game, seat or 0)
    return chat_services.write_line(game_id=game.pk, seat=seat, speaker=who, text=text, now=now)


def refused(code: str):
    return pytest.raises(RefusedError, match=f"^{code}$")


# ---- what is said ----
def test_talk_changes_nothing_of_the_game(game, now):
    before = Game.objects.filter(pk=game.pk).values(*OF_THE_GAME).get()
    phrase(game, now)
    write(game, "hola  a todos ", now + 2 * SECOND)
    assert Game.objects.filter(pk=game.pk).values(*OF_THE_GAME).get() == before
    assert game.actions.count() == 0
    assert [str(line) for line in game.lines.order_by("pk")] == ["luck", "hola a todos"]


def test_everybody_is_told_of_a_seat_and_only_spectators_of_a_spectator(game, now, hints):
    hints.clear()
    phrase(game, now)
    phrase(game, now, seat=None, who=STRANGER)
    assert [message.get("seats") for _, message in hints] == [None, [None]]


def test_after_the_game_everybody_is_told_of_a_spectator(game, now, hints):
    end = fold_to_the_end(game, now)
    hints.clear()
    phrase(game, end, seat=None, who=STRANGER)
    assert [message.get("seats") for _, message in hints] == [None]


def test_a_phrase_or_face_outside_the_table_does_not_exist(game, now):
    with refused("no-such-phrase"):
        phrase(game, now, code="veni")  # a word for partners
    assert not Line.objects.exists()


@pytest.mark.feature("Playing", "Written chat for people with an account")
def test_a_stranger_has_phrases_and_needs_an_account_to_write(game, now):
    phrase(game, now, seat=None, who=STRANGER)
    with refused("needs-account"):
        write(game, "hola", now + 2 * SECOND, seat=None, who=STRANGER)


def test_a_guest_has_phrases_and_needs_an_account_to_write(game, now):
    guest = game.seats.get(number=0).user
    guest.is_guest = True
    assert not chat_services.may_write(guest)
    with refused("needs-account"):
        write(game, "hola", now, who=Speaker(guest, ""))
    phrase(game, now, who=Speaker(guest, ""))


def test_who_has_an_account_may_write(game):
    assert chat_services.may_write(game.seats.get(number=0).user)
    assert not chat_services.may_write(AnonymousUser())


def test_a_line_that_deceives_is_refused_and_nothing_is_left(game, now):
    with refused("unseen-signs"):
        write(game, "a\u202eb", now)
    assert not Line.objects.exists()
    write(game, "ab", now)  # nor does a refusal count as a line


@pytest.mark.parametrize(
    ("level", "said", "written"),
    [("none", "no-talk", "no-talk"), ("phrases", "", "no-chat"), ("chat", "", "")],
)
def test_a_table_allows_so_much_and_no_more(game, now, level, said, written):
    Game.objects.filter(pk=game.pk).update(talk=level)
    for code, act in ((said, phrase), (written, partial(write, text="hola"))):
        now += 2 * SECOND
        if code:
            with refused(code):
                act(game, now=now)
        else:
            act(game, now=now)


def test_a_table_that_is_over_is_talked_at_for_an_hour(game, now):
    seats.annul_game(game_id=game.pk, now=now)
    phrase(game, now + chat_services.FAREWELL)
    with refused("no-talk"):
        phrase(game, now + chat_services.FAREWELL + SECOND)


# ---- how fast ----
def test_a_speaker_has_one_line_in_two_seconds_and_eight_in_a_minute(game, now):
    for number in range(chat_services.MANY):
        phrase(game, now + 2 * number * SECOND)
        with refused("talks-too-fast"):
            phrase(game, now + (2 * number + 1) * SECOND)
    with refused("talks-too-fast"):
        phrase(game, now + 2 * chat_services.MANY * SECOND)
    phrase(game, now, seat=1)  # other seats are not limited
    phrase(game, now + chat_services.WHILE)
    assert game.lines.count() == chat_services.MANY + 2


def test_what_was_said_before_a_clock_set_back_silences_nobody(game, now):
    for number in range(chat_services.MANY):
        phrase(game, now + 3600 * SECOND + 2 * number * SECOND)
    phrase(game, now)
    assert game.lines.count() == chat_services.MANY + 1


def test_phrases_at_machine_speed_leave_one_line(game, now):
    for number in range(ROUNDS):
        moment = now + 10 * number * SECOND
        results = at_once(*[partial(phrase, game, moment)] * 4)
        kept = [result for result in results if isinstance(result, Line)]
        codes = {result.code for result in results if isinstance(result, RefusedError)}
        assert (len(kept), codes) == (1, {"talks-too-fast"}), results
        game.lines.all().delete()


def test_strangers_are_counted_by_their_address(game, now):
    phrase(game, now, seat=None, who=STRANGER)
    with refused("talks-too-fast"):
        phrase(game, now, seat=None, who=STRANGER)
    phrase(game, now, seat=None, who=Speaker(None, "e" * 64))


# ---- who hears it ----
def test_a_seat_hears_spectators_only_after_the_game(game, now):
    phrase(game, now, seat=None, who=STRANGER)
    mine = phrase(game, now)
    assert chat_services.listed_lines(game, 1) == [mine]
    assert len(chat_services.listed_lines(game, None)) == 2
    fold_to_the_end(game, now)
    assert len(chat_services.listed_lines(game, 1)) == 2


def test_many_spectators_do_not_push_a_seats_bubble_out(game, now):
    mine = phrase(game, now)
    for number in range(30):
        phrase(game, now, seat=None, who=Speaker(None, f"{number:064}"))
    assert mine in chat.last_lines(game)


# ---- reports, and forgetting ----
def test_a_report_of_a_line_is_kept_once(game, now):
    line, rival = write(game, "tramposo", now), game.seats.get(number=1).user
    for _ in range(2):
        reports.report_line(game_id=game.pk, seat=1, line_id=line.pk, user=rival, now=now)
    assert line.reports.count() == 1


def test_nobody_reports_what_they_did_not_hear_or_said_themselves(game, now):
    aside, mine = phrase(game, now, seat=None, who=STRANGER), phrase(game, now)
    for line_id, seat in ((aside.pk, 1), (mine.pk, 0), (10**15, 1)):
        user = speaker(game, seat).user
        with refused("no-such-line"):
            reports.report_line(game_id=game.pk, seat=seat, line_id=line_id, user=user, now=now)


def test_a_line_is_kept_for_a_week_and_a_reported_one_for_a_month(game, now):
    plain, line = phrase(game, now), phrase(game, now, seat=1)
    reports.report_line(game_id=game.pk, seat=0, line_id=line.pk, user=speaker(game).user, now=now)
    chat_services.forget_old(now=now + chat_services.KEPT)
    assert Line.objects.count() == 2
    chat_services.forget_old(now=now + chat_services.KEPT + SECOND)
    assert list(Line.objects.all()) == [line] != [plain]
    chat_services.forget_old(now=now + chat_services.KEPT_REPORTED + SECOND)
    assert not Report.objects.exists()


def test_what_a_person_said_and_reported_goes_with_their_account(game, now):
    rival = game.seats.get(number=1).user
    line = write(game, "hola", now, seat=1)
    other = write(game, "chau", now)
    reports.report_line(game_id=game.pk, seat=1, line_id=other.pk, user=rival, now=now)
    profiles.anonymise(user_id=rival.pk, now=now)
    assert list(Line.objects.all()) == [other] != [line]
    assert not Report.objects.exists()
