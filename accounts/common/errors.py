"""Refusals: one class for each reason, and the decorator that answers with its page."""

import pkgutil
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

P = ParamSpec("P")
APPS = ("accounts", "games", "tournaments")  # each builds on those before it


class RefusedError(Exception):
    """A request that the rules do not permit; it has changed nothing.

    Each reason is a subclass with its code, which the API and tests know, its HTTP status and its
    message. Two apps may use one code for different things.
    """

    code: ClassVar[str] = "wrong-state"
    status: ClassVar[HTTPStatus] = HTTPStatus.CONFLICT
    message: ClassVar["str | _StrPromise"] = _("Eso no se puede hacer ahora, o ya estaba hecho.")

    def __init__(self) -> None:
        super().__init__(self.code)

    def __init_subclass__(cls) -> None:
        """Register the class; raise TypeError if its app has the code already."""
        if _classes.setdefault((cls.__module__.partition(".")[0], cls.code), cls) is not cls:
            raise TypeError(f"{cls.__module__}: {cls.code} has a class already")


_classes: dict[tuple[str, str], type[RefusedError]] = {}


def find_refusal(code: str, app: str) -> type[RefusedError] | None:
    """Return the class of a code: the app's own, or that of an app below it."""
    apps = APPS[: APPS.index(app) + 1]
    return next(
        (_classes[key] for app_name in reversed(apps) if (key := (app_name, code)) in _classes),
        None,
    )


def all_refusals() -> list[type[RefusedError]]:
    """Return every reason."""
    return list(_classes.values())


def load_refusals(app: str) -> None:
    """Import the reasons of every subject of an app, so that their codes are found."""
    for folder in pkgutil.iter_modules(import_module(app).__path__):
        if folder.ispkg and find_spec(f"{app}.{folder.name}.errors"):
            import_module(f"{app}.{folder.name}.errors")


class OwnerStaysError(RefusedError):
    code = "owner-stays"
    message = _(
        "Un club con socios no puede quedar sin dueño: primero hay que pasárselo a otra persona."
    )


class PersonUnknownError(RefusedError):
    code = "person-unknown"
    status = HTTPStatus.NOT_FOUND
    message = _("Esa persona ya no está en el sitio, o es un robot.")


def answers_refusals(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Answer a service's refusal with its page."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RefusedError as error:
            context = {"error": error}
            return render(request, "accounts/refusal.html", context, status=error.status)

    return answered
