"""Files that survive a power cut: their content is on the disk before they take their name."""

import os
from contextlib import suppress
from pathlib import Path


def sync(path: Path) -> None:
    """Write a file's content to the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_names(folder: Path) -> None:
    """Write a folder's names to the disk, where the system and the file system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def discard(draft: Path) -> None:
    """Delete a draft if it is there; a folder that cannot be written has none."""
    with suppress(OSError):
        draft.unlink()
