"""Django's admin: what is registered there, what can be changed, and what is never in it."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.test import RequestFactory

from accounts.admin import PersonAdmin
from accounts.models import Club, Measure, User
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.factors import with_app
from tests.accounts.people import a_person

pytestmark = [pytest.mark.django_db]

REGISTERED = {
    *("account.EmailAddress", "accounts.Club", "accounts.Measure", "accounts.User"),
    *("tournaments.AuditEvent", "tournaments.Competition", "tournaments.Entry"),
    *("tournaments.Match", "tournaments.PlayerStanding", "tournaments.PointsEntry"),
    "tournaments.RevokedResult",
}
EDITABLE = {"accounts.User": {"is_staff"}}
FORBIDDEN = {
    *("card", "cards", "hand", "deck", "seed", "corte", "contribution", "session", "key"),
    *("secret", "token", "password", "invitation", "data", "address", "ip", "hash"),
}
# On real tables, written down, of a bar, the name of a program's token.
MEANS_ANOTHER_THING = {"with_cards", "by_hand", "address", "token"}


@pytest.fixture
def root() -> User:
    return with_app(a_person("raiz", is_staff=True, is_superuser=True))


def request_of(user: User):
    request = RequestFactory().get("/admin/")
    request.user = user
    return request


def pages(root: User) -> Iterator[tuple[str, admin.ModelAdmin]]:
    for model, page in admin.site._registry.items():
        yield model._meta.label, page


def fields_on_page(page: admin.ModelAdmin, root: User) -> set[str]:
    """Return every field that a page shows, lists, filters by or searches, inlines included."""
    request = request_of(root)
    beside = [inline(page.model, admin.site) for inline in page.inlines]
    fields = {
        field
        for each in (page, *beside)
        for field in flatten_fieldsets(each.get_fieldsets(request, None))
    }
    listed = {*page.get_list_display(request), *page.get_search_fields(request)}
    return fields | listed | {str(each) for each in page.get_list_filter(request)}


def editable(page: admin.ModelAdmin, root: User) -> set[str]:
    request, other = request_of(root), page.model()
    beside = [inline(page.model, admin.site) for inline in page.inlines]
    assert not any(each.has_add_permission(request, other) for each in beside)
    assert not any(set(each.fields) - set(each.readonly_fields) for each in beside)
    assert not page.has_add_permission(request)
    assert not page.has_delete_permission(request, other)
    assert not page.list_editable
    if not page.has_change_permission(request, other):
        return set()
    fields = flatten_fieldsets(page.get_fieldsets(request, other))
    return set(fields) - set(page.get_readonly_fields(request, other))


@pytest.mark.feature("Playing", "Django's admin changes only who is staff")
def test_what_is_registered_and_what_can_be_changed(root):
    found = dict(pages(root))
    assert set(found) == REGISTERED
    changed = {label: editable(page, root) for label, page in found.items()}
    assert {label: fields for label, fields in changed.items() if fields} == EDITABLE


def test_no_card_seed_corte_or_session_is_in_it(root):
    found = {
        f"{label}.{field}"
        for label, page in pages(root)
        for field in fields_on_page(page, root) - MEANS_ANOTHER_THING
        if FORBIDDEN & set(field.lower().split("_"))
    }
    assert found == set()


def test_every_page_of_it_can_be_read(root):
    ana = a_person("ana")
    club = Club.objects.create(name="Club", slug="club")
    for label, page in pages(root):
        path = f"/admin/{label.lower().replace('.', '/')}/"
        assert browser_of(root).get(path).status_code == 200, page
        assert browser_of(root).get(f"{path}add/").status_code == 403
    for row in (ana, club):
        path = f"/admin/accounts/{row._meta.model_name}/{row.pk}/change/"
        assert browser_of(root).get(path).status_code == 200


def test_a_superuser_appoints_staff_and_changes_nothing_else(root):
    ana = a_person("ana")
    page = f"/admin/accounts/user/{ana.pk}/change/"
    everything = {
        "is_staff": "on",
        "is_superuser": "on",
        "display_name": "Otra",
        "username": "otra",
        "email": "x@example.org",
    }
    assert browser_of(root).post(page, everything).status_code == 302
    ana.refresh_from_db()
    assert (ana.is_staff, ana.is_superuser, ana.username, ana.is_active) == (
        *(True, False, "ana", True),
    )
    assert "Otra" not in str(ana)


def test_appointing_staff_undoes_no_suspension(root, monkeypatch):
    ana, read = a_person("ana"), PersonAdmin.save_form

    def suspend_meanwhile(page, request, form, change):
        User.objects.filter(pk=ana.pk).update(is_active=False)
        return read(page, request, form, change)

    monkeypatch.setattr(PersonAdmin, "save_form", suspend_meanwhile)
    browser_of(root).post(f"/admin/accounts/user/{ana.pk}/change/", {"is_staff": "on"})
    ana.refresh_from_db()
    assert (ana.is_staff, ana.is_active) == (True, False)
    own = browser_of(root).post(f"/admin/accounts/user/{root.pk}/change/", {})
    root.refresh_from_db()
    assert (own.status_code, root.is_staff) == (403, True)


def test_staff_that_is_not_superuser_changes_nobody(root):
    staff, ana = with_app(a_person("mesa", is_staff=True)), a_person("ana")
    page = f"/admin/accounts/user/{ana.pk}/change/"
    assert browser_of(staff).post(page, {"is_staff": "on"}).status_code == 403
    assert not User.objects.get(pk=ana.pk).is_staff
    assert not Measure.objects.exists()
    assert "raiz" not in text_of(browser_of(staff).get("/admin/"))
