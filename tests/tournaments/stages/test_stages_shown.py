"""A competition's page in each format: brackets, tables, reasons and podium."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match, players_of
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    organiser_of,
    ready,
)
from tournaments.draw.explanations import DrawExplanation
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Entry, Match
from tournaments.stages.queries import read_event
from tournaments.withdrawals.absences import mark_absent

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def page_of(event, reader=None):
    return text_of(a_browser(reader).get(f"/competitions/{event.pk}/"))


def test_groups_wait_in_the_bracket_by_rank_and_letter(now):
    event = an_event(now, "groups", 8, group_count=2)
    page = page_of(event)
    assert "1.º del grupo A" in page
    assert "Grupo B" in page
    groups, knockout = read_event(event, event.entries.all()).stages
    assert [len(table.members) for table in groups.tables] == [4, 4]
    assert [part.name for part in knockout.parts] == ["main"]


@pytest.mark.feature("Formats", "Standings say which tie-break decided")
def test_standings_mark_who_qualifies_and_say_what_decided(now):
    event = an_event(now, "groups", 4, group_count=1)
    award_all_of(ready(event), now)
    table = read_event(event, event.entries.all()).stages[0].tables[0]
    assert [line.zone for line in table.lines] == ["qualifies", "qualifies", None, None]
    decided = [line.note for line in table.lines]
    assert all("Arriba de" in note for note in (decided[0], decided[2]))
    assert decided[1] == ""  # points speak for themselves


@pytest.mark.feature("Formats", "Standings on a phone: one line each, details on tap")
def test_the_figures_of_a_line_open_below_the_name(now):
    event = an_event(now, "swiss", 4)
    award_all_of(ready(event), now)
    page = page_of(event)
    assert page.count('<details class="more">') == 4
    for name in event.entries.values_list("name", flat=True):
        assert f'aria-label="Detalle de {name}"' in page
    details = page.partition('<details class="more">')[2].partition("</details>")[0]
    assert "puntos de los rivales (Buchholz)" in details
    assert "partidos jugados" in details


def test_who_qualifies_is_said_once_nothing_can_change_it(now):
    event = an_event(now, "groups", 4, group_count=1)
    award_all_of(ready(event), now)  # the first of three rounds
    assert 'title="clasifica"' not in page_of(event)
    while open_ := [match for match in ready(event) if match.round.group.stage.number == 1]:
        award_all_of(open_, now)
    assert page_of(event).count('title="clasifica"') == 2


def test_who_has_a_bye_in_a_round_without_results_can_still_qualify(now):
    event = an_event(now, "swiss", 5, swiss_rounds=3, finalists=4)
    for _ in range(2):
        for match in ready(event):
            slots = match.slots.select_related("entry")
            first = max(slots, key=lambda slot: (slot.score, -slot.entry.seed))
            award(match, first.side, now)
    lines = read_event(event, event.entries.all()).stages[0].tables[0].lines
    assert [line.points for line in lines] == ["2", "2", "1", "1", "0"]
    assert [line.is_sure for line in lines] == [True, True, False, False, False]
    assert {len(line.row.appearances) for line in lines} == {2}


def award_all_of(matches, now):
    for match in matches:
        award(match, 0, now)


def test_nobody_has_a_rank_before_the_first_result(now):
    event = an_event(now, "round-robin", 4)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert not table.has_begun
    assert [line.slot.number for line in table.lines] == [1, 2, 3, 4]
    assert {line.note for line in table.lines} == {""}


def test_a_bye_leads_no_table_before_anybody_of_its_round_has_played(now):
    event = an_event(now, "swiss", 5, swiss_rounds=2)
    resting = Match.objects.of(event.pk).get(state=Match.State.BYE).slots.get(entry__isnull=False)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert {line.score for line in table.lines} == {0}
    award(ready(event)[0], 0, now)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    scores = {line.slot.entry_id: line.score for line in table.lines}
    assert scores[resting.entry_id] == 1


def test_a_bye_ranks_nobody(now):
    event = an_event(now, "swiss", 5, swiss_rounds=3)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert any(view.is_bye for view in table.views)
    assert not table.has_begun
    assert [line.slot.number for line in table.lines] == [1, 2, 3, 4, 5]
    award(ready(event)[0], 0, now)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert table.has_begun


@pytest.mark.feature("Formats", "Round robin: the crosstable")
def test_a_crosstable_has_each_score_from_both_sides(now):
    cup = a_running_cup(
        an_organiser(), now, entries=3, shape=FormatOptions(format="round-robin"), cap=8
    )
    match = read_event(cup, cup.entries.all()).views[0].match
    play_match(match, 0, now)
    (table,) = read_event(cup, cup.entries.all()).stages[0].tables
    cells = [cell for row in table.crosstable for cell in row.cells if cell]
    texts = {meeting.text for cell in cells for meeting in cell}
    assert "5–0" in texts
    assert "0–5" in texts
    assert 'class="crosstable"' in page_of(cup)


def test_an_odd_round_says_who_rests(now):
    event = an_event(now, "round-robin", 3)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert [len(round_.resting) for round_ in table.rounds] == [1, 1, 1]
    assert "Descansa:" in page_of(event)


@pytest.mark.feature("Formats", "Swiss: each pairing is explained")
def test_a_swiss_tells_the_points_before_each_pairing_and_why(now):
    event = an_event(now, "swiss", 5, swiss_rounds=2)
    award_all_of(ready(event), now)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert [each.title for each in table.rounds] == ["Ronda 1", "Ronda 2"]
    played = table.rounds[1].matches[0]
    assert played.sides[0].before == "1"
    entry = played.sides[0].entry
    page = text_of(a_browser().get(f"/competitions/{event.pk}/entries/{entry.pk}/"))
    assert "Los dos tenían 1 punto." in page or "con los de sus puntos" in page


def test_a_bye_that_was_asked_for_is_not_explained_by_the_field(now):
    event = an_event(now, "swiss", 4, swiss_rounds=3)
    entry = event.entries.get(seed=1)
    mark_absent(entry_id=entry.pk, actor=organiser_of(event), now=now)
    award_all_of(ready(event), now)
    assert any(match.asked_bye for match in Match.objects.filter(slots__entry=entry))
    page = text_of(a_browser().get(f"/competitions/{event.pk}/entries/{entry.pk}/"))
    assert "son impares" not in page


def test_a_rotation_explains_nothing_by_points(now):
    event = an_event(now, "rotation", 5, swiss_rounds=3)
    award_all_of(ready(event), now)
    told = ("son impares", "Los dos tenían", "con los de sus puntos", "la mitad de arriba")
    for entry in event.entries.all():
        page = text_of(a_browser().get(f"/competitions/{event.pk}/entries/{entry.pk}/"))
        assert not [words for words in told if words in page]


def test_double_elimination_has_its_parts_in_order(now):
    event = an_event(now, "double", 8, third_place=True)
    parts = read_event(event, event.entries.all()).stages[0].parts
    assert [part.name for part in parts] == ["main", "losers", "final", "third"]
    titles = [each.title for each in parts[1].rounds]
    assert titles == [*(f"Perdedores, ronda {n}" for n in (1, 2, 3)), "Final de perdedores"]
    page = page_of(event)
    assert "pierde el 1" in page
    assert "Gran final" in page


def test_a_league_marks_who_goes_up_and_down(now):
    organiser = an_organiser()
    shape = FormatOptions(format="league", divisions=2, cycles=1)
    event = a_running_cup(organiser, now, entries=6, shape=shape, cap=8, movers=1)
    award_all_of(ready(event), now)
    upper, lower = read_event(event, event.entries.all()).stages
    assert [line.zone for line in upper.tables[0].lines] == [None, None, "goes-down"]
    assert [line.zone for line in lower.tables[0].lines] == ["goes-up", None, None]
    page = page_of(event)
    assert "1.ª división" in page
    assert "Fecha 1" in page


@pytest.mark.feature("Formats", "Podium and prizes")
@pytest.mark.parametrize(
    ("format_", "entries", "choices"),
    [
        ("single", 5, {}),
        ("single", 5, {"third_place": True}),
        ("double", 4, {}),
        ("round-robin", 4, {}),
        ("swiss", 5, {"swiss_rounds": 2}),
        ("groups", 6, {"group_count": 2}),
    ],
)
def test_a_finished_event_has_its_podium_and_prizes(now, format_, entries, choices):
    shape = FormatOptions(format=format_, **choices)
    event = a_running_cup(
        an_organiser(), now, entries=entries, shape=shape, cap=32, prizes="Copa\nVino\nAsado"
    )
    award_all(event, now)
    page = page_of(event)
    podium = page.partition('class="podium"')[2].partition("</ol>")[0]
    assert event.champion.name in podium
    assert "place2" in podium
    prizes = page.partition('class="prizes"')[2].partition("</section>")[0]
    assert prizes.index("Copa") < prizes.index(event.champion.name) < prizes.index("Vino")


def test_two_losers_of_semifinals_share_the_third_prize(now):
    event = a_running_cup(an_organiser(), now, entries=4, prizes="Copa\nVino\nAsado\nPan")
    award_all(event, now)
    prizes = page_of(event).partition('class="prizes"')[2].partition("</section>")[0]
    assert prizes.count("a compartir") == 2


@pytest.mark.feature("Formats", "A player sees the possible next opponents")
def test_a_player_sees_their_way_and_why(now):
    cup = a_running_cup(an_organiser(), now, entries=4)
    match = match_at(cup, 1, 1)
    player = players_of(match, 0)[0]
    play_match(match, 0, now)
    page = page_of(cup, player)
    assert "Mi camino" in page
    assert "Saliste 1.º" in page
    assert "empieza contra el 4" in page
    own = text_of(a_browser(player).get(f"/competitions/{cup.pk}/own/"))
    assert "ganaste" in own
    assert 'id="stages"' not in own
    loser = players_of(match, 1)[0]
    lost = text_of(a_browser(loser).get(f"/competitions/{cup.pk}/own/"))
    assert "perdiste" in lost
    assert "perdió" not in lost
    entry = f"/competitions/{cup.pk}/entries/{cup.entries.get(roster__user=loser).pk}/"
    assert "perdiste" in text_of(a_browser(loser).get(entry))
    assert "perdió" in text_of(a_browser(player).get(entry))


@pytest.mark.feature("Competitions", "The page says why an entry was drawn where it is")
@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
@pytest.mark.parametrize("format_", list(FORMATS))
def test_every_entry_has_a_page_and_the_draw_its_reasons(now, format_, language):
    event = an_event(now, format_, 6)
    browser = a_browser(language=language)
    for entry in event.entries.all():
        answer = browser.get(f"/competitions/{event.pk}/entries/{entry.pk}/")
        assert answer.status_code == 200
        assert entry.name in text_of(answer)
    drawn = text_of(browser.get(f"/competitions/{event.pk}/why/"))
    assert event.draw_seed in drawn
    assert all(entry.name in drawn for entry in event.entries.all())


def test_pages_of_entries_that_are_not_there_are_not_found(now):
    cup, other = an_event(now, "single", 4), an_event(now, "single", 4)
    stranger = other.entries.first()
    for tail in (f"entries/{stranger.pk}/", "entries/0/", "entries/99999999999999999999/"):
        assert a_browser().get(f"/competitions/{cup.pk}/{tail}").status_code == 404


def test_groups_are_explained_by_the_snake(now):
    event = an_event(now, "groups", 8, group_count=2)
    entry = event.entries.get(seed=3)
    page = text_of(a_browser().get(f"/competitions/{event.pk}/entries/{entry.pk}/"))
    assert "al 3.º le tocaba el B" in page


@pytest.mark.parametrize(
    ("format_", "entries"), [("single", 32), ("round-robin", 20), ("groups", 8), ("swiss", 8)]
)
def test_the_page_takes_few_queries_whoever_looks(now, format_, entries):
    event = an_event(now, format_, entries)
    player = players_of(ready(event)[0], 0)[0]
    for reader in (player, None):
        browser = a_browser(reader)
        browser.get("/rules/")  # what the header asks is kept for all pages
        with CaptureQueriesContext(connection) as queries:
            browser.get(f"/competitions/{event.pk}/")
        assert len(queries) <= 12


def test_columns_without_anything_to_tell_are_left_out(now):
    event = an_event(now, "round-robin", 4)
    (table,) = read_event(event, event.entries.all()).stages[0].tables
    assert table.columns == [TieBreak.CHICO_POINTS]


def test_a_seed_is_not_laid_to_clubs_that_nobody_has(now):
    """A withdrawal leaves an order that cannot be computed: the page invents no reason."""
    cup = a_running_cup(an_organiser(), now, entries=6, cap=8, seeding="random")
    one, other = cup.entries.order_by("seed")[4:6]
    for entry, seed in ((one, None), (other, one.seed), (one, other.seed)):
        Entry.objects.filter(pk=entry.pk).update(seed=seed)
    entries = list(cup.entries.order_by("seed"))
    draw = DrawExplanation(cup, entries, read_event(cup, entries))
    told = [reason for entry in entries for reason in draw.reasons(entry)]
    assert told
    assert not any("mismo club" in reason for reason in told)
