"""The rulebook's page: each article has an anchor in every language; summaries lead to them."""

import re

import pytest

from games.engine import Rules, house_rules, make_rules
from games.house_rules import OFFERED, summary

ARTICLES = {
    "D": 7, "T": 9, "C": 8, "E": 15, "F": 11, "M": 5,
    "S": 8, "J": 13, "P": 4, "X": 6, "V": 4, "B": 5,
}  # fmt: skip
EXPECTED = {f"R-{family}{n + 1}" for family, last in ARTICLES.items() for n in range(last)} | {
    "R-G",
    "R-T1a",
}


@pytest.mark.feature("Rules", "The rulebook on the site, each article with its address")
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
def test_every_article_is_an_anchor_in_every_language(client, language):
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    assert set(re.findall(r'<article id="([^"]+)"', page)) == EXPECTED
    assert f'<html lang="{language}">' in page


@pytest.mark.parametrize("rules", list(map(house_rules, OFFERED)), ids=lambda rules: rules.preset)
def test_a_summary_names_articles_that_exist(rules: Rules):
    clauses = summary(rules)
    assert clauses
    assert {clause.article for clause in clauses} <= EXPECTED


def test_a_summary_tells_what_differs():
    plain = {clause.words for clause in summary(make_rules("uruguayo-online", {"seats": "6"}))}
    changed = make_rules("uruguayo-online", {"seats": "6", "perros": "on", "legs_to_win": "2"})
    told = {clause.words for clause in summary(changed)} - plain
    assert told == {"Gana quien se lleva 2 chicos.", "Se pueden echar los perros."}


@pytest.mark.django_db
@pytest.mark.parametrize("preset", OFFERED)
def test_who_opens_a_table_reads_its_rules_without_codes(client, preset):
    page = client.get("/tables/new/", {"preset": preset}).text
    assert "Así se juega" in page
    assert re.findall(r"R-[A-Z]\d", page) == []
    assert '<a class="tap" href="/rules/"' in page
