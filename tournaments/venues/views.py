"""Views and forms for the tables of a hall: number, names and assignments."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.common.requests import person
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.common.errors import BadlyWrittenError, refuse, signed_in_form
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.entries.check_in import number_to_draw
from tournaments.lifecycle.forecast import Forecast, expected_end
from tournaments.models import Competition, HallTable
from tournaments.models.venues import MOST_TABLES
from tournaments.venues import services as venues
from tournaments.venues.queries import Hall, read_hall


class CountForm(forms.Form):
    """The number of tables, numbered from 1."""

    count = forms.IntegerField(
        label=_("¿Cuántas mesas hay?"),
        min_value=0,
        max_value=MOST_TABLES,
        help_text=_("Con 6 son de la 1 a la 6. Con 0 no se usan mesas."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class TablesForm(forms.Form):
    """The name of each table of a room, and whether a competition uses it."""

    def __init__(self, *args: Any, tables: Iterable[tuple[HallTable, bool]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._numbers: list[int] = []
        for table, is_used in tables:
            number = table.number
            self._numbers.append(number)
            self.fields[f"name-{number}"] = TidyField(
                label=_("Nombre de la mesa %(number)s") % {"number": number},
                max_length=20,
                required=False,
                initial=table.name,
                validators=[validate_shown_name],
            )
            self.fields[f"used-{number}"] = forms.BooleanField(
                label=_("Se usa"), required=False, initial=is_used
            )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Return each table's number with its two fields."""
        return [(each, self[f"name-{each}"], self[f"used-{each}"]) for each in self._numbers]

    def chosen(self) -> tuple[dict[int, str], set[int]]:
        """Return the names by number, and the numbers of the tables to use."""
        names = {each: self.cleaned_data[f"name-{each}"] for each in self._numbers}
        return names, {each for each in self._numbers if self.cleaned_data[f"used-{each}"]}


class MoveForm(forms.Form):
    """A match, and where it goes: to a free table, or to that of another match, which changes."""

    match = forms.IntegerField(min_value=1, max_value=10**15)
    to = forms.RegexField(r"^(?:table|match)-[0-9]{1,15}$")

    def target(self) -> tuple[str, int]:
        """Return what was chosen, a table or a match, and its key."""
        kind, key = self.cleaned_data["to"].split("-")
        return kind, int(key)


@signed_in_form
def hall(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the tables of the room, and take how many there are."""
    competition = find_organised(request, pk)
    room = read_hall(competition, timezone.now())
    if request.method != "POST":
        count = room.used or len(room.spots) or None
        return _page(request, competition, room, CountForm(initial={"count": count}))
    form = CountForm(request.POST)
    if not form.is_valid():
        return _page(request, competition, room, form, status=422)
    venues.use_tables(
        competition_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    return _done(request, pk)


@posted_at_desk
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """Name tables, and choose which of them are used."""
    competition = find_organised(request, pk)
    room = read_hall(competition, timezone.now())
    form = _tables(room, request)
    if not form.is_valid():
        return _page(request, competition, room, tables=form, status=422)
    names, used = form.chosen()
    venues.choose_tables(
        competition_id=pk, names=names, used=used, actor=person(request), now=timezone.now()
    )
    return _done(request, pk)


@posted_at_desk
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Move a match to a free table, or let two matches change."""
    find_organised(request, pk)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    match, (kind, key) = form.cleaned_data["match"], form.target()
    common = {"match_id": match, "actor": person(request), "now": timezone.now()}
    if kind == "table":
        venues.move_match(table_id=key, **common)
    else:
        venues.swap_tables(other_id=key, **common)
    return _done(request, pk)


@posted_at_desk
def use(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """Take a table out of use, or use it again."""
    find_organised(request, pk)
    service = venues.close_table if "out" in request.POST else venues.reopen_table
    service(table_id=table, competition_id=pk, actor=person(request), now=timezone.now())
    return _done(request, pk)


def _tables(room: Hall, request: HttpRequest | None = None) -> TablesForm:
    tables = [(spot.table, spot.is_used) for spot in room.spots]
    return TablesForm(request.POST if request else None, tables=tables)


def _forecasts(competition: Competition) -> list[tuple[Forecast, str]]:
    """Return what one table fewer, these tables and one more mean for the end."""
    now = timezone.now()
    entries, tables = number_to_draw(competition), competition.count_tables()
    forecast = expected_end(competition, entries, tables=tables, now=now)
    if forecast is None or not forecast.waves:
        return []
    used = forecast.tables or forecast.largest
    counts = [count for count in (used - 1, used, used + 1) if 0 < count <= forecast.largest]
    zone = competition.club.zone
    return [(one, one.hour(zone)) for one in map(forecast.with_tables, counts)]


def _page(
    request: HttpRequest,
    competition: Competition,
    room: Hall,
    count: CountForm | None = None,
    tables: TablesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "competition": competition,
        "hall": room,
        "count_form": count or CountForm(initial={"count": room.used}),
        "tables_form": tables or _tables(room),
        "forecasts": _forecasts(competition),
    }
    return render(request, "tournaments/venues/hall.html", context, status=status)


def _done(request: HttpRequest, pk: int) -> HttpResponse:
    messages.success(request, gettext("Listo, guardamos tus cambios."))
    return redirect("competitions:hall", pk)
