"""Repeated meetings of two players on one day: three games score, and both are notified."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.casual import services as casual
from games.models import Game
from games.play.stakes import Stakes, stakes_at
from tests.accounts.people import a_guest
from tests.games.tables import a_person, a_table, act, fold_to_the_end, state_of
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match, players_of
from tests.tournaments.soundness import sound
from tournaments.models import HeldMatch, Match, PointsEntry, RingReview
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def in_one_hand(game: Game, now: datetime) -> datetime:
    """Falta envido, quiero: the quickest game there is."""
    while not game.is_over:
        now += timedelta(seconds=1)
        if state_of(game).over:
            return fold_to_the_end(game, now)
        act(game, "falta", now)
        act(game, "quiero", now)
        game.refresh_from_db()
    return now


def meet(now: datetime, *people: User, at_once: bool = False) -> Game:
    """A casual table for points, played to its end."""
    game = a_table(now, people=people, competitive=True, target="5")
    (in_one_hand if at_once else fold_to_the_end)(game, now)
    return game


def reasons() -> list[str]:
    return list(
        Match.objects.filter(round=None).order_by("pk").values_list("points_reason", flat=True)
    )


def total() -> int:
    heal_rankings()
    return sum(PointsEntry.objects.values_list("points", flat=True))


@pytest.mark.feature("Points and players", "Of the casual games of two opponents three a day score")
def test_a_farm_of_two_accounts_gets_three_games_a_day_at_most(now):
    ana, beto = a_person(), a_person()
    for number in range(10):
        meet(now + number * MINUTE, ana, beto, at_once=True)
    assert total() <= 3 * 25
    assert reasons()[3:] == ["repeated"] * 7
    assert sound()


def test_the_first_scores_whatever_its_length_and_a_short_second_does_not(now):
    ana, beto = a_person(), a_person()
    lengths = []
    for number in range(3):
        game = meet(now + number * MINUTE, ana, beto, at_once=True)
        lengths.append(game.start["number"])
    expected = ["played", *("short" if hands < 3 else "played" for hands in lengths[1:])]
    assert reasons() == expected
    assert min(lengths) < 3, "falta envido, quiero, is over at once"


def test_three_games_of_some_length_score_and_a_fourth_does_not(now):
    ana, beto = a_person(), a_person()
    for number in range(4):
        meet(now + number * MINUTE, *((ana, beto) if number % 2 else (beto, ana)))
    assert reasons() == ["played", "played", "played", "repeated"]
    assert total() == 75


def test_the_next_day_of_utc_begins_anew(now):
    ana, beto = a_person(), a_person()
    late = now.replace(hour=23, minute=0)
    for number in range(3):
        meet(late + number * MINUTE, ana, beto)
    meet(late + timedelta(hours=1, minutes=1), ana, beto, at_once=True)
    assert reasons() == ["played"] * 4


def test_other_opponents_have_a_day_of_their_own(now):
    ana, beto, cora = (a_person() for _ in range(3))
    for number in range(3):
        meet(now + number * MINUTE, ana, beto)
    meet(now + 5 * MINUTE, ana, cora, at_once=True)
    assert reasons()[-1] == "played"


def test_a_table_of_four_counts_as_the_two_of_it_who_have_met_most(now):
    ana, beto, cora, dani = (a_person() for _ in range(4))
    for number in range(3):
        meet(now + number * MINUTE, ana, beto)
    meet(now + 5 * MINUTE, ana, cora, beto, dani)  # ana and beto are partners
    assert reasons()[-1] == "played"
    meet(now + 9 * MINUTE, ana, beto, cora, dani)
    assert reasons()[-1] == "repeated"


def test_all_guests_are_one_opponent(now):
    ana = a_person()
    for number in range(4):
        meet(now + number * MINUTE, ana, a_guest(now))
    assert reasons() == ["played", "played", "played", "repeated"]


def test_a_match_of_a_competition_scores_however_often_they_met(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    people = [players_of(match, side)[0] for side in (0, 1)]
    for number in range(4):
        meet(now + number * MINUTE, *people)
    play_match(match, 0, now + 30 * MINUTE)
    match.refresh_from_db()
    assert match.points_reason == "played"


def test_what_was_decided_is_not_revised(now):
    """A day's results count as written, even if accounts change later."""
    ana, beto = a_person(), a_person()
    for number in range(4):
        meet(now + number * MINUTE, ana, beto)
    before = reasons()
    heal_rankings()
    assert reasons() == before
    assert sound()


# ---- what is said before the first card ----
def table_after_meetings(met: int, now: datetime, monkeypatch) -> tuple[Game, User, User]:
    """A new table of two who have met so often today."""
    ana, beto = a_person(), a_person()
    for number in range(met):
        meet(now + number * MINUTE, ana, beto)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now + 10 * MINUTE)
    game = a_table(now, people=[ana, beto], competitive=True, target="5", seated=False)
    return game, ana, beto


@pytest.mark.parametrize(
    ("met", "stakes", "words"),
    [
        (0, None, ""),
        (1, Stakes.LONG, "Hoy ya jugaron: esta suma desde la tercera mano"),
        (2, Stakes.LONG, "Hoy ya jugaron: esta suma desde la tercera mano"),
        (3, Stakes.NONE, "Hoy ya jugaron tres por puntos: esta no suma"),
    ],
)
def test_the_table_says_what_it_is_played_for(met, stakes, words, now, monkeypatch):
    game, ana, _ = table_after_meetings(met, now, monkeypatch)
    assert stakes_at(game) is stakes
    page = text_of(a_browser(ana).get(f"/tables/{game.pk}/"))
    assert ("Hoy ya jugaron" in page) is bool(words)
    assert words in page
    assert "Hoy ya jugaron" not in text_of(a_browser(a_person()).get("/tables/"))


def test_who_has_no_seat_yet_reads_it_too_and_others_do_not(now, monkeypatch):
    _, ana, beto = table_after_meetings(3, now, monkeypatch)
    game = a_table(now, people=[ana, a_person()], competitive=True, target="5", seated=False)
    game.seats.filter(number=1).update(user=None)
    words = "Hoy ya jugaron tres por puntos: esta no suma"
    assert words in text_of(a_browser(beto).get(f"/tables/{game.pk}/"))
    assert "Hoy ya jugaron" not in text_of(a_browser(a_person()).get(f"/tables/{game.pk}/"))


def test_a_table_without_points_says_nothing(now, monkeypatch):
    _, ana, beto = table_after_meetings(3, now, monkeypatch)
    game = a_table(now, people=[ana, beto], seated=False)
    assert stakes_at(game) is None


@pytest.mark.feature(
    "Points and players", "A table says that opponents of one address play for none"
)
@pytest.mark.parametrize(
    ("games", "wrong", "stakes"),
    [
        (0, "", Stakes.NETWORK),
        (10, "", None),
        (10, "taken back", Stakes.NETWORK),
        (10, "held", Stakes.NETWORK),
    ],
)
def test_opponents_of_one_address_read_what_counts(games, wrong, stakes, now, monkeypatch):
    ana, beto = a_person(), a_person()
    review = RingReview.objects.create(found_at=now, signs={})
    for player in (ana, beto):
        for number in range(games):
            match = Match.objects.create(reopened=wrong == "taken back" and number == 0)
            if wrong == "held" and number == 0:
                HeldMatch.objects.create(match=match, review=review)
            PointsEntry.objects.create(
                match=match,
                user=player,
                at=now - (40 - number) * timedelta(days=1),
                month="2026-01",
                points=5,
                reason=PointsEntry.Reason.PLAYED,
                provenance=PointsEntry.Provenance.TABLE,
            )
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    game = a_table(now, people=[ana, beto], competitive=True, target="5", seated=False)
    for seat in game.seats.all():
        seat.addresses.create(key="carrier", seen_at=now)
    assert stakes_at(game) is stakes
    game.seats.filter(number=1).update(user=None)
    assert stakes_at(game, newcomer=beto, address="carrier") is stakes
    assert stakes_at(game, newcomer=beto, address="another") is None


def test_a_rematch_says_it(now, monkeypatch):
    ana, beto = a_person(), a_person()
    games = [meet(now + number * MINUTE, ana, beto) for number in range(3)]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now + 10 * MINUTE)
    again = casual.open_rematch(game_id=games[-1].pk, change_partners=False, now=now + 9 * MINUTE)
    assert stakes_at(again) is Stakes.NONE
