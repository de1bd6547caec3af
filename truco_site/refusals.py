"""Pages for requests that are refused before any view runs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token, in words; a reload brings a new token."""
    template = "_csrf.html" if request.headers.get("HX-Request") else "403_csrf.html"
    return render(request, template, status=403)
