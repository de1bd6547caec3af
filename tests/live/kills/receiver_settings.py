"""The site's settings, with one server of this machine that webhooks may be sent to."""

import os

from truco_site.settings import *  # noqa: F403 (all of them)

LOCAL_RECEIVERS = {os.environ["RECEIVER"]: os.environ["RECEIVER_CERTIFICATE"]}
