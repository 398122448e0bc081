"""Writes a file whole or not at all, so that whatever interrupts it leaves the file as it was."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from roses.engine.i18n import gettext as _


def write(path: str | Path, content: bytes) -> Path:
    """Write ``content`` to a file in place of what is there, keep the file's permissions, and return its path.

    The content goes first into a new file of a random name in the same folder, which then takes the name of the old.
    OSError, and nothing is changed, where that fails, and for a link, a device, and a file that is write-protected.
    """
    target = Path(path)
    mode = _mode(target)
    draft = target.with_name(f".roses-{os.urandom(8).hex()}.part")
    try:
        with draft.open("xb") as file:  # a new file: what lies there already, a link too, is an error
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            draft.chmod(mode)
        return draft.replace(target)
    finally:
        with suppress(OSError):  # it is gone where all went well
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
