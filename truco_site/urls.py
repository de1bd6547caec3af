"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import include, path

from truco_site import robots, security_txt, shell
from truco_site.operation import operators, probes

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

handler400 = "truco_site.refusals.bad_request"
handler404 = "truco_site.refusals.not_found"
handler500 = "truco_site.refusals.server_error"
