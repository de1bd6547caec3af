"""Every route of the site, and the address it has in the scene."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db.models import Min
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tournaments.screens.overlay import token_of
from tournaments.screens.views import _signer as walls

Given = Mapping[str, Any]
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
OF_ADMIN = re.compile(r"/admin/(\w+)/(\w+)/<path:object_id>/")


def every_route(
    patterns: Iterable[URLPattern | URLResolver] | None = None, before: str = "/"
) -> Iterator[str]:
    """Return each route as `urls.py` writes it."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern).removeprefix("^").removesuffix(r"\Z").rstrip("$")
        if isinstance(pattern, URLResolver):
            yield from every_route(pattern.url_patterns, route)
        else:
            yield route


class Addresses:
    """The addresses that the objects of a scene give to routes, and the forms posted there."""

    def __init__(self, given: Given) -> None:
        self._anywhere = _anywhere(given)
        self._parts = _parts(given)
        self._form = _form(given)

    def of(self, route: str) -> str:
        """Put what the scene holds in the place of a route's parameters."""
        named = dict(self._anywhere)
        for part, its_own in self._parts.items():
            if route.startswith(part):
                named |= its_own
        if found := OF_ADMIN.match(route):
            named["object_id"] = _first_of(*found.groups())
        return PARAMETER.sub(lambda found: str(named[found[1] or found[2]]), route)

    def form(self, route: str) -> dict[str, object]:
        """Return one form with the fields of many, so that only the permission decides."""
        first = {"first": self._form["at"]} if "/times/" in route else {}
        return {**first, **self._form}


def _first_of(app: str, model: str) -> int:
    """Return the lowest key of a model; 1 if it has no row.

    Keys go on from those of earlier tests that committed.
    """
    key = apps.get_model(app, model)._base_manager.aggregate(least=Min("pk"))["least"]
    return 1 if key is None else key


def _form(given: Given) -> dict[str, object]:
    hour = timezone.now() + timedelta(days=2)
    player = given["entry"].roster.earliest("number").pk
    return {
        "entry": given["entry"].pk,
        "player": player,
        "goes": player,
        "comes": 1,
        "only": given["entry"].pk,
        "reason": "se cortó la luz",
        "text": "hola",
        "note": "leído",
        "winner": "0",
        "ruling": "continue",
        "way": "cards",
        "granted": "yes",
        "at": f"{hour:%Y-%m-%dT%H:%M}",
        "proposal": 1,
        "number": 1,
        "absent": "yes",
        "said": "quiero",
        "to": given["member"].pk,
        "game1-0": "15",
        "game1-1": "3",
    }


def _anywhere(given: Given) -> dict[str, object]:
    """Parameters that mean the same wherever they stand."""
    return {
        "slug": given["club"].slug,
        "user_id": given["member"].pk,
        "username": given["player"].username,
        "provider_id": "nobody",
        "application": 1,
        "entry": given["entry"].pk,
        "event": given["cup"].audit.earliest("pk").pk,
        "official": given["official"].pk,
        "link": given["link"].pk,
        "bulletin": given["bulletin"].pk,
        "match": given["match"].pk,
        "round_id": given["match"].round_id,
        "board": 1,
        "feeder": given["berth"].feeder_id,
        "berth": given["berth"].pk,
        "pick": given["pick"].pk,
        "answer": "drop",
        "player": given["entry"].roster.earliest("number").pk,
        "table": 1,
        "venue": given["venue"].pk,
        "held": 1,
        "other": 1,
        "change": 1,
        "claim_id": 1,
        "token": "x",
        "season": 1,
        "year": timezone.now().year,
        "rival": given["member"].username,
        "team": given["team"].pk,
        "step": "open-check-in",
        "number": 1,
        "name": "entries",
        "family": given["puzzle"].family,
        "day": given["puzzle"].day,
        "act": "pause",
        "section": "clubs",
        "content_type_id": 1,
        "object_id": 1,
        "app_label": "tournaments",
        "url": "nowhere/",
        "uidb36": "1",
        "key": "x",
    }


def _parts(given: Given) -> dict[str, dict[str, object]]:
    """Parameters that mean another thing in each part of the site."""
    records = "/tables/<int:pk>/record"
    return {
        "/competitions/": {"pk": given["cup"].pk},
        "/competitions/<int:pk>/entered/<slug:act>": {"act": "approve"},
        "/competitions/<int:pk>/draft/": {"act": "publish"},
        "/competitions/<int:pk>/ladder/<int:challenge>/": {"challenge": 1, "act": "accept"},
        "/competitions/<int:pk>/plan/": {"act": "publish"},
        "/competitions/<int:pk>/change/": {"act": "rounds"},
        "/competitions/<int:pk>/days/": {"day": given["playing_day"].pk},
        "/embed/": {"pk": given["cup"].pk, "sheet": "standings"},
        "/api/": {"pk": given["cup"].pk},
        "/series/": {"pk": given["series"].pk, "final": given["cup"].pk},
        "/federations/": {
            "slug": given["federation"].slug,
            "club_id": given["club"].pk,
            "act": "leave",
            "link": 1,
        },
        "/teams/": {"pk": given["team"].pk},
        "/teams/join/": {"token": given["team_invite"]},
        "/teams/<int:pk>/players/": {"player": given["team"].players.get(number=2).pk},
        "/people/": {
            "pk": given["entry"].roster.earliest("number").person_id,
            "other": given["lost"].slots.get(side=0).entry.roster.earliest("number").person_id,
            "change": 1,
        },
        "/matches/": {"pk": given["match"].pk},
        "/matches/<int:pk>/appeal/": {"pk": given["lost"].pk},
        "/matches/<int:pk>/reopen/": {"pk": given["lost"].pk},
        "/tables/": {"pk": given["table"].pk, "token": "x"},
        records: {"pk": given["over"].pk},
        "/learn/": {"name": "argentino"},
        "/gira/": {"slug": "lujan"},
        "/cast/": {"key": "porota"},
        "/puzzle/": {"pk": given["puzzle"].pk},
        "/friends/": {"user_id": given["player"].pk},
        "/clubs/join/": {"token": given["invite"]},
        "/c/": {"code": given["cup"].code, "key": "x"},
        "/r/": {"code": given["slip"]},
        "/link/": {"token": given["key"]},
        "/overlay/": {"token": token_of("m", given["match"].pk)},
        "/wall/": {"token": walls.sign(str(given["cup"].pk))},
        "/invitation/": {"token": "x"},
        "/calendars/": {"pk": given["player"].pk, "token": given["calendar"]},
        "/accounts/2fa/webauthn/keys/": {"pk": 1},
        "/clubs/<slug:slug>/tokens/": {"token": 1},
        "/clubs/<slug:slug>/webhooks/": {"webhook": 1, "act": "off"},
        "/profile/tokens/": {"token": 1},
        "/ranking/series/rings/": {"pk": 1},
        "/calls/": {"pk": given["call"].pk},
        "/appeals/": {"pk": given["appeal"].pk},
        "/reports/": {"pk": 1},
        "/report/": {"kind": "person", "pk": given["player"].pk},
        "/measures/": {"pk": 1},
        "/operators/": {"pk": given["cup"].pk, "act": "suspend"},
    }
