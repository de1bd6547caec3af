"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import include, path

from truco_site import pwa as shell
from truco_site import well_known as robots
from truco_site import well_known as security_txt
from truco_site.operations import health as operators
from truco_site.operations import health as probes

urlpatterns = [
    path("worker.js", shell.worker, name="worker"),
    path("site.webmanifest", shell.manifest, name="manifest"),
    path("robots.txt", robots.robots, name="robots"),
    path("healthz", probes.healthz, name="healthz"),
    path("readyz", probes.readyz, name="readyz"),
    path("metrics", probes.metrics, name="metrics"),
    path("operators/", operators.operators, name="operators"),
    path(".well-known/security.txt", security_txt.security_txt, name="security_txt"),
    path("offline/", shell.offline, name="offline"),
    path("", include("tournaments.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "truco_site.error_pages.bad_request"
handler404 = "truco_site.error_pages.not_found"
handler500 = "truco_site.error_pages.server_error"
