"""URLs of the site, by app."""

from django.contrib import admin
from django.urls import include, path

from truco_site import pwa, well_known
from truco_site.operations import health

urlpatterns = [
    path("worker.js", pwa.worker, name="worker"),
    path("site.webmanifest", pwa.manifest, name="manifest"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path("robots.txt", well_known.robots, name="robots"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("operators/", health.operators, name="operators"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path("offline/", pwa.offline, name="offline"),
    path("", include("tournaments.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "truco_site.error_pages.bad_request"
handler404 = "truco_site.error_pages.not_found"
handler500 = "truco_site.error_pages.server_error"
