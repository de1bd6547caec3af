"""How files that never change are stored: compressed, under a name with their hash."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r"""(?m)^(?P<matched>(?P<names>import [^";]*)"(?P<url>\./[^"]+)")"""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with hashes also where one JavaScript module of ours imports another.

    Django's own `support_js_module_import_aggregation` reads the scripts of others too, and takes
    a type named in a comment of htmx for an import of a file that is not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(names)s"%(url)s"'),)),
    )
