"""Storage of static files, compressed under hashed names, and their security headers.

A file opened directly by a browser may do nothing (ASVS 3.4.3).
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from wsgiref.headers import Headers

import django
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


def add_policy(headers: Headers, path: str, url: str) -> None:
    """Add the policy to one file, as called by WhiteNoise; pages have their own policy."""
    headers["Content-Security-Policy"] = POLICY


IMPORT = r"""(?m)^(?P<matched>(?P<names>import [^";]*)"(?P<url>\./[^"]+)")"""
HASHED = re.compile(r"\.[0-9a-f]{12}\.")
DIGEST: Final = "collected.sha256"


class WholeFiles(Compressor):  # type: ignore[misc]  # untyped
    """Compressor that writes files atomically: a killed process leaves no partial file."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        """Write a temporary file in the same folder, and rename it when complete."""
        draft = super().write_data(path, data, f"{suffix}.{os.getpid()}.part", stat_result)
        os.replace(draft, path + suffix)
        return path + suffix


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Storage that also hashes names in imports between our own JavaScript modules.

    Django's `support_js_module_import_aggregation` also reads third-party scripts, and treats a
    type in a comment of htmx as an import of a missing file.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(names)s"%(url)s"'),)),
    )

    def post_process(
        self, paths: Mapping[str, tuple[Any, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Hash and compress the files, unless the folder has what these files give.

        Django would read, rewrite and hash all of them at every start.
        """
        digest, mark = _digest(paths), Path(self.path(DIGEST))
        is_done = mark.is_file() and mark.read_text() == digest and self._is_complete()
        if dry_run or is_done:
            return
        mark.unlink(missing_ok=True)
        yield from super().post_process(paths, **options)
        mark.write_text(digest)

    def _is_complete(self) -> bool:
        return bool(self.hashed_files) and all(map(self.exists, self.hashed_files.values()))

    def create_compressor(self, **kwargs: object) -> WholeFiles:
        """Return the compressor that writes atomically."""
        return WholeFiles(**kwargs)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress the files that pages name, each once: a hashed name identifies the content.

        So a restart does not spend ten seconds of CPU on existing files.
        """
        new = [one for one in paths if HASHED.search(one) and not self.exists(f"{one}.gz")]
        yield from super().compress_files(new)


def _digest(paths: Mapping[str, tuple[Any, str]]) -> str:
    """Return the digest of static files and of the code that processes them."""
    whole = sha256(django.__version__.encode() + Path(__file__).read_bytes())
    for name, (storage, path) in sorted(paths.items()):
        content = Path(storage.path(path)).read_bytes()
        whole.update(f"\n{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()
