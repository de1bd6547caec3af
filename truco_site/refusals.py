"""Pages for requests that are refused before any view runs, and for those that break one."""

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation

from truco_site.logs import request_id


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token, in words; a reload brings a new token."""
    template = "_csrf.html" if request.headers.get("HX-Request") else "403_csrf.html"
    return render(request, template, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours, and by which number it is found; nothing is read for it."""
    language = getattr(request, "LANGUAGE_CODE", "")
    with translation.override(language or translation.get_language_from_request(request)):
        return HttpResponseServerError(
            render_to_string("500.html", {"request_id": request_id.get()})
        )
