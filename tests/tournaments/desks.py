"""Competitions in each state, for tests of the organiser's desk."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F

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
    players_of,
    sit,
)
from tests.tournaments.drafts import a_draft, a_running_event, win_round
from tests.tournaments.events import award_all, organiser_of
from tests.tournaments.halls import an_evening, match_of, write
from tests.tournaments.league_factories import a_league
from tests.tournaments.timed import a_timed_cup
from tournaments.competitions import state
from tournaments.draw import services as draw
from tournaments.entries import check_in
from tournaments.entries import services as entries_services
from tournaments.formats.options import FormatOptions
from tournaments.judging import services as judging
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, HallTable, Match, Slip
from tournaments.slips import services as slips
from tournaments.slips.services import code_of

NAMES: Final = ("Ventana", "Barra", "Pilar", "Fondo", "Patio", "Escalera", "Cocina", "Estufa")
SHAPES: Final = {
    "single": FormatOptions(format="single"),
    "double": FormatOptions(format="double"),
    "groups": FormatOptions(format="groups", group_count=2, qualifiers=2),
    "swiss": FormatOptions(format="swiss", swiss_rounds=3),
    "league": FormatOptions(format="league"),
}


def who(event: Competition, now: datetime) -> dict[str, Any]:
    """Return the arguments that every service on a whole competition takes."""
    return {"competition_id": event.pk, "actor": organiser_of(event), "now": now}


def announced_for(now: datetime, format_: str, entries: int, **terms: Any) -> Competition:
    """Create a competition that is open for entries and has a given number of them."""
    organiser = an_organiser()
    event = a_cup(organiser, now, shape=SHAPES[format_], **terms)
    for _ in range(entries):
        enter(event, organiser, now, a_person())
    return event


def being_prepared(now: datetime, format_: str = "swiss") -> Competition:
    return announced_for(now, format_, 0, opened=False)


def nobody_yet(now: datetime, format_: str = "swiss") -> Competition:
    return announced_for(now, format_, 0)


def taking_entries(now: datetime, format_: str = "swiss") -> Competition:
    return announced_for(now, format_, 8, cap=16)


def by_hand(now: datetime, format_: str = "swiss") -> Competition:
    """Its rounds are published by hand."""
    return announced_for(now, format_, 8, cap=16, publishes_alone=False)


def drafted(now: datetime, format_: str = "swiss") -> Competition:
    event = by_hand(now, format_)
    a_draft(event, now)
    return event


def event_with_requests(now: datetime, format_: str = "swiss") -> Competition:
    """Two ask to be let in, a third has no partner."""
    organiser = an_organiser()
    event = a_cup(organiser, now, per_side=2, approval=True, shape=SHAPES[format_], public=True)
    for number in range(6):
        enter(event, organiser, now, a_person(), a_person())
        if number > 3:
            team = [a_person(), a_person()]
            _register(event, now, *team)
    _register(event, now, a_person())
    return event


def _register(event: Competition, now: datetime, *people: User) -> None:
    first, *others = people
    entered = entries_services.register(competition_id=event.pk, user=first, now=now)
    for other in others:
        entries_services.accept_invitation(token=entered.token, user=other, now=now)


def checking_in(now: datetime, format_: str = "swiss", *, here: int = 0) -> Competition:
    event = announced_for(now, format_, 8)
    state.open_check_in(**who(event, now))
    for entry in event.entries.all()[:here]:
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser_of(event), now=now)
    event.refresh_from_db()
    return event


def half_here(now: datetime, format_: str = "swiss") -> Competition:
    return checking_in(now, format_, here=4)


def drawn_event(now: datetime, format_: str = "swiss") -> Competition:
    event = taking_entries(now, format_)
    draw.draw(**who(event, now), seed="semilla")
    event.refresh_from_db()
    return event


def on_screen(now: datetime, format_: str = "swiss") -> Competition:
    """Create a cup with all matches called.

    One table is full, one has one player, the rest none.
    """
    event = drawn_event(now, format_)
    lifecycle.start(**who(event, now))
    matches = list(Match.objects.of(event.pk).playable(now))
    for match in matches:
        call(match, now)
    everybody_sits(matches[0], now)
    sit(matches[1].games.get().game, players_of(matches[1], 0)[0], now=now)
    event.refresh_from_db()
    return event


def half_of_the_time_passes() -> None:
    """Move all windows to sit down back by half of ten minutes, and a little more."""
    gone = timedelta(minutes=6)
    called = Match.objects.filter(state=Match.State.CALLED)
    called.update(called_at=F("called_at") - gone, sit_by=F("sit_by") - gone)
    Game.objects.update(created_at=F("created_at") - gone)


def an_evening_of(
    now: datetime, format_: str = "swiss", *, results: int = 1, **terms: Any
) -> Competition:
    """Create a competition with real cards, named tables and a number of results."""
    terms = {"shape": SHAPES[format_], "cap": 128, "entries": 8, **terms}
    event = an_evening(now, tables=8, **terms)
    for number, name in enumerate(NAMES, start=1):
        HallTable.objects.filter(club=event.club, number=number).update(name=name)
    for number in range(1, results + 1):
        write(match_of(event, number), now + timedelta(minutes=number))
    return event


def at_a_table(event: Competition) -> Match:
    """A match that is being played."""
    return Match.objects.of(event.pk).filter(state=Match.State.CALLED)[0]


def missing_results(now: datetime, format_: str = "swiss") -> Competition:
    return an_evening_of(now, format_)


def slips_that_disagree(now: datetime, format_: str = "swiss") -> Competition:
    event = an_evening_of(now, format_)
    slips.make_slips(**who(event, now))
    slip = Slip.objects.valid().get(match=at_a_table(event))
    for side, games in enumerate(([(5, 3)], [(5, 4)])):
        slips.claim(code=code_of(slip.nonce, side), games=games, now=now)
    return event


def judge_called(now: datetime, format_: str = "swiss") -> Competition:
    event = an_evening_of(now, format_)
    match = at_a_table(event)
    asker = players_of(match, 0)[0]
    judging.call_judge(match_id=match.pk, actor=asker, text="Cantó flor sin flor.", now=now)
    return event


def round_drafted(now: datetime, format_: str = "swiss") -> Competition:
    """The next round, or the final stage, waits to be published."""
    event = a_running_event(now, format_, 8, choices=CHOICES[format_])
    while not hasattr(event, "draft"):
        win_round(event, now)
        event = Competition.objects.get(pk=event.pk)
    return event


def timed(now: datetime, format_: str = "swiss") -> Competition:
    return a_timed_cup(an_organiser(), now, with_cards=True, shape=SHAPES[format_], entries=8)


def paused(now: datetime, format_: str = "swiss") -> Competition:
    event = missing_results(now, format_)
    lifecycle.pause(**who(event, now))
    event.refresh_from_db()
    return event


def finished(now: datetime, format_: str = "swiss") -> Competition:
    event = a_running_cup(an_organiser(), now, entries=8, shape=SHAPES[format_])
    award_all(event, now)
    return event


def cancelled(now: datetime, format_: str = "swiss") -> Competition:
    event = missing_results(now, format_)
    lifecycle.cancel(**who(event, now), reason="Se cortó la luz")
    event.refresh_from_db()
    return event


def archived(now: datetime, format_: str = "swiss") -> Competition:
    event = finished(now, format_)
    lifecycle.archive(**who(event, now))
    event.refresh_from_db()
    return event


def dated(now: datetime, format_: str = "league") -> Competition:
    """A league whose matches have hours of their own."""
    return a_league(now)


CHOICES: Final[dict[str, dict[str, Any]]] = {
    "swiss": {"swiss_rounds": 3},
    "groups": {"group_count": 2, "qualifiers": 2},
}
State = Callable[..., Competition]
STATES: Final[dict[str, State]] = {
    "being prepared": being_prepared,
    "nobody yet": nobody_yet,
    "taking entries": taking_entries,
    "drafts by hand": by_hand,
    "first draft": drafted,
    "asked to be let in": event_with_requests,
    "checking in": checking_in,
    "half here": half_here,
    "drawn": drawn_event,
    "on screen": on_screen,
    "results missing": missing_results,
    "slips disagree": slips_that_disagree,
    "judge called": judge_called,
    "timed": timed,
    "paused": paused,
    "finished": finished,
    "cancelled": cancelled,
    "archived": archived,
}
"""Each takes any format of `SHAPES`."""
ONLY: Final[dict[str, State]] = {
    "round drafted": round_drafted,
    "final stage drafted": lambda now: round_drafted(now, "groups"),
    "dated": dated,
}
"""These are of one format."""
