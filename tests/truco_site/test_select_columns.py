"""Queries compiled by `truco_site.select_columns` are Django's own, letter by letter."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import EmptyResultSet, FieldError
from django.db import connection
from django.db.backends.postgresql import compiler as on_postgresql
from django.db.models import Count, Exists, F, Max, Model, OuterRef, Q, QuerySet, Window
from django.db.models.functions import Lower, RowNumber
from django.db.models.sql import compiler as of_django
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from accounts.models import Club, Membership, User
from tests.accounts.people import a_club, a_person
from tournaments.models import CalendarKey, Competition, Entry, Match, MatchSlot, Round

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
PLAIN = on_postgresql if connection.vendor == "postgresql" else of_django


def of_models() -> Iterator[QuerySet[Any]]:
    """All columns of each model, in its order, turned around, and with all it refers to."""
    for model in apps.get_models():
        rows: QuerySet[Model] = model._base_manager.all()
        yield from (rows, rows.reverse(), rows.order_by("-pk"), rows.select_related()[:3])


def of_queries() -> Iterable[QuerySet[Any]]:
    """Queries with aliases, annotations, expressions, unions and subqueries."""
    matches, entries = Match.objects.all(), Entry.objects.all()
    whole = matches.select_related("round__group__stage__competition__club", "hall_table")
    own = MatchSlot.objects.filter(match=OuterRef("pk"))
    rank = Window(RowNumber(), partition_by="competition", order_by="seed")
    return (
        whole.order_by("round__number", "-position", "pk"),
        whole.filter(Exists(own.filter(entry__competition=F("match__round__group__stage")))),
        matches.annotate(sides=Count("slots")).order_by("-sides", "pk"),
        matches.annotate(last=Max("slots__number")).order_by("last"),
        matches.alias(first=Lower("state")).order_by("first", "round"),
        matches.order_by("?"),
        matches.order_by(F("position").desc(nulls_last=True), Lower("state")),
        matches.filter(pk__in=own.values("match")).values("pk", name=F("state")).order_by("name"),
        matches.values_list("round__number").order_by("round__number").distinct(),
        matches.values("state").annotate(many=Count("pk")).order_by("state"),
        matches.only("state").order_by("round"),
        matches.defer("state").select_related("round"),
        matches.extra(select={"state": "1", "two": "2"}).order_by("two", "state"),
        matches.extra(order_by=["tournaments_match.id"]),
        entries.annotate(row=rank).filter(row__lte=2).order_by("row", "competition"),
        entries.order_by().union(entries.filter(seed=1).order_by()).order_by("id"),
        entries.order_by("competition__club__name", "competition"),
        Round.objects.filter(Q(group__stage__competition__club__memberships__user=1)),
        Club.objects.filter(memberships__user__in=User.objects.order_by("username")[:2]),
        Competition.objects.filter(club=1).select_for_update(of=("self",)).select_related("club"),
        Membership.objects.select_related("club", "user").exclude(club__memberships__role="owner"),
    )


def compiled(rows: QuerySet[Any], by: type[SQLCompiler]) -> Any:
    """Return what a compiler makes of a query, or why it does not."""
    try:
        made = by(rows.query.clone(), connection, "default")
        return made.as_sql(), made.col_count, [alias for *_, alias in made.select]
    except (EmptyResultSet, FieldError) as error:
        return repr(error)


@pytest.mark.parametrize("queries", [of_models, of_queries])
def test_the_sql_is_that_of_django(queries: Any) -> None:
    ours = connection.ops.compiler("SQLCompiler")
    assert ours is not PLAIN.SQLCompiler
    for rows in queries():
        assert compiled(rows, ours) == compiled(rows, PLAIN.SQLCompiler)


@pytest.mark.parametrize("alias", ["state", "position"])
def test_a_column_named_like_an_alias_is_written_as_django_does(alias: str) -> None:
    rows = Match.objects.select_related("round").filter(slots__entry=1)
    query = rows.query
    query.change_aliases({"tournaments_matchslot": alias})
    ours, plain = connection.ops.compiler("SQLCompiler"), PLAIN.SQLCompiler
    assert compiled(rows, ours) == compiled(rows, plain)


def test_values_are_converted_as_by_django() -> None:
    club = a_club(a_person("owen"))
    for rows in (Club.objects.all(), Membership.objects.select_related("club", "user")):
        made = connection.ops.compiler("SQLCompiler")(rows.query.clone(), connection, "default")
        plain = PLAIN.SQLCompiler(rows.query.clone(), connection, "default")
        for _ in range(2):  # looked up, and kept
            assert list(made.results_iter()) == list(plain.results_iter())
    assert list(Club.objects.values_list("created_at", "pk")) == [(club.created_at, club.pk)]


def test_more_than_a_thousand_rows_are_fetched_by_their_keys(django_assert_num_queries) -> None:
    """SQLite refuses a chain of a thousand OR, which Django 5.2 makes of a prefetch."""
    people = User.objects.bulk_create(User(username=f"p{number}") for number in range(1100))
    CalendarKey.objects.bulk_create(
        CalendarKey(user=each, made_at=timezone.now()) for each in people
    )
    with django_assert_num_queries(2):
        keys = list(CalendarKey.objects.prefetch_related("user"))
    assert {key.user.username for key in keys} == {each.username for each in people}
