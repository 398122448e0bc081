"""Atomic writing of files: an interruption leaves the old content in place."""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from roses.engine.i18n import gettext as _

_LEFT: Final = 3600  # s


def write(path: str | Path, content: bytes) -> Path:
    """Write ``content`` to a file, replacing its content and keeping its permissions; return the path.

    The content is written to a temporary file with a random name in the same folder, which then replaces the target.
    OSError, and nothing is changed, if that fails and for a link, a device or a write-protected file. What writers that
    were killed have left in the folder is removed.
    """
    target = Path(path)
    mode = _mode(target)
    _sweep(target.parent)
    draft = target.with_name(f".roses-{os.urandom(8).hex()}.part")
    try:
        with draft.open("xb") as file:  # fails if a file or link of this name exists
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            draft.chmod(mode)
        return draft.replace(target)
    finally:
        with suppress(OSError):  # it does not exist after a successful replace
            draft.unlink()


def _sweep(folder: Path) -> None:
    """Remove temporary files that a writer which was killed has left; one at work needs no ``_LEFT`` seconds."""
    for draft in folder.glob(".roses-*.part"):
        with suppress(OSError):  # another process sweeps too, or it is not ours
            if time.time() - draft.lstat().st_mtime > _LEFT:
                draft.unlink()


def _mode(target: Path) -> int | None:
    """Return the permissions of the file to be replaced, None if there is none; OSError if it must not be replaced."""
    try:
        found = target.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, _("it is a link, and nothing is written through a link"), str(target))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, _("it is a folder or a device, not a file"), str(target))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, _("it is write-protected"), str(target))
    return stat.S_IMODE(found.st_mode)
