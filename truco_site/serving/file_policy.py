"""What a file may do that a browser opens by itself: nothing (ASVS 3.4.3)."""

from wsgiref.headers import Headers

POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


def add_policy(headers: Headers, path: str, url: str) -> None:
    """Say so of one file, as WhiteNoise asks: pages have a policy of their own."""
    headers["Content-Security-Policy"] = POLICY
