"""Addresses of the tables."""

from django.urls import include, path

from games.invitations import views as friends
from games.invitations import views as invited
from games.invitations import views as inviting
from games.lessons import views as lessons
from games.lessons import views as rules
from games.lobby import views as lobby
from games.puzzles import views as puzzles
from games.records import views as records
from games.reports import views as reporting
from games.reviews import views as hints
from games.reviews import views as reviews
from games.shared_device import views as one_device
from games.table_page import casual_views as ending
from games.table_page import casual_views as hosting
from games.table_page import chat_views as talk
from games.table_page import views as tables

table_urls = [
    path("", lobby.lobby, name="lobby"),
    path("new/", lobby.new, name="new"),
    path("now/", lobby.now, name="now"),
    path("practice/", lobby.practice, name="practice"),
    path("join/<str:token>/", invited.join, name="join"),
    path("<int:pk>/", tables.table, name="table"),
    path("<int:pk>/play/", tables.play, name="play"),
    path("<int:pk>/sit/", tables.sit, name="sit"),
    path("<int:pk>/open/", tables.open_corte, name="open"),
    path("<int:pk>/hand/", one_device.hand, name="hand"),
    path("<int:pk>/sign/", tables.sign, name="sign"),
    path("<int:pk>/talk/", talk.talk, name="talk"),
    path("<int:pk>/talk/report/", talk.report, name="report_line"),
    path("<int:pk>/back/", tables.take_back, name="back"),
    path("<int:pk>/seat/", hosting.change_seat, name="seat"),
    path("<int:pk>/leave/", hosting.leave, name="leave"),
    path("<int:pk>/robot/", hosting.seat_robot, name="robot"),
    path("<int:pk>/no-robot/", hosting.dismiss_robot, name="no-robot"),
    path("<int:pk>/start/", hosting.start, name="start"),
    path("<int:pk>/rules/", hosting.rules, name="rules"),
    path("<int:pk>/agreed/", hosting.accept_rules, name="accept-rules"),
    path("<int:pk>/end/", ending.vote, name="end"),
    path("<int:pk>/save/", ending.save, name="save"),
    path("<int:pk>/go-on/", ending.go_on, name="go-on"),
    path("<int:pk>/again/", ending.again, name="again"),
    path("<int:pk>/people/", friends.people, name="people"),
    path("<int:pk>/hint/", hints.hint, name="hint"),
    path("<int:pk>/invite/", inviting.invite, name="invite"),
    path("<int:pk>/asked/", inviting.come, name="asked"),
    path("<int:pk>/decline/", inviting.decline, name="decline"),
    path("<int:pk>/record/", records.record, name="record"),
    path("<int:pk>/record.tgn", records.tgn, name="tgn"),
    path("<int:pk>/record.json", records.json, name="record_json"),
    path("<int:pk>/record/review/", reviews.review, name="review"),
    path("<int:pk>/record/picture.png", records.picture, name="record_picture"),
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
    path("puzzle/", puzzles.any_family, name="puzzles"),
    path("puzzle/<slug:family>/", puzzles.puzzle, name="puzzle"),
    path("puzzle/<slug:family>/<str:day>/", puzzles.puzzle, name="puzzle"),
    path("friends/", friends.friends, name="friends"),
    path("report/<slug:kind>/<int:pk>/", reporting.report, name="report"),
    path("rules/", rules.rules, name="rules"),
]
