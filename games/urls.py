"""URLs of the tables."""

from django.urls import include, path

from games.invitations import views as invitations_views
from games.lessons import views as lessons_views
from games.lobby import views as lobby_views
from games.offline import views as offline_views
from games.pairing import views as pairing_views
from games.practice import views as practice_views
from games.puzzles import views as puzzles_views
from games.records import views as records_views
from games.reports import views as reports_views
from games.reviews import views as reviews_views
from games.rulebooks import views as rulebooks_views
from games.shared_device import views as shared_device_views
from games.table_page import casual_views, chat_views, player_card
from games.table_page import views as table_page_views
from games.tour import views as tour_views

table_urls = [
    path("", lobby_views.lobby, name="lobby"),
    path("new/", lobby_views.new, name="new"),
    path("now/", lobby_views.now, name="now"),
    path("practice/", lobby_views.practice, name="practice"),
    path("seal/", lobby_views.seal, name="seal"),
    path("quick/", pairing_views.quick, name="quick"),
    path("quick/stop/", pairing_views.stop, name="quick_stop"),
    path("quick/company/", pairing_views.company, name="quick_company"),
    path("quick/sit/", pairing_views.sit, name="quick_sit"),
    path("join/<str:token>/", invitations_views.join, name="join"),
    path("<int:pk>/", table_page_views.table, name="table"),
    path("<int:pk>/play/", table_page_views.play, name="play"),
    path("<int:pk>/next/", table_page_views.go_on, name="next"),
    path("<int:pk>/sit/", table_page_views.sit, name="sit"),
    path("<int:pk>/open/", table_page_views.open_corte, name="open"),
    path("<int:pk>/hand/", shared_device_views.hand, name="hand"),
    path("<int:pk>/sign/", table_page_views.sign, name="sign"),
    path("<int:pk>/watch/", table_page_views.watch, name="watch"),
    path("<int:pk>/talk/", chat_views.talk, name="talk"),
    path("<int:pk>/talk/report/", chat_views.report, name="report_line"),
    path("<int:pk>/back/", table_page_views.take_back, name="back"),
    path("<int:pk>/seat/", casual_views.change_seat, name="seat"),
    path("<int:pk>/leave/", casual_views.leave, name="leave"),
    path("<int:pk>/robot/", casual_views.seat_robot, name="robot"),
    path("<int:pk>/no-robot/", casual_views.dismiss_robot, name="no-robot"),
    path("<int:pk>/start/", casual_views.start, name="start"),
    path("<int:pk>/rules/", casual_views.rules, name="rules"),
    path("<int:pk>/agreed/", casual_views.accept_rules, name="accept-rules"),
    path("<int:pk>/end/", casual_views.vote, name="end"),
    path("<int:pk>/save/", casual_views.save, name="save"),
    path("<int:pk>/go-on/", casual_views.go_on, name="go-on"),
    path("<int:pk>/again/", casual_views.again, name="again"),
    path("<int:pk>/seats/<int:number>/", player_card.card, name="player"),
    path("<int:pk>/people/", invitations_views.show_people, name="people"),
    path("<int:pk>/hint/", reviews_views.hint, name="hint"),
    path("<int:pk>/invite/", invitations_views.invite, name="invite"),
    path("<int:pk>/asked/", invitations_views.come, name="asked"),
    path("<int:pk>/decline/", invitations_views.decline, name="decline"),
    path("<int:pk>/record/", records_views.show_record, name="record"),
    path("<int:pk>/record/whole/", records_views.whole_record, name="record_whole"),
    path("<int:pk>/record.tgn", records_views.tgn, name="tgn"),
    path("<int:pk>/record.json", records_views.json, name="record_json"),
    path("<int:pk>/record/review/", reviews_views.show_review, name="review"),
    path("<int:pk>/record/picture.png", records_views.picture, name="record_picture"),
]

learn_urls = [
    path("", lessons_views.courses, name="courses"),
    path("<slug:name>/", lessons_views.show_course, name="course"),
    path("<slug:name>/<int:number>/", lessons_views.hand, name="hand"),
]

urlpatterns = [
    path("tables/", include((table_urls, "tables"))),
    path(".well-known/truco-record-keys.json", records_views.keys, name="record-keys"),
    path("learn/", include((learn_urls, "learn"))),
    path("offline/play/", offline_views.play, name="offline_play"),
    path("offline/lessons/", offline_views.lessons, name="offline_lessons"),
    path("gira/", tour_views.show_road, name="tour"),
    path("gira/<slug:slug>/", tour_views.show_bar, name="tour_bar"),
    path("gira/<slug:slug>/<int:number>/", tour_views.play, name="tour_play"),
    path("cast/", tour_views.cast, name="cast"),
    path("cast/<slug:key>/", tour_views.sit_with, name="cast_play"),
    path("practice/", practice_views.practice, name="practice"),
    path("puzzle/", puzzles_views.hub, name="puzzles"),
    path("puzzle/next/<slug:family>/", puzzles_views.following, name="puzzle_next"),
    path("puzzle/<int:pk>/", puzzles_views.one, name="puzzle_one"),
    path("puzzle/<slug:family>/archive/", puzzles_views.archive, name="puzzle_archive"),
    path("puzzle/<slug:family>/", puzzles_views.show_puzzle, name="puzzle"),
    path("puzzle/<slug:family>/<str:day>/", puzzles_views.show_puzzle, name="puzzle"),
    path("friends/", invitations_views.friends, name="friends"),
    path("report/<slug:kind>/<int:pk>/", reports_views.report, name="report"),
    path("rules/", lessons_views.show_rules, name="rules"),
    path("clubs/<slug:slug>/rules/", rulebooks_views.club_rulebooks, name="club_rulebooks"),
]
