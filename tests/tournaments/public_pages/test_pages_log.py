"""The log of a competition: the latest first, pages that begin behind a row, and a search."""

import re
from datetime import timedelta
from html import unescape

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tournaments.models import AuditEvent

pytestmark = [pytest.mark.django_db, pytest.mark.both]
A_PAGE = 40


@pytest.fixture
def cup(organiser, now):
    """Forty-five entries, two at each instant, after it was made."""
    made = a_cup(organiser, now, cap=64)
    actor = a_person("escriba")
    AuditEvent.objects.bulk_create(
        AuditEvent(
            competition=made,
            actor=actor,
            act=AuditEvent.Act.ADD_ENTRY,
            after={"entry": f"Pareja {number:02}"},
            at=now + timedelta(minutes=1 + number // 2),
        )
        for number in range(45)
    )
    return made


def page(organiser, cup, query=""):
    return text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=log{query}"))


def pairs(told):
    return re.findall(r"Pareja (\d\d)", told)


def older(told):
    return unescape(re.search(r'rel="next" href="\?([^"]+)"', told)[1])


@pytest.mark.feature("Competitions", "The audit log, page by page, with a search")
def test_what_is_added_meanwhile_moves_no_page(organiser, cup, now):
    first = page(organiser, cup)
    assert pairs(first) == [f"{number:02}" for number in range(44, 4, -1)]
    enter(cup, organiser, now + timedelta(hours=1), a_person())
    second = page(organiser, cup, f"&{older(first)}")
    assert pairs(second) == ["04", "03", "02", "01", "00"]
    assert "creó la competencia" in second
    assert 'rel="next"' not in second
    assert 'rel="first"' in second


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (AuditEvent.Act.REGISTER, "se anotó: <bdi>Ana</bdi>"),
        (AuditEvent.Act.ADD_ENTRY, "anotó a <bdi>Ana</bdi>"),
        (AuditEvent.Act.WITHDRAW, "retiró a <bdi>Ana</bdi>"),
        (AuditEvent.Act.PAID, "anotó el pago de <bdi>Ana</bdi>"),
        (AuditEvent.Act.CONFIRM_NAME, "confirmó que está <bdi>Ana</bdi>"),
    ],
)
def test_an_act_that_ends_in_a_preposition_has_no_colon(organiser, now, act, told):
    cup = a_cup(organiser, now)
    cup.audit.create(actor=organiser, act=act, after={"entry": "Ana"}, at=now)
    assert told in " ".join(page(organiser, cup).split())


def test_a_number_of_a_page_as_addresses_had_it_does_no_harm(organiser, cup):
    for number in ("2", "x", "-1", "%00"):
        assert len(pairs(page(organiser, cup, f"&page={number}"))) == A_PAGE


@pytest.mark.parametrize("before", ["x", "2026-01-01~1", "2026-01-01T00:00:00+00:00~-1", "~", "1"])
def test_a_place_that_is_none_is_not_found(organiser, cup, before):
    address = f"/competitions/{cup.pk}/manage/?s=log&before={before}"
    assert a_browser(organiser).get(address).status_code == 404


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("pareja 07", ["07"]),
        ("PAREJA 0", [f"{number:02}" for number in range(9, -1, -1)]),
        ("escriba pareja", []),
        ("%25", []),
    ],
)
def test_a_search_finds_by_who_whom_what_and_why(organiser, cup, words, found):
    assert pairs(page(organiser, cup, f"&q={words}")) == found


def test_a_search_reads_acts_in_the_readers_words_and_goes_on_behind_a_place(organiser, cup):
    assert "creó la competencia" in page(organiser, cup, "&q=creó")
    assert pairs(page(organiser, cup, "&q=creó")) == []
    first = page(organiser, cup, "&q=escriba")
    assert len(pairs(first)) == A_PAGE
    assert "q=escriba" in older(first)
    assert len(pairs(page(organiser, cup, f"&{older(first)}"))) == 45 - A_PAGE
    organiser.language = "en"
    organiser.save()
    assert pairs(page(organiser, cup, "&q=pareja+44")) == ["44"]
    assert "creó" not in page(organiser, cup, "&q=created")
    assert "Nothing like that." in page(organiser, cup, "&q=xyzzy")


def test_a_page_of_the_log_takes_few_queries(organiser, cup, django_assert_max_num_queries):
    browser, address = a_browser(organiser), f"/competitions/{cup.pk}/manage/?s=log&q=escriba"
    browser.get(address)
    with django_assert_max_num_queries(12):
        browser.get(address)
