"""Announcing any format: its choices, its cards, its summary, and what does not go together."""

import re

import pytest

from accounts.common.errors import RefusedError
from games.engine import make_rules
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of
from tests.tournaments.events import an_event, award_all, organiser_of
from tests.tournaments.lifecycle.test_pages_creating import create, fields
from tournaments.competitions.describe import sentences
from tournaments.competitions.format_fields import with_usual
from tournaments.competitions.format_labels import rough_duration
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import CARDS
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats import tie_breaks
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Round
from tournaments.standings.queries import second_cup

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SWISS = {"format": "swiss", "swiss_rounds": "5"}
GROUPS = {"format": "groups", "group_count": "4", "qualifiers": "2", "cycles": "1"}
LEAGUE = {"format": "league", "cycles": "2", "divisions": "1", "movers": "0"}


def created(organiser, **changed):
    answer = create(organiser, **changed)
    assert answer.status_code == 302, text_of(answer)
    return Competition.objects.latest("pk")


def part(organiser, name, **asked):
    asked = {**fields(organiser, **asked), "part": name}
    headers = {"HX-Request": "true"}
    return text_of(a_browser(organiser).get("/competitions/new/", asked, headers=headers))


def test_without_a_word_it_is_a_plain_knockout(organiser):
    stage = created(organiser).stages.get()
    assert (stage.format, stage.third_place, stage.final_best_of) == ("single", False, None)


def test_groups_end_in_a_knockout_whose_final_may_be_longer(organiser):
    event = created(organiser, **GROUPS, final_best_of="3", third_place="on")
    groups, knockout = event.stages.order_by("number")
    assert (groups.group_count, groups.qualifiers, groups.final_best_of) == (4, 2, None)
    assert (knockout.format, knockout.third_place, knockout.final_best_of) == ("single", True, 3)


def test_only_the_final_is_of_as_many_games_as_a_final(organiser, now):
    shape = FormatOptions(format="double", final_best_of=3)
    event = a_cup(organiser, now, shape=shape, cap=4)
    for number in range(4):
        entries.add_entry(
            competition_id=event.pk,
            actor=organiser,
            players=[NamedPlayer(f"Jugador {number}")],
            now=now,
        )
    draw.draw(competition_id=event.pk, actor=organiser, seed="s", now=now)
    longer = Round.objects.filter(group__stage__competition=event, best_of=3)
    assert [(each.part, each.number) for each in longer] == [("final", 1), ("final", 2)]
    assert Round.objects.filter(group__stage__competition=event, best_of=1).count() == 4


def test_a_league_has_its_season_its_days_and_its_divisions(organiser):
    told = {"season": "2026", "round_days": "7", "divisions": "2", "movers": "1"}
    event = created(organiser, **{**LEAGUE, **told})
    assert (event.season, event.round_days, event.movers) == ("2026", 7, 1)
    assert [(stage.tier, stage.cycles) for stage in event.stages.order_by("number")] == [
        (1, 2),
        (2, 2),
    ]


def test_a_swiss_takes_its_rounds_its_late_entries_and_its_tie_breaks_in_order(organiser):
    order = {"tie_break_1": "wins", "tie_break_2": "", "tie_break_3": "buchholz"}
    event = created(organiser, **SWISS, late_entries="on", **order)
    stage = event.stages.get()
    assert (stage.swiss_rounds, event.late_entries) == (5, True)
    assert stage.tie_breaks == ["points", "wins", "buchholz", "lot"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("head-to-head", "lo jugado entre ellos (se cuenta una sola vez), diferencia"),
        ("head-to-head-restart", "(se vuelve a contar entre los que sigan iguales), diferencia"),
    ],
)
def test_head_to_head_says_whether_it_is_counted_again(organiser, name, words):
    stage = created(organiser, **LEAGUE, tie_break_1=name, tie_break_2="games").stages.get()
    assert stage.tie_breaks == ["points", name, "games", "lot"]
    assert any(words in sentence for sentence in describe_terms(shape=stage.shape))


def test_what_belongs_to_another_format_is_not_even_read(organiser):
    event = created(
        organiser, group_count="x" * 9, swiss_rounds="-1", late_entries="on", cycles="9"
    )
    assert (event.late_entries, event.stages.get().cycles) == (False, 1)


def test_every_other_term_is_kept(organiser):
    prizes = "  Un lechón \n\nDos  vinos\n"
    said = {"approval": "on", "reserves": "2", "seeding": "manual", "prizes": prizes}
    event = created(organiser, **said, with_cards="on", turn_seconds="", sit_down_minutes="")
    assert (event.approval, event.reserves, event.seeding, event.with_cards) == (
        True,
        2,
        "manual",
        True,
    )
    assert event.prizes == "Un lechón\nDos vinos"
    assert not event.keep_apart


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({**GROUPS, "group_count": "9"}, "muchos grupos"),
        ({**GROUPS, "qualifiers": "5"}, "Pasan más"),
        ({**GROUPS, "group_count": "1", "qualifiers": "1"}, "un solo clasificado"),
        ({**GROUPS, "group_count": "0"}, "errorlist"),
        ({**GROUPS, "group_count": "9" * 40}, "errorlist"),
        ({**GROUPS, "qualifiers": ""}, "errorlist"),
        ({**GROUPS, "final_best_of": "2"}, "errorlist"),
        ({**SWISS, "swiss_rounds": "17"}, "más rondas que rivales"),
        ({**SWISS, "swiss_rounds": "9" * 40}, "errorlist"),
        ({**SWISS, "tie_break_1": "wins", "tie_break_4": "wins"}, "dos veces"),
        ({**SWISS, "tie_break_1": "head-to-head"}, "errorlist"),
        ({**SWISS, "tie_break_1": "w\x00"}, "errorlist"),
        ({**LEAGUE, "divisions": "8", "movers": "2"}, "divisiones"),
        ({**LEAGUE, "round_days": "32"}, "errorlist"),
        ({**LEAGUE, "season": "a\u202eb"}, "errorlist"),
        ({"format": "wheel"}, "errorlist"),
        ({"reserves": "4"}, "errorlist"),
        ({"prizes": "oro\x00"}, "errorlist"),
        ({"prizes": "oro\u202e"}, "invisibles"),
        ({"prizes": "x" * 1001}, "errorlist"),
    ],
)
def test_what_does_not_go_together_is_refused_in_words(organiser, changed, told):
    answer = create(organiser, **changed)
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert not Competition.objects.exists()


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        ({"format": "groups", "group_count": 9}, "too-many-groups"),
        ({"format": "groups", "group_count": 4, "qualifiers": 5}, "too-many-qualifiers"),
        ({"format": "swiss", "swiss_rounds": 16}, "too-many-rounds"),
        ({"format": "swiss", "tie_breaks": ("points", "koya")}, "tie-break-of-another-format"),
        ({"format": "single", "tie_breaks": ("points",)}, "tie-break-of-another-format"),
        ({"format": "league", "divisions": 9}, "division-too-small"),
    ],
)
def test_the_service_refuses_the_same(organiser, now, shape, code):
    with pytest.raises(RefusedError, match=code):
        a_cup(organiser, now, cap=16, shape=FormatOptions(**shape))
    assert not Competition.objects.exists()


def test_another_format_shows_its_own_choices_and_keeps_the_others_out_of_sight(organiser):
    shown = part(organiser, "shape", **{**GROUPS, "group_count": "7"})
    assert 'name="group_count" value="7"' in shown
    assert "swiss_rounds" not in shown
    hidden = part(organiser, "shape", **{**GROUPS, "format": "swiss", "group_count": "7"})
    assert '<input type="hidden" name="group_count" value="7">' in hidden
    assert 'name="swiss_rounds"' in hidden
    assert 'value="buchholz-cut-1" selected' in hidden


def test_real_cards_hide_the_clocks_and_keep_what_they_were(organiser):
    page = part(organiser, "pace", with_cards="on", turn_seconds="77")
    assert '<input type="hidden" name="turn_seconds" value="77">' in page
    assert "Minutos para sentarse" not in page
    assert "Minutos para sentarse" in part(organiser, "pace", turn_seconds="77")


def test_without_scripts_the_form_is_asked_for_with_all_that_was_written(organiser):
    asked = {**fields(organiser, **GROUPS, name="Copa del bar", public=""), "written": "yes"}
    page = text_of(a_browser(organiser).get("/competitions/new/", asked))
    assert 'value="Copa del bar"' in page
    assert 'name="qualifiers" value="2"' in page
    assert "checked" not in page.partition('name="public"')[2].partition(">")[0]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.key)
@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
def test_a_card_is_a_competition_that_can_be_created_as_it_is(organiser, card, language):
    organiser.language = language
    organiser.save()
    page = text_of(a_browser(organiser).get(f"/competitions/new/?card={card.key}"))
    assert 'aria-current="true"' in page
    assert f'<input type="hidden" name="club" value="{club_of(organiser).slug}"' in page
    assert '<div id="terms" class="terms" aria-live="polite">\n  \n    <ul>' in page
    assert create(organiser, **with_usual(card.values)).status_code == 302


def describe_terms(**terms):
    rules = make_rules("argentino", {"seats": "4", "target": "15"})
    return sentences(CompetitionSettings(**{"name": "", "rules": rules, **terms}))


def test_the_headline_says_it_as_a_poster_would():
    shape = FormatOptions(format="groups", group_count=4, final_best_of=3)
    headline, matches, *_ = describe_terms(shape=shape)
    assert headline == "Hasta 16 parejas, 4 grupos, pasan 2, final al mejor de tres, unas 2 horas"
    assert matches == "6 rondas, 31 partidos en total"


@pytest.mark.parametrize(
    ("shape", "terms", "told"),
    [
        ({"format": "double"}, {"cap": 8}, "6 rondas, 14 partidos en total"),
        ({"format": "round-robin"}, {"cap": 5}, "5 rondas, 10 partidos en total"),
        ({"format": "league"}, {"cap": 4}, "6 rondas, 12 partidos en total"),
        ({"format": "league", "divisions": 2}, {"cap": 8}, "6 rondas, 24 partidos en total"),
        ({"format": "swiss"}, {"cap": 32}, "5 rondas, 80 partidos en total"),
        ({"third_place": True}, {"cap": 4}, "2 rondas, 4 partidos en total"),
        ({}, {"with_cards": True}, "Con cartas de verdad: los puntos los lleva el anotador"),
        ({}, {"prizes": "oro\nplata"}, "2 premios"),
        ({}, {"reserves": 1}, "1 suplente por equipo"),
    ],
)
def test_the_summary_says_what_follows(shape, terms, told):
    assert told in describe_terms(shape=FormatOptions(**shape), **terms)


def test_a_league_by_dates_says_its_dates_instead_of_hours():
    headline, *others = describe_terms(shape=FormatOptions(format="league"), cap=8, round_days=7)
    assert headline == "Hasta 8 parejas, liga a ida y vuelta, 14 fechas de 7 días"
    assert "Antes de empezar va a hacer falta el día del comienzo" in others


def test_the_summary_says_what_decides_between_equals():
    told = describe_terms(shape=FormatOptions(format="swiss", tie_breaks=tie_breaks.SWISS))
    ways = "puntos de los rivales sin el peor (Buchholz 1), puntos de los rivales (Buchholz)"
    assert any(ways in sentence for sentence in told)


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (1, "unos 5 minutos"),
        (42, "unos 40 minutos"),
        (58, "alrededor de 1 hora"),
        (64, "alrededor de 1 hora"),
        (122, "unas 2 horas"),
        (199, "unas 3 h 20"),
    ],
)
def test_a_duration_is_said_roughly(minutes, told):
    assert rough_duration(minutes) == told


def test_a_repeated_request_is_refused_by_the_service_too(organiser, now):
    a_cup(organiser, now, name="Copa")
    with pytest.raises(RefusedError, match="name-taken"):
        a_cup(organiser, now, name="Copa")
    assert a_cup(an_organiser(), now, name="Copa").club != club_of(organiser)


def test_the_second_cups_winner_stands_on_a_podium_of_their_own(now):
    event = an_event(now, "groups", 8, best_next=1, silver=True)
    page = f"/competitions/{event.pk}/"
    assert 'id="second-cup"' not in text_of(a_browser().get(page))
    award_all(event, now)
    shown = text_of(a_browser().get(page))
    own = re.search(r'<section class="podium second".*?</section>', shown, re.DOTALL).group()
    assert "Copa de plata</h2>" in own
    assert str(second_cup(event)) in own
    assert "Copa de plata</b>" in text_of(a_browser(organiser_of(event)).get(f"{page}manage/"))


def test_turning_from_the_swiss_to_the_americano_leaves_what_can_be_created(organiser):
    """What is shown after the change is all that is sent: the preview and the creation agree."""
    swiss = {name: str(rule) for name, rule in with_usual({"format": "swiss"}).items()}
    asked = {**swiss, **SWISS, "format": "americano", "seats": "2"}
    shown = part(organiser, "shape", **asked)
    sent = dict(
        re.findall(r'name="(tie_break_\d)".*?<option value="([^"]*)" selected', shown, re.S)
    )
    seats = re.findall(r'name="seats" value="(\d)"', shown)
    assert seats == ["4"]
    assert created(organiser, **{**asked, **sent, "seats": seats[0]}).changing_partners


def test_tables_come_back_with_a_format_that_has_them(organiser):
    shown = part(organiser, "shape", format="single", seats="4")
    assert re.findall(r'name="seats" value="(\d)"', shown) == ["2", "4", "6"]
    assert 'id="options" class="stack" hx-swap-oob="true"' in shown
