"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "truco_site.refusals.bad_request"
handler500 = "truco_site.refusals.server_error"
