"""What `make release` writes, without building: the bill of materials, checksums, the signature."""

import json
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.runner import release

AT = datetime(2026, 3, 14, tzinfo=UTC)
LOCK = (release.ROOT / release.LOCK).read_text(encoding="utf-8")


def test_the_bill_of_materials_has_every_package_of_the_lock_with_its_hashes() -> None:
    bom = json.loads(release.write_sbom(LOCK, "1.2.3", AT))
    packages = bom["components"]
    assert len(packages) == len(re.findall(r"^[a-z0-9]", LOCK, re.MULTILINE))
    (django,) = (each for each in packages if each["name"] == "django")
    assert django["purl"] == f"pkg:pypi/django@{django['version']}"
    hashes = [each["content"] for one in packages for each in one["hashes"]]
    assert len(hashes) == LOCK.count("--hash=sha256:")
    assert bom["metadata"]["component"]["version"] == "1.2.3"
    assert (bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.6")


def test_the_same_lock_makes_the_same_bill() -> None:
    assert release.write_sbom(LOCK, "1.2.3", AT) == release.write_sbom(LOCK, "1.2.3", AT)


def test_a_signature_verifies_and_a_changed_byte_does_not(tmp_path: Path) -> None:
    (tmp_path / "wheel").write_bytes(b"wheel")
    sums, key, signers = tmp_path / release.SUMS, tmp_path / "key", tmp_path / "signers"
    sums.write_text(release.checksums(tmp_path), encoding="utf-8")
    making = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
    subprocess.run(making, check=True)
    signers.write_text(f"{release.IDENTITY} {Path(f'{key}.pub').read_text()}", encoding="utf-8")
    release.sign(sums, str(key))
    release.verify(sums, signers)
    sums.write_text(sums.read_text().replace("wheel", "whee1"), encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        release.verify(sums, signers)
