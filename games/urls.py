"""Addresses of the tables."""

from django.urls import include, path

from games import views

tables = [
    path("<int:pk>/", views.table, name="table"),
    path("<int:pk>/play/", views.play, name="play"),
    path("<int:pk>/sit/", views.sit, name="sit"),
    path("<int:pk>/back/", views.take_back, name="back"),
]

urlpatterns = [path("tables/", include((tables, "tables")))]
