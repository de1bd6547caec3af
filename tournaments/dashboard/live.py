"""Live updates of an organiser's dashboard: its frame, or the whole page.

The content is the same for all organisers of the competition. Forms contain a placeholder for the
CSRF token (`TOKEN`): the page fills it in when it is rendered, the browser when a socket sends
it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.live.fragments import Pieces, positioned_children
from games.live.sources import Reader, Topic
from games.live.templates import render_template
from games.live.threads import in_thread
from tournaments.dashboard.queries import (
    CARDS,
    CompetitionFlags,
    Dashboard,
    Snapshot,
    flag_columns,
)
from tournaments.formats.catalogue import FORMATS
from tournaments.live.competition import LIFE, CompetitionSource, CompetitionView, FollowingConsumer
from tournaments.live.versions import read_versions
from tournaments.models import Competition
from tournaments.models.competitions import run_by

TOKEN: Final = "token"
LISTED: Final = 64  # entries


def desk_versions(pks: Collection[int]) -> dict[int, str]:
    """Return the versions of dashboards, including the number of seats taken."""
    return {pk: read.mark for pk, read in read_versions(pks, flag_columns(timezone.now())).items()}


@dataclass(frozen=True)
class DeskFrame:
    """Parts on every page of the dashboard: next step, progress and counts.

    A page that shows more takes it from the same snapshot, which is newer than the version.
    """

    competition: Competition
    version: str
    flags: CompetitionFlags | None = None  # if they were read with the version

    @classmethod
    def of(cls, competition: Competition) -> Self:
        """Return the current frame of a dashboard."""
        read = read_versions([competition.pk], flag_columns(timezone.now()))[competition.pk]
        return cls(competition, read.mark, CompetitionFlags(**read.also))

    @cached_property
    def snapshot(self) -> Snapshot:
        return Snapshot(self.competition, timezone.now(), self.flags)

    @property
    def has_ladder(self) -> bool:
        """Whether its entries challenge each other by now."""
        return (
            self.competition.is_drawn and FORMATS[self.snapshot.flags.format].play.is_by_challenge
        )

    def pieces(self) -> Pieces:
        """Return the rendered pieces in the active language, from the cache."""
        key = f"desk:{self.competition.pk}:{self.version}:{get_language()}"
        return cast("Pieces", caches["pages"].get_or_set(key, self._render_frame, LIFE))

    def _render_frame(self) -> Pieces:
        return self.render_pieces(Dashboard(self.snapshot))

    def render_pieces(self, desk: Dashboard) -> Pieces:
        """Render the pieces of every page."""
        return {
            TOKEN: "",
            "state": render_template("competition/state", competition=self.competition),
            "steps": render_template("desk/steps", steps=desk.progress),
            "bell": render_template("desk/bell", clocks=desk.clocks[:1]),
            "next": render_template("desk/next", step=desk.next_step),
            **{
                f"count-{name}": render_template(
                    "desk/count", name=name, number=number, is_hot=is_hot
                )
                for name, (number, is_hot) in counts(desk).items()
            },
            "changed": render_template("competition/changed", version=self.version),
        }

    def latest(self) -> str:
        """Render the latest acts, changes and results, with what can be undone."""
        desk, zone = Dashboard(self.snapshot), self.competition.club.zone
        return render_template("desk/latest", lines=desk.latest_with_changes, zone=zone)


@dataclass(frozen=True)
class DeskNow(DeskFrame):
    """The whole dashboard: also cards, tables and the latest log lines."""

    def pieces(self) -> Pieces:
        """Render the current pieces in the active language."""
        desk, zone = Dashboard(self.snapshot), self.competition.club.zone
        listed, standing = desk.cards[:CARDS], desk.tiles
        cards = {card.key: render_template("desk/card", card=card, zone=zone) for card in listed}
        tables = {
            f"t{tile.match.pk}": render_template("desk/tile", tile=tile, zone=zone)
            for tile in standing
        }
        more = len(desk.cards) - len(listed)
        beyond = len(desk.cases) - len(standing)
        return {
            **self.render_pieces(desk),
            "outlook": render_template(
                "desk/outlook", outlook=desk.outlook, competition=self.competition
            ),
            "forecast": render_template(
                "desk/forecast", forecast=desk.forecast, competition=self.competition, zone=zone
            ),
            "needs": render_template(
                "desk/needs", keys=list(cards), more=more, total=len(desk.cards)
            ),
            **cards,
            "clocks": render_template("desk/clocks", desk=desk, zone=zone),
            "tiles": render_template("desk/tiles", desk=desk, keys=list(tables)),
            "tiles-count": render_template("desk/tiles_count", desk=desk, beyond=beyond),
            **tables,
            "out": render_template(
                "desk/out", competition=self.competition, entries=self.snapshot.out
            ),
            "roster": render_template("desk/roster", desk=desk, listed=desk.entered[:LISTED]),
            "podium": render_template("desk/podium", **self._podium()),
            "latest": render_template("desk/latest", lines=desk.latest, zone=zone),
        }

    def _podium(self) -> dict[str, object]:
        """Return the podium of a finished competition. Only then the whole competition is read."""
        if self.competition.champion_id is None:
            return {"podium": [], "silver": [], "divisions": [], "competition": self.competition}
        view = CompetitionView.of(self.competition)
        return {
            "podium": view.podium,
            "silver": view.silver,
            "divisions": view.divisions,
            "competition": self.competition,
        }


def with_token(pieces: Pieces, token: str) -> dict[str, SafeString]:
    """Position pieces, with the reader's CSRF token in all their forms."""
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return positioned_children({**pieces, TOKEN: field})


def counts(desk: Dashboard) -> Mapping[str, tuple[int, bool]]:
    """Return the count of each section that has one, and whether it needs action."""
    standing = [case.view.match for case in desk.cases if not case.view.match.is_decided]
    at_tables = standing and standing[0].in_hall and not desk.competition.is_over
    return {
        "now": (len(desk.cards), True),
        "tables": (len(standing) if at_tables else 0, False),
        "results": (desk.missing, True),
        "entries": (len(desk.entered), False),
    }


SIDES: Final = {1: _("Jugadores"), 2: _("Parejas")}
TEAMS: Final = _("Equipos")
PAGES: Final = {  # section of a page, by the name of its URL
    "hall": "tables",
    "results": "results",
    "paste": "entries",
    "entered": "entries",
    "add_entry": "entries",
    "feeders": "entries",
    "cash": "cash",
    "officials": "roles",
    "links": "roles",
    "screens": "notices",
}


@dataclass(frozen=True)
class Section:
    """Section of the dashboard. On a phone only docked ones show, the rest is under *Más*."""

    key: str
    label: str | Promise
    address: str
    note: str | Promise = ""  # description in the list of sections
    is_docked: bool = False


def sections(competition: Competition, *, by_link: bool = False) -> list[Section]:
    """Return the sections of a dashboard. Staff with a link do not see the officials."""
    desk = reverse("competitions:manage", args=[competition.pk])
    entries = SIDES.get(competition.players_per_side, TEAMS)
    pages = {
        name: reverse(f"competitions:{name}", args=[competition.pk])
        for name in ("hall", "results", "cash", "officials")
    }
    all_sections = [
        Section("now", _("Ahora"), desk, is_docked=True),
        Section("tables", _("Mesas"), pages["hall"], _("las del salón, con su nombre")),
        Section("results", _("Resultados"), pages["results"], is_docked=True),
        Section("entries", entries, f"{desk}?s=entries", is_docked=True),
        Section("cash", _("Caja"), pages["cash"], _("quién pagó, el total y el pozo")),
        Section("standings", _("Posiciones"), f"{desk}?s=standings", _("tabla, cuadro y fechas")),
        Section(
            "change",
            _("Cambiar"),
            f"{desk}?s=change",
            _("terminar antes, rondas, a cuánto se juega"),
            is_docked=competition.is_drawn,
        ),
        Section(
            "notices",
            _("Avisos"),
            f"{desk}?s=notices",
            _("a quienes juegan y siguen"),
            is_docked=not competition.is_drawn,
        ),
        Section("roles", _("Roles"), pages["officials"], _("jueces y anotadores")),
        Section("rules", _("Reglas"), f"{desk}?s=rules", _("condiciones, pausa, cancelar")),
        Section("log", _("Registro"), f"{desk}?s=log", _("quién hizo qué")),
    ]
    return [one for one in all_sections if not (by_link and one.key == "roles")]


def section_of(page: str, section: str) -> str:
    """Return the section of a page. The dashboard itself names its `section`."""
    return PAGES.get(page) or section or "now"


class FollowingDesk(CompetitionSource):
    """Live source of dashboards."""

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        return desk_versions(pks)

    def filter_readers(self, readers: Collection[Reader]) -> set[Reader]:
        """Return the readers who still run their competition."""
        people = User.objects.in_bulk({user_id for _, user_id in readers})
        return {(pk, one) for pk, one in readers if one in people and runs(pk, people[one])}


FRAMES = FollowingDesk(DeskFrame)
DESKS = FollowingDesk(DeskNow)


class FrameConsumer(FollowingConsumer):
    """Consumer of an organiser on a page of the dashboard."""

    source = FRAMES

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the topic of the competition if the user runs it."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        is_organiser = await in_thread(runs, pk, cast("User | AnonymousUser", self.scope["user"]))
        return ((self.source, pk), None) if is_organiser else None


class DeskConsumer(FrameConsumer):
    """Consumer of an organiser at the main page of the dashboard."""

    source = DESKS


def runs(pk: int, user: User | AnonymousUser) -> bool:
    """Return whether a user runs a competition."""
    return Competition.objects.filter(run_by(user), pk=pk).exists()
