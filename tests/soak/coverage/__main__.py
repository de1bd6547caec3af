"""`python -m tests.soak.coverage TARGET [LIBFUZZER OPTIONS]`: fuzz one parser in this process.

It starts from `corpus/TARGET`. A finding ends it with a traceback and the input as a file `crash-…`
in the working directory: it becomes a test of the parser, and a file of the corpus.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

import atheris
import django

MEASURED: Final = ["games", "tournaments"]  # atheris tells packages apart by their first name
CORPUS: Final = Path(__file__).parent / "corpus"
LONGEST: Final = 4096  # bytes of an input


def main() -> None:
    """Fuzz until the options say it is enough, or something is found."""
    with atheris.instrument_imports(include=MEASURED):
        django.setup()
        from tests.soak.coverage.targets import TARGETS
    name, *options = sys.argv[1:]
    new = tempfile.mkdtemp(prefix="truco-corpus-")
    arguments = [sys.argv[0], *options, f"-max_len={LONGEST}", new, str(CORPUS / name)]
    atheris.Setup(arguments, TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
