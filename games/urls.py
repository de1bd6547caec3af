"""Addresses of the tables."""

from django.urls import include, path

from games.views import lobby, records, rules, tables, talk

table_urls = [
    path("", lobby.lobby, name="lobby"),
    path("new/", lobby.new, name="new"),
    path("now/", lobby.now, name="now"),
    path("practice/", lobby.practice, name="practice"),
    path("<int:pk>/", tables.table, name="table"),
    path("<int:pk>/play/", tables.play, name="play"),
    path("<int:pk>/sit/", tables.sit, name="sit"),
    path("<int:pk>/sign/", tables.sign, name="sign"),
    path("<int:pk>/talk/", talk.talk, name="talk"),
    path("<int:pk>/talk/report/", talk.report, name="report_line"),
    path("<int:pk>/back/", tables.take_back, name="back"),
    path("<int:pk>/record/", records.record, name="record"),
    path("<int:pk>/record.tgn", records.tgn, name="tgn"),
]

urlpatterns = [
    path("tables/", include((table_urls, "tables"))),
    path("rules/", rules.rules, name="rules"),
]
