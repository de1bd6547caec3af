"""URLs of the front page, competitions, matches, ranking and players."""

from django.urls import include, path, register_converter

from tournaments.api import docs as api_docs
from tournaments.api.site import api as api_v1
from tournaments.challenges import views as challenges_views
from tournaments.changes import views as changes_views
from tournaments.club_files import views as club_files_views
from tournaments.club_history import views as club_history_views
from tournaments.club_matches import views as club_matches_views
from tournaments.dashboard import entries as dashboard_entries
from tournaments.dashboard import views as dashboard_views
from tournaments.demo import rehearsals
from tournaments.draw import play_mode
from tournaments.draw import views as draw_views
from tournaments.entries import views as entries_views
from tournaments.entry_import import views as entry_import_views
from tournaments.exports import api, atom, feeds, oembed
from tournaments.exports import views as exports_views
from tournaments.federations import views as federations_views
from tournaments.judging import views as judging_views
from tournaments.leagues import views as leagues_views
from tournaments.lifecycle import views as lifecycle_views
from tournaments.moderation import views as moderation_views
from tournaments.name_claims import views as name_claims_views
from tournaments.penalties import views as penalties_views
from tournaments.people import claim_views as person_claim_views
from tournaments.people import views as people_views
from tournaments.planning import views as planning_views
from tournaments.players import views as players_views
from tournaments.public_pages import competition_views, home, match_views, sitemaps, tv
from tournaments.qualifiers import pick_views
from tournaments.qualifiers import views as qualifiers_views
from tournaments.ranking import views as ranking_views
from tournaments.regular_events import views as regular_events_views
from tournaments.repeats import views as repeats_views
from tournaments.result_grid import views as result_grid_views
from tournaments.results import views as results_views
from tournaments.round_clock import views as round_clock_views
from tournaments.schedule import views as schedule_views
from tournaments.scorer_page import views as scorer_page_views
from tournaments.screens import views as screens_views
from tournaments.series import views as series_views
from tournaments.slips import views as slips_views
from tournaments.staff_links import views as staff_links_views
from tournaments.teams import views as teams_views
from tournaments.venues import club_pages
from tournaments.venues import views as venues_views
from tournaments.webhooks import views as webhooks_views
from tournaments.withdrawals import views as withdrawals_views


class NameConverter:
    """Path converter for user names. It rejects characters that no name can contain."""

    regex = r"[^/\x00]{1,30}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(NameConverter, "name")

competition_urls = [
    path("", competition_views.competition_list, name="list"),
    path("new/", lifecycle_views.announce_competition, name="new"),
    path("setup/", lifecycle_views.set_up_competition, name="setup"),
    path("rehearse/", rehearsals.open_rehearsal, name="rehearse"),
    path("<int:pk>/forget/", rehearsals.forget, name="forget"),
    path("archive/", competition_views.archive, name="archive"),
    path("<int:pk>/", competition_views.show_competition, name="competition"),
    path("<int:pk>/register/", competition_views.register, name="register"),
    path("<int:pk>/team/", teams_views.enter, name="enter_team"),
    path("<int:pk>/register/guest/", competition_views.register_as_guest, name="register_guest"),
    path("<int:pk>/invite/", entries_views.invite, name="invite"),
    path("<int:pk>/leave/", withdrawals_views.leave, name="leave"),
    path("<int:pk>/partner/<int:entry>/", entries_views.propose, name="propose_partner"),
    path("<int:pk>/entered/<int:entry>/pair/", entries_views.pair_up, name="pair_up"),
    path("<int:pk>/check-in/", entries_views.check_in, name="check_in"),
    path("<int:pk>/reserves/", entries_views.add_reserve, name="add_reserve"),
    path("<int:pk>/reserves/drop/", entries_views.drop_reserve, name="drop_reserve"),
    path("<int:pk>/substitute/", entries_views.substitute, name="substitute"),
    path("<int:pk>/rename-player/", entries_views.rename_player, name="rename_player"),
    path("<int:pk>/transfer/", entries_views.transfer, name="transfer"),
    path("<int:pk>/picture.png", exports_views.competition_picture, name="picture"),
    path("<int:pk>/drawn.png", exports_views.draw_picture, name="draw_picture"),
    path("<int:pk>/export/competition.json", exports_views.document, name="export"),
    path("<int:pk>/export/competition.trf", exports_views.report, name="export_report"),
    path("<int:pk>/export/brackets.json", exports_views.brackets, name="export_brackets"),
    path("<int:pk>/export/crosstable.html", exports_views.crosstable, name="crosstable"),
    path("<int:pk>/export/<slug:name>.csv", exports_views.table, name="export_table"),
    path("<int:pk>/manage/", dashboard_views.manage, name="manage"),
    path("<int:pk>/repeat/", repeats_views.repeat, name="repeat"),
    path("<int:pk>/repeat/undo/", repeats_views.undo, name="undo_repeat"),
    path("<int:pk>/how/", play_mode.choose_play_mode, name="how"),
    path("<int:pk>/names/", name_claims_views.names, name="names"),
    path("<int:pk>/names/go/", name_claims_views.let_go, name="let_go"),
    path("<int:pk>/names/partner/", name_claims_views.is_partner, name="is_partner"),
    path("<int:pk>/names/<int:player>/", name_claims_views.name, name="name"),
    path("<int:pk>/claims/", name_claims_views.claims, name="claims"),
    path("<int:pk>/wall/", screens_views.open_wall, name="open_wall"),
    path("<int:pk>/screens/", screens_views.screens, name="screens"),
    path("<int:pk>/screens/bulletin/", screens_views.send, name="send_bulletin"),
    path(
        "<int:pk>/screens/bulletin/<int:bulletin>/", screens_views.take_back, name="bulletin_back"
    ),
    path("<int:pk>/screens/network/", screens_views.save_network, name="set_network"),
    path("<int:pk>/signs/", screens_views.show_signs, name="signs"),
    path("<int:pk>/papers/", exports_views.show_papers, name="papers"),
    path("<int:pk>/edit/", changes_views.edit, name="edit"),
    path("<int:pk>/days/", schedule_views.days, name="days"),
    path("<int:pk>/days/<int:day>/", schedule_views.move, name="move_day"),
    path("<int:pk>/homes/", schedule_views.homes, name="homes"),
    path("<int:pk>/entries/", dashboard_views.add_entry, name="add_entry"),
    path("<int:pk>/import/", entry_import_views.import_entries, name="import"),
    path("<int:pk>/paste/", entry_import_views.paste, name="paste"),
    path("<int:pk>/cash/", dashboard_views.cash_box, name="cash"),
    path("<int:pk>/cash/cash.csv", exports_views.cash_file, name="cash_file"),
    path("<int:pk>/entered/", dashboard_entries.show_entries, name="entered"),
    path("<int:pk>/entered/<int:entry>/", dashboard_entries.one, name="entered_one"),
    path(
        "<int:pk>/entered/<int:entry>/players/", entries_views.change_players, name="change_players"
    ),
    path("<int:pk>/entered/<slug:act>/", dashboard_entries.decide, name="decide"),
    path("<int:pk>/cap/", dashboard_entries.change_cap, name="change_cap"),
    path("<int:pk>/order/", draw_views.order, name="order"),
    path("<int:pk>/steps/<slug:step>/", dashboard_entries.take_step, name="step"),
    path("<int:pk>/withdraw/", dashboard_views.withdraw, name="withdraw"),
    path("<int:pk>/close-season/", leagues_views.close_season, name="close_season"),
    path("<int:pk>/plan/", planning_views.planner, name="planner"),
    path("<int:pk>/plan/progress/", planning_views.progress, name="plan_progress"),
    path("<int:pk>/plan/lost/", planning_views.lost_night, name="lost_night"),
    path("<int:pk>/plan/<slug:act>/", planning_views.act, name="plan_act"),
    path("<int:pk>/fixture/", leagues_views.show_fixture, name="fixture"),
    path("<int:pk>/calendar.ics", feeds.competition_calendar, name="calendar"),
    path("<int:pk>/news.atom", atom.competition_feed, name="news"),
    path("<int:pk>/entries/<int:entry>/calendar.ics", feeds.entry_calendar, name="entry_calendar"),
    path("<int:pk>/entries/<int:entry>/", competition_views.show_entry, name="entry"),
    path("<int:pk>/entries/<int:entry>/withdraw/", withdrawals_views.ask, name="ask_withdrawal"),
    path("<int:pk>/entries/<int:entry>/reinstate/", withdrawals_views.reinstate, name="reinstate"),
    path("<int:pk>/entries/<int:entry>/back/", withdrawals_views.bring_back, name="bring_back"),
    path("<int:pk>/entries/<int:entry>/absent/", withdrawals_views.absent, name="absent"),
    path("<int:pk>/why/", competition_views.draw_page, name="drawn"),
    path("<int:pk>/follow/", entries_views.follow, name="follow"),
    path("<int:pk>/own/", competition_views.show_own_part, name="own"),
    path("<int:pk>/officials/", judging_views.officials, name="officials"),
    path("<int:pk>/officials/<int:official>/dismiss/", judging_views.dismiss, name="dismiss"),
    path("<int:pk>/links/", staff_links_views.links, name="links"),
    path("<int:pk>/links/<int:link>/revoke/", staff_links_views.revoke, name="revoke_link"),
    path("<int:pk>/held/<int:held>/", scorer_page_views.resolve_conflict, name="resolve_conflict"),
    path("<int:pk>/results/", result_grid_views.results, name="results"),
    path("<int:pk>/results/file/", result_grid_views.results_file, name="results_file"),
    path("<int:pk>/results/<int:match>/", result_grid_views.save, name="save_result"),
    path("<int:pk>/entries/<int:entry>/pause/", withdrawals_views.pause, name="pause_entry"),
    path("<int:pk>/results/<int:match>/absent/", withdrawals_views.no_show, name="no_show"),
    path("<int:pk>/slips/", slips_views.papers, name="slips"),
    path("<int:pk>/draw/", draw_views.draw, name="draw"),
    path("<int:pk>/replan/", draw_views.show_plan_offers, name="replan"),
    path("<int:pk>/replan/undo/", draw_views.undo_replan, name="undo_replan"),
    path("<int:pk>/rounds/<int:round_id>/clock/", round_clock_views.set_clock, name="clock"),
    path("<int:pk>/hall/", venues_views.hall, name="hall"),
    path("<int:pk>/hall/tables/", venues_views.choose, name="hall_tables"),
    path("<int:pk>/hall/move/", venues_views.move, name="hall_move"),
    path("<int:pk>/hall/<int:table>/", venues_views.use, name="hall_use"),
    path("<int:pk>/draft/", draw_views.draft, name="draft"),
    path("<int:pk>/draft/<slug:act>/", draw_views.change_draft, name="draft_act"),
    path("<int:pk>/feeders/", qualifiers_views.feeders, name="feeders"),
    path("<int:pk>/picks/", pick_views.picks, name="picks"),
    path("<int:pk>/picks/best/", pick_views.best, name="picks_best"),
    path("<int:pk>/picks/<int:pick>/drop/", pick_views.drop, name="drop_pick"),
    path("<int:pk>/feeders/ranked/", qualifiers_views.ranked, name="ranked"),
    path(
        "<int:pk>/feeders/<int:feeder>/<slug:answer>/",
        qualifiers_views.answer_feeder,
        name="feeder",
    ),
    path("<int:pk>/berths/<int:berth>/", qualifiers_views.berth, name="berth"),
    path("<int:pk>/ladder/", challenges_views.ladder, name="ladder"),
    path("<int:pk>/ladder/challenge/", challenges_views.challenge, name="challenge"),
    path(
        "<int:pk>/ladder/<int:challenge>/<slug:act>/",
        challenges_views.change_challenge,
        name="challenge_act",
    ),
    path("<int:pk>/change/<slug:act>/", changes_views.change, name="change"),
    path("<int:pk>/undo/<int:event>/", changes_views.undo, name="undo_change"),
    path("<int:pk>/talk/", lifecycle_views.change, name="talk"),
    path("<int:pk>/<slug:act>/", dashboard_views.run_act, name="act"),
]

team_urls = [
    path("", teams_views.show_own_teams, name="own"),
    path("new/", teams_views.new, name="new"),
    path("join/<slug:token>/", teams_views.join, name="join"),
    path("<int:pk>/", teams_views.show_team, name="team"),
    path("<int:pk>/calendar.ics", feeds.team_calendar, name="calendar"),
    path("<int:pk>/against/", teams_views.rivals, name="rivals"),
    path("<int:pk>/against/<int:team>/", teams_views.against, name="against"),
    path("<int:pk>/edit/", teams_views.edit, name="edit"),
    path("<int:pk>/name/", teams_views.name, name="name"),
    path("<int:pk>/invite/", teams_views.invite, name="invite"),
    path("<int:pk>/invite/stop/", teams_views.stop_inviting, name="stop_inviting"),
    path("<int:pk>/leave/", teams_views.leave, name="leave"),
    path("<int:pk>/players/<int:player>/out/", teams_views.take_out, name="take_out"),
    path("<int:pk>/vice/", teams_views.name_vice, name="vice"),
    path("<int:pk>/captain/", teams_views.offer_captaincy, name="offer"),
    path("<int:pk>/captain/take/", teams_views.take_captaincy, name="take"),
    path("<int:pk>/adopt/", teams_views.adopt, name="adopt"),
    path("<int:pk>/dissolve/", teams_views.dissolve, name="dissolve"),
]

series_urls = [
    path("<int:pk>/", series_views.show_series, name="series"),
    path("<int:pk>/edit/", series_views.edit, name="edit"),
    path("<int:pk>/competitions/", series_views.competitions, name="competitions"),
    path("<int:pk>/weights/", series_views.weights, name="weights"),
    path("<int:pk>/final/", series_views.create_final, name="final"),
    path("<int:pk>/final/<int:final>/update/", series_views.update_final, name="update_final"),
    path("<int:pk>/remove/", series_views.remove, name="remove"),
    path("<int:pk>/table.csv", exports_views.series_table, name="csv"),
]

federation_urls = [
    path("", federations_views.federation_list, name="list"),
    path("new/", federations_views.new, name="new"),
    path("<slug:slug>/", federations_views.show_federation, name="federation"),
    path("<slug:slug>/edit/", federations_views.edit, name="edit"),
    path("<slug:slug>/invite/", federations_views.invite, name="invite"),
    path("<slug:slug>/clubs/<int:club_id>/<slug:act>/", federations_views.answer, name="answer"),
    path("<slug:slug>/appoint/", federations_views.appoint, name="appoint"),
    path("<slug:slug>/roles/<int:user_id>/remove/", federations_views.dismiss, name="dismiss"),
    path("<slug:slug>/series/", series_views.of_federation, name="series"),
    path("<slug:slug>/events/", federations_views.events, name="events"),
    path("<slug:slug>/teams/", federations_views.teams, name="teams"),
    path("<slug:slug>/people/", federations_views.people, name="people"),
    path("<slug:slug>/people/people.csv", exports_views.federation_people, name="people_csv"),
    path("<slug:slug>/people/namesakes/", federations_views.namesakes, name="namesakes"),
    path(
        "<slug:slug>/people/namesakes/<int:link>/undo/",
        federations_views.undo_link,
        name="undo_link",
    ),
    path("<slug:slug>/changes/", federations_views.changes, name="changes"),
]

api_urls = [
    path("", api.index, name="index"),
    path("competitions/", api.competitions, name="competitions"),
    path("competitions/<int:pk>/", api.competition, name="competition"),
    path("competitions/<int:pk>/matches/", api.matches, name="matches"),
    path("ranking/", api.ranking, name="ranking"),
]

urlpatterns = [
    path("api/v1/docs", api_docs.docs, name="api_docs"),
    path("api/v1/", api_v1.urls),
    path("api/", include((api_urls, "api"))),
    path("", home.home, name="home"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemap-<slug:section>.xml", sitemaps.section, name="sitemap_part"),
    path("code/", competition_views.code, name="code"),
    path("c/<slug:code>/", competition_views.short, name="short"),
    path("c/<slug:code>/here/", entries_views.check_in_page, name="here"),
    path("c/<slug:code>/<slug:key>/", competition_views.short, name="short_key"),
    path("competitions/", include((competition_urls, "competitions"))),
    path("teams/", include((team_urls, "teams"))),
    path("series/", include((series_urls, "series"))),
    path("federations/", include((federation_urls, "federations"))),
    path("embed/competitions/<int:pk>/", exports_views.embedded_competition, name="embed"),
    path(
        "embed/competitions/<int:pk>/<slug:sheet>/",
        exports_views.embedded_sheet,
        name="embed_sheet",
    ),
    path("oembed/", oembed.oembed, name="oembed"),
    path("share/", entry_import_views.shared, name="share_list"),
    path("invitation/<slug:token>/", entries_views.invitation, name="invitation"),
    path("overlay/<str:token>/", screens_views.overlay, name="overlay"),
    path("link/<str:token>/", staff_links_views.enter, name="staff_link"),
    path("wall/<str:token>/", screens_views.wall, name="wall"),
    path("matches/<int:pk>/", match_views.show_match, name="match"),
    path("matches/<int:pk>/picture.png", exports_views.match_picture, name="match_picture"),
    path("matches/<int:pk>/walkover/", dashboard_views.walkover, name="walkover"),
    path("matches/<int:pk>/annul/", dashboard_views.annul, name="annul"),
    path("matches/<int:pk>/times/", match_views.propose, name="match_propose"),
    path("matches/<int:pk>/times/accept/", schedule_views.accept, name="match_accept"),
    path("matches/<int:pk>/times/decline/", schedule_views.decline, name="match_decline"),
    path("matches/<int:pk>/hour/", match_views.set_time, name="match_set_time"),
    path("matches/<int:pk>/postpone/", schedule_views.postpone, name="match_postpone"),
    path("calendars/<int:pk>/<slug:token>.ics", feeds.player_calendar, name="calendar"),
    path("calendars/renew/", feeds.renew, name="calendar_renew"),
    path("calendars/revoke/", feeds.revoke, name="calendar_revoke"),
    path("matches/<int:pk>/reopen/", results_views.reopen, name="reopen"),
    path("matches/<int:pk>/line-up/<int:entry>/", club_matches_views.line_up, name="line_up"),
    path(
        "matches/<int:pk>/line-up/close/", club_matches_views.close_line_ups, name="close_line_ups"
    ),
    path(
        "matches/<int:pk>/boards/<int:board>/result/", match_views.write_board, name="write_board"
    ),
    path(
        "matches/<int:pk>/boards/<int:board>/award/", club_matches_views.award, name="award_board"
    ),
    path(
        "matches/<int:pk>/boards/<int:board>/correct/",
        club_matches_views.correct,
        name="correct_board",
    ),
    path(
        "matches/<int:pk>/boards/<int:board>/change/<int:entry>/",
        club_matches_views.change,
        name="change_board",
    ),
    path("matches/<int:pk>/score/", scorer_page_views.score, name="score"),
    path("matches/<int:pk>/score/mark/", scorer_page_views.mark, name="mark"),
    path("matches/<int:pk>/penalties/", penalties_views.penalties, name="penalties"),
    path("matches/<int:pk>/penalties/give/", penalties_views.give, name="give_penalty"),
    path("matches/<int:pk>/penalties/correct/", penalties_views.correct, name="correct_score"),
    path("clubs/<slug:slug>/penalties/", penalties_views.penalty_list, name="penalty_list"),
    path(
        "clubs/<slug:slug>/members/<int:user_id>/remaining/",
        staff_links_views.remaining,
        name="club_remaining_access",
    ),
    path("clubs/<slug:slug>/people/", people_views.roster, name="club_people"),
    path("clubs/<slug:slug>/people/names/", people_views.recognise, name="recognise_names"),
    path("clubs/<slug:slug>/teams/", teams_views.of_club, name="club_teams"),
    path("clubs/<slug:slug>/series/", series_views.of_club, name="club_series"),
    path("tv/", tv.tv, name="tv"),
    path("clubs/<slug:slug>/news/", tv.club_feed, name="club_feed"),
    path("clubs/<slug:slug>/regular/", regular_events_views.of_club, name="club_regular_events"),
    path(
        "clubs/<slug:slug>/regular/<int:event>/end/",
        regular_events_views.end,
        name="end_regular_event",
    ),
    path("clubs/<slug:slug>/venues/", club_pages.venues, name="club_venues"),
    path("clubs/<slug:slug>/venues/<int:venue>/", club_pages.venue, name="club_venue"),
    path("clubs/<slug:slug>/webhooks/", webhooks_views.webhooks, name="club_webhooks"),
    path(
        "clubs/<slug:slug>/webhooks/<int:webhook>/secret/",
        webhooks_views.rotate,
        name="rotate_webhook",
    ),
    path(
        "clubs/<slug:slug>/webhooks/<int:webhook>/<slug:act>/",
        webhooks_views.act,
        name="club_webhook_act",
    ),
    path("clubs/<slug:slug>/closed/", club_pages.closed_days, name="club_closed_days"),
    path("clubs/<slug:slug>/calendar.ics", feeds.club_calendar, name="club_calendar"),
    path("clubs/<slug:slug>/picture.png", exports_views.club_picture, name="club_picture"),
    path("clubs/<slug:slug>/news.atom", atom.club_feed, name="club_news"),
    path(
        "clubs/<slug:slug>/venues/<int:venue>/calendar.ics",
        feeds.venue_calendar,
        name="venue_calendar",
    ),
    path(
        "clubs/<slug:slug>/verification/",
        ranking_views.club_verification,
        name="club_verification",
    ),
    path("clubs/<slug:slug>/fame/", club_history_views.fame, name="club_fame"),
    path("clubs/<slug:slug>/<int:year>/", club_history_views.show_year, name="club_year"),
    path("clubs/<slug:slug>/seasons/", club_history_views.show_seasons, name="club_seasons"),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/remove/",
        club_history_views.remove,
        name="remove_season",
    ),
    path("matches/<int:pk>/score/held/", scorer_page_views.hold, name="held_marks"),
    path("matches/<int:pk>/result/", match_views.result, name="result"),
    path("matches/<int:pk>/judge/", judging_views.call, name="call_judge"),
    path("matches/<int:pk>/appeal/", judging_views.appeal, name="appeal"),
    path("matches/<int:pk>/wait/", judging_views.wait, name="wait"),
    path("calls/<int:pk>/rule/", judging_views.rule, name="rule"),
    path("appeals/<int:pk>/answer/", judging_views.answer, name="answer_appeal"),
    path("r/", slips_views.ask, name="slip_code"),
    path("r/<slug:code>/", slips_views.slip, name="slip"),
    path("judging/", judging_views.judging, name="judging"),
    path("judging/now/", judging_views.now, name="judging_now"),
    path("clubs/new/file/", club_files_views.page, name="new_club_file"),
    path("clubs/<slug:slug>/file/", club_files_views.page, name="club_file"),
    path("clubs/<slug:slug>/file/club.json", club_files_views.take, name="take_club_file"),
    path("clubs/<slug:slug>/keeping/", moderation_views.of_club, name="club_keeping"),
    path("operators/keeping/", moderation_views.of_site, name="site_keeping"),
    path("operators/keeping/<slug:act>/", moderation_views.of_site, name="site_act"),
    path("operators/show/<int:pk>/", moderation_views.show, name="show_competition"),
    path("measures/<int:pk>/lift/", moderation_views.lift, name="lift_measure"),
    path("reports/", moderation_views.show_reports, name="talk_reports"),
    path("reports/<int:pk>/", moderation_views.resolve_report, name="settle_report"),
    path("ranking/", ranking_views.ranking, name="ranking"),
    path("ranking/series/", ranking_views.series, name="odd_series"),
    path("ranking/series/rings/<int:pk>/", ranking_views.ring, name="ring"),
    path("people/<int:pk>/", people_views.show_person, name="person"),
    path("people/<int:pk>/edit/", people_views.edit, name="edit_person"),
    path("people/<int:pk>/contact/", people_views.keep_contact, name="person_contact"),
    path("people/<int:pk>/forget/", people_views.forget, name="forget_person"),
    path("people/<int:pk>/split/", people_views.split, name="split_person"),
    path("people/<int:pk>/merge/<int:other>/", people_views.merge, name="merge_people"),
    path("people/<int:pk>/apart/<int:other>/", people_views.tell_apart, name="tell_apart"),
    path("people/<int:pk>/claim/", person_claim_views.claim, name="claim_person"),
    path("people/<int:pk>/invite/", person_claim_views.invite, name="invite_to_person"),
    path("people/claims/<int:claim_id>/confirm/", person_claim_views.confirm, name="confirm_claim"),
    path("people/claims/<int:claim_id>/close/", person_claim_views.close, name="close_claim"),
    path("people/join/<str:token>/", person_claim_views.accept, name="accept_person"),
    path("people/changes/<int:change>/undo/", people_views.undo_merge, name="undo_merge"),
    path("players/<name:username>/", players_views.show_player, name="player"),
    path("players/<name:username>/against/", players_views.rivals, name="rivals"),
    path("players/<name:username>/against/<name:rival>/", players_views.against, name="against"),
]
