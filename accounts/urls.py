"""Addresses of people's own pages and of the clubs."""

from django.urls import include, path

from accounts.clubs import views as clubs
from accounts.common import replayed_post as asked
from accounts.friends import views as friends
from accounts.notifications import views as notices
from accounts.profiles import views as people
from accounts.sign_in import views as sessions

club_urls = [
    path("", clubs.club_list, name="list"),
    path("new/", clubs.new, name="new"),
    path("join/<str:token>/", clubs.join, name="join"),
    path("<slug:slug>/", clubs.club, name="club"),
    path("<slug:slug>/edit/", clubs.edit, name="edit"),
    path("<slug:slug>/invite/", clubs.invite, name="invite"),
    path("<slug:slug>/withdraw/", clubs.withdraw, name="withdraw"),
    path("<slug:slug>/leave/", clubs.leave, name="leave"),
    path("<slug:slug>/members/<int:user_id>/role/", clubs.appoint, name="appoint"),
    path("<slug:slug>/members/<int:user_id>/remove/", clubs.remove, name="remove"),
    path("<slug:slug>/members/<int:user_id>/owner/", clubs.hand_over, name="hand_over"),
]

friend_urls = [
    path("<int:user_id>/add/", friends.add, name="add"),
    path("<int:user_id>/decline/", friends.decline, name="decline"),
    path("<int:user_id>/part/", friends.part, name="part"),
]

urlpatterns = [
    path("profile/", people.profile, name="profile"),
    path("profile/avatar/", people.avatar, name="avatar"),
    path("profile/goodbye/", people.goodbye, name="goodbye"),
    path("profile/data.json", people.data, name="own_data"),
    path("profile/notices/", notices.notices, name="notices"),
    path("profile/notices/subscribe/", notices.subscribe, name="subscribe"),
    path("profile/notices/unsubscribe/", notices.unsubscribe, name="unsubscribe"),
    # In the place of allauth's own page, which ends all or none.
    path("accounts/sessions/", sessions.sessions, name="usersessions_list"),
    path("privacy/", people.privacy, name="privacy"),
    path("asked/", asked.asked, name="asked"),
    path("language/", people.language, name="language"),
    path("clubs/", include((club_urls, "clubs"))),
    path("friends/", include((friend_urls, "friends"))),
]
