"""Atomic writing of files, and a lock on them: an interruption leaves the old content in place, and nothing locked."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from zlib import crc32

from roses.engine.i18n import gettext as _

_OLD: Final = 10  # s
_WAIT: Final = 10  # s


def write(path: str | Path, content: bytes) -> Path:
    """Write ``content`` to a file, replacing its content and keeping its permissions; return the path.

    The content is written to a temporary file with a random name in the same folder, which then replaces the target.
    OSError, and nothing is changed, if that fails and for a link, a device or a write-protected file. What writers that
    were killed have left in the folder is removed.
    """
    target = Path(path)
    mode = None
    with suppress(FileNotFoundError):
        about = target.lstat()
        if stat.S_ISLNK(about.st_mode):
            raise OSError(errno.ELOOP, _("it is a link, and nothing is written through a link"), str(target))
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, _("it is a folder or a device, not a file"), str(target))
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, _("it is write-protected"), str(target))
        mode = stat.S_IMODE(about.st_mode)
    draft = target.with_name(f".roses-{os.urandom(8).hex()}.part")
    try:
        with draft.open("xb") as file:  # fails if a file or link of this name exists
            _hold(file.fileno())
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            _sweep(target.parent, os.fstat(file.fileno()).st_mtime)
        if mode is not None:
            draft.chmod(mode)
        return draft.replace(target)
    finally:
        with suppress(OSError):  # it does not exist after a successful replace
            draft.unlink()


@contextmanager
def lock(path: str | Path) -> Iterator[None]:
    """Keep other processes that use this lock from the file at ``path``, to compare its content and replace it.

    It is a lock of the operating system on a small file beside it, so that it ends with its process, however that ends;
    the small file goes too, unless the process is killed. OSError if it cannot be made, or if another process holds it
    for 10 s. Where a file system has no locks, nobody is kept from the file.
    """
    target, end = Path(path), monotonic() + _WAIT
    beside = target.with_name(f".roses-{crc32(os.fsencode(target.name.casefold())):08x}.lock")
    while (file := _locked(beside)) is None:
        if monotonic() > end:
            raise OSError(errno.EAGAIN, _("another program has been writing it for 10 seconds"), str(target))
        sleep(0.005)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows does not remove an open file,
            beside.unlink()
        os.close(file)
        if sys.platform == "win32":  # nor one that the next program has opened; elsewhere this would remove its lock
            with suppress(OSError):
                beside.unlink()


def _locked(beside: Path) -> int | None:
    """Return the file of a lock, open and held; None if another process holds it or has just removed it."""
    try:
        file = os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except PermissionError:
        if not beside.exists():
            raise
        file = os.open(beside, os.O_RDONLY)  # it is of another user, whose program was killed
    with suppress(FileNotFoundError):
        if _hold(file) and os.path.samestat(os.fstat(file), os.stat(beside)):
            return file
    os.close(file)
    return None


def _hold(file: int) -> bool:
    """Lock an open file until it is closed; False if another process holds it. A file system may have no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        elif sys.platform != "emscripten":  # a browser is one process
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass
    return True


def _sweep(folder: Path, now: float) -> None:
    """Remove temporary files of writers that were killed: nobody holds them, and they are older than ``_OLD`` seconds.

    ``now`` is the time at which the file system has written a new file: the clock of this machine may be another.
    """
    for draft in folder.glob(".roses-*.part"):
        with suppress(OSError):  # another process sweeps too, or it is not ours
            about = draft.lstat()
            if stat.S_ISREG(about.st_mode) and now - about.st_mtime > _OLD:
                with draft.open("r+b") as file:
                    free = _hold(file.fileno())
                if free:
                    draft.unlink()
