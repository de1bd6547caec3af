"""The interactive page of the API: Swagger UI, served with the files of the site."""

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe


@require_safe
@csp_update({"img-src": [SELF, "data:"]})  # the arrows in Swagger's style sheet
def docs(request: HttpRequest) -> HttpResponse:
    """Show the operations of the API, which can be tried there with a token."""
    settings = {
        "url": reverse("api-v1:openapi-json"),
        "layout": "BaseLayout",
        "deepLinking": True,
        "persistAuthorization": False,
    }
    return render(request, "tournaments/api/docs.html", {"settings": settings})
