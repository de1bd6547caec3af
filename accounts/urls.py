"""URLs of user accounts and clubs."""

from django.urls import include, path

from accounts.clubs import look_views
from accounts.clubs import views as clubs_views
from accounts.common import requests
from accounts.friends import views as friends_views
from accounts.notifications import views as notifications_views
from accounts.profiles import views as profiles_views
from accounts.sign_in import views as sign_in_views
from accounts.tokens import application_views
from accounts.tokens import views as tokens_views

club_urls = [
    path("", clubs_views.club_list, name="list"),
    path("new/", clubs_views.new, name="new"),
    path("join/<str:token>/", clubs_views.join, name="join"),
    path("<slug:slug>/", clubs_views.show_club, name="club"),
    path("<slug:slug>/edit/", clubs_views.edit, name="edit"),
    path("<slug:slug>/look/", look_views.edit_look, name="look"),
    path("<slug:slug>/look.css", look_views.style, name="style"),
    path("<slug:slug>/logo.png", look_views.logo, name="logo"),
    path("<slug:slug>/contact/", look_views.contact, name="contact"),
    path("<slug:slug>/tokens/", tokens_views.club_tokens, name="tokens"),
    path(
        "<slug:slug>/tokens/<int:token>/revoke/", tokens_views.revoke_of_club, name="revoke_token"
    ),
    path("<slug:slug>/invite/", clubs_views.invite, name="invite"),
    path("<slug:slug>/withdraw/", clubs_views.withdraw, name="withdraw"),
    path("<slug:slug>/leave/", clubs_views.leave, name="leave"),
    path("<slug:slug>/members/<int:user_id>/role/", clubs_views.appoint, name="appoint"),
    path("<slug:slug>/members/<int:user_id>/remove/", clubs_views.remove, name="remove"),
    path("<slug:slug>/members/<int:user_id>/owner/", clubs_views.hand_over, name="hand_over"),
]

friend_urls = [
    path("with/<str:token>/", friends_views.link, name="link"),
    path("<int:user_id>/add/", friends_views.add, name="add"),
    path("<int:user_id>/decline/", friends_views.decline, name="decline"),
    path("<int:user_id>/part/", friends_views.part, name="part"),
]

urlpatterns = [
    path("profile/", profiles_views.profile, name="profile"),
    path("profile/username/", profiles_views.username, name="username"),
    path("profile/avatar/", profiles_views.avatar, name="avatar"),
    path("profile/goodbye/", profiles_views.goodbye, name="goodbye"),
    path("profile/data.json", profiles_views.data, name="own_data"),
    path("profile/notices/", notifications_views.notices, name="notices"),
    path("profile/notices/subscribe/", notifications_views.subscribe, name="subscribe"),
    path("profile/notices/unsubscribe/", notifications_views.unsubscribe, name="unsubscribe"),
    path("profile/tokens/", tokens_views.own_tokens, name="tokens"),
    path("profile/tokens/<int:token>/revoke/", tokens_views.revoke, name="revoke_token"),
    path("profile/applications/", application_views.own_applications, name="applications"),
    path(
        "profile/applications/<int:application>/delete/",
        application_views.delete_application,
        name="delete_application",
    ),
    path("oauth/authorize/", application_views.authorize, name="oauth_authorize"),
    path("api/v1/oauth/token", application_views.token, name="oauth_token"),
    path("api/v1/oauth/revoke", application_views.revoke, name="oauth_revoke"),
    path(
        ".well-known/oauth-authorization-server", application_views.metadata, name="oauth_metadata"
    ),
    # Replace allauth's views of the same names.
    path(
        "accounts/oidc/<str:provider_id>/login/",
        sign_in_views.to_openid_connect,
        name="openid_connect_login",
    ),
    path(
        "accounts/oidc/<str:provider_id>/login/callback/",
        sign_in_views.from_openid_connect,
        name="openid_connect_callback",
    ),
    path("accounts/apple/login/", sign_in_views.to_apple, name="apple_login"),
    path("accounts/apple/login/callback/", sign_in_views.from_apple, name="apple_callback"),
    path(
        "accounts/apple/login/callback/finish/",
        sign_in_views.finish_apple,
        name="apple_finish_callback",
    ),
    path(
        "accounts/login/code/", sign_in_views.request_login_code, name="account_request_login_code"
    ),
    # Replaces allauth's own page, which ends all sessions or none.
    path("accounts/sessions/", sign_in_views.sessions, name="usersessions_list"),
    path("privacy/", profiles_views.privacy, name="privacy"),
    path("asked/", requests.replay_post, name="asked"),
    path("language/", profiles_views.language, name="language"),
    path("clubs/", include((club_urls, "clubs"))),
    path("friends/", include((friend_urls, "friends"))),
]
