"""`make release`: sdist, wheel, SBOM, checksums and a signature, in dist/VERSION.

Everything is built from the commit, not from the folder, with the time of the commit: who builds
the same commit gets the same files. `RELEASE_KEY` names the private key (docs/deploy.md,
"Releases"). Without one the files are not signed, and that is no success.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT: Final = Path(__file__).parents[2]
NAME: Final = "truco-club"
LOCK: Final = "requirements.lock"
SUMS, NAMESPACE, IDENTITY = "SHA256SUMS", "truco-release", "releases"
SIGNERS: Final = "deploy/release-signers"
NOT_SIGNED: Final = 2
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+?)(?: ; (.+?))?(?: \\)?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def main() -> int:
    """Build the release of the last commit; return 2 if there was no key to sign it with."""
    version, commit, at = read_version(), git("rev-parse", "HEAD"), git("log", "-1", "--format=%ct")
    if git("status", "--porcelain", "--untracked-files=no"):
        print("There are changes that are not committed: a release is a commit.")
        return 1
    folder = ROOT / "dist" / version
    shutil.rmtree(folder, ignore_errors=True)
    build(folder, commit, at)
    lock = (ROOT / LOCK).read_text(encoding="utf-8")
    sbom = write_sbom(lock, version, datetime.fromtimestamp(int(at), UTC))
    (folder / f"{NAME}-{version}.cdx.json").write_text(sbom, encoding="utf-8")
    (folder / SUMS).write_text(checksums(folder), encoding="utf-8")
    print(*sorted(each.name for each in folder.iterdir()), sep="\n")
    key = os.environ.get("RELEASE_KEY", "")
    if not key:
        print("NOT SIGNED: RELEASE_KEY names no key (docs/deploy.md, Releases).")
        return NOT_SIGNED
    signers = (ROOT / SIGNERS).read_text(encoding="utf-8").splitlines()
    if all(line.startswith("#") for line in signers):
        print(f"NOT SIGNED: {SIGNERS} lists no public key to verify with.")
        return NOT_SIGNED
    sign(folder / SUMS, key)
    verify(folder / SUMS, ROOT / SIGNERS)
    print(f"{SUMS}.sig: signed, and verified against {SIGNERS}")
    return 0


def read_version() -> str:
    """Return the version of `pyproject.toml`."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found is not None, "it has a version"
    return found[1]


def git(*arguments: str) -> str:
    """Return what git says about this repository."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def build(folder: Path, commit: str, at: str) -> None:
    """Build sdist and wheel from an export of a commit, of which no file is younger."""
    with tempfile.TemporaryDirectory(prefix="truco-release-") as exported:
        archive = Path(exported, "commit.tar")
        subprocess.run(["git", "archive", "--output", archive, commit], cwd=ROOT, check=True)
        tree = Path(exported, "tree")
        shutil.unpack_archive(archive, tree, filter="data")
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
        environment = {**os.environ, "COMMIT": commit, "SOURCE_DATE_EPOCH": at}
        subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL)


def write_sbom(lock: str, version: str, at: datetime) -> str:
    """Return a CycloneDX bill of materials: every package of a lock file with its hashes."""
    purl = PackageURL("pypi", name=NAME, version=version)
    site = Component(
        name=NAME, version=version, type=ComponentType.APPLICATION, bom_ref=NAME, purl=purl
    )
    bom = Bom(components=packages(lock), metadata=BomMetaData(component=site, timestamp=at))
    bom.serial_number = uuid5(NAMESPACE_URL, f"{NAME} {version} {lock}")
    bom.register_dependency(site, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def packages(lock: str) -> Iterator[Component]:
    """Yield the packages of a lock file; the hashes are those of all their published files."""
    for block in re.split(r"\n(?=[A-Za-z0-9])", lock):
        pinned = PINNED.match(block.splitlines()[0]) if block.strip() else None
        if pinned is None:
            continue
        name, version = pinned[1], pinned[2]
        yield Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            bom_ref=f"{name}=={version}",
            purl=PackageURL("pypi", name=name, version=version),
            hashes=[
                HashType(alg=HashAlgorithm.SHA_256, content=each) for each in HASH.findall(block)
            ],
        )


def checksums(folder: Path) -> str:
    """Return the lines of `sha256sum` for the files of a folder."""
    files = sorted(each for each in folder.iterdir() if not each.name.startswith(SUMS))
    return "".join(
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files
    )


def sign(file: Path, key: str) -> None:
    """Sign a file with an SSH key; the signature stands beside it, with the suffix `.sig`."""
    command = ["ssh-keygen", "-q", "-Y", "sign", "-n", NAMESPACE, "-f", key, str(file)]
    subprocess.run(command, check=True)


def verify(file: Path, signers: Path) -> None:
    """Raise CalledProcessError unless one of the signers has signed a file."""
    command = ["ssh-keygen", "-q", "-Y", "verify", "-n", NAMESPACE, "-I", IDENTITY]
    command += ["-f", str(signers), "-s", f"{file}.sig"]
    subprocess.run(command, input=file.read_bytes(), check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
