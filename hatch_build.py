"""Write the commit into the wheel: an installed site has no repository to ask for it."""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Hook that adds `truco_site/bundled/commit`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to those of the wheel."""
        commit = os.environ.get("COMMIT") or self._commit()
        file = Path(tempfile.mkdtemp(), "commit")
        file.write_text(commit, encoding="utf-8")
        build_data["force_include"][str(file)] = "truco_site/bundled/commit"

    def _commit(self) -> str:
        asked = subprocess.run(
            ["git", "-c", "safe.directory=*", "rev-parse", "HEAD"],
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )
        return asked.stdout.strip()
