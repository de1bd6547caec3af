"""Addresses of the front page, of competitions and matches, of the ranking and its players."""

from django.urls import include, path, register_converter

from tournaments.views import competitions, creating, entering, home, managing, matches, players


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
    path("<int:pk>/", competitions.competition, name="competition"),
    path("<int:pk>/register/", entering.register, name="register"),
    path("<int:pk>/invite/", entering.invite, name="invite"),
    path("<int:pk>/leave/", entering.leave, name="leave"),
    path("<int:pk>/manage/", managing.manage, name="manage"),
    path("<int:pk>/entries/", managing.add_entry, name="add_entry"),
    path("<int:pk>/withdraw/", managing.withdraw, name="withdraw"),
    path("<int:pk>/<slug:act>/", managing.act, name="act"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("competitions/", include((competition_urls, "competitions"))),
    path("invitation/<slug:token>/", entering.invitation, name="invitation"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/walkover/", managing.walkover, name="walkover"),
    path("matches/<int:pk>/annul/", managing.annul, name="annul"),
    path("ranking/", players.ranking, name="ranking"),
    path("players/<name:username>/", players.player, name="player"),
]
