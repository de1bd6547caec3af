"""`python -m tests.runner.vendored`: write the browser's hashes and signatures from npm's packages.

Run it, with Node, to raise a version. The site serves the two files that it writes; a test
compares them with the SHA-256 below.
"""

import hashlib
import subprocess
import tempfile
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "static" / "js" / "fair"
PACKAGES: Final = ("@noble/hashes@2.4.0", "@noble/curves@2.4.0", "esbuild@0.25.0")
TARGETS: Final = "chrome109,safari15.4,firefox110"  # docs/architecture.md, "Scripts and browsers"
ENTRIES: Final = {
    "noble_sha2.js": 'export { sha256 } from "@noble/hashes/sha2.js";'
    'export { hmac } from "@noble/hashes/hmac.js";',
    "noble_ed25519.js": 'export { ed25519 } from "@noble/curves/ed25519.js";',
}
SUMS: Final = {
    "noble_sha2.js": "9eca3e2c66a19c832b82bb17a2c4b3315dd8dd74291b85ddf8bd9fd5474fdda6",
    "noble_ed25519.js": "5b653a646e4183311a2f9c5fb536ea4700240206aad4d02845d0c3cb26ab3091",
}


def write() -> None:
    """Download the packages, bundle each entry into one module, and print its SHA-256."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "install", "--silent", *PACKAGES], cwd=folder, check=True)
        for name, source in ENTRIES.items():
            Path(folder, name).write_text(source, encoding="utf-8")
            told = ("--bundle", "--format=esm", "--minify", f"--target={TARGETS}")
            outcome = (f"--outfile={FOLDER / name}", f"--banner:js=// {' '.join(PACKAGES)}")
            licence = "--legal-comments=inline"
            command = ("npx", "esbuild", name, *told, *outcome, licence)
            subprocess.run(command, cwd=folder, check=True)
            print(name, sum_of(name))


def sum_of(name: str) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()


if __name__ == "__main__":
    write()
