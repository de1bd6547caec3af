"""The site's files as they are served, but for their compression: no test reads that."""

from collections.abc import Iterable, Iterator

from truco_site.static_files import HashedFiles


class Uncompressed(HashedFiles):  # type: ignore[misc]  # untyped
    """Names with hashes in a second or two of CPU, where compressing takes ten."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Leave all as it is."""
        return iter(())
