"""Where what a page says once is kept until it is said: in a cookie of this host alone."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostOnlyCookie(CookieStorage):
    """A cookie under a name that no other host may set."""

    cookie_name = settings.MESSAGE_COOKIE_NAME


class HostOnlyStorage(FallbackStorage):
    """The cookie; what does not fit into it waits in the session."""

    storage_classes = (HostOnlyCookie, SessionStorage)
