"""What a file may do that a browser opens by itself: nothing (ASVS 3.4.3)."""

import os
import re
from collections.abc import Iterable, Iterator
from wsgiref.headers import Headers

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


def add_policy(headers: Headers, path: str, url: str) -> None:
    """Say so of one file, as WhiteNoise asks: pages have a policy of their own."""
    headers["Content-Security-Policy"] = POLICY


IMPORT = r"""(?m)^(?P<matched>(?P<names>import [^";]*)"(?P<url>\./[^"]+)")"""
HASHED = re.compile(r"\.[0-9a-f]{12}\.")


class WholeFiles(Compressor):  # type: ignore[misc]  # untyped
    """Writes a compressed file whole or not at all: who is killed meanwhile leaves none cut."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        """Write beside it, and rename what is whole."""
        written = super().write_data(path, data, f"{suffix}.{os.getpid()}.part", stat_result)
        os.replace(written, path + suffix)
        return path + suffix


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with hashes also where one JavaScript module of ours imports another.

    Django's own `support_js_module_import_aggregation` reads the scripts of others too, and takes
    a type named in a comment of htmx for an import of a file that is not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(names)s"%(url)s"'),)),
    )

    def create_compressor(self, **kwargs: object) -> WholeFiles:
        """Return what writes them."""
        return WholeFiles(**kwargs)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what pages name, each once: a name with a hash stands for its content.

        So a site that begins anew does not spend ten seconds of CPU on what it has.
        """
        new = [one for one in paths if HASHED.search(one) and not self.exists(f"{one}.gz")]
        yield from super().compress_files(new)
