"""Addresses of the tables."""

from django.urls import include, path

from games.views import lessons, lobby, records, rules, tables

table_urls = [
    path("", lobby.lobby, name="lobby"),
    path("new/", lobby.new, name="new"),
    path("now/", lobby.now, name="now"),
    path("practice/", lobby.practice, name="practice"),
    path("<int:pk>/", tables.table, name="table"),
    path("<int:pk>/play/", tables.play, name="play"),
    path("<int:pk>/sit/", tables.sit, name="sit"),
    path("<int:pk>/open/", tables.open_corte, name="open"),
    path("<int:pk>/sign/", tables.sign, name="sign"),
    path("<int:pk>/back/", tables.take_back, name="back"),
    path("<int:pk>/record/", records.record, name="record"),
    path("<int:pk>/record.tgn", records.tgn, name="tgn"),
]

learn_urls = [
    path("", lessons.courses, name="courses"),
    path("<slug:name>/", lessons.course, name="course"),
    path("<slug:name>/<int:number>/", lessons.hand, name="hand"),
]

urlpatterns = [
    path("tables/", include((table_urls, "tables"))),
    path(".well-known/truco-record-keys.json", records.keys, name="record-keys"),
    path("learn/", include((learn_urls, "learn"))),
    path("rules/", rules.rules, name="rules"),
]
