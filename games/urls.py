"""Addresses of the tables."""

from django.urls import include, path

from games.views import lobby, records, rules, tables

table_urls = [
    path("", lobby.lobby, name="lobby"),
    path("new/", lobby.new, name="new"),
    path("now/", lobby.now, name="now"),
    path("practice/", lobby.practice, name="practice"),
    path("<int:pk>/", tables.table, name="table"),
    path("<int:pk>/play/", tables.play, name="play"),
    path("<int:pk>/sit/", tables.sit, name="sit"),
    path("<int:pk>/sign/", tables.sign, name="sign"),
    path("<int:pk>/back/", tables.take_back, name="back"),
    path("<int:pk>/record/", records.record, name="record"),
    path("<int:pk>/record.tgn", records.tgn, name="tgn"),
    path("<int:pk>/record.json", records.json, name="record_json"),
    path("<int:pk>/record/picture.png", records.picture, name="record_picture"),
]

urlpatterns = [
    path("tables/", include((table_urls, "tables"))),
    path("rules/", rules.rules, name="rules"),
]
