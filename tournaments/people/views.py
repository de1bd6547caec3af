"""Views of a club's people, of one person, and of what organisers change."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.common.requests import person as reader_of
from accounts.i18n.time_zones import short_date
from accounts.models import Club
from accounts.names.validation import searchable
from tournaments.common.errors import (
    BadlyWrittenError,
    NotOrganiserError,
    signed_in_form,
    signed_in_page,
    signed_in_post,
)
from tournaments.models import Contact, Person, PersonChange, RosterPlayer
from tournaments.people import contacts, services
from tournaments.people.claims import pending_claims, read_claims
from tournaments.people.errors import (
    NoSuchPersonError,
    NothingToSplitError,
    PlayedTogetherError,
    TwoAccountsError,
)
from tournaments.people.forms import ChosenNameForm, ContactForm, NameForm, PersonForm, SplitForm
from tournaments.people.queries import (
    NAMES,
    MergePreview,
    PersonPage,
    Roster,
    read_nights,
    split_places,
)

A_PAGE: Final = 40
DIGITS: Final = 18


@signed_in_page
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's people: `?q=` searches, `?show=` filters, `?merge=` chooses a second one."""
    club = _organised(request, slug)
    club_roster, show = Roster(club), request.GET.get("show", "")
    query = searchable(request.GET.get("q", ""))[:60]
    pages = Paginator(club_roster.chosen(show, query), A_PAGE)
    if not query:
        pages.count = club_roster.counts.get(show, club_roster.counts["all"])
    listed = pages.get_page(request.GET.get("page"))
    is_front = not query and listed.number == 1
    first = _first_of_two(club, request.GET.get("merge", ""))
    context = {
        "club": club,
        "roster": club_roster,
        "page": listed,
        "people": read_nights(list(listed)),
        "wanted": query,
        "show": show,
        "first": first,
        "claims": pending_claims(club.pk) if is_front and first is None else (),
        "twins": club_roster.twins if is_front and first is None else (),
        "proposals": club_roster.proposals[:NAMES] if is_front and first is None else (),
    }
    return render(request, "tournaments/people/roster.html", context)


@signed_in_post
def recognise(request: HttpRequest, slug: str) -> HttpResponse:
    """Assign names of earlier competitions to persons: one name, or all that are sure."""
    club = _organised(request, slug)
    if "all" in request.POST:
        sure = [each for each in Roster(club).proposals if each.is_sure][:NAMES]
        chosen = {each.key: each.people[0].pk if each.people else None for each in sure}
    else:
        form = ChosenNameForm(request.POST)
        if not form.is_valid():
            raise BadlyWrittenError()
        chosen = {form.cleaned_data["key"]: form.cleaned_data["person"]}
    number = services.recognise_names(
        club_id=club.pk, chosen=chosen, actor=reader_of(request), now=timezone.now()
    )
    message = ngettext(
        "%(number)s lugar ya tiene dueño.", "%(number)s lugares ya tienen dueño.", number
    )
    messages.success(request, message % {"number": number})
    return redirect("club_people", slug)


@require_safe
@never_cache
def show_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the competitions, partners and titles of a person that the reader may see."""
    person = get_object_or_404(
        Person.objects.select_related("club", "user", "merged_into", "contact"), pk=pk
    )
    if person.merged_into is not None:
        return redirect("person", person.merged_into.pk)
    page = PersonPage.of(person, request.user)
    if person.forgotten_at is not None or not (page.organises or page.places):
        raise Http404
    return _person_page(request, page, _form(person))


@signed_in_post
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a person's name, nickname and notes, and hide the name or show it."""
    page = _organised_person(request, pk)
    form = PersonForm(request.POST, has_account=page.person.user_id is not None)
    if not form.is_valid():
        return _person_page(request, page, form)
    actor, now, cleaned = reader_of(request), timezone.now(), form.cleaned_data
    is_double = services.rename_person(person_id=pk, name=cleaned["name"], actor=actor, now=now)
    services.describe_person(
        person_id=pk, nickname=cleaned["nickname"], notes=cleaned["notes"], actor=actor
    )
    if "hidden" in cleaned:
        services.hide_person(person_id=pk, hidden=cleaned["hidden"], actor=actor, now=now)
    messages.success(request, _("Listo, guardamos tus cambios."))
    if is_double and cleaned["name"] != page.person.name:
        messages.warning(request, _("Ya hay otra persona con ese nombre: siguen siendo dos."))
    return redirect("person", pk)


@signed_in_post
def keep_contact(request: HttpRequest, pk: int) -> HttpResponse:
    """Store a person's phone and e-mail, or forget them."""
    page, form = _organised_person(request, pk), ContactForm(request.POST)
    if not form.is_valid():
        return _person_page(request, page, _form(page.person), form)
    contacts.keep_contact(
        person_id=pk,
        phone=form.cleaned_data["phone"],
        email=form.cleaned_data["email"],
        actor=reader_of(request),
        now=timezone.now(),
    )
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("person", pk)


@signed_in_post
def forget(request: HttpRequest, pk: int) -> HttpResponse:
    """Erase what is known of a person without an account."""
    page = _organised_person(request, pk)
    services.forget_person(person_id=pk, actor=reader_of(request), now=timezone.now())
    messages.success(request, _("Borramos sus datos. Lo que jugó sigue sin su nombre."))
    return redirect("club_people", page.person.club.slug)


@signed_in_form
def merge(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Preview the merge of two persons, and merge them."""
    first = _organised_row(request, pk)
    second = get_object_or_404(Person.objects.select_related("user"), pk=other, club=first.club)
    if first == second:
        raise Http404
    if services.are_merged(first, second):
        messages.info(request, _("Ya son la misma persona."))
        return redirect("person", first.merged_into_id or pk)
    if not (first.is_known and second.is_known):
        raise NoSuchPersonError()
    preview, is_sent = MergePreview.of(first, second), request.method == "POST"
    form = NameForm(request.POST if is_sent else None, initial={"name": preview.name})
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_sent else HTTPStatus.OK
    if form.is_valid():
        try:
            services.merge_people(
                person_id=pk,
                other_id=other,
                name=form.cleaned_data["name"],
                actor=reader_of(request),
                now=timezone.now(),
            )
        except (PlayedTogetherError, TwoAccountsError) as error:
            status = error.status  # the page says what is in the way
        else:
            messages.success(request, _("Ahora son una sola persona."))
            return redirect("person", pk)
    context = {"club": first.club, "preview": preview, "form": form}
    return render(request, "tournaments/people/merge.html", context, status=status)


@signed_in_post
def tell_apart(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Mark two persons of similar names as different."""
    page = _organised_person(request, pk)
    services.tell_apart(person_id=pk, other_id=other, actor=reader_of(request), now=timezone.now())
    messages.success(request, _("Siguen siendo dos personas: no lo preguntamos más."))
    return redirect("club_people", page.person.club.slug)


@signed_in_post
def undo_merge(request: HttpRequest, change: int) -> HttpResponse:
    """Make two persons again of those that were merged."""
    person_change = get_object_or_404(PersonChange, pk=change)
    services.undo_merge(change_id=change, actor=reader_of(request), now=timezone.now())
    messages.success(request, _("Son dos personas otra vez, cada una con lo suyo."))
    return redirect("person", person_change.person_id)


@signed_in_form
def split(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the nights that were another person's."""
    person = _organised_person(request, pk).person
    nights = [(place.pk, _night(place)) for place in split_places(person)]
    is_sent = request.method == "POST"
    form = SplitForm(
        request.POST if is_sent else None, nights=nights, initial={"name": person.name}
    )
    if form.is_valid():
        try:
            other = services.split_person(
                person_id=pk,
                place_ids=form.cleaned_data["nights"],
                name=form.cleaned_data["name"],
                actor=reader_of(request),
                now=timezone.now(),
            )
        except NothingToSplitError as error:
            form.add_error("nights", error.message)
        else:
            messages.success(request, _("Ahora son dos. Si no era así, se pueden unir."))
            return redirect("person", other.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"club": person.club, "person": person, "form": form}
    return render(request, "tournaments/people/split.html", context, status=status)


def _night(place: RosterPlayer) -> str:
    event = place.competition
    day = short_date(timezone.localtime(event.starts_at or event.created_at), "j M Y")
    return f"{day} · {event} · {place.entry}"


def _form(person: Person) -> PersonForm:
    fields = ("name", "nickname", "notes", "hidden")
    initial = {field: getattr(person, field) for field in fields}
    return PersonForm(initial=initial, has_account=person.user_id is not None)


def _person_page(
    request: HttpRequest,
    page: PersonPage,
    form: PersonForm,
    contact_form: ContactForm | None = None,
) -> HttpResponse:
    now = timezone.now()
    contact: Contact | None = getattr(page.person, "contact", None)
    initial = {"phone": contact.phone, "email": contact.email} if contact else {}
    changes = page.changes if page.organises else []
    context = {
        "shown": page,
        "club": page.person.club,
        "claims": read_claims(page.person, request.user, organises=page.organises),
        "form": form if page.organises else None,
        "contact": contact if page.organises else None,
        "contact_form": contact_form or ContactForm(initial=initial),
        "changes": [(change.row, change.is_undoable(now)) for change in changes],
    }
    is_wrong = form.errors or (contact_form is not None and contact_form.errors)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "tournaments/people/person.html", context, status=status)


def _organised(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    return club


def _organised_person(request: HttpRequest, pk: int) -> PersonPage:
    """Return a person of a club that the reader organises, or refuse."""
    person = _organised_row(request, pk)
    if not person.is_known:
        raise NoSuchPersonError()
    return PersonPage.of(person, request.user)


def _organised_row(request: HttpRequest, pk: int) -> Person:
    """Return a person of a club that the reader organises, merged and forgotten ones too."""
    person = get_object_or_404(Person.objects.select_related("club", "user", "contact"), pk=pk)
    if not person.club.can_organise(request.user):
        raise NotOrganiserError()
    return person


def _first_of_two(club: Club, key: str) -> Person | None:
    """Return the first of two persons to merge, from the query string."""
    if not (key.isdecimal() and len(key) < DIGITS):
        return None
    return Person.objects.known().filter(club=club, pk=key).first()
