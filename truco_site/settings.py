"""Settings: two deployment modes, chosen only by environment variables (docs/deploy.md)."""

import os
import warnings
from pathlib import Path

from csp.constants import NONE, SELF

from truco_site import environment
from truco_site.environment import SOURCE, languages_in
from truco_site.static_files import add_policy

BASE_DIR = Path(__file__).resolve().parent.parent
BUNDLED = BASE_DIR / "truco_site" / "bundled"  # where a wheel has templates, static files, locales
IS_INSTALLED = BUNDLED.is_dir()
RESOURCES = BUNDLED if IS_INSTALLED else BASE_DIR
VAR = Path(os.environ.get("VAR_DIR") or environment.data_folder(BASE_DIR, IS_INSTALLED))
REDIS_URL = os.environ.get("REDIS_URL", "")
EMBEDDED = not REDIS_URL

_secrets = environment.own_secrets(VAR)
SECRET_KEY = _secrets["SECRET_KEY"]
DEAL_KEYS = environment.deal_keys(_secrets["DEAL_KEYS"])
RECORD_KEYS = environment.record_keys(_secrets["RECORD_KEYS"])
VAPID_KEY = environment.vapid_key(_secrets["VAPID_KEY"])
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")  # former keys, during a key change
DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")
# Hosts of clubs: a page of one is of the same origin as its forms and sockets, so none is trusted.
CLUB_HOSTS = environment.club_hosts()
ALLOWED_HOSTS = [
    *environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]"),
    *CLUB_HOSTS,
]
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
METRICS_ADDRESSES = environment.networks("METRICS_ADDRESSES")

INSTALLED_APPS = [
    "tournaments",
    "games",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.apple",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "channels",
    "django_htmx",
    "csp",
    "ninja",
    "oauth2_provider",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",  # its templates
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "truco_site.middleware.identified",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads responses randomly against BREACH
    "csp.middleware.CSPMiddleware",
    "truco_site.middleware.socket_origin",
    "truco_site.api_responses.api_middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.clubs.hosts.club_host_middleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.common.middleware.locale_middleware",
    "accounts.common.middleware.no_store_middleware",
    "accounts.guests.views.GuestMiddleware",
    "accounts.sign_in.services.DeviceMiddleware",
    "tournaments.staff_links.middleware.LinkMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "truco_site.error_pages.render_error_page",
    "truco_site.middleware.RejectHugeIds",
]

ROOT_URLCONF = "truco_site.urls"
ASGI_APPLICATION = "truco_site.asgi.application"
CSRF_FAILURE_VIEW = "truco_site.error_pages.csrf_failure"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates", RESOURCES / "locale"],  # rulebooks are complete texts
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.database(VAR)}
CACHES = environment.caches()
CHANNEL_LAYERS = environment.channel_layers()

# ---- people ----
AUTH_USER_MODEL = "accounts.User"
# Only one backend: a second one would hash twice for existing users, and the time would reveal
# them.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_USE_TLS, EMAIL_USE_SSL = environment.mail_security()
EMAIL_PORT = environment.number("EMAIL_PORT", 465 if EMAIL_USE_SSL else 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_TIMEOUT = 10
ADMINS = [("", address) for address in environment.words("ADMINS")]
SERVER_EMAIL = DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or "truco@localhost"
SENDS_MAIL = bool(EMAIL_HOST)  # otherwise pages promise no mail
if SENDS_MAIL:  # no request waits for the mail server: a task sends the outbox
    EMAIL_BACKEND = "truco_site.mail_backend.OutboxBackend"
    MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
else:
    EMAIL_BACKEND = MAIL_TRANSPORT = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR / "mail"
BULK_MAIL_PER_MINUTE = environment.number("BULK_MAIL_PER_MINUTE", 60)
SITE_URL = environment.site_url()  # for links in e-mails; "" for none
ACCOUNT_ADAPTER = "accounts.sign_in.allauth_adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.profiles.forms.SignInForm",
    "signup": "accounts.profiles.forms.NewAccountForm",
    "change_password": "accounts.profiles.forms.NewPasswordForm",
    "set_password": "accounts.profiles.forms.FirstPasswordForm",
    "reset_password": "accounts.sign_in.attempts.LimitedForgottenForm",
    "request_login_code": "accounts.sign_in.attempts.LimitedCodeForm",
    "reset_password_from_key": "accounts.profiles.forms.ForgottenPasswordForm",
    "reauthenticate": "accounts.profiles.forms.SamePersonForm",
    "confirm_login_code": "accounts.profiles.forms.LoginCodeForm",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_HOST else "optional"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
# signing up with a known address looks like any other sign-up
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody makes the site write to strangers
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before an address is added, chosen or removed
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Truco] "
ACCOUNT_LOGOUT_REDIRECT_URL = LOGIN_REDIRECT_URL
MFA_ADAPTER = "accounts.sign_in.second_factors.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # clocks of phones are wrong by some seconds
MFA_TOTP_ISSUER = "Truco"
# Without a mail server no address can be confirmed first.
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL
MFA_FORMS = {
    "activate_totp": "accounts.sign_in.second_factors.NewAppForm",
    "authenticate": "accounts.sign_in.second_factors.CodeForm",
    "reauthenticate": "accounts.sign_in.second_factors.SameCodeForm",
    "add_webauthn": "accounts.sign_in.second_factors.NewPasskeyForm",
    "authenticate_webauthn": "accounts.sign_in.second_factors.PasskeyForm",
    "login_webauthn": "accounts.sign_in.second_factors.PasskeyAloneForm",
    "reauthenticate_webauthn": "accounts.sign_in.second_factors.SamePasskeyForm",
    "edit_webauthn": "accounts.sign_in.second_factors.PasskeyNameForm",
}
# A code works in a browser other than the mail's, and no scanner of mail uses it up.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True  # offered if `SENDS_MAIL`
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600  # seconds; mail takes its time
SOCIALACCOUNT_PROVIDERS = environment.sign_in_providers()
SOCIALACCOUNT_ADAPTER = "accounts.sign_in.providers.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # a new account chooses its username
SOCIALACCOUNT_FORMS = {"signup": "accounts.profiles.forms.ProviderAccountForm"}
# Other sites that act for people (accounts/tokens/applications.py), after RFC 9700.
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = {
    "SCOPES": {name: name for name in ("read", "entries", "results", "manage")},  # `ApiToken.Scope`
    "DEFAULT_SCOPES": ["read"],
    "PKCE_REQUIRED": True,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 3600,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "ACCESS_TOKEN_GENERATOR": "accounts.tokens.applications.make_secret",
    "REFRESH_TOKEN_GENERATOR": "accounts.tokens.applications.make_secret",
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http"],  # http: of a program on one's machine
    **{
        f"COMPLIANT_BCP_RFC9700_{name}": True
        for name in (
            *("IMPLICIT_GRANT", "PASSWORD_GRANT", "PKCE_METHOD", "ACCESS_TOKEN_TRANSPORT"),
            *("AUTHZ_RESPONSE_ISS", "TOKEN_STORAGE", "REFRESH_TOKEN", "PKCE_REQUIRED"),
        )
    },
}
# By address these stop only bots; password guesses are limited by account and origin.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "5/5m/key",
    "signup": "100/m/ip",
    "reset_password": "100/m/ip",  # and by recipient: `accounts.sign_in.attempts`
    "request_login_code": "100/m/ip",
    "manage_email": "10/m/user,20/h/user",  # an address that is added gets an e-mail
}
USERSESSIONS_ADAPTER = "accounts.sign_in.services.SessionsAdapter"
# Views in which a guest counts as signed in; in all others, including new ones, as anonymous.
OPEN_TO_GUESTS = frozenset(
    {"home", "profile", "language", "account_logout", "friends"}
    | {"puzzle", "puzzles", "puzzle_next", "puzzle_one", "puzzle_archive"}
    | {"practice", "tour", "tour_bar", "tour_play", "cast", "cast_play"}
    | {"learn:courses", "learn:course", "learn:hand"}
    | {"notices", "subscribe", "unsubscribe"}
    | {f"tables:{name}" for name in ("lobby", "new", "now", "practice", "table", "play", "sit")}
    | {
        f"tables:{name}"
        for name in ("open", "sign", "back", "record", "record_whole", "tgn", "join")
    }
    | {"tables:record_json", "tables:record_picture"}
    | {f"tables:{name}" for name in ("next", "watch", "player", "seal")}
    | {f"tables:{name}" for name in ("talk", "report_line", "people", "hint", "review")}
    | {f"tables:{name}" for name in ("seat", "leave", "robot", "no-robot", "start", "rules")}
    | {f"tables:{name}" for name in ("accept-rules", "end", "save", "go-on", "again", "hand")}
    | {f"tables:{name}" for name in ("quick", "quick_stop", "quick_company", "quick_sit")}
    | {f"competitions:{name}" for name in ("competition", "own", "register", "register_guest")}
    | {f"competitions:{name}" for name in ("invite", "leave", "check_in")}
    | {f"competitions:{name}" for name in ("names", "name", "let_go", "is_partner")}
    | {f"competitions:{name}" for name in ("ask_withdrawal", "absent", "pause_entry")}
    | {f"competitions:{name}" for name in ("propose_partner", "ladder", "challenge")}
    | {f"competitions:{name}" for name in ("challenge_act", "add_reserve", "drop_reserve")}
    | {f"competitions:{name}" for name in ("substitute", "transfer", "entry", "drawn")}
    | {f"competitions:{name}" for name in ("export", "export_brackets", "export_report")}
    | {f"competitions:{name}" for name in ("export_table", "crosstable", "fixture")}
    | {"code", "short", "short_key", "here", "person", "line_up", "change_board", "appeal"}
    | {"invitation", "match", "match_propose", "match_accept", "match_decline", "call_judge"}
)
# A bar or a hall is one address: these stop bots, not a club's evening. All are per hour.
GUESTS_PER_ADDRESS = environment.number("GUESTS_PER_ADDRESS", 200)
TABLE_GUESTS_PER_ADDRESS = environment.number("TABLE_GUESTS_PER_ADDRESS", 400)
ACCOUNTS_PER_ADDRESS = environment.number("ACCOUNTS_PER_ADDRESS", 100)
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "homepage"  # only bots fill it in
BACKUP_TO = os.environ.get("BACKUP_TO", "")  # a folder, or s3://bucket/folder; "" for none
BACKUP_S3_ENDPOINT = os.environ.get("BACKUP_S3_ENDPOINT", "")
BACKUP_S3_KEY = os.environ.get("BACKUP_S3_KEY", "")
BACKUP_S3_SECRET = os.environ.get("BACKUP_S3_SECRET", "")
BACKUP_S3_REGION = os.environ.get("BACKUP_S3_REGION") or "us-east-1"
SECURITY_CONTACT = " ".join(os.environ.get("SECURITY_CONTACT", "").split())  # security.txt

# ---- words and time ----
LOCALE_PATHS = [RESOURCES / "locale"]
LANGUAGE_CODE = SOURCE
LANGUAGES = languages_in(LOCALE_PATHS[0])
FORMAT_MODULE_PATH = ["truco_site.formats"]
USE_TZ = True
TIME_ZONE = "UTC"

# ---- files ----
# in addition to the site's own
PICTURE_FONTS = os.environ.get("PICTURE_FONTS", "").split(os.pathsep)
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [RESOURCES / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "truco_site.static_files.HashedFiles"},
}
WHITENOISE_ADD_HEADERS_FUNCTION = add_policy
# WhiteNoise streams small files with plain iterators; Django reads them in a thread and warns.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

# ---- what a browser may do ----
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "connect-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
SECURE_REFERRER_POLICY = "same-origin"
# Over plain HTTP browsers ignore it, and warn in every console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
HOST_ONLY = "__Host-" if HTTPS else ""  # no other host can set such a cookie (RFC 6265bis)
SESSION_COOKIE_NAME = f"{HOST_ONLY}session"
CSRF_COOKIE_NAME = f"{HOST_ONLY}csrf"
LANGUAGE_COOKIE_NAME = f"{HOST_ONLY}language"
DEVICE_COOKIE_NAME = f"{HOST_ONLY}device"
MESSAGE_COOKIE_NAME = f"{HOST_ONLY}messages"
# set by static/js/site.js
ZONE_COOKIE_NAMES = ["__Host-zone"] if HTTPS else ["__Host-zone", "zone"]
MESSAGE_STORAGE = "accounts.common.middleware.HostOnlyStorage"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [
    r"^(healthz|readyz|metrics)$",  # requested without the proxy
    r"^api/v1/",  # refused instead: a redirect would hide that a token was sent in the clear
]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("HSTS_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # other hosts beneath the club's may have no HTTPS
    "security.W021",  # a club does not ask browsers to list its host
    "oauth2_provider.W008",  # programs on one's own machine are called back by http (RFC 8252, 7.3)
]
# truco_site/server/connections.py decides which requests came by HTTPS; Django trusts any proxy.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000

# ---- logging: to standard error, and errors to `ADMINS` (docs/deploy.md) ----
LOG_FORMATS = {"plain": "truco_site.logs.Formatter", "json": "truco_site.logs.JsonFormatter"}
LOG_LEVEL = environment.choice("LOG_LEVEL", ("WARNING", "DEBUG", "INFO", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"told": {"()": LOG_FORMATS[environment.choice("LOG_FORMAT", LOG_FORMATS)]}},
    "filters": {
        "rude": {"()": "truco_site.logs.RudeRequests"},
        "outages": {"()": "truco_site.logs.DatabaseOutages"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "told",
            "filters": ["outages"],
        },
        "letters": {
            "()": "truco_site.logs.MailAdminsHandler",
            "formatter": "told",
            "filters": ["outages"],
        },
    },
    "root": {"handlers": ["stderr", *(["letters"] if ADMINS else [])], "level": "WARNING"},
    "loggers": {
        # Lower levels of libraries quote statements, frames and addresses: they log warnings only.
        **{app: {"level": LOG_LEVEL} for app in ("accounts", "games", "tournaments", "truco_site")},
        "accounts.common.security_log": {"level": "INFO"},
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR"},  # a missing page is no error
        "django.security.csrf": {"level": "ERROR"},
        "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.security.DisallowedHost": {"filters": ["rude"]},
        "uvicorn.error": {"level": "WARNING", "filters": ["rude"]},  # lower levels name addresses
        "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}

# ---- tasks ----
CELERY_BROKER_URL = os.environ.get("BROKER_URL") or REDIS_URL or "memory://localhost"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
# A dead broker delays an action by at most one second; the sweeps repair what is lost there.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.1}
    if CELERY_BROKER_URL.startswith("memory")
    else {"socket_connect_timeout": 0.8, "socket_timeout": 5}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # never gives up (truco_site/embedded/broker.py)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_DB_REUSE_MAX = 2**62  # connections live as long as those of pages (truco_site/celery.py)

# ---- outbound requests (truco_site/outbound.py) ----
# Only tests set it: `host:port` of a receiver on this machine -> the file of its certificate.
LOCAL_RECEIVERS: dict[str, str] = {}

# ---- play (seconds) ----
HAND_PAUSE = 4  # the finished hand stays on the table
ROBOT_PAUSE = 1.2  # a robot's thinking time
NEXT_GAME_WINDOW = 90  # to sit down for a further game of the same match
ALARM = environment.flag("ALARM", default=True)  # off: only the sweep drives the clocks
SWEEP = environment.flag("SWEEP", default=True)  # off: only the alarms do
# How many sockets anonymous visitors at one address may have on one page (a hall is one address),
# and how many streams of events, of all competitions together.
SOCKETS_PER_ADDRESS = environment.number("SOCKETS_PER_ADDRESS", 400)

# ---- how long a request may take to arrive (truco_site/server/connections.py) ----
HEAD_SECONDS = environment.seconds("HEAD_SECONDS", 10)
BODY_SECONDS = environment.seconds("BODY_SECONDS", 60)  # also for the client to read a response
CONNECTIONS_PER_ADDRESS = environment.number("CONNECTIONS_PER_ADDRESS", 1000)
