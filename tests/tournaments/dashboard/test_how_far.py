"""How far a competition is, where its groups are not equally far, and where it was given up."""

import re
from datetime import datetime

import pytest

from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, write
from tests.tournaments.league_factories import DAY, a_league
from tournaments.dashboard.queries import Dashboard, Snapshot
from tournaments.exports.papers import standings
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.live.competition import CompetitionView
from tournaments.models import Competition, Match
from tournaments.screens.wall import round_told
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
TWO_GROUPS = FormatOptions(format="groups", group_count=2)
REASON = "Se cortó la luz"


def two_groups(now: datetime) -> Competition:
    """Eight with real cards, each group of four."""
    return an_evening(now, tables=8, shape=TWO_GROUPS)


def play_round(event: Competition, group: int, round_: int, now: datetime) -> None:
    found = Match.objects.of(event.pk).filter(round__group__number=group, round__number=round_)
    for match in found.filter(round__group__stage__number=1):
        write(match, now)


def desk_of(event: Competition, now: datetime) -> Dashboard:
    event.refresh_from_db()
    return Dashboard(Snapshot(event, now))


def test_the_screen_names_the_round_of_each_group(now: datetime) -> None:
    event = two_groups(now)
    play_round(event, 1, 1, now)
    assert round_told(CompetitionView.of(event).event) == "Ronda 1 y Ronda 2"
    play_round(event, 2, 1, now)
    event.refresh_from_db()
    assert round_told(CompetitionView.of(event).event) == "Ronda 2"


def test_the_screen_names_the_rounds_of_both_brackets(now: datetime) -> None:
    event = an_evening(now, tables=8, shape=FormatOptions(format="double"))
    assert round_told(CompetitionView.of(event).event) == "Cuartos de final"
    for match in Match.objects.of(event.pk).filter(state=Match.State.CALLED):
        write(match, now)
    told = round_told(CompetitionView.of(event).event)
    assert told == "Semifinales y Perdedores, ronda 1"


def test_no_knockout_is_promised_while_a_group_has_a_round_to_come(now: datetime) -> None:
    event = two_groups(now)
    for round_ in (1, 2):
        play_round(event, 1, round_, now)
    assert desk_of(event, now).next_step.after == "Después sigue la ronda 2."
    play_round(event, 2, 1, now)
    assert desk_of(event, now).next_step.after == "Después sigue la ronda 3."


def steps(event: Competition, now: datetime) -> list[tuple[str, str]]:
    return [(step.name, step.look) for step in desk_of(event, now).progress]


def test_behind_the_groups_stands_the_knockout(now: datetime) -> None:
    event = two_groups(now)
    names = [name for name, _look in steps(event, now)]
    assert names == ["Anotar", "Sortear", "R1", "R2", "R3", "Eliminación", "Podio"]
    play_round(event, 1, 1, now)
    play_round(event, 2, 1, now)
    assert dict(steps(event, now))["R2"] == "now"


def test_the_rounds_of_a_league_are_dates(now: datetime) -> None:
    names = dict(steps(a_league(now), now + 2 * DAY))
    assert list(names) == ["Anotar", "Sortear", "Fecha 1 de 3", "Podio"]
    assert names["Fecha 1 de 3"] == "now"


def cancel(event: Competition, now: datetime) -> None:
    who = organiser_of(event)
    lifecycle.cancel(competition_id=event.pk, actor=who, reason=REASON, now=now)


def test_what_was_given_up_has_not_come_to_its_podium(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now)
    cancel(event, now)
    assert steps(event, now) == [("Cancelada", "now")]
    event = two_groups(now)
    play_round(event, 1, 1, now)
    play_round(event, 2, 1, now)
    cancel(event, now)
    told = steps(event, now)
    assert told[:2] == [("Anotar", "done"), ("Sortear", "done")]
    assert told[-1] == ("Cancelada", "now")
    assert "Podio" not in dict(told)


def test_everybody_reads_why_it_was_given_up(now: datetime) -> None:
    event = two_groups(now)
    address = f"/competitions/{event.pk}/"
    assert REASON not in text_of(a_browser().get(address))
    cancel(event, now)
    page = text_of(a_browser().get(address))
    assert re.search(rf"Se canceló\.</b> <q><bdi>{REASON}", page)


def test_who_left_is_marked_on_paper_and_on_the_screen(now: datetime) -> None:
    event = two_groups(now)
    play_round(event, 1, 1, now)
    left = event.entries.order_by("seed").first()
    withdrawals.withdraw(entry_id=left.pk, actor=organiser_of(event), reason="se fue", now=now)
    event.refresh_from_db()
    rows = [row for sheet in standings(CompetitionView.of(event).event) for row in sheet.rows]
    assert ("–", f"{left} (retirado)") in [row[:2] for row in rows]
