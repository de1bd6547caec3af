"""Addresses that organisers only post to: who comes back to one reads their desk."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

P = ParamSpec("P")


def posted_at_desk(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Take posts alone; a signed-in reader of the address, who reloads it, is led to the desk."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        if request.method in ("GET", "HEAD") and request.user.is_authenticated:
            return redirect("competitions:manage", kwargs["pk"])
        return HttpResponseNotAllowed(["POST"])

    return answered
