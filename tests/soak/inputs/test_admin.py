"""Limits of administrators, and the data that a site shows about itself."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import ProtectedError
from django.test import Client

from accounts.models import User
from accounts.profiles import services as profiles
from games.models import Action, Game
from tests.accounts.factors import with_app
from tests.accounts.people import a_person
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, match_at, play_match
from tournaments.models import AuditEvent, Match, PlayerResult, PointsEntry
from tournaments.tasks import heal_rankings
from tournaments.verification import violations
from truco_site import settings as truco_site_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(client) -> Client:
    client.force_login(with_app(a_person("raiz", is_staff=True, is_superuser=True)))
    return client


@pytest.fixture
def played(organiser, now) -> Match:
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    heal_rankings()
    match.refresh_from_db()
    return match


@pytest.mark.both
@check("B115")
def test_what_is_written_down_is_nobodys_to_change(root, played):
    """No trigger forbids it in the database; what was changed there `verify` names."""
    ledger, audit = PointsEntry.objects.first(), AuditEvent.objects.first()
    for row in (ledger, audit, played):
        path = f"/admin/tournaments/{row._meta.model_name}/{row.pk}/"
        assert root.get(f"{path}change/").status_code == 200
        assert root.post(f"{path}change/", {"points": "999", "reason": "x"}).status_code == 403
        assert root.post(f"{path}delete/", {"post": "yes"}).status_code == 403
        assert root.post(f"/admin/tournaments/{row._meta.model_name}/add/", {}).status_code == 403
    logs = {Game, Action, *(model for model in apps.get_app_config("games").get_models())}
    assert not logs & set(admin.site._registry)
    assert list(violations(live=False)) == []
    Game.objects.update(commitment="0" * 64)
    assert "I12" in {violation.invariant for violation in violations(live=False)}


@pytest.mark.both
@check("B116")
def test_a_person_with_results_is_made_nobody_never_deleted(root, played, now):
    person = played.player_results.first().user
    for path in (f"/admin/accounts/user/{person.pk}/delete/", "/admin/accounts/user/"):
        form = {"post": "yes", "action": "delete_selected", "_selected_action": person.pk}
        root.post(path, form)
    assert User.objects.filter(pk=person.pk).exists()
    with pytest.raises(ProtectedError):
        person.delete()
    results = PlayerResult.objects.count()
    profiles.anonymise(user_id=person.pk, now=now)
    assert PlayerResult.objects.count() == results
    assert str(User.objects.get(pk=person.pk)) == "jugador borrado"


HASHED = "md5$"  # how passwords begin in tests
IN_SQL = (  # what a database would read its own way
    "o=-1.2.x", "q=%27+OR+1%3D1+--", "page=9999999999999999999999",
)  # fmt: skip
QUERIES = (
    *(pytest.param(query, marks=pytest.mark.both) for query in IN_SQL),
    "order=password", "o=1;--", "user__password__startswith=a", "q=%25&page=1)%20OR%20(1=1",
    "club=x'--", "club__members__password=x", "period=2026-03';--", "format[]=single",
    "sort=user__email", "show=1%20OR%201=1",
)  # fmt: skip


@check("B117")
@pytest.mark.parametrize("query", QUERIES)
def test_no_query_reaches_the_database_as_it_was_written(root, played, organiser, query):
    """Unknown parameters are ignored or not found: no name orders or filters a query."""
    cup, stranger = played.competition, a_browser()
    lists = ("/ranking/", "/competitions/", "/competitions/archive/", "/clubs/", "/api/ranking/")
    for path in lists:
        plain, asked = stranger.get(path), stranger.get(f"{path}?{query}")
        assert asked.status_code in {200, 400, 404}
        assert HASHED not in text_of(asked)
        if asked.status_code == 200 and query.startswith(("order", "sort", "user__")):
            # a page with a query has no description of its own
            assert len(text_of(asked)) == pytest.approx(len(text_of(plain)), abs=1500)
    for path in ("entered/", "results/", "manage/", "papers/"):
        asked = a_browser(organiser).get(f"/competitions/{cup.pk}/{path}?{query}")
        assert asked.status_code in {200, 302, 404}
    assert root.get(f"/admin/accounts/user/?{query}").status_code in {200, 302, 400}


@check("B118")
@pytest.mark.parametrize(
    "path",
    [
        *("/.env", "/.git/config", "/.git/HEAD", "/var/secrets.json", "/manage.py", "/db.sqlite3"),
        *("/static/../truco_site/settings.py", "/static/%2e%2e/var/secrets.json", "/debug/"),
        *("/__debug__/", "/server-status", "/phpinfo.php", "/metrics", "/operators/"),
    ],
)
def test_nothing_of_the_house_is_shown_to_a_stranger(settings, path):
    assert truco_site_settings.DEBUG is False  # the default: tests always turn it off
    for who in (None, a_person("ana")):
        answer = a_browser(who).get(path)
        assert answer.status_code in {401, 403, 404}
        assert "Traceback" not in text_of(answer)
        assert settings.SECRET_KEY not in text_of(answer)
