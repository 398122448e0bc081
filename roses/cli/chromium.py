"""Prints a page to a PDF by the machine's own Chromium, Chrome or Edge."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_PLACES: Final = (  # where they are installed without being in the path
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
)
_LONGEST: Final = 300  # s


def to_pdf(page: str) -> bytes:
    """Return a page as it is printed; SystemExit with one sentence if no browser is found, or if it fails."""
    browser = find_browser()
    if browser is None:
        raise SystemExit(
            "roses: a PDF needs Chromium, Chrome or Edge, and none was found; --print writes a page to print from any "
            "browser."
        )
    with tempfile.TemporaryDirectory(prefix="roses-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer", *_as_root()]
        command += [f"--user-data-dir={folder}", f"--print-to-pdf={target}", source.as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=_LONGEST, check=True)
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise SystemExit(
                f"roses: {browser} could not print the page ({type(error).__name__}); --print writes a page to print "
                "from any browser."
            ) from error


def find_browser() -> str | None:
    """Return the path of a browser that prints to PDF, or None."""
    return next(_browsers(), None)


def _browsers() -> Iterator[str]:
    yield from filter(None, map(shutil.which, _NAMES))
    yield from (place for place in map(os.path.expandvars, _PLACES) if os.path.isfile(place))


def _as_root() -> list[str]:
    """Return the option that root needs, as in a container; the page holds only what the kit wrote."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
