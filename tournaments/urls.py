"""Addresses of the front page, of competitions and matches, of the ranking and its players."""

from django.urls import include, path, register_converter

from tournaments.club_files import views as club_files
from tournaments.club_history import views as clubs
from tournaments.club_history import views as seasons
from tournaments.club_matches import views as board_results
from tournaments.club_matches import views as line_ups
from tournaments.dashboard import entries as entry_desk
from tournaments.dashboard import views as desk
from tournaments.dashboard import views as managing
from tournaments.demo import rehearsals as rehearsing
from tournaments.draw import how_to_play as how
from tournaments.draw import views as drafting
from tournaments.draw import views as drawing
from tournaments.draw import views as entry_order
from tournaments.entries import views as entering
from tournaments.entries import views as following
from tournaments.entries import views as here
from tournaments.entries import views as rosters
from tournaments.entry_import import views as importing
from tournaments.entry_import import views as pasting
from tournaments.exports import api, feeds
from tournaments.exports import views as embeds
from tournaments.exports import views as exports
from tournaments.exports import views as papers
from tournaments.exports import views as pictures
from tournaments.judging import views as judging
from tournaments.judging import views as officials
from tournaments.leagues import views as leagues
from tournaments.lifecycle import views as creating
from tournaments.lifecycle import views as setting_up
from tournaments.lifecycle import views as talking
from tournaments.moderation import views as keeping
from tournaments.moderation import views as reports
from tournaments.name_claims import views as claims
from tournaments.name_claims import views as names
from tournaments.penalties import views as penalties
from tournaments.penalties import views as penalty_list
from tournaments.players import views as against
from tournaments.players import views as players
from tournaments.public_pages import competition_views, home, match_views
from tournaments.public_pages import competition_views as archive
from tournaments.public_pages import competition_views as codes
from tournaments.public_pages import competition_views as competitions
from tournaments.public_pages import competition_views as entries
from tournaments.public_pages import match_views as matches
from tournaments.qualifiers import views as feeders
from tournaments.ranking import views as ranking
from tournaments.result_grid import views as results
from tournaments.results import views as correcting
from tournaments.round_clock import views as clocks
from tournaments.schedule import views as scheduling
from tournaments.scorer_page import views as scoring
from tournaments.screens import views as overlays
from tournaments.screens import views as screens
from tournaments.screens import views as signs
from tournaments.screens import views as wall
from tournaments.slips import views as slips
from tournaments.staff_links import views as links
from tournaments.teams import views as entering_teams
from tournaments.teams import views as making_teams
from tournaments.teams import views as team_people
from tournaments.teams import views as teams
from tournaments.teams import views as teams_against
from tournaments.venues import views as halls
from tournaments.withdrawals import views as leaving
from tournaments.withdrawals import views as withdrawals_views


class NameConverter:
    """A user name in an address: nothing that no name can hold."""

    regex = r"[^/\x00]{1,30}"

    def to_python(self, value: str) -> str:
        """Take it as it is."""
        return value

    def to_url(self, value: str) -> str:
        """Write it as it is."""
        return value


register_converter(NameConverter, "name")

competition_urls = [
    path("", competitions.competition_list, name="list"),
    path("new/", creating.new, name="new"),
    path("setup/", setting_up.new_setting_up, name="setup"),
    path("rehearse/", rehearsing.rehearse_rehearsing, name="rehearse"),
    path("<int:pk>/forget/", rehearsing.forget, name="forget"),
    path("archive/", archive.archive, name="archive"),
    path("<int:pk>/", competitions.competition, name="competition"),
    path("<int:pk>/register/", competition_views.register, name="register"),
    path("<int:pk>/team/", entering_teams.enter, name="enter_team"),
    path("<int:pk>/register/guest/", competition_views.register_as_guest, name="register_guest"),
    path("<int:pk>/invite/", entering.invite, name="invite"),
    path("<int:pk>/leave/", withdrawals_views.leave, name="leave"),
    path("<int:pk>/check-in/", entering.check_in, name="check_in"),
    path("<int:pk>/reserves/", rosters.add_reserve, name="add_reserve"),
    path("<int:pk>/reserves/drop/", rosters.drop_reserve, name="drop_reserve"),
    path("<int:pk>/substitute/", rosters.substitute, name="substitute"),
    path("<int:pk>/rename-player/", rosters.rename_player, name="rename_player"),
    path("<int:pk>/transfer/", rosters.transfer, name="transfer"),
    path("<int:pk>/picture.png", pictures.competition_pictures, name="picture"),
    path("<int:pk>/export/competition.json", exports.document, name="export"),
    path("<int:pk>/export/<slug:name>.csv", exports.table, name="export_table"),
    path("<int:pk>/manage/", desk.manage, name="manage"),
    path("<int:pk>/how/", how.how, name="how"),
    path("<int:pk>/names/", names.names, name="names"),
    path("<int:pk>/names/go/", names.let_go, name="let_go"),
    path("<int:pk>/names/partner/", names.is_partner, name="is_partner"),
    path("<int:pk>/names/<int:player>/", names.name, name="name"),
    path("<int:pk>/claims/", claims.claims, name="claims"),
    path("<int:pk>/wall/", wall.open_wall, name="open_wall"),
    path("<int:pk>/screens/", screens.screens, name="screens"),
    path("<int:pk>/screens/bulletin/", screens.send, name="send_bulletin"),
    path("<int:pk>/screens/bulletin/<int:bulletin>/", screens.take_back, name="bulletin_back"),
    path("<int:pk>/screens/network/", screens.network, name="set_network"),
    path("<int:pk>/signs/", signs.signs, name="signs"),
    path("<int:pk>/papers/", papers.papers, name="papers"),
    path("<int:pk>/edit/", creating.edit, name="edit"),
    path("<int:pk>/entries/", managing.add_entry, name="add_entry"),
    path("<int:pk>/import/", importing.import_entries, name="import"),
    path("<int:pk>/paste/", pasting.paste, name="paste"),
    path("<int:pk>/entered/", entry_desk.desk, name="entered"),
    path("<int:pk>/entered/<int:entry>/", entry_desk.one, name="entered_one"),
    path("<int:pk>/entered/<slug:act>/", entry_desk.decide, name="decide"),
    path("<int:pk>/cap/", entry_desk.change_cap, name="change_cap"),
    path("<int:pk>/order/", entry_order.order, name="order"),
    path("<int:pk>/steps/<slug:step>/", entry_desk.take_step, name="step"),
    path("<int:pk>/withdraw/", managing.withdraw, name="withdraw"),
    path("<int:pk>/close-season/", leagues.close_season, name="close_season"),
    path("<int:pk>/fixture/", leagues.fixture, name="fixture"),
    path("<int:pk>/calendar.ics", feeds.competition, name="calendar"),
    path("<int:pk>/entries/<int:entry>/calendar.ics", feeds.entry, name="entry_calendar"),
    path("<int:pk>/entries/<int:entry>/", entries.entry, name="entry"),
    path("<int:pk>/entries/<int:entry>/withdraw/", leaving.ask, name="ask_withdrawal"),
    path("<int:pk>/entries/<int:entry>/reinstate/", leaving.reinstate, name="reinstate"),
    path("<int:pk>/entries/<int:entry>/absent/", leaving.absent, name="absent"),
    path("<int:pk>/why/", entries.drawn, name="drawn"),
    path("<int:pk>/follow/", following.follow, name="follow"),
    path("<int:pk>/own/", competitions.own, name="own"),
    path("<int:pk>/officials/", officials.officials, name="officials"),
    path("<int:pk>/officials/<int:official>/dismiss/", officials.dismiss, name="dismiss"),
    path("<int:pk>/links/", links.links, name="links"),
    path("<int:pk>/links/<int:link>/revoke/", links.revoke, name="revoke_link"),
    path("<int:pk>/held/<int:held>/", scoring.settle, name="settle_marks"),
    path("<int:pk>/results/", results.results, name="results"),
    path("<int:pk>/results/<int:match>/", results.save, name="save_result"),
    path("<int:pk>/slips/", slips.papers, name="slips"),
    path("<int:pk>/draw/", drawing.draw, name="draw"),
    path("<int:pk>/rounds/<int:round_id>/clock/", clocks.set_clock, name="clock"),
    path("<int:pk>/hall/", halls.hall, name="hall"),
    path("<int:pk>/hall/tables/", halls.choose, name="hall_tables"),
    path("<int:pk>/hall/move/", halls.move, name="hall_move"),
    path("<int:pk>/hall/<int:table>/", halls.use, name="hall_use"),
    path("<int:pk>/draft/", drafting.draft, name="draft"),
    path("<int:pk>/draft/<slug:act>/", drafting.act, name="draft_act"),
    path("<int:pk>/feeders/", feeders.feeders, name="feeders"),
    path("<int:pk>/feeders/<int:feeder>/<slug:answer>/", feeders.settle, name="feeder"),
    path("<int:pk>/berths/<int:berth>/", feeders.berth, name="berth"),
    path("<int:pk>/talk/", talking.change, name="talk"),
    path("<int:pk>/<slug:act>/", managing.act, name="act"),
]

team_urls = [
    path("", making_teams.own, name="own"),
    path("new/", making_teams.new, name="new"),
    path("join/<slug:token>/", teams.join, name="join"),
    path("<int:pk>/", teams.team, name="team"),
    path("<int:pk>/against/", teams_against.rivals, name="rivals"),
    path("<int:pk>/against/<int:team>/", teams_against.against, name="against"),
    path("<int:pk>/edit/", making_teams.edit, name="edit"),
    path("<int:pk>/name/", making_teams.name, name="name"),
    path("<int:pk>/invite/", team_people.invite, name="invite"),
    path("<int:pk>/invite/stop/", team_people.stop_inviting, name="stop_inviting"),
    path("<int:pk>/leave/", team_people.leave, name="leave"),
    path("<int:pk>/players/<int:player>/out/", team_people.take_out, name="take_out"),
    path("<int:pk>/vice/", team_people.name_vice, name="vice"),
    path("<int:pk>/captain/", team_people.offer_captaincy, name="offer"),
    path("<int:pk>/captain/take/", team_people.take_captaincy, name="take"),
    path("<int:pk>/adopt/", team_people.adopt, name="adopt"),
    path("<int:pk>/dissolve/", team_people.dissolve, name="dissolve"),
]

api_urls = [
    path("", api.index, name="index"),
    path("competitions/", api.competitions, name="competitions"),
    path("competitions/<int:pk>/", api.competition, name="competition"),
    path("competitions/<int:pk>/matches/", api.matches, name="matches"),
    path("ranking/", api.ranking, name="ranking"),
]

urlpatterns = [
    path("api/", include((api_urls, "api"))),
    path("", home.home, name="home"),
    path("code/", codes.code, name="code"),
    path("c/<slug:code>/", codes.short, name="short"),
    path("c/<slug:code>/here/", here.here, name="here"),
    path("c/<slug:code>/<slug:key>/", codes.short, name="short_key"),
    path("competitions/", include((competition_urls, "competitions"))),
    path("teams/", include((team_urls, "teams"))),
    path("embed/competitions/<int:pk>/", embeds.competition, name="embed"),
    path("embed/competitions/<int:pk>/<slug:sheet>/", embeds.sheet, name="embed_sheet"),
    path("invitation/<slug:token>/", entering.invitation, name="invitation"),
    path("overlay/<str:token>/", overlays.overlay, name="overlay"),
    path("link/<str:token>/", links.enter, name="staff_link"),
    path("wall/<str:token>/", wall.wall, name="wall"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/picture.png", pictures.match, name="match_picture"),
    path("matches/<int:pk>/walkover/", managing.walkover, name="walkover"),
    path("matches/<int:pk>/annul/", managing.annul, name="annul"),
    path("matches/<int:pk>/times/", match_views.propose, name="match_propose"),
    path("matches/<int:pk>/times/accept/", scheduling.accept, name="match_accept"),
    path("matches/<int:pk>/times/decline/", scheduling.decline, name="match_decline"),
    path("matches/<int:pk>/hour/", match_views.set_time, name="match_set_time"),
    path("calendars/<int:pk>/<slug:token>.ics", feeds.player, name="calendar"),
    path("calendars/renew/", feeds.renew, name="calendar_renew"),
    path("calendars/revoke/", feeds.revoke, name="calendar_revoke"),
    path("matches/<int:pk>/reopen/", correcting.reopen, name="reopen"),
    path("matches/<int:pk>/line-up/<int:entry>/", line_ups.line_up, name="line_up"),
    path("matches/<int:pk>/line-up/close/", line_ups.close_line_ups, name="close_line_ups"),
    path("matches/<int:pk>/boards/<int:board>/result/", board_results.write, name="write_board"),
    path("matches/<int:pk>/boards/<int:board>/award/", board_results.award, name="award_board"),
    path(
        "matches/<int:pk>/boards/<int:board>/correct/", board_results.correct, name="correct_board"
    ),
    path(
        "matches/<int:pk>/boards/<int:board>/change/<int:entry>/",
        line_ups.change,
        name="change_board",
    ),
    path("matches/<int:pk>/score/", scoring.score, name="score"),
    path("matches/<int:pk>/score/mark/", scoring.mark, name="mark"),
    path("matches/<int:pk>/penalties/", penalties.penalties, name="penalties"),
    path("matches/<int:pk>/penalties/give/", penalties.give, name="give_penalty"),
    path("matches/<int:pk>/penalties/correct/", penalties.correct, name="correct_score"),
    path("clubs/<slug:slug>/penalties/", penalty_list.penalty_list, name="penalty_list"),
    path("clubs/<slug:slug>/teams/", teams.of_club, name="club_teams"),
    path("clubs/<slug:slug>/fame/", clubs.fame, name="club_fame"),
    path("clubs/<slug:slug>/<int:year>/", clubs.year, name="club_year"),
    path("clubs/<slug:slug>/seasons/", seasons.seasons, name="club_seasons"),
    path("clubs/<slug:slug>/seasons/<int:season>/remove/", seasons.remove, name="remove_season"),
    path("matches/<int:pk>/score/held/", scoring.hold, name="held_marks"),
    path("matches/<int:pk>/result/", scoring.result, name="result"),
    path("matches/<int:pk>/judge/", judging.call, name="call_judge"),
    path("matches/<int:pk>/appeal/", judging.appeal, name="appeal"),
    path("matches/<int:pk>/wait/", judging.wait, name="wait"),
    path("calls/<int:pk>/rule/", judging.rule, name="rule"),
    path("appeals/<int:pk>/answer/", judging.answer, name="answer_appeal"),
    path("r/", slips.ask, name="slip_code"),
    path("r/<slug:code>/", slips.slip, name="slip"),
    path("judging/", judging.judging, name="judging"),
    path("judging/now/", judging.now, name="judging_now"),
    path("clubs/new/file/", club_files.page, name="new_club_file"),
    path("clubs/<slug:slug>/file/", club_files.page, name="club_file"),
    path("clubs/<slug:slug>/file/club.json", club_files.take, name="take_club_file"),
    path("clubs/<slug:slug>/keeping/", keeping.of_club, name="club_keeping"),
    path("operators/keeping/", keeping.of_site, name="site_keeping"),
    path("operators/keeping/<slug:act>/", keeping.of_site, name="site_act"),
    path("operators/show/<int:pk>/", keeping.show, name="show_competition"),
    path("measures/<int:pk>/lift/", keeping.lift, name="lift_measure"),
    path("reports/", reports.reports, name="talk_reports"),
    path("reports/<int:pk>/", reports.settle, name="settle_report"),
    path("ranking/", ranking.ranking, name="ranking"),
    path("ranking/series/", ranking.series, name="odd_series"),
    path("players/<name:username>/", players.player, name="player"),
    path("players/<name:username>/against/", against.rivals, name="rivals"),
    path("players/<name:username>/against/<name:rival>/", against.against, name="against"),
]
